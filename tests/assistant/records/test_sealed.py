"""Readings on disk: sealed, whole, and nobody else's; whatever breaks, and whoever writes at the same time."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from datetime import date
from pathlib import Path

import anyio
import numpy as np
import pytest

from assistant.errors import StoreError
from assistant.period import Period
from assistant.records.intake import StoreIntake
from assistant.records.pieces import Pieces
from assistant.records.sample import Clinical, Readings
from assistant.records.samples import Samples
from assistant.records.store import RecordStore
from assistant.records.vault import Vault
from assistant.types import Person

MAY = Period(date(2026, 5, 1), date(2026, 5, 31))
START = 1_777_800_000_000_000  # 2026-05-03 09:20 UTC

IMPORT = """
import sys
from pathlib import Path
import numpy as np
from assistant.records import intake
from assistant.records.sample import Readings
from assistant.records.store import RecordStore
from assistant.records.vault import Vault

folder, source, breaks = sys.argv[1:]
if breaks:
    import os
    intake.derive_days = lambda *_: os._exit(9)  # as if the power went in the middle of the transaction
store = RecordStore(Path(folder), Vault.open(Path(folder), "p", lambda: None))
print("ready", flush=True)
sys.stdin.readline()
start = 1_777_800_000_000_000 + np.arange(40_000) * 60_000_000
value = np.full(len(start), 70.0)
with intake.StoreIntake(store, "ana") as taking:
    taking.readings(Readings("heart_rate", source, "bpm", start, start, np.full(len(start), 120, np.int16), value, value))
print(taking.outcome("test").taken["heart_rate"].new)
"""


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    store = RecordStore(tmp_path, Vault.open(tmp_path, "p", lambda: None))
    for name in ("ana", "ben"):
        store.add(Person(name, name.title(), "Europe/Madrid"))
        with StoreIntake(store, name) as intake:
            intake.readings(readings(60.0 if name == "ana" else 90.0))
    return store


def readings(value: float, source: str = "Wristwatch") -> Readings:
    values = np.full(100, value)
    start = START + np.arange(100) * 1_000_000
    return Readings("heart_rate", source, "beats-a-minute", start, start, np.full(100, 120, np.int16), values, values)


def importing(folder: Path, source: str, breaks: str = "") -> subprocess.Popen[str]:
    line = [sys.executable, "-c", IMPORT, str(folder), source, breaks]
    process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_nothing_readable_on_disk(store: RecordStore, tmp_path: Path) -> None:
    content = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    for word in (b"heart_rate", b"Wristwatch", b"beats-a-minute", b"PAR1", b"local_date", b"ana", START.to_bytes(8, "little")):
        assert word not in content, word


def test_what_waits_outside_memory_is_sealed_and_nameless(store: RecordStore, tmp_path: Path) -> None:
    rows = 250_000
    start = np.full(rows, START)
    kinds = (np.int64, np.int64, np.int16, np.int32, np.int16, np.int16, np.float64, np.float64)
    before = set(tmp_path.iterdir())
    with Pieces(tmp_path, store.vault.known("ana")) as pieces:
        pieces.add("weight", Samples(*(start.astype(kind) for kind in kinds)))
        assert set(tmp_path.iterdir()) == before
        file = pieces._file
        file.seek(0)
        held = file.read()
        assert len(held) > rows * 40
        assert START.to_bytes(8, "little") not in held
        assert len(pieces.take("weight", next(iter(pieces.places()["weight"])))) == rows
    assert file.closed


def test_another_persons_part_does_not_open(store: RecordStore, tmp_path: Path) -> None:
    """Rows swapped on disk are an error, never a wrong answer."""
    with sqlite3.connect(tmp_path / "records.sqlite") as database:
        rows = database.execute("SELECT person, label, sealed FROM blob").fetchall()
        largest = {person: max((row for row in rows if row[0] == person), key=lambda row: len(row[2])) for person in {row[0] for row in rows}}
        one, two = largest.values()
        for own, other in ((one, two), (two, one)):
            database.execute("UPDATE blob SET sealed = ? WHERE person = ? AND label = ?", (other[2], own[0], own[1]))
    for name in ("ana", "ben"):
        with pytest.raises(StoreError, match=f"The stored records of '{name}' are damaged"):
            anyio.run(store.readings, name, "heart_rate", MAY)


def test_erasing_leaves_no_trace_that_opens(store: RecordStore, tmp_path: Path) -> None:
    with StoreIntake(store, "ana") as intake:
        intake.clinical([Clinical("condition", "c1", "Asthma", "Surgery")])
    copy = (tmp_path / "records.sqlite").read_bytes()
    key = store.vault.known("ana")
    with sqlite3.connect(tmp_path / "records.sqlite") as database:
        sealed = [row[0] for row in database.execute("SELECT sealed FROM blob WHERE person = ?", (key.handle,))]
    store.erase("ana")
    left = (tmp_path / "records.sqlite").read_bytes()
    assert all(blob[:64] in copy and blob[:64] not in left for blob in sealed if len(blob) < 3000)
    with sqlite3.connect(tmp_path / "records.sqlite") as database:
        assert database.execute("SELECT count(*) FROM blob WHERE person = ?", (key.handle,)).fetchone() == (0,)
    (tmp_path / "records.sqlite").write_bytes(copy)  # a backup does not help: the key is gone
    again = RecordStore(tmp_path, Vault.open(tmp_path, "p", lambda: None))
    again.add(Person("ana", "Ana", "Europe/Madrid"))
    assert anyio.run(again.readings, "ana", "heart_rate", MAY) == ()
    assert anyio.run(again.clinical, "ana", "condition") == ()
    assert anyio.run(again.readings, "ben", "heart_rate", MAY)[0].value[0] == 90


def test_two_processes_import_at_once(store: RecordStore, tmp_path: Path) -> None:
    both = [importing(tmp_path, source) for source in ("Band", "Ring")]
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate(timeout=120)[0] for process in both] == ["40000\n"] * 2
    kept = {part.source: len(part) for part in anyio.run(store.readings, "ana", "heart_rate", Period(date(2026, 5, 1), date(2026, 7, 1)))}
    assert kept == {"Band": 40_000, "Ring": 40_000, "Wristwatch": 100}


def test_a_process_that_dies_in_the_middle_leaves_the_records_as_they_were(store: RecordStore, tmp_path: Path) -> None:
    before = store.values("ana", "heart_rate")
    process = importing(tmp_path, "Band", "yes")
    process.communicate("go\n", timeout=120)
    assert process.returncode == 9
    assert store.values("ana", "heart_rate") == before
    assert [part.source for part in anyio.run(store.readings, "ana", "heart_rate", MAY)] == ["Wristwatch"]
    with StoreIntake(store, "ana") as intake:  # and nothing that it held stands in the way
        intake.readings(readings(61.0, "Band"))
    assert intake.outcome("test").taken["heart_rate"].new == 100
    assert {path.name for path in tmp_path.iterdir()} <= {"import.lock", "keys", "records.sqlite", "vault.json"}
