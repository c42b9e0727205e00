"""An MCP server that is a program of its own: started, talked to over its standard streams, and ended.

The library's own client reads a line for as long as it grows; here a line, and all that comes between two messages of ours, is bounded, what is
written to standard error goes nowhere, the environment is a short list, and whatever the program started ends with it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from subprocess import DEVNULL, PIPE
from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from anyio.abc import ByteReceiveStream, ByteSendStream, Process
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.client._transport import TransportStreams
    from mcp.shared.message import SessionMessage

__all__ = ["INHERITED", "LARGEST", "environment", "program"]

LARGEST = 4_000_000
"""Bytes that a server may send before it is asked again."""

MOST_MESSAGES = 1000  # in that time: each of them costs more than its bytes

INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "PATHEXT")
"""What a program needs to find itself and to write text; nothing that holds a key."""

PATIENCE = 0.5  # seconds that it has to end by itself, and again after it was asked to


def environment(own: Mapping[str, str]) -> dict[str, str]:
    """The variables of a program: the short list, and what the settings add."""
    return {name: os.environ[name] for name in INHERITED if name in os.environ} | dict(own)


@asynccontextmanager
async def program(command: Sequence[str], own: Mapping[str, str]) -> AsyncIterator[TransportStreams]:
    """The streams of a program's messages, as the library's session reads them. Raises `OSError` when it cannot be started."""
    from mcp.shared.message import SessionMessage

    # What it writes to standard error is dropped: a terminal obeys escape codes.
    process = await anyio.open_process(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment(own), start_new_session=True)
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        into, incoming = anyio.create_memory_object_stream["SessionMessage | Exception"](0)
        outgoing, out_of = anyio.create_memory_object_stream[SessionMessage](0)
        allowance = _Allowance()
        async with anyio.create_task_group() as group:
            group.start_soon(_read, process.stdout, into, allowance)
            group.start_soon(_write, process.stdin, out_of, into, allowance)
            try:
                yield incoming, outgoing
            finally:
                group.cancel_scope.cancel()
        for stream in (into, incoming, outgoing, out_of):
            stream.close()
    finally:
        with anyio.CancelScope(shield=True):
            await _end(process)


class _Allowance:
    """Bytes and messages that may still come before something is asked again."""

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        self.left, self.messages = LARGEST, MOST_MESSAGES


async def _read(stdout: ByteReceiveStream, into: MemoryObjectSendStream[SessionMessage | Exception], allowance: _Allowance) -> None:
    """Hands messages on, line by line. Ends, and with it the session, when the program does or floods."""
    from mcp.shared.message import SessionMessage
    from mcp.types import jsonrpc_message_adapter

    held = bytearray()
    async with into:
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, ConnectionError):
            async for chunk in stdout:
                allowance.left -= len(chunk)
                if allowance.left < 0:
                    return
                held += chunk
                *lines, rest = bytes(held).split(b"\n") if b"\n" in chunk else (bytes(held),)
                if not lines:
                    continue
                held = bytearray(rest)
                for line in lines:
                    allowance.messages -= 1
                    if allowance.messages < 0:
                        return
                    try:
                        await into.send(SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False)))
                    except ValueError:  # a banner or a log line among the messages
                        continue


async def _write(
    stdin: ByteSendStream,
    out_of: MemoryObjectReceiveStream[SessionMessage],
    into: MemoryObjectSendStream[SessionMessage | Exception],
    allowance: _Allowance,
) -> None:
    try:
        async for message in out_of:
            allowance.renew()
            await stdin.send(message.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n")
    except (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
        await into.aclose()  # nobody would ever answer


async def _end(process: Process) -> None:
    """Closes its input, which asks it to end; then asks it and all that it started by signal; then kills them."""
    assert process.stdin is not None
    with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
        await process.stdin.aclose()
    for wish in (None, signal.SIGTERM):
        if wish is not None:
            _signal(process, wish)
        with anyio.move_on_after(PATIENCE):
            await process.wait()
        if process.returncode is not None:
            break
    _signal(process, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)  # also what it left behind
    with anyio.move_on_after(PATIENCE):
        await process.aclose()


def _signal(process: Process, wish: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.terminate()
        else:
            os.killpg(process.pid, wish)  # it leads a group of its own
