"""Run a plan: dependency order, independent steps side by side, each within its time limit, each result recorded."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter

import anyio

from assistant.errors import AuricleError, NoData
from assistant.facts import Absent, Fact, Measured, Passage, Reading
from assistant.protocols import DataPipe, Records
from assistant.tasks.spec import Context, TaskSpec
from assistant.together import together
from assistant.types import Plan, Provenance, Step, StepResult, Turn
from assistant.waves import waves

__all__ = ["Executor"]

_LOG = logging.getLogger(__name__)

Listener = Callable[[StepResult], Awaitable[None]]


async def _nobody(result: StepResult) -> None:
    """No one listens."""


class Executor:
    """Runs plans over registered tasks. A step that fails never stops its neighbours; a step whose predecessor failed does not run."""

    def __init__(self, tasks: Mapping[str, TaskSpec], records: Records, pipe: DataPipe) -> None:
        self._tasks = tasks
        self._records = records
        self._pipe = pipe

    async def run(self, turn: Turn, plan: Plan, listen: Listener = _nobody) -> tuple[StepResult, ...]:
        """Results in the plan's order. Raises `PlanError` before anything runs when the plan is not valid."""
        in_waves = waves(plan.steps, self._tasks.values())
        results: dict[str, StepResult] = {}

        async def one(step: Step) -> None:
            failed = [key for key in step.after if results[key].outcome == "failed"]
            result = self._skipped(step, failed[0]) if failed else await self._step(turn, step)
            results[step.key] = result
            await listen(result)

        for wave in in_waves:
            async with together() as group:
                for step in wave:
                    group.start_soon(one, step)
        return tuple(results[step.key] for step in plan.steps)

    async def _step(self, turn: Turn, step: Step) -> StepResult:
        spec = self._tasks[step.task]
        context = Context(turn.person, self._records, turn.now, turn.language, turn.text, turn.images, self._pipe)
        start = perf_counter()
        facts: tuple[Fact, ...] = ()
        error: str | None = None
        try:
            with anyio.fail_after(spec.seconds):
                facts = await spec.run(context, **spec.bind(step.args))
        except NoData as nothing:
            error = str(nothing)
        except TimeoutError:
            return self._failure(step, f"{spec.chat_name} took longer than {spec.seconds:g} seconds.", perf_counter() - start)
        except AuricleError as known:
            return self._failure(step, str(known), perf_counter() - start)
        except Exception as unknown:  # a task may be anybody's plug-in: its fault is contained, named and recorded
            _LOG.debug("the task %s failed", spec.name, exc_info=unknown)
            return self._failure(step, f"{spec.chat_name} failed: {type(unknown).__name__}.", perf_counter() - start)
        provenance = Provenance(step.task, step.args, _source(facts), trusted=not spec.untrusted)
        key = await self._pipe.put(turn.person.id, [str(fact) for fact in facts], provenance)
        empty = not facts or all(isinstance(fact, Absent) for fact in facts)
        return StepResult(key, step, facts, provenance, "no_data" if empty else "done", perf_counter() - start, error)

    def _failure(self, step: Step, error: str, seconds: float) -> StepResult:
        return StepResult(step.key, step, (), Provenance(step.task, step.args, ""), "failed", seconds, error)

    def _skipped(self, step: Step, failed: str) -> StepResult:
        return self._failure(step, f"It needs step {failed}, which failed.", 0.0)


def _source(facts: tuple[Fact, ...]) -> str:
    for fact in facts:
        if isinstance(fact, Measured | Passage | Reading):
            return fact.source.title
    return ""
