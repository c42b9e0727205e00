"""JSON schemas of what planners may answer, built from the menu. Terse where a small model writes: every token costs it a tenth of a second.

`maxItems` stands before `items`, so that an answer with ten thousand steps is refused before each is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assistant.tasks.spec import TaskSpec
from assistant.waves import MOST_STEPS

__all__ = ["CONS", "ENDS", "PROS", "action", "choice", "lacking", "steps", "strategies", "terse_strategies"]

PROS = ("direct", "complete", "personal", "general", "quick")
CONS = ("indirect", "incomplete", "not personal", "not general", "slow")
ENDS = ("small_talk", "out_of_scope")
"""Decisions for which no task runs."""

_LONGEST = 200  # characters of an argument that a small model writes


def strategies(tasks: Sequence[TaskSpec], decisions: Sequence[str]) -> dict[str, Any]:
    """Three sequences of tasks with what speaks for and against each, and a decision; with room to think first."""
    one = _object({"tasks": _sequence(tasks, MOST_STEPS), "pros": {"type": "string"}, "cons": {"type": "string"}})
    return _object(
        {
            "reasoning": {"type": "string"},
            "strategies": {"type": "array", "minItems": 3, "maxItems": 3, "items": one},
            "decision": {"type": "string", "enum": list(decisions)},
        },
        optional=("reasoning",),
    )


def terse_strategies(tasks: Sequence[TaskSpec], decisions: Sequence[str]) -> dict[str, Any]:
    """The same for a small model: at most three tasks each, and a word for and against."""
    one = _object({"tasks": _sequence(tasks, 3), "pro": {"type": "string", "enum": list(PROS)}, "con": {"type": "string", "enum": list(CONS)}})
    return _object(
        {
            "strategies": {"type": "array", "minItems": 3, "maxItems": 3, "items": one},
            "decision": {"type": "string", "enum": list(decisions)},
        }
    )


def steps(tasks: Sequence[TaskSpec], outputs: Iterable[TaskSpec], keys: Iterable[str]) -> dict[str, Any]:
    """Steps with arguments and references, a branch for each task. outputs: tasks whose outputs may be taken. keys: of the data pipe, that may be
    named."""
    taken = _references(outputs, keys)
    branches = [_step(spec, taken) for spec in sorted(tasks, key=lambda spec: spec.name)]
    return _object({"steps": {"type": "array", "minItems": 1, "maxItems": MOST_STEPS, "items": {"anyOf": branches}}})


def action(tasks: Sequence[TaskSpec], outputs: Iterable[TaskSpec], keys: Iterable[str], ends: Sequence[str]) -> dict[str, Any]:
    """A thought, and one call of a task or the word that ends the search."""
    taken = _references(outputs, keys)
    calls = [_object({"task": {"type": "string", "enum": [spec.name]}, "args": _arguments(spec, taken)}) for spec in _sorted(tasks)]
    end = _object({"task": {"type": "string", "enum": list(ends)}})
    return _object({"thought": {"type": "string"}, "action": {"anyOf": [*calls, end]}}, optional=("thought",))


def choice(name: str, possible: Sequence[str]) -> dict[str, Any]:
    """One word of several."""
    return _object({name: {"type": "string", "enum": list(possible)}})


def lacking(spec: TaskSpec, missing: Sequence[str]) -> dict[str, Any]:
    """The arguments that code does not know, bounded."""
    properties: Mapping[str, Mapping[str, Any]] = spec.schema["properties"]
    return _object({name: _bounded(properties[name]) for name in missing})


def _bounded(schema: Mapping[str, Any]) -> dict[str, Any]:
    free = schema.get("type") == "string" and not {"enum", "pattern"} & schema.keys()
    return {"maxLength": _LONGEST, **schema} if free else dict(schema)


def _step(spec: TaskSpec, taken: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return _object(
        {
            "key": {"type": "string", "maxLength": 60},
            "task": {"type": "string", "enum": [spec.name]},
            "args": _arguments(spec, taken),
            "after": {"type": "array", "maxItems": MOST_STEPS, "items": {"type": "string", "maxLength": 60}},
        },
        optional=("key", "after"),
    )


def _arguments(spec: TaskSpec, taken: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A task's own schema, where each argument may also be a reference. None is required: code fills in what it knows, and says what is lacking."""
    properties: Mapping[str, Mapping[str, Any]] = spec.schema.get("properties", {})
    return {
        "type": "object",
        "properties": {name: {"anyOf": [dict(schema), *taken]} if taken else dict(schema) for name, schema in properties.items()},
        "additionalProperties": False,
    }


def _references(outputs: Iterable[TaskSpec], keys: Iterable[str]) -> list[dict[str, Any]]:
    names = sorted({name for spec in outputs for name in spec.outputs})
    known = sorted(keys)
    found = []
    if names:
        found.append(_object({"from": {"type": "string", "maxLength": 60}, "take": {"type": "string", "enum": names}}))
    if known:
        found.append(_object({"key": {"type": "string", "enum": known}, "take": {"type": "string"}}))
    return found


def _sequence(tasks: Sequence[TaskSpec], most: int) -> dict[str, Any]:
    return {"type": "array", "minItems": 1, "maxItems": most, "items": {"type": "string", "enum": [spec.name for spec in _sorted(tasks)]}}


def _sorted(tasks: Sequence[TaskSpec]) -> list[TaskSpec]:
    return sorted(tasks, key=lambda spec: spec.name)


def _object(properties: Mapping[str, Any], optional: Sequence[str] = ()) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": dict(properties), "required": required, "additionalProperties": False}
