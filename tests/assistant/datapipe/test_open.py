"""From the setting to the pipe; an address with a password is never repeated."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from anyio import to_thread
from typer.testing import CliRunner

from assistant import doctor
from assistant.cli.data import app
from assistant.datapipe import MemoryPipe, open_pipe
from assistant.datapipe.postgres import PostgresPipe
from assistant.datapipe.sqlite import SqlitePipe
from assistant.errors import AuricleError, UsageError
from assistant.records.diary import SealedDiary
from assistant.settings import Settings
from assistant.testing import NOON
from assistant.types import Provenance

SECRET = "correct-horse"
NIGHTS = Provenance("sleep", {}, "")


@pytest.fixture
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("AURICLE_CONFIG", "AURICLE_PASSPHRASE", "AURICLE_PIPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


async def test_each_setting_has_its_pipe(clean: Path, fresh: str) -> None:
    kinds = {"memory": MemoryPipe, "sqlite": SqlitePipe, fresh: PostgresPipe}
    assert Settings().pipe == "sqlite"
    for setting, kind in kinds.items():
        async with open_pipe(Settings(data=clean, pipe=setting)) as pipe:
            assert isinstance(pipe, kind)
            assert await pipe.entries("ana") == ()


@pytest.mark.parametrize("wrong", [f"mysql://me:{SECRET}@host/db", f"me:{SECRET}@host", "", f"host=localhost password={SECRET}"])
def test_another_pipe_is_refused_without_repeating_it(clean: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    with pytest.raises(UsageError, match="pipe: name sqlite, memory or an address that begins with postgresql://") as refused:
        Settings.read(pipe=wrong)
    assert SECRET not in str(refused.value)
    assert SECRET not in str(refused.value.__cause__)  # what --debug shows


@pytest.mark.parametrize("wrong", [f"postgresql://me:{SECRET}@{rest}" for rest in ("[host/db", "host/db?nonsense=1", "ho st/%zz")])
async def test_an_address_that_is_none_is_one_sentence_without_the_password(clean: Path, wrong: str) -> None:
    with pytest.raises(UsageError, match="is no address of a PostgreSQL server") as refused:
        async with open_pipe(Settings(data=clean, pipe=wrong)):
            pass
    assert SECRET not in str(refused.value)
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__


def test_the_settings_do_not_show_it(clean: Path) -> None:
    assert SECRET not in repr(Settings(pipe=f"postgresql://me:{SECRET}@host/db"))


async def test_without_psycopg_the_extra_is_named(clean: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UsageError, match=r"pip install 'auricle\[postgres\]'"):
        async with open_pipe(Settings(data=clean, pipe="postgresql://host/db")):
            pass


def test_the_doctor_says_where_results_are_kept_and_what_leaves(clean: Path) -> None:
    def told(pipe: str) -> tuple[doctor.Check, doctor.Check]:
        settings = Settings(data=clean, pipe=pipe)
        return doctor.pipe(settings), doctor.leaves(settings)

    assert "in memory" in told("memory")[0].sentence
    assert str(clean / "pipe.sqlite") in told("sqlite")[0].sentence
    here, away = told(f"postgresql://me:{SECRET}@localhost/db"), told(f"postgresql://me:{SECRET}@db.example.org/db")
    assert here[1].sentence == "Nothing leaves this machine."
    assert away[1].status == "warn"
    assert all("db.example.org" in check.sentence and SECRET not in check.sentence for check in away)
    lacking = doctor.pipe(Settings(data=clean, pipe="postgresql://localhost/db"), installed=lambda module: False)
    assert lacking.status == "fail"
    assert "auricle[postgres]" in lacking.sentence


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_erasing_a_person_at_the_command_line_clears_pipe_and_diary(make_house: Any, clean: Path, kind: str) -> None:
    house = make_house(kind)
    pipe, diary = await house.pipe(), SealedDiary(house.folder, house.vault)
    for person in ("ana", "ben"):
        await pipe.put(person, "a value", NIGHTS)
        await diary.write(person, NOON, "a note")
    environment = {"AURICLE_DATA": str(house.folder), "AURICLE_PIPE": house.address or "sqlite"}
    done = await to_thread.run_sync(lambda: CliRunner().invoke(app, ["erase", "ana", "--yes"], env=environment))
    assert "are gone" in done.output
    assert len(house.rows()) == 1
    assert [entry.size for entry in await pipe.entries("ben")] == [9]
    assert await diary.notes("ben") == ((NOON, "a note"),)
    with pytest.raises(UsageError, match="no person 'ana'"):
        await diary.notes("ana")


async def test_a_server_that_is_away_does_not_keep_a_person_from_being_erased(make_house: Any, clean: Path) -> None:
    house = make_house("sqlite")
    environment = {"AURICLE_DATA": str(house.folder), "AURICLE_PIPE": f"postgresql://me:{SECRET}@/db?host=/nowhere"}
    done = await to_thread.run_sync(lambda: CliRunner().invoke(app, ["erase", "ana", "--yes"], env=environment))
    assert isinstance(done.exception, AuricleError)
    assert "can never be read again, but it still lies there" in str(done.exception)
    assert SECRET not in str(done.exception)
    assert [person.id for person in house.vault.people()] == ["ben"]
