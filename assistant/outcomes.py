"""What a task gave, looked at before anyone relies on it: a task may be anybody's plug-in, and replies, prompts and pipes take facts as they are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from assistant.datapipe.limits import LARGEST
from assistant.errors import TaskError
from assistant.facts import (
    Absent,
    Assessed,
    Compared,
    Counted,
    Extreme,
    Fact,
    Forecast,
    Measured,
    Related,
    Trended,
    Unusual,
    Watched,
)
from assistant.measures import MEASURES
from assistant.tasks.spec import Outcome, TaskSpec

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["DEEPEST", "checked_outcome"]

DEEPEST = 32  # lists within lists of an output: more is no data but a fault, and what reads it would run out of stack


def checked_outcome(spec: TaskSpec, given: Any) -> Outcome:
    """The outcome that a task's answer is. Raises `TaskError` when it is none, holds facts that are none or no finite numbers, is larger than what a
    data pipe keeps, or differs from what the task declares."""
    outcome = given if isinstance(given, Outcome) else Outcome(tuple(given))
    if set(outcome.value) - set(spec.outputs):
        raise TaskError(f"{spec.chat_name} gave an output that it does not declare.")
    if outcome.value:
        _check_value(spec, dict(outcome.value))
    _check_facts(spec, outcome.facts)
    return outcome


def _check_value(spec: TaskSpec, value: Mapping[str, Any]) -> None:
    from jsonschema import Draft202012Validator

    if _deeper(value, DEEPEST):
        raise TaskError(f"{spec.chat_name} gave lists within lists, more than {DEEPEST} deep.")
    schema = {"type": "object", "properties": {name: dict(given) for name, given in spec.outputs.items()}}
    wrong = next(Draft202012Validator(schema).iter_errors(value), None)
    if wrong is not None:
        raise TaskError(f"{spec.chat_name} gave {'.'.join(map(str, wrong.absolute_path)) or 'a value'} that is not what it declares.")


def _check_facts(spec: TaskSpec, facts: tuple[Fact, ...]) -> None:
    from pydantic import ValidationError

    if not isinstance(facts, tuple):
        raise TaskError(f"{spec.chat_name} gave what are no facts.")
    if any(_numberless(fact) for fact in facts):
        raise TaskError(f"{spec.chat_name} gave a number that is none.")
    try:
        _facts().validate_python(facts)
    except ValidationError as error:
        raise TaskError(f"{spec.chat_name} gave what are no facts.") from error
    for fact in facts:
        if not set(_measures(fact)) <= set(MEASURES):
            raise TaskError(f"{spec.chat_name} gave a measure that does not exist.")
    if sum(map(_letters, facts)) > LARGEST:
        raise TaskError(f"{spec.chat_name} gave more than can be kept: its facts have over {LARGEST:,} letters.")


@cache
def _facts() -> TypeAdapter[tuple[Fact, ...]]:
    from pydantic import ConfigDict, TypeAdapter

    return TypeAdapter(tuple[Fact, ...], config=ConfigDict(strict=True, revalidate_instances="always"))


def _measures(fact: Fact) -> Iterator[str]:
    """Every measure that a fact speaks of: a reply must have words for it."""
    match fact:
        case Related():
            yield from (fact.measure, fact.other)
        case Forecast():
            yield fact.target
        case Assessed():
            yield fact.measured.measure
        case Compared():
            yield from (fact.measure, fact.now.measure, fact.before.measure)
        case Measured() | Trended() | Extreme() | Counted() | Unusual() | Absent() | Watched():
            yield fact.measure
        case _:
            pass


def _numberless(value: object) -> bool:
    """Whether a number in it is NaN or infinite."""
    if isinstance(value, float):
        return not math.isfinite(value)
    return is_dataclass(value) and any(_numberless(getattr(value, field.name)) for field in fields(value))


def _letters(value: object) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, tuple):
        return sum(map(_letters, value))
    return sum(_letters(getattr(value, field.name)) for field in fields(value)) if is_dataclass(value) else 0


def _deeper(value: object, most: int) -> bool:
    """Level by level, since a value may be nested without end or hold itself."""
    level = [value]
    for _ in range(most + 1):
        level = [inner for outer in level if isinstance(outer, Mapping | list) for inner in (outer.values() if isinstance(outer, Mapping) else outer)]
        if not level:
            return False
    return True
