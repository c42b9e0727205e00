"""Unusual days: outside the person's own range of the sixty days before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.facts import Absent, Measured, Odd, Unusual
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.records.series import DayValue
from assistant.tasks.activity import activity
from assistant.tasks.heart_rate import heart_rate
from assistant.tasks.unusual import baseline, usual

TODAY = date(2026, 11, 30)
WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))
BEFORE = Period(date(2026, 9, 24), date(2026, 11, 22))


def bpm(value: float) -> Quantity:
    return Quantity(value, "bpm")


async def test_by_hand(ask: Any, until: Callable[..., Any]) -> None:
    """Sixty days of 58, 60 and 62 in turn: median 60, MAD 2, so 60 ± 3 · 1.4826 · 2 = 51.1 to 68.9."""
    days = until(WEEK.end, [58.0, 60.0, 62.0] * 20 + [60.0, 51.0, 50.0, 69.0, 70.0, 60.0, 60.0])
    (fact,) = await ask(heart_rate, {"resting_heart_rate": days}, measure="resting_heart_rate", period=WEEK, view="unusual")
    assert isinstance(fact, Unusual)
    assert (fact.low, fact.high, fact.baseline, fact.days_with_data) == (bpm(51), bpm(69), BEFORE, 7)
    # A day that equals a limit as it is shown is not unusual.
    assert fact.days == (Odd(date(2026, 11, 25), bpm(50), "lowest"), Odd(date(2026, 11, 27), bpm(70), "highest"))


async def test_days_that_never_differ_leave_a_range_of_about_the_same(ask: Any, until: Callable[..., Any]) -> None:
    """MAD 0: without a least width the next beat more would be unusual."""
    days = until(WEEK.end, [60.0] * 60 + [60, 61, 62, 59, 58, 60, 60])
    (fact,) = await ask(heart_rate, {"resting_heart_rate": days}, measure="resting_heart_rate", period=WEEK, view="unusual")
    assert isinstance(fact, Unusual)
    assert MEASURES["resting_heart_rate"].same_within == 1
    assert (fact.low, fact.high) == (bpm(59), bpm(61))
    assert [(odd.quantity.value, odd.which) for odd in fact.days] == [(62.0, "highest"), (58.0, "lowest")]


async def test_none_is_an_answer(ask: Any, until: Callable[..., Any]) -> None:
    days = until(WEEK.end, [8000.0, 9000.0] * 33 + [8500.0])
    (fact,) = await ask(activity, {"steps": days}, measure="steps", period=WEEK, view="unusual")
    assert isinstance(fact, Unusual)
    assert fact.days == ()


@pytest.mark.parametrize(("known", "kind"), [(13, Measured), (14, Unusual)])
async def test_fourteen_days_must_say_what_is_usual(ask: Any, until: Callable[..., Any], known: int, kind: type) -> None:
    days = until(WEEK.end, [60.0] * known + [90.0] * 7)
    (fact,) = await ask(heart_rate, {"resting_heart_rate": days}, measure="resting_heart_rate", period=WEEK, view="unusual")
    assert isinstance(fact, kind)


async def test_days_older_than_sixty_do_not_count(ask: Any, until: Callable[..., Any]) -> None:
    days = until(BEFORE.start - timedelta(days=1), [40.0] * 100) | until(WEEK.end, [60.0] * 27)
    (fact,) = await ask(heart_rate, {"resting_heart_rate": days}, measure="resting_heart_rate", period=WEEK, view="unusual")
    assert isinstance(fact, Unusual)
    assert fact.low == bpm(59)


async def test_half_of_today_is_not_unusual(ask: Any, until: Callable[..., Any]) -> None:
    days = until(TODAY, [8000.0] * 70 + [200.0])
    (fact,) = await ask(activity, {"steps": days}, measure="steps", period=Period.last(7, TODAY), view="unusual")
    assert isinstance(fact, Unusual)
    assert (fact.days, fact.period.end) == ((), date(2026, 11, 29))


async def test_nothing_recorded_in_the_period(ask: Any, until: Callable[..., Any]) -> None:
    days = until(BEFORE.end, [60.0] * 60)
    (fact,) = await ask(heart_rate, {"resting_heart_rate": days}, measure="resting_heart_rate", period=WEEK, view="unusual")
    assert fact == Absent("resting_heart_rate", WEEK, BEFORE)


def test_the_sixty_days_before_cross_a_leap_day() -> None:
    assert baseline(Period(date(2028, 3, 1), date(2028, 3, 31))) == Period(date(2028, 1, 1), date(2028, 2, 29))


@given(st.sampled_from(sorted(MEASURES)), st.lists(st.floats(0, 20000, allow_nan=False), min_size=14, max_size=60))
def test_the_middle_is_usual_and_the_range_what_a_measure_can_be(name: str, values: list[float]) -> None:
    measure = MEASURES[name]
    inside = [min(max(value, measure.low), measure.high) for value in values]
    low, high = usual(measure, [DayValue(TODAY, value, "watch") for value in inside])
    assert measure.low <= low.value <= round(median(inside), measure.digits) <= high.value <= measure.high
