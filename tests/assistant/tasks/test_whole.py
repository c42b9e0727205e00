"""Figures of a whole period: regularity of the nights, and glucose from all readings."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.facts import Absent, Compared, Extreme, Fact, Measured, Trended
from assistant.measures import Quantity
from assistant.period import Period
from assistant.tasks.glucose import glucose
from assistant.tasks.sleep import sleep
from assistant.tasks.whole import gmi

TODAY = date(2026, 11, 30)
WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))
BEFORE = Period(date(2026, 11, 16), date(2026, 11, 22))


def only(facts: tuple[Fact, ...]) -> Measured:
    (fact,) = facts
    assert isinstance(fact, Measured)
    return fact


# — regularity —


async def test_regularity_is_the_spread_of_the_midpoints(ask: Any, until: Callable[..., Any]) -> None:
    """Midpoints at 180, 210, 240, 210 and 180 minutes: mean 204, squares 576 + 36 + 1296 + 36 + 576 = 2520, and 2520 / 4 = 630, whose root is 25."""
    days = {"bedtime": until(WEEK.end, [-60, -30, 0, -60, -60]), "wake_time": until(WEEK.end, [420, 450, 480, 480, 420])}
    fact = only(await ask(sleep, days, measure="sleep_regularity", period=WEEK))
    assert (fact.measure, fact.statistic, fact.quantity, fact.days_with_data) == ("sleep_regularity", "mean", Quantity(25.0, "min"), 5)
    assert fact.source.title == "fake watch"


async def test_nights_without_one_of_the_two_do_not_count(ask: Any, until: Callable[..., Any]) -> None:
    days = {"bedtime": until(WEEK.end, [0.0] * 6), "wake_time": until(WEEK.end, [400, None, 410, 420, 430, 440])}
    assert only(await ask(sleep, days, measure="sleep_regularity", period=WEEK)).days_with_data == 5


async def test_four_nights_tell_only_when_they_began_and_ended(ask: Any, until: Callable[..., Any]) -> None:
    days = {"bedtime": until(WEEK.end, [-30, 30, 30, -30]), "wake_time": until(WEEK.end, [400, 420, 400, 420])}
    began, ended = await ask(sleep, days, measure="sleep_regularity", period=WEEK, view="assess")
    assert isinstance(began, Measured)
    assert isinstance(ended, Measured)
    assert (began.measure, began.quantity, ended.measure, ended.quantity) == (
        *("bedtime", Quantity(0.0, "clock"), "wake_time", Quantity(410.0, "clock")),
    )


async def test_no_nights(ask: Any, until: Callable[..., Any]) -> None:
    days = {"bedtime": until(BEFORE.end, [0.0]), "wake_time": until(BEFORE.end, [400.0])}
    assert await ask(sleep, days, measure="sleep_regularity", period=WEEK) == (Absent("sleep_regularity", WEEK, Period.day(BEFORE.end)),)


async def test_two_weeks_of_nights_are_compared(ask: Any, until: Callable[..., Any]) -> None:
    days = {
        "bedtime": until(WEEK.end, [-60.0, 60.0] * 3 + [0.0] + [0.0] * 7),
        "wake_time": until(WEEK.end, [360.0, 480.0] * 3 + [420.0] + [420.0] * 7),
    }
    (fact,) = await ask(sleep, days, measure="sleep_regularity", period=WEEK, view="compare")
    assert isinstance(fact, Compared)
    assert (fact.verdict, fact.now.quantity.value, fact.before.quantity.value) == ("less", 0.0, 60.0)
    few = {name: {day: value for day, value in values.items() if day > date(2026, 11, 20)} for name, values in days.items()}
    assert [fact.measure for fact in await ask(sleep, few, measure="sleep_regularity", period=WEEK, view="compare")] == ["bedtime", "wake_time"]


# — glucose —


def hours(day: date, count: int, offset: str = "+01:00") -> list[str]:
    return [f"{day}T{hour:02}:00{offset}" for hour in range(count)]


async def test_a_mean_is_of_all_readings_not_of_the_days(ask: Any, until: Callable[..., Any], sensor: Callable[..., Any]) -> None:
    """One day has twenty readings of 100, the next two of 200: the mean is 2400 / 22, not 150."""
    one, two = date(2026, 11, 28), date(2026, 11, 29)
    readings = (sensor([*hours(one, 20), *hours(two, 2)], [100.0] * 20 + [200.0] * 2),)
    days = {"glucose": until(two, [100.0, 200.0])}
    fact = only(await ask(glucose, days, readings=readings, measure="glucose", period=WEEK))
    assert (fact.quantity, fact.days_with_data, fact.source.title) == (Quantity(109.0, "mg/dL"), 2, "fake sensor")


async def test_both_ends_of_the_range_are_in_it(ask: Any, until: Callable[..., Any], sensor: Callable[..., Any]) -> None:
    readings = (sensor(hours(WEEK.end, 5), [69.9, 70.0, 120.0, 180.0, 180.1]),)
    for name, value in (("time_in_range", 60.0), ("time_below_range", 20.0), ("time_above_range", 20.0)):
        assert only(await ask(glucose, {}, readings=readings, measure=name, period=WEEK)).quantity == Quantity(value, "%")


async def test_variability_is_the_spread_by_the_mean(ask: Any, sensor: Callable[..., Any]) -> None:
    """90, 110, 100: standard deviation 10, mean 100."""
    readings = (sensor(hours(WEEK.end, 3), [90.0, 110.0, 100.0]),)
    assert only(await ask(glucose, {}, readings=readings, measure="glucose_variability", period=WEEK)).quantity == Quantity(10.0, "%")
    alone = (sensor(hours(WEEK.end, 1), [90.0]),)
    assert await ask(glucose, {}, readings=alone, measure="glucose_variability", period=WEEK) == (Absent("glucose_variability", WEEK, None),)


@pytest.mark.parametrize(("days", "told"), [(13, "glucose"), (14, "gmi")])
async def test_the_management_indicator_needs_fourteen_days(
    ask: Any, until: Callable[..., Any], sensor: Callable[..., Any], days: int, told: str
) -> None:
    """154 mg/dL: 3.31 + 0.02392 · 154 = 6.99."""
    period = Period.last(14, WEEK.end)
    at = [moment for n in range(days) for moment in hours(WEEK.end - timedelta(days=n), 2)]
    fact = only(
        await ask(glucose, {}, readings=(sensor(at, [154.0] * len(at)),), measure="gmi", period=period, view="assess" if days < 14 else "summary")
    )
    assert (fact.measure, fact.days_with_data) == (told, days)
    assert fact.quantity.value == (7.0 if told == "gmi" else 154.0)
    # From daily figures where there are no readings.
    fact = only(await ask(glucose, {"glucose": until(WEEK.end, [154.0] * days)}, measure="gmi", period=period))
    assert (fact.measure, fact.days_with_data) == (told, days)


def test_the_formula_of_bergenstal() -> None:
    """The table of the article: a mean of 100 mg/dL is 5.7 %, of 150 6.9 %, of 250 9.3 %."""
    assert [round(gmi(mean), 1) for mean in (100, 150, 250)] == [5.7, 6.9, 9.3]


async def test_each_reading_belongs_to_the_day_of_its_own_offset(ask: Any, sensor: Callable[..., Any]) -> None:
    """Half past midnight in Tokyo is still the day before in Berlin, and counts for the day in Tokyo."""
    readings = (sensor(["2026-11-23T00:30+09:00", "2026-11-22T23:30+01:00", "2026-11-29T23:59-08:00"], [100.0, 300.0, 120.0]),)
    fact = only(await ask(glucose, {}, readings=readings, measure="glucose", period=WEEK))
    assert (fact.quantity.value, fact.days_with_data) == (110.0, 2)


async def test_the_source_that_speaks_for_a_day_is_the_only_one(ask: Any, until: Callable[..., Any], sensor: Callable[..., Any]) -> None:
    """A sensor and a meter on the same day: the store says which of them the day's figure comes from."""
    day = WEEK.end
    readings = (sensor(hours(day, 4), [100.0] * 4, "sensor"), sensor(hours(day, 2), [200.0] * 2, "meter"))
    for source, value in (("sensor", 100.0), ("meter", 200.0)):
        fact = only(await ask(glucose, {"glucose": {day: value}}, readings=readings, sources={day: source}, measure="glucose", period=WEEK))
        assert (fact.quantity.value, fact.source.title) == (value, source)


