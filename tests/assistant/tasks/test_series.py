"""Questions over days: numbers add up as they are shown, nothing recorded is never zero, and half a day is not a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.datapipe import MemoryPipe
from assistant.errors import PlanError, UsageError
from assistant.facts import Absent, Compared, Extreme, Fact, Measured, Trended
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.tasks.activity import activity
from assistant.tasks.clock import clock
from assistant.tasks.heart_rate import heart_rate
from assistant.tasks.series import Asked, examine
from assistant.tasks.sleep import sleep
from assistant.tasks.spec import Context
from assistant.tasks.whole import WHOLE_ONLY
from assistant.testing import FakeRecords
from assistant.types import Json, Person

TODAY = date(2026, 11, 30)
WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))


def context(measure: str, values: Mapping[date, float], pipe: MemoryPipe | None = None) -> Context:
    now = datetime.fromisoformat("2026-11-30T09:30+01:00")
    return Context(Person("ana", "Ana", "Europe/Berlin"), FakeRecords({("ana", measure): values}), now, "en", "", (), pipe or MemoryPipe())


def until(day: date, values: Sequence[float | None]) -> dict[date, float]:
    """The values of the days that end with `day`; None is a day without data."""
    first = day - timedelta(days=len(values) - 1)
    return {first + timedelta(days=n): value for n, value in enumerate(values) if value is not None}


async def steps(values: Mapping[date, float], period: Period, view: str = "summary", **more: Json) -> tuple[Fact, ...]:
    args: dict[str, Json] = {"measure": "steps", "period": str(period), "view": view, **more}
    return await activity.run(context("steps", values), **activity.bind(args))


async def test_one_day_is_its_value() -> None:
    (fact,) = await steps(until(WEEK.end, [8143]), Period.day(WEEK.end))
    assert isinstance(fact, Measured)
    assert (fact.statistic, fact.quantity, fact.days_with_data) == ("value", Quantity(8143.0, "count"), 1)


async def test_all_that_there_ever_was_has_a_mean_though_nothing_before_it() -> None:
    (fact,) = await steps(until(WEEK.end, [4, 8]), Period(date.min, date.max))
    assert isinstance(fact, Measured)
    assert (fact.quantity.value, fact.days_with_data) == (6.0, 2)
    for view in ("compare", "unusual"):
        with pytest.raises(UsageError, match="days back from 0001-01-01"):
            await steps(until(WEEK.end, [4, 8]), Period(date.min, date.max), view)


async def test_a_week_is_the_mean_and_the_total_when_no_day_is_missing() -> None:
    mean, total = await steps(until(WEEK.end, [1, 2, 3, 4, 5, 6, 8]), WEEK)
    assert isinstance(mean, Measured)
    assert isinstance(total, Measured)
    assert (mean.statistic, mean.quantity.value) == ("mean", 4.0)
    assert (total.statistic, total.quantity.value) == ("total", 29.0)


async def test_a_missing_day_is_not_zero_and_leaves_no_total() -> None:
    (mean,) = await steps(until(WEEK.end, [1000, None, 3000, 1000, 3000, 1000, 3000]), WEEK)
    assert isinstance(mean, Measured)
    assert (mean.quantity.value, mean.days_with_data, mean.period.days) == (2000.0, 6, 7)


async def test_nights_have_no_total() -> None:
    facts = await sleep.run(context("sleep_duration", until(WEEK.end, [400.0] * 7)), measure="sleep_duration", period=WEEK)
    assert [fact.statistic for fact in facts if isinstance(fact, Measured)] == ["mean"]


async def test_nothing_recorded_says_what_is_known() -> None:
    period = Period(date(2026, 9, 21), date(2026, 9, 27))
    assert await steps(until(WEEK.end, [1, 2]), period) == (Absent("steps", period, Period(date(2026, 11, 28), date(2026, 11, 29))),)
    assert await steps({}, period) == (Absent("steps", period, None),)


async def test_half_of_today_is_left_out_of_an_average() -> None:
    values = until(TODAY, [8000, 8000, 8000, 1756])
    (mean, _) = await steps(values, Period.last(4, TODAY))
    assert isinstance(mean, Measured)
    assert (mean.quantity.value, mean.period) == (8000.0, Period.last(3, date(2026, 11, 29)))
    (low,) = await steps(values, Period.last(4, TODAY), "extreme", which="lowest")
    assert isinstance(low, Extreme)
    assert low.day == date(2026, 11, 27)
    (so_far,) = await steps(values, Period.day(TODAY))
    assert isinstance(so_far, Measured)
    assert so_far.quantity.value == 1756.0


async def test_today_so_far_and_yesterday_stand_side_by_side_without_a_verdict() -> None:
    one, two = await steps(until(TODAY, [8000, 1756]), Period.day(TODAY), "compare")
    assert isinstance(one, Measured)
    assert isinstance(two, Measured)
    assert (one.quantity.value, two.quantity.value) == (1756.0, 8000.0)


async def test_last_night_counts_although_today_is_not_over() -> None:
    (fact,) = await sleep.run(context("sleep_duration", until(TODAY, [400, 300])), measure="sleep_duration", period=Period.last(2, TODAY))
    assert isinstance(fact, Measured)
    assert (fact.quantity.value, fact.days_with_data) == (350.0, 2)


async def test_days_to_come_do_not_count_as_missing() -> None:
    period = Period(TODAY, date(2026, 12, 6))
    (fact,) = await sleep.run(context("sleep_duration", until(TODAY, [400])), measure="sleep_duration", period=period)
    assert isinstance(fact, Measured)
    assert fact.period == Period.day(TODAY)
    assert isinstance((await steps(until(TODAY, [5]), Period.day(date(2026, 12, 2))))[0], Absent)


async def test_a_comparison_is_with_the_stretch_before_unless_told() -> None:
    values = until(WEEK.end, [5000.0] * 7 + [9000.0] * 7)
    (fact,) = await steps(values, WEEK, "compare")
    assert isinstance(fact, Compared)
    assert (fact.verdict, fact.difference.value, fact.before.period) == ("more", 4000.0, Period(date(2026, 11, 16), date(2026, 11, 22)))
    (told,) = await steps(values, WEEK, "compare", against="2026-11-22/2026-11-28")
    assert isinstance(told, Compared)
    assert told.before.period == Period(date(2026, 11, 22), date(2026, 11, 28))


async def test_when_one_side_has_no_data_the_other_is_still_told() -> None:
    one, two = await steps(until(WEEK.end, [9000.0] * 7), WEEK, "compare")
    assert isinstance(one, Measured)
    assert isinstance(two, Absent)


async def test_an_average_is_compared_as_it_is_shown() -> None:
    """6.44 and 6.16 kilometres are shown as 6.4 and 6.2: the difference is 0.2, not 0.28."""
    values = until(WEEK.end, [6.16] * 7 + [6.44] * 7)
    (fact,) = await activity.run(context("distance", values), measure="distance", period=WEEK, view="compare")
    assert isinstance(fact, Compared)
    assert (fact.now.quantity.value, fact.before.quantity.value, fact.difference.value, fact.verdict) == (6.4, 6.2, 0.2, "more")


@given(
    st.sampled_from(sorted(set(MEASURES) - WHOLE_ONLY)),
    st.lists(st.floats(0, 20000, allow_nan=False), min_size=14, max_size=14),
)
async def test_differences_and_verdicts_follow_from_the_shown_numbers(name: str, values: list[float]) -> None:
    (fact,) = await examine(context(name, until(WEEK.end, values)), name, Asked(WEEK, "compare"))
    assert isinstance(fact, Compared)
    now, before, measure = fact.now.quantity.value, fact.before.quantity.value, MEASURES[name]
    assert fact.difference.value == pytest.approx(abs(now - before), abs=1e-9)
    assert all(round(number, measure.digits) == number for number in (now, before, fact.difference.value))
    assert (fact.verdict == "same") == (fact.difference.value < measure.same_within)
    assert fact.verdict == "same" or (fact.verdict == "more") == (now > before)


async def test_the_extreme_is_the_earliest_of_equal_days() -> None:
    values = until(WEEK.end, [5, 9, 9, 2, 2, 7, 9])
    for which, day, value in (("highest", date(2026, 11, 24), 9.0), ("lowest", date(2026, 11, 26), 2.0)):
        (fact,) = await steps(values, WEEK, "extreme", which=which)
        assert isinstance(fact, Extreme)
        assert (fact.day, fact.quantity.value, fact.days_with_data) == (day, value, 7)


async def test_a_trend_has_a_direction_only_with_evidence() -> None:
    rising = [5000 + 40 * n + (250 if n % 2 else -250) for n in range(28)]
    cases: list[tuple[list[float], str]] = [
        ([float(value) for value in rising], "rising"),
        ([float(value) for value in reversed(rising)], "falling"),
        ([8000.0 + (900 if n % 2 else -900) for n in range(28)], "steady"),
        ([8000.0] * 28, "steady"),
        # Clear, and too small to matter: 3 steps a day.
        ([8000.0 + 3 * n for n in range(28)], "steady"),
    ]
    for values, direction in cases:
        (fact,) = await steps(until(WEEK.end, values), Period.last(28, WEEK.end), "trend")
        assert isinstance(fact, Trended)
        assert fact.direction == direction
        assert fact.change.value >= 0


async def test_one_wild_day_does_not_make_a_trend() -> None:
    values = [8000.0 + (n * 37) % 100 for n in range(28)]
    values[-1] = 40000.0
    (fact,) = await steps(until(WEEK.end, values), Period.last(28, WEEK.end), "trend")
    assert isinstance(fact, Trended)
    assert fact.direction == "steady"


async def test_the_slope_is_theil_and_sens() -> None:
    from scipy.stats import theilslopes

    values = [7000 + 61.0 * n + 300 * ((n * 7919) % 13 - 6) for n in range(40)]
    kept = until(WEEK.end, [value if n % 6 else None for n, value in enumerate(values)])
    (fact,) = await steps(kept, Period.last(40, WEEK.end), "trend")
    assert isinstance(fact, Trended)
    slope = theilslopes(list(kept.values()), [day.toordinal() for day in kept]).slope
    assert fact.change.value == round(7 * slope)
    assert fact.days_with_data == len(kept)


async def test_fewer_than_seven_days_have_a_mean_and_no_trend() -> None:
    (fact,) = await steps(until(WEEK.end, [1000, None, 3000, 1000, 3000, 1000, 3000]), WEEK, "trend")
    assert isinstance(fact, Measured)
    assert (fact.statistic, fact.quantity.value) == ("mean", 2000.0)


async def test_seven_days_with_data_are_enough_for_a_trend() -> None:
    values = until(WEEK.end, [1000, None, 2000, 3000, 4000, None, 5000, 6000, 7000])
    (fact,) = await steps(values, Period.last(9, WEEK.end), "trend")
    assert isinstance(fact, Trended)
    assert (fact.direction, fact.days_with_data) == ("rising", 7)


async def test_february_of_a_leap_year_has_twenty_nine_days() -> None:
    february = Period(date(2024, 2, 1), date(2024, 2, 29))
    mean, total = await steps(until(february.end, [1000.0] * 29), february)
    assert isinstance(total, Measured)
    assert isinstance(mean, Measured)
    assert (mean.quantity.value, total.quantity.value, total.days_with_data) == (1000.0, 29000.0, 29)


async def test_times_of_day_have_a_mean_across_midnight_and_differ_by_minutes() -> None:
    """To bed at 23:30 and at 00:30: on average at midnight, and half an hour before that is half an hour."""
    nights = context("bedtime", until(WEEK.end, [-30.0] * 7 + [-30.0, 30.0, 0.0, 0.0, -30.0, 30.0, 0.0]))
    (fact,) = await sleep.run(nights, measure="bedtime", period=WEEK, view="compare")
    assert isinstance(fact, Compared)
    assert (fact.now.quantity, fact.before.quantity) == (Quantity(0.0, "clock"), Quantity(-30.0, "clock"))
    assert (fact.difference, fact.verdict) == (Quantity(30.0, "min"), "more")


async def test_the_source_names_the_device_and_its_key_finds_the_days() -> None:
    pipe = MemoryPipe()
    (fact,) = await heart_rate.run(context("hrv", until(WEEK.end, [40.04, 42.0]), pipe), measure="hrv", period=WEEK)
    assert isinstance(fact, Measured)
    assert (fact.source.kind, fact.source.title) == ("record", "fake watch")
    assert await pipe.get("ana", fact.source.key) == [["2026-11-28", 40.04, "fake watch"], ["2026-11-29", 42.0, "fake watch"]]


async def test_another_persons_days_are_not_seen() -> None:
    own = context("steps", {})
    other = Context(
        Person("ben", "Ben", "Europe/Berlin"), FakeRecords({("ana", "steps"): until(WEEK.end, [1, 2])}), own.now, "en", "", (), MemoryPipe()
    )
    assert await activity.run(other, measure="steps", period=WEEK) == (Absent("steps", WEEK, None),)


def test_arguments_that_do_not_fit_are_refused() -> None:
    for args in ({"measure": "mood", "period": "2026-11-23/2026-11-29"}, {"measure": "steps"}, {"measure": "steps", "period": "last week"}):
        with pytest.raises(PlanError):
            activity.bind(args)


async def test_the_clock_says_the_persons_time() -> None:
    own = context("steps", {})
    (fact,) = await clock.run(own, asked="date")
    assert (getattr(fact, "at", None), getattr(fact, "asked", None)) == (own.now, "date")
