"""Android's Health Connect: the database in the zip that it exports.

Source of tables and units: the provider's own code in AOSP (masses in grams, energy in small calories, glucose in mmol/L, offsets in seconds), and
the schemas that open readers of the export show.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import cache

from assistant.errors import UsageError
from assistant.importers.columns import GLUCOSE
from assistant.importers.gathering import Gathering, disjoint
from assistant.importers.importer import Intake, Options
from assistant.importers.parcel import Parcel
from assistant.importers.stamps import at_home
from assistant.records.sample import Night, PhaseKind

__all__ = ["HEALTH_CONNECT", "HealthConnect"]

_MAGIC = b"SQLite format 3\x00"
_LARGEST = 1 << 30  # bytes of a database that is held in memory while it is read


@dataclass(frozen=True, slots=True)
class _Column:
    measure: str
    unit: str
    factor: float = 1.0


# Amounts over a time, and readings of a moment: table → column → what it is.
_AMOUNTS: Mapping[str, Mapping[str, _Column]] = {
    "steps_record_table": {"count": _Column("steps", "count")},
    "distance_record_table": {"distance": _Column("distance", "m", 0.001)},
    "floors_climbed_record_table": {"floors": _Column("floors", "count")},
    "total_calories_burned_record_table": {"energy": _Column("energy", "cal", 0.001)},
    "active_calories_burned_record_table": {"energy": _Column("active_energy", "cal", 0.001)},
}
_MOMENTS: Mapping[str, Mapping[str, _Column]] = {
    "resting_heart_rate_record_table": {"beats_per_minute": _Column("resting_heart_rate", "bpm")},
    "heart_rate_variability_rmssd_record_table": {"heart_rate_variability_millis": _Column("hrv", "ms")},
    "weight_record_table": {"weight": _Column("weight", "g", 0.001)},
    "body_fat_record_table": {"percentage": _Column("body_fat", "%")},
    "blood_glucose_record_table": {"level": _Column("glucose", "mmol/L", GLUCOSE)},
    "blood_pressure_record_table": {"systolic": _Column("systolic", "mmHg"), "diastolic": _Column("diastolic", "mmHg")},
    "oxygen_saturation_record_table": {"percentage": _Column("spo2", "%")},
    "respiratory_rate_record_table": {"rate": _Column("respiratory_rate", "breaths/min")},
    "body_temperature_record_table": {"temperature": _Column("body_temperature", "°C")},
    "vo2_max_record_table": {"vo2_milliliters_per_minute_kilogram": _Column("vo2max", "mL/kg/min")},
    "menstruation_flow_record_table": {"flow": _Column("menstruation", "points")},
}
_HEART, _BEATS = "heart_rate_record_table", "heart_rate_record_series_table"
_SLEEP, _STAGES = "sleep_session_record_table", "sleep_stages_table"
_KINDS: Mapping[int, PhaseKind] = {1: "awake", 2: "asleep", 3: "awake", 4: "light", 5: "deep", 6: "rem", 7: "awake"}
_DEVICES = {1: "watch", 2: "phone", 3: "scale", 4: "ring", 6: "band"}


class HealthConnect:
    name = "health_connect"
    title = "Health Connect export"

    def recognises(self, parcel: Parcel) -> bool:
        return any(_is_database(parcel, name) for name in parcel.names())

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        """Raises `UsageError` when the database cannot be read."""
        gathering = Gathering(intake, parcel)
        for name in parcel.names():
            if not _is_database(parcel, name):
                gathering.foreign(name)
                continue
            try:
                with _opened(parcel, name) as database:
                    _Reading(database, name, gathering, options).all()
            except (sqlite3.Error, UnicodeError) as error:  # the latter from names and from messages of SQLite that quote them
                raise UsageError(f"{name} is a damaged database, or none of Health Connect; export it again.") from error
        gathering.finish()


def _is_database(parcel: Parcel, name: str) -> bool:
    return name.lower().endswith(".db") and parcel.head(name).startswith(_MAGIC)


@contextmanager
def _opened(parcel: Parcel, name: str) -> Iterator[sqlite3.Connection]:
    """In memory: nothing of an export is unpacked on disk. Foreign schemas are not trusted, and nothing is written."""
    with parcel.open(name) as stream:
        content = stream.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise UsageError(f"{name} is larger than {_LARGEST >> 30} GB, more than can be held while it is read; export a shorter time.")
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(content)
        database.executescript("PRAGMA trusted_schema=OFF; PRAGMA query_only=ON; PRAGMA cell_size_check=ON;")
        yield database


class _Reading:
    def __init__(self, database: sqlite3.Connection, name: str, gathering: Gathering, options: Options) -> None:
        self._database, self._name = database, name
        self._gathering, self._options = gathering, options
        found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        self._columns = {str(table): [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')] for (table,) in found if '"' not in table}
        if not any(table in self._columns for table in (*_AMOUNTS, *_MOMENTS, _HEART, _SLEEP)):
            raise UsageError(f"{name} is a database, but none of Health Connect.")
        apps = self._named("application_info_table", "app_name", "package_name")
        models = self._named("device_info_table", "model", "manufacturer")
        kinds = self._named("device_info_table", "device_type", "device_type")
        self._source = cache(lambda app, device: _source(apps.get(app, ""), models.get(device, ""), kinds.get(device, "")))

    def all(self) -> None:
        for tables, start, end in ((_AMOUNTS, "start_time", "end_time"), (_MOMENTS, "time", "")):
            for table, columns in tables.items():
                if table in self._columns:
                    self._values(table, columns, start, end)
        if _HEART in self._columns and _BEATS in self._columns:
            self._heart_rates()
        if _SLEEP in self._columns:
            self._nights()
        known = {*_AMOUNTS, *_MOMENTS, _HEART, _BEATS, _SLEEP, _STAGES}
        for table in self._columns:
            if table.endswith("_record_table") and table not in known and (count := self._count(table)):
                self._gathering.foreign(table, count)

    def _count(self, table: str) -> int:
        return int(self._database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0])

    def _named(self, table: str, *columns: str) -> dict[int, str]:
        """The first of the columns that says something, by the number of the row."""
        present = [column for column in columns if column in self._columns.get(table, ())]
        if not present:
            return {}
        rows = self._database.execute(f'SELECT row_id, {", ".join(present)} FROM "{table}"')
        return {row: next((str(value) for value in values if value not in (None, "")), "") for row, *values in rows}

    def _rows(self, table: str, *columns: str) -> Iterator[tuple[object, ...]]:
        """Columns that the table has not are None. Names come from this module, never from the file."""
        present = self._columns[table]
        chosen = ", ".join(column if column in present else "NULL" for column in columns)
        for count, row in enumerate(self._database.execute(f'SELECT row_id, {chosen} FROM "{table}" ORDER BY row_id')):
            if count % 8192 == 0:
                self._gathering.tick()
            yield row

    def _values(self, table: str, columns: Mapping[str, _Column], start: str, end: str) -> None:
        missing = [column for column in columns if column not in self._columns[table]]
        if missing or start not in self._columns[table]:
            self._gathering.reject(f"{self._name} {table}", f"it has no column {(missing or [start])[0]!r}, as Health Connect's tables have")
            return
        offset = "start_zone_offset" if end else "zone_offset"
        where = f"{self._name} {table}"
        for row, begins, ends, zone, app, device, *values in self._rows(
            table, start, end or start, offset, "app_info_id", "device_info_id", *columns
        ):
            self._gathering.seen(table)
            first, last = self._moment(begins, zone), self._moment(ends, zone)
            if first is None or last is None:
                self._gathering.reject(f"{where}:{row}", "it has no time")
                continue
            for column, value in zip(columns.values(), values, strict=True):
                if not isinstance(value, int | float) or (column.measure == "menstruation" and value == 0):  # a flow of 0 is "unknown"
                    self._gathering.reject(f"{where}:{row}", f"{column.measure} is {value!r}, which says nothing")
                    continue
                self._gathering.reading(
                    column.measure,
                    self._source(app, device),
                    first,
                    value * column.factor,
                    end=last if end else None,
                    unit=column.unit,
                    original=float(value),
                    where=where,
                    line=int(str(row)),
                )

    def _heart_rates(self) -> None:
        frames = {row: values for row, *values in self._rows(_HEART, "start_zone_offset", "app_info_id", "device_info_id")}
        where = f"{self._name} {_BEATS}"
        query = f'SELECT rowid, parent_key, epoch_millis, beats_per_minute FROM "{_BEATS}" ORDER BY rowid'
        for count, (row, parent, at, rate) in enumerate(self._database.execute(query)):
            if count % 8192 == 0:
                self._gathering.tick()
            self._gathering.seen(_BEATS)
            zone, app, device = frames.get(parent, (None, None, None))
            moment = self._moment(at, zone)
            if parent not in frames or moment is None or not isinstance(rate, int | float):
                self._gathering.reject(f"{where}:{row}", "it belongs to no record, or has no time or rate")
            else:
                self._gathering.reading("heart_rate", self._source(app, device), moment, float(rate), where=where, line=row)

    def _nights(self) -> None:
        stages: defaultdict[object, list[tuple[object, object, object]]] = defaultdict(list)
        if _STAGES in self._columns:
            for parent, begins, ends, kind in self._database.execute(
                f'SELECT parent_key, stage_start_time, stage_end_time, stage_type FROM "{_STAGES}"'
            ):
                stages[parent].append((begins, ends, kind))
        where = f"{self._name} {_SLEEP}"
        for row, begins, ends, zone, app, device in self._rows(
            _SLEEP, "start_time", "end_time", "start_zone_offset", "app_info_id", "device_info_id"
        ):
            self._gathering.seen(_SLEEP)
            start, end = self._moment(begins, zone), self._moment(ends, zone)
            if start is None or end is None or end <= start:
                self._gathering.reject(f"{where}:{row}", "this sleep has no beginning or end")
                continue
            spans: list[tuple[PhaseKind, datetime, datetime]] = []
            for first, last, kind in stages[row]:
                from_, to = self._moment(first, zone), self._moment(last, zone)
                if from_ is not None and to is not None and isinstance(kind, int) and kind in _KINDS:
                    spans.append((_KINDS[kind], from_.astimezone(start.tzinfo), to.astimezone(start.tzinfo)))
                else:
                    self._gathering.reject(f"{where}:{row}", f"a stage of the kind {kind!r}, which says nothing of sleep")
            self._gathering.night(
                Night(self._source(app, device), disjoint(spans or [("asleep", start, end.astimezone(start.tzinfo))])), f"{where}:{row}"
            )

    def _moment(self, millis: object, offset: object) -> datetime | None:
        """Milliseconds since 1970 in the offset of the record (seconds), else in the person's own zone."""
        if not isinstance(millis, int | float):
            return None
        try:
            moment = datetime.fromtimestamp(millis / 1000, UTC)
            if isinstance(offset, int) and abs(offset) <= 18 * 3600:
                return moment.astimezone(timezone(timedelta(seconds=offset)))
            return at_home(moment, self._options.zone)
        except (ValueError, OverflowError, OSError):
            return None


def _source(app: str, model: str, kind: str) -> str:
    """ "Samsung Health (SM-R910, watch)": the app, and the device where it is known."""
    word = _DEVICES.get(int(kind), "") if kind.isdigit() else ""
    device = ", ".join(part for part in (model, word) if part)
    return f"{app or 'Health Connect'} ({device})" if device else app or "Health Connect"


HEALTH_CONNECT = HealthConnect()
