"""Replies in other words than those that the verifier's words were gathered from: most of what the claims bear out passes, nothing damaged does."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.evals.verifier import evaluate, read_cases

HERE = Path(__file__).parent


@pytest.mark.parametrize("language", ["pt", "fi", "hi", "zh", "ar"])
def test_other_words_are_judged_right(language: str) -> None:
    scored = evaluate(case for case in read_cases(HERE / "other_words.jsonl") if case.language == language)
    assert len(scored) > 65
    assert [one.case.id for one in scored if one.accepted is not one.case.ok] == []


@pytest.mark.parametrize("language", ["pt", "fi", "hi", "zh", "ar"])
def test_of_a_strangers_replies_nearly_all_pass_and_no_damaged_one(language: str) -> None:
    scored = evaluate(read_cases(HERE / "development" / f"{language}.jsonl"))
    right = [one for one in scored if one.case.ok]
    assert len(right) == 70
    assert [one.case.id for one in scored if one.accepted and not one.case.ok] == []
    assert sum(not one.accepted for one in right) / len(right) <= 0.05
