"""From records, some thousand at a time, to readings by measure, source and unit; sleep goes its own way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter
from typing import TypeAlias
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from assistant.importers.apple_rows import Head, Rows
from assistant.importers.apple_sleep import Sleep
from assistant.importers.apple_times import BETWEEN, Moments, spans
from assistant.importers.apple_types import FLOW, FLOW_TYPES, SLEEP, Scale, measure_of, plain, scale_of
from assistant.importers.importer import Intake, Reject
from assistant.records.sample import Readings

__all__ = ["Gatherer"]

_BATCH = 200_000  # readings of one measure, source and unit
_HELD = 300_000  # of all together, about 12 MB
_QUARTER = 900_000_000  # µs; no zone changes its offset within a quarter of an hour
_QUARTERS = 20_000  # whose offset is remembered
_UNTYPED = "a record without type"
# What an export also writes inside correlations, as copies of what stands at the top.
_COPIED = ("systolic", "diastolic")
_Bool: TypeAlias = NDArray[np.bool_]
_Int: TypeAlias = NDArray[np.int64]
_Float: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Target:
    """What becomes of the records of a head: readings of a measure, phases of sleep (measure "sleep"), or a reject of each (no scale)."""

    measure: str
    scale: Scale | None
    unit: str


@dataclass(slots=True)
class _Held:
    """Readings that were not handed over yet: start, end, offset, original value and line of some at a time."""

    parts: list[tuple[_Int, _Int, NDArray[np.int16], _Float, _Int]] = field(default_factory=list)
    size: int = 0


class Gatherer:
    """Takes the rows of one file. left: how many there were of what has no measure here."""

    def __init__(self, intake: Intake, units: Mapping[str, str], where: str) -> None:
        """units: the unit of a measure where the file's own is none that is known."""
        self._intake, self._units, self._where = intake, units, where
        self._targets: list[_Target | None] = []
        self._wanted: _Bool = np.zeros(0, dtype=np.bool_)
        self._held: dict[tuple[str, str, str], _Held] = {}
        self._scales: dict[tuple[str, str, str], Scale] = {}
        self._sleep = Sleep(intake, where)
        self._offsets: dict[tuple[str, int], int | None] = {}
        self._copies: list[tuple[_Target, str, int, int, int, float, int]] = []
        self._known: set[tuple[str, str, int, int, float]] = set()
        self.left: Counter[str] = Counter()

    def rows(self, rows: Rows, heads: list[Head]) -> None:
        self._learn(heads)
        numbers = np.array(rows.heads, dtype=np.int64)
        for number, count in enumerate(np.bincount(numbers, minlength=len(heads)).tolist()):
            target = self._targets[number]
            # What stands inside another element is a copy where it is one of a pair, or food; else it is there only once.
            if count and (not rows.nested or (target is not None and target.measure not in _COPIED)):
                self._intake.seen(heads[number].kind or _UNTYPED, count)
                if target is None:
                    self.left[plain(heads[number].kind)] += count
        order = np.flatnonzero(self._wanted[numbers])
        order = order[np.argsort(numbers[order], kind="stable")]
        if not len(order):
            return
        numbers, chosen = numbers[order], order.tolist()
        pick = itemgetter(*chosen, chosen[0])  # of a single place it would not give a tuple
        start, end = spans(pick(rows.span)[:-1])
        if rows.zone:
            self._place(start, chosen, rows.zone)
        said = pick(rows.value)
        lines = np.array(rows.line, dtype=np.int64)[order]
        valid = start.valid & end.valid
        for index in np.flatnonzero(~valid).tolist():
            time = rows.span[chosen[index]].split(BETWEEN)[bool(start.valid[index])]
            self._reject(int(lines[index]), f"{plain(heads[int(numbers[index])].kind) or _UNTYPED} has no time that can be read ({_shown(time)})")
        edges = np.flatnonzero(np.diff(numbers, prepend=-1, append=-1))
        for first, last in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
            head, target = heads[int(numbers[first])], self._targets[int(numbers[first])]
            assert target is not None
            values = said[first:last]
            part = slice(first, last)
            times = start.utc[part], end.utc[part], start.offset[part], lines[part]
            if target.measure == "sleep":
                self._sleep.add(head.source, *times, values, valid[part])
            else:
                self._quantity(head, target, *times, values, valid[part].copy(), rows.nested)
        if sum(held.size for held in self._held.values()) > _HELD:
            self._hand_over()

    def finish(self) -> None:
        """Hand over what is held."""
        for target, source, start, end, offset, value, line in self._copies:
            if (target.measure, source, start, end, value) not in self._known and target.scale is not None:
                self._hold(
                    target, source, np.array([start]), np.array([end]), np.array([offset], dtype=np.int16), np.array([value]), np.array([line])
                )
        self._copies.clear()
        self._hand_over()
        self._sleep.finish()

    # Inside

    def _learn(self, heads: list[Head]) -> None:
        for head in heads[len(self._targets) :]:
            self._targets.append(self._target(head))
        if len(self._wanted) < len(heads):
            self._wanted = np.array([target is not None for target in self._targets], dtype=np.bool_)

    def _target(self, head: Head) -> _Target | None:
        if head.kind == SLEEP:
            return _Target("sleep", None, "")
        if not head.kind:
            return _Target("", None, "")
        if head.kind in FLOW_TYPES:
            return _Target("menstruation", Scale(), "level")
        measure = measure_of(head.kind)
        if measure is None:
            return None
        scale = scale_of(measure, head.unit)
        if scale is None and measure in self._units:
            return _Target(measure, scale_of(measure, self._units[measure]), self._units[measure])
        return _Target(measure, scale, head.unit)

    def _place(self, start: Moments, chosen: list[int], zones: Mapping[int, str]) -> None:
        """Put right the offsets of what tells its time zone: all others are those of the phone on the day of the export, wherever it was recorded."""
        for index, row in enumerate(chosen):
            if (zone := zones.get(row)) and start.valid[index]:
                quarter = zone, int(start.utc[index]) // _QUARTER
                if quarter not in self._offsets:
                    if len(self._offsets) > _QUARTERS:
                        self._offsets.clear()
                    self._offsets[quarter] = _east(*quarter)
                east = self._offsets[quarter]
                if east is not None:
                    start.offset[index] = east

    def _quantity(
        self,
        head: Head,
        target: _Target,
        start: _Int,
        end: _Int,
        offset: NDArray[np.int16],
        lines: _Int,
        said: Sequence[bytes | None],
        good: _Bool,
        nested: bool,
    ) -> None:
        if target.scale is None:
            for index in np.flatnonzero(good).tolist():
                if not head.kind:
                    self._reject(int(lines[index]), f"there is {_UNTYPED}")
                    continue
                unit = f"in {head.unit!r}, a unit that is not known for it" if head.unit else "without a unit"
                self._reject(int(lines[index]), f"{plain(head.kind)} is {unit}; say which it is with --unit {target.measure}=UNIT")
            return
        value = _numbers(said) if target.measure != "menstruation" else np.array([FLOW.get(_text(each), np.nan) for each in said])
        for index in np.flatnonzero(good & np.isnan(value)).tolist():
            self._reject(int(lines[index]), f"{plain(head.kind)} has no value that can be read ({_shown(said[index])})")
        good &= ~np.isnan(value)
        if not good.all():
            start, end, offset, value, lines = start[good], end[good], offset[good], value[good], lines[good]
        if target.measure in _COPIED:
            columns = start.tolist(), end.tolist(), offset.tolist(), value.tolist(), lines.tolist()
            if nested:
                self._copies += [(target, head.source, *each) for each in zip(*columns, strict=True)]
                return
            self._known |= {(target.measure, head.source, begun, ended, each) for begun, ended, _, each, _ in zip(*columns, strict=True)}
        self._hold(target, head.source, start, end, offset, value, lines)

    def _hold(self, target: _Target, source: str, start: _Int, end: _Int, offset: NDArray[np.int16], value: _Float, lines: _Int) -> None:
        assert target.scale is not None
        key = target.measure, source or "Apple Health", target.unit
        self._scales[key] = target.scale
        held = self._held.setdefault(key, _Held())
        held.parts.append((start, end, offset, value, lines))
        held.size += len(start)
        if held.size >= _BATCH:
            self._give(key)

    def _hand_over(self) -> None:
        for key in sorted(self._held):
            self._give(key)

    def _give(self, key: tuple[str, str, str]) -> None:
        held = self._held.pop(key)
        if not held.size:
            return
        start, end, offset, original, lines = (np.concatenate(column) for column in zip(*held.parts, strict=True))
        self._intake.readings(Readings(*key, start, end, offset, self._scales[key](original), original), self._where, lines)

    def _reject(self, line: int, reason: str) -> None:
        self._intake.reject(Reject(f"{self._where}:{line}", reason))


