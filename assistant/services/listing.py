"""What an MCP server offered when it was last looked at, kept in the data folder.

It lets the assistant know its tasks without starting every server, and it is what a server is held to: a tool that is something else by the time it
is called is not called.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from assistant.atomic import written
from assistant.services.configured import McpServer
from assistant.services.foreign import one_line

if TYPE_CHECKING:
    from mcp.types import Tool

__all__ = ["LARGEST_DEFINITION", "LONGEST_DESCRIPTION", "Listing", "OfferedTool", "offered"]

LONGEST_DESCRIPTION = 200
LARGEST_DEFINITION = 64_000  # characters of a tool's schema; a larger one counts as none


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool as its server lists it. careful: it says itself that it changes things. schema: None when it is too large to be looked at."""

    name: str
    description: str
    schema: Mapping[str, Any] | None
    careful: bool = False


def offered(tools: Iterable[Tool]) -> tuple[OfferedTool, ...]:
    found = []
    for tool in tools:
        hints = tool.annotations
        careful = hints is not None and (hints.destructive_hint is True or hints.read_only_hint is False)
        small = len(json.dumps(tool.input_schema, default=str)) <= LARGEST_DEFINITION
        found.append(
            OfferedTool(tool.name[:200], one_line(tool.description or "", LONGEST_DESCRIPTION), tool.input_schema if small else None, careful)
        )
    return tuple(found)


class Listing:
    """The tools of one server in a file. It is void once the settings name another program or address."""

    def __init__(self, folder: Path, name: str, server: McpServer) -> None:
        self._path = folder / "mcp" / f"{name}.json"
        self._of = hashlib.sha256(json.dumps([server.command, server.url]).encode()).hexdigest()

    def read(self) -> tuple[OfferedTool, ...] | None:
        """None when there is none for this server, or it cannot be read."""
        try:
            held = json.loads(self._path.read_text(encoding="utf-8"))
            return TypeAdapter(tuple[OfferedTool, ...]).validate_python(held["tools"]) if held["of"] == self._of else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, tools: Sequence[OfferedTool]) -> None:
        """Raises `OSError`; what is not kept is asked again."""
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with written(self._path, mode=0o600) as file:
            file.write(json.dumps({"of": self._of, "tools": [asdict(tool) for tool in tools]}).encode())
