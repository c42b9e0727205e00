"""The pipes on SQLite and PostgreSQL: nothing of a person is readable outside the process, and nothing of them stays when they are erased."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import anyio
import psycopg
import pytest
from anyio import from_thread, to_thread

from assistant.datapipe import Limits
from assistant.datapipe.postgres import PostgresPipe
from assistant.datapipe.sqlite import SqlitePipe
from assistant.errors import AuricleError, StoreError
from assistant.protocols import DataPipe
from assistant.records.store import RecordStore
from assistant.records.vault import PersonKey, Vault
from assistant.types import Json, Person, Provenance

WHO = "unmistakable-person"
LETTER = Provenance("unmistakable_task", {"about": "UNMISTAKABLE-ARGUMENT"}, "UNMISTAKABLE-SOURCE")
# Long enough that chance writes none of them into the ciphertext.
WORDS = (b"unmistakable", b"europe/madrid", b"postgresql://")


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    """Only the pipes that seal."""
    return str(request.param)


@pytest.fixture
def house(kind: str, make_house: Any) -> Any:
    return make_house(kind)


def change(house: Any, statement: str, *values: Any) -> None:
    if house.kind == "sqlite":
        with closing(sqlite3.connect(house.folder / "pipe.sqlite")) as lite, lite:
            lite.execute(statement.format(table="value", mark="?"), values)
    else:
        with psycopg.connect(house.address) as server:
            server.execute(statement.format(table="auricle_value", mark="%s"), values)


def files(house: Any) -> Iterator[Path]:
    """Of the data folder, and of the whole server: tables, write-ahead log, messages."""
    folder = house.folder if house.kind == "sqlite" else Path(parse_qs(urlsplit(house.address).query)["host"][0])
    return (path for path in folder.rglob("*") if path.is_file())


async def test_nothing_readable_lies_on_the_disk(house: Any, pipe: DataPipe) -> None:
    house.vault.add(Person(WHO, "Unmistakable Name", "Europe/Madrid"))
    content = b"UNMISTAKABLE-BYTES" * 10_000
    texts: tuple[Json | bytes, ...] = ({"note": "UNMISTAKABLE-VALUE"}, "ünmistakable", content)
    for value in texts:
        await pipe.put(WHO, value, LETTER, description="UNMISTAKABLE-WORDS", ttl=3600)
    if house.kind == "sqlite":
        held: Any = sqlite3.connect(house.folder / "pipe.sqlite")  # whoever still reads keeps the log of the last writes from being put away
        held.execute("SELECT count(*) FROM value").fetchone()
        await pipe.put(WHO, 1, LETTER, description="UNMISTAKABLE-WORDS")
        assert (house.folder / "pipe.sqlite-wal").stat().st_size > 0
    else:
        held = psycopg.connect(house.address, autocommit=True)
        held.execute("CHECKPOINT")
    with closing(held):
        seen = 0
        for path in files(house):
            found = path.read_bytes()
            seen += len(found)
            # The server's own files know where Madrid is.
            for word in WORDS if house.kind == "sqlite" else WORDS[:1]:
                assert word not in found.lower(), path
                assert word not in path.name.lower().encode(), path
        assert seen > len(content)  # they were the files
    for row in house.rows():
        flat = b"|".join(str(cell).encode() if isinstance(cell, int | str) else bytes(cell or b"") for cell in row).lower()
        assert not any(word in flat for word in WORDS)


async def test_the_clear_columns_are_ids_sizes_and_minutes(house: Any, pipe: DataPipe) -> None:
    await pipe.put("ana", 1, LETTER, ttl=90)
    await pipe.put("ben", 1, LETTER)
    first, second = house.rows()
    assert {len(first[1]), len(second[1])} == {32}
    assert first[1] != second[1]
    assert first[2] != second[2]
    assert (first[3], first[4], second[4]) == (1, int(house.clock.now.timestamp() / 60) + 2, None)


@pytest.mark.parametrize("name", ["pipe.sqlite", "pipe.lock"])
async def test_the_files_are_their_owners(make_house: Any, name: str) -> None:
    house = make_house("sqlite")
    await house.pipe()
    assert stat.S_IMODE((house.folder / name).stat().st_mode) == 0o600


@pytest.mark.parametrize("whose", ["ana", "ben"])
async def test_a_row_that_was_moved_or_changed_is_damage_and_no_answer(house: Any, pipe: DataPipe, whose: str) -> None:
    key = await pipe.put("ana", "mine", LETTER)
    await pipe.put(whose, "other", LETTER)
    mine, other = house.rows()
    change(house, "UPDATE {table} SET body = {mark} WHERE number = {mark}", other[6], mine[0])
    with pytest.raises(StoreError, match="damaged"):
        await pipe.get("ana", key)
    change(house, "UPDATE {table} SET head = {mark}, body = {mark} WHERE number = {mark}", other[5], other[6], mine[0])
    with pytest.raises(StoreError, match="damaged"):
        await pipe.entry("ana", key)


async def test_a_longer_time_in_the_clear_keeps_nothing_alive(house: Any, pipe: DataPipe) -> None:
    key = await pipe.put("ana", 1, LETTER, ttl=60)
    change(house, "UPDATE {table} SET until = NULL")
    house.clock.passes(60)
    with pytest.raises(KeyError):
        await pipe.get("ana", key)
    assert await pipe.entries("ana") == ()


async def test_what_is_over_is_swept_by_whoever_writes_next(house: Any, pipe: DataPipe) -> None:
    await pipe.put("ana", 1, LETTER, ttl=60)
    await pipe.put("ana", 2, LETTER, ttl=3600)
    house.clock.passes(120)
    await pipe.put("ben", 3, LETTER)
    assert len(house.rows()) == 2


async def test_another_opening_finds_the_values_under_the_same_keys(house: Any, pipe: DataPipe) -> None:
    key = await pipe.put("ana", [1], LETTER)
    again = await house.pipe()
    assert await again.get("ana", key) == [1]
    assert await again.put("ana", [1], LETTER) == key
    assert len(house.rows()) == 1


async def test_erasing_a_person_leaves_no_key_and_no_row(house: Any, pipe: DataPipe) -> None:
    key = await pipe.put("ana", "gone", LETTER)
    theirs = await pipe.put("ben", "stays", LETTER)
    RecordStore(house.folder, house.vault).erase("ana")
    with pytest.raises(KeyError) as refused:
        await pipe.get("ana", key)
    assert str(refused.value) == repr(key)
    assert await pipe.entries("ana") == ()
    await pipe.erase("ana")  # by name, though nobody knows it any more
    assert len(house.rows()) == 1
    assert await pipe.get("ben", theirs) == "stays"
    with pytest.raises(AuricleError, match="There is no person 'ana'"):
        await pipe.put("ana", 1, LETTER)


async def test_the_records_store_empties_the_pipe_of_its_folder(make_house: Any) -> None:
    house = make_house("sqlite")
    pipe = await house.pipe()
    await pipe.put("ana", "gone", LETTER)
    await pipe.put("ben", "stays", LETTER)
    RecordStore(house.folder, house.vault).erase("ana")
    assert len(house.rows()) == 1


class Vanishing(Vault):
    """Erases the person right after their key was given out, as another process may; `anew` makes them known again with another key."""

    anew = False

    def known(self, person: str) -> PersonKey:
        key = super().known(person)
        if not self.anew or not hasattr(self, "gone"):
            self.gone = True
            self.erase(person)
            if self.anew:
                self.add(key.person)
        return key


@pytest.mark.parametrize("anew", [False, True])
async def test_a_value_under_way_while_its_person_is_erased_is_not_kept(house: Any, anew: bool) -> None:
    vault = Vanishing(house.folder, (house.folder / "master.key").read_bytes(), "file")
    vault.anew = anew
    house.vault = vault
    pipe = await house.pipe()
    with pytest.raises(AuricleError, match=r"There is no person 'ana'|was erased a moment ago"):
        await pipe.put("ana", 1, LETTER)
    assert house.rows() == []


WRITER = """
import os, sys, anyio
from assistant.datapipe import open_pipe
from assistant.settings import Settings
from assistant.types import Provenance

