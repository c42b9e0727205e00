"""Every data pipe there is, over one vault of two people and a clock that stands still."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from assistant.datapipe import MemoryPipe
from assistant.datapipe.limits import USUAL, Limits
from assistant.datapipe.postgres import PostgresPipe
from assistant.datapipe.sqlite import SqlitePipe
from assistant.protocols import DataPipe
from assistant.records.vault import Vault
from assistant.types import Person


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
    folder: Path
    clock: Clock
    stack: AsyncExitStack
    vault: Vault
    address: str = ""

    async def pipe(self, limits: Limits = USUAL) -> DataPipe:
        if self.kind == "memory":
            return MemoryPipe(limits, clock=self.clock)
        if self.kind == "sqlite":
            return SqlitePipe(self.folder, self.vault, limits, clock=self.clock)
        return await self.stack.enter_async_context(PostgresPipe(self.address, self.vault, limits, clock=self.clock))


def home(folder: Path) -> Vault:
    vault = Vault.open(folder, None, lambda: None)
    vault.add(Person("ana", "Ana Quintero", "Europe/Madrid"))
    vault.add(Person("ben", "Ben Ostermann", "Europe/Berlin"))
    return vault


@pytest.fixture
def fresh(postgres: str) -> str:
    """The address of a server without the pipe's table."""
    with psycopg.connect(postgres, autocommit=True) as database:
        database.execute("DROP TABLE IF EXISTS auricle_value")
    return postgres


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    async with AsyncExitStack() as stack:
        address = request.getfixturevalue("fresh") if request.param == "postgres" else ""
        yield House(request.param, tmp_path, Clock(), stack, home(tmp_path), address)


@pytest.fixture
async def pipe(house: House) -> DataPipe:
    return await house.pipe()
