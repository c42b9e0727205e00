import json
from pathlib import Path

import pytest

from assistant.batch import questions, recall
from assistant.errors import UsageError
from assistant.testing import fake_assistant
from assistant.types import Plan


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
    with pytest.raises(UsageError, match="cannot be read"):
        list(questions(tmp_path / "none.jsonl", "demo"))


async def test_earlier_questions_get_the_plans_that_they_had(tmp_path: Path) -> None:
    earlier = Plan("test", "small_talk", (), "it greets")
    (line,) = questions(write(tmp_path, {"id": 1, "text": "and before?", "history": [{"asked": "hello", "language": "en"}]}), "ana")
    question = await recall(fake_assistant(plans={"hello": earlier}), line.question())
    assert [past.plan for past in question.history] == [earlier]
    assert question.text == "and before?"
