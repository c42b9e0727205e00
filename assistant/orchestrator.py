"""The orchestrator: asks the planner, runs the plan, hands the results on."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.events import Did, Emit, Planned, ignore
from assistant.execution import Executor
from assistant.protocols import Planner
from assistant.question import Trace
from assistant.tasks.spec import TaskSpec
from assistant.types import Plan, StepResult, Turn

__all__ = ["Orchestrator"]


class Orchestrator:
    """Plans over the registered tasks and executes. Only a plan of kind "answer" runs anything."""

    def __init__(self, planner: Planner, tasks: Sequence[TaskSpec], executor: Executor) -> None:
        self._planner = planner
        self._tasks = tuple(tasks)
        self._executor = executor

    async def plan(self, turn: Turn, trace: Trace) -> Plan:
        with trace.stage("plan", self._planner.name):
            return await self._planner.plan(turn, self._tasks)

    async def run(self, turn: Turn, trace: Trace, emit: Emit = ignore) -> tuple[Plan, tuple[StepResult, ...]]:
        plan = await self.plan(turn, trace)
        await emit(Planned(turn, plan))

        async def tell(result: StepResult) -> None:
            await emit(Did(result))

        with trace.stage("execute"):
            results = await self._executor.run(turn, plan, tell)
        return plan, results
