"""Whole recordings: the demo person's known beats, windows, and what must be refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from assistant.errors import UsageError
from assistant.evals.physiology import column
from assistant.physiology.analysis import Analysis, Rates, Refusal, analyse, traced, windows
from assistant.physiology.steady import steady
from assistant.records.demo import demo
from assistant.records.pulse import intervals
from assistant.records.recording import Recording

from .synthetic import Floats, electrocardiogram, noise, pulse

NINE = datetime.fromisoformat("2026-11-29T09:00:00+01:00")
DEMO = demo()


def recording(samples: Floats, rate: float, kind: str = "ppg") -> Recording:
    return Recording(kind, NINE, rate, np.round(samples).astype(np.int32), "test watch")  # type: ignore[arg-type]  # parametrised


@pytest.mark.parametrize("number", range(len(DEMO.recordings)))
def test_the_demo_persons_variability_comes_out_as_it_was_planted(number: int) -> None:
    one = DEMO.recordings[number]
    found = analyse(one)
    assert isinstance(found, Analysis)
    assert found.steady
    assert len(found.minutes) == 10
    assert found.quality.kept > 0.99
    (planted,) = (day.value for day in DEMO.days["hrv"] if day.day == one.start.date())
    assert found.features["rmssd"] == pytest.approx(planted, rel=0.1)
    (resting,) = (day.value for day in DEMO.days["resting_heart_rate"] if day.day == one.start.date())
    assert found.features["heart_rate"] == pytest.approx(resting + 5, abs=1)
    assert found.told("sdnn") is not None


@pytest.mark.parametrize("rate", [20, 25, 64, 125])
@pytest.mark.parametrize(("bpm", "variability"), [(50, 0.05), (64, 0.04), (80, 0.03), (110, 0.02)])
def test_rmssd_of_known_beats(rate: float, bpm: float, variability: float) -> None:
    samples, true = pulse(bpm, rate, seconds=360, variability=variability)
    found = analyse(recording(samples, rate))
    assert isinstance(found, Analysis)
    assert found.features["rmssd"] == pytest.approx(np.sqrt(np.square(np.diff(true)).mean()), rel=0.1)
    assert found.features["sdnn"] == pytest.approx(true.std(ddof=1), rel=0.1)
    assert found.features["mean_nn"] == pytest.approx(true.mean(), rel=0.002)


def test_an_ecg_and_its_intervals_say_the_same_as_the_pulse() -> None:
    ibi = intervals(np.random.default_rng(1), 320, 66, 0.04)
    samples, beats = electrocardiogram(ibi, 250, 320)
    ecg, own = analyse(recording(samples, 250, "ecg")), analyse(recording(1000 * np.diff(beats), 0, "ibi"))
    assert isinstance(ecg, Analysis)
    assert isinstance(own, Analysis)
    assert own.quality.shape is None
    assert own.steady
    assert ecg.quality.shape is not None
    assert ecg.quality.shape > 0.9
    for name in ("heart_rate", "rmssd", "sdnn", "ln_hf"):
        assert ecg.features[name] == pytest.approx(own.features[name], rel=0.03), name


def test_one_walk_does_not_spoil_the_minutes_around_it() -> None:
    samples, true = pulse(66, 64, seconds=600)
    walking = samples.copy()
    walking[130 * 64 : 290 * 64] += 20 * samples.std() * noise("white", 64, 160, 3) / noise("white", 64, 160, 3).std()
    found = analyse(recording(walking, 64))
    assert isinstance(found, Analysis)
    assert [minute.quality.refused is None for minute in found.minutes] == [True, True, False, False, False, *[True] * 5]
    assert found.seconds == 420
    assert found.quality.kept == pytest.approx(0.7, abs=0.03)
    assert found.features["rmssd"] == pytest.approx(np.sqrt(np.square(np.diff(true)).mean()), rel=0.1)


def test_one_blow_does_not_hide_the_rest_of_an_hour() -> None:
    """A threshold from the mean of all would find nothing any more."""
    samples, _ = pulse(66, 64, seconds=600)
    samples[300 * 64 : 302 * 64] += 1000 * samples.std() * noise("white", 64, 2, 3)
    found = analyse(recording(samples / 100, 64))
    assert isinstance(found, Analysis)
    assert sum(minute.quality.steady for minute in found.minutes) >= 7


@pytest.mark.parametrize(
    ("samples", "reason"),
    [
        (np.zeros(0), "short"),
        (pulse(66, 25, seconds=8)[0], "short"),
        (np.full(25 * 300, 20000.0), "noisy"),
        (1000 * noise("white", 25, 300, 1), "noisy"),
        (pulse(200, 25, seconds=300)[0], "gaps"),
    ],
    ids=["empty", "eight seconds", "flat", "noise", "200 bpm"],
)
def test_what_is_refused_says_why(samples: Floats, reason: str) -> None:
    found = analyse(recording(samples, 25))
    assert isinstance(found, Refusal)
    assert found.reason == reason
    assert found.minutes


def test_a_device_that_says_otherwise_is_believed_in_its_minutes() -> None:
    samples, _ = pulse(66, 25, seconds=300)
    at = np.arange(0, 300, 5.0)
    agrees, wrong = Rates(at, np.full(60, 68.0)), Rates(at, np.full(60, 90.0))
    partly = Rates(at, np.where(at < 60, 90.0, 0.0))
    assert isinstance(analyse(recording(samples, 25), agrees), Analysis)
    refused = analyse(recording(samples, 25), wrong)
    assert isinstance(refused, Refusal)
    assert refused.reason == "disagrees"
    found = analyse(recording(samples, 25), partly)
    assert isinstance(found, Analysis)
    assert [minute.quality.refused for minute in found.minutes] == ["disagrees", None, None, None, None]


@pytest.mark.parametrize(
    ("seconds", "sdnn", "low"), [(60, False, False), (100, False, False), (130, False, True), (290, False, True), (301, True, True)]
)
def test_what_takes_longer_is_not_told_earlier(seconds: float, sdnn: bool, low: bool) -> None:
    found = analyse(recording(pulse(66, 25, seconds=seconds)[0], 25))
    assert isinstance(found, Analysis)
    assert (found.told("sdnn") is not None, found.told("ln_lf") is not None) == (sdnn, low)
    assert found.told("rmssd") is not None


def test_windows_have_their_length_and_their_distance() -> None:
    one = recording(pulse(66, 25, seconds=200)[0], 25)
    assert [(window.at, window.seconds) for window in windows(one)] == [(0, 60), (60, 60), (120, 60)]
    assert [window.at for window in windows(one, 60, 30)] == [0, 30, 60, 90, 120]
    assert windows(one, 201, 1) == ()
    trace = traced("ppg", one.samples, 25)
    assert [window.at for window in trace.windows(60, 30, first=45)] == [45, 75, 105, 135]
    assert all(window.features is not None and np.isfinite(window.features.values).all() for window in windows(one))


def test_a_window_is_what_it_is_alone() -> None:
    """Beats are found in the whole, so a window's figures hardly depend on where it begins."""
    samples, _ = pulse(66, 64, seconds=240)
    (third,) = (window for window in traced("ppg", samples, 64).windows(60, 60) if window.at == 120)
    (alone,) = traced("ppg", samples[120 * 64 : 180 * 64], 64).windows(60, 60)
    assert third.features is not None
    assert alone.features is not None
    assert third.features["rmssd"] == pytest.approx(alone.features["rmssd"], rel=0.05)


