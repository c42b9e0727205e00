"""Blood pressure is two figures that are told together, unless one of them is meant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from assistant.facts import Absent, Compared, Counted, Extreme, Measured
from assistant.period import Period
from assistant.tasks.blood_pressure import blood_pressure

WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))


@pytest.mark.parametrize("view", ["summary", "compare", "trend", "assess", "unusual"])
async def test_both_figures_in_each_view_of_the_whole(ask: Any, until: Callable[..., Any], view: str) -> None:
    days = {"systolic": until(WEEK.end, [120.0 + n % 3 for n in range(70)]), "diastolic": until(WEEK.end, [80.0 + n % 2 for n in range(70)])}
    facts = await ask(blood_pressure, days, measure="systolic", period=WEEK, view=view)
    names = [fact.now.measure if isinstance(fact, Compared) else getattr(fact, "measured", fact).measure for fact in facts]
    assert names == ["systolic", "diastolic"]


async def test_diastolic_alone(ask: Any, until: Callable[..., Any]) -> None:
    days = {"systolic": until(WEEK.end, [120.0]), "diastolic": until(WEEK.end, [80.0])}
    (fact,) = await ask(blood_pressure, days, measure="diastolic", period=WEEK)
    assert isinstance(fact, Measured)
    assert fact.measure == "diastolic"


async def test_a_limit_and_a_day_belong_to_one_figure(ask: Any, until: Callable[..., Any]) -> None:
    days = {"systolic": until(WEEK.end, [120.0, 135.0, 128.0]), "diastolic": until(WEEK.end, [80.0, 82.0, 90.0])}
    (counted,) = await ask(blood_pressure, days, measure="systolic", period=WEEK, view="count", limit=130, bound="above")
    assert isinstance(counted, Counted)
    assert (counted.measure, counted.days_met, counted.days_with_data) == ("systolic", 1, 3)
    (highest,) = await ask(blood_pressure, days, measure="systolic", period=WEEK, view="extreme")
    assert isinstance(highest, Extreme)
    assert highest.day == date(2026, 11, 28)


async def test_nothing_recorded_is_said_once(ask: Any, until: Callable[..., Any]) -> None:
    assert await ask(blood_pressure, {}, measure="systolic", period=WEEK) == (Absent("systolic", WEEK, None),)
    upper, lower = await ask(blood_pressure, {"systolic": until(WEEK.end, [120.0])}, measure="systolic", period=WEEK)
    assert isinstance(upper, Measured)
    assert lower == Absent("diastolic", WEEK, None)
