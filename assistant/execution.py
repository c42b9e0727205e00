"""Run a plan: dependency order, independent steps side by side, each within its time limit and its permission, each result recorded."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from time import monotonic, perf_counter
from typing import Any

import anyio

from assistant.errors import AuricleError, NoData, PermissionDenied, PlanError, TaskError, UsageError
from assistant.facts import Absent, Fact
from assistant.outcomes import checked_outcome
from assistant.patience import within
from assistant.protocols import DataPipe, Diary, Records, Web
from assistant.readback import readback
from assistant.references import reference
from assistant.tasks.spec import Context, Outcome, TaskSpec
from assistant.together import together
from assistant.types import Json, Plan, Provenance, Step, StepResult, Turn
from assistant.waves import needs, waves

__all__ = ["Executor"]

_LOG = logging.getLogger(__name__)
_BACKOFF = 0.2  # seconds before the first repetition; each further one waits twice as long
_SAID = 400  # letters of what a task says of its failure: a sentence, not a page

_LACKS = {"failed": "failed", "waiting": "waits for a yes"}

Listener = Callable[[StepResult], Awaitable[None]]


async def _nobody(result: StepResult) -> None:
    """No one listens."""


class Executor:
    """Runs plans over registered tasks. A step that fails never stops its neighbours; a step whose predecessor failed does not run.

    allow: names of tasks of permission "network" that may run. web: guarded reading of pages; diary: where confirmed effects write.
    pause: how to wait before a repetition. clock: seconds, for results that are still fresh.
    """

    def __init__(
        self,
        tasks: Mapping[str, TaskSpec],
        records: Records,
        pipe: DataPipe,
        *,
        web: Web | None = None,
        diary: Diary | None = None,
        allow: frozenset[str] = frozenset(),
        pause: Callable[[float], Awaitable[None]] = anyio.sleep,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._tasks = tasks
        self._records = records
        self._pipe = pipe
        self._web = web
        self._diary = diary
        self._allow = allow
        self._pause = pause
        self._clock = clock
        self._recent: dict[tuple[str, ...], tuple[float, StepResult]] = {}

    async def run(
        self,
        turn: Turn,
        plan: Plan,
        listen: Listener = _nobody,
        *,
        so_far: Sequence[StepResult] = (),
        confirmed: bool = False,
        seconds: float = math.inf,
    ) -> tuple[StepResult, ...]:
        """Results in the plan's order; `so_far` are those of earlier rounds. Raises `PlanError` before anything runs when the plan is not valid.

        confirmed: the person, never a planner, said yes to the effects in this plan; without it they are left "waiting".
        seconds: for the whole plan; what is not done by then is a failure, and the rest is kept.
        """
        in_waves = waves(plan.steps, self._tasks.values(), so_far, alone=confirmed)
        results = {result.step.key: result for result in so_far}

        async def one(step: Step) -> None:
            lacking = [key for key in sorted(needs(step)) if results[key].outcome in ("failed", "waiting")]
            # An effect that has begun is not broken off: what is said of it must be true.
            with anyio.CancelScope(shield=self._tasks[step.task].permission == "effect"):
                result = (
                    self._failure(step, f"It needs step {lacking[0]}, which {_LACKS[results[lacking[0]].outcome]}.", 0.0)
                    if lacking
                    else await self._step(turn, step, results, confirmed)
                )
            results[step.key] = result
            await listen(result)

        with anyio.move_on_after(seconds) as limit:
            for wave in in_waves:
                async with together() as group:
                    for step in wave:
                        group.start_soon(one, step)
        if limit.cancelled_caught:
            for step in plan.steps:
                if step.key not in results:
                    results[step.key] = self._failure(step, "There was no time left for it.", 0.0)
                    await listen(results[step.key])
        return tuple(results[step.key] for step in plan.steps)

    async def _step(self, turn: Turn, step: Step, results: Mapping[str, StepResult], confirmed: bool) -> StepResult:
        spec = self._tasks[step.task]
        if spec.permission == "effect" and not confirmed:
            return await self._draft(turn, step, spec, results)
        start = perf_counter()
        known = _call(turn, step) if spec.fresh else ()
        if known in self._recent and self._clock() - self._recent[known][0] < spec.fresh:
            return replace(self._recent[known][1], step=step, seconds=perf_counter() - start, reused=True)
        attempts = 0
        while True:
            attempts += 1
            result, passing = await self._attempt(turn, step, spec, results, start)
            # An effect that failed may have been done all the same, so it is never tried twice on one yes.
            if not passing or attempts > spec.retries or spec.permission == "effect":
                break
            await self._pause(_BACKOFF * 2 ** (attempts - 1))
        result = replace(result, attempts=attempts)
        if known and result.outcome == "done":
            self._recent = {key: kept for key, kept in self._recent.items() if self._clock() - kept[0] < self._tasks[key[2]].fresh}
            self._recent[known] = (self._clock(), result)
        return result

    async def _draft(self, turn: Turn, step: Step, spec: TaskSpec, results: Mapping[str, StepResult]) -> StepResult:
        """An effect that waits, with what it would be done with in place of references: that is read to the person, and exactly that is done."""
        try:
            self._check_allowed(spec)
            args, _ = await self._resolved(turn, step, results)
            bound = spec.bind(args)
            if spec.check is not None:  # nobody is asked for a yes to what would then be refused
                spec.check(**bound)
            readback(args)
        except AuricleError as told:
            return replace(self._failure(step, _said(spec, told), 0.0), refused=isinstance(told, PermissionDenied))
        except ValueError:
            return self._failure(step, f"{spec.chat_name} would be done with more than can be read back for your yes, so it is not done.", 0.0)
        whole = replace(step, args=args, after=())  # on the yes it stands alone
        return StepResult(step.key, whole, (), Provenance(step.task, args, ""), "waiting", 0.0)

    async def _attempt(self, turn: Turn, step: Step, spec: TaskSpec, results: Mapping[str, StepResult], start: float) -> tuple[StepResult, bool]:
        """One run, and whether a failure may pass."""
        provenance = Provenance(step.task, step.args, "")
        error: str | None = None
        outcome = Outcome(())
        passing = True
        try:
            self._check_allowed(spec)
            args, trusted = await self._resolved(turn, step, results)
            bound = spec.bind(args)
            provenance = replace(provenance, trusted=trusted and not spec.untrusted)
            outcome = checked_outcome(spec, await within(spec.seconds, _run(spec, self._context(turn, spec), bound)))
        except NoData as nothing:
            error = _said(spec, nothing)
            outcome = Outcome(())
        except TimeoutError:
            return self._failure(step, f"{spec.chat_name} took longer than {spec.seconds:g} seconds.", perf_counter() - start), True
        except AuricleError as told:
            passing = not isinstance(told, PermissionDenied | PlanError | UsageError)
            failed = self._failure(step, _said(spec, told), perf_counter() - start)
            return replace(failed, refused=isinstance(told, PermissionDenied)), passing
        except Exception as unknown:  # a task may be anybody's plug-in: its fault is contained, named and recorded
            _LOG.debug("the task %s failed", spec.name, exc_info=unknown)
            return self._failure(step, f"{spec.chat_name} failed: {type(unknown).__name__}.", perf_counter() - start), True
        return await self._kept(turn, step, spec, outcome, provenance, error, perf_counter() - start), False

    def _check_stays(self, spec: TaskSpec, giver: str) -> None:
        """Raises `PermissionDenied` when a task that sends something out would be given what another one read in the person's records."""
        read = self._tasks[giver].permission == "reads_person" if giver in self._tasks else giver != "attachment"
        if read and (spec.permission == "network" or spec.provider is not None):
            raise PermissionDenied(f"{spec.chat_name} would send your records away, which no setting allows; nothing was sent.")

    def _check_allowed(self, spec: TaskSpec) -> None:
        """Raises `PermissionDenied` for a task that sends something out and that the settings do not name."""
        if (spec.permission == "network" or spec.provider is not None) and spec.name not in self._allow:
            raise PermissionDenied(_off(spec))

    async def _kept(
        self, turn: Turn, step: Step, spec: TaskSpec, outcome: Outcome, provenance: Provenance, error: str | None, seconds: float
    ) -> StepResult:
        from assistant.report import fact_json

        provenance = replace(provenance, source=_source(outcome.facts))
        content: Json = dict(outcome.value) if outcome.value else [fact_json(fact) for fact in outcome.facts]
        try:
            key = await self._pipe.put(turn.person.id, content, provenance, description=_described(spec, outcome))
        except UsageError as refused:  # 50 MB, or a number that is none
            return self._failure(step, f"{spec.chat_name} gave what cannot be kept: {refused}", seconds)
        empty = not outcome.value and (not outcome.facts or all(isinstance(fact, Absent) for fact in outcome.facts))
        return StepResult(key, step, outcome.facts, provenance, "no_data" if empty else "done", seconds, error, dict(outcome.value))

    async def _resolved(self, turn: Turn, step: Step, results: Mapping[str, StepResult]) -> tuple[dict[str, Json], bool]:
        """Arguments with every reference replaced by the value that it names, and whether all of them come from where we trust."""
        args: dict[str, Json] = {}
        trusted = True
        for name, value in step.args.items():
            found = reference(value)
            if found is None:
                args[name] = value
                continue
            if found.step is not None:
                giver = results[found.step]
                held: Any = giver.value
                trusted = trusted and giver.provenance.trusted
                task = giver.step.task
            else:
                try:
                    held = await self._pipe.get(turn.person.id, found.key or "")
                    origin = (await self._pipe.entry(turn.person.id, found.key or "")).provenance
                    trusted, task = trusted and origin.trusted, origin.task
                except KeyError as missing:
                    raise TaskError(f"There is nothing under the key {found.key!r}.") from missing
            self._check_stays(self._tasks[step.task], task)
            if not isinstance(held, Mapping) or found.take not in held:
                raise NoData(f"The step before found no {found.take}.")
            args[name] = held[found.take]
        return args, trusted

    def _context(self, turn: Turn, spec: TaskSpec) -> Context:
        diary = self._diary if spec.permission == "effect" else None
        return Context(
            turn.person, self._records, turn.now, turn.language, turn.text, turn.images, self._pipe, turn.history, turn.attachments, self._web, diary
        )

    def _failure(self, step: Step, error: str, seconds: float) -> StepResult:
        return StepResult(step.key, step, (), Provenance(step.task, step.args, ""), "failed", seconds, error)


