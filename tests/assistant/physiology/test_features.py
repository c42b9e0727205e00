"""The 32 numbers: beside neurokit2, on sines whose power is known, and at their limits.

Where neurokit2 defines a figure in another way: pNN50 and pNN20 divide by the number of intervals, ours by that of differences; its histogram
for the triangular index has bins from the shortest interval on; its spectrum is of one long window without a trend taken off.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assistant.errors import NoData
from assistant.evals.physiology import column
from assistant.physiology.ecg import r_peaks
from assistant.physiology.features import FEATURES, TABLE, hrv_features
from assistant.physiology.intervals import Intervals, gated, gated_intervals
from assistant.records.pulse import intervals

EXACT = {
    "mean_nn": "MeanNN",
    "sdnn": "SDNN",
    "rmssd": "RMSSD",
    "sdsd": "SDSD",
    "cvnn": "CVNN",
    "cvsd": "CVSD",
    "median_nn": "MedianNN",
    "mad_nn": "MadNN",
    "mcv_nn": "MCVNN",
    "iqr_nn": "IQRNN",
    "p20_nn": "Prc20NN",
    "p80_nn": "Prc80NN",
    "min_nn": "MinNN",
    "max_nn": "MaxNN",
    "sd1": "SD1",
    "sd2": "SD2",
    "sd1_sd2": "SD1SD2",
    "sample_entropy": "SampEn",
}


def made(bpm: float, rmssd: float, seconds: float, seed: int) -> Intervals:
    return gated_intervals(1000 * intervals(np.random.default_rng(seed), seconds, bpm, rmssd / 1000))


def theirs(own: Intervals) -> dict[str, float]:
    import neurokit2

    given = {"RRI": own.clean, "RRI_Time": own.at[own.valid]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tables: list[Any] = [
            neurokit2.hrv_time(given, sampling_rate=1000),
            neurokit2.hrv_frequency(given, sampling_rate=1000, interpolation_rate=4, normalize=False),
            neurokit2.hrv_nonlinear(given, sampling_rate=1000),
        ]
    return {name.removeprefix("HRV_"): float(table[name].iloc[0]) for table in tables for name in table}


@pytest.mark.parametrize(("bpm", "rmssd", "seconds", "seed"), [(60, 40, 300, 1), (75, 25, 300, 2), (52, 70, 330, 3), (95, 12, 300, 4)])
def test_time_frequency_and_nonlinear_figures_are_those_of_neurokit2(bpm: float, rmssd: float, seconds: float, seed: int) -> None:
    own = made(bpm, rmssd, seconds, seed)
    assert own.valid.all()
    found, other = hrv_features(own), theirs(own)
    for name, their in EXACT.items():
        assert found[name] == pytest.approx(other[their], rel=1e-6), name
    n = len(own)
    assert found["pnn50"] == pytest.approx(other["pNN50"] / 100 * n / (n - 1), abs=1e-9)
    assert found["pnn20"] == pytest.approx(other["pNN20"] / 100 * n / (n - 1), abs=1e-9)
    assert found["ln_ellipse"] == pytest.approx(np.log1p(other["S"]), rel=1e-6)
    assert found["hti"] == pytest.approx(other["HTI"], rel=0.3)
    # Powers within 15 %: one long window there, several short ones here.
    for name, their in (("ln_lf", "LF"), ("ln_hf", "HF")):
        assert np.expm1(found[name]) == pytest.approx(other[their], rel=0.15), name
    assert found["lf_share"] == pytest.approx(other["LF"] / (other["LF"] + other["HF"]), abs=0.03)


def test_over_gaps_rmssd_is_that_of_neurokit2_too() -> None:
    """It leaves out differences of intervals that do not follow each other, as we do."""
    ibi = 1000 * intervals(np.random.default_rng(7), 300, 66, 0.04)
    ibi[[40, 41, 90, 170]] = [1700, 1650, 350, 2900]
    own = gated_intervals(ibi)
    assert 4 <= (~own.valid).sum() <= 6
    found, other = hrv_features(own), theirs(own)
    for name in ("mean_nn", "sdnn", "rmssd", "sdsd", "iqr_nn"):
        assert found[name] == pytest.approx(other[EXACT[name]], rel=1e-6), name


def test_on_a_real_ecg_with_early_beats_too(shared_file: Callable[[str], Path]) -> None:
    own = gated(r_peaks(column(shared_file("data/ppg/bidmc/bidmc_01_Signals.csv"), "II"), 125))
    assert 0.98 < own.valid.mean() < 1
    found, other = hrv_features(own), theirs(own)
    for name, their in EXACT.items():
        # Their entropy takes patterns over the gaps as well.
        assert found[name] == pytest.approx(other[their], rel=0.01 if name == "sample_entropy" else 1e-6), name


@pytest.mark.parametrize("bpm", [50, 66, 90])
@pytest.mark.parametrize(("hertz", "band"), [(0.1, "ln_lf"), (0.25, "ln_hf")])
def test_the_power_of_a_sine_is_half_its_height_squared(bpm: float, hertz: float, band: str) -> None:
    at, ibi = 0.0, []
    while at < 300:
        ibi.append(60000 / bpm + 30 * np.sin(2 * np.pi * hertz * at))
        at += ibi[-1] / 1000
    found = hrv_features(gated_intervals(ibi))
    assert np.expm1(found[band]) == pytest.approx(450, rel=0.08)
    other = "ln_hf" if band == "ln_lf" else "ln_lf"
    assert np.expm1(found[other]) < 5


def test_a_long_gap_makes_no_power() -> None:
    """Half an hour between two calm stretches of different speed: a line over it would be a slow wave."""
    calm = 900 + 10 * np.sin(np.arange(150) / 3)
    own = gated_intervals(np.concatenate([calm, [1_800_000], calm - 250]))
    alone = hrv_features(gated_intervals(calm))
    assert hrv_features(own)["ln_lf"] == pytest.approx(alone["ln_lf"], abs=0.5)


def test_names_units_and_order_are_fixed() -> None:
    assert len(FEATURES) == len(set(FEATURES)) == 32
    assert FEATURES[:4] == ("heart_rate", "mean_nn", "sdnn", "rmssd")
    assert FEATURES[-1] == "sample_entropy"
    assert all(feature.definition and feature.unit in ("", "ms", "bpm") for feature in TABLE)
    assert {feature.name for feature in TABLE if feature.least >= 300} >= {"sdnn", "cvnn", "sd2"}
    assert {feature.name for feature in TABLE if feature.least == 120} >= {"ln_lf", "lf_share", "ln_lf_hf"}


def test_every_number_is_where_its_name_says() -> None:
    found = hrv_features(made(60, 40, 300, 1))
    assert found.values.shape == (32,)
    assert [found[name] for name in FEATURES] == found.values.tolist()
    assert found["range_nn"] == pytest.approx(found["max_nn"] - found["min_nn"])
    assert found["lf_share"] + found["hf_share"] == pytest.approx(1)
    assert found["heart_rate"] == pytest.approx(60, abs=1)


@pytest.mark.parametrize("ibi", [np.full(40, 800.0), np.tile([800.0, 840.0], 30), np.linspace(700, 900, 60)], ids=["constant", "two", "slope"])
def test_hearts_like_clocks_give_finite_numbers(ibi: np.ndarray) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isfinite(hrv_features(gated_intervals(ibi)).values).all()


def test_too_few_beats_are_no_data() -> None:
    assert np.isfinite(hrv_features(gated_intervals(np.full(25, 800.0))).values).all()
    with pytest.raises(NoData):
        hrv_features(gated_intervals(np.full(24, 800.0)))
    # Enough intervals, but hardly two that follow each other.
    with pytest.raises(NoData):
        hrv_features(gated_intervals(np.tile([800.0, 1600.0], 40)))
