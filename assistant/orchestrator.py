"""The orchestrator: asks a planner, runs its plan, shows it the results, until it has enough or the budget is spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from assistant.errors import AuricleError, ModelError, PlanError, UsageError
from assistant.events import Did, Emit, Planned, ignore
from assistant.execution import Executor
from assistant.planning.consent import consent
from assistant.planning.several import leaves_out
from assistant.protocols import Planner
from assistant.tasks.spec import TaskSpec
from assistant.trace import Trace
from assistant.types import Plan, Step, StepResult, Turn

__all__ = ["Budget", "Orchestrator"]

_LEAST = 10.0  # seconds for running what took long to plan: a plan that nobody runs was planned for nothing


@dataclass(frozen=True, slots=True)
class Budget:
    """What one turn may cost. rounds: plans of one turn. seconds: for planning and running together."""

    rounds: int = 4
    seconds: float = 90.0


class Orchestrator:
    """Plans over the registered tasks and executes. Only a plan of kind "answer" runs anything, and only the person's own yes runs an effect.

    planners: strategies by name; `default` is used where a turn names none.
    """

    def __init__(
        self, planners: Mapping[str, Planner], tasks: Sequence[TaskSpec], executor: Executor, *, default: str, budget: Budget = Budget()
    ) -> None:
        self._planners = dict(planners)
        self._tasks = tuple(tasks)
        self._executor = executor
        self._default = default
        self._budget = budget

    async def plan(self, turn: Turn, trace: Trace, so_far: Sequence[StepResult] = ()) -> Plan:
        """The next plan. Raises `UsageError` for a strategy or task that does not exist, `PlanError` when no plan can be made."""
        settled = consent(turn)
        if settled is not None:
            return settled
        planner = self._planner(turn.planner or self._default)
        trace.rounds += 1
        with trace.stage("plan", planner.name):
            plan = await _planned(planner, turn, self._menu(turn), so_far)
        return replace(plan, left=True) if leaves_out(turn, plan) else plan

    async def run(self, turn: Turn, trace: Trace, emit: Emit = ignore) -> tuple[Plan, tuple[StepResult, ...]]:
        """The whole plan, its rounds joined, and the results of all steps that ran. Work that is done is kept when a later round fails."""
        results: tuple[StepResult, ...] = ()
        plans: list[Plan] = []
        until = monotonic() + self._budget.seconds
        confirmed = consent(turn) is not None  # read here from the person's words: what a planner says of itself does not count

        async def tell(result: StepResult) -> None:
            await emit(Did(result))

        while True:
            try:
                plan = await self.plan(turn, trace, results)
            except (PlanError, ModelError) as error:
                if not results:
                    raise
                trace.notes.append(f"The planner did not go on: {error}")
                break
            plans.append(plan)
            await emit(Planned(turn, plan))
            again = [step for step in plan.steps if _repeats(step, results)]
            if plan.kind != "answer" or not plan.steps or again:
                if again:
                    trace.notes.append(f"The planner asked for {again[0].task} once more, with the same arguments, so it was stopped.")
                break
            try:
                left = max(until - monotonic(), 0.0 if results else min(_LEAST, self._budget.seconds))
                with trace.stage("execute"):
                    results += await self._executor.run(turn, plan, tell, so_far=results, confirmed=confirmed, seconds=left)
            except PlanError as error:
                if not results:
                    raise
                trace.notes.append(f"The planner's next steps were refused: {error}")
                break
            if not plan.more or any(result.outcome == "waiting" for result in results):
                break
            if trace.rounds >= self._budget.rounds or monotonic() >= until:
                trace.notes.append("The planning budget is spent; the answer rests on what was found until then.")
                break
        return _joined(plans, results), results

    def _planner(self, name: str) -> Planner:
        if name not in self._planners:
            raise UsageError(f"There is no planner {name!r}; choose one of {', '.join(self._planners)}.")
        return self._planners[name]

    def _menu(self, turn: Turn) -> tuple[TaskSpec, ...]:
        unknown = sorted(set(turn.menu) - {spec.name for spec in self._tasks})
        if unknown:
            raise UsageError(f"There is no task {unknown[0]!r}; see `auricle tasks list`.")
        return tuple(spec for spec in self._tasks if not turn.menu or spec.name in turn.menu)


async def _planned(planner: Planner, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult]) -> Plan:
    """Raises `PlanError` for whatever a planner of somebody else's does instead of planning."""
    try:
        plan: object = await planner.plan(turn, tasks, so_far)
    except AuricleError:
        raise
    except Exception as fault:
        raise PlanError(f"The planner {planner.name} failed: {type(fault).__name__}.") from fault
    if not isinstance(plan, Plan):
        raise PlanError(f"The planner {planner.name} gave no plan.")
    return plan


def _repeats(step: Step, results: Sequence[StepResult]) -> bool:
    return any((result.step.task, dict(result.step.args)) == (step.task, dict(step.args)) for result in results)


def _joined(plans: Sequence[Plan], results: Sequence[StepResult]) -> Plan:
    """One plan of all rounds: what a later round adds belongs to the same answer."""
    if not results:
        return plans[-1]
    return replace(
        next(plan for plan in reversed(plans) if plan.steps),  # a last word without steps says only that it is enough
        steps=tuple(result.step for result in results),
        kind="answer",
        why=" ".join(dict.fromkeys(plan.why for plan in plans)),
        thoughts=tuple(thought for plan in plans for thought in plan.thoughts),
        more=False,
    )
