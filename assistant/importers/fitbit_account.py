"""The archive of a Fitbit account, from Fitbit itself or from Google Takeout: hundreds of small files, each of one measure.

Minutes of steps, distance, energy and heart rate are in UTC without saying so; sleep, weight, days and nightly variability are in the person's time.
Source: the layout and the samples that open readers of the archive document; distances are in centimetres there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

from assistant.importers.columns import Wanted, conversion
from assistant.importers.documents import base_name, entries, length, number
from assistant.importers.fitbit_tables import SOURCE
from assistant.importers.gathering import Amounts, Gathering, disjoint
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.importers.sheet import Sheet
from assistant.importers.stamps import Stamps, at_home, fixed
from assistant.importers.table import Table
from assistant.records.sample import Night, PhaseKind

__all__ = ["account_file", "read_account"]

_AMOUNTS = MappingProxyType({"steps": ("steps", "count", 1.0), "distance": ("distance", "cm", 0.00001), "calories": ("energy", "kcal", 1.0)})
_DAYS = MappingProxyType(
    {
        "sedentary_minutes": "sedentary_minutes",
        "lightly_active_minutes": "light_minutes",
        "moderately_active_minutes": "moderate_minutes",
        "very_active_minutes": "vigorous_minutes",
    }
)
# Beginning of the name → column of the time, whether a row is a day, columns with their measures.
_TABLES: Mapping[str, tuple[str, bool, Mapping[str, str]]] = {
    "Daily Heart Rate Variability Summary": ("timestamp", True, {"rmssd": "hrv"}),
    "Heart Rate Variability Details": ("timestamp", False, {"rmssd": "hrv"}),
    "Daily SpO2": ("timestamp", True, {"average_value": "spo2"}),
    "Minute SpO2": ("timestamp", False, {"value": "spo2"}),
    "Daily Respiratory Rate Summary": ("timestamp", True, {"daily_respiratory_rate": "respiratory_rate"}),
    "Computed Temperature": ("sleep_end", True, {"nightly_temperature": "skin_temperature"}),
    "Stress Score": ("DATE", True, {"STRESS_SCORE": "stress_score"}),
}
_STAGES: Mapping[str, PhaseKind] = {
    "wake": "awake",
    "light": "light",
    "deep": "deep",
    "rem": "rem",
    "asleep": "asleep",
    "restless": "awake",  # Fitbit's own sum of minutes asleep leaves it out
    "awake": "awake",
}
_JSON = re.compile(r"([a-z_0-9]+?)-\d{4}-\d{2}-\d{2}\.json")


def account_file(parcel: Parcel, name: str) -> str:
    """The kind of a file of the archive; "" when it is none, or none that is read."""
    base = base_name(name)
    if (found := _JSON.fullmatch(base)) and found[1] in _FILES:
        head = parcel.head(name)
        return found[1] if b'"dateTime"' in head or b'"logId"' in head or head.strip() == b"[]" else ""
    if base.endswith(".csv"):
        kind = next((kind for kind in _TABLES if base.startswith(kind)), "")
        return kind if kind and _TABLES[kind][0].encode() in parcel.head(name) else ""
    return ""


def read_account(parcel: Parcel, files: list[tuple[str, str]], gathering: Gathering, options: Options) -> None:
    for name, kind in files:
        if kind in _TABLES:
            _read_table(parcel, name, kind, gathering, options)
        else:
            found = entries(parcel, name, gathering)
            gathering.seen(kind, len(found))
            _FILES[kind](kind, found, gathering, options, name)


_Entries = list[tuple[str, dict[str, Any]]]


def _minutes(kind: str, found: _Entries, gathering: Gathering, options: Options, name: str) -> None:
    measure, unit, factor = _AMOUNTS[kind]
    stamps, amounts = Stamps(UTC, "M/D/Y"), Amounts(gathering, measure, SOURCE, unit, factor, name)
    for place, entry in found:
        try:
            start, value = stamps.moment(_text(entry, "dateTime")), number(entry, "value")
        except ValueError as error:
            gathering.reject(place, str(error))
            continue
        amounts.add(at_home(start, options.zone), timedelta(minutes=1), value)
    amounts.flush()


def _heart_rate(kind: str, found: _Entries, gathering: Gathering, options: Options, name: str) -> None:
    stamps, unsure = Stamps(UTC, "M/D/Y"), 0
    for count, (place, entry) in enumerate(found, 1):
        try:
            start, value = stamps.moment(_text(entry, "dateTime")), entry.get("value")
            if not isinstance(value, dict):
                raise ValueError("it has no heart rate")
            rate = number(value, "bpm")
        except ValueError as error:
            gathering.reject(place, str(error))
            continue
        if value.get("confidence") == 0:
            unsure += 1
        else:
            gathering.reading("heart_rate", SOURCE, at_home(start, options.zone), rate, where=f"{name} entry", line=count)
    if unsure:
        gathering.reject(name, f"{unsure} heart rates in which Fitbit itself has no confidence (0)")


def _day(kind: str, found: _Entries, gathering: Gathering, options: Options, name: str) -> None:
    for place, entry in found:
        try:
            gathering.day(_DAYS[kind], Stamps(UTC, "M/D/Y").day(_text(entry, "dateTime")), number(entry, "value"), SOURCE, place)
        except ValueError as error:
            gathering.reject(place, str(error))


def _valued_day(kind: str, found: _Entries, gathering: Gathering, options: Options, name: str) -> None:
    measure, key = {"resting_heart_rate": ("resting_heart_rate", "value"), "demographic_vo2_max": ("vo2max", "filteredDemographicVO2Max")}[kind]
    for place, entry in found:
        value = entry.get("value")
        try:
            if not isinstance(value, dict):
                raise ValueError(f"it has no {key}")
            gathering.day(measure, Stamps(UTC, "M/D/Y").day(_text(entry, "dateTime")), number(value, key), SOURCE, place)
        except ValueError as error:
            gathering.reject(place, str(error))


def _weights(kind: str, found: _Entries, gathering: Gathering, options: Options, name: str) -> None:
    if not found:
        return
    weight = conversion(Wanted("weight", "weight"), options, name)
    for place, entry in found:
        try:
            at = Stamps(options.zone, "M/D/Y").moment(f"{_text(entry, 'date')} {_text(entry, 'time')}")
            original = number(entry, "weight")
            gathering.reading("weight", SOURCE, at, weight(original), unit=weight.unit, original=original, where=place)
            for key, measure in (("bmi", "bmi"), ("fat", "body_fat")):
                if entry.get(key) is not None:
                    gathering.reading(measure, SOURCE, at, number(entry, key), where=place)
        except ValueError as error:
            gathering.reject(place, str(error))


def _sleep(kind: str, found: _Entries, gathering: Gathering, options: Options, name: str) -> None:
    for place, entry in found:
        try:
            gathering.night(_night(entry, options), place)
        except ValueError as error:
            gathering.reject(place, str(error))


def _night(entry: Mapping[str, Any], options: Options) -> Night:
    """A sleep log. Raises `ValueError` with the reason for one that cannot be read."""
    start = Stamps(options.zone).moment(_text(entry, "startTime"))
    # Fitbit writes no offset. The one at the beginning holds for the whole log, unless only the clocks of the zone make it as long as it says it was.
    stamps = Stamps(fixed(start))
    if "duration" in entry and "endTime" in entry:
        lasted = length(entry, "duration", timedelta(milliseconds=1))
        by_clock = Stamps(options.zone).moment(_text(entry, "endTime"))
        if abs(stamps.moment(_text(entry, "endTime")) - start - lasted) > timedelta(minutes=5) >= abs(by_clock - start - lasted):
            stamps = Stamps(options.zone)
    levels = entry.get("levels")
    if not isinstance(levels, dict) or not isinstance(levels.get("data"), list) or not levels["data"]:
        raise ValueError("this sleep has no phases")
    spans = [_span(part, stamps, fixed(start)) for part in levels["data"]]
    short = levels.get("shortData")
    return Night(SOURCE, disjoint(spans, [_span(part, stamps, fixed(start)) for part in short] if isinstance(short, list) else ()))


def _span(part: Any, stamps: Stamps, zone: Any) -> tuple[PhaseKind, datetime, datetime]:
    if not isinstance(part, dict) or part.get("level") not in _STAGES:
        raise ValueError(f"{part.get('level') if isinstance(part, dict) else part!r} is no phase of sleep that is known here")
    start = stamps.moment(_text(part, "dateTime")).astimezone(zone)
    return _STAGES[part["level"]], start, start + length(part, "seconds", timedelta(seconds=1))


def _read_table(parcel: Parcel, name: str, kind: str, gathering: Gathering, options: Options) -> None:
    time, daily, measures = _TABLES[kind]
    sheet = Sheet(Table(parcel, name), gathering, options, numbers=list(measures), dates=[time])
    for row in sheet.rows():
        day = sheet.day(row, time) if daily else None
        at = None if daily else sheet.moment(row, time)
        for column, measure in measures.items():
            value = sheet.number(row, column)
            if value is None:
                continue
            if day is not None:
                gathering.day(measure, day, value, SOURCE, sheet.place(row))
            elif at is not None:
                gathering.reading(measure, SOURCE, at_home(at, options.zone), value, where=name, line=row.line)


def _text(entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str):
        raise ValueError(f"it has no {key}")
    return value


_FILES: Mapping[str, Callable[[str, _Entries, Gathering, Options, str], None]] = {
    **dict.fromkeys(_AMOUNTS, _minutes),
    **dict.fromkeys(_DAYS, _day),
    "heart_rate": _heart_rate,
    "resting_heart_rate": _valued_day,
    "demographic_vo2_max": _valued_day,
    "weight": _weights,
    "sleep": _sleep,
}
