"""The phases of sleep that sources told of: kept by source, and nights made of them again as more comes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from typing import cast, get_args

import numpy as np
from numpy.typing import NDArray

from assistant.period import Period
from assistant.records.blobs import Blobs
from assistant.records.nights import GAP, grouped, told
from assistant.records.priority import Priority
from assistant.records.sample import Night, Phase, PhaseKind

__all__ = ["PhaseBook"]

_KINDS: tuple[PhaseKind, ...] = get_args(PhaseKind)
_ROW = np.dtype([("start", "<i8"), ("end", "<i8"), ("from", "<i2"), ("to", "<i2"), ("kind", "u1")])
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICRO = timedelta(microseconds=1)
_DAY = 86_400_000_000
# end, offset at the start and at the end (minutes), by kind and start
Rows = dict[tuple[int, int], tuple[int, int, int]]


class PhaseBook:
    """Within a transaction."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs
        self.sources: list[str] = blobs.json("sleep", [])

    def join(self, source: str, nights: Iterable[Night], write: bool = True) -> tuple[tuple[int, int, int], Period | None]:
        """Add one source's nights: how many were new, changed one that was known, or said nothing new; and the days that may differ now.

        A phase of the same kind and start is the same phase, and the longer one is kept. Nothing is written when nothing is new.
        """
        rows: Rows = {(row["kind"], row["start"]): (row["end"], row["from"], row["to"]) for row in self._listed(source)}
        new = changed = unchanged = 0
        touched: list[int] = []
        for night in nights:
            added = known = 0
            for phase in night.phases:
                place = (_KINDS.index(phase.kind), _micros(phase.start))
                was, row = rows.get(place), (_micros(phase.end), _offset(phase.start), _offset(phase.end))
                known += was is not None
                if was is None or row[0] > was[0]:
                    rows[place] = row
                    added += 1
                    touched += (place[1], row[0])
            new, changed, unchanged = new + bool(added and not known), changed + bool(added and known), unchanged + (not added)
        if not touched:
            return (new, changed, unchanged), None
        if write:
            self._write(source, rows)
        return (new, changed, unchanged), Period(_day(min(touched) - 2 * _DAY), _day(max(touched) + 2 * _DAY))

    def nights(self, priority: Priority, period: Period | None = None) -> tuple[Night, ...]:
        """The nights that count, of those that ended on these local days; all without a period."""
        listed = {source: self._rows(source) for source in self.sources}
        if period is not None:
            listed = _near(listed, period)
        apart = [night for source, rows in listed.items() if len(rows) for night in grouped(source, _phases(rows))]
        return tuple(night for night in told(apart, priority) if period is None or night.end.date() in period)

    def all(self) -> Iterable[tuple[str, Phase]]:
        """Every phase as its source told it."""
        for source in self.sources:
            for phase in _phases(self._rows(source)):
                yield source, phase

    def _rows(self, source: str) -> NDArray[np.void]:
        return np.frombuffer(self._blobs.read(f"sleep/{source}") or b"", _ROW)

    def _listed(self, source: str) -> Iterable[Mapping[str, int]]:
        rows = self._rows(source)
        names = cast(tuple[str, ...], _ROW.names)
        return (dict(zip(names, row, strict=True)) for row in rows.tolist())

    def _write(self, source: str, rows: Rows) -> None:
        ordered = sorted((start, end, begun, ended, kind) for (kind, start), (end, begun, ended) in rows.items())
        self._blobs.write(f"sleep/{source}", np.array(ordered, _ROW).tobytes())
        if source not in self.sources:
            self.sources.append(source)
            self._blobs.write_json("sleep", self.sources)


def _near(listed: Mapping[str, NDArray[np.void]], period: Period) -> dict[str, NDArray[np.void]]:
    """The phases of the nights that may end in the period, whole: of each stretch without a gap, whoever told of it."""
    rows = np.concatenate([*listed.values(), np.empty(0, _ROW)])
    rows = rows[np.argsort(rows["start"], kind="stable")]
    if not len(rows):
        return {}
    reach = np.maximum.accumulate(rows["end"])
    first = np.flatnonzero(np.append(True, rows["start"][1:] - reach[:-1] > GAP // _MICRO))
    starts, ends = rows["start"][first], reach[np.append(first[1:], len(rows)) - 1]
    # A local day begins at most 14 hours from the day in UTC.
    begin, end = (_micros(datetime(day.year, day.month, day.day, tzinfo=UTC)) for day in (period.start, period.end))
    near = np.flatnonzero((ends >= begin - _DAY) & (starts <= end + 2 * _DAY))
    if not len(near):
        return {}
    low, high = starts[near[0]], ends[near[-1]]
    return {source: own[(own["start"] >= low) & (own["start"] <= high)] for source, own in listed.items()}


def _phases(rows: NDArray[np.void]) -> Iterable[Phase]:
    for start, end, begun, ended, kind in rows.tolist():
        yield Phase(_KINDS[kind], _moment(start, begun), _moment(end, ended))


def _micros(moment: datetime) -> int:
    return (moment - _EPOCH) // _MICRO


def _moment(micros: int, offset: int) -> datetime:
    return (_EPOCH + micros * _MICRO).astimezone(timezone(timedelta(minutes=offset)))


def _offset(moment: datetime) -> int:
    return (moment.utcoffset() or timedelta(0)) // timedelta(minutes=1)


def _day(micros: int) -> date:
    return (_EPOCH + micros * _MICRO).date()
