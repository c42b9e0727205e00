"""A conversation in which tasks of others ran, or others are spoken of."""

from __future__ import annotations

import pytest

from assistant.facts import Used
from assistant.period import Period
from assistant.planning.conversation import follow_up
from assistant.planning.slots import slots_of
from assistant.tasks.explain import explain
from assistant.tasks.registry import builtin_tasks
from assistant.testing import NOON, fake_context
from assistant.types import Exchange, Json, Person, Plan, Provenance, Step, StepResult, Turn

TASKS = builtin_tasks()
ANA = Person("ana", "Ana", "Europe/Berlin")
SLEEP = Step("sleep-1", "sleep", {"measure": "sleep_duration", "view": "summary", "period": "2026-11-23/2026-11-29"})
SLEPT = Exchange("How did I sleep last week?", "6 h 30 min.", "en", Plan("router", "answer", (SLEEP,), ""))


def turn(text: str, *history: Exchange) -> Turn:
    return Turn("t", 0, ANA, text, "en", NOON, history=history)


def decided(text: str, *history: Exchange) -> Plan | None:
    now = turn(text, *history)
    return follow_up(now, slots_of(now), TASKS, "router")


@pytest.mark.parametrize("said", ["last week", "", 7, None, "2026-11-29/2026-11-23"])
def test_what_another_task_calls_a_period_ends_no_conversation(said: Json) -> None:
    foreign = Exchange("the weather?", "Rain.", "en", Plan("model", "answer", (Step("w", "weather", {"period": said}),), ""))
    assert decided("And yesterday?", foreign) is None
    assert slots_of(turn("and the week before?", SLEPT, foreign)).periods[0].period == Period.parse("2026-11-16/2026-11-22")


async def test_an_explanation_of_a_foreign_task_says_no_days() -> None:
    step = Step("w", "weather", {"period": "last week"})
    result = StepResult("k", step, (), Provenance("weather", step.args, ""), "done", 0.1)
    before = Exchange("the weather?", "Rain.", "en", Plan("model", "answer", (step,), ""), (result,))
    given = await explain.run(fake_context("why?", history=(before,)))
    assert isinstance(given, tuple)
    (used,) = given
    assert isinstance(used, Used)
    assert used.period is None


def test_a_step_that_this_turn_may_not_take_is_not_gone_on_from() -> None:
    now = turn("And yesterday?", SLEPT)
    assert follow_up(now, slots_of(now), [spec for spec in TASKS if spec.name != "sleep"], "router") is None


@pytest.mark.parametrize("text", ["And my wife's yesterday?", "My mother died last week.", "Sorry, my wife's last month"])
def test_somebody_elses_days_are_not_answered_with_ones_own(text: str) -> None:
    plan = decided(text, SLEPT)
    assert plan is None or plan.kind == "somebody_else"
