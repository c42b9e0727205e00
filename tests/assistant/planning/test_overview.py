"""A summary of a field tells its several figures; of one measure, that one."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from assistant.planning.several import leaves_out
from assistant.planning.slots import find_slots, slots_of
from assistant.planning.steps import steps_for
from assistant.tasks.registry import builtin_tasks
from assistant.types import Person, Plan, Turn

NOW = datetime(2026, 11, 30, 9, 30, tzinfo=timezone(timedelta(hours=1)))


def turn(text: str, language: str = "en") -> Turn:
    return Turn("t", 0, Person("demo", "Demo", "Europe/Berlin", NOW), text, language, NOW)


@pytest.mark.parametrize(
    ("task", "text", "language", "measures"),
    [
        ("sleep", "Give me a summary of my sleep last week", "en", ["sleep_duration", "deep_sleep", "rem_sleep", "awake"]),
        ("sleep", "Eine Zusammenfassung meines Schlafs letzte Woche", "de", ["sleep_duration", "deep_sleep", "rem_sleep", "awake"]),
        ("activity", "Give me a summary of my activity this month", "en", ["steps", "active_minutes", "distance", "energy"]),
        ("heart_rate", "an overview of my pulse last week", "en", ["resting_heart_rate", "hrv"]),
        ("sleep", "a summary of my deep sleep last week", "en", ["deep_sleep"]),
        ("activity", "sum up my steps of last week", "en", ["steps"]),
        ("sleep", "How did I sleep last week?", "en", ["sleep_duration"]),
    ],
)
def test_measures_of_a_summary(task: str, text: str, language: str, measures: list[str]) -> None:
    asked = turn(text, language)
    assert [step.args["measure"] for step in steps_for(task, asked, slots_of(asked), builtin_tasks())] == measures


def test_waking_before_an_hour_is_a_time_of_day_and_peaks_are_not_averaged() -> None:
    slots = find_slots("On how many days last month did I wake up before 7 am?", "en", NOW.date())
    assert ([word.says for word in slots.measures], slots.view) == (["wake_time"], "count")
    assert find_slots("my maximum heart rate last week", "en", NOW.date()).view == "extreme"
    assert find_slots("my maximum heart rate yesterday", "en", NOW.date()).view == "summary"


def test_nothing_is_held_against_less_than_nothing() -> None:
    assert find_slots("On how many days did I take at least -5 steps?", "en", NOW.date()).limit is None


def test_a_report_has_days_only_where_they_are_named() -> None:
    for text, has in (("a report for my doctor", False), ("a report for my doctor about last month", True)):
        asked = turn(text)
        assert ("period" in steps_for("report", asked, slots_of(asked), builtin_tasks())[0].args) is has


def test_the_wish_to_be_told_of_a_limit_leaves_nothing_out() -> None:
    asked = turn("Sag mir Bescheid, wenn mein Ruhepuls drei Tage hintereinander über 75 ist", "de")
    steps = steps_for("watch", asked, slots_of(asked), builtin_tasks())
    assert not leaves_out(asked, Plan("router", "answer", steps, ""))
