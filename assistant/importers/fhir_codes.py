"""What codes and units of FHIR say in our measures: LOINC's codes, HealthKit's identifiers, UCUM's units."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from assistant.importers.columns import GLUCOSE
from assistant.importers.fhir_values import Concept
from assistant.measures import MEASURES

__all__ = ["DAILY", "LOINC_OF", "MEASURE_OF", "converted", "measure_of", "unit_needed"]

# loinc.org; those of the vital-signs profile of FHIR R4 first, then what exports of watches and meters use. Glucose of serum and plasma is a
# laboratory's figure and stays in the list of labs, with its reference range.
MEASURE_OF: Mapping[str, str] = MappingProxyType(
    {
        "8867-4": "heart_rate",
        "8889-8": "heart_rate",  # by pulse oximetry
        "8893-0": "heart_rate",  # by palpation
        "40443-4": "resting_heart_rate",
        "89270-3": "walking_heart_rate",
        "80404-7": "hrv_sdnn",  # R-R interval, standard deviation
        "59408-5": "spo2",
        "2708-6": "spo2",
        "9279-1": "respiratory_rate",
        "8310-5": "body_temperature",
        "8331-1": "body_temperature",  # oral
        "8332-9": "body_temperature",  # rectal
        "8333-7": "body_temperature",  # tympanic
        "29463-7": "weight",
        "3141-9": "weight",  # measured
        "39156-5": "bmi",
        "41982-0": "body_fat",
        "8480-6": "systolic",
        "8462-4": "diastolic",
        "2339-0": "glucose",  # blood
        "15074-8": "glucose",
        "41653-7": "glucose",  # capillary blood, by glucometer
        "14743-9": "glucose",
        "2340-8": "glucose",  # blood, by test strip
        "32016-8": "glucose",  # capillary blood
        "14770-2": "glucose",
        "99504-3": "glucose",  # interstitial fluid: continuous meters
        "105272-9": "glucose",
        "55423-8": "steps",
        "41950-7": "steps",
        "55430-3": "distance",  # walking, unspecified time
        "41953-1": "distance",  # walking, 24 hours
        "93832-4": "sleep_duration",
        "93831-6": "deep_sleep",
        "93830-8": "light_sleep",
        "93829-0": "rem_sleep",
    }
)

# Beside a LOINC code, apps that export Apple Health as FHIR name HealthKit's own type, which is the more exact one.
_HEALTHKIT: Mapping[str, str] = MappingProxyType(
    {
        f"HKQuantityTypeIdentifier{name}": measure
        for name, measure in {
            "ActiveEnergyBurned": "active_energy",
            "BasalEnergyBurned": "basal_energy",
            "AppleExerciseTime": "active_minutes",
            "BloodGlucose": "glucose",
            "BloodPressureDiastolic": "diastolic",
            "BloodPressureSystolic": "systolic",
            "BodyFatPercentage": "body_fat",
            "BodyMass": "weight",
            "BodyMassIndex": "bmi",
            "BodyTemperature": "body_temperature",
            "DistanceWalkingRunning": "distance",
            "FlightsClimbed": "floors",
            "HeartRate": "heart_rate",
            "HeartRateVariabilitySDNN": "hrv_sdnn",
            "OxygenSaturation": "spo2",
            "RespiratoryRate": "respiratory_rate",
            "RestingHeartRate": "resting_heart_rate",
            "StepCount": "steps",
            "VO2Max": "vo2max",
            "WalkingHeartRateAverage": "walking_heart_rate",
        }.items()
    }
)

LOINC_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {measure: tuple(code for code, named in MEASURE_OF.items() if named == measure) for measure in dict.fromkeys(MEASURE_OF.values())}
)
"""The codes that a server is asked for, by measure."""

DAILY = frozenset({"41950-7", "41953-1"})
"""Figures of a whole day, whatever moment is written beside them."""

_PER_MINUTE = (
    *("/min", "1/min", "{beats}/min", "{breaths}/min", "{counts}/min", "{heartbeats}/min", "{beats}/minute", "min-1", "per minute"),
    *("beats/minute", "beats/min", "breaths/minute", "breaths/min", "count/min", "/minute", "bpm", "br/min", "rpm"),
)

# By a measure's own unit: (factor, shift) of what is written, in lower case.
_UNITS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "bpm": dict.fromkeys(_PER_MINUTE, (1.0, 0.0)),
    "breaths/min": dict.fromkeys(_PER_MINUTE, (1.0, 0.0)),
    "%": {"%": (1, 0), "percent": (1, 0), "{percent}": (1, 0), "1": (100, 0)},
    "°C": {
        **dict.fromkeys(("cel", "c", "°c", "degc", "deg c", "celsius"), (1.0, 0.0)),
        **dict.fromkeys(("[degf]", "f", "°f", "degf", "deg f", "fahrenheit"), (5 / 9, -160 / 9)),
        "k": (1, -273.15),
    },
    "kg": {
        **dict.fromkeys(("kg", "kilogram", "kilograms"), (1.0, 0.0)),
        **dict.fromkeys(("[lb_av]", "lb", "lbs", "lb_av", "pound", "pounds"), (0.45359237, 0.0)),
        "g": (0.001, 0),
        "[oz_av]": (0.028349523125, 0),
        "oz": (0.028349523125, 0),
        "[stone_av]": (6.35029318, 0),
    },
    "kg/m2": {"kg/m2": (1, 0), "kg/m^2": (1, 0), "kg/m²": (1, 0)},
    "mmHg": {"mm[hg]": (1, 0), "mmhg": (1, 0), "mm hg": (1, 0), "kpa": (7.50061683, 0)},
    "mg/dL": {"mg/dl": (1, 0), "mmol/l": (GLUCOSE, 0), "g/l": (100, 0)},
    "count": dict.fromkeys(
        ("1", "{steps}", "steps", "step", "{count}", "count", "{#}", "/d", "1/d", "{steps}/d", "/(24.h)", "{flights}", "flights"), (1.0, 0.0)
    ),
    "km": {
        **dict.fromkeys(("km", "km/d", "km/(24.h)"), (1.0, 0.0)),
        **dict.fromkeys(("m", "m/d"), (0.001, 0.0)),
        **dict.fromkeys(("[mi_us]", "[mi_i]", "mi", "miles", "[mi_us]/d", "[mi_i]/d"), (1.609344, 0.0)),
        "[ft_i]": (0.0003048, 0),
        "ft": (0.0003048, 0),
    },
    "kcal": {"kcal": (1, 0), "[cal]": (1, 0), "kj": (1 / 4.184, 0), "j": (1 / 4184, 0), "kcal/d": (1, 0)},
    "ms": {"ms": (1, 0), "millisecond": (1, 0), "milliseconds": (1, 0), "s": (1000, 0)},
    "min": {
        **dict.fromkeys(("min", "minute", "minutes"), (1.0, 0.0)),
        **dict.fromkeys(("h", "hr", "hour", "hours"), (60.0, 0.0)),
        **dict.fromkeys(("s", "sec", "second", "seconds"), (1 / 60, 0.0)),
    },
    "mL/kg/min": {"ml/kg/min": (1, 0), "ml/min/kg": (1, 0), "ml/(kg.min)": (1, 0), "ml/(min.kg)": (1, 0)},
    "points": {"1": (1, 0), "points": (1, 0), "{score}": (1, 0)},
    "days": {"d": (1, 0), "day": (1, 0), "days": (1, 0)},
}
# Two units are in use for these, so that a bare number could be either.
_AMBIGUOUS = frozenset({"kg", "mg/dL", "°C", "km", "kcal", "ms", "min"})
# Of several measures that the codings of one observation name, this one is only the general one.
_GENERAL = "heart_rate"


def measure_of(concept: Concept) -> str:
    """The measure that is meant; "" for none of ours.

    Raises `ValueError` with the reason where code and name contradict each other: RMSSD is often sent under the code of SDNN.
    """
    if exact := next((_HEALTHKIT[code] for _, code, _ in concept.codings if code in _HEALTHKIT), ""):
        return exact
    found = [MEASURE_OF[code] for code in concept.loinc if code in MEASURE_OF]
    measure = next((each for each in found if each != _GENERAL), found[0] if found else "")
    if measure == "hrv_sdnn" and "rmssd" in " ".join((concept.name, *(shown for _, _, shown in concept.codings))).lower():
        raise ValueError("its code is that of SDNN and its name says RMSSD, which is another figure")
    return measure


def unit_needed(measure: str) -> bool:
    """Whether a number without a unit could be of several."""
    return MEASURES[measure].unit in _AMBIGUOUS


def converted(measure: str, value: float, unit: str) -> float | None:
    """A value in the measure's own unit. unit: UCUM's or as people write it; "" where the measure has only one. None for a unit of something else."""
    known = _UNITS.get(MEASURES[measure].unit, {})
    if not unit:
        return None if unit_needed(measure) else value
    rule = known.get(unit.strip().lower())
    return None if rule is None else value * rule[0] + rule[1]
