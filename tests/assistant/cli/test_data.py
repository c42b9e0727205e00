"""`auricle data`: what a person gets of what is kept of them, and that nothing is left once it is erased."""

from __future__ import annotations

import csv
import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import anyio
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from assistant.cli.main import app
from assistant.datapipe import open_pipe
from assistant.errors import StoreError, UsageError
from assistant.export import export
from assistant.question import Question
from assistant.records.consent import Consent
from assistant.records.diary import SealedDiary
from assistant.records.intake import StoreIntake
from assistant.records.recording import Recording
from assistant.records.sample import Clinical, Night, Phase, Readings
from assistant.records.series import DayValue
from assistant.records.store import open_records
from assistant.settings import Settings
from assistant.testing import NOON, FakePeople, fake_assistant
from assistant.tracelog import TraceLog
from assistant.types import Person, Provenance
from assistant.watches.book import WatchBook

ANA, BEN = "ana-maria-lopez", "benjamin-other"
NOTE, FOUND, SAID = "my knee hurts on the stairs", "a headache diary page", "how did my zebra sleep"
PICTURE = b"\x89PNG\r\n\x1a\n and a secret picture"
DAY = date(2026, 11, 29)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "test")
    monkeypatch.delenv("AURICLE_PIPE", raising=False)
    return tmp_path


def auricle(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["data", *arguments])


def printed(*arguments: str) -> str:
    done = auricle(*arguments)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def refused(kind: type[Exception], *arguments: str) -> str:
    done = auricle(*arguments)
    assert isinstance(done.exception, kind), (done.output, done.exception)
    return str(done.exception)


