"""The router on the frozen questions about every kind of record. The floors are generous: they tell of a break, and nobody tunes on the texts."""

from __future__ import annotations

import pytest

from assistant.evals.planning import evaluate, read_cases
from assistant.planning.router import Router
from assistant.tasks.registry import builtin_tasks
from assistant.testing import FakeRecords

ENGLISH, OTHERS = 0.70, 0.75  # shares of exact plans


async def test_exact_plans_of_the_records_suite(tmp_path_factory: pytest.TempPathFactory) -> None:
    scored = await evaluate(Router(tmp_path_factory.mktemp("cache")), builtin_tasks(), read_cases(suite="records"), FakeRecords())
    english = [one.exact for one in scored if one.case.language == "en"]
    others = [one.exact for one in scored if one.case.language != "en"]
    assert (sum(english) / len(english) >= ENGLISH, sum(others) / len(others) >= OTHERS) == (True, True)
