"""The daily table of the LifeSnaps study: what people's Fitbit said of each day, 62 columns, several people in one file.

Source: Yfantidou et al., LifeSnaps, Scientific Data 2022; Zenodo 7229547.
"""

from __future__ import annotations

from assistant.importers.gathering import Gathering
from assistant.importers.importer import Intake, Options
from assistant.importers.parcel import Parcel
from assistant.importers.sheet import Sheet
from assistant.importers.table import Table

__all__ = ["LIFESNAPS", "LifeSnaps"]

_SOURCE = "Fitbit"

# Column → measure and factor to its unit.
_MEASURES = {
    "steps": ("steps", 1.0),
    "distance": ("distance", 0.001),  # m
    "calories": ("energy", 1.0),
    "lightly_active_minutes": ("light_minutes", 1.0),
    "moderately_active_minutes": ("moderate_minutes", 1.0),
    "very_active_minutes": ("vigorous_minutes", 1.0),
    "sedentary_minutes": ("sedentary_minutes", 1.0),
    "bpm": ("heart_rate", 1.0),
    "resting_hr": ("resting_heart_rate", 1.0),
    "rmssd": ("hrv", 1.0),
    "spo2": ("spo2", 1.0),
    "full_sleep_breathing_rate": ("respiratory_rate", 1.0),
    "nightly_temperature": ("skin_temperature", 1.0),
    "filteredDemographicVO2Max": ("vo2max", 1.0),
    "stress_score": ("stress_score", 1.0),
    "minutesAsleep": ("sleep_duration", 1.0),
    "sleep_duration": ("time_in_bed", 1 / 60_000),  # ms, from the first to the last moment of the sleep log
    "bmi": ("bmi", 1.0),
}
_ASLEEP, _IN_BED, _EFFICIENCY = "minutesAsleep", "sleep_duration", "sleep_efficiency"
_LATENCY, _AWAKE, _AFTER = "minutesToFallAsleep", "minutesAwake", "minutesAfterWakeup"
_RATIOS = ("sleep_deep_ratio", "sleep_wake_ratio", "sleep_light_ratio", "sleep_rem_ratio")


class LifeSnaps:
    name = "lifesnaps"
    title = "LifeSnaps daily table"

    def recognises(self, parcel: Parcel) -> bool:
        return any(name.endswith(".csv") and b"filteredDemographicVO2Max" in parcel.head(name) for name in parcel.names())

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        """Raises `UsageError` when there are several people in the file and `options.subject` names none of them."""
        gathering = Gathering(intake, parcel)
        tables = [name for name in parcel.names() if b"filteredDemographicVO2Max" in parcel.head(name)]
        for name in parcel.names():
            if name not in tables:
                gathering.foreign(name)
        for name in tables:
            _read(Table(parcel, name), gathering, options)
        gathering.finish()


def _read(table: Table, gathering: Gathering, options: Options) -> None:
    sheet = Sheet(
        table, gathering, options, numbers=[*_MEASURES, _LATENCY, _AWAKE, _AFTER], dates=["date"], person="id", words=(*_RATIOS, _EFFICIENCY)
    )
    who = sheet.subjects.chosen(options.subject) if sheet.subjects else ""
    gathering.intake.about(f"lifesnaps participant {who}")
    for row in sheet.rows(who):
        day, place = sheet.day(row, "date"), sheet.place(row)
        if day is None:
            continue
        for column, (measure, factor) in _MEASURES.items():
            if (value := sheet.number(row, column)) is not None:
                gathering.day(measure, day, value * factor, _SOURCE, place)
        asleep, in_bed = sheet.number(row, _ASLEEP), sheet.number(row, _IN_BED)
        if asleep is not None and in_bed:
            # Not the file's own figure, which leaves short waking out: 93 % where 445 of 521 minutes were slept.
            gathering.day("sleep_efficiency", day, 100 * asleep * 60_000 / in_bed, _SOURCE, place)
        latency, awake, after = (sheet.number(row, column) for column in (_LATENCY, _AWAKE, _AFTER))
        # Nearly every sleep log has a zero here: Fitbit does not measure it unless the person says when they went to bed.
        if latency:
            gathering.day("sleep_latency", day, latency, _SOURCE, place)
        if awake is not None:
            gathering.day("awake", day, awake - (latency or 0.0) - (after or 0.0), _SOURCE, place)
        for column in (*_RATIOS, _EFFICIENCY):
            if sheet.text(row, column):
                gathering.seen(column)
    if sheet.has(_EFFICIENCY):
        gathering.intake.note(
            "The efficiency of sleep is the time asleep in the time in bed; Fitbit's own leaves short waking out and was not taken."
        )
    if any(sheet.has(column) for column in _RATIOS):
        gathering.intake.note(
            "The ratios of deep, light, REM and wake are to the person's own mean, not shares of the night; no minutes follow from them."
        )


LIFESNAPS = LifeSnaps()
