"""Every data pipe there is, over one vault of two people and a clock that stands still."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from assistant.datapipe import MemoryPipe
from assistant.datapipe.limits import USUAL, Limits
from assistant.protocols import DataPipe


@dataclass
class Clock:
    now: datetime = field(default=datetime(2026, 11, 30, 8, 30, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def passes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass
class House:
    """Opens a pipe of one kind; `ana` and `ben` live there."""

    kind: str
    clock: Clock
    stack: AsyncExitStack

    async def pipe(self, limits: Limits = USUAL) -> DataPipe:
        return MemoryPipe(limits, clock=self.clock)


@pytest.fixture(params=["memory"])
async def house(request: pytest.FixtureRequest) -> AsyncIterator[House]:
    async with AsyncExitStack() as stack:
        yield House(request.param, Clock(), stack)


@pytest.fixture
async def pipe(house: House) -> DataPipe:
    return await house.pipe()
