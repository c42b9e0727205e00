"""From readings to days, by the rules of docs/records.md: what is counted once only, and what a reading over midnight gives to each day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from assistant.measures import MEASURES, Measure
from assistant.records.samples import DAY, MINUTE, Samples

__all__ = ["DERIVED", "Covered", "day_values", "touched_days"]

Days = dict[int, dict[str, float]]
"""Day since 1970 → source → value. Of amounts that add up there is one source a day, named after all that gave something."""

DERIVED: Mapping[str, tuple[str, ...]] = {
    **{name: (name,) for name, measure in MEASURES.items() if measure.daily in ("sum", "mean", "last", "max")},
    # The day's highest pulse is the highest of what was read.
    "heart_rate": ("heart_rate", "max_heart_rate"),
    "glucose": ("glucose", "time_in_range", "time_below_range", "time_above_range", "glucose_variability"),
}
"""The measures whose days come of the readings of a measure."""

LOW, HIGH = 70.0, 180.0  # mg/dL: the consensus range of time in range (Battelino 2019)


def touched_days(measure: str, samples: Samples) -> NDArray[np.int64]:
    """The local days whose values may be other ones once these readings are there, without doubles."""
    first = samples.local_date.astype(np.int64)
    if MEASURES[measure].daily != "sum":
        return np.unique(first)
    # A worse source's reading that it covers may lie, by its own offset, a day before or after.
    last = (samples.end + samples.offset.astype(np.int64) * MINUTE) // DAY
    length = int((last - first).max(initial=0)) + 1
    return np.unique(np.concatenate([np.minimum(first + n, last) + beside for n in range(length) for beside in (-1, 0, 1)]))


def day_values(measure: str, samples: Samples, days: NDArray[np.int64], sources: Sequence[str], order: Sequence[str]) -> dict[str, Days]:
    """Values of the given days, of each measure that comes of this one. sources: the names by their place; order: the best first."""
    definition = MEASURES[measure]
    if definition.daily == "sum":
        return {measure: _sums(samples, days, sources, order)}
    return _each(definition, samples.taken(np.isin(samples.local_date, days)), sources)


def _each(measure: Measure, samples: Samples, sources: Sequence[str]) -> dict[str, Days]:
    """Every source's own values: who speaks is said when somebody asks."""
    if not len(samples):
        return {name: {} for name in DERIVED[measure.name]}
    first = int(samples.local_date.min())
    cell = (samples.local_date.astype(np.int64) - first) * len(sources) + samples.source
    size = int(cell.max()) + 1
    count = np.bincount(cell, minlength=size)
    there = np.flatnonzero(count)

    def means(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.bincount(cell, values, size)[there] / count[there]

    def highest() -> NDArray[np.float64]:
        found = np.full(size, -np.inf)
        np.maximum.at(found, cell, samples.value)
        return found[there]

    found: dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]] = {}
    if measure.daily == "mean":
        found[measure.name] = there, means(samples.value)
    elif measure.daily == "max":
        found[measure.name] = there, highest()
    else:
        last = np.empty(size)
        last[cell] = samples.value  # in order of time: the last one is written last
        found[measure.name] = there, last[there]
    if measure.name == "heart_rate":
        found["max_heart_rate"] = there, highest()
    if measure.name == "glucose":
        inside = (samples.value >= LOW) & (samples.value <= HIGH)
        found["time_in_range"] = there, 100 * means(inside.astype(np.float64))
        found["time_below_range"] = there, 100 * means((samples.value < LOW).astype(np.float64))
        found["time_above_range"] = there, 100 * means((samples.value > HIGH).astype(np.float64))
        mean = means(samples.value)
        centre = np.zeros(size)
        centre[there] = mean
        squares = means((samples.value - centre[cell]) ** 2) * count[there]
        several = count[there] > 1
        found["glucose_variability"] = there[several], 100 * np.sqrt(squares[several] / (count[there][several] - 1)) / mean[several]
    return {name: _by_day(cells, values, first, sources) for name, (cells, values) in found.items()}


