"""Strategies side by side: what code can say for and against a sequence of tasks, without asking a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assistant.errors import PlanError
from assistant.measures import MEASURES
from assistant.planning.arguments import Draft, drafts, runnable
from assistant.planning.slots import Slots
from assistant.tasks.spec import TaskSpec
from assistant.types import StepResult, Turn
from i18n.lexicon import lexicon

__all__ = ["Candidate", "closed", "pruned", "weighed"]

# Points. Only their order matters: nothing outweighs a plan that cannot run, a measure that was asked for outweighs tidiness, and tidiness decides
# between what else is equal.
_RUNS, _MEASURE, _UNREAD, _UNGROUNDED, _ADVICE, _IDLE, _OUT = 10.0, 3.0, 2.0, 2.0, 1.0, 1.0, 0.25
_GENERAL = "knowledge"  # the family whose tasks answer for everybody, not from the person's own records


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sequence of tasks, its steps as far as code knows them, its points and the reasons for them."""

    sequence: tuple[str, ...]
    drafts: tuple[Draft, ...]
    points: float
    reasons: tuple[str, ...]

    @property
    def runs(self) -> bool:
        return self.points > 0


def closed(sequence: Sequence[str], tasks: Sequence[TaskSpec]) -> tuple[str, ...]:
    """The sequence with the tasks that others depend on put before them, each once."""
    specs = {spec.name: spec for spec in tasks}
    found: dict[str, None] = {}

    def add(name: str, above: tuple[str, ...]) -> None:
        for needed in specs[name].dependencies if name in specs else ():
            if needed in specs and needed not in above:
                add(needed, (*above, name))
        found.setdefault(name)

    for name in sequence:
        add(name, ())
    return tuple(found)


def pruned(sequences: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The sequences, and each without one of its tasks: a small model likes to add what nobody asked for."""
    found: dict[tuple[str, ...], None] = {tuple(sequence): None for sequence in sequences}
    for sequence in sequences:
        if len(sequence) > 1:
            found |= {(*sequence[:n], *sequence[n + 1 :]): None for n in range(len(sequence))}
    return tuple(found)


def weighed(sequence: Sequence[str], turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Candidate:
    """The candidate that a sequence makes. Points of 0 or less: it cannot run, and the reason says why."""
    whole = closed(sequence, tasks)
    try:
        made = drafts(whole, turn, slots, tasks, so_far)
        givers = [giver for draft in made for name in draft.missing if (giver := _giver(name, draft.step.task, tasks)) is not None]
        if givers:  # "read the page" without a page: what finds one goes first, nobody makes an address up
            whole = closed((*givers, *whole), tasks)
            made = drafts(whole, turn, slots, tasks, so_far)
        if not made:
            raise PlanError("It has no steps.")
        for draft in made:
            if any(_giver(name, draft.step.task, tasks) for name in draft.missing):
                raise PlanError(f"{draft.step.task} needs {draft.missing[0]} from a step before it.")
        if all(not draft.missing for draft in made):
            runnable([draft.step for draft in made], turn, tasks, so_far)
    except PlanError as wrong:
        return Candidate(whole, (), 0.0, (str(wrong),))
    points, reasons = _RUNS, []
    for change, reason in _reasons(made, slots, tasks, so_far):
        points += change
        reasons.append(reason)
    return Candidate(whole, made, max(points, 0.1), tuple(reasons))


def _reasons(made: Sequence[Draft], slots: Slots, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult]) -> Iterator[tuple[float, str]]:
    specs = {spec.name: spec for spec in tasks}
    measured = {step.args.get("measure") for step in (*(result.step for result in so_far), *(draft.step for draft in made))}
    readable = {measure for spec in tasks for measure in spec.schema.get("properties", {}).get("measure", {}).get("enum", ())}
    general = "advice" in slots.cues
    own = not general or bool(slots.periods)  # "why did I sleep so badly last night?" is both
    for word in dict.fromkeys(word.says for word in slots.measures if word.says in readable):
        if word in measured:
            yield (_MEASURE, f"reads {word}, which was asked for") if own else (-_MEASURE, f"reads {word}, and the question is a general one")
        elif own:
            yield -_MEASURE, f"leaves out {word}, which was asked for"
    if any(specs[draft.step.task].family == _GENERAL for draft in made):
        if general:
            yield _ADVICE, "looks up what is generally known"
        elif readable & {word.says for word in slots.measures}:
            yield -_ADVICE, "looks up what is generally known, which nobody asked for"
    taken = {(value["from"], value["take"]) for draft in made for value in draft.step.args.values() if isinstance(value, dict) and "from" in value}
    for draft in made:
        spec = specs[draft.step.task]
        measure = draft.step.args.get("measure")
        if isinstance(measure, str) and lexicon(slots.language).known and not _speaks_for(measure, slots):
            yield -_UNGROUNDED, f"reads {measure}, for which no word speaks"
        if draft.step.task == "clock" and slots.clock is None:
            yield -_UNGROUNDED, "tells the time, which nobody asked for"
        unread = [name for name in spec.outputs if _wanted(name, spec, tasks) and (draft.step.key, name) not in taken]
        if unread and not any(key == draft.step.key for key, _ in taken):
            yield -_UNREAD, f"finds {unread[0]} and does not use it"
        if draft.missing:
            yield -_IDLE, f"does not say {draft.missing[0]} of {spec.name}"
        if spec.permission == "network" or spec.cost == "network":
            yield -_OUT, f"{spec.name} goes out to the network"
    yield -0.1 * len(made), f"takes {len(made)} {'step' if len(made) == 1 else 'steps'}"


def _giver(output: str, taker: str, tasks: Sequence[TaskSpec]) -> str | None:
    """The first task that finds what another one lacks."""
    return next((spec.name for spec in sorted(tasks, key=lambda spec: spec.name) if output in spec.outputs and spec.name != taker), None)


def _speaks_for(measure: str, slots: Slots) -> bool:
    """Whether a word names or suggests the measure, or any other of its task."""
    said = {MEASURES[word.says].task for word in (*slots.measures, *slots.hints)}
    return measure in MEASURES and MEASURES[measure].task in said


def _wanted(output: str, giver: TaskSpec, tasks: Sequence[TaskSpec]) -> bool:
    """Whether another task of the menu cannot work without an output of this name."""
    return any(output in spec.schema.get("required", ()) for spec in tasks if spec.name != giver.name)
