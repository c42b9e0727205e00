"""Steps of a plan in the order in which they can run; and the one place that decides whether they can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from assistant.errors import PlanError
from assistant.references import Reference, reference
from assistant.tasks.spec import TaskSpec
from assistant.types import Step, StepResult

__all__ = ["MOST_STEPS", "in_order", "needs", "waves"]

MOST_STEPS = 12  # of one turn: more is no plan but a fault


def waves(
    steps: Sequence[Step], tasks: Iterable[TaskSpec], so_far: Sequence[StepResult] = (), *, alone: bool = False
) -> tuple[tuple[Step, ...], ...]:
    """Each wave needs only earlier ones; within it the order of the plan is kept. `so_far`: what ran before, which steps may refer to. alone: steps
    that were drafted with all that they depend on, and are confirmed now.

    Raises `PlanError`: too many steps, a task or argument that does not exist or does not fit, a reference to an output that does not exist or is of
    another type, a task without those it depends on, a key used twice, a step that waits for nothing known, a circle.
    """
    if len(steps) + len(so_far) > MOST_STEPS:
        raise PlanError(f"The plan has {len(steps) + len(so_far)} steps; {MOST_STEPS} are the most.")
    specs = {spec.name: spec for spec in tasks}
    done = {result.step.key: result.step for result in so_far}
    by_key = {step.key: step for step in steps}
    if len(by_key) != len(steps) or by_key.keys() & done.keys():
        raise PlanError("Two steps of the plan have the same key; each needs its own.")
    for step in steps:
        _check(step, specs, {**done, **by_key})
    found: list[tuple[Step, ...]] = []
    while by_key:
        wave = tuple(step for step in by_key.values() if not by_key.keys() & needs(step))
        if not wave:
            raise PlanError(f"The steps {', '.join(sorted(by_key))} wait for each other; break the circle.")
        found.append(wave)
        for step in wave:
            del by_key[step.key]
    if not alone:
        _check_dependencies(found, specs, so_far)
    return tuple(found)


def in_order(steps: Sequence[Step], tasks: Iterable[TaskSpec], so_far: Sequence[StepResult] = ()) -> tuple[Step, ...]:
    """The steps in the order in which they were asked for, save that each comes after what it waits for. Raises `PlanError` as `waves` does."""
    waves(steps, tasks, so_far)
    by_key = {step.key: step for step in steps}
    left = list(by_key)
    found: list[Step] = []
    while left:
        ready = next(key for key in left if not needs(by_key[key]) & set(left))
        found.append(by_key[ready])
        left.remove(ready)
    return tuple(found)


def needs(step: Step) -> frozenset[str]:
    """Keys of the steps that must have run before this one: those it names, and those whose outputs it takes."""
    taken = (reference(value) for value in step.args.values())
    return frozenset((*step.after, *(found.step for found in taken if found is not None and found.step is not None)))


def _check(step: Step, specs: Mapping[str, TaskSpec], known: Mapping[str, Step]) -> None:
    if step.task not in specs:
        raise PlanError(f"There is no task {step.task!r}; there are {', '.join(sorted(specs)) or 'none'}.")
    spec = specs[step.task]
    references = {name: found for name, value in step.args.items() if (found := reference(value)) is not None}
    spec.bind(step.args, references)
    for key in needs(step):
        if key not in known:
            raise PlanError(f"The step {step.key!r} waits for {key!r}, which is not in the plan.")
    for name, found in references.items():
        if found.step is not None and known[found.step].task in specs:
            _check_types(name, spec, found, specs[known[found.step].task])


def _check_types(name: str, spec: TaskSpec, found: Reference, giver: TaskSpec) -> None:
    if found.take not in giver.outputs:
        raise PlanError(f"{giver.name} has no output {found.take!r}; it has {', '.join(giver.outputs) or 'none'}.")
    wanted, given = spec.schema["properties"][name].get("type"), giver.outputs[found.take].get("type")
    if wanted != given and (wanted, given) != ("number", "integer"):
        raise PlanError(f"{spec.name} wants {name} as {wanted}, and {found.take} of {giver.name} is {given}.")


def _check_dependencies(found: Sequence[Sequence[Step]], specs: Mapping[str, TaskSpec], so_far: Sequence[StepResult]) -> None:
    before = {result.step.task for result in so_far}
    for wave in found:
        for step in wave:
            for task in specs[step.task].dependencies:
                if task not in before:
                    raise PlanError(f"{step.task} needs {task} before it; add a step for it.")
        before |= {step.task for step in wave}
