"""The diary: notes in order, each person's own, sealed, and gone with them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import anyio
import pytest

from assistant.errors import StoreError, UsageError
from assistant.protocols import Diary
from assistant.records.diary import LONGEST, SealedDiary
from assistant.records.store import RecordStore
from assistant.records.vault import Vault
from assistant.testing import NOON
from assistant.types import Person


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    vault = Vault.open(tmp_path, None, lambda: None)
    vault.add(Person("ana", "Ana Quintero", "Europe/Madrid"))
    vault.add(Person("ben", "Ben Ostermann", "Europe/Berlin"))
    return vault


@pytest.fixture
def diary(tmp_path: Path, vault: Vault) -> SealedDiary:
    return SealedDiary(tmp_path, vault)


async def test_notes_come_back_oldest_first_with_their_time(diary: Diary) -> None:
    early = datetime.fromisoformat("2026-11-30T11:30:00+00:00")  # half an hour after noon in Berlin
    await diary.write("ana", early, "half past twelve, a headache \ud83d\ude00 \U0001f600 头痛")
    await diary.write("ana", NOON, "noon")
    await diary.write("ana", NOON, "noon again")
    notes = await diary.notes("ana")
    assert notes == ((NOON, "noon"), (NOON, "noon again"), (early, "half past twelve, a headache \ud83d\ude00 \U0001f600 头痛"))
    assert notes[0][0].utcoffset() == timedelta(hours=1)
    assert await diary.notes("ben") == ()


async def test_what_is_no_note_is_one_sentence(diary: Diary) -> None:
    for at, text, said in (
        (NOON.replace(tzinfo=None), "x", "no time zone"),
        (NOON, "  \n", "no words"),
        (NOON, "x" * (LONGEST + 1), "takes up to 20,000"),
    ):
        with pytest.raises(UsageError, match=said):
            await diary.write("ana", at, text)
    with pytest.raises(UsageError, match="There is no person 'eve'; there are: ana, ben"):
        await diary.write("eve", NOON, "x")
    with pytest.raises(UsageError, match="There is no person 'eve'"):
        await diary.notes("eve")
    await diary.write("ana", NOON, "x" * LONGEST)
    assert len(await diary.notes("ana")) == 1


async def test_nothing_of_a_note_is_readable_on_the_disk(diary: SealedDiary, vault: Vault, tmp_path: Path) -> None:
    vault.add(Person("somebody", "Somebody", "Europe/Madrid"))
    await diary.write("somebody", NOON, "unmistakable words")
    content = (tmp_path / "records.sqlite").read_bytes()
    for word in (b"unmistakable", b"2026-11-30", b"somebody", b"Somebody"):
        assert word not in content


async def test_a_note_of_another_is_damage_and_no_answer(diary: SealedDiary, tmp_path: Path) -> None:
    await diary.write("ana", NOON, "ana's")
    await diary.write("ben", NOON, "ben's")
    with closing(sqlite3.connect(tmp_path / "records.sqlite")) as database, database:
        database.execute("UPDATE note SET person = (SELECT person FROM note ORDER BY number LIMIT 1)")
    with pytest.raises(StoreError, match="damaged"):
        await diary.notes("ana")


async def test_erasing_the_notes_leaves_the_records_and_erasing_the_person_leaves_nothing(diary: SealedDiary, vault: Vault, tmp_path: Path) -> None:
    for person in ("ana", "ben"):
        await diary.write(person, NOON, "a note")
    await diary.erase("ana")
    assert await diary.notes("ana") == ()
    assert vault.key("ana") is not None
    RecordStore(tmp_path, vault).erase("ben")
    with closing(sqlite3.connect(tmp_path / "records.sqlite")) as database:
        assert database.execute("SELECT count(*) FROM note").fetchone() == (0,)


async def test_many_notes_at_once_are_all_kept(diary: Diary) -> None:
    async with anyio.create_task_group() as group:
        for number in range(20):
            group.start_soon(diary.write, "ana", NOON + timedelta(minutes=number), f"note {number}")
    assert [text for _, text in await diary.notes("ana")] == [f"note {number}" for number in range(20)]
