"""The router on the questions that rules, words and exemplars are tuned on: what was mended stays mended. How good it is, only the frozen suite says.

No model: some seconds.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.evals.planning import Scored, evaluate, read_cases
from assistant.planning.router import Router
from assistant.tasks.registry import builtin_tasks
from assistant.testing import FakeRecords

CASES = Path(__file__).with_name("development.jsonl")
ENGLISH, OTHERS, EACH = 0.95, 0.95, 0.9  # shares of exact plans; measured: 1.00 everywhere, on what was tuned on
OTHER_LANGUAGES = ("es", "fr", "de", "it", "pt", "fi", "hi", "zh", "ar")


@pytest.fixture(scope="module")
async def scored(tmp_path_factory: pytest.TempPathFactory, anyio_backend: str) -> tuple[Scored, ...]:
    return await evaluate(Router(tmp_path_factory.mktemp("cache")), builtin_tasks(), read_cases(CASES), FakeRecords())


def share(scored: tuple[Scored, ...], *languages: str) -> float:
    own = [one.exact for one in scored if one.case.language in languages]
    assert len(own) == 40 * len(languages)
    return sum(own) / len(own)


async def test_english(scored: tuple[Scored, ...]) -> None:
    assert share(scored, "en") >= ENGLISH


async def test_the_other_languages_together(scored: tuple[Scored, ...]) -> None:
    assert share(scored, *OTHER_LANGUAGES) >= OTHERS


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
async def test_no_language_is_left_behind(scored: tuple[Scored, ...], language: str) -> None:
    assert share(scored, language) >= EACH


async def test_nothing_is_done_that_should_not_be(scored: tuple[Scored, ...]) -> None:
    assert [one.case.id for one in scored if one.acted and one.case.kind != "answer"] == []
    assert sum(one.effects for one in scored) == 0
