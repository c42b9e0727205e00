"""The tables that Garmin Connect's web page saves: nights, and activities, which are told of and not kept."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime, timedelta

from assistant.errors import UsageError
from assistant.importers.gathering import Gathering
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.importers.sheet import Sheet
from assistant.importers.stamps import Stamps
from assistant.importers.table import Row, Table

__all__ = ["is_activity_table", "is_sleep_table", "read_activity_table", "read_sleep_table"]

_SOURCE = "Garmin"
_FIGURES = {"Resting Heart Rate": "resting_heart_rate", "Pulse Ox": "spo2", "Respiration": "respiratory_rate", "HRV Status": "hrv"}
_LENGTH = re.compile(r"(?:(\d+)\s*h)?\s*(?:(\d+)\s*min)?")
_WORDS = ("Duration", "Bedtime", "Wake Time")


def is_sleep_table(parcel: Parcel, name: str) -> bool:
    """Its first column is headed "Sleep Score 4 Weeks", or another time, and holds the date."""
    head = parcel.head(name).decode("utf-8", "replace").lstrip("\ufeff")
    return head.startswith(("Sleep Score", '"Sleep Score')) and "Bedtime" in head.partition("\n")[0]


def read_sleep_table(parcel: Parcel, name: str, gathering: Gathering, options: Options) -> None:
    """Raises `UsageError` when the table has no year in its dates."""
    table = Table(parcel, name)
    when = table.columns[0]
    sheet = Sheet(table, gathering, options, numbers=list(_FIGURES), dates=[when], words=_WORDS)
    for row in sheet.rows():
        if re.fullmatch(r"[A-Za-z]{3,9} \d{1,2}", sheet.text(row, when)):
            raise UsageError(f"{name} does not say of which year its nights are; take the account's export instead.")
        day = sheet.day(row, when)
        if day is None:
            continue
        for column, measure in _FIGURES.items():
            if (value := sheet.number(row, column)) is not None:
                gathering.day(measure, day, value, _SOURCE, sheet.place(row))
        _take_night(row, day, sheet, gathering, options)


def _take_night(row: Row, day: date, sheet: Sheet, gathering: Gathering, options: Options) -> None:
    place = sheet.place(row)
    length = _LENGTH.fullmatch(sheet.text(row, "Duration"))
    if length is not None and any(length.groups()):
        gathering.day("sleep_duration", day, 60 * int(length[1] or 0) + int(length[2] or 0), _SOURCE, place)
    elif sheet.text(row, "Duration") not in ("", "--"):
        gathering.reject(place, f"Duration: {sheet.text(row, 'Duration')!r} is no length like 7h 55min")
    bed, wake = (sheet.text(row, column) for column in ("Bedtime", "Wake Time"))
    if bed in ("", "--") or wake in ("", "--"):
        return
    stamps = Stamps(options.zone)
    try:
        rises = stamps.moment(f"{day} {wake}")
        goes = Stamps(options.zone).moment(f"{day} {bed}")
    except ValueError as error:
        gathering.reject(place, str(error))
        return
    if goes >= rises:  # in the evening before
        goes = Stamps(options.zone).moment(f"{day - timedelta(days=1)} {bed}")
    gathering.day("bedtime", day, _clock(goes, day), _SOURCE, place)
    gathering.day("wake_time", day, _clock(rises, day), _SOURCE, place)
    gathering.day("time_in_bed", day, (rises - goes).total_seconds() / 60, _SOURCE, place)


def _clock(moment: datetime, day: date) -> float:
    """Minutes after the day's midnight, by the clock on the wall."""
    return (moment.replace(tzinfo=None) - datetime(day.year, day.month, day.day)).total_seconds() / 60


def is_activity_table(parcel: Parcel, name: str) -> bool:
    head = parcel.head(name).decode("utf-8", "replace").lstrip("\ufeff").partition("\n")[0]
    return head.startswith("Activity Type,Date,") and "Calories" in head


def read_activity_table(parcel: Parcel, name: str, gathering: Gathering) -> None:
    """Activities are part of their days; kept beside them, their distance and energy would count twice, or stand for the whole day."""
    kinds: Counter[str] = Counter()
    table = Table(parcel, name)
    for row in table.rows(gathering.intake.reject):
        kinds[row.cells[0] or "Other"] += 1
    for kind, count in kinds.items():
        gathering.seen(f"activity {kind}", count)
    shown = ", ".join(f"{kind} {count:,}" for kind, count in kinds.most_common())
    gathering.intake.note(f"{kinds.total():,} activities ({shown}) were not kept as such: the account's export has the days that they are part of.")
