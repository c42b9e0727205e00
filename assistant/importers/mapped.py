"""Any table with a column of times and columns of numbers, by a mapping that the person gives, or by columns that are called like the measures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from assistant.errors import UsageError
from assistant.importers.columns import Conversion, Wanted, conversion, unit_in
from assistant.importers.gathering import Gathering
from assistant.importers.importer import Intake, Options
from assistant.importers.parcel import Parcel
from assistant.importers.sheet import Sheet
from assistant.importers.table import Row, Table
from assistant.measures import MEASURES

__all__ = ["MAPPED", "Mapped"]

_ENDINGS = (".csv", ".tsv", ".txt", ".csv.gz")
_TIMES = ("time", "date", "datetime", "timestamp", "day")
_ROLES = ("time", "clock", "end", "person")
_KINDS_OF_HRV = {"rmssd": "hrv", "hrv_rmssd": "hrv", "sdnn": "hrv_sdnn"}
_NAMED = 30  # columns that a sentence names; a table may have a million
_FLOWS = {"none": 0.0, "spotting": 1.0, "light": 1.0, "medium": 2.0, "moderate": 2.0, "heavy": 3.0}


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which columns of a table say what. clock: the time of day, where it has a column of its own; end: of amounts."""

    time: str
    clock: str
    end: str
    person: str
    wanted: tuple[Wanted, ...]


class Mapped:
    name = "table"
    title = "Table of numbers (CSV)"
    general = True

    def recognises(self, parcel: Parcel) -> bool:
        return any(_is_table(parcel, name) for name in parcel.names())

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        """Raises `UsageError` naming the columns when nothing tells which of them are what."""
        gathering = Gathering(intake, parcel)
        for name in parcel.names():
            if _is_table(parcel, name):
                _read(Table(parcel, name), gathering, options)
            else:
                gathering.foreign(name)
        gathering.finish()


def _is_table(parcel: Parcel, name: str) -> bool:
    if not name.lower().endswith(_ENDINGS):
        return False
    try:
        columns = Table(parcel, name).columns
    except UsageError:
        return False
    return len(columns) > 1 and not any(cell.replace(".", "").replace("-", "").isdigit() for cell in columns)


class _Clocks:
    """Whether any time of a table has hours."""

    def __init__(self, table: Table, column: str) -> None:
        self._index = table.columns.index(column)
        self.any = False

    def look(self, row: Row) -> None:
        text = row.cells[self._index]
        self.any = self.any or ":" in text or (text.isdigit() and len(text) >= 10)


def _read(table: Table, gathering: Gathering, options: Options) -> None:
    plan = _planned(table, options.mapping)
    converted = [(wanted, conversion(wanted, options, f"{table.name} (column {wanted.column!r})")) for wanted in plan.wanted]
    clocks = _Clocks(table, plan.time)
    dates = [column for column in (plan.time, plan.end) if column]
    numbers = [wanted.column for wanted in plan.wanted if wanted.measure != "menstruation"]
    words = [plan.clock, *(wanted.column for wanted in plan.wanted)]
    sheet = Sheet(table, gathering, options, numbers=numbers, dates=dates, person=plan.person, words=words, watchers=[clocks])
    who = sheet.subjects.chosen(options.subject) if sheet.subjects else ""
    sums: defaultdict[tuple[str, date], float] = defaultdict(float)
    for row in sheet.rows(who):
        if clocks.any or plan.clock:
            _take_moment(row, plan, sheet, converted, sums, gathering)
        elif (day := sheet.day(row, plan.time)) is not None:
            for wanted, convert in converted:
                if (value := _value(sheet, row, wanted, gathering)) is not None:
                    gathering.day(wanted.measure, day, convert(value), table.name, sheet.place(row))
    for (measure, day), value in sums.items():
        gathering.day(measure, day, value, table.name, f"{table.name} {day}")
    if sums:
        gathering.intake.note(f"{table.name} does not say how long its amounts took; they were summed up by day.")


