"""The task `cycle`: menstrual periods out of the days of flow."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from statistics import median
from typing import Literal

from assistant.facts import Bound, Cycle, Fact, Source, Which
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.tasks.series import Asked, View, examine
from assistant.tasks.spec import Context, task
from assistant.tasks.stretch import absent, stretch

__all__ = ["cycle", "cycles", "starts"]

CycleMeasure = Literal["menstruation"]
_DAYS = frozenset[View]({"count", "extreme", "relate"})
# Days of flow this far apart are still one period.
_APART = timedelta(days=2)
# A stretch without flow of more than this is a gap in the records or something for a doctor, not a cycle (FIGO 2018 calls 90 days and more absent).
_LONGEST = 90
_RECENT = 12


@task(chat_name="Cycle", permission="reads_person", family="records")
async def cycle(
    context: Context,
    measure: CycleMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
    limit: float | None = None,
    bound: Bound = "at_least",
    other: str | None = None,
) -> tuple[Fact, ...]:
    """The person's menstrual cycle: when the last period began, the day of the cycle, its usual length, or how many days of flow there were.

    The cycle comes from everything that is recorded until today, whatever the period; counting looks at its days, and any flow counts when
    there is no limit.
    """
    if view in _DAYS:
        return await examine(context, measure, Asked(period, view, which, against, 1.0 if limit is None else limit, bound, other))
    today = context.now.date()
    span = await context.records.span(context.person.id, measure)
    if span is None or span.start > today:
        return (await absent(context, MEASURES[measure], period),)
    found = await stretch(context, MEASURES[measure], span)
    began = starts([day.day for day in found.days if day.value > 0])
    if not began:
        return (await absent(context, MEASURES[measure], period),)
    return (_cycle(began, today, found.source),)


def starts(flow: Sequence[date]) -> tuple[date, ...]:
    """First days of the periods that the days of flow, in order, make up."""
    return tuple(flow[:1]) + tuple(later for earlier, later in pairwise(flow) if later - earlier > _APART)


def cycles(began: Sequence[date]) -> tuple[int, ...]:
    """Lengths in days of the whole cycles between the first days of periods."""
    lengths = [(later - earlier).days for earlier, later in pairwise(began)]
    return tuple(length for length in lengths if length <= _LONGEST)


def _cycle(began: Sequence[date], today: date, source: Source) -> Cycle:
    """The usual length is the median of the last twelve whole cycles."""
    lengths = cycles(began)[-_RECENT:]
    usual = Quantity(float(round(median(lengths))), "days") if len(lengths) >= 2 else None
    return Cycle(began[-1], (today - began[-1]).days + 1, usual, len(lengths), source)
