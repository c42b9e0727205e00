"""Steps of a plan in the order in which they can run; and the one place that decides whether they can."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.errors import PlanError
from assistant.tasks.spec import TaskSpec
from assistant.types import Step

__all__ = ["waves"]


def waves(steps: Sequence[Step], tasks: Iterable[TaskSpec]) -> tuple[tuple[Step, ...], ...]:
    """Each wave needs only earlier ones; within it the order of the plan is kept.

    Raises `PlanError`: a task or argument that does not exist or does not fit, a key used twice, a step that waits for nothing known, a circle.
    """
    specs = {spec.name: spec for spec in tasks}
    by_key = {step.key: step for step in steps}
    if len(by_key) != len(steps):
        raise PlanError("Two steps of the plan have the same key; each needs its own.")
    for step in steps:
        if step.task not in specs:
            raise PlanError(f"There is no task {step.task!r}; there are {', '.join(sorted(specs)) or 'none'}.")
        specs[step.task].bind(step.args)
        for key in step.after:
            if key not in by_key:
                raise PlanError(f"The step {step.key!r} waits for {key!r}, which is not in the plan.")
    found: list[tuple[Step, ...]] = []
    while by_key:
        wave = tuple(step for step in by_key.values() if not by_key.keys() & set(step.after))
        if not wave:
            raise PlanError(f"The steps {', '.join(sorted(by_key))} wait for each other; break the circle.")
        found.append(wave)
        for step in wave:
            del by_key[step.key]
    return tuple(found)
