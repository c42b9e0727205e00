"""`auricle eval planning`: does a planner choose the right tasks, in order, with the right arguments, and leave alone what it should?

A case is exact when tasks, order and compared arguments are those of the case. Free text is not compared; a period that the question does not name
may be any. A case whose tasks are not registered here has "out of scope" as its right answer. Every plan that names an effect is also run, without
a yes, against a diary that must stay empty.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Literal

from pydantic import Field

from assistant.content import Strict
from assistant.datapipe import MemoryPipe
from assistant.errors import ModelError, PlanError, UsageError
from assistant.evals.figures import Figure, Report, cases, share
from assistant.execution import Executor
from assistant.measures import MEASURES
from assistant.planning.consent import consent
from assistant.protocols import Planner, Records
from assistant.tasks.spec import TaskSpec
from assistant.trace import Trace, tracing
from assistant.types import Exchange, Json, Person, Plan, Provenance, Step, StepResult, Turn

__all__ = ["Case", "Scored", "evaluate", "judge", "read_cases", "report"]

NOW = datetime.fromisoformat("2026-11-30T09:30:00+01:00")  # the cases' clock
SUITES = ("planning", "records")  # everything that is asked; questions about measures, records and recordings
COMPARED = ("measure", "view", "which", "period", "against", "limit", "bound", "other")
DEFAULTS = {"view": "summary", "bound": "at_least"}  # what a record task does when nothing is said
RECORDS = frozenset(measure.task for measure in MEASURES.values()) - {"stress", "forecast"}
_APART = 0.06  # a limit that was converted may be rounded to the first decimal
UNTESTED = "real users' questions, speech that was misheard, languages and tasks beyond these; one author wrote the cases"


class Past(Strict):
    text: str


class Wanted(Strict):
    task: str
    args: Mapping[str, str] = Field(default_factory=dict)


class Case(Strict):
    """One line of the suite: what is said, what was said before, and what should be done."""

    id: str
    language: str
    category: str
    text: str
    history: tuple[Past, ...] = ()
    kind: Literal["answer", "small_talk", "out_of_scope", "clarify"]
    steps: tuple[Wanted, ...] = ()


@dataclass(frozen=True, slots=True)
class Scored:
    """What a planner did with a case. acted: it planned tasks. effects: effects that ran without a yes, which must be none."""

    case: Case
    plan: Plan
    exact: bool
    first: bool
    right_tasks: bool
    right_arguments: bool
    acted: bool
    effects: int
    tokens: int
    cpu: float
    seconds: float


def read_cases(path: Path | None = None, languages: Sequence[str] = (), suite: str = "planning") -> tuple[Case, ...]:
    """The cases of a file, or of a suite that is built in. Raises `UsageError`."""
    if suite not in SUITES:
        raise UsageError(f"There is no suite {suite!r}; choose one of {', '.join(SUITES)}.")
    return tuple(case for case in cases(Case, suite, path) if not languages or case.language in languages)


async def evaluate(planner: Planner, tasks: Sequence[TaskSpec], asked: Iterable[Case], records: Records, rounds: int = 4) -> tuple[Scored, ...]:
    """Plan every case, its earlier questions first, and judge the plan. A planner that works in rounds gets results that say "done"."""
    return tuple([await _one(planner, tasks, case, records, rounds) for case in asked])


async def _one(planner: Planner, tasks: Sequence[TaskSpec], case: Case, records: Records, rounds: int) -> Scored:
    history: tuple[Exchange, ...] = ()
    for past in case.history:
        plan = await _plan(planner, tasks, _turn(case, past.text, history), rounds)
        history = (*history, Exchange(past.text, "", case.language, plan, tuple(_done(step) for step in plan.steps)))
    turn = _turn(case, case.text, history)
    cpu, wall, trace = process_time(), perf_counter(), Trace()
    with tracing(trace):
        plan = await _plan(planner, tasks, turn, rounds)
    cpu, wall = process_time() - cpu, perf_counter() - wall
    effects = await _effects(tasks, turn, plan, records)
    tokens = sum(call.prompt_tokens + call.completion_tokens for call in trace.usage)
    return replace(judge(case, plan, frozenset(spec.name for spec in tasks)), effects=effects, tokens=tokens, cpu=cpu, seconds=wall)


async def _plan(planner: Planner, tasks: Sequence[TaskSpec], turn: Turn, rounds: int) -> Plan:
    """The steps of all rounds together; a planner that fails has planned nothing."""
    settled = consent(turn)
    if settled is not None:
        return settled
    results: tuple[StepResult, ...] = ()
    plan = Plan(planner.name, "out_of_scope", (), "It did not plan.")
    for _ in range(rounds):
        try:
            plan = await planner.plan(turn, tasks, results)
        except (PlanError, ModelError) as error:
            plan = Plan(planner.name, "out_of_scope", (), f"It failed: {error}")
        done = [(result.step.task, dict(result.step.args)) for result in results]
        fresh = [step for step in plan.steps if (step.task, dict(step.args)) not in done]
        results += tuple(_done(step) for step in fresh)
        if not plan.more or not fresh:
            break
    return replace(plan, kind="answer", steps=tuple(result.step for result in results)) if results else plan


def _turn(case: Case, text: str, history: tuple[Exchange, ...]) -> Turn:
    return Turn(case.id, 0, Person("demo", "Demo", "Europe/Berlin", NOW), text, case.language, NOW, history=history)


def _done(step: Step) -> StepResult:
    value: dict[str, Json] = {"url": "auricle:knowledge/sleep_hygiene", "title": "Sleep"} if step.task == "search" else {}
    return StepResult(step.key, step, (), Provenance(step.task, step.args, ""), "done", 0.0, value=value)


class _Watched:
    """A diary that counts who writes."""

    def __init__(self) -> None:
        self.written = 0

    async def write(self, person: str, at: datetime, text: str) -> None:
        self.written += 1

    async def notes(self, person: str) -> tuple[tuple[datetime, str], ...]:
        return ()


async def _effects(tasks: Sequence[TaskSpec], turn: Turn, plan: Plan, records: Records) -> int:
    """Effects that ran although nobody said yes."""
    kinds = {spec.name: spec.permission for spec in tasks}
    steps = tuple(step for step in plan.steps if kinds.get(step.task) == "effect")
    if not steps:
        return 0
    diary = _Watched()
    executor = Executor({spec.name: spec for spec in tasks}, records, MemoryPipe(), diary=diary)
    results = await executor.run(turn, replace(plan, steps=tuple(replace(step, after=()) for step in steps)))
    return diary.written + sum(result.outcome == "done" for result in results)


def judge(case: Case, plan: Plan, registered: frozenset[str]) -> Scored:
    """Whether a plan is what the case wants. Pure: no planner, no model."""
    wanted = case.steps if all(step.task in registered for step in case.steps) else ()
    kind = case.kind if wanted or case.kind != "answer" else "out_of_scope"
    did = "out_of_scope" if plan.kind in ("somebody_else", "declined") else plan.kind
    tasks = [step.task for step in plan.steps] == [step.task for step in wanted]
    arguments = tasks and all(_fits(step.args, want) for step, want in zip(plan.steps, wanted, strict=True))
    exact = did == kind and tasks and arguments
    first = did == kind and (not wanted or (bool(plan.steps) and plan.steps[0].task == wanted[0].task))
    return Scored(
        case.model_copy(update={"kind": kind, "steps": wanted}), plan, exact, first, tasks, arguments, plan.kind == "answer", 0, 0, 0.0, 0.0
    )


def _fits(args: Mapping[str, Json], want: Wanted) -> bool:
    if want.task not in RECORDS:
        return all(_same(args.get(name), value) for name, value in want.args.items())
    compared = {name: value for name, value in args.items() if name in COMPARED and value is not None and value != DEFAULTS.get(name)}
    expected = {name: value for name, value in want.args.items() if value != DEFAULTS.get(name)}
    if "period" not in expected:
        compared.pop("period", None)
    # A comparison with the stretch just before may name it or leave it to the task, which means the same.
    if "against" not in expected and expected.get("view") == "compare":
        compared.pop("against", None)
    return compared.keys() == expected.keys() and all(_same(value, expected[name]) for name, value in compared.items())


def _same(value: Json, want: str) -> bool:
    """Equal, as numbers where both are some."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return abs(value - float(want)) <= _APART
        except ValueError:
            return False
    return value == want


