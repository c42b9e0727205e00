"""A connection to an MCP server: made when it is first needed, held by a task of its own, given up when the server is, and made anew after that."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
from anyio import to_thread
from anyio.abc import TaskGroup, TaskStatus

from assistant.errors import TaskError
from assistant.services.configured import McpServer
from assistant.services.listing import Listing, OfferedTool, offered

if TYPE_CHECKING:
    from mcp import Client
    from mcp.client._transport import TransportStreams
    from mcp.types import CallToolResult, Tool

__all__ = ["MOST_TOOLS", "Connection"]

_Given = TypeVar("_Given")
_LOG = logging.getLogger(__name__)
MOST_TOOLS = 200
MOST_PAGES = 10


@dataclass(frozen=True, slots=True)
class _Held:
    client: Client
    scope: anyio.CancelScope
    tools: tuple[OfferedTool, ...]


class Connection:
    """One server. group: whose end is the connection's. Every failure is a `TaskError` of one sentence, without a word of the server's."""

    def __init__(self, name: str, server: McpServer, listing: Listing, group: TaskGroup) -> None:
        self._name = name
        self._server = server
        self._listing = listing
        self._group = group
        self._held: _Held | None = None
        self._connecting = anyio.Lock()

    async def tools(self) -> tuple[OfferedTool, ...]:
        """What it offers now, at most `MOST_TOOLS`; the listing is written anew."""

        async def ask(held: _Held) -> tuple[OfferedTool, ...]:
            return held.tools

        return await self._asked(ask)

    async def call(self, tool: OfferedTool, arguments: Mapping[str, Any]) -> CallToolResult:
        """What a tool answers, provided that it still is what it was when its task was made."""
        from mcp.types import CallToolRequest, CallToolRequestParams, CallToolResult

        async def ask(held: _Held) -> CallToolResult:
            if tool not in held.tools:
                raise TaskError(
                    f"The MCP server {self._name!r} no longer has this tool as it was; `auricle tasks list` shows what it is now, "
                    "and it is used after Auricle was started again."
                )
            # Not `client.call_tool`: it matches the answer with the server's own schema, whose patterns may take for ever.
            request = CallToolRequest(params=CallToolRequestParams(name=tool.name, arguments=dict(arguments)))
            return await held.client.session.send_request(request, CallToolResult)

        return await self._asked(ask)

    async def _asked(self, ask: Callable[[_Held], Awaitable[_Given]]) -> _Given:
        from mcp import MCPError
        from mcp.types import CONNECTION_CLOSED, REQUEST_TIMEOUT

        held: _Held | None = None
        try:
            with anyio.fail_after(self._server.timeout):
                held = await self._connected()
                return await ask(held)
        except TimeoutError as error:
            self._drop(held)
            raise TaskError(f"The MCP server {self._name!r} did not answer within {self._server.timeout:g} seconds.") from error
        except MCPError as error:
            _LOG.debug("the MCP server %s answered with an error", self._name, exc_info=error)
            if error.code in (CONNECTION_CLOSED, REQUEST_TIMEOUT):
                self._drop(held)
                raise TaskError(f"The MCP server {self._name!r} broke off; it is asked anew next time.") from error
            raise TaskError(f"The MCP server {self._name!r} refused what it was asked.") from error
        except TaskError:
            raise
        except Exception as error:  # an answer that is none, a stream that broke: it is somebody else's program
            _LOG.debug("the MCP server %s failed", self._name, exc_info=error)
            self._drop(held)
            raise TaskError(f"The MCP server {self._name!r} gave an answer that is none.") from error

    async def _connected(self) -> _Held:
        async with self._connecting:
            if self._held is None:
                try:
                    self._held = await self._group.start(self._hold)
                except Exception as error:
                    _LOG.debug("the MCP server %s cannot be reached", self._name, exc_info=error)
                    raise TaskError(f"The MCP server {self._name!r} cannot be {self._how}") from error
            return self._held

    @property
    def _how(self) -> str:
        if self._server.command:
            return f"started; try the command {self._server.command[0]!r} by hand."
        return f"reached; is {self._server.url} right, and on?"

    async def _hold(self, *, task_status: TaskStatus[_Held] = anyio.TASK_STATUS_IGNORED) -> None:
        """Opens the connection and keeps it in one task, as its cancel scopes demand. After it is open no failure leaves this task."""
        from mcp import Client

        _quiet()
        held: _Held | None = None
        try:
            with anyio.CancelScope() as scope:
                async with Client(self._transport(), cache=None) as client:
                    held = _Held(client, scope, await self._listed(client))
                    task_status.started(held)
                    await anyio.sleep_forever()
        except Exception as error:
            if held is None:
                raise
            _LOG.debug("the connection to the MCP server %s ended", self._name, exc_info=error)
        finally:
            if held is not None and self._held is held:
                self._held = None

    async def _listed(self, client: Client) -> tuple[OfferedTool, ...]:
        from mcp.types import ListToolsRequest, ListToolsResult, PaginatedRequestParams

        found: list[Tool] = []
        cursor: str | None = None
        for _ in range(MOST_PAGES):
            page = await client.session.send_request(ListToolsRequest(params=PaginatedRequestParams(cursor=cursor)), ListToolsResult)
            found += page.tools
            cursor = page.next_cursor
            if cursor is None or len(found) >= MOST_TOOLS:
                break
        tools = offered(found[:MOST_TOOLS])
        with suppress(OSError):  # where nothing can be written it is asked at every start
            await to_thread.run_sync(self._listing.write, tools)
        return tools

    def _transport(self) -> AbstractAsyncContextManager[TransportStreams]:
        from assistant.services.address import address
        from assistant.services.program import program

        server = self._server
        if server.url is not None:
            return address(server.url, server.token.get_secret_value() if server.token else None, server.timeout)
        return program(server.command, {name: value.get_secret_value() for name, value in server.env.items()})

    def _drop(self, held: _Held | None) -> None:
        if held is not None:
            held.scope.cancel()
            if self._held is held:
                self._held = None


def _quiet() -> None:
    """The library reports every bad line of a server with a traceback; those are for --debug alone."""
    for name in ("mcp", "client", "httpx2"):
        logger = logging.getLogger(name)
        if not any(isinstance(handler, logging.NullHandler) for handler in logger.handlers):
            logger.addHandler(logging.NullHandler())
