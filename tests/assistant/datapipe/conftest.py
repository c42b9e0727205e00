"""Every data pipe there is, over one vault of two people and a clock that stands still."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

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

    def rows(self) -> list[tuple[Any, ...]]:
        """Everything that lies in the database, as whoever steals it sees it."""
        if self.kind == "sqlite":
            with closing(sqlite3.connect(self.folder / "pipe.sqlite")) as database:
                return database.execute("SELECT * FROM value ORDER BY number").fetchall()
        with psycopg.connect(self.address) as server:
            return server.execute("SELECT * FROM auricle_value ORDER BY number").fetchall()


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


@pytest.fixture
async def make_house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Callable[[str], House]]:
    async with AsyncExitStack() as stack:

        def make(kind: str) -> House:
            address = request.getfixturevalue("fresh") if kind == "postgres" else ""
            return House(kind, tmp_path, Clock(), stack, home(tmp_path), address)

        yield make


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def house(request: pytest.FixtureRequest, make_house: Callable[[str], House]) -> House:
    return make_house(request.param)


@pytest.fixture
async def pipe(house: House) -> DataPipe:
    return await house.pipe()
