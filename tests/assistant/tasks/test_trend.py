"""Slopes: the median of all pairs, Sen's interval, and a direction only with evidence."""

from __future__ import annotations

import math
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import theilslopes

from assistant.facts import Source, Trended
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.series import DayValue
from assistant.tasks.stretch import Stretch
from assistant.tasks.trend import theil_sen, trended

END = date(2026, 11, 29)
VALUES = st.one_of(st.floats(-5000, 20000, allow_nan=False), st.integers(0, 5).map(float))


def of(measure: str, values: list[float | None], end: date = END) -> Trended:
    first = end - timedelta(days=len(values) - 1)
    days = tuple(DayValue(first + timedelta(days=n), value, "watch") for n, value in enumerate(values) if value is not None)
    return trended(Stretch(MEASURES[measure], Period(first, end), days, None, Source("record", "days", "watch")))


@given(st.lists(st.tuples(st.integers(0, 400), VALUES), min_size=3, max_size=40, unique_by=lambda pair: pair[0]))
def test_slope_and_interval_are_those_of_scipy(pairs: list[tuple[int, float]]) -> None:
    days, values = zip(*sorted(pairs), strict=True)
    ours, theirs = theil_sen(days, values), theilslopes(values, days)
    assert ours.slope == pytest.approx(float(theirs.slope), abs=1e-9)
    # Where every value is the same scipy's interval is that of the ranks as well: zero.
    assert (ours.low, ours.high) == (pytest.approx(float(theirs.low_slope), abs=1e-9), pytest.approx(float(theirs.high_slope), abs=1e-9))


@given(st.lists(VALUES, min_size=2, max_size=30))
def test_the_interval_holds_the_slope_and_turns_round_with_the_values(values: list[float]) -> None:
    days = range(len(values))
    found, mirrored = theil_sen(days, values), theil_sen(days, [-value for value in values])
    assert found.low <= found.slope <= found.high
    assert mirrored.slope == pytest.approx(-found.slope)
    assert mirrored.z == pytest.approx(-found.z)


def test_the_score_of_mann_and_kendall_by_hand() -> None:
    """Seven days that only rise: score 21 of 21, variance 7 · 6 · 19 / 18."""
    assert theil_sen(range(7), [1, 2, 3, 4, 5, 6, 7]).z == pytest.approx(20 / math.sqrt(7 * 6 * 19 / 18))
    # 1 1 2 3 3 3 4: score 17, and ties of two and of three days take (2·1·9 + 3·2·11) / 18 from the variance.
    assert theil_sen(range(7), [1, 1, 2, 3, 3, 3, 4]).z == pytest.approx(16 / math.sqrt((7 * 6 * 19 - 2 * 1 * 9 - 3 * 2 * 11) / 18))
    assert theil_sen(range(7), [5] * 7).z == 0


def test_a_slow_change_over_many_months_is_not_about_nothing() -> None:
    """A pulse that rises by seven beats in 120 days changes by 0.42 a week; "steady" would be false and "about 0" says nothing."""
    found = of("resting_heart_rate", [58 + 0.06 * n for n in range(120)])
    assert (found.direction, found.change.value) == ("rising", 0.4)
    assert found.low is not None
    assert found.high is not None
    assert (found.low.value, found.high.value) == (0.4, 0.4)


def test_an_interval_of_a_clear_change_does_not_seem_to_hold_zero() -> None:
    """In whole beats the interval of this falling pulse would be from -1 to 0."""
    found = of("resting_heart_rate", [64 - 0.07 * n + (n * 37 % 11 - 5) / 2 for n in range(60)])
    assert found.direction == "falling"
    assert found.low is not None
    assert found.high is not None
    assert -1 < found.low.value <= -found.change.value <= found.high.value < 0
    assert round(found.low.value) == -1
    assert round(found.high.value) == 0


def test_decimals_do_not_help_an_end_that_is_zero() -> None:
    """Days of energy, half of them at rest: the interval ends at exactly zero, and nobody burns 437.5 kcal less a week."""
    energy: list[float | None] = [2200, 2100, 2150, 2050, 1350, 1350, 1350, 2000, 1900, 1350, 1350, 1350]
    found = of("energy", energy)
    assert found.direction == "falling"
    assert found.high is not None
    assert found.high.value == 0
    assert found.change.value == 438


def test_a_change_no_larger_than_about_the_same_is_steady() -> None:
    width = MEASURES["steps"].same_within
    assert of("steps", [8000 + width * n / 10 for n in range(11)]).direction == "steady"
    assert of("steps", [8000 + (width + 1) * n / 10 for n in range(11)]).direction == "rising"
    assert of("steps", [8000 - (width + 1) * n / 10 for n in range(11)]).direction == "falling"


def test_the_interval_is_signed_and_per_week() -> None:
    found = of("steps", [8000.0 - 100 * n for n in range(14)])
    assert (found.direction, found.change.value) == ("falling", 700.0)
    assert found.low is not None
    assert found.high is not None
    assert (found.low.value, found.high.value) == (-700.0, -700.0)


def test_missing_days_count_as_time_that_passed() -> None:
    found = of("steps", [1000.0 * n if n % 3 else None for n in range(15)])
    assert (found.change.value, found.days_with_data, found.period.days) == (7000.0, 10, 15)


def test_over_a_leap_day_a_week_is_seven_days() -> None:
    values: list[float | None] = [1000.0 + 10 * n for n in range(30)]
    assert date(2028, 2, 29) in Period(date(2028, 2, 15), date(2028, 3, 15))
    assert of("steps", values, date(2028, 3, 15)).change.value == 70.0


def test_times_of_day_drift_by_minutes_across_midnight() -> None:
    """To bed at 23:30, and five minutes later every day: the change is a duration, not a time of day."""
    found = of("bedtime", [-30.0 + 5 * n for n in range(14)])
    assert (found.direction, found.change.value, found.change.unit) == ("rising", 35.0, "min")
    assert found.low is not None
    assert found.low.unit == "min"
