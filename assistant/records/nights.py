"""From phases to nights, and from nights to the day's figures of sleep, by the rules of docs/records.md."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone

from assistant.measures import MEASURES
from assistant.records.priority import Priority
from assistant.records.sample import Night, Phase, PhaseKind

__all__ = ["GAP", "NIGHT_MEASURES", "Sleep", "day_figures", "grouped", "told"]

GAP = timedelta(minutes=90)
LATENCY = 180  # minutes; what is longer was no attempt to sleep
STAGES: tuple[PhaseKind, ...] = ("light", "deep", "rem")
NIGHT_MEASURES = tuple(name for name, measure in MEASURES.items() if measure.daily == "night" and name != "sleep_regularity")

Interval = tuple[datetime, datetime]


def grouped(source: str, phases: Iterable[Phase]) -> Iterator[Night]:
    """The nights of one source: phases that are at most 90 minutes apart. Of those of one kind that begin together the longest is kept."""
    longest: dict[tuple[PhaseKind, datetime], Phase] = {}
    for phase in map(_fixed, phases):
        known = longest.get((phase.kind, phase.start))
        if known is None or phase.end > known.end:
            longest[phase.kind, phase.start] = phase
    own: list[Phase] = []
    reach = datetime.min.replace(tzinfo=UTC)
    for phase in sorted(longest.values(), key=lambda phase: (phase.start, phase.end, phase.kind)):
        if own and phase.start - reach > GAP:
            yield Night(source, tuple(own))
            own = []
        own.append(phase)
        reach = max(reach, phase.end) if len(own) > 1 else phase.end
    if own:
        yield Night(source, tuple(own))


def told(nights: Iterable[Night], priority: Priority) -> tuple[Night, ...]:
    """Of nights of several sources that overlap the one that counts, in order of time."""
    found: list[Night] = []
    cluster: list[Night] = []
    reach = datetime.min.replace(tzinfo=UTC)

    def rank(night: Night) -> tuple[bool, int, bool, timedelta, str]:
        sleep = Sleep.of(night)
        return sleep.asleep == 0, priority.wish(night.source), sleep.staged == 0, night.start - night.end, night.source

    for night in sorted(nights, key=lambda night: night.start):
        if cluster and night.start >= reach:
            found.append(min(cluster, key=rank))
            cluster = []
        reach = max(reach, night.end) if cluster else night.end
        cluster.append(night)
    if cluster:
        found.append(min(cluster, key=rank))
    return tuple(sorted(found, key=lambda night: night.start))


@dataclass(frozen=True, slots=True)
class Sleep:
    """One night in figures. Minutes; bed and the times as moments, None where there was no sleep.

    asleep: with or without stages. staged: with them. bed: from going to bed to getting up. latency: None where it is not known.
    """

    asleep: float
    light: float
    deep: float
    rem: float
    awake: float | None
    bed: Interval
    latency: float | None
    last: datetime | None

    @property
    def staged(self) -> float:
        return self.light + self.deep + self.rem

    @classmethod
    def of(cls, night: Night) -> Sleep:
        stages, awake, parts = _stages(night.phases)
        spent = {kind: _minutes(parts, kind) for kind in ("light", "deep", "rem", "asleep")}
        slept = [part for part in parts if part.kind in spent]
        lying = [phase for phase in night.phases if phase.kind == "in_bed"]
        first = min((part.start for part in slept), default=None)
        last = max((part.end for part in slept), default=None)
        bed = (night.start, night.end)
        latency = None
        if lying and first is not None and last is not None:
            into, out = min(phase.start for phase in lying), max(phase.end for phase in lying)
            bed = (min(into, first), max(out, last))
            minutes = _between(into, first)
            latency = minutes if 0 <= minutes <= LATENCY else None
        waking = None
        if (stages or awake) and first is not None and last is not None:
            waking = sum(
                _between(max(part.start, first), min(part.end, last)) for part in parts if part.kind == "awake" and first < part.start < last
            )
        return cls(sum(spent.values()), spent["light"], spent["deep"], spent["rem"], waking, bed, latency, last)


def _stages(phases: Sequence[Phase]) -> tuple[bool, bool, list[Phase]]:
    """Whether there are stages, whether there is waking, and the phases of sleep and waking such that none overlaps another.

    Sleep without a stage counts only where nothing better is known, and of two stages that overlap the one that begins later.
    """
    apart = sorted((phase for phase in phases if phase.kind != "in_bed"), key=lambda phase: (phase.start, phase.end))
    kinds = {phase.kind for phase in apart}
    stages, awake = not kinds.isdisjoint(STAGES), "awake" in kinds
    if all(one.end <= two.start for one, two in itertools.pairwise(apart)):
        return stages, awake, apart
    edges = sorted({edge for phase in apart for edge in (phase.start, phase.end)})
    parts: list[Phase] = []
    for begin, end in itertools.pairwise(edges):
        there = [phase for phase in apart if phase.start <= begin and phase.end >= end]
        if there:
            best = max(there, key=lambda phase: (phase.kind != "asleep", phase.start, phase.kind))
            parts.append(Phase(best.kind, begin, end))
    return stages, awake, parts


def day_figures(nights: Iterable[Night]) -> dict[date, dict[str, dict[str, float]]]:
    """The figures of every day on which nights end: day → measure → source → value. nights: those that count (`told`)."""
    by_day: dict[date, list[Night]] = {}
    for night in nights:
        by_day.setdefault(night.end.date(), []).append(night)
    return {day: _figures(day, own) for day, own in by_day.items()}


def _figures(day: date, nights: Sequence[Night]) -> dict[str, dict[str, float]]:
    """The night is the one with most sleep, the others are naps."""
    sleeps = [(night, Sleep.of(night)) for night in nights]
    night, sleep = max(sleeps, key=lambda pair: (pair[1].asleep, pair[0].end - pair[0].start))
    bed = _between(*sleep.bed)
    found: dict[str, float | None] = {"time_in_bed": bed, "bedtime": _clock(sleep.bed[0], day), "sleep_latency": sleep.latency}
    if sleep.asleep and sleep.last is not None:
        naps = [other.asleep for nap, other in sleeps if nap is not night and other.asleep]
        found |= {
            "sleep_duration": sleep.asleep,
            "sleep_efficiency": 100 * sleep.asleep / bed,
            "awake": sleep.awake,
            "wake_time": _clock(sleep.last, day),
            "naps": sum(naps) if naps else None,
            "total_sleep": sleep.asleep + sum(naps),
        }
    if sleep.staged:
        found |= {"light_sleep": sleep.light, "deep_sleep": sleep.deep, "rem_sleep": sleep.rem}
        found |= {"rem_share": 100 * sleep.rem / sleep.staged, "deep_share": 100 * sleep.deep / sleep.staged}
    return {name: {night.source: value} for name, value in found.items() if value is not None and MEASURES[name].low <= value <= MEASURES[name].high}


def _minutes(parts: Iterable[Phase], kind: str) -> float:
    return sum(_between(part.start, part.end) for part in parts if part.kind == kind)


def _fixed(phase: Phase) -> Phase:
    """With plain offsets: Python compares and subtracts times of one zone by their clocks, which is wrong in the night when these are changed."""
    if isinstance(phase.start.tzinfo, timezone) and isinstance(phase.end.tzinfo, timezone):
        return phase
    start, end = (moment.astimezone(timezone(moment.utcoffset() or timedelta(0))) for moment in (phase.start, phase.end))
    return Phase(phase.kind, start, end)


def _between(start: datetime, end: datetime) -> float:
    """Minutes."""
    return (end - start) / timedelta(minutes=1)


def _clock(moment: datetime, day: date) -> float:
    """Minutes after the local midnight that begins the day, by the clock on the wall."""
    return (moment.replace(tzinfo=None) - datetime(day.year, day.month, day.day)) / timedelta(minutes=1)
