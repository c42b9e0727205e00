"""JSON in what a model says: asked for in words, found in prose, held against a schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["NOT_JSON", "fitting", "in_words"]

NOT_JSON = "it is not JSON"
_FENCE = re.compile(r"```[\w-]*\s*\n(.*?)```", re.DOTALL)
_TRIED = 50  # braces at which an object may begin; more is not an answer but an attack on our time


def fitting(text: str, schema: Mapping[str, Any]) -> tuple[Any, str]:
    """The first JSON value in `text` that fits, and ""; else None and what is wrong, in words."""
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(schema)
    wrong = NOT_JSON
    for found in _json_in(text):
        try:
            error = next(iter(validator.iter_errors(found)), None)
        except RecursionError:
            wrong = "it is nested too deeply"
            continue
        if error is None:
            return found, ""
        wrong = f"it does not fit the schema at {'/'.join(str(step) for step in error.absolute_path) or 'the top'} ({error.validator})"
    return None, wrong


def in_words(messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """The demand for JSON as an instruction, for endpoints that cannot be bound to a schema."""
    demand = f"Reply with one JSON object and nothing else. It must fit this JSON schema: {json.dumps(schema, ensure_ascii=False)}"
    if messages and messages[0].get("role") == "system":
        return [{"role": "system", "content": f"{messages[0]['content']}\n{demand}"}, *messages[1:]]
    return [{"role": "system", "content": demand}, *messages]


def _json_in(text: str) -> Iterator[Any]:
    """JSON values in an answer: the whole of it, then what stands in fences, then objects inside prose."""
    for piece in (text, *_FENCE.findall(text)):
        try:
            yield json.loads(piece, parse_constant=_constant)
        except (ValueError, RecursionError):
            continue
    decoder = json.JSONDecoder(parse_constant=_constant)
    start = text.find("{")
    for _ in range(_TRIED):
        if start < 0:
            return
        try:
            found, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            yield found
        start = text.find("{", end)


def _constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")
