"""A person's days and glucose readings, and tasks asked about them as a plan would ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from assistant.datapipe import MemoryPipe
from assistant.facts import Fact
from assistant.period import Period
from assistant.records.sample import Readings
from assistant.records.series import DayValue
from assistant.tasks.spec import Context, TaskSpec
from assistant.testing import FakeRecords
from assistant.types import Json, Person

Days = Mapping[str, Mapping[date, float]]
Ask = Callable[..., Awaitable[tuple[Fact, ...]]]


class Recorded(FakeRecords):
    """Days by measure, glucose readings, and which source speaks for a day where it is not the fake watch."""

    def __init__(self, days: Days, readings: Sequence[Readings] = (), sources: Mapping[date, str] | None = None) -> None:
        super().__init__({("ana", measure): values for measure, values in days.items()})
        self._readings, self._sources = readings, sources or {}

    async def days(self, person: str, measure: str, period: Period) -> tuple[DayValue, ...]:
        found = await super().days(person, measure, period)
        return tuple(DayValue(day.day, day.value, self._sources.get(day.day, day.source)) for day in found)

    async def readings(self, person: str, measure: str, period: Period) -> tuple[Readings, ...]:
        return tuple(batch for batch in self._readings if batch.measure == measure)


@pytest.fixture
def context() -> Callable[..., Context]:
    def make(days: Days, readings: Sequence[Readings] = (), sources: Mapping[date, str] | None = None) -> Context:
        now = datetime.fromisoformat("2026-11-30T09:30+01:00")
        return Context(Person("ana", "Ana", "Europe/Berlin"), Recorded(days, readings, sources), now, "en", "", (), MemoryPipe())

    return make


@pytest.fixture
def ask(context: Callable[..., Context]) -> Ask:
    """`await ask(sleep, {"sleep_duration": until(day, [400])}, measure="sleep_duration", period="2026-11-29")`."""

    async def run(
        spec: TaskSpec, days: Days, *, readings: Sequence[Readings] = (), sources: Mapping[date, str] | None = None, **args: Json | Period
    ) -> tuple[Fact, ...]:
        plain: dict[str, Any] = {name: str(value) if isinstance(value, Period) else value for name, value in args.items()}
        facts = await spec.run(context(days, readings, sources), **spec.bind(plain))
        assert isinstance(facts, tuple)
        return facts

    return run


@pytest.fixture(scope="session")
def until() -> Callable[[date, Sequence[float | None]], dict[date, float]]:
    def values_until(day: date, values: Sequence[float | None]) -> dict[date, float]:
        """The values of the days that end with `day`; None is a day without data."""
        first = day - timedelta(days=len(values) - 1)
        return {first + timedelta(days=n): value for n, value in enumerate(values) if value is not None}

    return values_until


@pytest.fixture(scope="session")
def sensor() -> Callable[..., Readings]:
    def readings(at: Sequence[str], values: Sequence[float], source: str = "fake sensor") -> Readings:
        """Glucose readings in mg/dL at moments written with their offset."""
        moments = [datetime.fromisoformat(moment) for moment in at]
        start = np.array([round(moment.timestamp() * 1_000_000) for moment in moments], dtype=np.int64)
        east = [(moment.utcoffset() or timedelta()) // timedelta(minutes=1) for moment in moments]
        value = np.array(values, dtype=np.float64)
        return Readings("glucose", source, "mg/dL", start, start, np.array(east, dtype=np.int16), value, value)

    return readings
