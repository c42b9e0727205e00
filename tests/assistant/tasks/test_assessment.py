"""Enough? Normal? The figure against a published range, which is named; without one there is a figure and no verdict."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from assistant.assets import asset
from assistant.errors import UsageError
from assistant.facts import Absent, Assessed, Fact, Measured
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.tasks.activity import activity
from assistant.tasks.blood_pressure import blood_pressure
from assistant.tasks.body import body
from assistant.tasks.glucose import glucose
from assistant.tasks.heart_rate import heart_rate
from assistant.tasks.reference import read_reference, reference
from assistant.tasks.sleep import sleep

WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))
MONTH = Period.last(30, WEEK.end)


def assessed(fact: Fact) -> Assessed:
    assert isinstance(fact, Assessed)
    return fact


# — the ranges themselves —


def test_what_people_ask_about_has_a_range() -> None:
    wanted = {"sleep_duration", "sleep_efficiency", "sleep_latency", "awake", "rem_share", "deep_share", "resting_heart_rate", "spo2"}
    wanted |= {"respiratory_rate", "bmi", "systolic", "diastolic", "body_temperature", "time_in_range", "time_below_range", "glucose_variability"}
    assert wanted | {"gmi", "active_minutes"} <= {each.measure for each in reference().ranges}


def test_each_range_names_a_page_a_year_and_whom_it_leaves_out() -> None:
    for each in reference().ranges:
        assert each.source.url is not None
        assert each.source.url.startswith("https://")
        assert str(each.year) in each.source.title
        assert each.not_for


def test_files_are_named_after_the_task_of_their_measures() -> None:
    names = {path.stem for path in asset("reference").glob("*.toml")}
    assert names == {MEASURES[each.measure].task for each in reference().ranges}


GOOD = """
checked = "not reviewed"
[[ranges]]
measure = "spo2"
low = 95
publisher = "Somebody"
title = "A page"
url = "https://example.org/page"
year = 2020
not_for = ["children"]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"spo2"', '"mood"', "mood"),
        ("low = 95", "", "limit"),
        ("low = 95", "low = 95\nhigh = 90", "low one first"),
        ("low = 95", "low = 950", "outside"),
        ("low = 95", 'low = 95\nper = "week"', "add up"),
        ("https://", "http://", "url"),
        ('["children"]', "[]", "not_for"),
        ('["children"]', '["martians"]', "not_for"),
        ("year = 2020", "year = 2020\nby = 1", "by"),
        ("[[ranges]]", '[instead]\nweight = ["bmi"]\n[[ranges]]', "bmi"),
        ("[[ranges]]", '[instead]\nspo2 = ["spo2"]\n[[ranges]]', "of its own"),
        ("[[ranges]]", '[beside]\nspo2 = ["joy"]\n[[ranges]]', "joy"),
    ],
)
def test_a_damaged_file_is_named_with_what_is_wrong(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GOOD
    (tmp_path / "breathing.toml").write_text(GOOD.replace(old, new, 1))
    with pytest.raises(UsageError, match=rf"breathing\.toml is wrong.*{said}"):
        read_reference(tmp_path)


def test_two_ranges_of_one_measure_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD)
    assert len(read_reference(tmp_path).ranges) == 1
    (tmp_path / "b.toml").write_text(GOOD)
    with pytest.raises(UsageError, match="two ranges of spo2"):
        read_reference(tmp_path)


# — verdicts —


@pytest.mark.parametrize(("minutes", "verdict"), [(419.4, "below"), (419.6, "within"), (420, "within"), (540, "within"), (541, "above")])
async def test_a_figure_that_equals_a_limit_as_it_is_shown_keeps_to_it(ask: Any, until: Callable[..., Any], minutes: float, verdict: str) -> None:
    (fact,) = await ask(sleep, {"sleep_duration": until(WEEK.end, [minutes] * 6)}, measure="sleep_duration", period=WEEK, view="assess")
    found = assessed(fact)
    assert (found.verdict, found.low, found.high) == (verdict, Quantity(420, "min"), Quantity(540, "min"))
    assert (found.measured.statistic, found.measured.days_with_data) == ("mean", 6)
    assert found.reference.kind == "knowledge"


@pytest.mark.parametrize("measure", ["rem_sleep", "rem_share"])
async def test_is_my_rem_enough_gives_minutes_and_judges_the_share(ask: Any, until: Callable[..., Any], measure: str) -> None:
    days = {"rem_sleep": until(WEEK.end, [75.0] * 7), "rem_share": until(WEEK.end, [18.0] * 7)}
    minutes, share = await ask(sleep, days, measure=measure, period=WEEK, view="assess")
    assert isinstance(minutes, Measured)
    assert (minutes.measure, minutes.quantity) == ("rem_sleep", Quantity(75.0, "min"))
    assert (assessed(share).measured.measure, assessed(share).verdict, assessed(share).low) == ("rem_share", "below", Quantity(20, "%"))


async def test_minutes_without_a_share_are_told_without_a_verdict(ask: Any, until: Callable[..., Any]) -> None:
    (fact,) = await ask(sleep, {"rem_sleep": until(WEEK.end, [75.0])}, measure="rem_sleep", period=WEEK, view="assess")
    assert isinstance(fact, Measured)


