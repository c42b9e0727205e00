"""What can be measured of a person: names, units, plausible limits, and how readings become a day and days one number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

__all__ = ["MEASURES", "Daily", "Measure", "Quantity", "Unit"]

Unit = Literal[
    "min", "count", "km", "kcal", "bpm", "ms", "kg", "mg/dL", "days", "%", "kg/m2", "mmHg", "°C", "breaths/min", "mL/kg/min", "clock", "points"
]
"""clock: minutes after midnight of the day that the value belongs to; before midnight it is negative ("23:30" of a night is -30)."""

Daily = Literal["sum", "mean", "last", "max", "night", "range", "given"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit. Durations are in minutes, distances in kilometres, glucose in mg/dL, times of day in minutes after midnight."""

    value: float
    unit: Unit


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure.

    task: the task that answers for it.
    unit: of a day's value.
    digits: decimals that are shown; values are rounded to these before they become facts.
    same_within: two averages closer than this are "about the same" (in `unit`).
    low, high: a reading outside is no reading of a living person and is rejected on import.
    daily: how a day comes of its readings. "sum", "mean", "last", "max": of the day's readings; "night": from the sleep that ends on the day;
        "range": from the day's glucose readings; "given": only what a source says of the whole day.
    growing: not complete before the day is. additive: may be added up over days. zero_missing: a zero day without other signs that the device was
        worn is missing, not zero.
    """

    name: str
    task: str
    unit: Unit
    digits: int
    same_within: float
    low: float
    high: float
    daily: Daily = "given"
    growing: bool = False
    additive: bool = False
    zero_missing: bool = False


def _table(*measures: Measure) -> Mapping[str, Measure]:
    return MappingProxyType({measure.name: measure for measure in measures})


def _counted(name: str, unit: Unit, digits: int, same_within: float, high: float) -> Measure:
    """What adds up over a day that is worn."""
    return Measure(name, "activity", unit, digits, same_within, 0, high, "sum", growing=True, additive=True, zero_missing=True)


# same_within: below the day-to-day repeatability of consumer wearables a difference is not worth a verdict. low, high: wide on purpose; they catch
# wrong units and broken sensors, not illness. Both are design choices, listed in docs/architecture.md.
MEASURES = _table(
    Measure("sleep_duration", "sleep", "min", 0, 10, 1, 1440, "night"),
    Measure("deep_sleep", "sleep", "min", 0, 5, 0, 1440, "night"),
    Measure("rem_sleep", "sleep", "min", 0, 5, 0, 1440, "night"),
    Measure("light_sleep", "sleep", "min", 0, 10, 0, 1440, "night"),
    Measure("awake", "sleep", "min", 0, 5, 0, 1440, "night"),
    Measure("time_in_bed", "sleep", "min", 0, 10, 1, 1440, "night"),
    Measure("sleep_efficiency", "sleep", "%", 0, 2, 1, 100, "night"),
    Measure("sleep_latency", "sleep", "min", 0, 3, 0, 720, "night"),
    Measure("rem_share", "sleep", "%", 0, 2, 0, 100, "night"),
    Measure("deep_share", "sleep", "%", 0, 2, 0, 100, "night"),
    Measure("naps", "sleep", "min", 0, 10, 0, 1440, "night"),
    Measure("total_sleep", "sleep", "min", 0, 10, 1, 1440, "night"),
    Measure("bedtime", "sleep", "clock", 0, 15, -1440, 1440, "night"),
    Measure("wake_time", "sleep", "clock", 0, 15, -1440, 1440, "night"),
    Measure("sleep_regularity", "sleep", "min", 0, 10, 0, 720, "night"),
    _counted("steps", "count", 0, 200, 200_000),
    _counted("distance", "km", 1, 0.2, 400),
    _counted("active_minutes", "min", 0, 3, 1440),
    Measure("energy", "activity", "kcal", 0, 40, 0, 20_000, "sum", growing=True, additive=True, zero_missing=True),
    Measure("active_energy", "activity", "kcal", 0, 30, 0, 20_000, "sum", growing=True, additive=True, zero_missing=True),
    Measure("basal_energy", "activity", "kcal", 0, 30, 0, 10_000, "sum", growing=True, additive=True, zero_missing=True),
    _counted("light_minutes", "min", 0, 10, 1440),
    _counted("moderate_minutes", "min", 0, 3, 1440),
    _counted("vigorous_minutes", "min", 0, 3, 1440),
    Measure("sedentary_minutes", "activity", "min", 0, 20, 0, 1440, "sum", growing=True, additive=True),
    _counted("floors", "count", 0, 1, 2_000),
    Measure("vo2max", "activity", "mL/kg/min", 1, 1, 5, 100, "last"),
    Measure("resting_heart_rate", "heart_rate", "bpm", 0, 1, 20, 200, "last"),
    Measure("heart_rate", "heart_rate", "bpm", 0, 1, 20, 300, "mean", growing=True),
    Measure("max_heart_rate", "heart_rate", "bpm", 0, 3, 20, 300, "max", growing=True),
    Measure("walking_heart_rate", "heart_rate", "bpm", 0, 2, 20, 300, "last"),
    Measure("hrv", "heart_rate", "ms", 0, 2, 1, 500, "mean"),
    Measure("hrv_sdnn", "heart_rate", "ms", 0, 3, 1, 500, "mean"),
    Measure("spo2", "breathing", "%", 0, 1, 50, 100, "mean"),
    Measure("respiratory_rate", "breathing", "breaths/min", 1, 0.5, 3, 80, "mean"),
    Measure("body_temperature", "body", "°C", 1, 0.2, 30, 45, "mean"),
    Measure("skin_temperature", "body", "°C", 1, 0.2, 20, 45, "mean"),
    Measure("weight", "body", "kg", 1, 0.3, 2, 500, "last"),
    Measure("bmi", "body", "kg/m2", 1, 0.2, 5, 150, "last"),
    Measure("body_fat", "body", "%", 1, 0.5, 1, 80, "last"),
    Measure("systolic", "blood_pressure", "mmHg", 0, 3, 40, 300, "mean"),
    Measure("diastolic", "blood_pressure", "mmHg", 0, 2, 20, 200, "mean"),
    Measure("glucose", "glucose", "mg/dL", 0, 3, 20, 600, "mean", growing=True),
    Measure("time_in_range", "glucose", "%", 0, 3, 0, 100, "range", growing=True),
    Measure("time_below_range", "glucose", "%", 0, 1, 0, 100, "range", growing=True),
    Measure("time_above_range", "glucose", "%", 0, 3, 0, 100, "range", growing=True),
    Measure("glucose_variability", "glucose", "%", 0, 2, 0, 100, "range", growing=True),
    Measure("gmi", "glucose", "%", 1, 0.2, 3, 20, "range", growing=True),
    Measure("menstruation", "cycle", "points", 0, 1, 0, 3, "max"),
    Measure("stress_score", "stress", "points", 0, 3, 1, 100),
    Measure("perceived_stress", "forecast", "points", 0, 1, 0, 10, "last"),
    Measure("soreness", "forecast", "points", 0, 1, 0, 10, "last"),
    Measure("injury_risk", "forecast", "points", 0, 1, 0, 10, "last"),
)
