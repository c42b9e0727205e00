"""Waiting for a call no longer than it was given, even when it pays no heed to being cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

__all__ = ["GRACE", "within"]

T = TypeVar("T")

GRACE = 1.0  # seconds in which a call that is cancelled may clean up; then it is left to itself


async def within(seconds: float, call: Coroutine[Any, Any, T], grace: float = GRACE) -> T:
    """What the call gives. Raises `TimeoutError` when its time is up: it is cancelled then, and after `grace` seconds nobody waits for it any more,
    for it may be caught in a thread or ignore that it was cancelled. `RuntimeError` for one that would end the program or cancels itself.

    A call that blocks the event loop cannot be left.
    """
    running = asyncio.ensure_future(_staying(call))
    try:
        done, _ = await asyncio.wait({running}, timeout=seconds)
    except asyncio.CancelledError:
        await _left(running, grace)
        raise
    if not done:
        await _left(running, grace)
        raise TimeoutError
    error = asyncio.CancelledError() if running.cancelled() else running.exception()
    if error is not None and not isinstance(error, Exception):
        raise RuntimeError(f"It ended with {type(error).__name__}.") from error
    return running.result()


async def _staying(call: Coroutine[Any, Any, T]) -> T:
    try:
        return await call
    except SystemExit as wish:  # a task of asyncio would pass it on to the whole program
        raise RuntimeError("It asked to end the program.") from wish


async def _left(running: asyncio.Future[Any], grace: float) -> None:
    running.cancel()
    running.add_done_callback(lambda over: over.cancelled() or over.exception())  # read, or the loop complains of it at the end
    await asyncio.wait({running}, timeout=grace)
