"""The gate: what passes, what does not, and that the reason is the right one."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.physiology.analysis import traced
from assistant.physiology.intervals import gated_intervals
from assistant.physiology.quality import Quality, alike, assess

from .synthetic import noise, pulse

CALM = gated_intervals(np.full(75, 800.0))


def test_a_calm_minute_passes() -> None:
    found = assess(CALM, 60, 0.98)
    assert found == Quality(0.98, 1.0, 75, None)
    assert found.steady


@pytest.mark.parametrize(
    ("shape", "reason", "steady"),
    [(0.749, "noisy", False), (0.75, None, False), (0.949, None, False), (0.95, None, True), (None, None, True), (0.0, "noisy", False)],
)
def test_beats_must_look_alike(shape: float | None, reason: str | None, steady: bool) -> None:
    found = assess(CALM, 60, shape)
    assert (found.refused, found.steady) == (reason, steady)


def test_too_little_that_counts_is_gaps() -> None:
    ibi = np.full(75, 800.0)
    ibi[::2] = 1600
    assert assess(gated_intervals(ibi), 90, 0.95).refused == "gaps"


def test_a_silent_half_is_gaps_although_its_few_intervals_count() -> None:
    """By number 36 of 36 intervals count; by time less than half of the minute does."""
    found = assess(gated_intervals(np.full(36, 800.0)), 60, 0.95)
    assert found.refused == "gaps"
    assert found.kept == pytest.approx(0.48)


def test_nine_tenths_are_needed_for_variability() -> None:
    found = assess(gated_intervals(np.full(65, 800.0)), 60, 0.98)
    assert (found.refused, found.steady) == (None, False)


@pytest.mark.parametrize(("beats", "seconds", "reason"), [(24, 20, "short"), (25, 21, None), (9, 8, "short"), (0, 0, "short"), (0, 8, "short")])
def test_too_few_beats_are_short(beats: int, seconds: float, reason: str | None) -> None:
    assert assess(gated_intervals(np.full(beats, 800.0)), seconds, 0.95).refused == reason


@pytest.mark.parametrize(
    ("device", "reason"), [(None, None), (0.0, None), (75.0, None), (85.0, None), (85.1, "disagrees"), (64.9, "disagrees"), (180.0, "disagrees")]
)
def test_a_devices_own_rate_is_heard(device: float | None, reason: str | None) -> None:
    assert assess(CALM, 60, 0.98, device).refused == reason


@pytest.mark.parametrize("kind", ["white", "pink", "brown"])
@pytest.mark.parametrize("rate", [20, 25, 64, 125])
def test_noise_is_refused_every_minute(kind: str, rate: float) -> None:
    for seed in range(5):
        for minute in traced("ppg", noise(kind, rate, 180, seed), rate).windows(60, 60):
            assert minute.quality.refused is not None
            assert minute.quality.shape is not None
            assert minute.quality.shape < 0.85


@pytest.mark.parametrize(("share", "usable"), [(0.05, True), (0.2, True), (10.0, False)])
def test_noise_over_a_pulse(share: float, usable: bool) -> None:
    samples, _ = pulse(66, 64)
    loud = samples + share * samples.std() * np.random.default_rng(1).standard_normal(len(samples))
    for minute in traced("ppg", loud, 64).windows(60, 60):
        assert (minute.quality.refused is None) == usable


@pytest.mark.parametrize("bpm", [185, 200, 230, 30, 35])
@pytest.mark.parametrize("rate", [20, 25, 64, 125])
def test_a_rate_beyond_the_gate_is_refused_never_halved_or_doubled(bpm: float, rate: float) -> None:
    """Intervals that count are 330 to 1500 ms: 40 to 182 beats a minute."""
    for seed in (5, 6, 7):
        samples, _ = pulse(bpm, rate, seed=seed)
        for minute in traced("ppg", samples, rate).windows(60, 60):
            assert minute.quality.refused is not None


@pytest.mark.parametrize("bpm", [42, 45, 50, 60, 90, 120, 150, 160])
@pytest.mark.parametrize("rate", [20, 25, 64, 125])
def test_what_passes_has_the_right_rate(bpm: float, rate: float) -> None:
    samples, _ = pulse(bpm, rate)
    for minute in traced("ppg", samples, rate).windows(60, 60):
        assert minute.quality.steady
        assert minute.features is not None
        assert minute.features["heart_rate"] == pytest.approx(bpm, abs=1)


@pytest.mark.parametrize("rate", [25, 64])
def test_noise_that_moves_the_peaks_keeps_variability_from_being_told(rate: float) -> None:
    """As much noise as pulse: the rate is right, RMSSD the double, 97 % of the intervals count."""
    samples, _ = pulse(66, rate, seconds=300)
    loud = samples + samples.std() * np.random.default_rng(1).standard_normal(len(samples))
    for minute in traced("ppg", loud, rate).windows(60, 60):
        assert not minute.quality.steady
        if minute.quality.refused is None:
            assert minute.features is not None
            assert minute.features["heart_rate"] == pytest.approx(66, abs=3)


def test_likeness_is_of_whole_beats_only() -> None:
    samples, _ = pulse(60, 64, seconds=30)
    trace = traced("ppg", samples, 64)
    likeness = alike(trace.wave, 64, np.concatenate([[0.05], trace.beats, [29.95]]))
    assert np.isnan(likeness[[0, -1]]).all()
    assert (likeness[2:-2] > 0.95).all()
    assert (alike(trace.wave, 64, trace.beats[3:7]) == 0).all()
    assert (alike(np.zeros(1920), 64, trace.beats[2:-2]) == 0).all()
