"""Oura: what its API answers (version 2, JSON), the account's export ("App Data", CSV with the same names) and the web page's table of trends.

Durations are in seconds, distances in metres; stages stand as one digit for every five minutes (or thirty seconds) from the time of going to bed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from assistant.importers.documents import document, family, length, number
from assistant.importers.gathering import Gathering, disjoint
from assistant.importers.importer import Intake, Options
from assistant.importers.parcel import Parcel
from assistant.importers.stamps import Stamps, at_home
from assistant.importers.table import Table
from assistant.records.sample import Night, Phase, PhaseKind

__all__ = ["OURA", "Oura"]

_SOURCE = "Oura Ring"
_MARKS = (
    b"bedtime_start",
    b"Bedtime Start",
    b"equivalent_walking_distance",
    b"Equivalent Walking Distance",
    b"spo2_percentage",
    b"sleep_phase_5_min",
)
_STAGES: Mapping[str, PhaseKind] = {"1": "deep", "2": "light", "3": "rem", "4": "awake"}
_STEPS = (("sleep_phase_30_sec", timedelta(seconds=30)), ("sleep_phase_5_min", timedelta(minutes=5)))
_NO_SLEEP = ("deleted", "rest")

# Of a day of activity, and of a night without stages: field → measure and factor.
_ACTIVITY = {
    "steps": ("steps", 1.0),
    "equivalent_walking_distance": ("distance", 0.001),
    "active_calories": ("active_energy", 1.0),
    "total_calories": ("energy", 1.0),
    "high_activity_time": ("vigorous_minutes", 1 / 60),
    "medium_activity_time": ("moderate_minutes", 1 / 60),
    "low_activity_time": ("light_minutes", 1 / 60),
    "sedentary_time": ("sedentary_minutes", 1 / 60),
}
_BODY = {
    "lowest_heart_rate": ("resting_heart_rate", 1.0),  # what Oura's own pages call the resting heart rate
    "average_hrv": ("hrv", 1.0),
    "average_breath": ("respiratory_rate", 1.0),
    "vo2_max": ("vo2max", 1.0),
}
_UNSTAGED = {
    "total_sleep_duration": ("sleep_duration", 1 / 60),
    "deep_sleep_duration": ("deep_sleep", 1 / 60),
    "rem_sleep_duration": ("rem_sleep", 1 / 60),
    "light_sleep_duration": ("light_sleep", 1 / 60),
    "time_in_bed": ("time_in_bed", 1 / 60),
    "latency": ("sleep_latency", 1 / 60),
    "efficiency": ("sleep_efficiency", 1.0),
}
# The table of trends calls some of them otherwise.
_OTHERWISE = {
    "date": "day",
    "activity_burn": "active_calories",
    "total_burn": "total_calories",
    "inactive_time": "sedentary_time",
    "respiratory_rate": "average_breath",
    "lowest_resting_heart_rate": "lowest_heart_rate",
    "sleep_latency": "latency",
    "sleep_efficiency": "efficiency",
}
_READ = {*_ACTIVITY, *_BODY, *_UNSTAGED, "spo2_percentage", "heart_rate", "hrv", *(field for field, _ in _STEPS)}
_FRAME = {"id", "day", "timestamp", "type", "bedtime_start", "bedtime_end", "bpm", "source"}

_Record = Mapping[str, Any]


class Oura:
    name = "oura"
    title = "Oura export"

    def recognises(self, parcel: Parcel) -> bool:
        return any(_is_ours(parcel, name) for name in parcel.names())

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        gathering = Gathering(intake, parcel)
        for name in parcel.names():
            if not name.lower().endswith((".json", ".csv")):
                gathering.foreign(family(name))
                continue
            for where, line, record in _records(parcel, name, gathering):
                try:
                    _Reading(record, where, line, gathering, options).all()
                except ValueError as error:
                    gathering.reject(f"{where}:{line}", str(error))
        gathering.finish()


def _is_ours(parcel: Parcel, name: str) -> bool:
    return name.lower().endswith((".json", ".csv")) and any(mark in parcel.head(name) for mark in _MARKS)


def _records(parcel: Parcel, name: str, gathering: Gathering) -> Iterator[tuple[str, int, _Record]]:
    """Records with the place where they stand: the file, and the line or entry in it."""
    if name.lower().endswith(".csv"):
        table = Table(parcel, name)
        names = [_named(column) for column in table.columns]
        for row in table.rows(gathering.intake.reject):
            yield name, row.line, {key: _cell(cell) for key, cell in zip(names, row.cells, strict=True) if cell}
        return
    found = document(parcel, name, gathering)
    groups: list[tuple[str, Any]] = [(name, found)]
    if isinstance(found, dict):  # one kind under "data", or every kind under its own name
        groups = [(f"{name} {key}", value) for key, value in found.items() if isinstance(value, list)]
    for place, group in groups:
        for index, entry in enumerate(group if isinstance(group, list) else [], 1):
            if isinstance(entry, dict):
                yield f"{place} entry", index, {_named(key): value for key, value in entry.items()}
            else:
                gathering.reject(f"{place} entry:{index}", "it is not an entry with names and values")


def _named(column: str) -> str:
    name = column.strip().lower().replace(" ", "_")
    return _OTHERWISE.get(name, name)


def _cell(text: str) -> Any:
    """Cells of the account's export hold JSON where the API has objects."""
    if text[:1] in "{[":
        try:
            return json.loads(text)
        except ValueError:
            return text
    return None if text.lower() in ("null", "none") else text


