"""A large model rewords what a health record gave: only figures that can be held to a fact, and every sentence is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.facts import Fact
from assistant.reply.free import FreeReply
from assistant.reply.grounded import GroundedReply
from assistant.testing import NOON, FakeModel
from assistant.types import Person, Plan, Provenance, Sentence, Step, StepResult, Turn

Table = Callable[[str], dict[str, tuple[Fact, ...]]]


async def worded(responder: GroundedReply, facts: tuple[Fact, ...], answer: str) -> tuple[list[Sentence], FakeModel]:
    model = FakeModel(answer)
    step = Step("a", "body")
    turn = Turn("1", 0, Person("ana", "Ana", "Europe/Berlin"), "…", "en", NOON)
    result = StepResult("a", step, facts, Provenance("body", {}, ""), "done", 0.0)
    said = [sentence async for sentence in FreeReply(responder, model).respond(turn, Plan("router", "answer", (step,), ""), (result,))]
    return said, model


@pytest.mark.parametrize(
    ("shape", "answer"),
    [
        ("value body_temperature", "Yesterday your body temperature was 36.6 degrees Celsius."),
        ("mean spo2", "Your blood oxygen was 97% on average last week."),
        ("mean bedtime", "On average you went to bed at 23:12 last week."),
        ("above steps", "Last week you took more than 8,412 steps on 4 of the 7 days."),
    ],
)
async def test_what_says_the_fact_is_said(shape: str, answer: str, responder: GroundedReply, table: Table) -> None:
    said, _ = await worded(responder, table("en")[shape], answer)
    assert [(sentence.shown, sentence.drafted_by) for sentence in said] == [(answer, "model")]


@pytest.mark.parametrize(
    ("shape", "answer"),
    [
        ("value body_temperature", "Yesterday your body temperature was 38.6 degrees Celsius."),
        ("mean spo2", "Your blood oxygen was 79% on average last week."),
        ("mean bedtime", "On average you went to bed at 22:12 last week."),
        ("mean systolic", "Your blood pressure was 128 mmHg on average last week, which is too high."),
        ("above steps", "Last week you took more than 8,412 steps on 5 of the 7 days."),
        ("mean weight", "Your weight was 70.5 kg on average last week, so you should eat less."),
    ],
)
async def test_what_says_something_else_is_dropped(shape: str, answer: str, responder: GroundedReply, table: Table) -> None:
    said, _ = await worded(responder, table("en")[shape], answer)
    assert said
    assert all(sentence.drafted_by != "model" for sentence in said)


async def test_a_count_without_its_days_does_not_replace_the_draft(responder: GroundedReply, table: Table) -> None:
    said, _ = await worded(responder, table("en")["above steps"], "Last week you took more than 8,412 steps.")
    assert "on 4 of the 7 days" in " ".join(sentence.shown for sentence in said)


@pytest.mark.parametrize(
    "shape", ["a medicine", "no medication", "together, strong", "below a range", "stressed 4", "forecast soreness", "unusable noisy", "watched 3"]
)
async def test_no_model_is_asked_about_a_record_a_link_a_guide_or_an_estimate(shape: str, responder: GroundedReply, table: Table) -> None:
    facts = table("en")[shape]
    said, model = await worded(responder, facts, "You are fine.")
    drafted = " ".join(sentence.shown for sentence in said)
    assert "You are fine" not in drafted
    assert model.asked == [] or shape == "below a range"
