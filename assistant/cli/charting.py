"""`auricle data chart`: a measure over a stretch of days as a picture, with a sentence and a table for those who cannot see it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import anyio
import typer

from assistant.cli.summaries import Language, Whose, private, said_in, within
from assistant.errors import UsageError
from assistant.period import Period
from assistant.records.store import open_records
from assistant.settings import Settings

__all__ = ["chart"]

_DAYS = 30  # without a period: those that end today

What = Annotated[str, typer.Argument(metavar="MEASURE", help="E.g. steps, sleep_duration, resting_heart_rate.")]
When = Annotated[str | None, typer.Argument(metavar="PERIOD", help="2026-11-01/2026-11-30; else the last 30 days.")]


def chart(
    person: Whose,
    measure: What,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="An .svg, .png or .html file; the last has the table, too.")],
    period: When = None,
    against: Annotated[str | None, typer.Option("--against", metavar="PERIOD", help="A second stretch, drawn over the first.")] = None,
    language: Language = None,
) -> None:
    """Draw a measure day by day. Days without data are grey and no line goes through them; the file needs nothing from outside.

    Example: auricle data chart demo steps 2026-11-01/2026-11-29 --out steps.html
    """
    from assistant.charts.figure import figure
    from assistant.charts.files import KINDS, chart_file

    settings = Settings.read()
    store = open_records(settings)
    known = store.person(person)
    kind = out.suffix.lower()
    if kind not in KINDS:
        raise UsageError(f"A chart is an .svg, .png or .html file; {out.name} is none.")
    context = within(settings, store, known, said_in(settings, language))
    chosen = Period.parse(period) if period else Period.last(_DAYS, context.now.date())
    made = anyio.run(figure, context, measure, chosen, Period.parse(against) if against else None)
    private(out, chart_file(made, kind))
    typer.echo(f"{out}: {made.summary}")
