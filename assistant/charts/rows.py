"""A chart as a table: a row a day, or a week where days would be too many."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from statistics import fmean

from assistant.facts import Measured
from assistant.measures import Measure
from assistant.period import Period
from assistant.records.series import DayValue
from assistant.reply.writer import Writer, quotable, value
from assistant.tasks.stretch import quantity
from i18n.slots import Day, Slot

__all__ = ["DAILY", "Table", "table", "written"]

DAILY = 31
"""Days of a period up to which each has a row of its own."""


@dataclass(frozen=True, slots=True)
class Table:
    """Words in one language, ready to be shown: others' names in them are cleaned, and not yet escaped for any format."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def table(writer: Writer, measure: Measure, period: Period, days: tuple[DayValue, ...]) -> Table:
    """Every day of the period with its value and source, missing ones as such; weeks with their mean and days with data when it is long."""
    if period.days <= DAILY:
        return _daily(writer, measure, period, days)
    head = tuple(writer.part(f"chart-{name}", "shown") for name in ("week", "average", "days"))
    missing = writer.part("chart-missing", "shown")
    rows: list[tuple[str, ...]] = []
    start = period.start
    while start <= period.end:
        week = Period(start, min(start + timedelta(days=6), period.end))
        values = [day.value for day in days if day.day in week]
        mean = written(writer, value(measure.name, quantity(measure, fmean(values)))) if values else missing
        known = writer.part("summary-days", "shown", known=len(values), all=week.days)
        rows.append((written(writer, Day(week.start, year=True)), mean, known))
        start = week.end + timedelta(days=1)
    return Table(head, tuple(rows))


def _daily(writer: Writer, measure: Measure, period: Period, days: tuple[DayValue, ...]) -> Table:
    head = tuple(writer.part(f"chart-{name}", "shown") for name in ("day", "value", "source"))
    missing = writer.part("chart-missing", "shown")
    known = {day.day: day for day in days}
    rows: list[tuple[str, ...]] = []
    for day in period:
        found = known.get(day)
        shown = written(writer, value(measure.name, quantity(measure, found.value))) if found else missing
        rows.append((written(writer, Day(day, year=True)), shown, quotable(found.source) if found else ""))
    return Table(head, tuple(rows))


def written(writer: Writer, slot: Slot) -> str:
    """A slot for the eye, as a sentence would place it."""
    return slot.write(writer.language, "shown", lambda message, **more: writer.part(message, "shown", **more))


def figure(writer: Writer, fact: Measured) -> str:
    return written(writer, value(fact.measure, fact.quantity))