async def test_without_readings_the_days_speak(ask: Any, until: Callable[..., Any]) -> None:
    days = {"time_in_range": until(WEEK.end, [60.0, 80.0]), "glucose": until(WEEK.end, [100.0, 140.0])}
    assert only(await ask(glucose, days, measure="time_in_range", period=WEEK)).quantity.value == 70.0
    assert only(await ask(glucose, days, measure="glucose", period=WEEK)).quantity.value == 120.0


async def test_readings_of_a_morning_are_not_a_day(ask: Any, until: Callable[..., Any], sensor: Callable[..., Any]) -> None:
    readings = (sensor([*hours(TODAY, 9), *hours(WEEK.end, 9)], [200.0] * 9 + [100.0] * 9),)
    week = only(await ask(glucose, {}, readings=readings, measure="glucose", period=Period.last(7, TODAY)))
    assert (week.quantity.value, week.period.end) == (100.0, WEEK.end)
    so_far = only(await ask(glucose, {}, readings=readings, measure="glucose", period=Period.day(TODAY)))
    assert (so_far.quantity.value, so_far.statistic) == (200.0, "value")


async def test_single_days_come_from_the_days(ask: Any, until: Callable[..., Any], sensor: Callable[..., Any]) -> None:
    days = {"glucose": until(WEEK.end, [100.0, 110.0, 120.0, 130.0, 140.0, 150.0, 160.0])}
    readings = (sensor(hours(WEEK.end, 3), [160.0] * 3),)
    (best,) = await ask(glucose, days, readings=readings, measure="glucose", period=WEEK, view="extreme", which="lowest")
    assert isinstance(best, Extreme)
    assert best.day == WEEK.start
    (heading,) = await ask(glucose, days, readings=readings, measure="glucose", period=WEEK, view="trend")
    assert isinstance(heading, Trended)
    assert heading.change.value == 70.0


