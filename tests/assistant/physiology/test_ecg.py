"""R peaks: known ones, a real lead beside neurokit2, and what is no electrocardiogram."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from assistant.errors import UsageError
from assistant.evals.physiology import column
from assistant.physiology.ecg import r_peaks
from assistant.physiology.intervals import gated
from assistant.records.pulse import intervals

from .synthetic import electrocardiogram


@pytest.mark.parametrize("rate", [125, 250, 512])
@pytest.mark.parametrize("bpm", [35, 45, 60, 90, 150, 200])
def test_every_r_peak_is_found_to_a_few_milliseconds(bpm: float, rate: float) -> None:
    samples, true = electrocardiogram(intervals(np.random.default_rng(1), 60, bpm, 0.03 * 60 / bpm), rate, 60)
    found = r_peaks(samples, rate)
    assert len(found) == len(true)
    assert np.abs(found - true).max() < 0.012


@pytest.mark.parametrize("rate", [130, 256])
def test_the_lead_may_be_upside_down(rate: float) -> None:
    samples, true = electrocardiogram(intervals(np.random.default_rng(1), 60, 65, 0.03), rate, 60)
    found = r_peaks(-samples, rate)
    assert len(found) == len(true)
    assert np.abs(found - true).max() < 0.012


def test_noise_costs_little() -> None:
    samples, true = electrocardiogram(intervals(np.random.default_rng(1), 120, 65, 0.03), 250, 120, noise=0.12)
    found = r_peaks(samples, 250)
    assert len(found) == pytest.approx(len(true), abs=1)
    assert np.median([np.abs(found - beat).min() for beat in true]) < 0.012


def test_a_beat_that_comes_early_is_seen_and_left_out_of_variability() -> None:
    ibi = intervals(np.random.default_rng(1), 180, 65, 0.03)
    clean = 1000 * np.sqrt(np.square(np.diff(ibi[:180])).mean())
    early = ibi.copy()
    for n in range(20, 180, 30):
        # A pause makes up for it.
        early[n], early[n + 1] = 0.55 * ibi[n], 1.45 * ibi[n + 1]
    samples, true = electrocardiogram(early, 250, 180)
    found = r_peaks(samples, 250)
    assert len(found) == len(true)
    own = gated(found)
    assert np.sqrt(np.square(np.diff(own.ibi_ms)).mean()) > 3 * clean
    assert np.sqrt(np.square(own.steps).mean()) == pytest.approx(clean, rel=0.1)


def test_a_lead_that_falls_off_gives_no_beats_there() -> None:
    samples, true = electrocardiogram(intervals(np.random.default_rng(1), 90, 65, 0.03), 250, 90)
    samples[30 * 250 : 60 * 250] = np.nan
    found = r_peaks(samples, 250)
    outside = true[(true < 29) | (true > 61)]
    assert max(np.abs(found - beat).min() for beat in outside) < 0.012
    assert not ((found > 30) & (found < 60)).any()


@pytest.mark.parametrize("samples", [np.empty(0), np.zeros(3), np.full(5000, 7.0), np.full(5000, np.nan)])
def test_a_flat_line_has_no_beats(samples: np.ndarray) -> None:
    assert len(r_peaks(samples, 250)) == 0


def test_a_rate_at_which_nothing_can_be_seen_is_refused() -> None:
    with pytest.raises(UsageError, match="at least 50 samples"):
        r_peaks(np.zeros(100), 49)


def test_a_real_lead_has_the_beats_that_neurokit2_finds(shared_file: Callable[[str], Path]) -> None:
    import neurokit2

    lead = column(shared_file("data/ppg/bidmc/bidmc_01_Signals.csv"), "II")
    own = r_peaks(lead, 125)
    theirs = neurokit2.ecg_peaks(neurokit2.ecg_clean(lead, sampling_rate=125), sampling_rate=125)[1]["ECG_R_Peaks"] / 125
    assert len(own) == len(theirs) == 730
    # Theirs stand on samples, 8 ms apart.
    assert np.abs(own - theirs).max() < 0.008
