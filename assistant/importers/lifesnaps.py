"""The daily table of the LifeSnaps study: what people's Fitbit said of each day, 62 columns, several people in one file.

Source: Yfantidou et al., LifeSnaps, Scientific Data 2022; Zenodo 7229547.
"""

from __future__ import annotations

from assistant.importers.columns import NumberForm, Numbers
from assistant.importers.gathering import Gathering
from assistant.importers.importer import Intake, Options
from assistant.importers.parcel import Parcel
from assistant.importers.stamps import DateForm, Stamps
from assistant.importers.subjects import Subjects
from assistant.importers.table import Row, Table, survey

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
    "sleep_efficiency": ("sleep_efficiency", 1.0),
    "bmi": ("bmi", 1.0),
}
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
            _Reading(Table(parcel, name), gathering, options).all()
        gathering.finish()


class _Reading:
    def __init__(self, table: Table, gathering: Gathering, options: Options) -> None:
        self._table, self._gathering = table, gathering
        watched = [column for column in (*_MEASURES, _LATENCY, _AWAKE, _AFTER, *_RATIOS) if column in table.columns]
        subjects = Subjects(table, "id")
        form, dates = NumberForm(table, watched), DateForm(table, ["date"], "id")
        survey(table, subjects, form, dates)
        self._who = subjects.chosen(options.subject)
        self._numbers: Numbers = form.numbers(options)
        self._stamps = Stamps(options.zone, dates.order(options))
        self._watched = watched

    def all(self) -> None:
        identity, when = self._table.columns.index("id"), self._table.columns.index("date")
        others = [(index, name) for index, name in enumerate(self._table.columns) if name not in self._watched and name not in ("id", "date")]
        for row in self._table.rows(self._gathering.intake.reject):
            if row.cells[identity] != self._who:
                continue
            place = self._table.place(row.line)
            for index, name in others:
                if row.cells[index]:
                    self._gathering.foreign(name)
            try:
                day = self._stamps.day(row.cells[when])
            except ValueError as error:
                self._gathering.reject(place, str(error))
                continue
            found = self._read(row, place)
            for column, (measure, factor) in _MEASURES.items():
                if column in found:
                    self._gathering.day(measure, day, found[column] * factor, _SOURCE, place)
            # Nearly every sleep log has a zero here: Fitbit does not measure it unless the person says when they went to bed.
            if found.get(_LATENCY, 0.0) > 0:
                self._gathering.day("sleep_latency", day, found[_LATENCY], _SOURCE, place)
            if _AWAKE in found:
                inside = found[_AWAKE] - found.get(_LATENCY, 0.0) - found.get(_AFTER, 0.0)
                self._gathering.day("awake", day, inside, _SOURCE, place)
        if any(column in self._table.columns for column in _RATIOS):
            self._gathering.intake.note(
                "The ratios of deep, light, REM and wake are to the person's own mean, not shares of the night; no minutes follow from them."
            )

    def _read(self, row: Row, place: str) -> dict[str, float]:
        numbers: dict[str, float] = {}
        for column in self._watched:
            text = row.cells[self._table.columns.index(column)]
            if not text:
                continue
            self._gathering.seen(column)
            try:
                value = self._numbers.read(text)
            except ValueError as error:
                self._gathering.reject(place, f"{column}: {error}")
                continue
            if value is not None:
                numbers[column] = value
        return numbers


LIFESNAPS = LifeSnaps()