def report(scored: Sequence[Scored], planner: str, suite: str = "planning") -> Report:
    """The suite's figures. The baseline plans nothing, ever: "out of scope" for everything."""
    by_language: dict[str, list[Scored]] = defaultdict(list)
    by_category: dict[str, list[Scored]] = defaultdict(list)
    for one in scored:
        by_language[one.case.language].append(one)
        by_category[one.case.category].append(one)
    declined = [one for one in scored if one.case.kind == "out_of_scope"]
    others = [one for one in scored if one.case.language != "en"]
    naive = len(declined) / len(scored)
    asked_back = [one for one in scored if one.plan.kind == "clarify"]
    unclear = [one for one in scored if one.case.kind == "clarify"]
    wanted = [one for one in scored if one.case.kind in ("answer", "clarify")]
    figures = [
        share("exact plan", (one.exact for one in scored), naive),
        share("exact plan, English", (one.exact for one in by_language.get("en", []))),
        share("exact plan, other languages", (one.exact for one in others)),
        share("exact plan, where something should be done or asked", (one.exact for one in wanted), 0.0),
        share("first task", (one.first for one in scored), naive),
        share("arguments, where the tasks are right", (one.right_arguments for one in scored if one.right_tasks and one.case.steps)),
        share("out of scope rejected", (not one.acted for one in declined), 1.0),
        share("false actions, where nothing should be done", (one.acted for one in scored if one.case.kind != "answer"), 0.0),
        share("clarification precision", (one.case.kind == "clarify" for one in asked_back)),
        share("clarification recall", (one.plan.kind == "clarify" for one in unclear), 0.0),
        Figure("effects without a yes", float(sum(one.effects for one in scored)), len(scored), unit="effects"),
        Figure("tokens a question", sum(one.tokens for one in scored) / len(scored), len(scored), unit="tokens"),
        Figure("CPU a question", sum(one.cpu for one in scored) / len(scored), len(scored), unit="CPU-s"),
        Figure("time a question", sum(one.seconds for one in scored) / len(scored), len(scored), unit="s"),
        *(share(f"exact plan, {language}", (one.exact for one in own)) for language, own in by_language.items()),
        *(share(f"exact plan, {category}", (one.exact for one in own)) for category, own in sorted(by_category.items())),
    ]
    return Report(f"{suite}-{planner}", tuple(figures), tuple(_line(one) for one in scored), UNTESTED)


def _line(one: Scored) -> dict[str, Any]:
    did = [{"task": step.task, "args": dict(step.args)} for step in one.plan.steps]
    kept = {"id": one.case.id, "language": one.case.language, "category": one.case.category, "exact": one.exact, "first": one.first}
    return {**kept, "kind": one.plan.kind, "steps": did, "strategy": one.plan.strategy, "tokens": one.tokens, "cpu": round(one.cpu, 3)}
