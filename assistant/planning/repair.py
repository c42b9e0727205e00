"""An answer of a model that is no plan goes back to it with the reason, a few times; nothing of it is executed meanwhile."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from assistant.errors import ModelRefused, PlanError
from assistant.prompting import Prompt, quoted, template
from assistant.protocols import Model
from assistant.trace import traced
from assistant.types import Json

__all__ = ["TRIES", "mended", "parsed"]

T = TypeVar("T")

TRIES = 2  # further answers after the first
_LONGEST = 20_000  # characters of an answer that is looked at: twelve steps need some 2,000
_SHOWN = 1500  # characters of its own answer that a model is shown again; beyond, only the reason
_REASON = 300


async def mended(model: Model, prompt: Prompt, schema: Mapping[str, Any], read: Callable[[Json], T], *, max_tokens: int, tries: int = TRIES) -> T:
    """What `read` makes of the model's answer. An answer that is not JSON, does not fit `schema`, or that `read` refuses with a `PlanError` goes back
    with the reason; after `tries` repetitions the last reason is raised as a `PlanError`. Each refusal is noted in the trace. Raises `ModelError`."""
    talk = list(prompt.messages)
    reason = ""
    for attempt in range(tries + 1):
        try:
            text = await model.complete(talk, schema=schema, max_tokens=max_tokens)
        except ModelRefused as refused:  # the client has told it already what does not fit
            raise PlanError(f"The language model made no plan: {refused}") from refused
        try:
            return read(parsed(text, schema))
        except PlanError as wrong:
            reason = _brief(str(wrong))
        traced().notes.append(f"The planner's answer was refused ({attempt + 1} of {tries + 1}): {reason}")
        again = {"role": "user", "content": template("mend").fill(reason=quoted(reason))}
        said = [{"role": "assistant", "content": text}] if text.strip() and len(text) <= _SHOWN else []
        talk = [*prompt.messages, *said, again] if said else [*prompt.messages[:-1], _joined(prompt.messages[-1], again)]
    raise PlanError(f"The language model made no plan that can run, in {tries + 1} tries: {reason}")


def parsed(text: str, schema: Mapping[str, Any]) -> Json:
    """The JSON of an answer, if it fits. Raises `PlanError` with what is wrong: no JSON, too long, nested without end, a number that is none."""
    from jsonschema import Draft202012Validator

    if len(text) > _LONGEST:
        raise PlanError(f"The answer has {len(text)} characters, which no plan needs.")
    try:
        found: Json = json.loads(text, parse_constant=_no_number)
        _finite(found)
        wrong = next(Draft202012Validator(schema).iter_errors(found), None)
    except RecursionError as error:
        raise PlanError("The answer is nested without end.") from error
    except ValueError as error:
        raise PlanError(f"The answer is not JSON ({type(error).__name__}).") from error
    if wrong is not None:
        deepest = _deepest(wrong)
        where = "/".join(str(part) for part in deepest.absolute_path) or "the top"
        raise PlanError(f"The answer does not fit at {where}: {_said(deepest)}.")
    return found


def _said(error: Any) -> str:
    """What the schema wants there, without reading out all that was written."""
    shown = repr(error.instance) if len(repr(error.instance)) <= 80 else f"a {type(error.instance).__name__}"
    wants, known = error.validator_value, error.schema.get("properties", {})
    match error.validator:
        case "enum":
            return f"{shown} is not one of {', '.join(map(str, wants))}"
        case "type":
            return f"{shown} is not of type {wants}"
        case "additionalProperties":
            extra = sorted(set(error.instance) - set(known))
            return f"{extra[0]!r} is unknown there; known are {', '.join(known) or 'none'}"
        case "required":
            return f"it lacks {', '.join(sorted(set(wants) - set(error.instance)))}"
        case "maxItems" | "minItems":
            return f"it has {len(error.instance)} items, and {wants} are the {'most' if error.validator == 'maxItems' else 'least'}"
        case _:
            return f"{shown} does not satisfy {error.validator}"


def _deepest(error: Any) -> Any:
    """What is wrong inside the branch that was meant: the one that got furthest."""
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.absolute_path))
    return error


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _finite(value: Json) -> None:
    """JSON may say 1e999, which Python reads as infinity."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("a number that is none")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _finite(inner)


def _brief(reason: str) -> str:
    """A reason may quote what the model wrote, which may be of any length: whole words of it."""
    if len(reason) <= _REASON:
        return reason
    return f"{reason[:_REASON].rpartition(' ')[0]} …"


def _joined(last: Mapping[str, str], again: Mapping[str, str]) -> dict[str, str]:
    """Two messages of one role in a row are refused by some templates."""
    return {"role": last["role"], "content": f"{last['content']}\n{again['content']}"} if last["role"] == "user" else dict(again)
