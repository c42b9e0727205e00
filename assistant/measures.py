"""What can be measured of a person: names, units and how days become one number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

__all__ = ["MEASURES", "Measure", "Quantity", "Unit"]

Unit = Literal["min", "count", "km", "kcal", "bpm", "ms", "kg", "mg/dL", "days", "%"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit. Durations are in minutes, distances in kilometres, glucose in mg/dL."""

    value: float
    unit: Unit


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure.

    task: the task that answers for it.
    unit: of a day's value.
    digits: decimals that are shown; values are rounded to these before they become facts.
    same_within: two averages closer than this are "about the same" (in `unit`).
    """

    name: str
    task: str
    unit: Unit
    digits: int
    same_within: float


def _table(*measures: Measure) -> Mapping[str, Measure]:
    return MappingProxyType({measure.name: measure for measure in measures})


# same_within: below the day-to-day repeatability of consumer wearables a difference is not worth a verdict.
# A design choice, listed in docs/architecture.md.
MEASURES = _table(
    Measure("sleep_duration", "sleep", "min", 0, 10),
    Measure("deep_sleep", "sleep", "min", 0, 5),
    Measure("rem_sleep", "sleep", "min", 0, 5),
    Measure("light_sleep", "sleep", "min", 0, 10),
    Measure("awake", "sleep", "min", 0, 5),
    Measure("steps", "activity", "count", 0, 200),
    Measure("distance", "activity", "km", 1, 0.2),
    Measure("active_minutes", "activity", "min", 0, 3),
    Measure("energy", "activity", "kcal", 0, 40),
    Measure("resting_heart_rate", "heart_rate", "bpm", 0, 1),
    Measure("heart_rate", "heart_rate", "bpm", 0, 1),
    Measure("hrv", "heart_rate", "ms", 0, 2),
    Measure("weight", "weight", "kg", 1, 0.3),
    Measure("glucose", "glucose", "mg/dL", 0, 3),
)
