"""The tables that Google Takeout adds for Fitbit ("…_GoogleData"): a file a month or a day of one measure, several sources in one file.

Times are in UTC; midnight of a daily figure means the local day. Source of names and columns: readers of real archives that show them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from assistant.importers.documents import base_name
from assistant.importers.gathering import Amounts, Gathering, disjoint
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.importers.sheet import Sheet
from assistant.importers.stamps import at_home
from assistant.importers.table import Row, Table
from assistant.records.sample import Night, PhaseKind

__all__ = ["google_file", "read_google"]

_SOURCE = "Fitbit"
_FROM = "data source"


@dataclass(frozen=True, slots=True)
class _Value:
    measure: str
    unit: str
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class _Family:
    """What files of one name hold. length: of a row; zero for a moment, None for a day."""

    length: timedelta | None
    values: Mapping[str, _Value]


_MINUTE, _MOMENT = timedelta(minutes=1), timedelta()
_FAMILIES: Mapping[str, _Family] = {
    "steps": _Family(_MINUTE, {"steps": _Value("steps", "count")}),
    "distance": _Family(_MINUTE, {"distance": _Value("distance", "m", 0.001)}),
    "calories": _Family(_MINUTE, {"calories": _Value("energy", "kcal")}),
    "active_minutes": _Family(
        _MINUTE,
        {"light": _Value("light_minutes", "min"), "moderate": _Value("moderate_minutes", "min"), "very": _Value("vigorous_minutes", "min")},
    ),
    "heart_rate": _Family(_MOMENT, {"beats per minute": _Value("heart_rate", "bpm")}),
    "oxygen_saturation": _Family(_MOMENT, {"oxygen saturation percentage": _Value("spo2", "%")}),
    "weight": _Family(_MOMENT, {"weight grams": _Value("weight", "g", 0.001)}),
    "body_fat": _Family(_MOMENT, {"body fat percentage": _Value("body_fat", "%")}),
    "daily_resting_heart_rate": _Family(None, {"beats per minute": _Value("resting_heart_rate", "bpm")}),
    "daily_respiratory_rate": _Family(None, {"breaths per minute": _Value("respiratory_rate", "breaths/min")}),
    "daily_oxygen_saturation": _Family(None, {"average percentage": _Value("spo2", "%")}),
    "daily_heart_rate_variability": _Family(None, {"average heart rate variability milliseconds": _Value("hrv", "ms")}),
    "daily_sleep_temperature_derivations": _Family(None, {"nightly temperature celsius": _Value("skin_temperature", "°C")}),
}
_SLEEPS, _STAGES = "UserSleeps", "UserSleepStages"
_KINDS: Mapping[str, PhaseKind] = {
    "AWAKE": "awake",
    "LIGHT": "light",
    "DEEP": "deep",
    "REM": "rem",
    "ASLEEP": "asleep",
    "RESTLESS": "awake",
}


def google_file(parcel: Parcel, name: str) -> str:
    """The family of a table of Google's; "" when it is none, or none that is read."""
    base = base_name(name)
    if not base.endswith(".csv"):
        return ""
    stem = base.removesuffix(".csv").rstrip("0123456789-_")
    head = parcel.head(name)
    if stem in (_SLEEPS, _STAGES):
        return stem if b"sleep_id" in head else ""
    known = stem in _FAMILIES and head.removeprefix(b"\xef\xbb\xbf").startswith(b"timestamp,")
    return stem if known and any(column.encode() in head for column in _FAMILIES[stem].values) else ""


def read_google(parcel: Parcel, files: list[tuple[str, str]], gathering: Gathering, options: Options) -> None:
    stages: defaultdict[str, list[tuple[PhaseKind, datetime, datetime]]] = defaultdict(list)
    for name, family in files:
        if family == _STAGES:
            _read_stages(Table(parcel, name), stages, gathering, options)
    for name, family in files:
        if family == _SLEEPS:
            _read_sleeps(Table(parcel, name), stages, gathering, options)
        elif family != _STAGES:
            _read_family(Table(parcel, name), _FAMILIES[family], gathering, options)


