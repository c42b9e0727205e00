"""Two people ask one assistant at the same time, over and over: nobody ever hears, sees or is explained a value of the other's."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import anyio
import pytest

from assistant.assets import asset
from assistant.datapipe.sqlite import SqlitePipe
from assistant.evals.overhead import still
from assistant.execution import Executor
from assistant.orchestrator import Orchestrator
from assistant.pipeline import Assistant
from assistant.planning.router import Router
from assistant.protocols import DataPipe
from assistant.question import Answer, Question
from assistant.records.series import DayValue
from assistant.records.store import RecordStore
from assistant.records.vault import Vault
from assistant.reply.grounded import GroundedReply
from assistant.safety.guard import RuleGuard
from assistant.tasks.registry import builtin_tasks
from assistant.testing import NOON, FakeEar, FakeHeart, FakeMouth, fake_voice
from assistant.types import Exchange, Person, Plan, Step, Turn
from i18n.catalog import Catalogue
from i18n.detect import LanguageDetector

PEOPLE = {"ana": 1234.0, "ben": 6543.0}
WEEK = [date(2026, 11, 23) + timedelta(days=n) for n in range(7)]
ASKED = "How many steps did I take last week?"
SHOWN = {"ana": "1,234", "ben": "6,543"}


@dataclass(frozen=True)
class House:
    assistant: Assistant
    executor: Executor
    pipe: DataPipe


@pytest.fixture
def house(tmp_path: Path) -> House:
    vault = Vault.open(tmp_path, "correct horse", lambda: None)
    store = RecordStore(tmp_path, vault)
    for name, value in PEOPLE.items():
        store.add(Person(name, name.title(), "Europe/Berlin", NOON))
        store.import_days(name, {"steps": [DayValue(day, value, f"{name}'s watch") for day in WEEK]})
    tasks, pipe = builtin_tasks(), SqlitePipe(tmp_path, vault)
    executor = Executor({spec.name: spec for spec in tasks}, store, pipe)
    assistant = Assistant(
        people=store,
        detector=LanguageDetector(("en",), asset("languages.toml")),
        ear=FakeEar(),
        heart=FakeHeart(),
        guard=RuleGuard(),
        orchestrator=Orchestrator({"router": Router(embedding=still)}, tasks, executor, default="router"),
        responder=GroundedReply(Catalogue(), emergency_number="112"),
        mouth=FakeMouth(),
        voices=fake_voice,
        languages=("en",),
        pipe=pipe,
    )
    return House(assistant, executor, pipe)


async def test_answers_explanations_and_the_pipe_are_ones_own(house: House) -> None:
    answers: list[Answer] = []

    async def talk(person: str) -> None:
        history: tuple[Exchange, ...] = ()
        for text in (ASKED, "And yesterday?", "How do you know that?"):
            answer = await house.assistant.answer(Question(person, text, language="en", history=history))
            history = (*history, answer.exchange)
            answers.append(answer)

    async with anyio.create_task_group() as group:
        for _ in range(8):
            for person in PEOPLE:
                group.start_soon(talk, person)
    assert len(answers) == 8 * 2 * 3
    for answer in answers:
        own, other = answer.turn.person.id, next(name for name in PEOPLE if name != answer.turn.person.id)
        said = answer.reply.shown + answer.reply.spoken + repr(answer.reply.facts)
        assert other not in said
        assert SHOWN[other] not in said
        assert str(int(PEOPLE[other])) not in said
        if answer.turn.text == ASKED:
            assert SHOWN[own] in answer.reply.shown
    kept = {name: await house.pipe.entries(name) for name in PEOPLE}
    assert all(entry.provenance.source == f"{name}'s watch" for name, entries in kept.items() for entry in entries if entry.provenance.source)
    assert not {entry.key for entry in kept["ana"]} & {entry.key for entry in kept["ben"]}


async def test_a_key_of_the_other_person_is_not_found_in_a_plan(house: House) -> None:
    await house.assistant.answer(Question("ana", ASKED, language="en"))
    (stolen, *_) = await house.pipe.entries("ana")
    turn = Turn("t", 0, Person("ben", "Ben", "Europe/Berlin", NOON), "x", "en", NOON)
    for key in (stolen.key, "activity:000000000000"):
        step = Step("r", "extract_text", {"url": {"key": key, "take": "url"}})
        (result,) = await house.executor.run(turn, Plan("forged", "answer", (step,), ""))
        assert (result.outcome, result.error) == ("failed", f"There is nothing under the key {key!r}.")
