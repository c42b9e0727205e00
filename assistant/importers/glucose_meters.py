"""Continuous glucose meters: Dexcom Clarity, LibreView, and the plain tables of the iglu package.

Columns are known in English, German and Spanish; of the translated ones those are here that public exports show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.errors import UsageError
from assistant.importers.columns import Conversion, Wanted, conversion, unit_in
from assistant.importers.gathering import Gathering
from assistant.importers.importer import Intake, Options
from assistant.importers.parcel import Parcel
from assistant.importers.sheet import Sheet
from assistant.importers.table import Row, Table

__all__ = ["GLUCOSE_METERS", "GlucoseMeters"]

_CLARITY_TIME = ("timestamp (", "zeitstempel (", "marca temporal (")
_CLARITY_KIND = ("event type", "ereignistyp", "tipo de evento")
_CLARITY_VALUE = ("glucose value (", "glukosewert (", "nivel de glucosa (")
_CLARITY_PERSON = frozenset({"firstname", "lastname", "dateofbirth", "device", "alert"})

_LIBRE_TIME = ("device timestamp", "gerätezeitstempel", "sello de tiempo del dispositivo", "marca de hora del dispositivo")
_LIBRE_KIND = ("record type", "aufzeichnungstyp", "tipo de registro")
_LIBRE_DEVICE = ("device", "gerät", "dispositivo")
_LIBRE_HISTORY = ("historic glucose", "glukosewert-verlauf", "historial de glucosa")
_LIBRE_SCAN = ("scan glucose", "glukose-scan", "escaneo de glucosa", "escanear glucosa")
_LIBRE_KINDS = {"0": "history", "1": "scan", "2": "strip", "3": "ketone", "4": "insulin", "5": "food", "6": "note"}

_IGLU = ("id", "time", "gl")
_HIGHEST_MMOL = 33.3  # above what meters show in mmol/L
# What meters write instead of a number beyond their range, in the languages above.
_BEYOND = {
    "low": "below",
    "lo": "below",
    "niedrig": "below",
    "bajo": "below",
    "baja": "below",
    "high": "above",
    "hi": "above",
    "hoch": "above",
    "alto": "above",
    "alta": "above",
}


class GlucoseMeters:
    name = "glucose"
    title = "Glucose meter (Dexcom Clarity, LibreView, iglu)"

    def recognises(self, parcel: Parcel) -> bool:
        return any(_program(parcel, name) for name in parcel.names())

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        """Raises `UsageError` when a file is about several people, or its unit or the order of its dates is not to be told."""
        gathering = Gathering(intake, parcel)
        for name in parcel.names():
            program = _program(parcel, name)
            if program == "clarity":
                _read_clarity(parcel, name, gathering, options)
            elif program == "libre":
                _read_libre(parcel, name, gathering, options)
            elif program == "iglu":
                _read_iglu(parcel, name, gathering, options)
            else:
                gathering.foreign(name)
        gathering.finish()


def _program(parcel: Parcel, name: str) -> str:
    if not name.lower().endswith((".csv", ".txt", ".tsv")):
        return ""
    # A large export has thousands of tables; what cannot be of a meter is told by a few words.
    head = parcel.head(name).replace(b"\0", b"").lower()
    for program, words, header in _PROGRAMS:
        if not any(word in head for word in words):
            continue
        try:
            Table(parcel, name, header)
        except UsageError:
            continue
        return program
    return ""


def _found(cells: Sequence[str], *beginnings: str) -> str:
    """The first cell that begins so; "" for none."""
    return next((cell for cell in cells if cell.lower().startswith(beginnings)), "")


def _is_clarity(cells: Sequence[str]) -> bool:
    return all(_found(cells, *beginnings) for beginnings in (_CLARITY_TIME, _CLARITY_KIND, _CLARITY_VALUE))


def _is_libre(cells: Sequence[str]) -> bool:
    return all(_found(cells, *beginnings) for beginnings in (_LIBRE_TIME, _LIBRE_KIND, (*_LIBRE_HISTORY, *_LIBRE_SCAN)))


def _is_iglu(cells: Sequence[str]) -> bool:
    return tuple(cells[:3]) == _IGLU


_PROGRAMS = (
    ("clarity", [kind.encode() for kind in _CLARITY_KIND], _is_clarity),
    ("libre", [kind.encode() for kind in _LIBRE_KIND], _is_libre),
    ("iglu", [b"gl"], _is_iglu),
)


@dataclass(frozen=True, slots=True)
class _Series:
    """Readings of a table, on their way to the gathering."""

    sheet: Sheet
    gathering: Gathering
    convert: Conversion
    time: str

    def take(self, row: Row, column: str, source: str) -> None:
        text = self.sheet.text(row, column)
        if beyond := _BEYOND.get(text.lower()):
            self.gathering.seen(column)
            self.gathering.reject(self.sheet.place(row), f"glucose is {text!r}: {beyond} what the meter measures, which is no number")
            return
        value = self.sheet.number(row, column)
        if value is None or (at := self.sheet.moment(row, self.time)) is None:
            return
        unit = self.convert.unit
        self.gathering.reading("glucose", source, at, self.convert(value), unit=unit, original=value, where=self.sheet.name, line=row.line)


def _read_clarity(parcel: Parcel, name: str, gathering: Gathering, options: Options) -> None:
    table = Table(parcel, name, _is_clarity)
    time, kind, value = (_found(table.columns, *beginnings) for beginnings in (_CLARITY_TIME, _CLARITY_KIND, _CLARITY_VALUE))
    convert = conversion(Wanted(value, "glucose", unit_in(value)), options, name)
    sheet = Sheet(table, gathering, options, numbers=[value], dates=[time], words=table.columns)
    series = _Series(sheet, gathering, convert, time)
    for row in sheet.rows():
        event = sheet.text(row, kind)
        if event.upper() == "EGV":
            series.take(row, value, "Dexcom")
        elif event.lower() not in _CLARITY_PERSON:
            gathering.foreign(event or "a row without an event type")


def _read_libre(parcel: Parcel, name: str, gathering: Gathering, options: Options) -> None:
    table = Table(parcel, name, _is_libre)
    time, kind, device, history, scan = (
        _found(table.columns, *beginnings) for beginnings in (_LIBRE_TIME, _LIBRE_KIND, _LIBRE_DEVICE, _LIBRE_HISTORY, _LIBRE_SCAN)
    )
    columns = [column for column in (history, scan) if column]
    sheet = Sheet(table, gathering, options, numbers=columns, dates=[time], words=table.columns)
    by_column = {column: _Series(sheet, gathering, conversion(Wanted(column, "glucose", unit_in(column)), options, name), time) for column in columns}
    kinds = Counter(_LIBRE_KINDS.get(sheet.text(row, kind), "other") for row in sheet.rows())
    # The sensor's own readings at regular times are the curve; scans are made when something is felt, and would pull its mean.
    wanted = "history" if history and kinds["history"] else "scan"
    for row in sheet.rows():
        what = _LIBRE_KINDS.get(sheet.text(row, kind), "other")
        column = history if what == "history" else scan
        if what == wanted and column:
            by_column[column].take(row, column, sheet.text(row, device) or "FreeStyle Libre")
        else:
            gathering.foreign(f"record type {sheet.text(row, kind)} ({what})")


class _Highest:
    def __init__(self, table: Table) -> None:
        self._index = table.columns.index("gl")
        self.value = 0.0

    def look(self, row: Row) -> None:
        try:
            self.value = max(self.value, float(row.cells[self._index].replace(",", ".")))
        except ValueError:
            return


def _read_iglu(parcel: Parcel, name: str, gathering: Gathering, options: Options) -> None:
    table = Table(parcel, name, _is_iglu)
    highest = _Highest(table)
    sheet = Sheet(table, gathering, options, numbers=["gl"], dates=["time"], person="id", watchers=[highest])
    # iglu asks for mg/dL; a file in which nothing is above 33 was hardly written for it.
    unit = options.units.get("glucose", "" if 0 < highest.value <= _HIGHEST_MMOL else "mg/dL")
    series = _Series(sheet, gathering, conversion(Wanted("gl", "glucose", unit), options, name), "time")
    if "glucose" not in options.units and unit:
        gathering.intake.note(f"{name} does not say its unit: its glucose was taken as {unit}. If that is wrong, say --unit glucose=mmol/L.")
    who = sheet.subjects.chosen(options.subject) if sheet.subjects else ""
    if sheet.subjects and len(sheet.subjects.names) > 1:
        gathering.intake.about(f"iglu id {who}")
    for row in sheet.rows(who):
        series.take(row, "gl", "CGM")


GLUCOSE_METERS = GlucoseMeters()
