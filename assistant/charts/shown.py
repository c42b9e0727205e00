"""The chart that belongs under an answer about a series of days, as a page shows it."""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from anyio import to_thread

from assistant.charts.drawing import draw
from assistant.charts.figure import figure
from assistant.datapipe import MemoryPipe
from assistant.errors import AuricleError
from assistant.facts import Assessed, Compared, Counted, Extreme, Fact, Measured, Trended, Unusual
from assistant.period import Period
from assistant.protocols import Records
from assistant.question import Answer
from assistant.tasks.spec import Context
from i18n.catalog import Catalogue

__all__ = ["LEAST", "MOST", "Figures", "chart_of", "figures"]

Figures = Callable[[Answer], Awaitable[dict[str, Any] | None]]

LEAST, MOST = 4, 400
"""Days that a chart under an answer has: fewer are read faster than seen, more are asked for with `auricle data chart`."""


def figures(records: Records) -> Figures:
    """Gives the chart of an answer: `picture` (a data address), `alt`, `summary`, `tables` and `show`, the words of the button that opens these.

    None when the answer is not about a series, or when there is no matplotlib to draw with; an answer is whole without it.
    """

    async def shown(answer: Answer) -> dict[str, Any] | None:
        asked = chart_of(fact for result in answer.results for fact in result.facts) if answer.alarm is None else None
        if asked is None:
            return None
        language = answer.reply.language
        context = Context(answer.turn.person, records, answer.turn.now, language, "", (), MemoryPipe())
        try:
            made = await figure(context, *asked)
            svg = await to_thread.run_sync(draw, made.drawn, "svg")
        except AuricleError:
            return None
        drawn = made.drawn
        names = drawn.names if drawn.before is not None else (drawn.title,)
        return {
            "picture": f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}",
            "alt": f"{drawn.title}. {drawn.description}",
            "summary": drawn.title,
            "tables": [{"caption": name, "head": table.head, "rows": table.rows} for name, table in zip(names, made.tables, strict=True)],
            "show": Catalogue().say(language, "chart-table"),
            "language": language,
        }

    return shown


def chart_of(facts: Iterable[Fact]) -> tuple[str, Period, Period | None] | None:
    """Measure, stretch and what it is compared with, of the first fact about enough days."""
    for fact in facts:
        match fact:
            case Compared():
                found: tuple[str, Period, Period | None] = (fact.measure, fact.now.period, fact.before.period)
            case Assessed():
                found = (fact.measured.measure, fact.measured.period, None)
            case Measured() | Trended() | Extreme() | Counted() | Unusual():
                found = (fact.measure, fact.period, None)
            case _:
                continue
        if LEAST <= found[1].days <= MOST and (found[2] is None or found[2].days <= MOST):
            return found
    return None
