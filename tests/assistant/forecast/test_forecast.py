"""Predictions that know nothing of the future, and silence where there is too little."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest
from sklearn.linear_model import Ridge as Oracle

from assistant.facts import Absent, Forecast
from assistant.forecast.diary import COLUMNS, table
from assistant.forecast.predict import predict
from assistant.forecast.ridge import PENALTIES, fit
from assistant.forecast.rolling import GAP, NEEDED, Rolled, explained, interval, roll
from assistant.period import Period
from assistant.tasks.forecast import forecast
from assistant.testing import FakeRecords, fake_context

TODAY = date(2026, 11, 30)


def person(days: int, effect: float, seed: int = 1) -> tuple[dict[str, dict[date, float]], dict[date, float], Period]:
    """Someone whose rating falls with last night's sleep by `effect` points for each standard deviation."""
    rng = np.random.default_rng(seed)
    period = Period.last(days, TODAY)
    sleep = {day: float(420 + 45 * rng.normal()) for day in period}
    steps = {day: float(8000 + 2000 * rng.normal()) for day in period}
    ratings = {day: float(np.clip(5 - effect * (sleep[day] - 420) / 45 + 0.8 * rng.normal(), 0, 10)) for day in period if day < TODAY}
    return {"sleep_duration": sleep, "steps": steps}, ratings, period


def test_a_known_effect_is_found_and_chance_is_not() -> None:
    series, ratings, period = person(120, 1.5)
    good = predict(series, ratings, period)
    assert good.useful
    assert good.r2 > 0.5
    assert [predict(*person(60, 0.0, seed)).useful for seed in range(8)] == [False] * 8


def test_the_prediction_moves_with_the_night() -> None:
    series, ratings, period = person(120, 1.5)
    values = []
    for minutes in (300.0, 540.0):
        series["sleep_duration"][TODAY] = minutes
        found = predict(series, ratings, period).value
        assert found is not None
        values.append(found)
    assert values[0] > values[1] + 2


def test_nothing_of_the_day_itself_or_of_the_gap_is_used() -> None:
    series, ratings, period = person(40, 1.0)
    days = table(series, ratings, period, GAP)
    row = days.days.index(TODAY - timedelta(days=3))
    before = days.known[row].copy()
    for later in range(-3, 1):  # its own rating and that of the day before it, and all activity from the day itself on
        day = TODAY + timedelta(days=later)
        series["steps"][day] = 1e6
        ratings[day] = 99.0
    ratings[TODAY - timedelta(days=4)] = 99.0
    np.testing.assert_array_equal(table(series, ratings, period, GAP).known[row], before)


def test_rolling_predicts_each_day_from_earlier_ones_only() -> None:
    series, ratings, period = person(60, 1.0)
    whole = roll(table(series, ratings, period, GAP))
    half = {day: value for day, value in ratings.items() if day <= TODAY - timedelta(days=20)}
    part = roll(table(series, half, period, GAP))
    np.testing.assert_allclose(whole.predicted[: len(part)], part.predicted)
    assert len(whole) == 59 - NEEDED - GAP


def test_ridge_is_the_oracles() -> None:
    rng = np.random.default_rng(3)
    x = rng.normal(5, 3, (40, 6))
    y = x @ rng.normal(size=6) + rng.normal(0, 2, 40)
    scaled = (x - x.mean(axis=0)) / x.std(axis=0)

    def left_out(penalty: float) -> float:
        others = [np.delete(np.arange(40), n) for n in range(40)]
        models = [Oracle(alpha=penalty).fit(scaled[rows], y[rows]) for rows in others]
        return sum(float(y[n] - model.predict(scaled[n : n + 1])[0]) ** 2 for n, model in enumerate(models))

    best = min(PENALTIES, key=left_out)
    np.testing.assert_allclose(fit(x, y).predict(x), Oracle(alpha=best).fit(scaled, y).predict(scaled))


def test_missing_figures_count_as_usual() -> None:
    x, y = np.full((20, 3), np.nan), np.arange(20.0)
    np.testing.assert_allclose(fit(x, y).predict(x[:2]), 9.5)


def test_the_mean_explains_nothing_and_perfection_all() -> None:
    rated = np.array([1.0, 3.0, 2.0, 6.0] * 5)
    usual = np.full(20, 3.0)
    assert explained(Rolled(rated, usual, usual)) == 0
    perfect = Rolled(rated, rated, usual)
    assert explained(perfect) == 1
    assert interval([perfect, perfect]) == (1, 1)
    assert np.isnan(explained(Rolled(np.empty(0), np.empty(0), np.empty(0))))


def test_columns_have_a_name_each() -> None:
    series, ratings, period = person(20, 1.0)
    assert table(series, ratings, period, GAP).known.shape == (20, len(COLUMNS))


def records(days: int, effect: float) -> FakeRecords:
    series, ratings, _ = person(days, effect)
    return FakeRecords({("ana", name): values for name, values in {**series, "soreness": ratings}.items()})


async def test_the_task_gives_points_with_what_they_rest_on() -> None:
    context = fake_context(records=records(120, 2.0), person="ana")
    (fact,) = await forecast.run(context, "soreness")
    assert isinstance(fact, Forecast)
    assert fact.quantity is not None
    assert 0 <= fact.quantity.value <= 10
    assert (fact.useful, fact.needed, fact.labelled) == (True, 15, 118)


async def test_fourteen_rated_days_are_not_enough() -> None:
    (fact,) = await forecast.run(fake_context(records=records(16, 2.0), person="ana"), "soreness")
    assert isinstance(fact, Forecast)
    assert (fact.quantity, fact.useful, fact.labelled) == (None, False, 14)


async def test_a_model_that_is_no_better_than_the_mean_says_nothing() -> None:
    (fact,) = await forecast.run(fake_context(records=records(60, 0.0), person="ana"), "soreness")
    assert isinstance(fact, Forecast)
    assert fact.quantity is None
    assert not fact.useful


async def test_without_ratings_there_is_no_data() -> None:
    (fact,) = await forecast.run(fake_context(records=FakeRecords(), person="ana"), "injury_risk")
    assert isinstance(fact, Absent)


@pytest.mark.parametrize("target", ["perceived_stress", "soreness", "injury_risk"])
async def test_every_target_is_a_measure(target: str) -> None:
    (fact,) = await forecast.run(fake_context(records=FakeRecords(), person="ana"), target)
    assert isinstance(fact, Absent)
    assert fact.measure == target
