"""RMSSD and SDNN are two figures: the one that is recorded is told under its own name, and never both in one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from assistant.facts import Absent, Compared, Measured, Trended
from assistant.period import Period
from assistant.tasks.heart_rate import heart_rate

WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))
BEFORE = Period(date(2026, 11, 16), date(2026, 11, 22))


@pytest.mark.parametrize(("asked", "there"), [("hrv", "hrv_sdnn"), ("hrv_sdnn", "hrv")])
async def test_asked_for_one_where_only_the_other_is_recorded(ask: Any, until: Callable[..., Any], asked: str, there: str) -> None:
    days = {there: until(WEEK.end, [float(40 + 3 * n) for n in range(14)])}
    for view, kind in (("summary", Measured), ("trend", Trended), ("compare", Compared)):
        *missing, fact = await ask(heart_rate, days, measure=asked, period=WEEK, view=view)
        # "My HRV" may be either; SDNN asked for by name is said to be missing.
        assert missing == ([Absent("hrv_sdnn", WEEK, None)] if asked == "hrv_sdnn" else [])
        assert isinstance(fact, kind)
        assert getattr(fact, "measure", None) == there


async def test_where_both_are_recorded_each_is_its_own(ask: Any, until: Callable[..., Any]) -> None:
    days = {"hrv": until(WEEK.end, [30.0] * 7), "hrv_sdnn": until(WEEK.end, [60.0] * 7)}
    for name, value in (("hrv", 30.0), ("hrv_sdnn", 60.0)):
        (fact,) = await ask(heart_rate, days, measure=name, period=WEEK)
        assert isinstance(fact, Measured)
        assert (fact.measure, fact.quantity.value) == (name, value)


async def test_a_period_with_few_days_is_not_filled_up_with_the_other(ask: Any, until: Callable[..., Any]) -> None:
    days = {"hrv": until(WEEK.end, [30.0]), "hrv_sdnn": until(WEEK.end, [60.0] * 7)}
    (fact,) = await ask(heart_rate, days, measure="hrv", period=WEEK)
    assert isinstance(fact, Measured)
    assert (fact.measure, fact.days_with_data) == ("hrv", 1)


async def test_a_comparison_never_holds_one_against_the_other(ask: Any, until: Callable[..., Any]) -> None:
    """A new device: SDNN in both weeks, RMSSD only in the last."""
    days = {"hrv": until(WEEK.end, [30.0] * 7), "hrv_sdnn": until(WEEK.end, [60.0] * 14)}
    (fact,) = await ask(heart_rate, days, measure="hrv", period=WEEK, view="compare")
    assert isinstance(fact, Compared)
    assert (fact.measure, fact.now.measure, fact.before.measure) == ("hrv_sdnn", "hrv_sdnn", "hrv_sdnn")
    switched = {"hrv": until(WEEK.end, [30.0] * 7), "hrv_sdnn": until(BEFORE.end, [60.0] * 7)}
    one, two = await ask(heart_rate, switched, measure="hrv", period=WEEK, view="compare")
    assert isinstance(one, Measured)
    assert two == Absent("hrv", BEFORE, WEEK)


async def test_none_at_all(ask: Any) -> None:
    assert await ask(heart_rate, {}, measure="hrv", period=WEEK) == (Absent("hrv", WEEK, None),)
