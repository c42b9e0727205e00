"""Amounts of several sources and nights of several phases a second time, by docs/records.md alone: minute by minute, so that no interval is reckoned
with. Moments are whole minutes since 1970 UTC, offsets whole minutes east; nothing of the product is imported here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

import pandas as pd

__all__ = ["Amount", "Phase", "amounts", "nights"]

RANKS = ("watch", "ring", "band", "phone", "scale", "app")
DAY = 1440
APART, LONGEST_LATENCY = 90, 180
STAGES = ("light", "deep", "rem")


class Amount(NamedTuple):
    source: str
    start: int
    end: int
    offset: int
    value: float


class Phase(NamedTuple):
    source: str
    kind: str
    start: int
    end: int
    offset: int


def _day(minute: int, offset: int) -> int:
    return (minute + offset) // DAY


def _date(day: int) -> date:
    return date(1970, 1, 1) + timedelta(days=day)


def _rank(source: str) -> int:
    return next((rank for rank, word in enumerate(RANKS) if word in source.lower()), len(RANKS))


def amounts(readings: Sequence[Amount]) -> dict[date, float]:
    """Of each day: the better source's amounts, and of a worse one's the share of the time that no better one covers."""
    days_of: dict[str, set[int]] = defaultdict(set)
    for each in readings:
        days_of[each.source] |= {_day(minute, each.offset) for minute in (each.start, each.end - 1)}
    order = sorted(days_of, key=lambda source: (_rank(source), -len(days_of[source]), source))
    covered: set[int] = set()
    by_day: dict[int, float] = defaultdict(float)
    for source in order:
        own = [each for each in readings if each.source == source]
        for each in own:
            for minute in range(each.start, each.end):
                if minute not in covered:
                    by_day[_day(minute, each.offset)] += each.value / (each.end - each.start)
        covered |= {minute for each in own for minute in range(each.start, each.end)}
    return {_date(day): value for day, value in sorted(by_day.items())}


def nights(phases: Sequence[Phase]) -> pd.DataFrame:
    """A row a day: the night's figures and the naps'."""
    told = _one_source([night for source in sorted({phase.source for phase in phases}) for night in _parted(source, phases)])
    days: dict[int, list[dict[str, float]]] = defaultdict(list)
    for night in told:
        last = max(night, key=lambda phase: phase.end)
        found = _figures(night, _day(last.end, night[0].offset))
        days[_day(last.end, night[0].offset)].append(found)
    rows: dict[date, Mapping[str, float]] = {}
    for day, several in sorted(days.items()):
        slept = [figures.get("sleep_duration", 0.0) for figures in several]
        main = several[slept.index(max(slept))]
        naps = sum(slept) - max(slept)
        rows[_date(day)] = {**main, **({"total_sleep": sum(slept)} if max(slept) else {}), **({"naps": naps} if naps else {})}
    return pd.DataFrame.from_dict(rows, orient="index")


def _parted(source: str, phases: Sequence[Phase]) -> list[list[Phase]]:
    """One source's phases, at most 90 minutes apart from each other, are a night."""
    found: list[list[Phase]] = []
    for phase in sorted((phase for phase in phases if phase.source == source), key=lambda phase: (phase.start, phase.end)):
        if found and phase.start - max(each.end for each in found[-1]) <= APART:
            found[-1].append(phase)
        else:
            found.append([phase])
    return found


def _one_source(several: list[list[Phase]]) -> list[list[Phase]]:
    """Of nights that overlap the one with stages is told, else the longer."""

    def better(night: list[Phase]) -> tuple[bool, int]:
        return any(phase.kind in STAGES for phase in night), max(p.end for p in night) - min(p.start for p in night)

    told: list[list[Phase]] = []
    for night in sorted(several, key=better, reverse=True):
        minutes = range(min(phase.start for phase in night), max(phase.end for phase in night))
        if not any(minutes.start < max(p.end for p in other) and min(p.start for p in other) < minutes.stop for other in told):
            told.append(night)
    return told


def _figures(night: list[Phase], day: int) -> dict[str, float]:
    minutes: dict[str, set[int]] = defaultdict(set)
    for phase in night:
        minutes[phase.kind] |= set(range(phase.start, phase.end))
    staged = minutes["light"] | minutes["deep"] | minutes["rem"]
    asleep = staged | minutes["asleep"]
    ends = [phase for phase in night if phase.kind == "in_bed"] or night
    bed, up = min(phase.start for phase in ends), max(phase.end for phase in ends)
    if not asleep:  # somebody lay awake
        return {"time_in_bed": float(up - bed), "bedtime": float(bed + night[0].offset - day * DAY)}
    fell, woke = min(asleep), max(asleep) + 1
    offset = night[0].offset
    awake = {minute for minute in minutes["awake"] - asleep if fell <= minute < woke}
    found = {
        "sleep_duration": len(asleep),
        "time_in_bed": up - bed,
        "sleep_efficiency": 100 * len(asleep) / (up - bed),
        "bedtime": bed + offset - day * DAY,
        "wake_time": woke + offset - day * DAY,
    }
    if staged or minutes["awake"]:  # a source that tells only of sleep says nothing of waking
        found["awake"] = len(awake)
    if staged:
        found |= {"deep_sleep": len(minutes["deep"]), "rem_sleep": len(minutes["rem"]), "light_sleep": len(minutes["light"])}
        found |= {"deep_share": 100 * len(minutes["deep"]) / len(staged), "rem_share": 100 * len(minutes["rem"]) / len(staged)}
    if minutes["in_bed"] and 0 <= fell - bed <= LONGEST_LATENCY:
        found["sleep_latency"] = fell - bed
    return {name: float(value) for name, value in found.items()}
