"""From phases to nights, and from nights to the day's figures of sleep, by the rules of docs/records.md.

Moments are whole µs since 1970 UTC here: Python compares and subtracts times of one zone by their clocks, which is wrong in the night when these are
changed; and ten years of nights are worked out in a moment.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from functools import cached_property
from typing import get_args

from assistant.measures import MEASURES
from assistant.records.priority import Priority
from assistant.records.sample import Night, Phase, PhaseKind
from assistant.records.samples import DAY, MINUTE

__all__ = ["GAP", "NIGHT_MEASURES", "Row", "Sleep", "Spell", "day_figures", "row_of", "spells", "told"]

GAP = 90 * MINUTE
NIGHT_MEASURES = tuple(name for name, measure in MEASURES.items() if measure.daily == "night" and name != "sleep_regularity")
Row = tuple[int, int, int, int, int]
"""A phase: start, end (µs), minutes east of UTC at the start and at the end, place of its kind in `KINDS`."""

KINDS: tuple[PhaseKind, ...] = get_args(PhaseKind)
_IN_BED, _ASLEEP, _LIGHT, _DEEP, _REM, _AWAKE = (KINDS.index(kind) for kind in ("in_bed", "asleep", "light", "deep", "rem", "awake"))
_LATENCY = 180 * MINUTE  # what is longer was no attempt to sleep
_ORIGIN = datetime(1970, 1, 1, tzinfo=UTC)
_MICRO, _ONE = timedelta(microseconds=1), timedelta(minutes=1)
_FIRST_DAY = date(1970, 1, 1).toordinal()


def row_of(phase: Phase) -> Row:
    """Aware times, in whatever zone."""
    start, end = phase.start, phase.end
    east, later = ((moment.utcoffset() or timedelta(0)) // _ONE for moment in (start, end))
    return (start - _ORIGIN) // _MICRO, (end - _ORIGIN) // _MICRO, east, later, KINDS.index(phase.kind)


@dataclass(frozen=True)
class Spell:
    """A night, or a nap, as one source tells it. rows: in order of their start."""

    source: str
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, night: Night) -> Spell:
        return cls(night.source, tuple(sorted(map(row_of, night.phases))))

    @cached_property
    def start(self) -> int:
        return self.rows[0][0]

    @cached_property
    def last(self) -> Row:
        """The phase that ends it."""
        return max(self.rows, key=lambda row: row[1])

    @property
    def end(self) -> int:
        return self.last[1]

    @property
    def day(self) -> date:
        """The local day on which it ends."""
        return date.fromordinal(_FIRST_DAY + (self.end + self.last[3] * MINUTE) // DAY)

    @cached_property
    def sleep(self) -> Sleep:
        return Sleep.of(self)

    def night(self) -> Night:
        return Night(self.source, tuple(Phase(KINDS[kind], _moment(start, east), _moment(end, later)) for start, end, east, later, kind in self.rows))


def spells(source: str, rows: Iterable[Row]) -> Iterator[Spell]:
    """The nights of one source: phases that are at most 90 minutes apart. Of those of one kind that begin together the longest is kept."""
    longest: dict[tuple[int, int], Row] = {}
    for row in rows:
        place = (row[0], row[4])
        known = longest.get(place)
        if known is None or row[1] > known[1]:
            longest[place] = row
    own: list[Row] = []
    reach = 0
    for row in sorted(longest.values()):
        if own and row[0] - reach > GAP:
            yield Spell(source, tuple(own))
            own = []
        reach = max(reach, row[1]) if own else row[1]
        own.append(row)
    if own:
        yield Spell(source, tuple(own))


def told(nights: Iterable[Spell], priority: Priority) -> tuple[Spell, ...]:
    """Of nights of several sources that overlap the one that counts, in order of time."""

    def rank(night: Spell) -> tuple[bool, int, bool, int, str]:
        return night.sleep.asleep == 0, priority.wish(night.source), night.sleep.staged == 0, night.start - night.end, night.source

    found: list[Spell] = []
    cluster: list[Spell] = []
    reach = 0
    for night in sorted(nights, key=lambda night: night.start):
        if cluster and night.start >= reach:
            found.append(min(cluster, key=rank) if len(cluster) > 1 else cluster[0])
            cluster = []
        reach = max(reach, night.end) if cluster else night.end
        cluster.append(night)
    if cluster:
        found.append(min(cluster, key=rank))
    return tuple(sorted(found, key=lambda night: night.start))


@dataclass(frozen=True, slots=True)
class Sleep:
    """One night in figures, minutes. asleep: with or without stages. awake, latency: None where nothing tells.

    bed, woke: from going to bed to getting up, and the end of the last sleep, each as (µs, minutes east); woke is None where nobody slept.
    """

    asleep: float
    light: float
    deep: float
    rem: float
    awake: float | None
    in_bed: float
    went: tuple[int, int]
    woke: tuple[int, int] | None
    latency: float | None

    @property
    def staged(self) -> float:
        return self.light + self.deep + self.rem

    @classmethod
    def of(cls, night: Spell) -> Sleep:
        spent = [0] * len(KINDS)
        parts = _parts(night.rows)
        for start, end, _, _, kind in parts:
            spent[kind] += end - start
        slept = [row for row in parts if row[4] != _AWAKE]
        lying = [row for row in night.rows if row[4] == _IN_BED]
        went, out = (night.start, night.rows[0][2]), night.end
        if not slept:
            return cls(0, 0, 0, 0, None, (out - went[0]) / MINUTE, went, None, None)
        last = max(slept, key=lambda row: row[1])
        latency: float | None = None
        if lying:
            out = max(last[1], *(row[1] for row in lying))
            wait = slept[0][0] - lying[0][0]
            went = (lying[0][0], lying[0][2]) if wait > 0 else (slept[0][0], slept[0][2])
            latency = wait / MINUTE if 0 <= wait <= _LATENCY else None
        awake: float | None = None
        if any(row[4] in (_LIGHT, _DEEP, _REM, _AWAKE) for row in night.rows):
            awake = sum(row[1] - row[0] for row in parts if row[4] == _AWAKE and slept[0][0] < row[0] < last[1]) / MINUTE
        asleep = sum(spent) - spent[_AWAKE]
        stages = spent[_LIGHT] / MINUTE, spent[_DEEP] / MINUTE, spent[_REM] / MINUTE
        return cls(asleep / MINUTE, *stages, awake, (out - went[0]) / MINUTE, went, (last[1], last[3]), latency)


def _parts(rows: Sequence[Row]) -> list[Row]:
    """The phases of sleep and waking, such that none overlaps another.

    Sleep without a stage counts only where nothing better is known, and of two stages that overlap the one that begins later.
    """
    apart = [row for row in rows if row[4] != _IN_BED]
    if all(one[1] <= two[0] for one, two in itertools.pairwise(apart)):
        return apart
    # In order of time, and at each moment with the offset of the phase that holds it.
    parts: list[Row] = []
    for begin, end in itertools.pairwise(sorted({edge for row in apart for edge in row[:2]})):
        there = [row for row in apart if row[0] <= begin and row[1] >= end]
        if there:
            best = max(there, key=lambda row: (row[4] != _ASLEEP, row[0], row[4]))
            parts.append((begin, end, best[2], best[3], best[4]))
    return parts


def day_figures(nights: Iterable[Spell]) -> dict[date, dict[str, dict[str, float]]]:
    """The figures of every day on which nights end: day → measure → source → value. nights: those that count (`told`)."""
    by_day: dict[date, list[Spell]] = {}
    for night in nights:
        by_day.setdefault(night.day, []).append(night)
    return {day: _figures(day, own) for day, own in by_day.items()}


def _figures(day: date, nights: Sequence[Spell]) -> dict[str, dict[str, float]]:
    """The night is the one with most sleep, the others are naps."""
    night = max(nights, key=lambda one: (one.sleep.asleep, one.end - one.start))
    sleep = night.sleep
    found: dict[str, float | None] = {"time_in_bed": sleep.in_bed, "bedtime": _clock(sleep.went, day), "sleep_latency": sleep.latency}
    if sleep.woke is not None:
        naps = [nap.sleep.asleep for nap in nights if nap is not night and nap.sleep.asleep]
        found |= {
            "sleep_duration": sleep.asleep,
            "sleep_efficiency": 100 * sleep.asleep / sleep.in_bed,
            "awake": sleep.awake,
            "wake_time": _clock(sleep.woke, day),
            "naps": sum(naps) if naps else None,
            "total_sleep": sleep.asleep + sum(naps),
        }
    if sleep.staged:
        found |= {"light_sleep": sleep.light, "deep_sleep": sleep.deep, "rem_sleep": sleep.rem}
        found |= {"rem_share": 100 * sleep.rem / sleep.staged, "deep_share": 100 * sleep.deep / sleep.staged}
    return {name: {night.source: value} for name, value in found.items() if value is not None and MEASURES[name].low <= value <= MEASURES[name].high}


def _clock(moment: tuple[int, int], day: date) -> float:
    """Minutes after the local midnight that begins the day, by the clock on the wall."""
    return (moment[0] - (day.toordinal() - _FIRST_DAY) * DAY) / MINUTE + moment[1]


def _moment(micros: int, offset: int) -> datetime:
    return (_ORIGIN + micros * _MICRO).astimezone(timezone(timedelta(minutes=offset)))
