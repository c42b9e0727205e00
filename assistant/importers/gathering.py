"""What an importer has read, on its way to the intake: readings in batches with their lines, days, and a count of everything."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

import numpy as np

from assistant.importers.importer import Intake, Reject
from assistant.importers.parcel import Parcel
from assistant.measures import MEASURES
from assistant.records.sample import Night, Phase, PhaseKind, Readings
from assistant.records.series import DayValue

__all__ = ["Amounts", "Gathering", "disjoint"]

_BATCH = 20_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICRO = timedelta(microseconds=1)


@dataclass(slots=True)
class _Rows:
    start: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    offset: list[int] = field(default_factory=list)
    value: list[float] = field(default_factory=list)
    original: list[float] = field(default_factory=list)
    line: list[int] = field(default_factory=list)


class Gathering:
    """Collects what is read of a parcel. `finish` hands over what is left and says what was left out."""

    def __init__(self, intake: Intake, parcel: Parcel) -> None:
        self.intake, self._parcel = intake, parcel
        self._rows: defaultdict[tuple[str, str, str, str], _Rows] = defaultdict(_Rows)
        self._waiting = 0
        self._days: dict[tuple[str, date, str], float] = {}
        self._seen: Counter[str] = Counter()
        self._foreign: Counter[str] = Counter()
        self._twice = 0
        self._nights: set[tuple[str, datetime, datetime]] = set()

    def seen(self, kind: str, count: int = 1) -> None:
        """Something by the name that the file has for it."""
        self._seen[kind] += count

    def foreign(self, kind: str, count: int = 1) -> None:
        """The same, of which there is no measure here."""
        self._seen[kind] += count
        self._foreign[kind] += count

    def reject(self, place: str, reason: str) -> None:
        self.intake.reject(Reject(place, reason))

    def reading(
        self,
        measure: str,
        source: str,
        start: datetime,
        value: float,
        *,
        end: datetime | None = None,
        unit: str = "",
        original: float | None = None,
        where: str = "",
        line: int = 0,
    ) -> None:
        """One reading, in the measure's own unit. unit, original: as the file has it. end: of an amount; none of a moment."""
        rows = self._rows[measure, source, unit or MEASURES[measure].unit, where]
        since = (start - _EPOCH) // _MICRO
        rows.start.append(since)
        rows.end.append(since if end is None else (end - _EPOCH) // _MICRO)
        rows.offset.append(round((start.utcoffset() or timedelta()).total_seconds() / 60))
        rows.value.append(value)
        rows.original.append(value if original is None else original)
        rows.line.append(line)
        self._waiting += 1
        if self._waiting >= _BATCH:
            self.flush()

    def day(self, measure: str, day: date, value: float, source: str, where: str = "") -> None:
        """A figure for a whole day. The same one twice counts once; a different one for a day that has one is rejected."""
        known = self._days.get((measure, day, source))
        if known is None:
            self._days[measure, day, source] = value
            self.intake.days(measure, [DayValue(day, value, source)], where)
        elif known == value:
            self._twice += 1
        else:
            self.reject(where, f"{measure} of {day} is {value:g} here and {known:g} above, which was kept")

    def night(self, night: Night, where: str = "") -> None:
        """The same night twice counts once."""
        key = night.source, night.start, night.end
        if key in self._nights:
            self._twice += 1
            return
        self._nights.add(key)
        self.intake.nights([night], where)

    def tick(self) -> None:
        """Tell how far the reading is."""
        self.intake.progress(self._parcel.done)

    def flush(self) -> None:
        for (measure, source, unit, where), rows in self._rows.items():
            batch = Readings(
                measure,
                source,
                unit,
                np.array(rows.start, np.int64),
                np.array(rows.end, np.int64),
                np.array(rows.offset, np.int16),
                np.array(rows.value, np.float64),
                np.array(rows.original, np.float64),
            )
            lines = np.array(rows.line, np.int64) if any(rows.line) else None
            self.intake.readings(batch, where, lines)
        self._rows.clear()
        self._waiting = 0
        self.tick()

    def finish(self) -> None:
        self.flush()
        for kind, count in sorted(self._seen.items()):
            self.intake.seen(kind, count)
        if self._twice:
            self.intake.note(f"{self._twice:,} figures stand there twice; each was taken once.")
        if self._foreign:
            names = ", ".join(f"{kind} ({count:,})" for kind, count in sorted(self._foreign.items()))
            self.intake.note(f"Not taken, because there is no measure for it: {names}.")


class Amounts:
    """Amounts of short stretches in order of time. Neighbours of one local day with the same amount become one reading, which says the same.

    factor: from the file's `unit` to the measure's.
    """

    def __init__(self, gathering: Gathering, measure: str, source: str, unit: str, factor: float = 1.0, where: str = "") -> None:
        self._gathering, self._measure, self._source = gathering, measure, source
        self._unit, self._factor, self._where = unit, factor, where
        self._start: datetime | None = None
        self._end: datetime | None = None
        self._each = self._sum = 0.0

    def add(self, start: datetime, length: timedelta, value: float) -> None:
        if self._start is not None and self._end == start and self._each == value and self._start.date() == start.date():
            self._end = start + length
            self._sum += value
            return
        self.flush()
        self._start, self._end, self._each, self._sum = start, start + length, value, value

    def flush(self) -> None:
        if self._start is not None:
            value = self._sum * self._factor
            self._gathering.reading(
                self._measure, self._source, self._start, value, end=self._end, unit=self._unit, original=self._sum, where=self._where
            )
        self._start = None


def disjoint(spans: Iterable[tuple[PhaseKind, datetime, datetime]], over: Iterable[tuple[PhaseKind, datetime, datetime]] = ()) -> tuple[Phase, ...]:
    """Phases that do not overlap: `over` (short times awake) cuts into `spans`, neighbours of one kind are joined. Empty spans are left out."""
    phases = [Phase(kind, start, end) for kind, start, end in sorted(spans, key=lambda span: span[1]) if end > start]
    for kind, start, end in sorted(over, key=lambda span: span[1]):
        if end <= start:
            continue
        kept: list[Phase] = []
        for phase in phases:
            if phase.end <= start or phase.start >= end:
                kept.append(phase)
                continue
            if phase.start < start:
                kept.append(Phase(phase.kind, phase.start, start))
            if phase.end > end:
                kept.append(Phase(phase.kind, end, phase.end))
        phases = sorted([*kept, Phase(kind, start, end)], key=lambda phase: phase.start)
    joined: list[Phase] = []
    for phase in phases:
        if joined and joined[-1].kind == phase.kind and joined[-1].end == phase.start:
            joined[-1] = Phase(phase.kind, joined[-1].start, phase.end)
        else:
            joined.append(phase)
    return tuple(joined)
