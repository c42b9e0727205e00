"""Times as files have them: jittered, repeated, unsorted, with holes."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.errors import UsageError
from assistant.physiology.beats import pulse_beats
from assistant.physiology.steady import steady

from .synthetic import pulse


def test_the_rate_comes_from_the_times() -> None:
    """Whole milliseconds, 47 and 53 in turn, are 20 Hz and not 21."""
    at = np.cumsum(np.tile([0.047, 0.053], 600))
    found = steady(at, np.sin(at))
    assert found.rate == pytest.approx(20, abs=0.02)
    assert len(found.samples) == pytest.approx(1200, abs=2)
    assert np.abs(found.samples - np.sin(found.start + np.arange(len(found.samples)) / found.rate)).max() < 0.01


def test_jitter_moves_no_beat() -> None:
    samples, _ = pulse(66, 25)
    rng = np.random.default_rng(2)
    true = np.arange(len(samples)) / 25
    at = true + rng.uniform(-0.008, 0.008, len(true))
    found = steady(at, np.interp(at, true, samples))
    a, b = pulse_beats(found.samples, found.rate) + found.start, pulse_beats(samples, 25)
    assert len(a) == len(b)
    assert np.median(np.abs(a - b)) < 0.006


def test_order_and_repetition_do_not_matter() -> None:
    at = np.arange(100) / 20
    shuffled = np.random.default_rng(1).permutation(100)
    a = steady(at, at**2)
    b = steady(np.concatenate([at[shuffled], at[:10]]), np.concatenate([at[shuffled] ** 2, np.full(10, 99.0)]))
    np.testing.assert_allclose(a.samples, b.samples)
    assert (a.rate, a.start) == (b.rate, b.start)


def test_a_hole_stays_open() -> None:
    at = np.concatenate([np.arange(0, 10, 0.05), np.arange(15, 25, 0.05)])
    found = steady(at, np.ones_like(at))
    when = np.arange(len(found.samples)) / found.rate
    assert found.rate == pytest.approx(20)
    assert np.isnan(found.samples[(when > 10.1) & (when < 14.9)]).all()
    assert np.isfinite(found.samples[(when < 9.9) | (when > 15.1)]).all()


def test_samples_without_time_or_value_are_left_out() -> None:
    at = np.arange(0, 5, 0.05)
    values = np.ones_like(at)
    at[10], values[20] = np.nan, np.nan
    assert np.isfinite(steady(at, values).samples).all()


@pytest.mark.parametrize(("at", "x"), [([], []), ([1.0], [2.0]), ([1.0, 1.0], [2.0, 3.0]), ([1.0, 2.0], [1.0])])
def test_what_is_no_recording_is_refused(at: list[float], x: list[float]) -> None:
    with pytest.raises(UsageError):
        steady(at, x)
