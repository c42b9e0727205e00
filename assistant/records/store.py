"""People's records on disk: SQLite that holds nothing but sealed blobs.

One blob per measure and one per recording, compressed, sealed with the person's own key and filed under keyed hashes: the file shows how much
there is, never whose or of what. Values keep their source; one day may have a value from each of several.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

import anyio.to_thread
import numpy as np

from assistant.errors import StoreError, UsageError
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.database import Database
from assistant.records.recording import Recording
from assistant.records.sample import Clinical, ClinicalKind, Night, Readings
from assistant.records.series import DayValue
from assistant.records.vault import PersonKey, Vault
from assistant.settings import Settings
from assistant.types import Person

__all__ = ["Holding", "RecordStore", "open_records"]

INDEX = "index"
# Values by day, then by source.
Values = dict[date, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Holding:
    """What is there of one measure: the stretch, the number of days with data in it and the sources."""

    measure: str
    span: Period
    days: int
    sources: tuple[str, ...]


def open_records(settings: Settings) -> RecordStore:
    """The store of this installation; the passphrase comes from AURICLE_PASSPHRASE, where it is set. Raises `StoreError`."""
    return RecordStore(settings.data, Vault.open(settings.data, os.environ.get("AURICLE_PASSPHRASE")))


class RecordStore:
    """`Records` on SQLite. Reads may run in many threads at once: every operation has a connection of its own.

    What tasks read is async; keeping house (people, imports, erasing) is not, call it in a thread.
    """

    def __init__(self, data: Path, vault: Vault) -> None:
        """`data` is a folder that exists. Raises `StoreError` when the database cannot be opened."""
        self._data = data
        self.vault = vault
        self._database = Database(
            data / "records.sqlite",
            "CREATE TABLE IF NOT EXISTS blob (person TEXT, label BLOB, sealed BLOB NOT NULL, PRIMARY KEY (person, label)) WITHOUT ROWID",
        )

    # People

    def people(self) -> tuple[Person, ...]:
        return self.vault.people()

    def person(self, name: str) -> Person:
        """Raises `UsageError` when there is no such person."""
        return self.vault.known(name).person

    def add(self, person: Person) -> None:
        """Make a person known, or note a changed name, time zone or clock."""
        self.vault.add(person)

    def erase(self, person: str) -> None:
        """Destroy a person's key, then what it sealed in every file of the data folder: records, notes, data pipe.

        Raises `UsageError` when there is no such person.
        """
        handle = self.vault.known(person).handle
        self.vault.erase(person)
        for path in sorted(self._data.glob("*.sqlite")):
            Database(path).erase(handle)

    # Reading

    async def days(self, person: str, measure: str, period: Period) -> tuple[DayValue, ...]:
        """One value per day that has data, in order.

        Where several sources have the day, the one that knows most days of the measure counts: never their sum.
        """
        return await anyio.to_thread.run_sync(self._days, person, measure, period)

    async def span(self, person: str, measure: str) -> Period | None:
        values = await anyio.to_thread.run_sync(self._values, person, measure)
        return Period(min(values), max(values)) if values else None

    async def recordings(self, person: str, period: Period | None = None) -> tuple[Recording, ...]:
        """The recordings that began in the period (local days), in order; all of them without one."""
        return await anyio.to_thread.run_sync(self._recordings, person, period)

    async def readings(self, person: str, measure: str, period: Period) -> tuple[Readings, ...]:
        return ()

    async def nights(self, person: str, period: Period) -> tuple[Night, ...]:
        return ()

    async def clinical(self, person: str, kind: ClinicalKind) -> tuple[Clinical, ...]:
        return ()

    def values(self, person: str, measure: str) -> tuple[DayValue, ...]:
        """Every value of a measure, by day and source: what several sources say of one day stands side by side."""
        values = self._values(person, measure)
        return tuple(DayValue(day, value, source) for day in sorted(values) for source, value in sorted(values[day].items()))

    def holdings(self, person: str) -> tuple[Holding, ...]:
        """What there is of every measure that has data."""
        series = ((measure, self._values(person, measure)) for measure in MEASURES)
        return tuple(
            Holding(measure, Period(min(values), max(values)), len(values), tuple(sorted({source for day in values.values() for source in day})))
            for measure, values in series
            if values
        )

    # Importing

    def import_days(self, person: str, series: Mapping[str, Iterable[DayValue]]) -> None:
        """Add values by measure, all or none. Again is the same as once: a value of the same day and source replaces the old one."""
        key = self.vault.known(person)
        if unknown := sorted(set(series) - set(MEASURES)):
            raise UsageError(f"There is no measure {unknown[0]!r}; there are {', '.join(MEASURES)}.")
        with self._database.transaction(write=True) as database:
            for measure, added in series.items():
                values = _unpacked(_read(database, key, f"days/{measure}"))
                for value in added:
                    values.setdefault(value.day, {})[value.source] = value.value
                _write(database, key, f"days/{measure}", _packed(values))

    def import_recording(self, person: str, recording: Recording) -> None:
        """Add a recording; one of the same kind, start and source is replaced. `start` needs an offset."""
        key = self.vault.known(person)
        if recording.start.tzinfo is None:
            raise UsageError(f"The recording of {recording.start.isoformat()} has no time zone; give its start with an offset.")
        entry = {"kind": recording.kind, "start": recording.start.isoformat(), "rate": recording.rate, "source": recording.source}
        name = json.dumps([entry["kind"], entry["start"], entry["source"]])
        with self._database.transaction(write=True) as database:
            index = json.loads(_read(database, key, INDEX) or b"{}")
            index[name] = entry
            _write(database, key, INDEX, json.dumps(index).encode())
            _write(database, key, f"recording/{name}", np.ascontiguousarray(recording.samples, dtype="<i4").tobytes())

    # Inside

    def _values(self, person: str, measure: str) -> Values:
        if measure not in MEASURES:
            raise UsageError(f"There is no measure {measure!r}; there are {', '.join(MEASURES)}.")
        key = self.vault.known(person)
        with self._database.transaction() as database:
            return _unpacked(_read(database, key, f"days/{measure}"))

    def _days(self, person: str, measure: str, period: Period) -> tuple[DayValue, ...]:
        values = self._values(person, measure)
        known = Counter(source for day in values.values() for source in day)
        order = sorted(known, key=lambda source: (-known[source], source))
        chosen = ((day, next(source for source in order if source in values[day])) for day in sorted(values) if day in period)
        return tuple(DayValue(day, values[day][source], source) for day, source in chosen)

    def _recordings(self, person: str, period: Period | None) -> tuple[Recording, ...]:
        key = self.vault.known(person)
        found: list[Recording] = []
        with self._database.transaction() as database:
            for name, entry in json.loads(_read(database, key, INDEX) or b"{}").items():
                start = datetime.fromisoformat(entry["start"])
                if period is not None and start.date() not in period:
                    continue
                content = _read(database, key, f"recording/{name}")
                if content is None:
                    raise StoreError(f"A recording of {person!r} is listed and not there; restore the data folder from a backup.")
                samples = np.frombuffer(content, dtype="<i4").astype(np.int32)
                found.append(Recording(entry["kind"], start, entry["rate"], samples, entry["source"]))
        return tuple(sorted(found, key=lambda recording: recording.start))


def _read(database: sqlite3.Connection, key: PersonKey, name: str) -> bytes | None:
    row = database.execute("SELECT sealed FROM blob WHERE person = ? AND label = ?", (key.handle, key.label(name))).fetchone()
    return zlib.decompress(key.open(name, row[0])) if row else None


def _write(database: sqlite3.Connection, key: PersonKey, name: str, content: bytes) -> None:
    sealed = key.seal(name, zlib.compress(content))
    database.execute("INSERT OR REPLACE INTO blob VALUES (?, ?, ?)", (key.handle, key.label(name), sealed))


def _packed(values: Values) -> bytes:
    return json.dumps({day.isoformat(): sources for day, sources in sorted(values.items())}).encode()


def _unpacked(content: bytes | None) -> Values:
    return {date.fromisoformat(day): sources for day, sources in json.loads(content or b"{}").items()}
