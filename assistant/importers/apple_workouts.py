"""Workouts in Apple's export, added up to say what they were. The records hold what they burnt and walked, so nothing of it is kept twice."""

from __future__ import annotations

from collections import Counter

from assistant.importers.apple_elements import Element, children
from assistant.importers.apple_types import plain, scale_of
from assistant.importers.documents import figure

__all__ = ["Workouts"]

_MINUTES = {"min": 1.0, "s": 1 / 60, "hr": 60.0}


class Workouts:
    def __init__(self) -> None:
        self._kinds: Counter[str] = Counter()
        self._minutes = self._kilometres = self._kilocalories = 0.0

    def add(self, workout: Element) -> None:
        """Its totals are those of its statistics (iOS 15 and later), else its own attributes."""
        self._kinds[plain(workout.attributes.get("workoutActivityType", "")) or "Other"] += 1
        self._minutes += _number(workout.attributes.get("duration")) * _MINUTES.get(workout.attributes.get("durationUnit", "min"), 0.0)
        statistics = children(workout, "WorkoutStatistics")
        distance = energy = 0.0
        for each in statistics:
            kind, unit, total = plain(each.attributes.get("type", "")), each.attributes.get("unit", ""), _number(each.attributes.get("sum"))
            if kind.startswith("Distance"):
                distance += _scaled("distance", total, unit)
            elif kind == "ActiveEnergyBurned":
                energy += _scaled("active_energy", total, unit)
        if not statistics:
            distance = _scaled("distance", _number(workout.attributes.get("totalDistance")), workout.attributes.get("totalDistanceUnit", "km"))
            unit = workout.attributes.get("totalEnergyBurnedUnit", "kcal")
            energy = _scaled("active_energy", _number(workout.attributes.get("totalEnergyBurned")), unit)
        self._kilometres += distance
        self._kilocalories += energy

    def note(self) -> str:
        """ "" when there was none."""
        count = self._kinds.total()
        if not count:
            return ""
        kinds = ", ".join(f"{kind} {number:,}" for kind, number in self._kinds.most_common())
        total = f"{self._minutes / 60:,.1f} h, {self._kilometres:,.1f} km, {self._kilocalories:,.0f} kcal"
        return f"{count:,} workout{'' if count == 1 else 's'} ({kinds}; {total}): not kept as such, for the readings hold what they burnt and walked."


def _scaled(measure: str, value: float, unit: str) -> float:
    scale = scale_of(measure, unit)
    return value * scale.factor if scale else 0.0


def _number(text: str | None) -> float:
    try:
        value = figure(text or "0")
    except ValueError:
        return 0.0
    return value if abs(value) < 1e9 else 0.0
