"""ReAct: a thought, one action, its observation, and again, until the model says that it can be answered, would repeat itself, or has no more steps.

Each call of `plan` gives one step and asks to see what it gave (`Plan.more`). A task that failed is an observation like any other: another way is
tried.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.errors import PlanError
from assistant.planning.arguments import Draft, corrected, drafts, known_keys, numbered, runnable, with_pictures
from assistant.planning.candidates import weighed
from assistant.planning.conversation import follow_up
from assistant.planning.decision import act
from assistant.planning.families import Families
from assistant.planning.filling import filled
from assistant.planning.repair import mended
from assistant.planning.shapes import ENDS, action, choice
from assistant.planning.shots import react_shots
from assistant.planning.slots import Slots, slots_of
from assistant.prompting import Promptist, menu, template
from assistant.protocols import Model
from assistant.tasks.spec import TaskSpec
from assistant.types import Alternative, Json, Plan, Step, StepResult, Turn

__all__ = ["React", "react_prefix"]

_ANSWER = "answer"
_FAR = 3.5  # points behind the best: a small model is not even offered a task against which so much speaks
_BUDGET = 400  # tokens of what a small model reads about a turn
_BUDGET_LARGE = 6000


@dataclass(frozen=True, slots=True)
class _Action:
    thought: str
    task: str
    args: Mapping[str, Json]


class React:
    """`Planner` of one step at a time.

    model: gives the model when it is first needed. families: chooses the part of a large menu that the prompt lists. large: whether the model may
    think in its own words and write arguments. most: steps of one question.
    """

    name = "react"

    def __init__(self, model: Callable[[], Awaitable[Model]], families: Families | None = None, *, large: bool = False, most: int = 6) -> None:
        self._model = model
        self._families = families or Families()
        self._large = large
        self._most = most

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan:
        slots = slots_of(turn)
        specs = {spec.name: spec for spec in tasks}
        if not so_far:
            continued = follow_up(turn, slots, tasks, self.name)
            if continued:
                return continued
        elif len(so_far) >= self._most:
            return self._end(f"It has taken {len(so_far)} steps, which is the most, so the answer rests on them.")
        elif so_far[-1].step.task in specs and specs[so_far[-1].step.task].return_direct and so_far[-1].outcome == "done":
            return self._end(f"What {so_far[-1].step.task} gave is the answer.")
        listed = await self._families.menu(turn, tasks)
        if not listed:
            return act("out_of_scope", turn, slots, tasks, self.name, "No task is registered that could answer.")
        model = await self._model()
        return await (self._freely if self._large else self._tersely)(model, turn, slots, tasks, listed, so_far)

    async def _freely(
        self, model: Model, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], listed: Sequence[TaskSpec], so_far: Sequence[StepResult]
    ) -> Plan:
        brief = await Promptist(model.count, _BUDGET_LARGE).brief(turn, tasks, so_far, slots)
        prompt = template("react").prompt(
            {"role": "system", "content": template("react").fill(tasks=menu(listed))}, {"role": "user", "content": brief}
        )
        before = [spec for spec in tasks if spec.name in {result.step.task for result in so_far}]
        ends = (_ANSWER,) if so_far else ENDS  # without a result there is nothing to answer from

        def read(answer: Json) -> tuple[_Action, Plan]:
            told = _read(answer)
            if told.task in (_ANSWER, *ENDS):
                return told, self._ended(told.task, turn, slots, tasks, told.thought)
            step = Step(_key(told.task, so_far), told.task, told.args)
            if _repeats(step, so_far):
                return told, self._end(f"It would run {told.task} with the same arguments again, so the answer rests on what was found.")
            steps, notes = corrected([step], turn, slots, tasks)
            return told, self._step(steps[0], turn, slots, tasks, so_far, notes)

        schema = action(listed, before, known_keys(turn, so_far), ends)
        told, plan = await mended(model, prompt, schema, read, max_tokens=600)
        return replace(plan, thoughts=(*((told.thought,) if told.thought else ()), *plan.thoughts))

    async def _tersely(
        self, model: Model, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], listed: Sequence[TaskSpec], so_far: Sequence[StepResult]
    ) -> Plan:
        offered = {draft.step.task: draft for spec in listed if (draft := _next(spec, turn, slots, tasks, so_far)) is not None}
        if not offered:
            return self._end("Every task that could help has been tried.")
        points = {name: weighed([name], turn, slots, tasks, so_far).points for name in offered}
        offered = {name: draft for name, draft in offered.items() if points[name] >= max(points.values()) - _FAR}
        brief = await Promptist(model.count, _BUDGET).brief(turn, tasks, so_far, slots)
        prompt = template("react-small").prompt(*react_prefix(listed), {"role": "user", "content": brief})
        schema = choice("next", [*offered, *((_ANSWER,) if so_far else ENDS)])
        word = await mended(model, prompt, schema, _read_word, max_tokens=24)
        if word not in offered:
            return self._ended(word, turn, slots, tasks, "")
        (step,) = await filled(model, [offered[word]], turn, slots, tasks)
        return self._step(step, turn, slots, tasks, so_far)

    def _step(
        self, step: Step, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult], notes: tuple[str, ...] = ()
    ) -> Plan:
        spec = next((spec for spec in tasks if spec.name == step.task), None)
        if spec is not None and slots.beyond and {"measure", "period"} <= spec.schema.get("properties", {}).keys():
            plan = act(step.task, turn, slots, tasks, self.name, "")
            if plan.kind == "clarify" and not so_far:
                return plan
        steps = runnable(with_pictures([step], turn, tasks) if not so_far else [step], turn, tasks, so_far)
        why = f"The next step is {step.task}." if so_far else f"The first step is {step.task}."
        return Plan(self.name, "answer", steps, why, (Alternative(step.task, 1.0),), more=True, grounds="reasoned", thoughts=notes)

    def _ended(self, word: str, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], thought: str) -> Plan:
        if word == _ANSWER:
            return self._end("What has been run is enough for the answer.")
        return act(word, turn, slots, tasks, self.name, f"The language model chose {word}.", (Alternative(word, 1.0),))

    def _end(self, why: str) -> Plan:
        return Plan(self.name, "answer", (), why, grounds="reasoned")


def react_prefix(tasks: Sequence[TaskSpec]) -> list[dict[str, str]]:
    """What a small model reads before every question; equal for equal tasks."""
    return [{"role": "system", "content": template("react-small").fill(tasks=menu(tasks, terse=True))}, *react_shots(tasks)]


def _next(spec: TaskSpec, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult]) -> Draft | None:
    """The next step that this task can take: for several measures one after the other. None when all has been run, or when it cannot run."""
    if any(result.step.task == spec.name and result.outcome == "failed" for result in so_far):
        return None
    try:
        for draft in drafts([spec.name], turn, slots, tasks, so_far):
            if draft.step.task != spec.name or _repeats(draft.step, so_far):
                continue
            if not draft.missing:
                runnable([draft.step], turn, tasks, so_far)
            elif _only_from_others(draft, spec, tasks):
                return None
            return replace(draft, step=replace(draft.step, key=_key(spec.name, so_far)))
    except PlanError:
        return None
    return None


def _only_from_others(draft: Draft, spec: TaskSpec, tasks: Sequence[TaskSpec]) -> bool:
    """Whether it lacks what another task finds: then that one comes first."""
    return any(name in other.outputs for name in draft.missing for other in tasks if other.name != spec.name)


def _repeats(step: Step, so_far: Sequence[StepResult]) -> bool:
    return any((result.step.task, dict(result.step.args)) == (step.task, dict(step.args)) for result in so_far)


def _key(task: str, so_far: Sequence[StepResult]) -> str:
    return numbered(task, len(so_far) + 1, [result.step.key for result in so_far])


def _read(answer: Json) -> _Action:
    told: dict[str, Any] = answer if isinstance(answer, dict) else {}
    return _Action(str(told.get("thought", "")).strip(), told["action"]["task"], told["action"].get("args", {}))


def _read_word(answer: Json) -> str:
    return str(answer["next"]) if isinstance(answer, dict) else ""
