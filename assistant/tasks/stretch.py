"""A measure over a stretch of days: the days that have data, the figure of the whole stretch, and where it comes from.

- Values are rounded as they are shown before they become facts, and differences and verdicts are taken from the rounded numbers, so that
  what a person hears adds up.
- Today is not over: of what grows or averages over the day (steps, heart rate, …) a stretch of several days that includes today ends
  yesterday, since an average over a morning would mislead. Asked for today alone, the answer is the value so far.
- A few figures are not the mean of their days (`assistant.tasks.whole`): they are worked out from all readings or nights of the stretch.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import timedelta
from statistics import fmean

from assistant.errors import NoData
from assistant.facts import Absent, Extreme, Measured, Source, Statistic, Which
from assistant.measures import Measure, Quantity, Unit
from assistant.period import Period
from assistant.records.series import DayValue
from assistant.tasks.spec import Context
from assistant.tasks.whole import Whole, whole
from assistant.types import Provenance

__all__ = ["Stretch", "absent", "difference", "lived", "quantity", "stretch"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """days: values of single days, in order. whole: what the figure of the whole stretch is, where it is not the mean of its days."""

    measure: Measure
    period: Period
    days: tuple[DayValue, ...]
    whole: Whole | None
    source: Source

    @property
    def recorded(self) -> int:
        """Days that the figure of the stretch rests on."""
        return len(self.days) if self.whole is None else len(self.whole.days)

    @property
    def figure(self) -> float | None:
        """The mean of the days with data, or the figure of the whole; None without data, or with too few days for that figure."""
        if self.whole is not None:
            return self.whole.value
        return fmean(day.value for day in self.days) if self.days else None

    def average(self) -> Measured:
        """The figure; the value itself when one day was asked for. Raises `NoData` where there is no figure."""
        value = self.figure
        if value is None:
            raise NoData(f"There is too little data of {self.measure.name} in {self.period}.")
        return self._measured("value" if self.period.days == 1 else "mean", value, self.recorded)

    def summary(self) -> tuple[Measured, ...]:
        """The average, and the total where days add up and none is missing."""
        average = self.average()
        if self.measure.additive and len(self.days) == self.period.days > 1:
            return (average, self.total())
        return (average,)

    def total(self) -> Measured:
        return self._measured("total", math.fsum(day.value for day in self.days), len(self.days))

    def extreme(self, which: Which) -> Extreme:
        """The earliest of the days that share the highest or lowest value as shown."""
        best = max if which == "highest" else min
        shown = [(quantity(self.measure, day.value), day.day) for day in self.days]
        value = best(amount.value for amount, _ in shown)
        amount, first = next((amount, day) for amount, day in shown if amount.value == value)
        return Extreme(self.measure.name, which, amount, first, self.period, len(self.days), self.source)

    def _measured(self, statistic: Statistic, value: float, days: int) -> Measured:
        return Measured(self.measure.name, statistic, quantity(self.measure, value), self.period, days, self.source)


async def stretch(context: Context, measure: Measure, asked: Period) -> Stretch:
    """The days of a period as far as they have been lived, kept in the data pipe under the key that the facts name as their source."""
    period = lived(context, measure, asked)
    days = await context.records.days(context.person.id, measure.name, period)
    figure = await whole(context, measure, period, days)
    rests = days if figure is None else figure.days
    # A sum that several devices made up is kept as "Watch + Phone".
    title = ", ".join(sorted({name for day in rests for name in day.source.split(" + ")}))
    key = await context.pipe.put(
        context.person.id,
        [[day.day.isoformat(), day.value, day.source] for day in days or rests],
        Provenance(measure.task, {"measure": measure.name, "period": str(period)}, title),
    )
    return Stretch(measure, period, days, figure, Source("record", key, title))


def lived(context: Context, measure: Measure, asked: Period) -> Period:
    """The part of a period that is over; the whole of one that has not begun."""
    today = context.now.date()
    end = min(asked.end, today)
    if measure.growing and asked.start < today:
        end = min(end, today - timedelta(days=1))
    return Period(asked.start, end) if asked.start <= end else asked


async def absent(context: Context, measure: Measure, period: Period) -> Absent:
    return Absent(measure.name, period, await context.records.span(context.person.id, measure.name))


def quantity(measure: Measure, value: float) -> Quantity:
    """A value of the measure as it is shown."""
    return Quantity(_shown(value, measure.digits), measure.unit)


def difference(measure: Measure, value: float, digits: int | None = None) -> Quantity:
    """How far two values are apart; between two times of day these are minutes."""
    unit: Unit = "min" if measure.unit == "clock" else measure.unit
    return Quantity(_shown(value, measure.digits if digits is None else digits), unit)


def _shown(value: float, digits: int) -> float:
    # Adding zero turns -0.0 into 0.0.
    return round(value, digits) + 0.0
