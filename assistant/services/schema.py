"""Argument schemas of other programs, taken over in a bounded form.

What is kept is what a plan must fit: types, choices, limits, and which arguments are required. References are resolved inside the document alone;
patterns are left to the other side, since matching one of theirs may take for ever; words are shortened. An optional argument of a kind that is
not understood is left out; a required one makes the whole unusable, and the reason is said.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from assistant.errors import PlanError
from assistant.services.foreign import one_line
from assistant.types import Json

__all__ = ["Unsupported", "bounded", "resolved", "validated"]

LARGEST = 8_000  # characters of the schema that is made
DEEPEST = 4
MOST_PARTS = 200
MOST_CHOICES = 50
LONGEST_CHOICE = 60
LONGEST_NAME = 64
LARGEST_CALL = 20_000  # characters of the arguments of one call
_LIMITS = {
    "string": ("minLength", "maxLength"),
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    "array": ("minItems", "maxItems"),
    "boolean": (),
    "object": (),
}


class Unsupported(ValueError):
    """A schema that is not taken over; the message says why."""


def bounded(schema: Any, document: Any = None) -> dict[str, Any]:
    """The schema of a call's arguments: one object without further properties. document: what its references point into. Raises `Unsupported`."""
    from jsonschema import Draft202012Validator, SchemaError

    reader = _Reader(schema if document is None else document)
    found = reader.part(schema, 0)
    if found["type"] != "object":
        raise Unsupported("its arguments are no object")
    if len(json.dumps(found)) > LARGEST:
        raise Unsupported("its schema is too large")
    try:
        Draft202012Validator.check_schema(found)
    except SchemaError as error:
        raise Unsupported("its schema does not hold") from error
    return found


def resolved(part: Any, document: Any) -> Any:
    """What a part is once its references, inside the document alone, are followed. Raises `Unsupported`."""
    for _ in range(10):
        if not isinstance(part, Mapping) or "$ref" not in part:
            return part
        target: Any = document
        where = part["$ref"]
        if not isinstance(where, str) or not where.startswith("#/"):
            raise Unsupported("it refers to another document")
        for name in where[2:].split("/"):
            name = name.replace("~1", "/").replace("~0", "~")
            if not isinstance(target, Mapping) or name not in target:
                raise Unsupported("it refers to something that is not there")
            target = target[name]
        part = target
    raise Unsupported("its references go in a circle")


class _Reader:
    def __init__(self, document: Any) -> None:
        self._document = document
        self._left = MOST_PARTS

    def part(self, given: Any, depth: int) -> dict[str, Any]:
        self._left -= 1
        if self._left < 0 or depth > DEEPEST:
            raise Unsupported("its schema is too large")
        schema = self._single(resolved(given, self._document))
        kind = _kind(schema)
        found: dict[str, Any] = {"type": kind}
        if isinstance(words := schema.get("description"), str) and (said := one_line(words, 100)):
            found["description"] = said
        if "enum" in schema or "const" in schema:
            found["enum"] = _choices(schema["enum"] if "enum" in schema else [schema["const"]], kind)
        for limit in _LIMITS[kind]:
            value = schema.get(limit)
            if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
                found[limit] = value
        if kind == "array":
            found["items"] = self.part(schema.get("items"), depth + 1)
        if kind == "object":
            found |= self._object(schema, depth)
        return found

    def _single(self, schema: Any) -> Mapping[str, Any]:
        """The one thing that a schema allows beside null."""
        if not isinstance(schema, Mapping):
            raise Unsupported("a part of its schema is none")
        for keyword in ("anyOf", "oneOf", "allOf"):
            if keyword in schema:
                options = schema[keyword]
                if not isinstance(options, list) or len(options) > MOST_CHOICES:
                    raise Unsupported("its schema is too large")
                real = [option for option in (resolved(each, self._document) for each in options) if not _is_null(option)]
                if len(real) != 1 or not isinstance(real[0], Mapping) or "properties" in schema:
                    raise Unsupported("an argument may be of several kinds")
                return self._single({**{name: schema[name] for name in ("description",) if name in schema}, **real[0]})
        if {"not", "if", "dependentSchemas", "patternProperties", "prefixItems"} & schema.keys():
            raise Unsupported("its schema has conditions that are not understood")
        return schema

    def _object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        properties, required = schema.get("properties", {}), schema.get("required", [])
        if not isinstance(properties, Mapping) or not isinstance(required, list):
            raise Unsupported("its schema does not hold")
        if not all(isinstance(name, str) and name in properties for name in required):
            raise Unsupported("its schema does not hold")
        if depth and not properties:
            raise Unsupported("an argument may hold anything")
        found: dict[str, Any] = {}
        for name, part in properties.items():
            try:
                if not isinstance(name, str) or not _nameable(name):
                    raise Unsupported("an argument has a name that cannot be written")
                found[name] = self.part(part, depth + 1)
            except Unsupported:
                if name in required or self._left < 0:
                    raise
        return {"properties": found, "required": sorted(set(required)), "additionalProperties": False}