def _call(turn: Turn, step: Step) -> tuple[str, ...]:
    """What makes two calls equal, everything that a task is given; empty where an argument is another step's output, which may differ."""
    if any(isinstance(value, dict) for value in step.args.values()):
        return ()
    came = (*(image.key for image in turn.images), *(attachment.key for attachment in turn.attachments))
    args = json.dumps(step.args, sort_keys=True, default=str)
    return (turn.person.id, turn.language, step.task, args, turn.text, turn.now.date().isoformat(), *came)


async def _run(spec: TaskSpec, context: Context, bound: Mapping[str, Any]) -> Any:
    return await spec.run(context, **bound)


def _said(spec: TaskSpec, error: AuricleError) -> str:
    """What a task says of its failure, on one line and of bearable length."""
    try:
        sentence = " ".join(str(error).split())
    except Exception:  # a plug-in's own error may fail at this, too
        return f"{spec.chat_name} failed: {type(error).__name__}."
    return sentence if len(sentence) <= _SAID else f"{sentence[:_SAID].rpartition(' ')[0] or sentence[:_SAID]} …"


def _off(spec: TaskSpec) -> str:
    where = f"sends {spec.provider.leaves} to {spec.provider.host}" if spec.provider else "goes out to the network"
    return f"{spec.chat_name} {where}, so it is off; add {spec.name!r} to the setting allow to use it."


def _described(spec: TaskSpec, outcome: Outcome) -> str:
    named = ", ".join(outcome.value)
    return f"{spec.chat_name}: {named}" if named else f"{spec.chat_name}: {len(outcome.facts)} facts"


def _source(facts: tuple[Fact, ...]) -> str:
    from assistant.report import sources_of

    return next((source.title for source in sources_of(facts) if source.kind not in ("trace", "clock", "diary")), "")
