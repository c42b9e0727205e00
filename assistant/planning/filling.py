"""Arguments that only the words of a question hold and no rule knows: a small model is asked for exactly those, within their schema."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.errors import PlanError
from assistant.planning.arguments import Draft
from assistant.planning.repair import mended
from assistant.planning.shapes import lacking
from assistant.planning.slots import Slots, gloss
from assistant.prompting import menu, template
from assistant.protocols import Model
from assistant.tasks.spec import TaskSpec
from assistant.types import Json, Step, Turn

__all__ = ["filled"]


async def filled(model: Model, drafts: Sequence[Draft], turn: Turn, slots: Slots, tasks: Sequence[TaskSpec]) -> tuple[Step, ...]:
    """The drafts as steps. The model is asked once for each that lacks something. Raises `PlanError`, `ModelError`."""
    specs = {spec.name: spec for spec in tasks}
    steps: list[Step] = []
    for draft in drafts:
        step = draft.step
        if draft.missing:
            spec = specs[step.task]
            system = {"role": "system", "content": template("arguments").fill(tasks=menu([spec]))}
            prompt = template("arguments").prompt(system, {"role": "user", "content": gloss(turn, slots).replace("<", "‹")})
            found = await mended(model, prompt, lacking(spec, draft.missing), _object, max_tokens=60 * len(draft.missing))
            step = replace(step, args={**step.args, **found})
        steps.append(step)
    return tuple(steps)


def _object(answer: Json) -> dict[str, Json]:
    if not isinstance(answer, dict):
        raise PlanError("The answer is no object.")
    return answer
