"""Days that are out of the person's own usual range: median ± 3 × 1.4826 × MAD of the sixty days before."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from assistant.facts import Odd, Unusual
from assistant.measures import Measure, Quantity
from assistant.period import Period
from assistant.records.series import DayValue
from assistant.tasks.stretch import Stretch, quantity

__all__ = ["BASELINE_DAYS", "NEEDED", "baseline", "unusual", "usual"]

BASELINE_DAYS = 60
# Days of the baseline that must have data.
NEEDED = 14
# 1.4826 × MAD estimates the standard deviation of a normal distribution (Leys et al. 2013, who call three of them "very conservative").
_WIDTH = 3 * 1.4826


def baseline(period: Period) -> Period:
    return period.before(BASELINE_DAYS)


def usual(measure: Measure, before: Sequence[DayValue]) -> tuple[Quantity, Quantity]:
    """The range of the baseline's days, as it is shown. It is never narrower than "about the same" on either side, and never wider than what a
    measure can be. Needs one day; is worth telling from `NEEDED` days on."""
    values = [day.value for day in before]
    middle = median(values)
    width = max(_WIDTH * median(abs(value - middle) for value in values), measure.same_within)
    return quantity(measure, max(middle - width, measure.low)), quantity(measure, min(middle + width, measure.high))


def unusual(stretch: Stretch, before: Sequence[DayValue]) -> Unusual:
    """before: the days with data of `baseline(stretch.period)`."""
    measure = stretch.measure
    low, high = usual(measure, before)
    shown = [(day.day, quantity(measure, day.value)) for day in stretch.days]
    odd = tuple(
        Odd(day, amount, "lowest" if amount.value < low.value else "highest") for day, amount in shown if not low.value <= amount.value <= high.value
    )
    return Unusual(measure.name, odd, low, high, baseline(stretch.period), stretch.period, len(stretch.days), stretch.source)
