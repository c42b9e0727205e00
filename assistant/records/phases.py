"""The phases of sleep that sources told of: kept by source, and nights made of them again as more comes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import cast

import numpy as np
from numpy.typing import NDArray

from assistant.period import Period
from assistant.records.blobs import Blobs
from assistant.records.nights import GAP, Row, Spell, row_of, spells, told
from assistant.records.priority import Priority
from assistant.records.sample import Night, Phase
from assistant.records.samples import DAY

__all__ = ["PhaseBook"]

_ROW = np.dtype([("start", "<i8"), ("end", "<i8"), ("from", "<i2"), ("to", "<i2"), ("kind", "u1")])
_FIRST_DAY = date(1970, 1, 1).toordinal()


class PhaseBook:
    """Within a transaction."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs
        self.sources: list[str] = blobs.json("sleep", [])

    def join(self, source: str, nights: Iterable[Night], write: bool = True) -> tuple[tuple[int, int, int], Period | None]:
        """Add one source's nights: how many were new, changed one that was known, or said nothing new; and the days that may differ now.

        A phase of the same kind and start is the same phase, and the longer one is kept. Nothing is written when nothing is new.
        """
        rows = {(row[0], row[4]): row for row in _listed(self._rows(source))}
        new = changed = unchanged = 0
        touched: list[int] = []
        for night in nights:
            added = known = 0
            for row in map(row_of, night.phases):
                place = (row[0], row[4])
                was = rows.get(place)
                known += was is not None
                if was is None or row[1] > was[1]:
                    rows[place] = row
                    added += 1
                    touched += row[:2]
            new, changed, unchanged = new + bool(added and not known), changed + bool(added and known), unchanged + (not added)
        if not touched:
            return (new, changed, unchanged), None
        if write:
            self._write(source, sorted(rows.values()))
        return (new, changed, unchanged), Period(_day(min(touched) - 2 * DAY), _day(max(touched) + 2 * DAY))

    def spells(self, priority: Priority, period: Period | None = None) -> tuple[Spell, ...]:
        """The nights that count, of those that ended on these local days; all without a period."""
        listed = {source: self._rows(source) for source in self.sources}
        if period is not None:
            listed = _near(listed, period)
        apart = [spell for source, rows in listed.items() for spell in spells(source, _listed(rows))]
        return tuple(spell for spell in told(apart, priority) if period is None or spell.day in period)

    def nights(self, priority: Priority, period: Period | None = None) -> tuple[Night, ...]:
        return tuple(spell.night() for spell in self.spells(priority, period))

    def all(self) -> Iterable[tuple[str, Phase]]:
        """Every phase as its source told it."""
        for source in self.sources:
            if rows := tuple(_listed(self._rows(source))):
                yield from ((source, phase) for phase in Spell(source, rows).night().phases)

    def _rows(self, source: str) -> NDArray[np.void]:
        return np.frombuffer(self._blobs.read(f"sleep/{source}") or b"", _ROW)

    def _write(self, source: str, rows: list[Row]) -> None:
        self._blobs.write(f"sleep/{source}", np.array(rows, _ROW).tobytes())
        if source not in self.sources:
            self.sources.append(source)
            self._blobs.write_json("sleep", self.sources)


def _listed(rows: NDArray[np.void]) -> list[Row]:
    return cast(list[Row], rows.tolist())


def _near(listed: Mapping[str, NDArray[np.void]], period: Period) -> dict[str, NDArray[np.void]]:
    """The phases of the nights that may end in the period, whole: of each stretch without a gap, whoever told of it."""
    rows = np.concatenate([*listed.values(), np.empty(0, _ROW)])
    rows = rows[np.argsort(rows["start"], kind="stable")]
    if not len(rows):
        return {}
    reach = np.maximum.accumulate(rows["end"])
    first = np.flatnonzero(np.append(True, rows["start"][1:] - reach[:-1] > GAP))
    starts, ends = rows["start"][first], reach[np.append(first[1:], len(rows)) - 1]
    # A local day begins at most 14 hours from the day in UTC.
    begin, end = ((day.toordinal() - _FIRST_DAY) * DAY for day in (period.start, period.end))
    near = np.flatnonzero((ends >= begin - DAY) & (starts <= end + 2 * DAY))
    if not len(near):
        return {}
    low, high = starts[near[0]], ends[near[-1]]
    return {source: own[(own["start"] >= low) & (own["start"] <= high)] for source, own in listed.items()}


def _day(micros: int) -> date:
    return date.fromordinal(_FIRST_DAY + micros // DAY)
