"""Planner on a language model that can only answer within a schema: it names the task, code does the rest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.errors import PlanError
from assistant.planning.conversation import follow_up
from assistant.planning.decision import act
from assistant.planning.families import Families, families
from assistant.planning.repair import mended
from assistant.planning.slots import gloss, slots_of
from assistant.planning.steps import PICTURE
from assistant.prompting import template
from assistant.protocols import Model
from assistant.tasks.spec import TaskSpec
from assistant.types import Alternative, Json, Plan, StepResult, Turn

__all__ = ["ModelPlanner", "plan_schema", "prefix_messages", "prefixes"]

_WITHOUT_TASK = ("small_talk", "out_of_scope")
_TOKENS = 24  # {"task": "a_long_task_name"} and room to spare; each costs about 0.1 s on two cores


class _Example(Strict):
    asked: str
    task: str


class _Examples(Strict):
    examples: tuple[_Example, ...]


def prefixes(tasks: Sequence[TaskSpec]) -> list[tuple[str, list[dict[str, str]], dict[str, Any]]]:
    """Every prompt that may stand before a question, by family: name, messages, schema of the answer. What a server reads once and keeps."""
    return [(family.name, prefix_messages(family.tasks), plan_schema(family.tasks)) for family in families(tasks)]


def prefix_messages(tasks: Sequence[TaskSpec]) -> list[dict[str, str]]:
    """The messages before the question. Equal for equal tasks, byte by byte, so that a server can keep their state."""
    named = _named(tasks)
    menu = "\n".join(f"- {spec.name}: {spec.description}" for spec in sorted(tasks, key=lambda spec: spec.name) if spec.name in named)
    messages = [{"role": "system", "content": template("plan").fill(tasks=menu)}]
    for example in _examples():
        if example.task in named:
            messages.append({"role": "user", "content": example.asked})
            messages.append({"role": "assistant", "content": json.dumps({"task": example.task})})
    return messages


def plan_schema(tasks: Sequence[TaskSpec]) -> dict[str, Any]:
    """As terse as it can be: every generated token costs time."""
    return {"type": "object", "properties": {"task": {"type": "string", "enum": _named(tasks)}}, "required": ["task"], "additionalProperties": False}


class ModelPlanner:
    """`Planner` that asks a model which task is meant. Measure, view and days come from the slots, never from the model.

    choose_among: chooses the family of a large menu, one prompt each.
    """

    name = "model"

    def __init__(self, model: Model, choose_among: Families | None = None) -> None:
        self._model = model
        self._families = choose_among or Families()

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan:
        slots = slots_of(turn)
        continued = follow_up(turn, slots, tasks, self.name)
        if continued:
            return continued
        label = await self.choose(turn, tasks)
        return act(label, turn, slots, tasks, self.name, f"The language model chose {label}.", (Alternative(label, 1.0),))

    async def choose(self, turn: Turn, tasks: Sequence[TaskSpec], heard: Sequence[Alternative] = ()) -> str:
        """The name of a task, "small_talk" or "out_of_scope". heard: the router's readings, where they are known. A second family that is close is
        asked when the first has no task for the question. Raises `PlanError` when the model names none of them, `ModelError` when it fails."""
        label = "out_of_scope"
        for family in await self._families.ranked(turn, tasks, heard):
            label = await self._among(turn, family.tasks)
            if label not in _WITHOUT_TASK:
                break
        return label

    async def _among(self, turn: Turn, tasks: Sequence[TaskSpec]) -> str:
        prompt = template("plan").prompt(*prefix_messages(tasks), {"role": "user", "content": gloss(turn).replace("<", "‹")})
        return await mended(self._model, prompt, plan_schema(tasks), _read, max_tokens=_TOKENS)


def _read(answer: Json) -> str:
    if not isinstance(answer, dict) or not isinstance(answer.get("task"), str):
        raise PlanError("The language model's plan cannot be read; ask again in other words.")
    return str(answer["task"])


def _named(tasks: Sequence[TaskSpec]) -> list[str]:
    """What may be chosen. Pictures are read whenever there are some, so they are no choice."""
    return [*sorted(spec.name for spec in tasks if spec.name != PICTURE), *_WITHOUT_TASK]


def _examples() -> tuple[_Example, ...]:
    with content(asset("prompts", "plan-examples.toml")) as tables:
        return _Examples.model_validate(tables).examples
