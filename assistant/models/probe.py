"""What an endpoint can do, found out by asking it: a few tiny requests, none of which has anything to do with a person."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import anyio

from assistant.errors import ModelError, ModelRefused
from assistant.models.failures import failures
from assistant.models.fitting import fitting

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from assistant.models.client import OpenAIModel

__all__ = ["Abilities", "probe"]

SECONDS = 15.0  # for all questions after the first, which has the endpoint's own patience
_ROOM = 64  # tokens: enough for a word, and for a model that clears its throat first
_SCHEMA = {
    "type": "object",
    "properties": {"colour": {"type": "string", "enum": ["blue", "green"]}},
    "required": ["colour"],
    "additionalProperties": False,
}
_TOOL = {
    "type": "function",
    "function": {
        "name": "temperature",
        "description": "The temperature at a place.",
        "parameters": {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]},
    },
}
_CONTEXT = ("max_model_len", "context_length", "context_window", "max_context_length", "n_ctx", "n_ctx_train")  # as servers call it


@dataclass(frozen=True, slots=True)
class Abilities:
    """schema: it can be bound to a JSON schema. tools: it calls them. streams: it answers in pieces.

    vision: it sees pictures, None when nobody asked. context: tokens of question and answer together, None when it does not tell.
    """

    schema: bool
    tools: bool
    streams: bool
    vision: bool | None = None
    context: int | None = None

    def __str__(self) -> str:
        """In words: "bound to a JSON schema, calls tools, answers in pieces, 8192 tokens of context"."""
        parts = [
            "bound to a JSON schema" if self.schema else "asked for JSON in words",
            "calls tools" if self.tools else "calls no tools",
            "answers in pieces" if self.streams else "answers in one piece",
        ]
        if self.vision is not None:
            parts.append("sees pictures" if self.vision else "sees no pictures")
        if self.context is not None:
            parts.append(f"{self.context} tokens of context")
        return ", ".join(parts)


async def probe(model: OpenAIModel, *, vision: bool = False) -> Abilities:
    """Ask, and have the model remember it (`OpenAIModel.dialect`). Raises `ModelError` when it does not answer at all.

    vision: whether to ask about a picture, which only a role that looks at some needs.
    """
    found: dict[str, Any] = {"schema": await _schema(model)}

    async def ask(name: str) -> None:
        found[name] = await _QUESTIONS[name](model)

    with anyio.move_on_after(SECONDS):
        async with anyio.create_task_group() as group:
            for name in ("tools", "streams", "context", *(("vision",) if vision else ())):
                group.start_soon(ask, name)
    abilities = Abilities(
        found["schema"], found.get("tools", False), found.get("streams", False), found.get("vision", False) if vision else None, found.get("context")
    )
    model.dialect.without |= {name for name, known in (("response_format", abilities.schema), ("stream", abilities.streams)) if not known}
    return abilities


async def _schema(model: OpenAIModel) -> bool:
    """Nothing in the words asks for JSON, so JSON means that the schema was looked at."""
    form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": _SCHEMA, "strict": True}}
    try:
        answer = await model.ask(_user("Name a colour."), _ROOM, response_format=form)
    except ModelRefused:
        return False
    return not fitting(answer.text, _SCHEMA)[1]


async def _tools(model: OpenAIModel) -> bool:
    try:
        answer = await model.ask(_user("How warm is it in Turku now? Use the tool."), _ROOM, tools=[_TOOL])
    except ModelError:
        return False
    return "temperature" in answer.called


async def _streams(model: OpenAIModel) -> bool:
    try:
        async with aclosing(cast("AsyncGenerator[str]", model.stream(_user("Say hello."), max_tokens=_ROOM))) as pieces:
            await anext(pieces)
    except (ModelError, StopAsyncIteration):
        return False
    return "stream" not in model.dialect.without


async def _vision(model: OpenAIModel) -> bool:
    content = [{"type": "text", "text": "Which colour is this picture? One word."}, {"type": "image_url", "image_url": {"url": _red()}}]
    try:
        answer = await model.ask([{"role": "user", "content": content}], _ROOM)
    except ModelError:
        return False
    return "red" in answer.text.lower()


async def _context(model: OpenAIModel) -> int | None:
    """As the list of models tells it; most servers have a word of their own for it."""
    try:
        with failures(model.endpoint):
            listed = await model.client.models.list()
        entries = {str(each.id): {**(each.model_extra or {}).get("meta", {}), **(each.model_extra or {})} for each in listed.data}
    except (ModelError, TypeError, AttributeError):
        return None
    told = entries.get(model.endpoint.model) or (next(iter(entries.values())) if len(entries) == 1 else {})
    return next((told[name] for name in _CONTEXT if type(told.get(name)) is int and told[name] > 0), None)


_QUESTIONS = {"tools": _tools, "streams": _streams, "vision": _vision, "context": _context}


def _user(text: str) -> Sequence[dict[str, str]]:
    return ({"role": "user", "content": text},)


def _red(side: int = 32) -> str:
    """A red square, as a PNG in a data URL."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = (b"\0" + b"\xff\0\0" * side) * side
    png = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"
