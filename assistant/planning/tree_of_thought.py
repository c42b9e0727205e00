"""Tree of thought: three strategies with what speaks for and against each, a decision, and the decision as typed steps.

On a large endpoint the model thinks freely (kept in the trace), decides, and writes the steps; code checks and corrects them. On a small model the
strategies are short and named by a schema, code weighs them and may overrule the decision, and code writes the arguments that it knows.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.errors import PlanError
from assistant.planning.arguments import corrected, known_keys, numbered, runnable, with_pictures
from assistant.planning.candidates import Candidate, closed, pruned, weighed
from assistant.planning.conversation import follow_up
from assistant.planning.decision import act, ask
from assistant.planning.families import Families
from assistant.planning.filling import filled
from assistant.planning.repair import mended
from assistant.planning.shapes import ENDS, strategies, terse_strategies
from assistant.planning.shapes import steps as steps_schema
from assistant.planning.shots import tree_shots
from assistant.planning.slots import Slots, slots_of
from assistant.prompting import Promptist, menu, template
from assistant.protocols import Model
from assistant.tasks.spec import TaskSpec
from assistant.types import Alternative, Json, Plan, Step, StepResult, Turn

__all__ = ["TreeOfThought", "small_prefix"]

_CHOSEN = 1.5  # points for the model's own decision: less than a measure that it forgot, more than a step too many
_BUDGET = 400  # tokens of what a small model reads about a turn: each costs some 25 ms
_BUDGET_LARGE = 6000


@dataclass(frozen=True, slots=True)
class _Decision:
    """What stage 1 came to: the sequence (none for a word such as "small_talk"), the word, and the thoughts on the way."""

    word: str
    sequences: tuple[tuple[str, ...], ...]
    thoughts: tuple[str, ...]

    @property
    def chosen(self) -> tuple[str, ...]:
        return self.sequences[int(self.word) - 1] if self.word.isdigit() else ()


class TreeOfThought:
    """`Planner` that weighs three strategies.

    model: gives the model when it is first needed. families: chooses the part of a large menu that the prompt lists. large: whether the model may
    think in its own words and write arguments.
    """

    name = "tree_of_thought"

    def __init__(self, model: Callable[[], Awaitable[Model]], families: Families | None = None, *, large: bool = False) -> None:
        self._model = model
        self._families = families or Families()
        self._large = large

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan:
        slots = slots_of(turn)
        if not so_far:
            continued = follow_up(turn, slots, tasks, self.name)
            if continued:
                return continued
        elif all(result.outcome == "done" for result in so_far) or (not self._large and so_far[-1].outcome == "done"):
            # A small model that found another way is not asked whether that is enough: it costs it ten seconds.
            return self._enough("What was planned has run, so the answer rests on it.")
        listed = await self._families.menu(turn, tasks)
        if not listed:
            return act("out_of_scope", turn, slots, tasks, self.name, "No task is registered that could answer.")
        model = await self._model()
        return await (self._freely if self._large else self._tersely)(model, turn, slots, tasks, listed, so_far)

    # -- a large endpoint -----------------------------------------------------------------------------------------------------------------------

    async def _freely(
        self, model: Model, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], listed: Sequence[TaskSpec], so_far: Sequence[StepResult]
    ) -> Plan:
        words = ("1", "2", "3", *(("enough",) if so_far else (*ENDS, "unclear")))
        brief = await Promptist(model.count, _BUDGET_LARGE).brief(turn, tasks, so_far, slots)
        prompt = template("tree").prompt({"role": "system", "content": template("tree").fill(tasks=menu(listed))}, {"role": "user", "content": brief})
        decided = await mended(model, prompt, strategies(listed, words), _read_strategies, max_tokens=1500)
        thoughts = (*decided.thoughts, *(_weight(weighed(sequence, turn, slots, tasks, so_far)) for sequence in decided.sequences))
        if decided.word == "enough":
            return self._enough("The model found what has been run enough.", thoughts)
        if decided.word == "unclear":
            readings = tuple(dict.fromkeys(sequence[0] for sequence in decided.sequences))[:2]
            return replace(ask(readings, self.name, "The model found two readings, so one question decides.", ()), thoughts=thoughts)
        if not decided.chosen:
            why = f"The model weighed three strategies and decided that it is {decided.word}."
            return replace(act(decided.word, turn, slots, tasks, self.name, why, (Alternative(decided.word, 1.0),)), thoughts=thoughts)
        sequence = closed(decided.chosen, tasks)
        lacking = _lacks_days(sequence, turn, slots, tasks, self.name)
        if lacking:
            return replace(lacking, thoughts=thoughts)
        steps, notes = await self._steps(model, brief, sequence, turn, slots, tasks, so_far)
        why = f"Of three strategies the model decided for {_arrow(sequence)}."
        return self._answer(steps, tasks, why, (*thoughts, *notes))

    async def _steps(
        self, model: Model, brief: str, sequence: Sequence[str], turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult]
    ) -> tuple[tuple[Step, ...], tuple[str, ...]]:
        """Stage 2: the model writes the arguments and references of the sequence."""
        chosen = [spec for spec in tasks if spec.name in sequence]
        before = [spec for spec in tasks if spec.name in {result.step.task for result in so_far}]
        number = len(so_far) + 1
        instructions = template("tree-steps").fill(
            tasks=menu(chosen), strategy=" → ".join(sequence), number=str(number), today=turn.now.date().isoformat()
        )
        prompt = template("tree-steps").prompt({"role": "system", "content": instructions}, {"role": "user", "content": brief})

        def read(answer: Json) -> tuple[tuple[Step, ...], tuple[str, ...]]:
            steps, notes = corrected(_read_steps(answer, so_far), turn, slots, tasks)
            return runnable(with_pictures(steps, turn, tasks) if not so_far else steps, turn, tasks, so_far), notes

        schema = steps_schema(chosen, [*chosen, *before], known_keys(turn, so_far))
        return await mended(model, prompt, schema, read, max_tokens=1200)

    # -- a small model --------------------------------------------------------------------------------------------------------------------------

    async def _tersely(
        self, model: Model, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], listed: Sequence[TaskSpec], so_far: Sequence[StepResult]
    ) -> Plan:
        spent = {result.step.task for result in so_far if result.outcome in ("failed", "no_data")}
        offered = [spec for spec in listed if spec.name not in spent]  # with the words that it has, a failed task fails again
        if not offered:
            return self._enough("Every task that could help has been tried.")
        words = ("1", "2", "3", *(("enough",) if so_far else ENDS))
        brief = await Promptist(model.count, _BUDGET).brief(turn, tasks, so_far, slots)
        prompt = template("tree-small").prompt(*small_prefix(offered), {"role": "user", "content": brief})
        decided = await mended(model, prompt, terse_strategies(offered, words), _read_strategies, max_tokens=260)
        if decided.word == "enough":
            return self._enough("The model found what has been run enough.", decided.thoughts)
        if not decided.chosen:
            why = f"The model weighed three strategies and decided that it is {decided.word}."
            return replace(act(decided.word, turn, slots, tasks, self.name, why, (Alternative(decided.word, 1.0),)), thoughts=decided.thoughts)
        candidates = [weighed(sequence, turn, slots, tasks, so_far) for sequence in pruned(decided.sequences)]
        own = weighed(decided.chosen, turn, slots, tasks, so_far)
        best = max(candidates, key=lambda candidate: candidate.points + _CHOSEN * (set(candidate.sequence) <= set(own.sequence)))
        thoughts = (*decided.thoughts, *map(_weight, candidates))
        if not best.runs:
            raise PlanError(f"None of the language model's strategies can run: {best.reasons[0]}")
        lacking = _lacks_days(best.sequence, turn, slots, tasks, self.name)
        if lacking:
            return replace(lacking, thoughts=thoughts)
        steps = await filled(model, best.drafts, turn, slots, tasks)
        ordered = runnable(with_pictures(steps, turn, tasks) if not so_far else steps, turn, tasks, so_far)
        why = f"Of three strategies the model decided for {_arrow(best.sequence)}."
        if best.sequence != own.sequence:
            why = f"The model decided for {_arrow(own.sequence)}, but {_arrow(best.sequence)} serves better: {'; '.join(best.reasons)}."
        return self._answer(ordered, tasks, why, thoughts)

    # -- both -----------------------------------------------------------------------------------------------------------------------------------

    def _answer(self, steps: tuple[Step, ...], tasks: Sequence[TaskSpec], why: str, thoughts: tuple[str, ...]) -> Plan:
        specs = {spec.name: spec for spec in tasks}
        # What reads records answers or says that nothing was recorded; where another way may be found, the planner wants to see how it went.
        more = any(specs[step.task].permission in ("none", "network") and not specs[step.task].return_direct for step in steps)
        return Plan(self.name, "answer", steps, why, (Alternative(steps[-1].task, 1.0),), more=more, grounds="reasoned", thoughts=thoughts)

    def _enough(self, why: str, thoughts: tuple[str, ...] = ()) -> Plan:
        return Plan(self.name, "answer", (), why, grounds="reasoned", thoughts=thoughts)


def small_prefix(tasks: Sequence[TaskSpec]) -> list[dict[str, str]]:
    """What a small model reads before every question; equal for equal tasks."""
    return [{"role": "system", "content": template("tree-small").fill(tasks=menu(tasks, terse=True))}, *tree_shots(tasks)]


def _read_strategies(answer: Json) -> _Decision:
    told: dict[str, Any] = answer if isinstance(answer, dict) else {}
    found = tuple(tuple(one["tasks"]) for one in told["strategies"])
    thoughts = [str(told["reasoning"])] if told.get("reasoning") else []
    for number, one in enumerate(told["strategies"], 1):
        good, bad = one.get("pros", one.get("pro", "")), one.get("cons", one.get("con", ""))
        thoughts.append(f"{number}: {_arrow(one['tasks'])}. For it: {good}. Against it: {bad}.")
    return _Decision(told["decision"], found, (*thoughts, f"Decision: {told['decision']}."))


def _read_steps(answer: Json, so_far: Sequence[StepResult]) -> tuple[Step, ...]:
    told: Mapping[str, Any] = answer if isinstance(answer, dict) else {}
    taken = [result.step.key for result in so_far]
    named = {one["key"] for one in told["steps"] if "key" in one}
    steps: list[Step] = []
    for number, one in enumerate(told["steps"], len(so_far) + 1):
        key = one.get("key") or numbered(one["task"], number, [*taken, *named, *(step.key for step in steps)])
        steps.append(Step(key, one["task"], one["args"], tuple(one.get("after", ()))))
    return tuple(steps)


def _lacks_days(sequence: Sequence[str], turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], strategy: str) -> Plan | None:
    """The question back, when it names days that no record can hold and a task reads days."""
    for spec in tasks:
        if spec.name in sequence and slots.beyond and {"measure", "period"} <= spec.schema.get("properties", {}).keys():
            plan = act(spec.name, turn, slots, tasks, strategy, "")
            if plan.kind == "clarify":
                return plan
    return None


def _weight(candidate: Candidate) -> str:
    return f"{_arrow(candidate.sequence)} has {candidate.points:.1f} points: {'; '.join(candidate.reasons)}."


def _arrow(sequence: Sequence[str]) -> str:
    return " → ".join(sequence)
