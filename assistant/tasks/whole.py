"""Figures of a whole period that are not the mean of its days: how regular the nights are, and what all glucose readings say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

from assistant.measures import Measure
from assistant.period import Period
from assistant.records.sample import Readings
from assistant.records.series import DayValue
from assistant.tasks.spec import Context

__all__ = ["GLUCOSE_RANGE", "GMI_DAYS", "NIGHTS", "WHOLE_ONLY", "Whole", "gmi", "whole"]

WHOLE_ONLY = frozenset({"sleep_regularity", "gmi"})
"""Measures that single days do not have."""

# Below five nights a spread is a matter of chance.
NIGHTS = 5
# Bergenstal et al., Diabetes Care 2018;41:2275: mean glucose of 10 to 14 days; the 2019 consensus on time in range asks for 14.
GMI_DAYS = 14
# mg/dL, both included: Battelino et al., Diabetes Care 2019;42:1593.
GLUCOSE_RANGE = (70.0, 180.0)

_FROM_READINGS = frozenset({"glucose", "time_in_range", "time_below_range", "time_above_range", "glucose_variability", "gmi"})
_DAY = 86_400_000_000  # µs

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Whole:
    """value: None with too few days. days: what it rests on, one row for each day with data."""

    value: float | None
    days: tuple[DayValue, ...]


async def whole(context: Context, measure: Measure, period: Period, days: Sequence[DayValue]) -> Whole | None:
    """The figure of a period whose own days are `days`; None where it is the mean of these."""
    if measure.name == "sleep_regularity":
        return await _regularity(context, period)
    if measure.name not in _FROM_READINGS:
        return None
    person = context.person.id
    daily = days if measure.name == "glucose" else await context.records.days(person, "glucose", period)
    batches = await context.records.readings(person, "glucose", period)
    by_day = _of_days(batches, {day.day: day.source for day in daily}, period)
    if by_day:
        rows = tuple(DayValue(day, float(values.mean()), source) for day, (source, values) in sorted(by_day.items()))
        value = _glucose(measure.name, np.concatenate([values for _, values in by_day.values()]), len(rows))
        return Whole(value, rows) if value is not None or measure.name in WHOLE_ONLY else None
    if measure.name == "gmi" and daily:
        return Whole(gmi(fmean(day.value for day in daily)) if len(daily) >= GMI_DAYS else None, tuple(daily))
    return None


def gmi(mean: float) -> float:
    """Glucose management indicator, %, of a mean in mg/dL (Bergenstal et al. 2018)."""
    return 3.31 + 0.02392 * mean


def _glucose(name: str, values: Values, days: int) -> float | None:
    low, high = GLUCOSE_RANGE
    match name:
        case "time_below_range":
            return 100 * float((values < low).mean())
        case "time_above_range":
            return 100 * float((values > high).mean())
        case "time_in_range":
            return 100 * float(((values >= low) & (values <= high)).mean())
        case "glucose_variability":
            return 100 * float(values.std(ddof=1) / values.mean()) if len(values) > 1 else None
        case "gmi":
            return gmi(float(values.mean())) if days >= GMI_DAYS else None
    return float(values.mean())


def _of_days(batches: Sequence[Readings], speaks: Mapping[date, str], period: Period) -> dict[date, tuple[str, Values]]:
    """Readings by local day, of the source that speaks for the day; of the one with most readings where none is named."""
    found: dict[date, dict[str, list[Values]]] = {}
    for batch in batches:
        local = (batch.start + batch.offset.astype(np.int64) * 60_000_000) // _DAY
        for number in np.unique(local):
            day = date.fromordinal(_EPOCH + int(number))
            if day in period:
                found.setdefault(day, {}).setdefault(batch.source, []).append(batch.value[local == number])
    chosen: dict[date, tuple[str, Values]] = {}
    for day, sources in found.items():
        name = speaks.get(day, "")
        if name not in sources:
            name = max(sorted(sources), key=lambda source: sum(map(len, sources[source])))
        chosen[day] = (name, np.concatenate(sources[name]))
    return chosen


_EPOCH = date(1970, 1, 1).toordinal()


async def _regularity(context: Context, period: Period) -> Whole:
    """Standard deviation of the nights' midpoints, in minutes."""
    person = context.person.id
    began = {day.day: day for day in await context.records.days(person, "bedtime", period)}
    ended = {day.day: day for day in await context.records.days(person, "wake_time", period)}
    nights = tuple(DayValue(day, (began[day].value + ended[day].value) / 2, ended[day].source) for day in sorted(began.keys() & ended.keys()))
    return Whole(stdev(night.value for night in nights) if len(nights) >= NIGHTS else None, nights)