async def live(person: str) -> dict[str, str]:
    """A value of every kind that is kept of somebody; keys of the data pipe by name."""
    settings = Settings.read()
    store = open_records(settings)
    store.add(Person(person, person.title(), "Europe/Berlin", NOON))
    store.import_days(
        person,
        {
            "steps": [DayValue(DAY, 8123.0, "Watch"), DayValue(DAY, 7000.0, '=cmd("x")'), DayValue(DAY - timedelta(1), 5.0, "Watch, the old one")],
            "weight": [DayValue(DAY, 62.4, "Scales")],
        },
    )
    store.import_recording(person, Recording("ppg", NOON, 25.0, np.array([7, -3, 9], np.int32), "Finger clip"))
    await SealedDiary(settings.data, store.vault).write(person, NOON, NOTE)
    async with open_pipe(settings, store.vault) as pipe:
        found = await pipe.put(
            person, {"title": FOUND}, Provenance("search", {"query": "head"}, "Library", False), description="Search: title", ttl=9e6
        )
        picture = await pipe.put(person, PICTURE, Provenance("attach", {}, ""), description="image \x1b[31mred.png")
    with StoreIntake(store, person) as intake:
        start = np.array([1_780_000_000_000_000 + n * 60_000_000 for n in range(3)], np.int64)
        value = np.array([61.0, 62.5, 64.0])
        intake.readings(Readings("heart_rate", "Wrist", "count/min", start, start, np.full(3, 120, np.int16), value, value))
        phase = Phase("deep", NOON - timedelta(hours=10), NOON - timedelta(hours=9))
        intake.nights([Night("Mattress", (phase,))])
        intake.about("born 1980-05-04, female")
        intake.clinical([Clinical("medication", "m1", "Metforminum", "Surgery", start=DAY, text="500 mg")])
    store.give_consent(person, Consent().denying(["cycle"]))
    store.prefer(person, ["Watch"])
    WatchBook(store).add(person, "resting_heart_rate", "at_least", 75, 3, DAY)
    log = TraceLog(settings.data / "traces", (ANA, BEN))
    await fake_assistant(people=FakePeople(ANA, BEN), observers=(log,)).answer(Question(person, SAID, speak=False))
    return {"found": found, "picture": picture}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def everything(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        yield str(path.relative_to(folder)), path.read_bytes() if path.is_file() else b""


def test_export_then_erase_and_everything_is_gone(home: Path) -> None:
    keys, others = anyio.run(live, ANA), anyio.run(live, BEN)
    out = home / "out"
    said = printed("export", ANA, "--out", str(out))
    assert "18 measured values, 3 readings, 1 sleep phase, 1 health-record item, 1 recording, 1 note, 2 data-pipe values, 1 trace, 4 choices" in said

    assert stat.S_IMODE(out.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in out.rglob("*") if path.is_dir()} == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in out.rglob("*") if path.is_file()} == {0o600}

    with (out / "records" / "steps.csv").open(encoding="utf-8", newline="") as table:
        assert list(csv.reader(table)) == [
            ["day", "value", "unit", "source"],
            ["2026-11-28", "5", "count", "Watch, the old one"],
            ["2026-11-29", "7000", "count", '\'=cmd("x")'],
            ["2026-11-29", "8123", "count", "Watch"],
        ]
    assert (out / "records" / "weight.csv").read_text().splitlines()[1] == "2026-11-29,62.4,kg,Scales"
    assert (out / "readings" / "heart_rate.csv").read_text().splitlines() == [
        "start,end,value,unit,original,original_unit,source",
        *(
            f"2026-05-28T22:2{n}:40+02:00,2026-05-28T22:2{n}:40+02:00,{value},bpm,{value},count/min,Wrist"
            for n, value in ((6, "61"), (7, "62.5"), (8, "64"))
        ),
    ]
    assert (out / "sleep.csv").read_text().splitlines()[1] == "2026-11-30T02:00:00+01:00,2026-11-30T03:00:00+01:00,deep,Mattress"
    assert lines(out / "health-record.jsonl")[0]["name"] == "Metforminum"
    assert lines(out / "choices.jsonl") == [
        {"not_read": "cycle"},
        {"preferred_source": "Watch"},
        {"watch": {"number": 1, "measure": "resting_heart_rate", "bound": "at_least", "limit": 75, "days": 3, "since": str(DAY), "told": None}},
        {"files_are_about": "born 1980-05-04, female"},
    ]
    (recording,) = lines(out / "recordings" / "recordings.jsonl")
    assert (recording["kind"], recording["start"], recording["rate_hz"], recording["samples"]) == ("ppg", NOON.isoformat(), 25.0, 3)
    assert (out / recording["file"]).read_text() == "seconds,counts\n0.000000,7\n0.040000,-3\n0.080000,9\n"
    assert lines(out / "notes.jsonl") == [{"at": NOON.isoformat(), "text": NOTE}]
    found, picture = lines(out / "pipe" / "values.jsonl")
    assert json.loads((out / found["file"]).read_text()) == {"title": FOUND}
    assert found["provenance"] == {"task": "search", "args": {"query": "head"}, "source": "Library", "trusted": False}
    assert (found["key"], found["until"] is None, picture["until"]) == (keys["found"], False, None)
    assert picture["file"].endswith(".png")
    assert (out / picture["file"]).read_bytes() == PICTURE
    assert [trace["transcript"] for trace in lines(out / "traces.jsonl")] == [SAID]
    assert json.loads((out / "person.json").read_text())["id"] == ANA
    readme = (out / "README.md").read_text()
    assert all(f"`{path.name}{'/' if path.is_dir() else ''}`" in readme for path in out.iterdir() if path.name != "README.md")

    assert "are gone" in printed("erase", ANA, "--yes")
    told = (ANA, NOTE, SAID, FOUND, "Finger clip", "Mattress", "Metforminum", "Wrist", *keys.values())
    for name, content in everything(home / "data"):
        assert ANA.encode().hex() not in name
        assert ANA not in name
        if BEN.encode().hex() not in name:  # his own trace says what he said
            assert not [words for words in told if words.encode() in content], name
    assert f"no person '{ANA}'" in refused(UsageError, "export", ANA, "--out", str(home / "again"))
    assert not (home / "again").exists()

    assert "18 measured values" in printed("export", BEN, "--out", str(home / "ben"))
    assert printed("pipe", BEN, others["found"]) == printed("pipe", BEN, others["found"])
    assert json.loads(printed("pipe", BEN, others["found"])) == {"title": FOUND}


@pytest.mark.parametrize("answer", ["", "n\n"])
def test_without_a_yes_nothing_is_erased(home: Path, answer: str) -> None:
    anyio.run(live, ANA)
    done = CliRunner().invoke(app, ["data", "erase", ANA], input=answer)
    assert isinstance(done.exception, UsageError), done.output
    assert str(done.exception) == "Nothing was erased."
    assert "Aborted" not in done.output
    assert ANA in printed("list")


@pytest.mark.parametrize("typed", ["Ana's Apple Watch", "ana’s  apple watch", "Ana’s Apple\N{NO-BREAK SPACE}Watch"])
def test_a_source_is_named_with_the_signs_of_a_keyboard(home: Path, typed: str) -> None:
    store = open_records(Settings.read())
    store.add(Person("ana", "Ana", "Europe/Madrid", NOON))
    named = "Ana’s Apple\N{NO-BREAK SPACE}Watch"
    store.import_days("ana", {"steps": [DayValue(date(2026, 11, 1), 1000.0, named)]})
    assert named in printed("prefer", "ana", typed, typed)
    assert store.preferred("ana") == (named,)


