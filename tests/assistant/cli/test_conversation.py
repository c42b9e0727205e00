"""`auricle chat` and `ask` as people and programs use them: the real command, the real tasks, the router alone to plan."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import anyio
import pytest
from typer.testing import CliRunner, Result

from assistant.cli.main import app
from assistant.errors import UsageError
from assistant.records.demo import demo
from assistant.records.diary import SealedDiary
from assistant.records.store import RecordStore, open_records
from assistant.records.vault import Vault
from assistant.settings import Settings

NOTE = "my knee hurts on the stairs"
SLEPT = "How did I sleep last week?"


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the demo person in it."""
    folder = tmp_path_factory.mktemp("loaded") / "data"
    demo().load(RecordStore(folder, Vault.open(folder, "test")))
    return folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, loaded: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(loaded, tmp_path / "data")
    for name, value in {"DATA": str(tmp_path / "data"), "PASSPHRASE": "test", "LIGHT": "1"}.items():
        monkeypatch.setenv(f"AURICLE_{name}", value)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def auricle(*arguments: str, said: str | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=said)


def chat(*lines: str, options: tuple[str, ...] = ()) -> list[str]:
    done = auricle("chat", *options, said="\n".join(lines) + "\n")
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout.splitlines()


def batch(home: Path, *lines: dict[str, Any], options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    path = home / "questions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = auricle("ask", "--batch", str(path), "--json", *options)
    assert done.exit_code == 0, (done.output, done.exception)
    return [json.loads(line) for line in done.stdout.splitlines()]


def notes() -> list[str]:
    settings = Settings.read()
    return [text for _, text in anyio.run(SealedDiary(settings.data, open_records(settings).vault).notes, "demo")]


def past(*asked: str) -> list[dict[str, str]]:
    return [{"asked": text, "language": "en"} for text in asked]


def test_a_yes_writes_the_note_and_a_no_does_not() -> None:
    asked, done, *_ = chat(f"Write down that {NOTE}", "yes")
    assert "Shall I write this in your diary" in asked
    assert NOTE in done
    assert notes() == [NOTE]
    chat("Write down that I feel fine", "no", "yes")
    assert notes() == [NOTE]


def test_a_yes_counts_only_for_what_was_asked_last() -> None:
    chat(f"Write down that {NOTE}", SLEPT, "yes")
    assert notes() == []


def test_why_is_answered_from_what_was_done() -> None:
    why = chat(SLEPT, "Why?")[-2]
    assert "your sleep for last week" in why
    assert "Demo watch" in why


def test_explain_shows_what_waits_and_how_steps_went() -> None:
    lines = chat(f"Write down that {NOTE}", options=("--explain",))
    assert f"waits    note(query={NOTE}): nothing is done until you say yes" in lines
    assert any(line.startswith("step     note-1: waiting, ") for line in lines)
    assert "rounds   1" in lines
    (hint,) = (line for line in auricle("ask", "--text", f"Write down that {NOTE}").stdout.splitlines() if "auricle chat" in line)
    assert "Nothing is done yet" in hint
    assert notes() == []


def test_planner_and_tasks_are_chosen_by_the_call() -> None:
    asked = json.loads(auricle("ask", "--text", SLEPT, "--json", "--planner", "router", "--tasks", "sleep, activity").stdout)
    assert (asked["plan"]["strategy"], asked["plan"]["steps"][0]["task"]) == ("router", "sleep")
    elsewhere = json.loads(auricle("ask", "--text", SLEPT, "--json", "--tasks", "activity").stdout)
    assert "sleep" not in {step["task"] for step in elsewhere["plan"]["steps"]}
    for options, sentence in (
        (("--planner", "oracle"), r"There is no planner 'oracle'; choose one of auto, router"),
        (("--tasks", "sleep,slep"), r"There is no task 'slep'; see `auricle tasks list`"),
        (("--tasks", ","), r"--tasks wants names"),
    ):
        failed = auricle("ask", "--text", SLEPT, *options).exception
        assert isinstance(failed, UsageError)
        assert sentence in str(failed)
    assert chat(SLEPT, options=("--planner", "oracle"))[0].startswith("There is no planner 'oracle'")


def test_a_batch_line_chooses_before_the_call_does(home: Path) -> None:
    own, calls, wrong = batch(
        home,
        {"id": 1, "text": SLEPT, "tasks": ["sleep"], "planner": "router"},
        {"id": 2, "text": SLEPT},
        {"id": 3, "text": SLEPT, "planner": "oracle"},
        options=("--tasks", "activity"),
    )
    assert [step["task"] for step in own["plan"]["steps"]] == ["sleep"]
    assert "sleep" not in {step["task"] for step in calls["plan"]["steps"]}
    assert wrong["error"].startswith("There is no planner 'oracle'")


def test_earlier_lines_of_a_batch_are_run_again_where_that_is_harmless(home: Path) -> None:
    why, before, yes = batch(
        home,
        {"id": "why", "text": "Why?", "history": past(SLEPT)},
        {"id": "before", "text": "and the week before?", "history": past(SLEPT)},
        {"id": "yes", "text": "yes", "language": "en", "history": past(f"Write down that {NOTE}")},
    )
    assert "your sleep for last week" in why["reply"]["shown"]
    assert why["results"][0]["titles"] == ["Demo watch"]
    assert before["results"][0]["period"] == "2026-11-16/2026-11-22"
    assert why["notes"] == before["notes"] == []
    assert [step for step in yes["plan"]["steps"] if step["task"] == "note"] == []
    (note,) = yes["notes"]
    assert note == (
        f"The earlier question “Write down that {NOTE}” was planned and not run again: note changes something, and only a yes said to it does that."
    )
    assert notes() == []


def test_an_earlier_yes_in_a_batch_writes_nothing_either(home: Path) -> None:
    (line,) = batch(home, {"id": 1, "text": SLEPT, "history": past(f"Write down that {NOTE}", "yes")})
    assert line["results"][0]["outcome"] == "done"
    assert notes() == []


def test_what_an_endpoint_costs_is_added_up(endpoint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It only ever writes prose, so that no plan comes of it; what was read and written is paid for all the same."""
    endpoint.by(lambda request: "I would rather not.")
    monkeypatch.setenv("AURICLE_LLM_BASE_URL", endpoint.base_url)
    asked = ("ask", "--text", SLEPT, "--planner", "tree_of_thought")
    unpriced = json.loads(auricle(*asked, "--json").stdout)["costs"]
    assert (unpriced["price"], len(unpriced["unpriced"])) == (None, 1)
    monkeypatch.setenv("AURICLE_LLM_PRICE_IN", "3")
    monkeypatch.setenv("AURICLE_LLM_PRICE_OUT", "15")
    costs = json.loads(auricle(*asked, "--json").stdout)["costs"]
    assert costs["calls"] > 0
    assert costs["completion_tokens"] > 0
    assert costs["price"] == pytest.approx((3 * costs["prompt_tokens"] + 15 * costs["completion_tokens"]) / 1e6)
    assert costs["roles"] == {"planner": {name: value for name, value in costs.items() if name != "roles"}}
    (line,) = (line for line in auricle(*asked, "--explain").stdout.splitlines() if line.startswith("cost "))
    assert "unknown" not in line
