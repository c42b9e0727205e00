"""Questions about a series of days: what it was, how two stretches compare, where it is heading, its highest and lowest day.

Every measure is answered here, in one way:

- Values are rounded as they are shown before they become facts, and differences and verdicts are taken from the rounded numbers, so that
  what a person hears adds up.
- Today is not over: for what grows or averages over the day (steps, heart rate, …) a stretch of several days that includes today ends
  yesterday, since an average over a morning would mislead. Asked for today alone, the answer is the value so far, and against another day the
  two numbers stand side by side without a verdict.
- A direction needs evidence: the Theil–Sen slope is called rising or falling only if Mann–Kendall's test says so (two-sided 5 %) and the
  change over the whole stretch is more than `same_within`; otherwise it is steady. With fewer than seven days of data there is no direction,
  and the answer is their mean.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from statistics import fmean, median
from typing import Literal

from assistant.facts import Absent, Compared, Direction, Extreme, Fact, Measured, Source, Statistic, Trended, Verdict, Which
from assistant.measures import MEASURES, Measure, Quantity
from assistant.period import Period
from assistant.records.series import DayValue
from assistant.tasks.spec import Context
from assistant.types import Provenance

__all__ = ["View", "examine"]

View = Literal["summary", "compare", "trend", "extreme", "count", "unusual", "assess", "relate"]

# Not complete before the day is.
GROWING = frozenset({"steps", "distance", "active_minutes", "energy", "heart_rate", "glucose"})
# What may be added up over days.
ADDITIVE = frozenset({"steps", "distance", "active_minutes", "energy"})
TREND_DAYS = 7
# Two-sided 5 % of the normal distribution.
Z_CRITICAL = 1.959964


async def examine(context: Context, name: str, view: View, period: Period, which: Which, against: Period | None) -> tuple[Fact, ...]:
    """Facts about one measure in one view. Nothing recorded gives `Absent`, with the stretch that is known."""
    measure = MEASURES[name]
    if view == "compare":
        return await _compare(context, measure, period, against or period.before())
    stretch = await _stretch(context, measure, period)
    if not stretch.days:
        return (await _absent(context, measure, stretch.period),)
    if view == "extreme":
        return (stretch.extreme(which),)
    if view == "trend" and len(stretch.days) >= TREND_DAYS:
        return (stretch.trend(),)
    return stretch.summary()


async def _compare(context: Context, measure: Measure, period: Period, against: Period) -> tuple[Fact, ...]:
    now, before = await _stretch(context, measure, period), await _stretch(context, measure, against)
    if not (now.days and before.days):
        return (await _either(context, now), await _either(context, before))
    one, two = now.average(), before.average()
    today = context.now.date()
    if measure.name in GROWING and Period.day(today) in (now.period, before.period):
        return (one, two)
    gap = one.quantity.value - two.quantity.value
    difference = _quantity(measure, abs(gap))
    verdict: Verdict = "same" if difference.value < measure.same_within else "more" if gap > 0 else "less"
    return (Compared(measure.name, one, two, verdict, difference),)


async def _either(context: Context, stretch: _Stretch) -> Fact:
    return stretch.average() if stretch.days else await _absent(context, stretch.measure, stretch.period)


async def _absent(context: Context, measure: Measure, period: Period) -> Absent:
    return Absent(measure.name, period, await context.records.span(context.person.id, measure.name))


async def _stretch(context: Context, measure: Measure, asked: Period) -> _Stretch:
    """The days of a period as far as they have been lived, kept in the data pipe under the key that the facts name as their source."""
    today = context.now.date()
    end = min(asked.end, today)
    if measure.name in GROWING and asked.start < today:
        end = min(end, today - timedelta(days=1))
    period = Period(asked.start, end) if asked.start <= end else asked
    days = await context.records.days(context.person.id, measure.name, period)
    title = ", ".join(sorted({day.source for day in days}))
    key = await context.pipe.put(
        context.person.id,
        [[day.day.isoformat(), day.value, day.source] for day in days],
        Provenance(measure.task, {"measure": measure.name, "period": str(period)}, title),
    )
    return _Stretch(measure, period, days, Source("record", key, title))


class _Stretch:
    """A measure over a period: the days that have data, and what can be said of them."""

    def __init__(self, measure: Measure, period: Period, days: Sequence[DayValue], source: Source) -> None:
        self.measure = measure
        self.period = period
        self.days = days
        self.source = source

    def average(self) -> Measured:
        """The mean of the days with data; the value itself when one day was asked for."""
        statistic: Statistic = "value" if self.period.days == 1 else "mean"
        return self._measured(statistic, fmean(day.value for day in self.days))

    def summary(self) -> tuple[Measured, ...]:
        """The average, and the total where days add up and none is missing."""
        average = self.average()
        if self.measure.name in ADDITIVE and len(self.days) == self.period.days > 1:
            return (average, self._measured("total", math.fsum(day.value for day in self.days)))
        return (average,)

    def extreme(self, which: Which) -> Extreme:
        """The earliest of the days that share the highest or lowest value as shown."""
        best = max if which == "highest" else min
        value = best(_quantity(self.measure, day.value).value for day in self.days)
        first = next(day for day in self.days if _quantity(self.measure, day.value).value == value)
        return Extreme(self.measure.name, which, Quantity(value, self.measure.unit), first.day, self.period, len(self.days), self.source)

    def trend(self) -> Trended:
        pairs = list(itertools.combinations(((day.day.toordinal(), day.value) for day in self.days), 2))
        slope = median((later[1] - earlier[1]) / (later[0] - earlier[0]) for earlier, later in pairs)
        score = sum((later[1] > earlier[1]) - (later[1] < earlier[1]) for earlier, later in pairs)
        change = _quantity(self.measure, abs(slope) * 7)
        over_all = abs(slope) * (self.days[-1].day - self.days[0].day).days
        # A change that is shown as zero is not called a change.
        clear = abs(_z(score, [day.value for day in self.days])) > Z_CRITICAL and over_all >= self.measure.same_within and change.value > 0
        direction: Direction = "steady" if not clear else "rising" if slope > 0 else "falling"
        return Trended(self.measure.name, direction, change, self.period, len(self.days), self.source)

    def _measured(self, statistic: Statistic, value: float) -> Measured:
        return Measured(self.measure.name, statistic, _quantity(self.measure, value), self.period, len(self.days), self.source)


def _quantity(measure: Measure, value: float) -> Quantity:
    # Adding zero turns -0.0 into 0.0.
    return Quantity(round(value, measure.digits) + 0.0, measure.unit)


def _z(score: int, values: Sequence[float]) -> float:
    """Mann–Kendall's score as a standard normal, corrected for ties and continuity (Hirsch and Slack 1984, without seasons)."""
    n = len(values)
    ties = sum(t * (t - 1) * (2 * t + 5) for t in Counter(values).values())
    variance = (n * (n - 1) * (2 * n + 5) - ties) / 18
    return (score - math.copysign(1, score)) / math.sqrt(variance) if score and variance > 0 else 0.0