def _east(zone: str, quarter: int) -> int | None:
    """Minutes east of UTC in a zone at a quarter of an hour since 1970; None where there is no such zone."""
    try:
        offset = datetime.fromtimestamp(quarter * 900, ZoneInfo(zone)).utcoffset()
    except (LookupError, ValueError, OSError):
        return None
    return None if offset is None else round(offset.total_seconds() / 60)


def _numbers(said: Sequence[bytes | None]) -> _Float:
    """NaN where there is no finite number."""
    try:
        if b"_" in b"".join(each or b"" for each in said):  # Python reads 1_00 as a number
            raise ValueError
        value = np.fromiter(map(float, said), dtype=np.float64, count=len(said))  # type: ignore[arg-type]  # None is a TypeError, met below
    except (TypeError, ValueError):
        value = np.array([_number(each) for each in said], dtype=np.float64)
    value[~np.isfinite(value)] = np.nan
    return value


def _number(said: bytes | None) -> float:
    try:
        return float(said) if said and b"_" not in said else np.nan
    except ValueError:
        return np.nan


def _text(said: bytes | None) -> str:
    return (said or b"").decode(errors="replace").strip()


def _shown(said: bytes | None) -> str:
    return "nothing" if not said else repr(said[:40].decode(errors="replace"))
