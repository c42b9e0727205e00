"""Every MCP server and hosted service of the settings, open: their tasks, and what each of them is in words.

async with open_services(settings, taken={spec.name for spec in ours}) as theirs:
    tasks = (*ours, *theirs)
"""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from anyio.abc import TaskGroup

from assistant.errors import AuricleError
from assistant.services.configured import McpServer
from assistant.services.foreign import one_line
from assistant.services.schema import Unsupported
from assistant.tasks.spec import TaskSpec
from assistant.together import together

if TYPE_CHECKING:
    from assistant.services.connection import Connection
    from assistant.settings import Settings

__all__ = ["open_services"]

_LOG = logging.getLogger(__name__)
Tell = Callable[[str], None]


@asynccontextmanager
async def open_services(
    settings: Settings, taken: Collection[str] = (), tell: Tell = _LOG.warning, *, fresh: bool = False
) -> AsyncIterator[tuple[TaskSpec, ...]]:
    """Their tasks, by name. Connections are made when a tool is first called, and end with the block.

    taken: names that they may not use. tell: gets one sentence for each thing that is left out. fresh: ask every server what it offers now, rather
    than go by what it offered last time.
    """
    if not settings.mcp and not settings.services:
        yield ()
        return
    async with together() as group:
        found: list[TaskSpec] = []
        for name, service in settings.services.items():
            from assistant.services.hosted import service_tasks

            found += await to_thread.run_sync(service_tasks, name, service, tell)
        found += await _of_servers(settings, group, tell, fresh)
        used = set(taken)
        kept = []
        for spec in found:
            if spec.name in used:
                tell(f"{spec.chat_name} would be called {spec.name!r}, and that name is taken; it is left out.")
                continue
            used.add(spec.name)
            kept.append(spec)
        try:
            yield tuple(sorted(kept, key=lambda spec: spec.name))
        finally:
            group.cancel_scope.cancel()


async def _of_servers(settings: Settings, group: TaskGroup, tell: Tell, fresh: bool) -> Sequence[TaskSpec]:
    if not settings.mcp:
        return ()
    if importlib.util.find_spec("mcp") is None:
        tell("The MCP servers of the settings are left out: install what talks to them with `pip install 'auricle[mcp]'`.")
        return ()
    from assistant.services.connection import Connection
    from assistant.services.listing import Listing

    found: dict[str, Sequence[TaskSpec]] = {}

    async def one(name: str, server: McpServer) -> None:
        listing = Listing(settings.data, name, server)
        found[name] = await _of_server(name, server, Connection(name, server, listing, group), listing, tell, fresh)

    async with together() as asking:
        for name, server in settings.mcp.items():
            asking.start_soon(one, name, server)
    return [spec for name in settings.mcp for spec in found[name]]


async def _of_server(name: str, server: McpServer, connection: Connection, listing: Any, tell: Tell, fresh: bool) -> Sequence[TaskSpec]:
    from assistant.services.mcp_tools import tool_task

    tools = None if fresh else listing.read()
    if tools is None or not set(server.tools) <= {tool.name for tool in tools}:
        try:
            tools = await connection.tools()
        except AuricleError as error:
            tell(f"{error} Its tools are left out.")
            return ()
    by_name = {tool.name: tool for tool in tools}
    if not server.tools:
        offers = one_line(", ".join(by_name), 200) or "none"
        tell(f"The MCP server {name!r} offers {offers}; name those to use in the setting mcp.{name}.tools.")
    found = []
    for wanted in server.tools:
        try:
            if wanted not in by_name:
                raise Unsupported("the server does not offer it")
            found.append(tool_task(name, server, by_name[wanted], connection))
        except Unsupported as error:
            tell(f"The tool {one_line(wanted, 60)!r} of the MCP server {name!r} is left out: {error}.")
    return found
