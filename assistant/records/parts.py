"""A measure's readings as parts: one Parquet file per calendar month (UTC), sealed as a blob; and the index that says what there is.

The month is that of the UTC start, so that a reading whose offset is corrected stays the same reading in the same part.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.records.blobs import Blobs
from assistant.records.parquet import Parquet
from assistant.records.sample import Readings
from assistant.records.samples import DAY, LAYOUT, Samples, concatenated

__all__ = ["LONGEST", "Part", "Parts", "month_starts", "months_of"]

EPOCH = date(1970, 1, 1).toordinal()
LONGEST = 7  # days that one reading may last; so what reaches into a month began in it or in the one before


@dataclass(frozen=True, slots=True)
class Part:
    """What a part holds. first, last: local days since 1970. days: of each source, by its place in the list, the number of days with readings."""

    rows: int
    first: int
    last: int
    days: dict[int, int] = field(default_factory=dict)


def months_of(days: NDArray[np.int64]) -> NDArray[np.int64]:
    """Months since 1970 of days since 1970."""
    return days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)


def month_starts(months: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    """µs at which each month begins in UTC."""
    starts: NDArray[np.int64] = np.asarray(months, np.int64).astype("datetime64[M]").astype("datetime64[D]").astype(np.int64) * DAY
    return starts


class Parts:
    """One measure of one person, within a transaction. `save` writes the index after the last `write`."""

    def __init__(self, blobs: Blobs, parquet: Parquet, measure: str) -> None:
        self._blobs, self._parquet, self.measure = blobs, parquet, measure
        index = blobs.json(f"parts/{measure}", {})
        self.sources: list[str] = index.get("sources", [])
        self.units: list[str] = index.get("units", [])
        self.index: dict[int, Part] = {
            int(month): Part(part[0], part[1], part[2], {int(source): days for source, days in part[3].items()})
            for month, part in index.get("months", {}).items()
        }
        self._recent: OrderedDict[int, Samples] = OrderedDict()

    def days(self) -> dict[str, int]:
        """Of each source the number of days with readings."""
        found: dict[str, int] = {}
        for part in self.index.values():
            for source, days in part.days.items():
                found[self.sources[source]] = found.get(self.sources[source], 0) + days
        return found

    def read(self, month: int) -> Samples:
        """All readings of a month, in order of time; none when there are none."""
        if month not in self.index:
            return Samples.none()
        if month not in self._recent:
            self._remember(month, self._opened([month], "SELECT * FROM {parts}"))
        return self._recent[month]

    def between(self, first: int, last: int) -> Samples:
        """The readings that began on these local days (since 1970), in order of time."""
        months = sorted(month for month, part in self.index.items() if part.first <= last and part.last >= first)
        if not months:
            return Samples.none()
        return self._opened(months, "SELECT * FROM {parts} WHERE local_date BETWEEN ? AND ?", first, last)

    def around(self, month: int) -> Samples:
        """The readings that may touch a local day of the month: its own, the end of the one before and the beginning of the one after."""
        start, end = (int(moment) for moment in month_starts([month, month + 1]))
        before, after = self.read(month - 1), self.read(month + 1)
        reach = before.end > start - DAY
        return concatenated((before.taken(reach), self.read(month), after.taken(slice(0, int(np.searchsorted(after.start, end + DAY))))))

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

    def write(self, month: int, samples: Samples) -> None:
        """Put a part in the place of the month's."""
        columns = {name: getattr(samples, name) for name in LAYOUT if name not in ("end", "original")}
        # Moments end where they begin, and most files speak in the measure's own unit: then there is nothing to keep twice.
        columns["length"] = samples.end - samples.start
        if not np.array_equal(samples.value, samples.original):
            columns["original"] = samples.original
        self._blobs.write(self._name(month), self._parquet.packed(columns), packed=False)
        first = int(samples.local_date.min())
        pairs = np.unique((samples.local_date.astype(np.int64) - first) * len(self.sources) + samples.source)
        sources, days = np.unique(pairs % len(self.sources), return_counts=True)
        counted = dict(zip(sources.tolist(), days.tolist(), strict=True))
        self.index[month] = Part(len(samples), first, int(samples.local_date.max()), counted)
        self._remember(month, samples)

    def save(self) -> None:
        months = {str(month): [part.rows, part.first, part.last, part.days] for month, part in sorted(self.index.items())}
        self._blobs.write_json(f"parts/{self.measure}", {"sources": self.sources, "units": self.units, "months": months})

    def place(self, names: list[str], name: str) -> int:
        """The place of a source or unit in `sources` or `units`; a new one is appended."""
        if name not in names:
            names.append(name)
        return names.index(name)

    def query(self, months: Sequence[int], sql: str, *values: object) -> dict[str, Any]:
        """Columns of an answer that DuckDB gives over months. sql: with `{parts}` where they are read. values: of its question marks."""
        files = {str(month): self._blobs.read(self._name(month), packed=False) or b"" for month in months}
        return self._parquet.query(sql, files, *values)

    def _opened(self, months: Sequence[int], sql: str, *values: object) -> Samples:
        found = self.query(months, sql, *values)
        found["end"] = found["start"] + found.pop("length")
        original = found.get("original", found["value"])
        if np.ma.isMaskedArray(original):  # parts without that column stand beside parts with it
            original = original.filled(np.nan)
            original = np.where(np.isnan(original), found["value"], original)
        found["original"] = original
        return Samples(*(np.asarray(found[name], kind) for name, kind in LAYOUT.items()))

    def _name(self, month: int) -> str:
        return f"part/{self.measure}/{month}"

    def _remember(self, month: int, samples: Samples) -> None:
        """The last three, as neighbours are asked for one after the other."""
        self._recent[month] = samples
        self._recent.move_to_end(month)
        if len(self._recent) > 3:
            self._recent.popitem(last=False)
