"""The made-up tasks: enough for a menu of 200, none like another, none of ours."""

from __future__ import annotations

from collections import Counter

import pytest

from assistant.errors import UsageError
from assistant.evals.distractors import distractors, filled
from assistant.tasks.registry import builtin_tasks

OURS = frozenset({spec.name for spec in builtin_tasks()} | {"nutrition", "medicine", "remind"})
NEAR_HEALTH = frozenset({"body_measurements", "mental_training", "care_contacts"})


def questions() -> list[str]:
    return [question.casefold() for spec in distractors() for question in spec.exemplars["en"]]


def test_there_are_195_with_names_of_their_own() -> None:
    names = [spec.name for spec in distractors()]
    assert len(names) == len(set(names)) == 195
    assert OURS.isdisjoint(names)


def test_families_are_of_like_size_and_none_is_ours() -> None:
    sizes = Counter(spec.family for spec in distractors())
    assert len(sizes) == 23
    assert {8, 9} == set(sizes.values())
    assert {spec.family for spec in builtin_tasks()}.isdisjoint(sizes)


def test_each_has_five_to_seven_questions_and_no_question_comes_twice() -> None:
    assert all(5 <= len(spec.exemplars["en"]) <= 7 for spec in distractors())
    assert len(questions()) == len(set(questions()))


def test_a_menu_of_fifty_already_mixes_families_and_some_lie_next_to_health() -> None:
    menu = filled(builtin_tasks(), 50)
    assert len(menu) == 50
    families = Counter(spec.family for spec in menu[len(builtin_tasks()) :])
    assert len(families) == 23
    assert sum(families[family] for family in NEAR_HEALTH) >= 4


def test_our_own_tasks_come_first_and_stay_when_the_menu_is_to_be_smaller() -> None:
    ours = builtin_tasks()
    assert filled(ours, 200)[: len(ours)] == ours
    assert filled(ours, 1) == ours


def test_more_than_there_are_is_refused() -> None:
    most = len(builtin_tasks()) + 195
    assert len(filled(builtin_tasks(), most)) == most
    with pytest.raises(UsageError, match=f"up to {most} tasks"):
        filled(builtin_tasks(), most + 1)
