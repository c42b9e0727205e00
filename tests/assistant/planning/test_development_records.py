"""The router on questions about every kind of record that rules, words and exemplars are tuned on. How good it is, only the frozen suite says."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.evals.planning import Scored, evaluate, read_cases
from assistant.planning.router import Router
from assistant.tasks.registry import builtin_tasks
from assistant.testing import FakeRecords

CASES = Path(__file__).with_name("development_records.jsonl")
ENGLISH, OTHERS = 0.85, 0.85  # shares of exact plans; measured: .94 and .96


@pytest.fixture(scope="module")
async def scored(tmp_path_factory: pytest.TempPathFactory, anyio_backend: str) -> tuple[Scored, ...]:
    return await evaluate(Router(tmp_path_factory.mktemp("cache")), builtin_tasks(), read_cases(CASES), FakeRecords())


async def test_english_and_the_others(scored: tuple[Scored, ...]) -> None:
    english = [one.exact for one in scored if one.case.language == "en"]
    others = [one.exact for one in scored if one.case.language != "en"]
    assert sum(english) / len(english) >= ENGLISH
    assert sum(others) / len(others) >= OTHERS


async def test_nothing_is_done_that_should_not_be(scored: tuple[Scored, ...]) -> None:
    assert [one.case.id for one in scored if one.acted and one.case.kind != "answer"] == []
    assert sum(one.effects for one in scored) == 0
