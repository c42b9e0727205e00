"""`auricle tasks`: what is listed, shown, run and begun, and what each says when it cannot."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import pytest
from typer.testing import CliRunner, Result

from assistant.cli.main import app
from assistant.errors import TaskError, UsageError
from assistant.records.diary import SealedDiary
from assistant.records.store import open_records
from assistant.settings import Settings
from assistant.tasks.registry import builtin_tasks


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "test")
    return tmp_path


def auricle(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["tasks", *arguments])


@pytest.mark.parametrize(
    ("period", "said"),
    [
        ("2026-11-30/2026-11-01", "The period ends (2026-11-01) before it starts (2026-11-30)."),
        ("lately", "'lately' is not a period; write it as 2026-11-23/2026-11-29."),
    ],
)
def test_a_period_that_is_none_is_said_in_the_periods_own_words(period: str, said: str) -> None:
    auricle_data = CliRunner().invoke(app, ["data", "demo"])
    assert auricle_data.exit_code == 0
    done = auricle("run", "sleep", f"period={period}", "measure=sleep_duration")
    assert str(done.exception) == f"sleep: period={period!r} does not fit. {said}"


def printed(*arguments: str) -> str:
    done = auricle(*arguments)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


def notes() -> list[str]:
    settings = Settings.read()
    diary = SealedDiary(settings.data, open_records(settings).vault)
    return [text for _, text in anyio.run(diary.notes, "demo")]


def refused(*arguments: str) -> Exception:
    done = auricle(*arguments)
    assert isinstance(done.exception, Exception)
    return done.exception


def test_list_names_every_task_with_what_it_may_do() -> None:
    head, *rows = printed("list").splitlines()
    assert head.split() == ["NAME", "CHAT", "NAME", "PERMISSION", "FAMILY", "COST"]
    assert [row.split()[0] for row in rows] == [spec.name for spec in builtin_tasks()]
    (note,) = (row for row in rows if row.startswith("note "))
    assert note.split() == ["note", "Diary", "effect", "everyday", "instant"]


@pytest.mark.parametrize("name", [spec.name for spec in builtin_tasks()])
def test_show_tells_all_of_a_task(name: str) -> None:
    shown = json.loads(printed("show", name, "--json"))
    (spec,) = (each for each in builtin_tasks() if each.name == name)
    assert shown["description"] == spec.description
    assert shown["schema"] == spec.schema
    assert set(shown["outputs"]) == set(spec.outputs)
    for label in shown:
        assert f"\n{label} " in "\n" + printed("show", name)


def test_show_has_the_routers_exemplars() -> None:
    assert json.loads(printed("show", "sleep", "--json"))["exemplars"]["en"]


@pytest.mark.parametrize(("name", "said"), [("serch", "did you mean search?"), ("Sleep", "did you mean sleep?"), ("zzz", "`auricle tasks list`")])
@pytest.mark.parametrize("command", ["show", "run"])
def test_an_unknown_name_is_answered_with_near_ones(command: str, name: str, said: str) -> None:
    error = refused(command, name)
    assert isinstance(error, UsageError)
    assert said in str(error)


def test_run_prints_facts_and_outputs() -> None:
    shown = printed("run", "sleep", "measure=sleep_duration", "period=2026-11-29/2026-11-29")
    assert shown.startswith("sleep: sleep_duration ")
    assert "— Demo watch" in shown
    found = json.loads(printed("run", "search", "query=tips to improve sleep", "--json"))
    assert found["outcome"] == "done"
    assert found["value"]["url"] == "auricle:knowledge/sleep_hygiene"
    read = printed("run", "extract_text", f"url={found['value']['url']}", "--language", "de", "--question", "Wie schlafe ich besser?")
    assert "Schlaf" in read


def test_nothing_found_is_no_failure() -> None:
    assert printed("run", "search", "query=capital of France") == "search: No page of the local knowledge fits that.\n"


def test_an_effect_wants_a_yes() -> None:
    error = refused("run", "note", "query=Note: one glass of water")
    assert isinstance(error, UsageError)
    assert "--yes" in str(error)
    assert notes() == []


def test_a_confirmed_effect_is_done() -> None:
    assert "“one glass of water”" in printed("run", "note", "query=Note: one glass of water", "--yes")
    assert notes() == ["one glass of water"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("sleep", "measure"), "KEY=VALUE"),
        (("sleep", "=x"), "KEY=VALUE"),
        (("sleep", "measure=height", "period=2026-11-29/2026-11-29"), "measure"),
        (("sleep",), "needs the argument"),
        (("sleep", "colour=red"), "no argument 'colour'"),
        (("clock", "asked=time", "--person", "nobody"), "nobody"),
    ],
)
def test_arguments_that_do_not_fit_are_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    error = refused("run", *arguments)
    assert isinstance(error, UsageError)
    assert said in str(error)


def test_a_failure_is_one_sentence_and_exit_1() -> None:
    assert isinstance(refused("run", "extract_text", "url=https://example.org/"), TaskError)
    done = auricle("run", "extract_text", "url=https://example.org/", "--json")
    assert done.exit_code == 1
    assert "setting hosts" in json.loads(done.stdout)["error"]


def test_new_begins_a_task(home: Path) -> None:
    assert "test_water_goal.py" in printed("new", "water_goal", "--folder", str(home / "mine"))
    assert {file.name for file in (home / "mine").iterdir()} == {"water_goal.py", "test_water_goal.py"}
    assert "already" in str(refused("new", "water_goal", "--folder", str(home / "mine")))
    assert "already" in str(refused("new", "sleep", "--folder", str(home / "mine")))


@pytest.mark.parametrize("command", ["list", "show", "run", "new"])
def test_help_has_an_example(command: str) -> None:
    assert f"Example: auricle tasks {command}" in " ".join(printed(command, "--help").split())
