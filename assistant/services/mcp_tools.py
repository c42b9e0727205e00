"""Tools of an MCP server as tasks: what planners read of them is short, marked and harmless, and what they answer is quoted.

A tool's name, description and schema are somebody else's words. The name of the task is made of letters of it, the description is cut to a line that
says whose it is, the schema is taken over in a bounded form, and what a tool says of its own safety is believed only where it makes us more careful.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from anyio import to_thread

from assistant.errors import NoData, TaskError
from assistant.facts import Excerpt, Source
from assistant.loopback import host_of
from assistant.services.configured import McpServer
from assistant.services.connection import Connection
from assistant.services.foreign import fields, language_of, one_line, parsed, quoted_sentences, readable, snake
from assistant.services.listing import LONGEST_DESCRIPTION, OfferedTool
from assistant.services.schema import Unsupported, bounded, validated
from assistant.tasks.spec import Context, Outcome, Permission, Provider, TaskFunction, TaskSpec

if TYPE_CHECKING:
    from mcp.types import CallToolResult, ContentBlock

__all__ = ["outcome", "provider_of", "tool_task"]


def tool_task(server_name: str, server: McpServer, tool: OfferedTool, connection: Connection) -> TaskSpec:
    """The task that calls a tool. Raises `Unsupported` for one that cannot be taken over."""
    short = snake(tool.name)
    if not short:
        raise Unsupported("its name has no letters")
    if tool.schema is None:
        raise Unsupported("its schema is too large")
    name = f"{server_name}_{short}"
    schema = bounded(tool.schema)
    chat_name = f"{server_name.replace('_', ' ').capitalize()}: {short.replace('_', ' ')}"
    permission: Permission = "effect" if tool.careful else server.permission
    return TaskSpec(
        name,
        chat_name,
        one_line(f"Tool of another program ({server_name}), in its own unchecked words: {tool.description or short}", LONGEST_DESCRIPTION),
        schema,
        _calling(connection, tool, chat_name),
        permission=permission,
        seconds=server.timeout + 1,  # the connection's own limit comes first, and knows more
        untrusted=True,
        exemplars=server.exemplars.get(tool.name, {}),
        outputs={"text": {"type": "string", "description": f"what {chat_name} answered"}},
        output="pipe",
        cost="network" if server.url else "seconds",
        family=server_name,
        provider=provider_of(server_name, server),
        bound=validated(name, schema),
    )


def provider_of(name: str, server: McpServer) -> Provider | None:
    """Who answers at an address; None for a program on this machine, which answers itself."""
    if server.url is None:
        return None
    host, said = host_of(server.url), server.provider
    if said is None:
        return Provider(name, host, "not stated", "not stated", "the arguments of the call")
    return Provider(said.name, host, said.key_from, said.privacy, said.leaves)


def _calling(connection: Connection, tool: OfferedTool, chat_name: str) -> TaskFunction:
    async def run(context: Context, /, **arguments: Any) -> Outcome:
        result = await connection.call(tool, arguments)
        if result.is_error:
            # Its reason is not repeated: an error is read by planners as ours.
            raise TaskError(f"{chat_name} could not do that; other words or arguments may do better.")
        return await to_thread.run_sync(outcome, result, chat_name, context.language)

    return run


def outcome(result: CallToolResult, chat_name: str, language: str) -> Outcome:
    """Text as a quotation and as `text`; everything else by kind and size. Raises `NoData` for an answer with nothing in it."""
    texts = [text for block in result.content[:100] if (text := readable(_text(block)))]
    if result.structured_content is not None and not texts:
        texts = [readable(json.dumps(result.structured_content, ensure_ascii=False, default=str))]
    whole = readable("\n".join(texts))
    if not whole:
        raise NoData(f"{chat_name} answered with nothing.")
    sentences = _data(result.structured_content, whole)
    if not sentences:
        language = language_of(whole, language)
        sentences = quoted_sentences(whole, language)
    return Outcome((Excerpt(chat_name, language, sentences, Source("service", chat_name, chat_name)),), {"text": whole})


def _data(structured: Any, text: str) -> tuple[str, ...]:
    """The fields of an answer that is data; empty for prose."""
    if isinstance(structured, dict) and structured.keys() == {"result"}:  # how the library wraps what is no object
        structured = structured["result"]
    if isinstance(structured, dict | list):
        return fields(structured)
    try:
        value = parsed(text)
    except ValueError:
        return ()
    return fields(value) if isinstance(value, dict | list) else ()


def _text(block: ContentBlock) -> str:
    match block.type:
        case "text":
            return block.text
        case "image" | "audio":
            return _sized(block.mime_type, len(block.data) * 3 // 4)
        case "resource":
            held = block.resource
            return held.text if hasattr(held, "text") else _sized(held.mime_type, len(held.blob) * 3 // 4)
        case "resource_link":
            return f"[{one_line(block.name, 80)}]"


def _sized(kind: str | None, size: int) -> str:
    return f"[{one_line(kind or 'something', 40)}, {size / 1000:.1f} kB]"