def test_intervals_of_a_device_with_a_hole() -> None:
    ibi = np.concatenate([np.full(100, 800.0), [60_000.0], np.full(100, 820.0)])
    found = analyse(recording(ibi, 0, "ibi"))
    assert isinstance(found, Analysis)
    assert found.features["rmssd"] == pytest.approx(0, abs=0.01)


def test_a_hole_of_years_does_not_make_a_million_minutes() -> None:
    ibi = np.full(400, 2_000_000_000.0)
    with pytest.raises(UsageError, match="at most 31 days"):
        analyse(recording(ibi, 0, "ibi"))


def test_a_clip_of_noise_is_refused_in_every_minute(shared_file: Callable[[str], Path]) -> None:
    """Eight of its twelve minutes have a plausible pulse, 111 to 131, and RMSSD, 88 to 117 ms; the device says 174 to 200."""
    path = shared_file("data/ppg/opencha_test_ppg.csv")
    even = steady(column(path, "timestamp_ms") / 1000, column(path, "ppg"))
    assert even.rate == pytest.approx(19.6, abs=0.1)
    found = analyse(Recording("ppg", NINE, even.rate, np.round(even.samples).astype(np.int32), "watch"))
    assert isinstance(found, Refusal)
    assert found.reason == "noisy"
    assert {minute.quality.refused for minute in found.minutes} == {"noisy"}
    for start in np.arange(0, 660, 15.0):
        assert traced("ppg", even.samples, even.rate).window(start, start + 60).quality.refused is not None


def test_a_hospitals_finger_agrees_with_its_ecg(shared_file: Callable[[str], Path]) -> None:
    path = shared_file("data/ppg/bidmc/bidmc_01_Signals.csv")
    finger = traced("ppg", column(path, "PLETH"), 125).window(0, 480)
    heart = traced("ecg", column(path, "II"), 125).window(0, 480)
    assert finger.features is not None
    assert heart.features is not None
    assert finger.quality.steady
    assert heart.quality.steady
    assert finger.features["heart_rate"] == pytest.approx(heart.features["heart_rate"], rel=0.005)
    assert finger.features["rmssd"] == pytest.approx(heart.features["rmssd"], rel=0.1)
