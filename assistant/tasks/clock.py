"""The task `clock`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Fact, Moment, Source
from assistant.tasks.spec import Context, task

__all__ = ["clock"]


@task(chat_name="Clock", family="everyday")
async def clock(context: Context, asked: Literal["time", "date"]) -> tuple[Fact, ...]:
    """The time of day, or today's date, where the person is."""
    return (Moment(context.now, asked, Source("clock", "clock", "Clock")),)
