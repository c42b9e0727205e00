"""Where importers put what they read: checked, gathered, and joined to the records all at once.

An import is one transaction: when it breaks, or is broken off, the records are as they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta, timezone
from types import TracebackType

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from assistant.errors import StoreError, UsageError
from assistant.importers.importer import Reject
from assistant.importers.outcome import Ledger
from assistant.measures import MEASURES
from assistant.records.blobs import Blobs
from assistant.records.daily import DERIVED, touched_days
from assistant.records.days import DayBook, checked
from assistant.records.derivation import derive_days, derive_energy, derive_nights
from assistant.records.entries import EntryBook
from assistant.records.parts import LONGEST, Parts
from assistant.records.phases import PhaseBook
from assistant.records.pieces import Pieces
from assistant.records.recording import Recording
from assistant.records.recordings import RecordingBook
from assistant.records.sample import Clinical, ClinicalKind, Night, Phase, Readings
from assistant.records.samples import DAY, MINUTE, Samples, concatenated, joined, singled
from assistant.records.series import DayValue
from assistant.records.store import RecordStore

__all__ = ["StoreIntake"]

_TURN = 900  # seconds that an import waits for another one's end
_NIGHT = timedelta(hours=48)  # no phase of sleep is longer
_EARLIEST = -30 * 365 * DAY  # 1940: before that no device measured anybody


class StoreIntake(Ledger):
    """`Intake` into a person's records.

    with StoreIntake(store, "ana") as intake:
        importer.read(parcel, intake, options)
    print(*intake.outcome(importer.title).lines())

    What was read is kept when the block ends, all or, after an error, nothing. dry_run: counts the same and keeps nothing.
    """

    def __init__(self, store: RecordStore, person: str, dry_run: bool = False, progress: Callable[[int], None] | None = None) -> None:
        """Raises `UsageError` when there is no such person. progress: is told how many bytes were read."""
        super().__init__(progress)
        self._store, self._dry_run = store, dry_run
        self._key = store.vault.known(person)
        self._person = self._key.person
        now = self._person.clock or datetime.now(UTC)
        self._latest = int((now + timedelta(days=1)).timestamp() * 1_000_000)
        self._pieces = Pieces(store.folder, self._key)
        self._names: dict[tuple[str, str], int] = {}
        self._days: dict[str, dict[tuple[str, str], DayValue]] = {}
        self._nights: dict[str, list[Night]] = {}
        self._entries: dict[ClinicalKind, list[Clinical]] = {}
        self._recordings: list[Recording] = []
        self._zeros: Counter[str] = Counter()
        self._who: list[str] = []

    def __enter__(self) -> StoreIntake:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._pieces:
            if kind is not None:
                return
            for measure, count in sorted(self._zeros.items()):
                said = "a zero" if count == 1 else f"{count:,} zeros"
                self.note(f"{measure}: {said} stood for “not measured” and {'was' if count == 1 else 'were'} left out.")
            if self._dry_run:
                with self._store.opened(self._person.id) as blobs:
                    self._join(blobs)
                return
            try:
                # A place in the queue of its own: the wait for the database is meant for moments, and a large import takes longer.
                with FileLock(self._store.folder / "import.lock", timeout=_TURN, mode=0o600), self._store.opened(self._person.id, True) as blobs:
                    self._join(blobs)
            except Timeout as busy:
                raise StoreError("Another import is still running; start this one again when it has ended.") from busy
            except OSError as error:
                folder = self._store.folder
                raise StoreError(
                    f"Nothing can be written into {folder} ({error.strerror}); let yourself write there, or choose another with AURICLE_DATA."
                ) from error

    def about(self, who: str) -> None:
        """Raises `UsageError` when the records hold data of somebody else, as far as both say the same kind of thing ("born …", "participant …")."""
        with self._store.opened(self._person.id) as blobs:
            known = [*blobs.json("about", []), *self._who]
        if who in known:
            return
        for other in known:
            if _differ(other, who):
                raise UsageError(
                    f"The records of {self._person.id!r} are about somebody {other}, and this file is about somebody {who}; "
                    "import it for the person whose it is. Nothing was taken over."
                )
        self._who.append(who)

    def readings(self, batch: Readings, where: str = "", lines: NDArray[np.int64] | None = None) -> None:
        """Raises `UsageError` for a measure that there is not."""
        measure = MEASURES[checked(batch.measure)]
        self.count(batch.measure, read=len(batch))
        value, start, end = batch.value, batch.start, batch.end
        good = (value >= measure.low) & (value <= measure.high) & np.isfinite(batch.original)
        length = end - start
        good &= (length >= 0) & (length <= LONGEST * DAY) & (start >= _EARLIEST) & (start <= self._latest) & (np.abs(batch.offset) <= 18 * 60)
        if not good.all():
            self._refuse(batch, good, where, lines)
            batch = Readings(batch.measure, batch.source, batch.unit, start[good], end[good], batch.offset[good], value[good], batch.original[good])
        if not len(batch):
            return
        local = ((batch.start + batch.offset.astype(np.int64) * MINUTE) // DAY).astype(np.int32)
        source, unit = (np.full(len(batch), self._place(kind, name), np.int16) for kind, name in (("source", batch.source), ("unit", batch.unit)))
        columns = batch.start, batch.end, batch.offset, local, source, unit, batch.value, batch.original
        self._pieces.add(batch.measure, Samples(*columns))

    def days(self, measure: str, values: Iterable[DayValue], where: str = "") -> None:
        limits = MEASURES[checked(measure)]
        last = datetime.fromtimestamp(self._latest / 1e6, UTC).date()
        kept = self._days.setdefault(measure, {})
        for given in values:
            self.count(measure, read=1)
            place = f"{where} {given.day}".strip()
            if given.value == 0 and limits.low > 0:
                self._zeros[measure] += 1
            elif not limits.low <= given.value <= limits.high:
                self.reject(Reject(place, f"{measure} of {given.value:g} {limits.unit} is outside {limits.low:g} to {limits.high:g}"))
            elif given.day > last:
                self.reject(Reject(place, f"{measure} of a day that is yet to come"))
            else:
                first = kept.setdefault((given.day.isoformat(), given.source), given)
                if first.value != given.value:
                    told = f"{measure} of {given.value:g} {limits.unit} for a day of which it was {first.value:g} before, which was kept"
                    self.reject(Reject(place, told))
                elif first is not given:
                    self.count(measure, unchanged=1)

    def nights(self, nights: Iterable[Night], where: str = "") -> None:
        for night in nights:
            self.count("nights", read=1)
            kept: list[Phase] = []
            for phase in night.phases:
                if reason := self._unfit(phase):
                    self.reject(Reject(f"{where} {phase.start.isoformat()}".strip(), f"{phase.kind.replace('_', ' ')} {reason}"))
                else:
                    kept.append(phase)
            if kept:
                self._nights.setdefault(night.source, []).append(Night(night.source, tuple(kept)))

    def clinical(self, entries: Iterable[Clinical]) -> None:
        for entry in entries:
            self.count(entry.kind, read=1)
            if entry.id and entry.name.strip():
                self._entries.setdefault(entry.kind, []).append(entry)
            else:
                self.reject(Reject(f"{entry.source} {entry.id}".strip(), f"a {entry.kind} without {'a name' if entry.id else 'an id'}"))

    def recording(self, recording: Recording) -> None:
        self.count(recording.kind, read=1)
        if recording.start.tzinfo is not None and recording.start.timestamp() * 1e6 > self._latest:
            self.reject(Reject(f"{recording.source} {recording.start.isoformat()}", "a recording of a time that is yet to come"))
        elif recording.start.tzinfo is None or not len(recording.samples) or recording.rate < 0 or (recording.rate == 0) != (recording.kind == "ibi"):
            reason = "a recording needs samples, a rate and a start with its offset"
            self.reject(Reject(f"{recording.source} {recording.start.isoformat()}", reason))
        else:
            self._recordings.append(recording)

    # Inside

    def _place(self, kind: str, name: str) -> int:
        return self._names.setdefault((kind, name), sum(known == kind for known, _ in self._names))

    def _refuse(self, batch: Readings, good: NDArray[np.bool_], where: str, lines: NDArray[np.int64] | None) -> None:
        measure = MEASURES[batch.measure]
        for row in np.flatnonzero(~good).tolist():
            value, length = float(batch.value[row]), int(batch.end[row] - batch.start[row])
            if value == 0 and measure.low > 0:
                self._zeros[batch.measure] += 1
                continue
            if not (measure.low <= value <= measure.high and np.isfinite(batch.original[row])):
                stood = f"{batch.original[row]:g} {batch.unit}".strip()
                reason = f"{batch.measure} of {stood} is outside {measure.low:g} to {measure.high:g} {measure.unit}"
            elif length < 0:
                reason = f"{batch.measure} ends before it begins"
            elif length > LONGEST * DAY:
                reason = f"{batch.measure} of one reading that lasts more than {LONGEST} days"
            elif batch.start[row] > self._latest:
                reason = f"{batch.measure} of a time that is yet to come"
            else:
                reason = f"{batch.measure} of a time or offset that cannot be"
            self.reject(Reject(where if lines is None else f"{where}:{int(lines[row])}", reason))

    def _unfit(self, phase: Phase) -> str:
        if phase.start.tzinfo is None or phase.end.tzinfo is None:
            return "without an offset"
        if phase.end <= phase.start:
            return "ends before it begins" if phase.end < phase.start else "has no length"
        if phase.end - phase.start > _NIGHT:
            return "lasts more than two days"
        return "of a time that is yet to come" if phase.start.timestamp() * 1e6 > self._latest else ""

    def _join(self, blobs: Blobs) -> None:
        """Everything that was gathered, within one transaction."""
        write = not self._dry_run
        book = DayBook(blobs)
        places = self._pieces.places()
        for measure, rows in places.items():
            self._join_readings(blobs, book, measure, rows)
        if write and not {"energy", "active_energy", "basal_energy"}.isdisjoint(places):
            derive_energy(Parts(blobs, self._store.parquet, "energy"), book)
        for measure, values in self._days.items():
            self._join_days(book, measure, values.values())
        self._join_nights(blobs, book)
        entries, recordings = EntryBook(blobs), RecordingBook(blobs)
        for kind, listed in self._entries.items():
            self._counted(kind, entries.join(kind, listed, write))
        for recording in self._recordings:
            self._counted(recording.kind, recordings.join(recording, write))
        if self._who and write:
            blobs.write_json("about", [*blobs.json("about", []), *self._who])

    def _join_readings(self, blobs: Blobs, book: DayBook, measure: str, rows: Mapping[int, int]) -> None:
        parts = Parts(blobs, self._store.parquet, measure)
        before = book.priority.order(parts.days())
        sources, units = (self._translation(kind, names) for kind, names in (("source", parts.sources), ("unit", parts.units)))
        touched: list[NDArray[np.int64]] = []
        for stretch, months in parts.planned(rows).items():
            added = concatenated([self._pieces.take(measure, month) for month in months])
            added = Samples(
                added.start, added.end, added.offset, added.local_date, sources[added.source], units[added.unit], added.value, added.original
            )
            added, *contradicting = singled(added)
            self._contradicted(parts, *contradicting)
            union = joined(parts.read(stretch), added)
            self._counted(measure, (union.new, union.changed, union.unchanged))
            if (union.new or union.changed) and not self._dry_run:
                parts.write(stretch, union.samples)
                touched.append(touched_days(measure, union.touched))
        if not touched:
            return
        parts.save()
        if measure in DERIVED:
            days = np.unique(np.concatenate(touched))
            now = [source for source in book.priority.order(parts.days()) if source in before]
            if MEASURES[measure].daily == "sum" and now != list(before):  # another source leads: what was worked out does not hold any more
                days = np.arange(min(part.first for part in parts.index.values()) - 1, max(part.last for part in parts.index.values()) + LONGEST + 2)
            derive_days(parts, book, days)

    def _contradicted(self, parts: Parts, left: Samples, kept: Samples) -> None:
        """Two readings of one moment and source with different values: the first one stands, as with a day's figures, and the other is told of."""
        unit = MEASURES[parts.measure].unit
        for row in range(len(left)):
            zone = timezone(timedelta(minutes=int(left.offset[row])))
            begin = datetime.fromtimestamp(int(left.start[row]) / 1e6, zone).isoformat(timespec="seconds")
            said = f"{parts.measure} of {left.value[row]:.6g} {unit} at a moment of which it was {kept.value[row]:.6g} before, which was kept"
            self.reject(Reject(f"{parts.sources[left.source[row]]} {begin}", said))

    def _translation(self, kind: str, names: list[str]) -> NDArray[np.int16]:
        """From places in this import to places in the measure's own list, which grows as needed."""
        listed = [name for known, name in self._names if known == kind]
        for name in listed:
            if name not in names:
                names.append(name)
        return np.array([names.index(name) for name in listed], np.int16)

    def _join_days(self, book: DayBook, measure: str, added: Iterable[DayValue]) -> None:
        values = book.given(measure)
        new = changed = unchanged = 0
        for value in added:
            sources = values.setdefault(value.day, {})
            was = sources.get(value.source)
            new, changed, unchanged = new + (was is None), changed + (was is not None and was != value.value), unchanged + (was == value.value)
            sources[value.source] = value.value
        self._counted(measure, (new, changed, unchanged))
        if (new or changed) and not self._dry_run:
            book.write_given(measure, values)

    def _join_nights(self, blobs: Blobs, book: DayBook) -> None:
        phases = PhaseBook(blobs)
        for source, nights in self._nights.items():
            counts, period = phases.join(source, nights, not self._dry_run)
            self._counted("nights", counts)
            if period is not None and not self._dry_run:
                derive_nights(phases, book, period)

    def _counted(self, name: str, counts: tuple[int, int, int]) -> None:
        new, changed, unchanged = counts
        self.count(name, new=new, changed=changed, unchanged=unchanged)


def _differ(one: str, other: str) -> bool:
    """Whether they name two people: "born 1980-05-04, female" and "born 1980-05-04" may be one, and so may what is told in other terms."""
    if one.split(" ", 1)[0] != other.split(" ", 1)[0]:
        return False
    said = zip(one.split(", "), other.split(", "), strict=False)
    return any(a != b for a, b in said if a and b)