def _nameable(name: str) -> bool:
    return 0 < len(name) <= LONGEST_NAME and name.isascii() and all(letter.isalnum() or letter in "_-.[]$" for letter in name)


def _is_null(schema: Any) -> bool:
    return isinstance(schema, Mapping) and schema.get("type") == "null"


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        real = [each for each in kind if each != "null"]
        kind = real[0] if len(real) == 1 else None
    if kind is None and "properties" in schema:
        return "object"
    if kind is None and isinstance(schema.get("enum"), list) and all(isinstance(each, str) for each in schema["enum"]):
        return "string"
    if not isinstance(kind, str) or kind not in _LIMITS:
        raise Unsupported("an argument is of no kind that is understood")
    return kind


def _choices(given: Any, kind: str) -> list[str | int | float]:
    if kind not in ("string", "integer", "number") or not isinstance(given, list) or not 0 < len(given) <= MOST_CHOICES:
        raise Unsupported("an argument has too many choices, or none that can be read")
    found: list[str | int | float] = []
    for value in given:
        if value is None:
            continue
        text = isinstance(value, str) and value == one_line(value, LONGEST_CHOICE)
        number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if not (text if kind == "string" else number):
            raise Unsupported("an argument has choices that cannot be read")
        found.append(value)
    if not found:
        raise Unsupported("an argument has no choice")
    return found


def validated(task: str, schema: Mapping[str, Any]) -> Callable[[Mapping[str, Json]], dict[str, Any]]:
    """`TaskSpec.bound` for a bounded schema: the arguments that are given, or a `PlanError` with the reason. None means left out."""
    properties: Mapping[str, Any] = schema["properties"]

    def bound(args: Mapping[str, Json]) -> dict[str, Any]:
        from jsonschema import Draft202012Validator

        given = {name: value for name, value in args.items() if value is not None}
        for name in given:
            if name not in properties:
                raise PlanError(f"{task} has no argument {one_line(name, 40)!r}; it takes {', '.join(properties) or 'none'}.")
        for name in schema["required"]:
            if name not in given:
                raise PlanError(f"{task} needs the argument {name!r}.")
        try:
            size = len(json.dumps(given, allow_nan=False))
        except (ValueError, TypeError, RecursionError) as error:
            raise PlanError(f"{task} was given an argument that is no plain value.") from error
        if size > LARGEST_CALL:
            raise PlanError(f"{task} was given more than {LARGEST_CALL} characters.")
        wrong = next(Draft202012Validator(dict(schema)).iter_errors(given), None)
        if wrong is not None:
            where = ".".join(map(str, wrong.absolute_path)) or "an argument"
            raise PlanError(f"{task}: {where}={one_line(repr(wrong.instance), 60)} does not fit; expected {one_line(json.dumps(wrong.schema), 120)}.")
        return given

    return bound
