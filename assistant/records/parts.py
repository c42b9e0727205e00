"""A measure's readings as parts: Parquet files, each sealed as a blob; and the index that says what there is.

A part holds a calendar year of what is measured now and then, and a month of what is measured all the time. Month and year are those of the start in
UTC, so that a reading whose offset is corrected stays the same reading in the same part.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.records.blobs import Blobs
from assistant.records.parquet import Parquet
from assistant.records.sample import Readings
from assistant.records.samples import DAY, LAYOUT, Samples, concatenated

__all__ = ["EPOCH", "LONGEST", "Part", "Parts", "Stretch", "months_of"]

EPOCH = date(1970, 1, 1).toordinal()
_LARGE = 200_000  # rows from which on a year is kept in months; so much is read and written as one
Stretch = tuple[int, int]
"""First month (since 1970) and number of months, 1 or 12."""
LONGEST = 7  # days that one reading may last; so what reaches into a month began in it or in the one before


@dataclass(frozen=True, slots=True)
class Part:
    """What a part holds. months: 12 or 1. first, last: local days since 1970. days: of each source, by its place in the list, those with readings."""

    months: int
    rows: int
    first: int
    last: int
    days: dict[int, int] = field(default_factory=dict)


def months_of(days: NDArray[np.int64]) -> NDArray[np.int64]:
    """Months since 1970 of days since 1970."""
    return days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)


def _moment(month: int) -> int:
    """µs at which a month begins in UTC."""
    return int(np.datetime64(month, "M").astype("datetime64[D]").astype(np.int64)) * DAY


class Parts:
    """One measure of one person, within a transaction. `save` writes the index after the last `write`."""

    def __init__(self, blobs: Blobs, parquet: Parquet, measure: str) -> None:
        self._blobs, self._parquet, self.measure = blobs, parquet, measure
        index = blobs.json(f"parts/{measure}", {})
        self.sources: list[str] = index.get("sources", [])
        self.units: list[str] = index.get("units", [])
        self.index: dict[int, Part] = {
            int(begin): Part(months, rows, first, last, {int(source): count for source, count in days.items()})
            for begin, (months, rows, first, last, days) in index.get("parts", {}).items()
        }
        self._recent: OrderedDict[int, Samples] = OrderedDict()

    def days(self) -> dict[str, int]:
        """Of each source the number of days with readings."""
        found: dict[str, int] = {}
        for part in self.index.values():
            for source, days in part.days.items():
                found[self.sources[source]] = found.get(self.sources[source], 0) + days
        return found

    def stretch(self, month: int) -> Stretch:
        """The months that share a part with this one."""
        year = month - month % 12
        return (year, 12) if year in self.index and self.index[year].months == 12 else (month, 1)

    def planned(self, rows: Mapping[int, int]) -> dict[Stretch, list[int]]:
        """Which parts new readings go to. rows: how many of each month. Writes nothing."""
        found: dict[Stretch, list[int]] = {}
        for month in sorted(rows):
            year = month - month % 12
            own = range(year, year + 12)
            whole = year not in self.index or self.index[year].months == 12
            monthly = not whole or any(other in self.index for other in own[1:])
            held = self.index[year].rows if year in self.index else 0
            large = held + sum(rows.get(other, 0) for other in own) > _LARGE
            found.setdefault((month, 1) if monthly or large else (year, 12), []).append(month)
        return found

    def read(self, stretch: Stretch) -> Samples:
        """All readings of these months, in order of time; none when there are none."""
        begin, months = stretch
        holder = begin if begin in self.index else self.stretch(begin)[0]
        if holder not in self.index:
            return Samples.none()
        if holder not in self._recent:
            self._remember(holder, self._opened([holder], "SELECT * FROM {parts}"))
        samples = self._recent[holder]
        if self.index[holder].months == months:
            return samples
        edges = np.searchsorted(samples.start, [_moment(begin), _moment(begin + months)])
        return samples.taken(slice(int(edges[0]), int(edges[1])))

    def between(self, first: int, last: int) -> Samples:
        """The readings that began on these local days (since 1970), in order of time."""
        begins = sorted(begin for begin, part in self.index.items() if part.first <= last and part.last >= first)
        if not begins:
            return Samples.none()
        return self._opened(begins, "SELECT * FROM {parts} WHERE local_date BETWEEN ? AND ?", first, last)

    def around(self, stretch: Stretch) -> Samples:
        """The readings that may touch a local day of these months: their own, the end of the one before and the beginning of the one after."""
        begin, months = stretch
        before, after = self.read((begin - 1, 1)), self.read((begin + months, 1))
        reach = before.end > _moment(begin) - DAY
        head = int(np.searchsorted(after.start, _moment(begin + months) + DAY))
        return concatenated((before.taken(reach), self.read(stretch), after.taken(slice(0, head))))

    def readings(self, samples: Samples) -> tuple[Readings, ...]:
        """As they are handed out: by source and original unit."""
        found: list[Readings] = []
        kinds = samples.source.astype(np.int64) * len(self.units) + samples.unit
        for kind in np.unique(kinds).tolist():
            own = samples.taken(kinds == kind)
            source, unit = divmod(kind, len(self.units))
            names = self.measure, self.sources[source], self.units[unit]
            found.append(Readings(*names, own.start, own.end, own.offset, own.value, own.original))
        return tuple(found)

    def write(self, stretch: Stretch, samples: Samples) -> None:
        """Put what these months hold in the place of what they held."""
        begin, months = stretch
        holder = self.stretch(begin)
        if holder[1] > months:  # the year has become too large for one part
            rest = {month: self.read((month, 1)) for month in range(holder[0], holder[0] + 12) if month != begin}
            del self.index[holder[0]]
            self._recent.pop(holder[0])
            self._blobs.remove(self._name(holder[0]))
            for month, own in rest.items():
                if len(own):
                    self.write((month, 1), own)
        columns = {name: getattr(samples, name) for name in LAYOUT if name not in ("end", "original")}
        # Moments end where they begin, and most files speak in the measure's own unit: then there is nothing to keep twice.
        columns["length"] = samples.end - samples.start
        if not np.array_equal(samples.value, samples.original):
            columns["original"] = samples.original
        self._blobs.write(self._name(begin), self._parquet.packed(columns), packed=False)
        first = int(samples.local_date.min())
        pairs = np.unique((samples.local_date.astype(np.int64) - first) * len(self.sources) + samples.source)
        sources, days = np.unique(pairs % len(self.sources), return_counts=True)
        counted = dict(zip(sources.tolist(), days.tolist(), strict=True))
        self.index[begin] = Part(months, len(samples), first, int(samples.local_date.max()), counted)
        self._remember(begin, samples)

    def save(self) -> None:
        parts = {str(begin): [part.months, part.rows, part.first, part.last, part.days] for begin, part in sorted(self.index.items())}
        self._blobs.write_json(f"parts/{self.measure}", {"sources": self.sources, "units": self.units, "parts": parts})

    def query(self, begins: Sequence[int], sql: str, *values: object) -> dict[str, Any]:
        """Columns of an answer that DuckDB gives over parts. sql: with `{parts}` where they are read. values: of its question marks."""
        files = {str(begin): self._blobs.read(self._name(begin), packed=False) or b"" for begin in begins}
        return self._parquet.query(sql, files, *values)

    def _opened(self, begins: Sequence[int], sql: str, *values: object) -> Samples:
        found = self.query(begins, sql, *values)
        found["end"] = found["start"] + found.pop("length")
        original = found.get("original", found["value"])
        if np.ma.isMaskedArray(original):  # parts without that column stand beside parts with it
            original = np.where(np.ma.getmaskarray(original), found["value"], original.filled(0))
        found["original"] = original
        return Samples(*(np.asarray(found[name], kind) for name, kind in LAYOUT.items()))

    def _name(self, begin: int) -> str:
        return f"part/{self.measure}/{begin}"

    def _remember(self, begin: int, samples: Samples) -> None:
        """The last three, as neighbours are asked for one after the other."""
        self._recent[begin] = samples
        self._recent.move_to_end(begin)
        if len(self._recent) > 3:
            self._recent.popitem(last=False)
