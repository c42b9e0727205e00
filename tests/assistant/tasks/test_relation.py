"""Two measures together: Spearman over the days that both have, an interval that admits how little that is, and never a cause."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from assistant.errors import UsageError
from assistant.facts import Absent, Measured, Related
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.tasks.activity import activity
from assistant.tasks.heart_rate import heart_rate
from assistant.tasks.relation import spearman
from assistant.tasks.sleep import sleep

TODAY = date(2026, 11, 30)
END = date(2026, 11, 29)
MONTH = Period.last(30, END)
VALUES = st.one_of(st.integers(0, 4).map(float), st.floats(-1000, 1000, allow_nan=False).map(lambda value: round(value, 3)))


@given(st.lists(st.tuples(VALUES, VALUES), min_size=4, max_size=60))
def test_rho_is_that_of_scipy(pairs: list[tuple[float, float]]) -> None:
    first, second = zip(*pairs, strict=True)
    assume(len(set(first)) > 1 and len(set(second)) > 1)
    found = spearman(first, second)
    assert found.rho == pytest.approx(float(spearmanr(first, second).statistic), abs=1e-9)
    assert -1 <= found.low <= found.rho <= found.high <= 1


def test_the_interval_of_bonett_and_wright_by_hand() -> None:
    """Twenty pairs with a rho of about one half: the standard error in Fisher's scale is sqrt((1 + rho² / 2) / 17)."""
    rng = np.random.default_rng(3)
    first = rng.normal(size=20)
    second = 0.6 * first + rng.normal(size=20)
    rho = float(spearmanr(first, second).statistic)
    error = math.sqrt((1 + rho * rho / 2) / 17)
    found = spearman(first.tolist(), second.tolist())
    assert found.low == pytest.approx(math.tanh(math.atanh(rho) - 1.959964 * error), abs=1e-6)
    assert found.high == pytest.approx(math.tanh(math.atanh(rho) + 1.959964 * error), abs=1e-6)


def test_a_value_that_never_changes_goes_with_nothing() -> None:
    found = spearman([7.0] * 30, [float(n) for n in range(30)])
    assert (found.rho, found.low, found.high) == (0.0, -1.0, 1.0)


def test_the_same_order_and_its_reverse() -> None:
    days = [float(n) for n in range(20)]
    assert spearman(days, [value**3 for value in days]).low == 1.0
    assert spearman(days, [-value for value in days]).high == -1.0


async def relate(ask: Any, one: Any, two: Any, period: Period = MONTH) -> Related:
    (fact,) = await ask(activity, {"steps": one, "sleep_duration": two}, measure="steps", period=period, view="relate", other="sleep_duration")
    assert isinstance(fact, Related)
    return fact


async def test_against_each_other(ask: Any, until: Callable[..., Any]) -> None:
    fact = await relate(ask, until(END, [8000.0 + 100 * n for n in range(30)]), until(END, [480.0 - n - 7 * (n % 2) for n in range(30)]))
    assert (fact.measure, fact.other, fact.sign, fact.strength, fact.days_with_data, fact.lag) == (
        *("steps", "sleep_duration", "against", "strong", 30, 0),
    )
    assert fact.low <= fact.rho <= fact.high < 0
    assert fact.source.title == "fake watch"


async def test_only_days_that_have_both(ask: Any, until: Callable[..., Any]) -> None:
    one = until(END, [None if n % 5 == 0 else 8000.0 + n for n in range(30)])
    two = until(END, [None if n % 3 == 0 else 400.0 + n for n in range(30)])
    assert (await relate(ask, one, two)).days_with_data == len(one.keys() & two.keys()) == 16


@pytest.mark.parametrize(("days", "sign"), [(13, "none"), (14, "together")])
async def test_fewer_than_fourteen_days_are_no_link_however_strong(ask: Any, until: Callable[..., Any], days: int, sign: str) -> None:
    values = [float(n) for n in range(1, days + 1)]
    fact = await relate(ask, until(END, values), until(END, values))
    assert (fact.sign, fact.days_with_data, fact.rho) == (sign, days, 1.0)


async def test_an_interval_that_holds_zero_is_no_link(ask: Any, until: Callable[..., Any]) -> None:
    fact = await relate(ask, until(END, [float(n) for n in range(20)]), until(END, [400.0 + (n * 7) % 20 for n in range(20)]))
    assert fact.low < 0 < fact.high
    assert fact.sign == "none"


async def test_no_day_in_common(ask: Any, until: Callable[..., Any]) -> None:
    fact = await relate(ask, until(date(2026, 11, 10), [8000.0] * 3), until(END, [400.0] * 3))
    assert (fact.sign, fact.days_with_data, fact.rho, fact.low, fact.high) == ("none", 0, 0.0, -1.0, 1.0)


async def test_half_of_today_belongs_to_no_pair(ask: Any, until: Callable[..., Any]) -> None:
    fact = await relate(ask, until(TODAY, [8000.0 + n for n in range(20)]), until(TODAY, [400.0 + n for n in range(20)]), Period.last(20, TODAY))
    assert (fact.days_with_data, fact.period) == (19, Period.last(19, END))


async def test_one_that_was_never_recorded_is_absent(ask: Any, until: Callable[..., Any]) -> None:
    days = {"steps": until(END, [8000.0] * 20)}
    assert await ask(activity, days, measure="steps", period=MONTH, view="relate", other="weight") == (Absent("weight", MONTH, None),)
    assert await ask(sleep, days, measure="sleep_duration", period=MONTH, view="relate", other="steps") == (Absent("sleep_duration", MONTH, None),)


async def test_with_the_hrv_that_there_is(ask: Any, until: Callable[..., Any]) -> None:
    days = {"steps": until(END, [8000.0 + n for n in range(20)]), "hrv_sdnn": until(END, [40.0 + n for n in range(20)])}
    (fact,) = await ask(activity, days, measure="steps", period=MONTH, view="relate", other="hrv")
    assert isinstance(fact, Related)
    assert (fact.other, fact.sign) == ("hrv_sdnn", "together")
    # SDNN goes with RMSSD only where both were recorded.
    assert await ask(heart_rate, days, measure="hrv", period=MONTH, view="relate", other="hrv_sdnn") == (Absent("hrv", MONTH, None),)
    assert await ask(heart_rate, days, measure="hrv_sdnn", period=MONTH, view="relate", other="hrv") == (Absent("hrv", MONTH, None),)


@pytest.mark.parametrize("other", [None, "mood", "steps", "sleep_regularity"])
async def test_what_it_cannot_be_related_to(ask: Any, until: Callable[..., Any], other: str | None) -> None:
    with pytest.raises(UsageError):
        await ask(activity, {"steps": until(END, [8000.0] * 20)}, measure="steps", period=MONTH, view="relate", other=other)


async def test_a_figure_of_a_whole_period_has_no_days_to_relate(ask: Any, until: Callable[..., Any]) -> None:
    nights = {"bedtime": until(END, [0.0] * 7), "wake_time": until(END, [400.0, 420.0] * 3 + [400.0]), "steps": until(END, [8000.0] * 7)}
    (fact,) = await ask(sleep, nights, measure="sleep_regularity", period=MONTH, view="relate", other="steps")
    assert isinstance(fact, Measured)


def test_every_measure_but_those_of_a_whole_period_may_be_the_other() -> None:
    from assistant.tasks.whole import WHOLE_ONLY

    assert set(MEASURES) >= WHOLE_ONLY == {"sleep_regularity", "gmi"}
