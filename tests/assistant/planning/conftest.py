"""A turn, made-up tasks, and an orchestrator around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from assistant.datapipe import MemoryPipe
from assistant.errors import TaskError
from assistant.execution import Executor
from assistant.facts import Fact, Found, Source
from assistant.orchestrator import Orchestrator
from assistant.protocols import Planner
from assistant.tasks.spec import Context, Outcome, TaskSpec, task
from assistant.testing import FakeRecords
from assistant.types import Person, Turn

NOW = datetime(2026, 11, 30, 9, 30, tzinfo=timezone(timedelta(hours=1)))
PERSON = Person("demo", "Demo", "Europe/Berlin", NOW)


@pytest.fixture
def ask() -> Callable[..., Turn]:
    def make(text: str = "How to improve my sleep?", language: str = "en", **more: Any) -> Turn:
        return Turn("t", 0, PERSON, text, language, NOW, **more)

    return make


@task(chat_name="Web search", permission="network", outputs={"link": {"type": "string"}})
async def web_search(context: Context, query: str) -> Outcome:
    """Find a page elsewhere."""
    return Outcome((Found("A page", Source("web", query, "A page")),), {"link": "https://pages.example/1"})


@task(chat_name="Broken", outputs={"url": {"type": "string"}})
async def broken(context: Context, query: str) -> Outcome:
    """Find a page in a place that is closed."""
    raise TaskError("The place is closed.")


@task(chat_name="Diary", permission="effect")
async def write_note(context: Context, text: str) -> tuple[Fact, ...]:
    """Write something down."""
    raise AssertionError("an effect ran without a yes")


@task(chat_name="Counter")
async def count_days(context: Context, days: int, unit: str = "days") -> tuple[Fact, ...]:
    """Count days."""
    return (Found(f"{days} {unit}", Source("knowledge", "x", "x")),)


@pytest.fixture
def made_up() -> dict[str, TaskSpec]:
    return {spec.name: spec for spec in (web_search, broken, write_note, count_days)}


@pytest.fixture
def orchestra() -> Callable[[Planner, Sequence[TaskSpec]], Orchestrator]:
    def make(planner: Planner, tasks: Sequence[TaskSpec]) -> Orchestrator:
        executor = Executor({spec.name: spec for spec in tasks}, FakeRecords(), MemoryPipe())
        return Orchestrator({planner.name: planner}, tasks, executor, default=planner.name)

    return make
