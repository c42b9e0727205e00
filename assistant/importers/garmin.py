"""Garmin: the export of an account (JSON), what its API answers (JSON), the tables of Garmin Connect (CSV) and the watch's own files (FIT).

Garmin writes most times twice, as GMT and as "local"; the local ones are numbers that look like moments and are none. Only GMT is read as a moment,
the difference of both is the offset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

from assistant.importers.documents import base_name, document, family, number
from assistant.importers.garmin_fit import FitFiles
from assistant.importers.garmin_tables import is_activity_table, is_sleep_table, read_activity_table, read_sleep_table
from assistant.importers.gathering import Gathering, disjoint
from assistant.importers.importer import Intake, Options
from assistant.importers.parcel import Parcel
from assistant.importers.stamps import Stamps, at_home
from assistant.records.sample import Night, PhaseKind

__all__ = ["GARMIN", "Garmin"]

_SOURCE = "Garmin"
_LEVELS: Mapping[int, PhaseKind] = {0: "deep", 1: "light", 2: "rem", 3: "awake"}
_FLOOR = 3.048  # metres; Garmin counts a floor for every ten feet
# Of a day: field → measure and factor.
_DAY = {
    "totalSteps": ("steps", 1.0),
    "totalDistanceMeters": ("distance", 0.001),
    "totalKilocalories": ("energy", 1.0),
    "activeKilocalories": ("active_energy", 1.0),
    "bmrKilocalories": ("basal_energy", 1.0),
    "moderateIntensityMinutes": ("moderate_minutes", 1.0),
    "vigorousIntensityMinutes": ("vigorous_minutes", 1.0),
    "sedentarySeconds": ("sedentary_minutes", 1 / 60),
    "floorsAscended": ("floors", 1.0),
    "maxHeartRate": ("max_heart_rate", 1.0),
    "averageSpo2": ("spo2", 1.0),
}
_MARKS = (b'"sleepStartTimestampGMT"', b'"dailySleepDTO"', b'"heartRateValues"', b'"hrvSummary"', b'"dateWeightList"')

_Entry = Mapping[str, Any]


class Garmin:
    name = "garmin"
    title = "Garmin export"

    def recognises(self, parcel: Parcel) -> bool:
        return any(_kind(parcel, name) for name in parcel.names())

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        gathering = Gathering(intake, parcel)
        fits = FitFiles(parcel, gathering, options)
        for name in parcel.names():
            kind = _kind(parcel, name)
            if kind == "fit":
                fits.read(name)
            elif kind == "table":
                read_sleep_table(parcel, name, gathering, options)
            elif kind == "activities":
                read_activity_table(parcel, name, gathering)
            elif kind == "json":
                _read_json(parcel, name, gathering, options)
            else:
                gathering.foreign(family(name))
        fits.finish()
        gathering.finish()


def _kind(parcel: Parcel, name: str) -> str:
    plain = base_name(name).lower()
    if plain.endswith(".fit"):
        return "fit" if parcel.head(name)[8:12] == b".FIT" else ""
    if plain.endswith(".csv"):
        return "table" if is_sleep_table(parcel, name) else "activities" if is_activity_table(parcel, name) else ""
    head = parcel.head(name) if plain.endswith(".json") else b""
    return "json" if any(mark in head for mark in _MARKS) or (b'"calendarDate"' in head and b'"totalSteps"' in head) else ""


def _read_json(parcel: Parcel, name: str, gathering: Gathering, options: Options) -> None:
    found = document(parcel, name, gathering)
    for count, entry in enumerate(found if isinstance(found, list) else [found], 1):
        place = f"{name} entry:{count}"
        if not isinstance(entry, dict):
            if found is not None:
                gathering.reject(place, "it is not an entry with names and values")
            continue
        reader = next((read for mark, read in _READERS.items() if mark in entry), None)
        if reader is None:
            gathering.foreign(f"an entry of {family(name)}")
            continue
        gathering.seen(family(name))
        try:
            reader(entry, name, count, gathering, options)
        except ValueError as error:
            gathering.reject(place, str(error))


def _day(entry: _Entry, name: str, count: int, gathering: Gathering, options: Options) -> None:
    day, place = _date(entry), f"{name} entry:{count}"
    for field, (measure, factor) in _DAY.items():
        if entry.get(field) is not None:
            gathering.day(measure, day, number(entry, field) * factor, _SOURCE, place)
    if entry.get("floorsAscended") is None and entry.get("floorsAscendedInMeters") is not None:
        gathering.day("floors", day, number(entry, "floorsAscendedInMeters") / _FLOOR, _SOURCE, place)
    resting = "currentDayRestingHeartRate" if entry.get("currentDayRestingHeartRate") is not None else "restingHeartRate"
    if entry.get(resting) is not None:
        gathering.day("resting_heart_rate", day, number(entry, resting), _SOURCE, place)


def _sleep_sums(entry: _Entry, name: str, count: int, gathering: Gathering, options: Options) -> None:
    """A night of which there are the sums of the stages alone."""
    place = f"{name} entry:{count}"
    deep, light, rem, awake = (
        number(entry, f"{stage}SleepSeconds") / 60 if entry.get(f"{stage}SleepSeconds") is not None else None
        for stage in ("deep", "light", "rem", "awake")
    )
    if deep is None and light is None and rem is None:
        raise ValueError("this night has no sleep in it")
    start, end = _moment(entry, "sleepStartTimestampGMT", options), _moment(entry, "sleepEndTimestampGMT", options)
    day = end.date()
    midnight = datetime(day.year, day.month, day.day, tzinfo=start.tzinfo)
    asleep = sum(stage or 0.0 for stage in (deep, light, rem))
    in_bed = (end - start).total_seconds() / 60
    figures = {
        "sleep_duration": asleep,
        "deep_sleep": deep,
        "light_sleep": light,
        "rem_sleep": rem,
        "awake": awake,
        "time_in_bed": in_bed,
        "bedtime": (start - midnight).total_seconds() / 60,
        "wake_time": (end - datetime(day.year, day.month, day.day, tzinfo=end.tzinfo)).total_seconds() / 60,
        "sleep_efficiency": 100 * asleep / in_bed if in_bed > 0 else None,
        "deep_share": 100 * deep / asleep if deep is not None and asleep else None,
        "rem_share": 100 * rem / asleep if rem is not None and asleep else None,
        "respiratory_rate": number(entry, "averageRespiration") if entry.get("averageRespiration") is not None else None,
    }
    for measure, value in figures.items():
        if value is not None:
            gathering.day(measure, day, value, _SOURCE, place)


def _sleep(entry: _Entry, name: str, count: int, gathering: Gathering, options: Options) -> None:
    """A night as the API answers it, with its stages."""
    summary, levels = entry["dailySleepDTO"], entry.get("sleepLevels")
    if not isinstance(summary, dict):
        raise ValueError("this night has no sleep in it")
    if not isinstance(levels, list) or not levels:
        _sleep_sums(summary, name, count, gathering, options)
        return
    zone = _offset(summary, options)
    spans: list[tuple[PhaseKind, datetime, datetime]] = []
    for level in levels:
        kind = level.get("activityLevel") if isinstance(level, dict) else None
        if kind == -1:  # "unmeasurable"
            continue
        if not isinstance(kind, int | float) or int(kind) not in _LEVELS:
            raise ValueError(f"{kind!r} is no level of sleep; there are 0 to 3")
        start, end = (_moment(level, field, options).astimezone(zone) for field in ("startGMT", "endGMT"))
        spans.append((_LEVELS[int(kind)], start, end))
    gathering.night(Night(_SOURCE, disjoint(spans)), f"{name} entry:{count}")
    day = max(end for *_, end in spans).date() if spans else _date(summary)
    if entry.get("avgOvernightHrv") is not None:
        gathering.day("hrv", day, number(entry, "avgOvernightHrv"), _SOURCE, f"{name} entry:{count}")
    for beat in entry.get("sleepHeartRate") or ():
        if isinstance(beat, dict) and beat.get("value") is not None:
            at = _moment(beat, "startGMT", options).astimezone(zone)
            gathering.reading("heart_rate", _SOURCE, at, number(beat, "value"), where=f"{name} entry", line=count)


def _heart_rates(entry: _Entry, name: str, count: int, gathering: Gathering, options: Options) -> None:
    for pair in entry["heartRateValues"] or ():
        if isinstance(pair, list) and len(pair) == 2 and pair[1] is not None:
            at = _at(pair[0], "heartRateValues", options)
            gathering.reading("heart_rate", _SOURCE, at, number({"rate": pair[1]}, "rate"), where=f"{name} entry", line=count)
    if entry.get("restingHeartRate") is not None and entry.get("calendarDate"):
        gathering.day("resting_heart_rate", _date(entry), number(entry, "restingHeartRate"), _SOURCE, f"{name} entry:{count}")


def _variability(entry: _Entry, name: str, count: int, gathering: Gathering, options: Options) -> None:
    summary = entry["hrvSummary"]
    if isinstance(summary, dict) and summary.get("lastNightAvg") is not None:
        gathering.day("hrv", _date(summary), number(summary, "lastNightAvg"), _SOURCE, f"{name} entry:{count}")
    for reading in entry.get("hrvReadings") or ():
        if isinstance(reading, dict) and reading.get("hrvValue") is not None:
            at = _moment(reading, "readingTimeGMT", options)
            gathering.reading("hrv", _SOURCE, at, number(reading, "hrvValue"), where=f"{name} entry", line=count)


def _weights(entry: _Entry, name: str, count: int, gathering: Gathering, options: Options) -> None:
    for weighing in entry["dateWeightList"] or ():
        if not isinstance(weighing, dict):
            raise ValueError("a weighing is not an entry with names and values")
        at = _moment(weighing, "timestampGMT" if weighing.get("timestampGMT") is not None else "date", options)
        for field, measure, unit, factor in (("weight", "weight", "g", 0.001), ("bmi", "bmi", "", 1.0), ("bodyFat", "body_fat", "", 1.0)):
            if weighing.get(field) is not None:
                value = number(weighing, field)
                gathering.reading(measure, _SOURCE, at, value * factor, unit=unit, original=value, where=f"{name} entry", line=count)


# By the first of these fields that an entry has.
_READERS: Mapping[str, Callable[[_Entry, str, int, Gathering, Options], None]] = {
    "dailySleepDTO": _sleep,
    "sleepStartTimestampGMT": _sleep_sums,
    "heartRateValues": _heart_rates,
    "hrvSummary": _variability,
    "dateWeightList": _weights,
    "totalSteps": _day,
}


def _offset(entry: _Entry, options: Options) -> timezone:
    """What its local time is ahead of GMT; else that of the person's zone."""
    start, local = entry.get("sleepStartTimestampGMT"), entry.get("sleepStartTimestampLocal")
    if isinstance(start, int) and isinstance(local, int) and abs(local - start) <= 18 * 3_600_000:
        return timezone(timedelta(milliseconds=local - start))
    moment = _moment(entry, "sleepStartTimestampGMT", options)
    return timezone(moment.utcoffset() or timedelta())


def _moment(entry: _Entry, field: str, options: Options) -> datetime:
    return _at(entry.get(field), field, options)


def _at(value: object, field: str, options: Options) -> datetime:
    """A moment in GMT: milliseconds since 1970, or a text without an offset."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return at_home(datetime.fromtimestamp(value / 1000, UTC), options.zone)
        if isinstance(value, str):
            return at_home(Stamps(UTC).moment(value), options.zone)
    except (ValueError, OverflowError, OSError) as error:
        raise ValueError(f"{field} is {value!r}, which is no time") from error
    raise ValueError(f"it has no {field}")


def _date(entry: _Entry) -> date:
    text = entry.get("calendarDate")
    if isinstance(text, dict):  # older exports: {"date": "Apr 2, 2019 12:00:00 AM"}
        text = text.get("date")
    if not isinstance(text, str):
        raise ValueError("it has no calendarDate")
    return Stamps(UTC).day(text)


GARMIN = Garmin()
