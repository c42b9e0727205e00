import json
from pathlib import Path

import pytest

from assistant.batch import Past, questions
from assistant.datapipe import MemoryPipe
from assistant.errors import UsageError
from assistant.execution import Executor
from assistant.facts import Fact, Noted, Source
from assistant.question import Question
from assistant.tasks.spec import Context, task
from assistant.testing import FakeLanguages, FakeRecords, fake_assistant
from assistant.types import Plan, Step


def write(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "batch.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_lines_become_questions(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        {"id": "a", "text": "hola", "language": "auto", "history": [{"asked": "x", "heard": "y", "language": "es"}]},
        "",
        {"id": 2, "text": "hi", "language": "DE"},
    )
    first, second = (line.question() for line in questions(path, "demo"))
    assert (first.id, first.text, first.language, first.person) == ("a", "hola", None, "demo")
    assert first.history[0].language == "es"
    assert (second.id, second.language) == ("2", "de")


@pytest.mark.parametrize(
    ("line", "sentence", "given"),
    [
        ("{broken", "Line 1", 1),
        ({"text": "no id"}, "Line 1: id", 1),
        ({"id": "x", "tekst": "typo"}, "Line 1: tekst", "x"),
        ([1, 2], "Line 1", 1),
        ({"id": "x", "images": ["absent.png"]}, "no picture at", "x"),
        ({"id": "x", "files": ["absent.pdf"]}, "no file at", "x"),
    ],
)
def test_a_bad_line_is_named_and_keeps_its_id(tmp_path: Path, line: object, sentence: str, given: object) -> None:
    (found,) = questions(write(tmp_path, line), "demo")
    assert found.id == given
    with pytest.raises(UsageError, match=sentence):
        found.question()


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"There is no file .*none\.jsonl"):
        list(questions(tmp_path / "none.jsonl", "demo"))


def test_a_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    path = tmp_path / "batch.jsonl"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="cannot be read as UTF-8 text"):
        list(questions(path, "demo"))


@task(chat_name="Steps", permission="reads_person")
async def steps(context: Context) -> tuple[Fact, ...]:
    """Steps."""
    return (Noted("8000", context.now, Source("record", "r", "watch")),)


@task(chat_name="Diary", permission="effect")
async def note(context: Context) -> tuple[Fact, ...]:
    """Writes."""
    raise AssertionError("nobody said yes")


@task(chat_name="Weather", permission="network")
async def weather(context: Context) -> tuple[Fact, ...]:
    """Goes out."""
    raise AssertionError("it went out")


@task(chat_name="Page", untrusted=True)
async def page(context: Context) -> tuple[Fact, ...]:
    """Reads a page."""
    raise AssertionError("it read a page")


TASKS = (steps, note, weather, page)


def doing(*tasks: str) -> Plan:
    return Plan("test", "answer", tuple(Step(f"{name}-1", name) for name in tasks), "the script says so")


PLANS = {
    "hello": Plan("test", "small_talk", (), "it greets"),
    "walk": doing("steps"),
    "write": doing("steps", "note"),
    "rain": doing("weather"),
    "read": doing("page"),
    "odd": doing("tea"),
}


def past(tmp_path: Path, *asked: str, plans: dict[str, Plan] = PLANS) -> tuple[Past, Question]:
    history = [{"asked": text, "language": "en"} for text in asked]
    (line,) = questions(write(tmp_path, {"id": 1, "text": "and before?", "history": history}), "ana")
    # The executor knows every task and allows all: what is not run was kept back by `Past`.
    executor = Executor({spec.name: spec for spec in TASKS}, FakeRecords(), MemoryPipe(), allow=frozenset({"weather"}))
    return Past(fake_assistant(plans=plans, tasks=TASKS), {spec.name: spec for spec in TASKS}, executor), line.question()


async def test_earlier_questions_get_the_plans_and_results_that_they_had(tmp_path: Path) -> None:
    again, asked = past(tmp_path, "hello", "walk")
    question, notes = await again.recall(asked)
    assert [earlier.plan for earlier in question.history] == [PLANS["hello"], PLANS["walk"]]
    assert [[result.outcome for result in earlier.results] for earlier in question.history] == [[], ["done"]]
    assert question.text == "and before?"
    assert notes == ()


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("write", "note changes something, and only a yes said to it does that."),
        ("rain", "weather sends something away."),
        ("read", "page reads what comes from outside."),
        ("odd", "tea is not among the tasks that are known here."),
    ],
)
async def test_what_does_more_than_look_is_not_run_again(tmp_path: Path, asked: str, why: str) -> None:
    again, line = past(tmp_path, asked)
    question, notes = await again.recall(line)
    assert question.history[0].plan == PLANS[asked]
    assert question.history[0].results == question.history[0].waiting == ()
    assert notes == (f"The earlier question “{asked}” was planned and not run again: {why}",)


async def test_a_plan_that_cannot_run_does_not_lose_the_line(tmp_path: Path) -> None:
    circle = Plan("test", "answer", (Step("a", "steps", after=("b",)), Step("b", "steps", after=("a",))), "round and round")
    again, line = past(tmp_path, "walk", plans={"walk": circle})
    question, (note,) = await again.recall(line)
    assert question.history[0].results == ()
    assert note.startswith("The earlier question “walk” could not be planned again: ")


def test_a_line_names_planner_and_tasks(tmp_path: Path) -> None:
    (line,) = questions(write(tmp_path, {"id": 1, "text": "hi", "planner": "react", "tasks": ["sleep"]}), "ana")
    assert (line.question().planner, line.question().menu) == ("react", ("sleep",))


@pytest.mark.parametrize(
    ("own", "line", "language"), [(None, "de", "de"), ("es", "de", "es"), ("ES", None, "es"), (None, None, ""), ("auto", "auto", "")]
)
def test_an_earlier_question_is_in_its_own_language_or_in_that_of_the_line(tmp_path: Path, own: str | None, line: str | None, language: str) -> None:
    entry = {"id": 1, "text": "und davor?", "language": line, "history": [{"asked": "Wie habe ich geschlafen?", "language": own}]}
    (found,) = questions(write(tmp_path, entry), "ana")
    assert found.question().history[0].language == language


async def test_a_language_that_nobody_names_is_told_from_the_words(tmp_path: Path) -> None:
    entry = {"id": 1, "text": "und davor?", "history": [{"asked": "walk"}]}
    (line,) = questions(write(tmp_path, entry), "ana")
    executor = Executor({spec.name: spec for spec in TASKS}, FakeRecords(), MemoryPipe())
    again = Past(fake_assistant(plans=PLANS, tasks=TASKS, detector=FakeLanguages("de")), {}, executor)
    question, _ = await again.recall(line.question())
    assert [earlier.language for earlier in question.history] == ["de"]
