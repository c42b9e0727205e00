"""Rounds, budgets and menus of the orchestrator, with planners that are scripts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assistant.datapipe import MemoryPipe
from assistant.errors import PlanError, TaskError, UsageError
from assistant.execution import Executor
from assistant.facts import Fact, Found, Source
from assistant.orchestrator import Budget, Orchestrator
from assistant.tasks.spec import Context, Outcome, TaskSpec, task
from assistant.testing import NOON, FakeRecords
from assistant.trace import Trace
from assistant.types import Person, Plan, Step, StepResult, Turn

USUAL = Budget()
TURN = Turn("t1", 0, Person("ana", "Ana", "Europe/Berlin"), "what helps?", "en", NOON)


@task(chat_name="Look", outputs={"url": {"type": "string"}})
async def look(context: Context, query: str) -> Outcome:
    """Finds a page."""
    if query == "nothing":
        raise TaskError("Nothing can be found now.")
    fact: Fact = Found(query, Source("knowledge", query, query, f"auricle:{query}"))
    return Outcome((fact,), {"url": f"auricle:{query}"})


class Script:
    """A planner that gives these plans, one a round, and keeps what it was shown."""

    name = "script"

    def __init__(self, *plans: Plan | PlanError) -> None:
        self._plans = list(plans)
        self.shown: list[tuple[StepResult, ...]] = []
        self.menus: list[list[str]] = []

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan:
        self.shown.append(tuple(so_far))
        self.menus.append([spec.name for spec in tasks])
        plan = self._plans.pop(0)
        if isinstance(plan, PlanError):
            raise plan
        return plan


def step(key: str, query: str) -> Step:
    return Step(key, "look", {"query": query})


def wants_more(*steps: Step) -> Plan:
    return Plan("script", "answer", steps, "It looks on.", more=True)


DONE = Plan("script", "answer", (), "It is enough.")


def orchestra(script: Script, budget: Budget = USUAL) -> Orchestrator:
    return Orchestrator({"script": script}, (look,), Executor({"look": look}, FakeRecords(), MemoryPipe()), default="script", budget=budget)


async def run(script: Script, budget: Budget = USUAL) -> tuple[Plan, tuple[StepResult, ...], Trace]:
    trace = Trace()
    plan, results = await orchestra(script, budget).run(TURN, trace)
    return plan, results, trace


async def test_a_planner_sees_what_its_steps_gave_until_it_has_enough() -> None:
    script = Script(wants_more(step("a", "sleep")), wants_more(step("b", "naps")), DONE)
    plan, results, trace = await run(script)
    assert [[result.step.key for result in shown] for shown in script.shown] == [[], ["a"], ["a", "b"]]
    assert ([result.outcome for result in results], trace.rounds) == (["done", "done"], 3)
    assert ([one.key for one in plan.steps], plan.kind, plan.more, plan.why) == (["a", "b"], "answer", False, "It looks on.")


async def test_a_step_that_is_repeated_ends_the_turn() -> None:
    _, results, trace = await run(Script(wants_more(step("a", "sleep")), wants_more(step("b", "sleep"))))
    assert len(results) == 1
    assert trace.notes == ["The planner asked for look once more, with the same arguments, so it was stopped."]


async def test_the_budget_ends_a_planner_that_never_has_enough() -> None:
    script = Script(*[wants_more(step(f"s{n}", f"page {n}")) for n in range(9)])
    _, results, trace = await run(script, Budget(rounds=3))
    assert (len(results), trace.rounds) == (3, 3)
    assert "budget is spent" in trace.notes[-1]


async def test_no_time_left_is_said_and_nothing_is_lost() -> None:
    _, results, _ = await run(Script(wants_more(step("a", "sleep"))), Budget(seconds=0.0))
    assert [(result.outcome, result.error) for result in results] == [("failed", "There was no time left for it.")]


@pytest.mark.parametrize("later", [PlanError("It has no idea."), wants_more(step("a", "naps")), wants_more(Step("b", "no_such_task"))])
async def test_what_was_found_is_kept_when_a_later_round_fails(later: Plan | PlanError) -> None:
    _, results, trace = await run(Script(wants_more(step("a", "sleep")), later))
    assert [result.step.key for result in results] == ["a"]
    assert len(trace.notes) == 1


async def test_a_failed_step_is_shown_to_the_planner_which_may_go_another_way() -> None:
    script = Script(wants_more(step("a", "nothing")), wants_more(step("b", "naps")), DONE)
    _, results, _ = await run(script)
    assert [result.outcome for result in results] == ["failed", "done"]
    assert script.shown[1][0].error == "Nothing can be found now."


async def test_an_invalid_first_plan_is_no_plan() -> None:
    with pytest.raises(PlanError, match="no_such_task"):
        await run(Script(Plan("script", "answer", (Step("a", "no_such_task"),), "")))


async def test_strategies_and_menus_are_chosen_by_name() -> None:
    from dataclasses import replace

    script = Script(DONE, DONE)
    await orchestra(script).plan(replace(TURN, menu=("look",)), Trace())
    assert script.menus == [["look"]]
    with pytest.raises(UsageError, match="There is no planner 'guess'; choose one of script"):
        await orchestra(script).plan(replace(TURN, planner="guess"), Trace())
    with pytest.raises(UsageError, match="There is no task 'fly'"):
        await orchestra(script).plan(replace(TURN, menu=("fly",)), Trace())