def test_an_export_overwrites_nothing(home: Path) -> None:
    anyio.run(live, ANA)
    full, file, empty = home / "full", home / "file", home / "empty"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    file.write_text("a file")
    empty.mkdir(mode=0o755)
    assert "is not empty" in refused(UsageError, "export", ANA, "--out", str(full))
    assert [path.name for path in full.iterdir()] == ["mine.txt"]
    assert "is a file" in refused(UsageError, "export", ANA, "--out", str(file))
    printed("export", ANA, "--out", str(empty))
    assert stat.S_IMODE(empty.stat().st_mode) == 0o700


def test_a_person_without_anything_gets_a_sentence_and_no_folder(home: Path) -> None:
    open_records(Settings.read()).add(Person("eve", "Eve", "UTC"))
    assert printed("export", "eve", "--out", str(home / "out")) == "Nothing is kept of Eve (eve), so there is nothing to export.\n"
    assert not (home / "out").exists()
    assert "no person 'adam'" in refused(UsageError, "export", "adam", "--out", str(home / "out"))


def test_what_cannot_be_written_whole_is_not_left_in_part(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anyio.run(live, ANA)
    write = Path.mkdir

    def full(path: Path, *arguments: Any, **more: Any) -> None:
        if path.name == "pipe":
            raise OSError(28, "No space left on device")
        write(path, *arguments, **more)

    monkeypatch.setattr(Path, "mkdir", full)
    assert "No space left" in refused(StoreError, "export", ANA, "--out", str(home / "out"))
    assert not (home / "out").exists()


async def test_values_that_end_meanwhile_are_left_out(home: Path) -> None:
    keys = await live(ANA)
    settings = Settings.read()
    store = open_records(settings)

    class Ending:
        """The second value ends between the list and the reading."""

        def __init__(self, pipe: Any) -> None:
            self.entries, self._get = pipe.entries, pipe.get

        async def get(self, person: str, key: str) -> Any:
            if key == keys["picture"]:
                raise KeyError(key)
            return await self._get(person, key)

    async with open_pipe(settings, store.vault) as pipe:
        ending: Any = Ending(pipe)
        diary = SealedDiary(settings.data, store.vault)
        parts = await export(store.person(ANA), home / "out", store, diary, ending, TraceLog(settings.data / "traces", ()))
    assert {part.name: part.count for part in parts}["pipe/"] == 1
    assert len(lines(home / "out" / "pipe" / "values.jsonl")) == 1


def test_the_pipe_is_listed_and_a_value_printed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys, others = anyio.run(live, ANA), anyio.run(live, BEN)
    found, picture = printed("pipe", ANA).splitlines()
    assert found.startswith(f"{keys['found']}  Search: title  ")
    assert "bytes  Library, untrusted  until 2" in found
    assert picture.endswith("bytes  no source  until erased")
    assert "\x1b" not in picture  # the name of a file does not colour the terminal
    assert [value["key"] for value in json.loads(printed("pipe", ANA, "--json"))["values"]] == list(keys.values())
    assert json.loads(printed("pipe", ANA, keys["found"])) == {"title": FOUND}
    assert auricle("pipe", ANA, keys["picture"]).stdout_bytes == PICTURE
    assert json.loads(printed("pipe", ANA, keys["found"], "--json"))["value"] == {"title": FOUND}
    assert json.loads(printed("pipe", ANA, keys["picture"], "--json"))["base64"].startswith("iVBOR")

    never = "search:0123456789abcdef"
    nothing, foreign = refused(UsageError, "pipe", ANA, never), refused(UsageError, "pipe", ANA, others["found"])
    assert nothing.replace(never, "K") == foreign.replace(others["found"], "K")
    assert "has no value under the key" in nothing
    assert "no person 'eve'" in refused(UsageError, "pipe", "eve")
    monkeypatch.setenv("AURICLE_PIPE", "memory")
    assert "end with the program" in printed("pipe", ANA)


@contextmanager
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("AURICLE_PIPE", "postgresql://me@/db?host=/nowhere")
        yield


def test_what_a_server_kept_while_it_was_away_is_erased_the_second_time(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person is unknown by then, and their trace of a turn that was still under way goes, too."""
    anyio.run(live, ANA)
    with away(monkeypatch):
        assert "still lies there until you erase again" in refused(StoreError, "erase", ANA, "--yes")
        assert "cannot be used" in refused(StoreError, "erase", ANA, "--yes")
    traces = home / "data" / "traces"
    assert list(traces.iterdir()) == []
    (traces / f"{ANA.encode().hex()}.jsonl").write_text("{}\n")
    assert f"no person '{ANA}'" in refused(UsageError, "erase", ANA, "--yes")
    assert list(traces.iterdir()) == []