def _take_moment(
    row: Row,
    plan: _Plan,
    sheet: Sheet,
    converted: Sequence[tuple[Wanted, Conversion]],
    sums: defaultdict[tuple[str, date], float],
    gathering: Gathering,
) -> None:
    start = sheet.moment(row, plan.time, plan.clock)
    end = sheet.moment(row, plan.end) if plan.end else None
    if start is None or (plan.end and end is None):
        return
    for wanted, convert in converted:
        value = _value(sheet, row, wanted, gathering)
        if value is None:
            continue
        if MEASURES[wanted.measure].daily == "sum" and end is None:
            sums[wanted.measure, start.date()] += convert(value)
        elif MEASURES[wanted.measure].daily in ("given", "night"):
            gathering.day(wanted.measure, start.date(), convert(value), sheet.name, sheet.place(row))
        else:
            gathering.reading(
                wanted.measure, sheet.name, start, convert(value), end=end, unit=convert.unit, original=value, where=sheet.name, line=row.line
            )


def _value(sheet: Sheet, row: Row, wanted: Wanted, gathering: Gathering) -> float | None:
    text = sheet.text(row, wanted.column).lower()
    if wanted.measure == "menstruation" and text in _FLOWS:
        gathering.seen(wanted.column)
        return _FLOWS[text]
    return sheet.number(row, wanted.column)


def _planned(table: Table, mapping: Mapping[str, str]) -> _Plan:
    """By the mapping, and what it leaves open by the names of the columns. Raises `UsageError` where they do not tell.

    A column is mapped to a measure with its unit, or to what else it is: "time", "clock", "end", "person"; these also the other way round.
    """
    roles: dict[str, str] = {}
    given: dict[str, str] = {}
    for column, said in mapping.items():
        if said in _ROLES:
            roles[said] = column
        elif column in _ROLES and said.partition(" ")[0] not in MEASURES:
            roles[column] = said
        else:
            given[column] = said
    listed = ", ".join(repr(column) for column in table.columns[:_NAMED]) + (", …" if len(table.columns) > _NAMED else "")
    for column in (*roles.values(), *given):
        if column not in table.columns:
            raise UsageError(f"{table.name} has no column {column!r}; it has {listed}.")
    named = {column: column.lower().strip() for column in table.columns}
    time = roles.get("time") or next((column for name in _TIMES for column, plain in named.items() if plain == name), "")
    date_column = next((column for column, plain in named.items() if plain == "date"), "")
    clock = roles.get("clock", "")
    if "time" not in roles and date_column and named.get(time) == "time":
        time, clock = date_column, clock or time
    wanted = [_wanted(column, said) for column, said in given.items()]
    if not given:
        if hrv := next((column for column in table.columns if _plain(column) == "hrv"), ""):
            raise UsageError(
                f"{table.name} does not say which kind of variability its column {hrv!r} holds, and the two are not comparable; say"
                f" --map '{hrv}=hrv ms' for RMSSD or --map '{hrv}=hrv_sdnn ms' for SDNN."
            )
        wanted = [
            Wanted(column, measure, unit_in(column))
            for column in table.columns
            if (measure := _KINDS_OF_HRV.get(_plain(column), _plain(column))) in MEASURES
        ]
    if not time or not wanted:
        raise UsageError(
            f"{table.name} does not say by itself what its columns are ({listed}); say it like --map COLUMN=time --map 'COLUMN=weight kg', with a"
            " measure (weight, steps, soreness, …) and its unit."
        )
    return _Plan(time, clock, roles.get("end", ""), roles.get("person", ""), tuple(wanted))


def _wanted(column: str, said: str) -> Wanted:
    measure, _, unit = said.partition(" ")
    if measure not in MEASURES or MEASURES[measure].unit == "clock":
        known = ", ".join(sorted(name for name, each in MEASURES.items() if each.unit != "clock"))
        raise UsageError(f"There is no measure {measure!r} for the column {column!r}; there are {known}.")
    return Wanted(column, measure, unit.strip() or unit_in(column))


def _plain(column: str) -> str:
    """A header without its unit, as measures are written: "Resting heart rate (bpm)" is resting_heart_rate."""
    unit = unit_in(column)
    name = (
        column.lower().removesuffix(f"({unit.lower()})").removesuffix(f"[{unit.lower()}]").removesuffix(f" {unit.lower()}")
        if unit
        else column.lower()
    )
    return name.strip().replace(" ", "_").replace("-", "_")


MAPPED = Mapped()
