"""People's records on disk: SQLite that holds nothing but sealed blobs.

Day figures, sleep, recordings and health-record entries are blobs of their own; readings are Parquet parts, one a measure and month. Each is sealed
with the person's own key and filed under a keyed hash: the file shows how much there is, never whose or of what. What a figure means is in
docs/records.md.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import TypeVar

import anyio.to_thread

from assistant.errors import UsageError
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.blobs import TABLE, Blobs
from assistant.records.consent import Consent
from assistant.records.database import Database
from assistant.records.days import PREFERRED, DayBook, checked
from assistant.records.derivation import derive_all
from assistant.records.entries import EntryBook
from assistant.records.parquet import Parquet
from assistant.records.parts import EPOCH, Parts, Stretch
from assistant.records.phases import PhaseBook
from assistant.records.ranges import DayRange, day_ranges
from assistant.records.recording import Recording
from assistant.records.recordings import RecordingBook
from assistant.records.sample import Clinical, ClinicalKind, Night, Phase, Readings
from assistant.records.series import DayValue
from assistant.records.vault import Vault
from assistant.settings import Settings
from assistant.types import Person

__all__ = ["Holding", "RecordStore", "open_records"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Holding:
    """What is there of one measure: the stretch, the number of days with data in it, the sources, and single readings."""

    measure: str
    span: Period
    days: int
    sources: tuple[str, ...]
    readings: int = 0


def open_records(settings: Settings) -> RecordStore:
    """The store of this installation; the passphrase comes from AURICLE_PASSPHRASE, where it is set. Raises `StoreError`."""
    return RecordStore(settings.data, Vault.open(settings.data, os.environ.get("AURICLE_PASSPHRASE")))


class RecordStore:
    """`Records` on SQLite. Reads may run in many threads at once: every operation has a connection of its own.

    What tasks read is async and asks the person's consent: it raises `PermissionDenied` for what they do not allow. Keeping house (people, imports,
    export, erasing) is not and does not; call it in a thread.
    """

    def __init__(self, data: Path, vault: Vault) -> None:
        """`data` is a folder that exists. Raises `StoreError` when the database cannot be opened."""
        self.folder = data
        self.vault = vault
        self.parquet = Parquet()
        self._database = Database(data / "records.sqlite", TABLE)

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
        for path in sorted(self.folder.glob("*.sqlite")):
            Database(path).erase(handle)

    def consent(self, person: str) -> Consent:
        return self._read(person, Consent.of)

    def give_consent(self, person: str, consent: Consent) -> None:
        with self.opened(person, write=True) as blobs:
            consent.write(blobs)

    def preferred(self, person: str) -> tuple[str, ...]:
        """The sources that the person prefers, the best first."""
        return self._read(person, lambda blobs: tuple(blobs.json(PREFERRED, ())))

    def prefer(self, person: str, sources: Sequence[str]) -> None:
        """Put sources first where several know the same; the days that came of readings are worked out again."""
        with self.opened(person, write=True) as blobs:
            blobs.write_json(PREFERRED, list(sources))
            derive_all(blobs, self.parquet)

    # Reading

    async def days(self, person: str, measure: str, period: Period) -> tuple[DayValue, ...]:
        """One value per day that has data, in order."""
        return await self._asked(person, MEASURES[checked(measure)].task, lambda blobs: DayBook(blobs).counting(measure, period))

    async def span(self, person: str, measure: str) -> Period | None:
        days = await self._asked(person, MEASURES[checked(measure)].task, lambda blobs: DayBook(blobs).counting(measure))
        return Period(days[0].day, days[-1].day) if days else None

    async def readings(self, person: str, measure: str, period: Period) -> tuple[Readings, ...]:
        """Single readings that began on these local days, by source and original unit, each in order of time."""
        return await self._asked(person, MEASURES[checked(measure)].task, partial(self._readings, measure, period))

    async def nights(self, person: str, period: Period) -> tuple[Night, ...]:
        """Nights and naps that ended on these local days, in order of their start; of sources that overlap the one that counts."""
        return await self._asked(person, "sleep", lambda blobs: PhaseBook(blobs).nights(DayBook(blobs).priority, period))

    async def clinical(self, person: str, kind: ClinicalKind) -> tuple[Clinical, ...]:
        """Entries of the health record, the most recent first."""
        return await self._asked(person, "health_record", lambda blobs: EntryBook(blobs).entries(kind))

    async def recordings(self, person: str, period: Period | None = None) -> tuple[Recording, ...]:
        """The recordings that began in the period (local days), in order; all of them without one."""
        return await self._asked(person, "recording", lambda blobs: RecordingBook(blobs).recordings(period))

    # Keeping house

    def values(self, person: str, measure: str) -> tuple[DayValue, ...]:
        """Every value of a measure, by day and source: what several sources say of one day stands side by side."""
        return self._read(person, lambda blobs: DayBook(blobs).values(checked(measure)))

    def holdings(self, person: str) -> tuple[Holding, ...]:
        """What there is of every measure that has data."""
        return self._read(person, self._holdings)

    def sources(self, person: str) -> tuple[str, ...]:
        """The names of all sources of figures and nights."""
        return self._read(person, self._sources)

    def kept_days(self, person: str, measure: str) -> tuple[DayValue, ...]:
        """What `days` gives, of all days."""
        return self._read(person, lambda blobs: DayBook(blobs).counting(checked(measure)))

    def readings_of(self, person: str, measure: str, period: Period) -> tuple[Readings, ...]:
        """What `readings` gives."""
        return self._read(person, partial(self._readings, checked(measure), period))

    def day_ranges(self, person: str, measure: str, period: Period) -> tuple[DayRange, ...]:
        """Lowest, mean and highest reading of each local day and source."""
        first, last = (day.toordinal() - EPOCH for day in (period.start, period.end))
        return self._read(person, lambda blobs: day_ranges(Parts(blobs, self.parquet, checked(measure)), first, last))

    def kept_readings(self, person: str, measure: str) -> Iterator[Readings]:
        """All readings of a measure, a part at a time, by source and unit."""
        index = self._read(person, lambda blobs: Parts(blobs, self.parquet, checked(measure)).index)
        for begin, part in sorted(index.items()):
            yield from self._read(person, partial(self._stretch, measure, (begin, part.months)))

    def kept_phases(self, person: str) -> tuple[tuple[str, Phase], ...]:
        """Every phase of sleep with its source."""
        return self._read(person, lambda blobs: tuple(PhaseBook(blobs).all()))

    def kept_nights(self, person: str, period: Period | None = None) -> tuple[Night, ...]:
        """What `nights` gives; all without a period."""
        return self._read(person, lambda blobs: PhaseBook(blobs).nights(DayBook(blobs).priority, period))

    def kept_entries(self, person: str, kind: ClinicalKind) -> tuple[Clinical, ...]:
        return self._read(person, lambda blobs: EntryBook(blobs).entries(kind))

    def kept_recordings(self, person: str) -> tuple[Recording, ...]:
        return self._read(person, lambda blobs: RecordingBook(blobs).recordings())

    def import_days(self, person: str, series: Mapping[str, Iterable[DayValue]]) -> None:
        """Add given figures by measure, all or none. Again is the same as once: a value of the same day and source replaces the old one."""
        for measure in sorted(series):
            checked(measure)
        with self.opened(person, write=True) as blobs:
            for measure, added in series.items():
                book = DayBook(blobs)
                values = book.given(measure)
                for value in added:
                    values.setdefault(value.day, {})[value.source] = value.value
                book.write_given(measure, values)

    def import_recording(self, person: str, recording: Recording) -> None:
        """Add a recording; one of the same kind, start and source is replaced. `start` needs an offset."""
        with self.opened(person, write=True) as blobs:
            RecordingBook(blobs).join(recording)

    @contextmanager
    def opened(self, person: str, write: bool = False) -> Iterator[Blobs]:
        """A person's blobs in one transaction. Raises `UsageError` when there is no such person."""
        key = self.vault.known(person)
        with self._database.transaction(write=write) as database:
            if write and self.vault.known(person).key != key.key:  # erased and made anew in between: the old key opens nothing any more
                raise UsageError(f"Everything of {person!r} was erased a moment ago; do it again.")
            yield Blobs(database, key)

    # Inside

    async def _asked(self, person: str, kind: str, read: Callable[[Blobs], T]) -> T:
        def work(blobs: Blobs) -> T:
            Consent.of(blobs).check_read(kind, person)
            return read(blobs)

        return await anyio.to_thread.run_sync(self._read, person, work)

    def _read(self, person: str, read: Callable[[Blobs], T]) -> T:
        with self.opened(person) as blobs:
            return read(blobs)

    def _readings(self, measure: str, period: Period, blobs: Blobs) -> tuple[Readings, ...]:
        first, last = (day.toordinal() - EPOCH for day in (period.start, period.end))
        parts = Parts(blobs, self.parquet, measure)
        return parts.readings(parts.between(first, last))

    def _stretch(self, measure: str, stretch: Stretch, blobs: Blobs) -> tuple[Readings, ...]:
        parts = Parts(blobs, self.parquet, measure)
        return parts.readings(parts.read(stretch))

    def _holdings(self, blobs: Blobs) -> tuple[Holding, ...]:
        book, found = DayBook(blobs), []
        for measure in MEASURES:
            values = book.counting(measure)
            parts = Parts(blobs, self.parquet, measure)
            if not values and not parts.index:
                continue
            days: list[date] = [value.day for value in values]
            days += [date.fromordinal(EPOCH + edge) for part in parts.index.values() for edge in (part.first, part.last)]
            sources = {value.source for value in book.values(measure)} | set(parts.days())
            rows = sum(part.rows for part in parts.index.values())
            found.append(Holding(measure, Period(min(days), max(days)), len(values), tuple(sorted(sources)), rows))
        return tuple(found)

    def _sources(self, blobs: Blobs) -> tuple[str, ...]:
        book, found = DayBook(blobs), set(PhaseBook(blobs).sources)
        for measure in MEASURES:
            found |= {source for sources in book.given(measure).values() for source in sources}
            found |= set(Parts(blobs, self.parquet, measure).sources)
        return tuple(sorted(found))