async def main():
    print("ready", flush=True)
    sys.stdin.readline()
    async with open_pipe(Settings()) as pipe:
        for number in range(15):
            await pipe.put("ana", [sys.argv[1], number], Provenance("sleep", {}, ""))

anyio.run(main)
"""


def write_at_once(house: Any, folder: Path) -> None:
    settings = {"AURICLE_DATA": str(house.folder), "AURICLE_PIPE": house.address or "sqlite", "AURICLE_CONFIG": ""}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AURICLE_")} | settings
    streams: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, name], env=environment, cwd=folder, text=True, **streams) for name in "abc"]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("\n")
        writer.stdin.flush()
    for writer in writers:
        assert writer.communicate(timeout=60)[1] == ""


async def test_several_processes_write_at_once(house: Any, tmp_path: Path) -> None:
    await to_thread.run_sync(write_at_once, house, tmp_path)
    pipe = await house.pipe()
    values = [await pipe.get("ana", entry.key) for entry in await pipe.entries("ana")]
    assert sorted(values) == [[name, number] for name in "abc" for number in range(15)]


class Interrupting(Vault):
    """Stops waiting for the call in the middle of its transaction, as a time limit may."""

    scope: anyio.CancelScope | None = None
    asked = 0

    def known(self, person: str) -> PersonKey:
        self.asked += 1
        if self.scope is not None and self.asked == 2:
            from_thread.run_sync(self.scope.cancel)
        return super().known(person)


async def test_a_wait_that_is_cut_off_leaves_a_whole_value_and_a_pipe_that_works(house: Any) -> None:
    house.vault = vault = Interrupting(house.folder, (house.folder / "master.key").read_bytes(), "file")
    pipe = await house.pipe()
    for number in range(6):  # more often than there are connections
        vault.asked = 0
        with anyio.CancelScope() as vault.scope:
            await pipe.put("ana", number, LETTER)
        assert vault.asked == 2
    vault.scope = None
    assert [await pipe.get("ana", entry.key) for entry in await pipe.entries("ana")] == [0, 1, 2, 3, 4, 5]


async def test_a_file_that_is_none_is_one_sentence(make_house: Any) -> None:
    house = make_house("sqlite")
    (house.folder / "pipe.sqlite").write_bytes(b"no database at all" * 1000)
    with pytest.raises(StoreError, match=r"pipe\.sqlite cannot be used \(file is not a database\); restore the file from a backup\.$"):
        SqlitePipe(house.folder, house.vault)


async def test_a_connection_that_broke_is_replaced(make_house: Any) -> None:
    house = make_house("postgres")
    pipe = await house.pipe()
    key = await pipe.put("ana", 1, LETTER)
    with psycopg.connect(house.address, autocommit=True) as database:
        database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'auricle'")
    assert await pipe.get("ana", key) == 1


async def test_a_server_that_refuses_is_one_sentence_without_the_password(make_house: Any, postgres: str) -> None:
    house = make_house("postgres")
    right = urlsplit(postgres).password or ""
    for address, said in (
        (postgres.replace(right, "wrong-secret"), "password authentication failed"),
        (postgres.replace("/postgres?", "/no_such_database?"), "does not exist"),
        ("postgresql://me:wrong-secret@/postgres?host=/nowhere", "No such file"),
    ):
        with pytest.raises(StoreError, match=said) as refused:
            async with PostgresPipe(address, house.vault, Limits()):
                pass
        told = str(refused.value)
        assert told.startswith("The data pipe on the PostgreSQL server ")
        assert told.endswith("check the setting pipe and the server.")
        assert "wrong-secret" not in told
        assert right not in told


async def test_a_closed_pipe_says_so(make_house: Any) -> None:
    house = make_house("postgres")
    with pytest.raises(AuricleError, match="use it within `async with`"):
        await PostgresPipe(house.address, house.vault).entries("ana")


def test_whatever_a_server_says_the_password_is_not_repeated(tmp_path: Path) -> None:
    pipe = PostgresPipe("postgresql://me:correct-horse@host/db", Vault.open(tmp_path, None, lambda: None))
    said = str(pipe._fault(psycopg.OperationalError("no entry for me:correct-horse\n")))
    assert "(no entry for me:…)" in said
