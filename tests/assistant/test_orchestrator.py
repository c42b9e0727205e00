"""What a planner does wrong: it neither ends the turn with a fault of its own nor loses what was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

import anyio
import pytest

from assistant.datapipe import MemoryPipe
from assistant.errors import ModelTimeout, PlanError
from assistant.execution import Executor
from assistant.facts import Fact, Found, Source
from assistant.orchestrator import Budget, Orchestrator
from assistant.tasks.spec import Context, TaskSpec, task
from assistant.testing import NOON, FakePeople, FakeRecords
from assistant.trace import Trace
from assistant.types import Plan, Step, StepResult, Turn

TURN = Turn("t", 0, FakePeople().person("ana"), "hello", "en", NOON)
FIRST = Plan("odd", "answer", (Step("p", "page"),), "because", more=True)


@task(chat_name="Page")
async def page(context: Context) -> tuple[Fact, ...]:
    """Finds a page."""
    await anyio.lowlevel.checkpoint()
    return (Found("A page", Source("service", "k", "Somebody")),)


class Odd:
    name = "odd"

    def __init__(self, does: Callable[[int], Any]) -> None:
        self._does = does

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan:
        return self._does(len(so_far))  # type: ignore[no-any-return]  # it may give anything: that is what is tested


def orchestrator(does: Callable[[int], Any], budget: Budget | None = None) -> Orchestrator:
    return Orchestrator({"odd": Odd(does)}, (page,), Executor({"page": page}, FakeRecords(), MemoryPipe()), default="odd", budget=budget or Budget())


def failing(error: Exception) -> Callable[[int], Any]:
    def does(ran: int) -> Plan:
        if ran:
            raise error
        return FIRST

    return does


@pytest.mark.parametrize("error", [ValueError("x"), KeyError("x"), PlanError("No."), ModelTimeout("Slow."), RecursionError()])
async def test_what_was_found_is_kept_when_the_planner_fails_later(error: Exception) -> None:
    trace = Trace()
    _, results = await orchestrator(failing(error)).run(TURN, trace)
    assert [result.outcome for result in results] == ["done"]
    assert trace.notes[0].startswith("The planner did not go on")


@pytest.mark.parametrize("given", [None, "answer", {"kind": "answer", "steps": []}])
async def test_what_is_no_plan_is_refused(given: Any) -> None:
    with pytest.raises(PlanError, match="gave no plan"):
        await orchestrator(lambda ran: given).run(TURN, Trace())


async def test_a_planners_own_fault_is_a_plan_that_could_not_be_made() -> None:
    def does(ran: int) -> Plan:
        raise ZeroDivisionError("secret detail")

    with pytest.raises(PlanError, match=r"The planner odd failed: ZeroDivisionError\.$"):
        await orchestrator(does).run(TURN, Trace())


async def test_a_plan_that_took_all_the_time_is_still_run() -> None:
    def slow(ran: int) -> Plan:
        until = monotonic() + 0.02
        while monotonic() < until:
            pass
        return FIRST

    _, results = await orchestrator(slow, Budget(rounds=1, seconds=0.01)).run(TURN, Trace())
    assert [result.outcome for result in results] == ["done"]
