"""A measure over a stretch of days, three times: as a picture, in a sentence, and as a table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.charts.drawing import Drawn
from assistant.charts.rows import Table, table
from assistant.errors import NoData, UsageError
from assistant.facts import Compared, Fact, Measured
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.reply.clauses import Clauses
from assistant.reply.writer import Writer
from assistant.tasks.series import Asked, View, examine
from assistant.tasks.spec import Context
from assistant.tasks.whole import WHOLE_ONLY
from i18n.catalog import Catalogue

__all__ = ["Figure", "figure"]


@dataclass(frozen=True, slots=True)
class Figure:
    """summary: one sentence from facts, two of a comparison. The picture's description adds the direction, the best and worst day and the days with
    data. tables: one for each stretch."""

    drawn: Drawn
    summary: str
    tables: tuple[Table, ...]


async def figure(context: Context, name: str, period: Period, against: Period | None = None) -> Figure:
    """The figure in the context's language. against: a second stretch, drawn day by day over the same axis.

    Raises `UsageError` for what has no days to draw, `NoData` when nothing is recorded, `PermissionDenied` for what may not be read.
    """
    if name not in MEASURES or name in WHOLE_ONLY:
        drawable = ", ".join(known for known in MEASURES if known not in WHOLE_ONLY)
        raise UsageError(f"There is no chart of {name!r}; there are charts of {drawable}.")
    facts = await examine(context, name, Asked(period, "compare" if against else "summary", against=against))
    average = next((fact.now if isinstance(fact, Compared) else fact for fact in facts if isinstance(fact, Compared | Measured)), None)
    if average is None:
        raise NoData(f"Nothing is recorded of {name} in {period}; `auricle data list` shows what there is.")
    measure = MEASURES[average.measure]
    catalogue = Catalogue()
    writer, clauses = Writer(catalogue, context.language, context.now), Clauses(catalogue, context.language, context.now)
    days = await context.records.days(context.person.id, measure.name, average.period)
    before = (against, await context.records.days(context.person.id, measure.name, against)) if against else None
    name_of = writer.words["shown"].span
    slots = {"name": writer.opening(measure.name, "shown"), "period": writer.words["shown"].span(average.period)}
    if against:
        title = writer.part("chart-compared", "shown", **slots, against=writer.words["shown"].span(against))
    else:
        title = writer.part("chart-title", "shown", **slots)
    told = [sentence.shown for fact in facts for sentence in clauses.fact(fact)]
    more = await _more(context, measure.name, average.period, clauses) if average.period.days > 1 else []
    covered = clauses.coverage((average,), named=False).shown
    drawn = Drawn(
        measure, average.period, days, context.language, title, " ".join([*told, *more, covered]), writer.part("chart-missing", "shown"), before
    )
    stretches = [(average.period, days), *([before] if before else [])]
    drawn = replace(drawn, names=(name_of(average.period), name_of(against))) if against else drawn
    return Figure(drawn, " ".join(told[:2] if against else told[:1]), tuple(table(writer, measure, *stretch) for stretch in stretches))


async def _more(context: Context, name: str, period: Period, clauses: Clauses) -> list[str]:
    """Direction, highest and lowest day."""
    views: tuple[tuple[View, bool], ...] = (("trend", True), ("extreme", True), ("extreme", False))
    said: list[str] = []
    for view, high in views:
        facts: tuple[Fact, ...] = await examine(context, name, Asked(period, view, which="highest" if high else "lowest"))
        said += [clauses.fact(fact)[0].shown for fact in facts if not isinstance(fact, Measured)][:1]
    return said
