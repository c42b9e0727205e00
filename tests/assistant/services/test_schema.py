"""Schemas of others: whatever they are, what is taken over holds, is small, and takes no time."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from assistant.services.configured import HostedService
from assistant.services.foreign import fields, one_line, parsed, snake
from assistant.services.openapi import read_description
from assistant.services.schema import Unsupported, bounded

WORDS = (
    "type", "properties", "required", "items", "enum", "const", "anyOf", "oneOf", "allOf", "not", "$ref", "$defs", "description", "minimum",
    "maxLength", "pattern", "additionalProperties", "object", "array", "string", "integer", "null", "#/$defs/a", "a",
)  # fmt: skip
SCALARS = st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.sampled_from(WORDS) | st.text(max_size=5)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), inner, max_size=5)
)
KINDS = st.sampled_from(["string", "integer", "number", "boolean", "vegetable", ["string", "null"]])
LEAF = st.fixed_dictionaries(
    {"type": KINDS},
    optional={
        "enum": st.lists(SCALARS, max_size=3),
        "minimum": SCALARS,
        "maxLength": SCALARS,
        "pattern": st.just("^(a+)+$"),
        "description": st.text(max_size=200),
    },
)
PARTS = st.recursive(
    LEAF | st.fixed_dictionaries({"$ref": st.sampled_from(["#/$defs/a", "#/$defs/b", "#/$defs", "a"])}),
    lambda inner: (
        st.fixed_dictionaries({"type": st.just("array"), "items": inner})
        | st.fixed_dictionaries({"anyOf": st.lists(inner | st.just({"type": "null"}), max_size=2)})
        | st.fixed_dictionaries(
            {"type": st.just("object"), "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=3)},
            optional={"required": st.lists(st.sampled_from("ab"), max_size=2)},
        )
    ),
)
OBJECTS = st.fixed_dictionaries(
    {
        "type": st.just("object"),
        "properties": st.dictionaries(st.sampled_from("abcdef"), PARTS | JSON, min_size=1, max_size=5),
        "$defs": st.fixed_dictionaries({"a": PARTS}),
    },
    optional={"required": st.lists(st.sampled_from("ab"), max_size=2)},
)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.one_of(JSON, OBJECTS))
def test_any_schema_is_taken_over_whole_and_sound_or_not_at_all(schema: Any) -> None:
    try:
        found = bounded(schema)
    except Unsupported:
        return
    Draft202012Validator.check_schema(found)
    text = json.dumps(found, allow_nan=False)
    assert len(text) <= 8_000
    assert not {"$ref", "pattern", "anyOf", "allOf"} & set(json.loads(text))
    assert set(found) == {"type", "properties", "required", "additionalProperties"} | ({"description"} & set(found))
    assert set(found["required"]) <= set(found["properties"])


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.dictionaries(st.sampled_from(["parameters", "requestBody", "responses", "security", "servers", "summary"]), JSON), JSON)
def test_any_description_is_read_or_says_why_not(operation: dict[str, Any], components: Any) -> None:
    document = {"openapi": "3.1.0", "servers": [{"url": "https://a.example.org"}], "components": components, "paths": {"/a/{a}": {"post": operation}}}
    provider = {"name": "A", "key_from": "none", "privacy": "https://a.example.org/p", "leaves": "nothing"}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.json"
        path.write_text(json.dumps(document))
        read = read_description(HostedService(spec=path, operations=("POST /a/{a}",), provider=provider, key="k"))
    assert len(read.operations) + len(read.problems) == 1


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"anyOf": [{"type": "string"}, {"type": "null"}], "description": "x"}, {"type": "string", "description": "x"}),
        ({"type": ["integer", "null"], "minimum": 1}, {"type": "integer", "minimum": 1}),
        ({"$ref": "#/$defs/Kind"}, {"type": "string", "enum": ["a", "b"]}),
        ({"enum": ["a", None]}, None),
        ({"type": "array", "items": {"type": "number"}, "maxItems": 3}, {"type": "array", "items": {"type": "number"}, "maxItems": 3}),
        ({"const": "a", "type": "string"}, {"type": "string", "enum": ["a"]}),
        ({"type": "string", "pattern": "^(a+)+$", "format": "date"}, {"type": "string"}),
        ({"type": "object"}, None),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, None),
        ({"type": "string", "description": "a\n\x1b[31mb" + "c" * 500}, {"type": "string", "description": "a [31mb" + "c" * 92 + "…"}),
    ],
)
def test_what_becomes_of_an_argument(given: Any, found: Any) -> None:
    schema = {"type": "object", "properties": {"x": given}, "$defs": {"Kind": {"type": "string", "enum": ["a", "b"]}}}
    assert bounded(schema)["properties"] == ({} if found is None else {"x": found})
    if found is None:
        with pytest.raises(Unsupported):
            bounded({**schema, "required": ["x"]})


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.text())
def test_any_text_becomes_a_line_and_a_name(text: str) -> None:
    line, name = one_line(text, 40), snake(text)
    assert len(line) <= 40
    assert all(letter.isprintable() or letter in "\u200c\u200d" for letter in line)
    assert name == "" or (name.isidentifier() or name[0].isdigit())
    assert name == name.lower()
    assert name.isascii()


def test_names_of_tasks() -> None:
    assert snake("getForecastV2") == "get_forecast_v2"
    assert snake("HTTPServer.list-all") == "http_server_list_all"
    assert snake("GET /foods/{id}") == "get_foods_id"
    assert snake("天气") == ""


def test_fields_stop_early() -> None:
    deep: Any = "x"
    for _ in range(500):
        deep = {"a": deep}
    assert fields(deep) == ()
    assert fields({"a": [1, 2.5, True, None, {"b": "c"}], "d": {}}) == ("a.1: 1", "a.2: 2.5", "a.3: true", "a.5.b: c")
    assert len(fields(list(range(100_000)))) == 8


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "1e999", "{", "", "[" * 100_000])
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parsed(text)


@pytest.mark.parametrize(
    "broken",
    [
        {"anyOf": [5]},
        {"oneOf": ["text", {"type": "null"}]},
        {"allOf": [[{"type": "string"}]]},
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": [{}]},
    ],
)
def test_a_part_that_is_no_schema_leaves_the_tool_out(broken: object) -> None:
    with pytest.raises(Unsupported):
        bounded({"type": "object", "properties": {"x": broken}, "required": ["x"]})
