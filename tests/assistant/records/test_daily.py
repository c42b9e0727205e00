"""Days from readings: the interval union against counting every second, and the complaints it answers."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, datetime, timedelta
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.records.daily import DERIVED, Covered, day_values, touched_days
from assistant.records.samples import DAY, MINUTE, Samples

ORIGIN = datetime(2026, 3, 28)  # UTC; the clocks of Europe change in the night that follows
FIRST = (ORIGIN.date() - date(1970, 1, 1)).days
SECOND = 1_000_000
SOURCES = ["Watch", "Ring", "Phone"]
Row = tuple[int, int, int, int, float]  # seconds after ORIGIN, seconds that it lasts, offset in minutes, source, value


def samples(rows: list[Row]) -> Samples:
    rows = sorted(rows)
    start = np.array([FIRST * DAY + row[0] * SECOND for row in rows], np.int64)
    offset = np.array([row[2] for row in rows], np.int16)
    return Samples(
        start,
        start + np.array([row[1] * SECOND for row in rows], np.int64),
        offset,
        ((start + offset.astype(np.int64) * MINUTE) // DAY).astype(np.int32),
        np.array([row[3] for row in rows], np.int16),
        np.zeros(len(rows), np.int16),
        np.array([row[4] for row in rows]),
        np.array([row[4] for row in rows]),
    )


def sums(rows: list[Row], order: list[str] | None = None) -> dict[int, float]:
    kept = samples(rows)
    days = touched_days("steps", kept)
    found = day_values("steps", kept, days, SOURCES, order or SOURCES)["steps"]
    return {day - FIRST: value for day, by_source in found.items() for value in by_source.values()}


def counted(rows: list[Row]) -> dict[int, float]:
    """The rule in so many words: for every second of a reading, whether a better source tells of it."""
    told: dict[int, set[int]] = defaultdict(set)
    for start, length, _, source, _ in rows:
        for second in range(start, start + length):
            told[second].add(source)
    days: dict[int, float] = defaultdict(float)
    for start, length, offset, source, value in rows:
        for second in range(start, start + max(length, 1)):
            day = (second + offset * 60) // 86_400
            better = any(other < source for other in told[second])
            days[day] += 0 if better else value / max(length, 1)
    return days


# A day is a minute short of midnight, so that many readings are over it; an offset changes by an hour as when clocks change.
row = st.tuples(
    st.one_of(st.integers(0, 400), st.integers(86_400 - 200, 86_400 + 200), st.integers(82_800 - 200, 82_800 + 200)),
    st.one_of(st.just(0), st.integers(1, 200)),
    st.sampled_from([0, 60, 120, -300]),
    st.integers(0, 2),
    st.integers(0, 500).map(float),
)


@given(st.lists(row, max_size=14))
def test_the_union_is_that_of_counting_every_second(rows: list[Row]) -> None:
    found, expected = sums(rows), counted(rows)
    assert {day: value for day, value in found.items() if value > 1e-6} == pytest.approx(
        {day: value for day, value in expected.items() if value > 1e-6}
    )


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 60)), max_size=12), st.lists(st.integers(-5, 400), min_size=1, max_size=8))
def test_covered_time_is_that_of_counting(intervals: list[tuple[int, int]], moments: list[int]) -> None:
    covered = Covered()
    for start, length in intervals:
        covered.add(np.array([start]), np.array([start + length]))
    seconds = {second for start, length in intervals for second in range(start, start + length)}
    asked = np.array(moments)
    assert covered.until(asked).tolist() == [sum(second < moment for second in seconds) for moment in moments]
    assert covered.holds(asked).tolist() == [moment in seconds for moment in moments]


def test_phone_and_watch_are_not_summed() -> None:
    """FitKit#22: 12,500 of the watch and 12,200 of the phone over the same day are about 12,500, not 24,700."""
    rows: list[Row] = []
    for hour in range(25):
        rows += [(hour * 3600, 3600, 0, 0, 500.0), (hour * 3600 + 60, 3480, 0, 2, 488.0)]
    kept = samples([row for row in rows if row[0] < 86_400])
    found = day_values("steps", kept, np.array([FIRST]), SOURCES, SOURCES)["steps"]
    assert found == {FIRST: {"Watch": 12_000.0}}
    # The watch was off from noon to two: the phone fills in, and the day is named after both.
    partly = samples([row for row in rows if row[0] < 86_400 and not (row[3] == 0 and row[0] // 3600 in (12, 13))])
    assert day_values("steps", partly, np.array([FIRST]), SOURCES, SOURCES)["steps"] == {FIRST: {"Watch + Phone": 11_976.0}}


def test_a_reading_over_midnight_counts_for_each_day_by_its_share() -> None:
    assert sums([(86_400 - 900, 1200, 0, 0, 400.0)]) == pytest.approx({0: 300.0, 1: 100.0})


def test_the_offset_decides_the_day_not_the_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """open-wearables#1151: steps at half past eleven in New York belong to that evening."""
    import time

    found = []
    for zone in ("UTC", "Asia/Tokyo", "America/New_York"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        found.append(sums([(86_400 + 12_600, 600, -240, 0, 200.0)]))  # half past three in the morning in UTC
    monkeypatch.undo()
    time.tzset()
    assert found == [{0: 200.0}] * 3


def test_means_highest_and_last_are_each_sources_own() -> None:
    rows: list[Row] = [(100, 0, 60, 0, 60.0), (200, 0, 60, 0, 90.0), (300, 0, 60, 1, 100.0), (90_000, 0, 60, 0, 50.0)]
    kept, days = samples(rows), np.array([FIRST, FIRST + 1])
    pulse = day_values("heart_rate", kept, days, SOURCES, SOURCES)
    assert pulse["heart_rate"] == {FIRST: {"Watch": 75.0, "Ring": 100.0}, FIRST + 1: {"Watch": 50.0}}
    assert pulse["max_heart_rate"] == {FIRST: {"Watch": 90.0, "Ring": 100.0}, FIRST + 1: {"Watch": 50.0}}
    assert day_values("weight", kept, days, SOURCES, SOURCES)["weight"][FIRST] == {"Watch": 90.0, "Ring": 100.0}
    assert day_values("heart_rate", kept, np.array([FIRST + 5]), SOURCES, SOURCES)["heart_rate"] == {}


@given(st.lists(st.floats(20, 600), min_size=1, max_size=30))
def test_time_in_range_and_variability(values: list[float]) -> None:
    kept = samples([(300 * n, 0, 0, 0, value) for n, value in enumerate(values)])
    found = {name: days[FIRST]["Watch"] for name, days in day_values("glucose", kept, np.array([FIRST]), SOURCES, SOURCES).items() if FIRST in days}
    assert set(found) == set(DERIVED["glucose"]) - ({"glucose_variability"} if len(values) < 2 else set())
    assert found["glucose"] == pytest.approx(fmean(values))
    assert found["time_in_range"] == pytest.approx(100 * sum(70 <= value <= 180 for value in values) / len(values))
    assert found["time_below_range"] + found["time_in_range"] + found["time_above_range"] == pytest.approx(100)
    if len(values) > 1:
        assert found["glucose_variability"] == pytest.approx(100 * stdev(values) / fmean(values), abs=1e-9)


def test_every_reading_of_a_year_is_on_its_day() -> None:
    """Adding up the days gives what was read, whatever the offsets."""
    rng = np.random.default_rng(5)
    rows: list[Row] = [
        (int(at), int(length), int(offset), 0, 10.0)
        for at, length, offset in zip(np.arange(2000) * 15_000, rng.integers(0, 14_000, 2000), rng.choice([0, 60, 120, 600], 2000), strict=True)
    ]
    assert sum(sums(rows).values()) == pytest.approx(20_000)
    assert max(sums(rows)) <= (2000 * 15_000 + timedelta(days=1).total_seconds()) // 86_400