async def test_blood_pressure_is_judged_in_both_figures(ask: Any, until: Callable[..., Any]) -> None:
    days = {"systolic": until(WEEK.end, [128.0, 132.0]), "diastolic": until(WEEK.end, [78.0, 80.0])}
    upper, lower = await ask(blood_pressure, days, measure="systolic", period=WEEK, view="assess")
    assert (assessed(upper).verdict, assessed(upper).measured.quantity) == ("above", Quantity(130.0, "mmHg"))
    assert (assessed(lower).verdict, assessed(lower).measured.quantity) == ("within", Quantity(79.0, "mmHg"))


async def test_the_heart_rate_of_a_day_is_judged_by_the_resting_one(ask: Any, until: Callable[..., Any]) -> None:
    days = {"heart_rate": until(WEEK.end, [82.0]), "resting_heart_rate": until(WEEK.end, [55.0])}
    mean, resting = await ask(heart_rate, days, measure="heart_rate", period=WEEK, view="assess")
    assert isinstance(mean, Measured)
    assert (assessed(resting).measured.measure, assessed(resting).verdict) == ("resting_heart_rate", "below")


async def test_a_full_week_is_held_against_the_week(ask: Any, until: Callable[..., Any]) -> None:
    """WHO: at least 150 minutes a week."""
    for minutes, verdict in (([10, 20, 30, 20, 30, 20, 20], "within"), ([10, 20, 30, 20, 30, 20, 19], "below")):
        (fact,) = await ask(activity, {"active_minutes": until(WEEK.end, minutes)}, measure="active_minutes", period=WEEK, view="assess")
        found = assessed(fact)
        assert (found.verdict, found.measured.statistic, found.low, found.high) == (verdict, "total", Quantity(150, "min"), None)
        assert found.measured.quantity.value == sum(minutes)


@pytest.mark.parametrize(("mean", "verdict"), [(21, "below"), (22, "within")])
async def test_days_that_are_no_week_are_held_against_a_seventh(ask: Any, until: Callable[..., Any], mean: float, verdict: str) -> None:
    (fact,) = await ask(activity, {"active_minutes": until(WEEK.end, [mean] * 20)}, measure="active_minutes", period=MONTH, view="assess")
    found = assessed(fact)
    assert (found.verdict, found.measured.statistic, found.measured.days_with_data, found.low) == (verdict, "mean", 20, Quantity(21.4, "min"))


async def test_two_full_weeks_are_not_held_against_one(ask: Any, until: Callable[..., Any]) -> None:
    days = {"active_minutes": until(WEEK.end, [15] * 14)}
    (fact,) = await ask(activity, days, measure="active_minutes", period=Period.last(14, WEEK.end), view="assess")
    found = assessed(fact)
    assert (found.verdict, found.measured.statistic, found.measured.quantity.value) == ("below", "mean", 15.0)


async def test_moderate_minutes_are_judged_by_all_that_count(ask: Any, until: Callable[..., Any]) -> None:
    days = {"moderate_minutes": until(WEEK.end, [5] * 7), "active_minutes": until(WEEK.end, [40] * 7)}
    own, judged = await ask(activity, days, measure="moderate_minutes", period=WEEK, view="assess")
    assert isinstance(own, Measured)
    assert (assessed(judged).measured.measure, assessed(judged).verdict) == ("active_minutes", "within")


async def test_glucose_is_judged_by_the_time_in_range(ask: Any, sensor: Callable[..., Any]) -> None:
    at = [f"2026-11-29T{hour:02}:00+01:00" for hour in range(20)]
    readings = (sensor(at, [60.0, *[120.0] * 13, *[200.0] * 6]),)
    mean, inside, under = await ask(glucose, {}, readings=readings, measure="glucose", period=WEEK, view="assess")
    assert isinstance(mean, Measured)
    assert mean.quantity.value == 141.0
    assert (assessed(inside).measured.quantity.value, assessed(inside).verdict, assessed(inside).high) == (65.0, "below", None)
    assert (assessed(under).measured.quantity.value, assessed(under).verdict, assessed(under).low) == (5.0, "above", None)


async def test_weight_is_judged_by_the_body_mass_index_where_there_is_one(ask: Any, until: Callable[..., Any]) -> None:
    days = {"weight": until(WEEK.end, [72.0]), "bmi": until(WEEK.end, [24.94])}
    own, index = await ask(body, days, measure="weight", period=WEEK, view="assess")
    assert isinstance(own, Measured)
    assert assessed(index).verdict == "within"
    (alone,) = await ask(body, {"weight": days["weight"]}, measure="weight", period=WEEK, view="assess")
    assert isinstance(alone, Measured)
    assert alone.quantity == own.quantity == Quantity(72.0, "kg")


@pytest.mark.parametrize("measure", ["steps", "vo2max", "floors"])
async def test_where_nobody_published_a_range_there_is_no_verdict(ask: Any, until: Callable[..., Any], measure: str) -> None:
    (fact,) = await ask(activity, {measure: until(WEEK.end, [40.0] * 7)}, measure=measure, period=WEEK, view="assess")
    assert isinstance(fact, Measured)


async def test_nothing_recorded(ask: Any) -> None:
    assert await ask(sleep, {}, measure="sleep_duration", period=WEEK, view="assess") == (Absent("sleep_duration", WEEK, None),)
