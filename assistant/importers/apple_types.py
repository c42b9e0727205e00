"""What Apple Health calls things: types and units, and the measures that they are here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["FLOW", "FLOW_TYPES", "PHASES", "SLEEP", "Scale", "measure_of", "plain", "scale_of"]

_QUANTITY, _CATEGORY = "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"
SLEEP = f"{_CATEGORY}SleepAnalysis"
# iOS 18 calls bleeding in pregnancy and after birth by names of their own; they are not menstruation.
FLOW_TYPES = (f"{_CATEGORY}MenstrualFlow",)

# Distances by bicycle, wheelchair or swimming, and temperatures at waking, are other things than the measures here: they are not taken over.
_MEASURES: Mapping[str, str] = {
    "StepCount": "steps",
    "DistanceWalkingRunning": "distance",
    "FlightsClimbed": "floors",
    "ActiveEnergyBurned": "active_energy",
    "BasalEnergyBurned": "basal_energy",
    "AppleExerciseTime": "active_minutes",
    "HeartRate": "heart_rate",
    "RestingHeartRate": "resting_heart_rate",
    "WalkingHeartRateAverage": "walking_heart_rate",
    # Two figures that are never mixed; the second came with iOS 27.
    "HeartRateVariabilitySDNN": "hrv_sdnn",
    "HeartRateVariabilityRMSSD": "hrv",
    "OxygenSaturation": "spo2",
    "RespiratoryRate": "respiratory_rate",
    "BodyTemperature": "body_temperature",
    "AppleSleepingWristTemperature": "skin_temperature",
    "BodyMass": "weight",
    "BodyMassIndex": "bmi",
    "BodyFatPercentage": "body_fat",
    "BloodPressureSystolic": "systolic",
    "BloodPressureDiastolic": "diastolic",
    "BloodGlucose": "glucose",
    "VO2Max": "vo2max",
}

PHASES: Mapping[str, str] = {
    "HKCategoryValueSleepAnalysisInBed": "in_bed",
    "HKCategoryValueSleepAnalysisAsleep": "asleep",
    "HKCategoryValueSleepAnalysisAsleepUnspecified": "asleep",
    "HKCategoryValueSleepAnalysisAsleepCore": "light",
    "HKCategoryValueSleepAnalysisAsleepDeep": "deep",
    "HKCategoryValueSleepAnalysisAsleepREM": "rem",
    "HKCategoryValueSleepAnalysisAwake": "awake",
}

# iOS 18 calls the same values "VaginalBleeding". Bleeding of no said strength counts as the least there is.
FLOW: Mapping[str, float] = {
    f"HKCategoryValue{kind}{value}": points
    for kind in ("MenstrualFlow", "VaginalBleeding")
    for value, points in (("None", 0.0), ("Unspecified", 1.0), ("Light", 1.0), ("Medium", 2.0), ("Heavy", 3.0))
}


@dataclass(frozen=True, slots=True)
class Scale:
    """From a unit of the file to the measure's own: value × factor + offset. fraction: 0.97 stands for 97, as Apple writes a percentage."""

    factor: float = 1.0
    offset: float = 0.0
    fraction: bool = False

    def __call__(self, value: NDArray[np.float64]) -> NDArray[np.float64]:
        if self.fraction:
            return np.where(value <= 1.0, value * 100.0, value)
        return value * self.factor + self.offset


_SAME = Scale()
_LENGTH = {"km": 1.0, "m": 0.001, "cm": 0.00001, "mi": 1.609344, "yd": 0.0009144, "ft": 0.0003048}
# A joule is 1/4184 kcal; "Cal" is the kilocalorie of food labels, "cal" is not.
_ENERGY = {"kcal": 1.0, "Cal": 1.0, "cal": 0.001, "kJ": 1 / 4.184, "J": 0.001 / 4.184}
_TIME = {"min": 1.0, "s": 1 / 60, "hr": 60.0, "ms": 1 / 60_000}
_RATE = {"count/min": 1.0, "count/s": 60.0, "bpm": 1.0, "Hz": 60.0}
_INTERVAL = {"ms": 1.0, "s": 1000.0}
_MASS = {"kg": 1.0, "g": 0.001, "lb": 0.45359237, "st": 6.35029318, "oz": 0.45359237 / 16}
_PRESSURE = {"mmHg": 1.0, "kPa": 7.500616827, "Pa": 0.007500616827, "cmAq": 0.735559}
_OXYGEN = {"mL/min·kg": 1.0, "ml/(kg*min)": 1.0, "mL/kg·min": 1.0, "ml/kg/min": 1.0, "mL/(kg·min)": 1.0, "mL/kg/min": 1.0}
_MMOL = 18.0156  # mg/dL, docs/records.md
_GLUCOSE = {"mg/dL": 1.0, "g/L": 100.0, "mg/L": 0.1, "mmol/L": _MMOL}
_COUNT = {"count": 1.0, "": 1.0}
_TEMPERATURE = {"degC": _SAME, "degF": Scale(5 / 9, -160 / 9), "K": Scale(1.0, -273.15)}
_FACTORS: Mapping[str, Mapping[str, float]] = {
    "steps": _COUNT,
    "floors": _COUNT,
    "bmi": _COUNT | {"kg/m2": 1.0, "kg/m^2": 1.0},
    "distance": _LENGTH,
    "active_energy": _ENERGY,
    "basal_energy": _ENERGY,
    "active_minutes": _TIME,
    "heart_rate": _RATE,
    "resting_heart_rate": _RATE,
    "walking_heart_rate": _RATE,
    "respiratory_rate": _RATE,
    "hrv": _INTERVAL,
    "hrv_sdnn": _INTERVAL,
    "weight": _MASS,
    "systolic": _PRESSURE,
    "diastolic": _PRESSURE,
    "glucose": _GLUCOSE,
    "vo2max": _OXYGEN,
}
# The molar mass stands in the unit ("mmol<180.1558800000541>/L").
_MOLAR = re.compile(r"mmol<[0-9.]+>/L")


def measure_of(kind: str) -> str | None:
    """The measure of a type, or None when there is none for it here."""
    return _MEASURES.get(kind.removeprefix(_QUANTITY)) if kind.startswith(_QUANTITY) else None


def scale_of(measure: str, unit: str) -> Scale | None:
    """How a unit of the file becomes the measure's own; None for a unit that is not known."""
    if measure in ("spo2", "body_fat"):
        return Scale(fraction=True) if unit == "%" else None
    if measure in ("body_temperature", "skin_temperature"):
        return _TEMPERATURE.get(unit)
    if measure == "glucose" and _MOLAR.fullmatch(unit):
        unit = "mmol/L"
    factor = _FACTORS[measure].get(unit)
    return None if factor is None else Scale(factor)


def plain(kind: str) -> str:
    """A type without its long beginning: "HeartRate"."""
    for start in (_QUANTITY, _CATEGORY, "HKCorrelationTypeIdentifier", "HKDataTypeIdentifier", "HKDataType", "HKWorkoutActivityType"):
        if kind.startswith(start):
            return kind.removeprefix(start)
    return kind