@given(st.lists(st.floats(40, 400), min_size=2, max_size=60))
async def test_shares_and_spread_against_the_plain_formulas(values: list[float]) -> None:
    from assistant.datapipe import MemoryPipe
    from assistant.measures import MEASURES
    from assistant.tasks.spec import Context
    from assistant.tasks.stretch import stretch
    from assistant.testing import FakeRecords, fake_context

    class Sensor(FakeRecords):
        async def readings(self, person: str, measure: str, period: Period) -> Any:
            import numpy as np

            from assistant.records.sample import Readings

            noon = round(datetime.fromisoformat("2026-11-29T12:00+00:00").timestamp() * 1e6)
            start = np.arange(len(values), dtype=np.int64) * 60_000_000 + noon
            column = np.array(values, dtype=np.float64)
            return (Readings("glucose", "sensor", "mg/dL", start, start, np.zeros(len(values), np.int16), column, column),)

    context: Context = fake_context(records=Sensor(), pipe=MemoryPipe())
    figures = {
        name: (await stretch(context, MEASURES[name], WEEK)).figure for name in ("glucose", "time_in_range", "time_below_range", "time_above_range")
    }
    spread = (await stretch(context, MEASURES["glucose_variability"], WEEK)).figure
    assert figures["glucose"] == pytest.approx(statistics.fmean(values))
    assert figures["time_in_range"] == pytest.approx(100 * sum(70 <= value <= 180 for value in values) / len(values))
    assert (figures["time_in_range"] or 0) + (figures["time_below_range"] or 0) + (figures["time_above_range"] or 0) == pytest.approx(100)
    assert spread == pytest.approx(100 * statistics.stdev(values) / statistics.fmean(values))
