"""Beats of a pulse: known ones at every rate and speed, and what is no pulse."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from assistant.errors import UsageError
from assistant.evals.physiology import column, match
from assistant.physiology.beats import pulse_beats, pulse_wave
from assistant.physiology.intervals import gated

from .synthetic import Floats, pulse

RATES = (20, 25, 64, 125)


@pytest.fixture(autouse=True)
def no_warnings() -> object:
    """No division by zero hides behind a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("bpm", [42, 50, 60, 80, 100, 140, 170])
def test_every_beat_is_found_at_every_rate(bpm: float, rate: float) -> None:
    samples, true = pulse(bpm, rate)
    found = np.diff(pulse_beats(samples, rate)) * 1000
    assert abs(len(found) - len(true)) <= 2
    # Which beat is the first one may differ by one at the edge.
    errors = [np.abs(found[: len(true) - k] - true[k : k + len(found)][: len(found[: len(true) - k])]) for k in range(3)]
    assert min(np.median(error) for error in errors) < 8


@pytest.mark.parametrize("rate", RATES)
def test_intervals_are_exact_although_samples_are_far_apart(rate: float) -> None:
    """The parabola: at 20 Hz samples are 50 ms apart."""
    samples, true = pulse(64, rate, variability=0.04)
    own = gated(pulse_beats(samples, rate))
    assert np.sqrt(np.square(own.steps).mean()) == pytest.approx(np.sqrt(np.square(np.diff(true)).mean()), rel=0.06)


@pytest.mark.parametrize("rate", RATES)
def test_a_signal_upside_down_has_the_same_beats(rate: float) -> None:
    samples, _ = pulse(70, rate)
    np.testing.assert_allclose(pulse_beats(-samples, rate), pulse_beats(samples, rate), atol=1e-6)


@pytest.mark.parametrize(("gain", "offset"), [(1e-3, 0.0), (1.0, 1e7), (250.0, -3e6)])
def test_neither_scale_nor_offset_matters(gain: float, offset: float) -> None:
    samples, _ = pulse(70, 25)
    np.testing.assert_allclose(pulse_beats(gain * samples + offset, 25), pulse_beats(samples, 25), atol=1e-4)


def test_at_200_no_half_rate_is_seen() -> None:
    for rate in RATES:
        samples, _ = pulse(200, rate)
        assert len(pulse_beats(samples, rate)) == pytest.approx(400, abs=4)


def test_the_reflected_wave_of_a_slow_pulse_is_no_beat() -> None:
    for rate in RATES:
        samples, _ = pulse(44, rate)
        assert len(pulse_beats(samples, rate)) == pytest.approx(88, abs=2)


def test_where_nothing_was_recorded_no_beat_is_seen_and_the_others_stay() -> None:
    samples, _ = pulse(60, 64)
    whole = pulse_beats(samples, 64)
    holed = samples.copy()
    holed[40 * 64 : 50 * 64] = np.nan
    holed[70 * 64] = np.inf
    found = pulse_beats(holed, 64)
    assert not ((found > 40) & (found < 50)).any()
    far = whole[(whole < 38) | (whole > 52)]
    assert max(np.abs(found - beat).min() for beat in far) < 0.02


def test_a_hole_is_never_bridged() -> None:
    samples, _ = pulse(60, 64)
    samples[40 * 64 : 50 * 64] = np.nan
    own = gated(pulse_beats(samples, 64))
    long = own.ibi_ms > 9000
    assert long.sum() == 1
    assert not own.valid[long].any()
    assert (np.abs(own.steps) < 200).all()


@pytest.mark.parametrize(
    "samples",
    [
        np.empty(0),
        np.zeros(1),
        np.full(7, 3.0),
        np.full(2000, 1234.0),
        np.full(2000, np.nan),
        np.array([1.0, np.nan]),
        np.array([np.nan] * 1999 + [5.0]),
    ],
    ids=["empty", "one", "seven", "flat", "nothing", "two", "one at the end"],
)
def test_what_has_no_pulse_has_no_beats(samples: Floats) -> None:
    assert len(pulse_beats(samples, 25)) == 0
    assert len(pulse_wave(samples, 25)[0]) == len(samples)


def test_a_line_that_goes_flat_gives_no_more_beats() -> None:
    samples, _ = pulse(60, 64)
    samples[60 * 64 :] = samples[60 * 64]
    found = pulse_beats(samples, 64)
    assert len(found[found < 60]) == pytest.approx(60, abs=1)
    assert len(found[found > 62]) == 0


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("side", [1, -1])
def test_beats_whose_tops_are_cut_off_are_not_taken(rate: float, side: int) -> None:
    """When they came is a guess: their RMSSD would be 53 ms instead of 31, and nothing else would show it."""
    samples, _ = pulse(60, rate)
    clipped = side * np.minimum(samples, np.percentile(samples, 85))
    own = gated(pulse_beats(clipped, rate))
    assert own.clean.sum() / 1000 < 0.6 * 120


def test_a_few_flat_tops_are_chance() -> None:
    samples, _ = pulse(60, 125)
    clipped = np.minimum(samples, np.percentile(samples, 99.7))
    assert len(pulse_beats(clipped, 125)) == len(pulse_beats(samples, 125))


@pytest.mark.parametrize("rate", [0.0, 1.0, 9.9, -64.0, np.nan, np.inf])
def test_a_rate_at_which_nothing_can_be_seen_is_refused(rate: float) -> None:
    with pytest.raises(UsageError, match="at least 10 samples"):
        pulse_beats(np.zeros(1000), rate)


def test_two_channels_are_refused() -> None:
    with pytest.raises(UsageError, match="one channel"):
        pulse_beats(np.zeros((2, 1000)), 64)


def test_whole_numbers_as_recordings_have_them() -> None:
    samples, _ = pulse(60, 25)
    np.testing.assert_array_equal(pulse_beats(samples.astype(np.int32), 25), pulse_beats(np.round(samples), 25))


def test_early_beats_are_kept_out_of_variability(shared_file: Callable[[str], Path]) -> None:
    """BIDMC has a few beats that come early; with them RMSSD would be three times as high (neurokit#447)."""
    ppg = column(shared_file("data/ppg/bidmc/bidmc_01_Signals.csv"), "PLETH")
    own = gated(pulse_beats(ppg, 125))
    assert np.sqrt(np.square(own.steps).mean()) == pytest.approx(20.9, abs=0.5)
    assert np.sqrt(np.square(np.diff(own.ibi_ms)).mean()) > 100


def test_matching_counts_each_beat_once() -> None:
    true = np.arange(1.0, 11.0)
    assert match(true, true + 0.3, 12).lag == pytest.approx(0.3, abs=0.1)
    assert (match(true, true + 0.3, 12).hits, match(true, true, 12).missed) == (10, 0)
    doubled = np.sort(np.concatenate([true, true + 0.05]))
    assert (match(true, doubled, 12).hits, match(true, doubled, 12).extra) in ((10, 10), (10, 9))
    lost = match(true, true[::2] + 0.2, 12)
    assert (lost.hits, lost.missed, lost.extra) == (5, 5, 0)
    assert match(true, np.empty(0), 12).hits == 0
