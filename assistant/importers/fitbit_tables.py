"""The tables in which Fitabase hands out Fitbit data of studies: a row a day, an hour, a minute or a weighing, several people in one file.

Source of the columns: Fitabase Data Dictionary; Furberg et al. 2016 (Zenodo 53894). Distances are in kilometres.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType

from assistant.importers.gathering import Gathering, disjoint
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.importers.sheet import Sheet
from assistant.importers.stamps import fixed
from assistant.importers.subjects import chosen
from assistant.importers.table import Table
from assistant.records.sample import Night, PhaseKind

__all__ = ["SOURCE", "fitabase", "read_fitabase"]

SOURCE = "Fitbit"


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of table. time: its column; seconds: how long a row lasts, 0 for a moment, None for a day. measures: column → measure."""

    time: str
    measures: Mapping[str, str]
    seconds: int | None = None
    words: tuple[str, ...] = ()
    numbers: tuple[str, ...] = field(default=())


_KINDS = (
    _Kind(
        "ActivityDate",
        MappingProxyType(
            {
                "TotalSteps": "steps",
                "TotalDistance": "distance",
                "VeryActiveMinutes": "vigorous_minutes",
                "FairlyActiveMinutes": "moderate_minutes",
                "LightlyActiveMinutes": "light_minutes",
                "SedentaryMinutes": "sedentary_minutes",
                "Calories": "energy",
            }
        ),
    ),
    _Kind("ActivityDay", MappingProxyType({"StepTotal": "steps", "Calories": "energy"})),
    _Kind("ActivityHour", MappingProxyType({"StepTotal": "steps", "Calories": "energy"}), 3600),
    _Kind("ActivityMinute", MappingProxyType({"Steps": "steps", "Calories": "energy"}), 60),
    _Kind("Time", MappingProxyType({"Value": "heart_rate"}), 0),
    _Kind("Date", MappingProxyType({"WeightKg": "weight", "Fat": "body_fat", "BMI": "bmi"}), 0, words=("LogId", "IsManualReport", "WeightPounds")),
)
_SLEEP_DAY = _Kind("SleepDay", {}, numbers=("TotalSleepRecords", "TotalMinutesAsleep", "TotalTimeInBed"))
_SLEEP_MINUTES = _Kind("date", {}, 60, words=("logId",), numbers=("value",))
_STATES: Mapping[int, PhaseKind] = {1: "asleep", 2: "awake", 3: "awake"}  # 2 is "restless", which Fitbit counts as time awake


def fitabase(head: tuple[str, ...] | list[str]) -> _Kind | None:
    """The kind of table that has these columns; None for another program's, and for those kinds of Fitabase that hold nothing for us."""
    if "Id" not in head:
        return None
    if {"SleepDay", "TotalMinutesAsleep"} <= set(head):
        return _SLEEP_DAY
    if {"date", "value", "logId"} <= set(head):
        return _SLEEP_MINUTES
    return next((kind for kind in _KINDS if kind.time in head and any(column in head for column in kind.measures)), None)


def read_fitabase(parcel: Parcel, names: list[str], gathering: Gathering, options: Options) -> None:
    """Raises `UsageError` when the tables are about several people and `options.subject` names none of them."""
    sheets: list[tuple[_Kind, Sheet]] = []
    for name in names:
        table = Table(parcel, name)
        kind = fitabase(table.columns)
        if kind is not None:
            numbers = (*kind.measures, *kind.numbers)
            sheets.append((kind, Sheet(table, gathering, options, numbers=numbers, dates=[kind.time], person="Id", words=kind.words)))
    people = [who for _, sheet in sheets if sheet.subjects for who in sheet.subjects.names]
    who = chosen(people, options.subject, parcel.path.name)
    gathering.intake.about(f"fitabase id {who}")
    for kind, sheet in sheets:
        _READERS.get(kind.time, _read_rows)(kind, sheet, gathering, who)


def _read_rows(kind: _Kind, sheet: Sheet, gathering: Gathering, who: str) -> None:
    for row in sheet.rows(who):
        place = sheet.place(row)
        if kind.seconds is None:
            day = sheet.day(row, kind.time)
            for column, measure in kind.measures.items():
                if day is not None and (value := sheet.number(row, column)) is not None:
                    gathering.day(measure, day, value, SOURCE, place)
            continue
        start = sheet.moment(row, kind.time)
        if start is None:
            continue
        end = start + timedelta(seconds=kind.seconds) if kind.seconds else None
        for column, measure in kind.measures.items():
            if (value := sheet.number(row, column)) is not None:
                gathering.reading(measure, SOURCE, start, value, end=end, where=sheet.name, line=row.line)


def _read_sleep_days(kind: _Kind, sheet: Sheet, gathering: Gathering, who: str) -> None:
    sums = 0
    for row in sheet.rows(who):
        day, place = sheet.day(row, kind.time), sheet.place(row)
        records, asleep, in_bed = (sheet.number(row, column) for column in kind.numbers)
        if day is None or asleep is None:
            continue
        gathering.day("total_sleep", day, asleep, SOURCE, place)
        if records is not None and records > 1:  # a night and naps, and nothing says how much was which
            sums += 1
            continue
        gathering.day("sleep_duration", day, asleep, SOURCE, place)
        if in_bed:
            gathering.day("time_in_bed", day, in_bed, SOURCE, place)
            gathering.day("sleep_efficiency", day, 100 * asleep / in_bed, SOURCE, place)
    if sums:
        gathering.intake.note(f"On {sums} days {sheet.name} has only the sum of several sleeps; it was taken as the total sleep, not as the night's.")


def _read_sleep_minutes(kind: _Kind, sheet: Sheet, gathering: Gathering, who: str) -> None:
    logs: defaultdict[str, list[tuple[datetime, int]]] = defaultdict(list)
    for row in sheet.rows(who):
        try:
            state, start = sheet.number(row, "value"), sheet.stamps.moment(sheet.text(row, kind.time))
        except ValueError as error:
            gathering.reject(sheet.place(row), str(error))
            continue
        if state is not None and int(state) in _STATES:
            logs[sheet.text(row, "logId")].append((start, int(state)))
        elif state is not None:
            gathering.reject(sheet.place(row), f"{state:g} is no state of sleep; there are 1, 2 and 3")
    for log, minutes in logs.items():
        zone = fixed(minutes[0][0])
        spans = [(_STATES[state], start.astimezone(zone), start.astimezone(zone) + timedelta(minutes=1)) for start, state in minutes]
        gathering.night(Night(SOURCE, disjoint(spans)), f"{sheet.name} log {log}")


_READERS: Mapping[str, Callable[[_Kind, Sheet, Gathering, str], None]] = {"SleepDay": _read_sleep_days, "date": _read_sleep_minutes}
