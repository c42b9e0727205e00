"""A person's days as a table: what was known on the morning of each, and how the person rated it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from assistant.period import Period

__all__ = ["CHRONIC", "COLUMNS", "MEASURES", "Table", "table"]

Floats = NDArray[np.float64]

NIGHT = ("sleep_duration", "awake", "hrv", "resting_heart_rate")  # known on the morning of the day itself
DAY = ("steps", "active_minutes", "energy")  # of the day before
MEASURES = (*NIGHT, *DAY)
WEEK, CHRONIC = 7, 28  # days of "lately" and of "usually"
LOADED = ("steps", "active_minutes")  # whose week against the four weeks before is a load

COLUMNS = (
    *(f"{name}, last night" for name in NIGHT),
    *(f"{name}, the day before" for name in DAY),
    *(f"{name}, mean of a week" for name in MEASURES),
    *(f"{name}, week against four weeks" for name in LOADED),
    "last rating",
)

Values = Mapping[date, float]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """days: shape (n,), in order. known: what was known that morning, shape (n, len(COLUMNS)), NaN: missing. rating: shape (n,), NaN: none."""

    days: tuple[date, ...]
    known: Floats
    rating: Floats


def table(series: Mapping[str, Values], ratings: Values, period: Period, gap: int) -> Table:
    """series: measure → its days. gap: days before a day whose ratings are not yet known on its morning."""
    days = tuple(period)
    known = np.array([_known(day, series, ratings, gap) for day in days], dtype=np.float64).reshape(len(days), len(COLUMNS))
    return Table(days, known, np.array([ratings.get(day, np.nan) for day in days], dtype=np.float64))


def _known(day: date, series: Mapping[str, Values], ratings: Values, gap: int) -> list[float]:
    before = day - timedelta(days=1)
    week, usual = Period.last(WEEK, before), Period.last(CHRONIC, before)
    row = [series.get(name, {}).get(day, np.nan) for name in NIGHT]
    row += [series.get(name, {}).get(before, np.nan) for name in DAY]
    row += [_mean(series.get(name, {}), week) for name in MEASURES]
    for name in LOADED:
        long = _mean(series.get(name, {}), usual)
        row.append(_mean(series.get(name, {}), week) / long if long else np.nan)
    rated: Sequence[date] = [one for one in Period.last(WEEK, day - timedelta(days=1 + gap)) if one in ratings]
    row.append(ratings[rated[-1]] if rated else np.nan)
    return row


def _mean(values: Values, period: Period) -> float:
    found = [values[day] for day in period if day in values]
    return float(np.mean(found)) if found else np.nan
