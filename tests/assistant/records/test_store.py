"""Records: sealed on disk, one person's own, never counted twice."""

from __future__ import annotations

import errno
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta
from pathlib import Path

import anyio
import numpy as np
import pytest

from assistant.errors import StoreError, UsageError
from assistant.period import Period
from assistant.records.intake import StoreIntake
from assistant.records.recording import Recording
from assistant.records.series import DayValue
from assistant.records.store import RecordStore
from assistant.records.vault import Keyring, Vault
from assistant.types import Person

ANA = Person("ana", "Ana Quintero", "Europe/Madrid")
BEN = Person("ben", "Ben Ostermann", "Europe/Berlin")
MAY = Period(date(2026, 5, 1), date(2026, 5, 31))


def no_keyring() -> Keyring | None:
    return None


def opened(folder: Path, passphrase: str | None = "correct horse") -> RecordStore:
    return RecordStore(folder, Vault.open(folder, passphrase, no_keyring))


def steps(*values: float, source: str = "Watch") -> dict[str, list[DayValue]]:
    return {"steps": [DayValue(MAY.start + timedelta(days=n), value, source) for n, value in enumerate(values)]}


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    store = opened(tmp_path)
    store.add(ANA)
    store.add(BEN)
    store.import_days("ana", steps(1000, 2000, 3000))
    store.import_days("ben", steps(7777))
    return store


async def test_values_come_back_by_day_with_their_source(store: RecordStore) -> None:
    days = await store.days("ana", "steps", Period(date(2026, 5, 2), date(2026, 5, 9)))
    assert days == (DayValue(date(2026, 5, 2), 2000, "Watch"), DayValue(date(2026, 5, 3), 3000, "Watch"))
    assert await store.span("ana", "steps") == Period(date(2026, 5, 1), date(2026, 5, 3))
    assert await store.days("ana", "weight", MAY) == ()
    assert await store.span("ana", "weight") is None


async def test_two_people_never_see_each_other(store: RecordStore) -> None:
    assert [day.value for day in await store.days("ana", "steps", MAY)] == [1000, 2000, 3000]
    assert [day.value for day in await store.days("ben", "steps", MAY)] == [7777]


async def test_a_blob_moved_to_another_person_does_not_open(store: RecordStore, tmp_path: Path) -> None:
    """Each blob is bound to its person: rows swapped on disk are an error, never a wrong answer."""
    with sqlite3.connect(tmp_path / "records.sqlite") as database:
        rows = database.execute("SELECT person, label, sealed FROM blob").fetchall()
        for own, other in (rows, rows[::-1]):
            database.execute("UPDATE blob SET sealed = ? WHERE person = ?", (other[2], own[0]))
    with pytest.raises(StoreError, match="damaged"):
        await store.days("ana", "steps", MAY)


async def test_importing_again_changes_nothing(store: RecordStore) -> None:
    before = await store.days("ana", "steps", MAY)
    store.import_days("ana", steps(1000, 2000, 3000))
    assert await store.days("ana", "steps", MAY) == before


async def test_phone_and_watch_are_never_summed(store: RecordStore) -> None:
    store.import_days("ana", steps(900, 1900, source="Phone"))
    store.import_days("ana", {"steps": [DayValue(date(2026, 5, 20), 50, "Phone")]})
    days = await store.days("ana", "steps", MAY)
    # A watch knows better than a phone, and each day has one source's own value.
    assert [(day.value, day.source) for day in days] == [(1000, "Watch"), (2000, "Watch"), (3000, "Watch"), (50, "Phone")]


def test_an_import_that_names_an_unknown_measure_writes_nothing(store: RecordStore) -> None:
    with pytest.raises(UsageError, match="There is no measure 'mood'"):
        store.import_days("ana", {**steps(5, 5, 5), "mood": []})
    assert anyio.run(store.days, "ana", "steps", Period.day(date(2026, 5, 1)))[0].value == 1000


async def test_recordings_come_back_sample_for_sample(store: RecordStore) -> None:
    rng = np.random.default_rng(1)
    start = datetime.fromisoformat("2026-05-02T08:00:00+02:00")
    recording = Recording("ppg", start, 25.0, rng.integers(-(2**23), 2**23, 15000, dtype=np.int32), "Watch")
    for _ in range(2):
        store.import_recording("ana", recording)
    (back,) = await store.recordings("ana")
    assert (back.kind, back.start, back.rate, back.source, back.seconds) == ("ppg", start, 25.0, "Watch", 600.0)
    assert np.array_equal(back.samples, recording.samples)
    assert await store.recordings("ben") == ()
    assert await store.recordings("ana", Period.day(date(2026, 5, 3))) == ()
    with pytest.raises(UsageError, match="no time zone"):
        store.import_recording("ana", Recording("ppg", datetime(2026, 5, 2), 25.0, recording.samples, "Watch"))


