"""Side by side, with plain errors: a task group whose one failure comes out as itself, not wrapped in an `ExceptionGroup`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from anyio.abc import TaskGroup

__all__ = ["together"]


@asynccontextmanager
async def together() -> AsyncIterator[TaskGroup]:
    """An `anyio` task group; when its tasks fail, the first error is raised (callers handle errors by kind, and one sentence is enough)."""
    try:
        async with anyio.create_task_group() as group:
            yield group
    except BaseExceptionGroup as errors:
        raise _first(errors) from errors


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
