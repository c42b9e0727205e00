"""Google Fit as Google Takeout hands it out: a table of days, a table of quarter hours for each day, and JSON of single values.

Source of the columns: exports that open readers document. Amounts come from the tables; of the JSON only what no table has is read, and of it only
the merged stream of each kind, because the raw ones overlap.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from assistant.importers.columns import GLUCOSE
from assistant.importers.documents import base_name, document, family, number
from assistant.importers.gathering import Gathering, disjoint
from assistant.importers.importer import Intake, Options
from assistant.importers.parcel import Parcel
from assistant.importers.sheet import Sheet
from assistant.importers.stamps import Stamps, at_home, fixed
from assistant.importers.table import Row, Table
from assistant.records.sample import Night, PhaseKind

__all__ = ["GOOGLE_FIT", "GoogleFit"]

_SOURCE = "Google Fit"
_COLUMNS: Mapping[str, tuple[str, float]] = {
    "Step count": ("steps", 1.0),
    "Distance (m)": ("distance", 0.001),
    "Calories (kcal)": ("energy", 1.0),
    "Move Minutes count": ("active_minutes", 1.0),
    "Average heart rate (bpm)": ("heart_rate", 1.0),
    "Max heart rate (bpm)": ("max_heart_rate", 1.0),
    "Average weight (kg)": ("weight", 1.0),
}
_MARKS = (b"Move Minutes count", b"Step count")
_DAY_FILE = re.compile(r"(\d{4}-\d{2}-\d{2})\.csv")
# Type of the data → measures of its values, with units and factors.
_POINTS: Mapping[str, tuple[tuple[str, str, float], ...]] = {
    "com.google.heart_rate.bpm": (("heart_rate", "bpm", 1.0),),
    "com.google.blood_pressure": (("systolic", "mmHg", 1.0), ("diastolic", "mmHg", 1.0)),
    "com.google.blood_glucose": (("glucose", "mmol/L", GLUCOSE),),
    "com.google.oxygen_saturation": (("spo2", "%", 1.0),),
    "com.google.body.temperature": (("body_temperature", "°C", 1.0),),
    "com.google.body.fat.percentage": (("body_fat", "%", 1.0),),
    "com.google.weight": (("weight", "kg", 1.0),),
}
_SLEEP = "com.google.sleep.segment"
_STAGES: Mapping[int, PhaseKind] = {1: "awake", 2: "asleep", 3: "awake", 4: "light", 5: "deep", 6: "rem"}
_GAP = timedelta(minutes=90)  # between two segments of one night


class GoogleFit:
    name = "google_fit"
    title = "Google Fit from Google Takeout"

    def recognises(self, parcel: Parcel) -> bool:
        return any(_is_table(parcel, name) or _is_points(parcel, name) for name in parcel.names())

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        gathering = Gathering(intake, parcel)
        for name in parcel.names():
            if _is_table(parcel, name):
                _read_table(parcel, name, gathering, options)
            elif _is_points(parcel, name):
                _read_points(parcel, name, gathering, options)
            else:
                gathering.foreign(family(name))
        gathering.finish()


def _is_table(parcel: Parcel, name: str) -> bool:
    return name.lower().endswith(".csv") and all(mark in parcel.head(name) for mark in _MARKS)


def _is_points(parcel: Parcel, name: str) -> bool:
    return name.lower().endswith(".json") and b'"Data Points"' in parcel.head(name)


def _read_table(parcel: Parcel, name: str, gathering: Gathering, options: Options) -> None:
    table = Table(parcel, name)
    named = _DAY_FILE.fullmatch(base_name(name))
    sheet = Sheet(table, gathering, options, numbers=list(_COLUMNS), dates=["Date"], words=["Start time", "End time"])
    for row in sheet.rows():
        if sheet.has("Date"):
            if (day := sheet.day(row, "Date")) is not None:
                _take_day(row, day, sheet, gathering)
        elif named and sheet.has("Start time"):
            _take_quarter(row, date.fromisoformat(named[1]), sheet, gathering, options)
        else:
            gathering.reject(sheet.place(row), "nothing says of which day it is")


def _take_day(row: Row, day: date, sheet: Sheet, gathering: Gathering) -> None:
    for column, (measure, factor) in _COLUMNS.items():
        if (value := sheet.number(row, column)) is not None:
            gathering.day(measure, day, value * factor, _SOURCE, sheet.place(row))


def _take_quarter(row: Row, day: date, sheet: Sheet, gathering: Gathering, options: Options) -> None:
    try:
        start, end = (Stamps(options.zone).moment(f"{day} {sheet.text(row, column)}") for column in ("Start time", "End time"))
    except ValueError as error:
        gathering.reject(sheet.place(row), str(error))
        return
    if end <= start:  # the last quarter of an hour ends at the next day's midnight
        end += timedelta(days=1)
    for column, (measure, factor) in _COLUMNS.items():
        value = sheet.number(row, column)
        if value is not None and measure != "weight":
            amount = measure not in ("heart_rate", "max_heart_rate")
            gathering.reading(measure, _SOURCE, start, value * factor, end=end if amount else None, where=sheet.name, line=row.line)


def _read_points(parcel: Parcel, name: str, gathering: Gathering, options: Options) -> None:
    found = document(parcel, name, gathering)
    points = found.get("Data Points") if isinstance(found, dict) else None
    if not isinstance(points, list):
        if found is not None:
            gathering.reject(name, "it holds no data points")
        return
    merged = "merge" in base_name(name) or "merge" in str(found.get("Data Source", ""))
    segments: defaultdict[str, list[tuple[PhaseKind, datetime, datetime]]] = defaultdict(list)
    for count, point in enumerate(points, 1):
        kind = str(point.get("dataTypeName", "")) if isinstance(point, dict) else ""
        if not merged or (kind not in _POINTS and kind != _SLEEP):
            gathering.foreign(kind or family(name))
            continue
        gathering.seen(kind)
        place = f"{name} entry:{count}"
        try:
            start, end = _moment(point, "startTimeNanos", options), _moment(point, "endTimeNanos", options)
            values = _values(point)
            if kind == _SLEEP:
                segments[_SOURCE].append((_stage(values), start, end))
                continue
            for (measure, unit, factor), value in zip(_POINTS[kind], values, strict=False):
                gathering.reading(measure, _SOURCE, end, value * factor, unit=unit, original=value, where=f"{name} entry", line=count)
        except ValueError as error:
            gathering.reject(place, str(error))
    for source, spans in segments.items():
        for night in _nights(spans):
            gathering.night(Night(source, night), name)


def _nights(spans: list[tuple[PhaseKind, datetime, datetime]]) -> list[Any]:
    """Segments that follow each other within ninety minutes are one stretch of sleep, in the offset of its beginning."""
    stretches: list[list[tuple[PhaseKind, datetime, datetime]]] = []
    for kind, start, end in sorted(spans, key=lambda span: span[1]):
        if stretches and start - max(last for *_, last in stretches[-1]) <= _GAP:
            zone = fixed(stretches[-1][0][1])
            stretches[-1].append((kind, start.astimezone(zone), end.astimezone(zone)))
        else:
            stretches.append([(kind, start, end.astimezone(fixed(start)))])
    return [phases for stretch in stretches if (phases := disjoint(stretch))]


def _moment(point: Mapping[str, Any], field: str, options: Options) -> datetime:
    try:
        return at_home(datetime.fromtimestamp(int(point[field]) / 1e9, UTC), options.zone)
    except (KeyError, TypeError, ValueError, OverflowError, OSError) as error:
        raise ValueError(f"it has no {field}") from error


def _values(point: Mapping[str, Any]) -> list[float]:
    found = point.get("fitValue")
    values: list[float] = []
    for entry in found if isinstance(found, list) else []:
        value = entry.get("value") if isinstance(entry, dict) else None
        found_value = value.get("fpVal", value.get("intVal")) if isinstance(value, dict) else None
        if found_value is not None:
            values.append(number({"value": found_value}, "value"))
    if not values:
        raise ValueError("it has no value")
    return values


def _stage(values: list[float]) -> PhaseKind:
    if int(values[0]) not in _STAGES:
        raise ValueError(f"{values[0]:g} is no stage of sleep")
    return _STAGES[int(values[0])]


GOOGLE_FIT = GoogleFit()