class _Reading:
    """One record. Raises `ValueError` with the reason where it cannot be read."""

    def __init__(self, record: _Record, where: str, line: int, gathering: Gathering, options: Options) -> None:
        self._record, self._where, self._line = record, where, line
        self._place = f"{where}:{line}"
        self._gathering, self._options = gathering, options

    def all(self) -> None:
        for field, value in self._record.items():
            if value is not None and value != "" and field not in _FRAME:
                (self._gathering.seen if field in _READ else self._gathering.foreign)(field)
        if "bpm" in self._record:
            at = self._moment("timestamp")
            self._gathering.reading("heart_rate", _SOURCE, at, number(self._record, "bpm"), where=self._where, line=self._line)
            return
        if "bedtime_start" in self._record and self._record.get("type") in _NO_SLEEP:
            self._gathering.foreign(f"sleep of the type “{self._record['type']}”")
            return
        day = self._day()
        if "bedtime_start" in self._record:
            self._sleep(day)
        if self._record.get("type", "long_sleep") == "long_sleep":
            self._figures(_BODY, day)
        self._figures(_ACTIVITY, day)
        share = self._record.get("spo2_percentage")
        if isinstance(share, dict) and share.get("average") is not None:
            self._gathering.day("spo2", day, number(share, "average"), _SOURCE, self._place)

    def _figures(self, fields: Mapping[str, tuple[str, float]], day: date) -> None:
        for field, (measure, factor) in fields.items():
            if self._record.get(field) not in (None, ""):
                self._gathering.day(measure, day, number(self._record, field) * factor, _SOURCE, self._place)

    def _sleep(self, day: date) -> None:
        start, end = self._moment("bedtime_start"), self._moment("bedtime_end")
        if end <= start:
            raise ValueError("this sleep ends before it begins")
        for field, step in _STEPS:
            stages = self._record.get(field)
            if isinstance(stages, str) and stages:
                spans = [(_stage(digit), start + index * step, min(start + (index + 1) * step, end)) for index, digit in enumerate(stages)]
                phases = (Phase("in_bed", start, end.astimezone(start.tzinfo)), *disjoint(spans))
                self._gathering.night(Night(_SOURCE, phases), self._place)
                break
        else:
            if self._record.get("type", "long_sleep") == "long_sleep":
                self._figures(_UNSTAGED, day)
        for field, measure in (("heart_rate", "heart_rate"), ("hrv", "hrv")):
            self._series(field, measure)

    def _series(self, field: str, measure: str) -> None:
        series = self._record.get(field)
        if not isinstance(series, dict) or not isinstance(series.get("items"), list):
            return
        start, step = self._moment("timestamp", series), length(series, "interval", timedelta(seconds=1))
        for index, value in enumerate(series["items"]):
            if value is not None:
                value = number({measure: value}, measure)
                self._gathering.reading(measure, _SOURCE, start + index * step, value, where=self._where, line=self._line)

    def _moment(self, field: str, record: _Record | None = None) -> datetime:
        text = (self._record if record is None else record).get(field)
        if not isinstance(text, str) or not text:
            raise ValueError(f"it has no {field}")
        moment = Stamps(self._options.zone).moment(text)
        # Heart rates are given in UTC, nights in the offset of the place where they were slept.
        return at_home(moment, self._options.zone) if text.endswith(("Z", "+00:00")) and field == "timestamp" else moment

    def _day(self) -> date:
        """The day that Oura gives a night to is the one on which it ends, as here."""
        text = self._record.get("day")
        return Stamps(self._options.zone).day(str(text)) if text else self._moment("bedtime_end").date()


def _stage(digit: str) -> PhaseKind:
    if digit not in _STAGES:
        raise ValueError(f"{digit!r} is no stage of sleep; there are 1, 2, 3 and 4")
    return _STAGES[digit]


OURA = Oura()
