"""Lowest, mean and highest of each day, computed where the readings lie: millions of them never become Python objects."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np

from assistant.records.parts import EPOCH, Parts

__all__ = ["DayRange", "day_ranges"]

_TOGETHER = 12  # parts that are open at a time: a year of them, and not all that there is
_SQL = """
    SELECT local_date, source, min(value) AS lowest, max(value) AS highest, sum(value) AS total, count(*) AS readings
    FROM {parts} %s GROUP BY ALL
"""
_WHOLE = _SQL % ""
_PARTLY = _SQL % "WHERE local_date BETWEEN ? AND ?"  # a third slower


@dataclass(frozen=True, slots=True)
class DayRange:
    """What one source read on a local day, in the measure's unit."""

    day: date
    source: str
    lowest: float
    mean: float
    highest: float
    readings: int


def day_ranges(parts: Parts, first: int, last: int) -> tuple[DayRange, ...]:
    """Of every source, in order of the day. first, last: local days since 1970."""
    months = sorted(month for month, part in parts.index.items() if part.first <= last and part.last >= first)
    whole = [month for month in months if first <= parts.index[month].first and parts.index[month].last <= last]
    found = [parts.query(whole[n : n + _TOGETHER], _WHOLE) for n in range(0, len(whole), _TOGETHER)]
    found += [parts.query([month], _PARTLY, first, last) for month in months if month not in whole]
    if not found:
        return ()
    column = {name: np.concatenate([np.asarray(one[name]) for one in found]) for name in found[0]}
    # A local day may lie in two months of UTC: its parts are put together.
    order = np.lexsort((column["source"], column["local_date"]))
    column = {name: values[order] for name, values in column.items()}
    fresh = np.ones(len(order), bool)
    fresh[1:] = (np.diff(column["local_date"].astype(np.int64)) != 0) | (np.diff(column["source"].astype(np.int64)) != 0)
    edges = np.flatnonzero(fresh)
    counts = np.add.reduceat(column["readings"], edges)
    rows = zip(
        column["local_date"][edges].tolist(),
        column["source"][edges].tolist(),
        np.minimum.reduceat(column["lowest"], edges).tolist(),
        (np.add.reduceat(column["total"], edges) / counts).tolist(),
        np.maximum.reduceat(column["highest"], edges).tolist(),
        counts.tolist(),
        strict=True,
    )
    return tuple(DayRange(date.fromordinal(EPOCH + day), parts.sources[source], *values) for day, source, *values in rows)