def _by_day(cells: NDArray[np.int64], values: NDArray[np.float64], first: int, sources: Sequence[str]) -> Days:
    days: Days = {}
    for cell, value in zip(cells.tolist(), values.tolist(), strict=True):
        day, source = divmod(cell, len(sources))
        days.setdefault(first + day, {})[sources[source]] = value
    return days


class Covered:
    """The time that better sources have told of, as intervals that do not touch: [start, end), µs."""

    def __init__(self) -> None:
        self._start = np.empty(0, np.int64)
        self._end = np.empty(0, np.int64)
        self._before = np.zeros(1, np.int64)  # µs covered before each interval, and in all

    def add(self, start: NDArray[np.int64], end: NDArray[np.int64]) -> None:
        start, end = np.concatenate((self._start, start)), np.concatenate((self._end, end))
        order = np.argsort(start, kind="stable")
        start, reach = start[order], np.maximum.accumulate(end[order])
        begins = np.ones(len(start), bool)
        begins[1:] = start[1:] > reach[:-1]
        places = np.flatnonzero(begins)
        self._start = start[places]
        self._end = reach[np.append(places[1:] - 1, len(start) - 1)] if len(start) else reach
        self._before = np.concatenate(([0], np.cumsum(self._end - self._start)))

    def until(self, moment: NDArray[np.int64]) -> NDArray[np.int64]:
        """µs that are covered before each moment."""
        place = np.searchsorted(self._start, moment, "right") - 1
        if not len(self._start):
            return np.zeros(len(moment), np.int64)
        inside = np.minimum(moment, self._end[place]) - self._start[place]
        return cast(NDArray[np.int64], np.where(place >= 0, self._before[place] + inside, 0))

    def holds(self, moment: NDArray[np.int64]) -> NDArray[np.bool_]:
        place = np.searchsorted(self._start, moment, "right") - 1
        if not len(self._start):
            return np.zeros(len(moment), bool)
        return (place >= 0) & (moment < self._end[place])


def _sums(samples: Samples, days: NDArray[np.int64], sources: Sequence[str], order: Sequence[str]) -> Days:
    """One amount a day: what a better source has covered is not counted again."""
    found: Days = {}
    if not len(samples) or not len(days):
        return found
    first, size = int(days.min()), int(days.max() - days.min()) + 1
    total, told = np.zeros(size), np.zeros((len(order), size), bool)
    covered = Covered()
    for place, name in enumerate(order):
        own = samples.taken(samples.source == sources.index(name)) if len(order) > 1 else samples
        for day, value, gave in _shares(own, covered if place else None):
            inside = (day >= first) & (day < first + size)
            total += np.bincount(day[inside] - first, value[inside], size)
            told[place, day[inside & gave] - first] = True
        if place + 1 < len(order):
            covered.add(own.start, own.end)
    for day in days.tolist():
        givers = [name for place, name in enumerate(order) if told[place, day - first]]
        if givers:
            found[day] = {" + ".join(givers): float(total[day - first])}
    return found


def _shares(samples: Samples, covered: Covered | None) -> list[tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.bool_]]]:
    """(day, value, whether it counts at all) of each reading, and of those over midnight once for each day."""
    first = samples.local_date.astype(np.int64)
    offset = samples.offset.astype(np.int64) * MINUTE
    # What ends at midnight gives nothing to the day that begins there.
    last = np.maximum((samples.end + offset - 1) // DAY, first)
    length = samples.end - samples.start
    found = []
    for step in range(int((last - first).max(initial=0)) + 1):
        which: slice | NDArray[np.bool_] = (first + step <= last) if step else slice(None)
        day = first[which] + step
        begin = np.maximum(samples.start[which], day * DAY - offset[which])
        end = np.minimum(samples.end[which], (day + 1) * DAY - offset[which])
        free = end - begin
        if covered is not None:
            free = free - (covered.until(end) - covered.until(begin))
        whole = length[which]
        moment = whole == 0
        share = np.where(moment, 1.0, free / np.where(moment, 1, whole))
        if covered is not None and moment.any():
            share[moment & covered.holds(begin)] = 0.0
        found.append((day, samples.value[which] * share, share > 0))
    return found
