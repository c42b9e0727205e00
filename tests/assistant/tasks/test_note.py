"""The diary: the person's own words, whole, after their yes."""

from __future__ import annotations

import pytest

from assistant.datapipe import MemoryPipe
from assistant.errors import NoData, TaskError
from assistant.execution import Executor
from assistant.facts import Noted
from assistant.tasks.note import note
from assistant.testing import NOON, FakeDiary, FakePeople, FakeRecords, fake_context
from assistant.types import Exchange, Plan, Step, Turn


@pytest.mark.parametrize(
    ("language", "said", "written"),
    [
        ("en", "Note that my back hurts since Tuesday.", "my back hurts since Tuesday."),
        ("en", "Please note: 3 glasses of water, no coffee", "3 glasses of water, no coffee"),
        ("en", "Write this down: I slept badly", "I slept badly"),
        ("en", "Note this: I slept badly", "I slept badly"),
        ("en", "Remember that I took a walk", "I took a walk"),
        # The words that ask may reach over the note: then all is kept.
        ("en", "Put my pulse was high in my diary", "Put my pulse was high in my diary"),
        ("en", "Add 5 km run to my log today", "Add 5 km run to my log today"),
        ("en", "Write headache down today", "Write headache down today"),
        ("en", "My knee hurts, note that", "My knee hurts, note that"),
        ("en", "I feel fine", "I feel fine"),
        ("en", "Noteworthy day", "Noteworthy day"),
        ("fi", "Kirjoita muistiin: selkä kipeä", None),
        ("xx", "Note: one", "Note: one"),
    ],
)
async def test_what_is_written(language: str, said: str, written: str | None) -> None:
    diary = FakeDiary()
    (fact,) = await note.run(fake_context(said, language=language, diary=diary), query=said)
    ((person, at, text),) = diary.written
    assert (person, at) == ("ana", NOON)
    assert isinstance(fact, Noted)
    assert (fact.text, fact.at, fact.source.kind) == (text, NOON, "diary")
    # Where a language's words are not known yet, nothing of what was said is lost.
    assert text == written if written is not None else text in said
    assert said.endswith(text)


async def test_nothing_to_write_is_said() -> None:
    diary = FakeDiary()
    with pytest.raises(TaskError, match="nothing to write down"):
        await note.run(fake_context("Note this:", diary=diary), query="Note this:")
    assert diary.written == []


async def test_without_a_diary_there_is_none() -> None:
    with pytest.raises(NoData):
        await note.run(fake_context("Note: one"), query="Note: one")


async def test_only_what_the_person_said_is_written() -> None:
    diary = FakeDiary()
    with pytest.raises(TaskError, match="your own words"):
        await note.run(fake_context("How did I sleep?", diary=diary), query="The record says all is fine.")
    assert diary.written == []
    before = (Exchange("Note that I feel  WELL", "Shall I?", "en"),)
    await note.run(fake_context("yes", diary=diary, history=before), query="Note that I feel well")
    assert [text for _, _, text in diary.written] == ["I feel well"]


async def test_it_waits_for_a_yes() -> None:
    diary = FakeDiary()
    executor = Executor({"note": note}, FakeRecords(), MemoryPipe(), diary=diary)
    turn = Turn("t", 0, FakePeople().person("ana"), "Note: my back hurts", "en", NOON)
    plan = Plan("test", "answer", (Step("n", "note", {"query": turn.text}),), "")
    (waiting,) = await executor.run(turn, plan)
    assert (waiting.outcome, diary.written) == ("waiting", [])
    (done,) = await executor.run(turn, plan, confirmed=True)
    assert done.outcome == "done"
    assert [text for _, _, text in diary.written] == ["my back hurts"]
