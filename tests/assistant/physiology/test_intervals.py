"""The gate: its limits, and that nothing is bridged."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.physiology.intervals import gated, gated_intervals


def test_limits_are_excluded() -> None:
    for steady, counts in ((330.0, False), (331.0, True), (1499.0, True), (1500.0, False)):
        assert gated_intervals(np.full(20, steady)).valid.all() == counts
        assert gated_intervals(np.full(20, steady)).valid.any() == counts


def test_a_quarter_off_the_running_median_does_not_count() -> None:
    ibi = np.full(30, 800.0)
    ibi[10], ibi[20] = 999.0, 1001.0
    own = gated_intervals(ibi)
    assert own.valid[10]
    assert not own.valid[20]
    assert own.valid.sum() == 29


def test_differences_need_two_neighbours_that_count() -> None:
    ibi = np.full(30, 800.0)
    ibi[12] = 1700.0
    ibi[13:] = 900.0
    own = gated_intervals(ibi)
    # 800 → 900 happens over the gap and must not be seen.
    assert len(own.steps) == 27
    assert (own.steps == 0).all()


def test_slow_change_is_no_outlier() -> None:
    ibi = np.linspace(1200, 500, 200)
    assert gated_intervals(ibi).valid.all()


def test_times_and_intervals_come_to_the_same() -> None:
    rng = np.random.default_rng(3)
    ibi = 800 + 40 * rng.standard_normal(50)
    a, b = gated(np.concatenate([[0.0], np.cumsum(ibi) / 1000])), gated_intervals(ibi)
    np.testing.assert_allclose(a.at, b.at)
    np.testing.assert_allclose(a.ibi_ms, b.ibi_ms)
    np.testing.assert_array_equal(a.valid, b.valid)


@pytest.mark.parametrize("times", [[], [1.0]])
def test_too_few_beats_have_no_intervals(times: list[float]) -> None:
    own = gated(times)
    assert (len(own), len(own.clean), len(own.steps), own.enough) == (0, 0, 0, False)


def test_what_is_no_interval_takes_no_time_and_breaks_the_chain() -> None:
    own = gated_intervals([800, 800, np.nan, -5, 0, 800, 800])
    assert own.at[-1] == pytest.approx(3.2)
    assert own.valid.sum() == 4
    assert len(own.steps) == 2


def test_a_stretch_has_what_ends_in_it() -> None:
    own = gated_intervals(np.full(10, 1000.0))
    assert own.between(2, 5).at.tolist() == [3.0, 4.0, 5.0]
    assert len(own.between(100, 200)) == 0


@given(st.lists(st.floats(200, 2500), max_size=60))
def test_what_counts_always_keeps_to_the_rules(ibi: list[float]) -> None:
    own = gated_intervals(ibi)
    assert ((own.clean > 330) & (own.clean < 1500)).all()
    for n in np.flatnonzero(own.valid):
        around = np.median(ibi[max(0, n - 5) : n + 6])
        assert abs(ibi[n] - around) < 0.25 * around
    assert len(own.steps) == sum(bool(a and b) for a, b in zip(own.valid, own.valid[1:], strict=False))