def _read_family(table: Table, family: _Family, gathering: Gathering, options: Options) -> None:
    sheet = Sheet(table, gathering, options, numbers=list(family.values), dates=["timestamp"], words=[_FROM])
    running: dict[tuple[str, str], Amounts] = {}
    for row in sheet.rows():
        at = sheet.moment(row, "timestamp")
        if at is None:
            continue
        source = sheet.text(row, _FROM) or _SOURCE
        for column, value in family.values.items():
            number = sheet.number(row, column)
            if number is None:
                continue
            if family.length is None:
                gathering.day(value.measure, _day(at, options.zone), number * value.factor, source, sheet.place(row))
            elif family.length:
                if (amounts := running.get((source, value.measure))) is None:
                    amounts = Amounts(gathering, value.measure, source, value.unit, value.factor, table.name)
                    running[source, value.measure] = amounts
                amounts.add(at_home(at, options.zone), family.length, number)
            else:
                start = at_home(at, options.zone)
                gathering.reading(
                    value.measure, source, start, number * value.factor, unit=value.unit, original=number, where=table.name, line=row.line
                )
    for amounts in running.values():
        amounts.flush()


def _day(at: datetime, zone: tzinfo) -> date:
    """Midnight in UTC stands for the day itself; any other time is a moment of the person's day."""
    return at.date() if (at.hour, at.minute, at.second) == (0, 0, 0) else at_home(at, zone).date()


def _read_stages(table: Table, stages: defaultdict[str, list[tuple[PhaseKind, datetime, datetime]]], gathering: Gathering, options: Options) -> None:
    dates = ["sleep_stage_start", "sleep_stage_end"]
    sheet = Sheet(table, gathering, options, numbers=[], dates=dates, words=table.columns)
    for row in sheet.rows():
        kind = sheet.text(row, "sleep_stage_type")
        start, end = _moment(sheet, row, "sleep_stage_start"), _moment(sheet, row, "sleep_stage_end")
        gathering.seen("sleep_stage_type")
        if kind not in _KINDS:
            gathering.reject(sheet.place(row), f"{kind!r} is no stage of sleep that is known here")
        elif start is not None and end is not None:
            stages[sheet.text(row, "sleep_id")].append((_KINDS[kind], start, end))


def _read_sleeps(table: Table, stages: Mapping[str, list[tuple[PhaseKind, datetime, datetime]]], gathering: Gathering, options: Options) -> None:
    sheet = Sheet(table, gathering, options, numbers=[], dates=["sleep_start", "sleep_end"], words=table.columns)
    for row in sheet.rows():
        start, end = _moment(sheet, row, "sleep_start"), _moment(sheet, row, "sleep_end")
        gathering.seen("sleep_id")
        if start is None or end is None:
            continue
        zone = start.tzinfo
        spans = stages.get(sheet.text(row, "sleep_id")) or [("asleep", start, end)]
        phases = disjoint((kind, first.astimezone(zone), last.astimezone(zone)) for kind, first, last in spans)
        if phases:
            gathering.night(Night(sheet.text(row, "data_source") or _SOURCE, phases), sheet.place(row))
        else:
            gathering.reject(sheet.place(row), "this sleep has no length")


def _moment(sheet: Sheet, row: Row, column: str) -> datetime | None:
    """In the offset that stands beside it ("+02:00" under start_utc_offset)."""
    at = sheet.moment(row, column)
    offset = sheet.text(row, "start_utc_offset" if column.endswith("start") else "end_utc_offset")
    if at is None or not offset:
        return at
    try:
        return at.astimezone(datetime.fromisoformat(f"2000-01-01T00:00:00{offset}").tzinfo)
    except ValueError:
        return at
