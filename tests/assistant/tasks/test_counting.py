"""N of m days: as the values are shown, of the days with data, with the limit as it was said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import TaskError
from assistant.facts import Absent, Counted, Measured, Source
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.records.series import DayValue
from assistant.tasks.activity import activity
from assistant.tasks.counting import counted
from assistant.tasks.sleep import sleep
from assistant.tasks.stretch import Stretch

TODAY = date(2026, 11, 30)
WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))
BOUNDS = st.sampled_from(["at_least", "above", "at_most", "below"])


@pytest.mark.parametrize(("bound", "met"), [("at_least", 4), ("above", 3), ("at_most", 3), ("below", 2)])
async def test_a_value_that_equals_the_limit(ask: Any, until: Callable[..., Any], bound: str, met: int) -> None:
    days = until(WEEK.end, [7000, 8000, None, 9000, 12000, 3000, 8001])
    (fact,) = await ask(activity, {"steps": days}, measure="steps", period=WEEK, view="count", limit=8000, bound=bound)
    assert isinstance(fact, Counted)
    assert (fact.bound, fact.limit, fact.days_met, fact.days_with_data, fact.period) == (bound, Quantity(8000.0, "count"), met, 6, WEEK)


async def test_a_value_counts_as_it_is_shown(ask: Any, until: Callable[..., Any]) -> None:
    """5.96 kilometres are shown as 6.0, so they are at least six and not below."""
    for bound, met in (("at_least", 1), ("below", 0)):
        (fact,) = await ask(activity, {"distance": until(WEEK.end, [5.96])}, measure="distance", period=WEEK, view="count", limit=6, bound=bound)
        assert isinstance(fact, Counted)
        assert fact.days_met == met


async def test_before_eleven_at_night_is_a_negative_limit(ask: Any, until: Callable[..., Any]) -> None:
    days = until(WEEK.end, [-90, -60, -59, 20])
    (fact,) = await ask(sleep, {"bedtime": days}, measure="bedtime", period=WEEK, view="count", limit=-60, bound="below")
    assert isinstance(fact, Counted)
    assert (fact.days_met, fact.days_with_data, fact.limit.unit) == (1, 4, "clock")


async def test_half_of_today_is_no_day_that_missed_the_limit(ask: Any, until: Callable[..., Any]) -> None:
    days = until(TODAY, [9000, 9000, 1200])
    (fact,) = await ask(activity, {"steps": days}, measure="steps", period=Period.last(3, TODAY), view="count", limit=8000)
    assert isinstance(fact, Counted)
    assert (fact.days_met, fact.days_with_data, fact.period) == (2, 2, Period.last(2, date(2026, 11, 29)))


async def test_without_a_limit_it_says_what_is_missing(ask: Any, until: Callable[..., Any]) -> None:
    with pytest.raises(TaskError, match="limit"):
        await ask(activity, {"steps": until(WEEK.end, [9000])}, measure="steps", period=WEEK, view="count")


async def test_nothing_recorded_is_not_zero_days(ask: Any) -> None:
    assert await ask(activity, {}, measure="steps", period=WEEK, view="count", limit=1) == (Absent("steps", WEEK, None),)


async def test_a_figure_of_a_whole_period_has_no_days_to_count(ask: Any, until: Callable[..., Any]) -> None:
    nights = {"bedtime": until(WEEK.end, [0] * 7), "wake_time": until(WEEK.end, [400, 420] * 3 + [400])}
    (fact,) = await ask(sleep, nights, measure="sleep_regularity", period=WEEK, view="count", limit=30)
    assert isinstance(fact, Measured)


@given(st.sampled_from(sorted(MEASURES)), st.lists(st.floats(-100, 20000, allow_nan=False), min_size=1, max_size=20), st.floats(-100, 20000), BOUNDS)
def test_what_keeps_to_a_limit_and_what_does_not_are_all_days(name: str, values: list[float], limit: float, bound: Any) -> None:
    start = date(2028, 2, 20)
    days = tuple(DayValue(date.fromordinal(start.toordinal() + n), value, "watch") for n, value in enumerate(values))
    stretch = Stretch(MEASURES[name], Period(start, days[-1].day), days, None, Source("record", "days", "watch"))
    other: Any = {"at_least": "below", "below": "at_least", "above": "at_most", "at_most": "above"}[bound]
    assert counted(stretch, bound, limit).days_met + counted(stretch, other, limit).days_met == len(values)