def test_nothing_readable_on_disk(store: RecordStore, tmp_path: Path) -> None:
    store.import_recording("ana", Recording("ppg", datetime.fromisoformat("2026-05-02T08:00+02:00"), 25.0, np.zeros(100, np.int32), "Watch"))
    content = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert len(content) > 500
    for word in (b"Ana Q", b"Quintero", b"Ostermann", b"Berlin", b"Madrid", b"steps", b"ppg", b"Watch", b"2026-05", b"correct horse"):
        assert word not in content, word


def test_unknown_person_is_told_who_exists(store: RecordStore, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"There is no person 'eve'; there are: ana, ben\. `auricle data demo`"):
        store.person("eve")
    with pytest.raises(UsageError, match="There is no person"):
        anyio.run(store.days, "eve", "steps", MAY)
    with pytest.raises(UsageError, match="nobody is known yet"):
        opened(tmp_path / "new").person("eve")


def test_people_keep_their_clock_and_can_change_their_name(store: RecordStore) -> None:
    changed = Person("ana", "Ana Q.", "Europe/Lisbon", datetime.fromisoformat("2026-05-05T09:00+01:00"))
    store.add(changed)
    assert store.people() == (changed, BEN)
    assert anyio.run(store.days, "ana", "steps", MAY)[0].value == 1000


def test_erasing_leaves_nothing_that_opens(store: RecordStore, tmp_path: Path) -> None:
    """Even a copy of the database from before stays shut: the key is gone."""
    copy = (tmp_path / "records.sqlite").read_bytes()
    store.erase("ana")
    assert store.people() == (BEN,)
    with pytest.raises(UsageError):
        anyio.run(store.days, "ana", "steps", MAY)
    with sqlite3.connect(tmp_path / "records.sqlite") as database:
        assert database.execute("SELECT COUNT(*) FROM blob").fetchone() == (1,)
    (tmp_path / "records.sqlite").write_bytes(copy)
    again = opened(tmp_path)
    again.add(ANA)
    assert anyio.run(again.days, "ana", "steps", MAY) == ()
    with sqlite3.connect(tmp_path / "records.sqlite") as database:
        handle = Vault.open(tmp_path, "correct horse", no_keyring).key("ana")
        assert handle is not None
        (sealed,) = database.execute("SELECT sealed FROM blob WHERE person = ?", (handle.handle,)).fetchone()
    with pytest.raises(StoreError, match="damaged"):
        handle.open("days/steps", sealed)
    assert anyio.run(again.days, "ben", "steps", MAY)[0].value == 7777


def test_many_threads_read_and_write_at_once(store: RecordStore) -> None:
    def work(n: int) -> float:
        store.import_days("ben", {"steps": [DayValue(MAY.start + timedelta(days=n), n, "Watch")]})
        return anyio.run(store.days, "ana", "steps", MAY)[-1].value

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(work, range(1, 25))) == {3000}
    assert len(anyio.run(store.days, "ben", "steps", MAY)) == 25


def test_a_damaged_database_is_one_sentence(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.add(ANA)
    store.import_days("ana", steps(1))
    (tmp_path / "records.sqlite").write_bytes(b"not a database" * 500)
    with pytest.raises(StoreError, match=r"cannot be used .*restore the file from a backup\.$"):
        anyio.run(store.days, "ana", "steps", MAY)
    with pytest.raises(StoreError, match="cannot be used"):
        opened(tmp_path)


def test_changed_bytes_are_noticed(store: RecordStore, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "records.sqlite") as database:
        for person, sealed in database.execute("SELECT person, sealed FROM blob").fetchall():
            database.execute("UPDATE blob SET sealed = ? WHERE person = ?", (sealed[:-1] + bytes([sealed[-1] ^ 1]), person))
    with pytest.raises(StoreError, match="The stored records of 'ana' are damaged"):
        anyio.run(store.days, "ana", "steps", MAY)


def test_a_full_disk_is_not_called_damage(store: RecordStore) -> None:
    def fill() -> None:
        with store._database.transaction(write=True) as database:
            database.execute("PRAGMA max_page_count = 1")
            database.execute("INSERT INTO blob VALUES ('p', 'l', zeroblob(100000))")

    with pytest.raises(StoreError, match=r"is full\); make room on the disk and run the command again\.$"):
        fill()


def test_a_disk_that_cannot_be_written_can_be_read_and_is_no_mystery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = opened(tmp_path)
    store.add(ANA)
    store.import_days("ana", steps(1))

    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "chmod", refused)
    again = opened(tmp_path)
    assert [day.value for day in anyio.run(again.days, "ana", "steps", MAY)] == [1]
    monkeypatch.setattr("assistant.records.vault._write_once", refused)
    with pytest.raises(StoreError, match=r"cannot be written \(Read-only file system\)"):
        again.add(BEN)
    monkeypatch.setattr("assistant.records.intake.FileLock", refused)
    with pytest.raises(StoreError, match=r"Nothing can be written into .* \(Read-only file system\)"), StoreIntake(again, "ana") as intake:
        intake.about("born 1980")
    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(StoreError, match=r"cannot be written \(Read-only file system\)"):
        again.vault.erase("ana")


def test_a_name_that_no_encoder_takes_is_nobodys(store: RecordStore) -> None:
    with pytest.raises(UsageError, match="There is no person"):
        store.person("\ud83d")
