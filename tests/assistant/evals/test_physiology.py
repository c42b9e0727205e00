"""The figures that are promised hold on the recordings that are there, and what is not there is said."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from assistant.errors import UsageError
from assistant.evals.figures import Figure
from assistant.evals.physiology import BIDMC, NOISE, RATES, WATCH, WRISTS, column, evaluate, finger, noise, watch, wrists
from assistant.records.pulse import intervals, photoplethysmogram


def by_name(figures: list[Figure]) -> dict[str, Figure]:
    return {figure.name: figure for figure in figures}


def test_a_finger_finds_what_the_ecg_says(shared_file: Callable[[str], Path]) -> None:
    figures, cases = finger(shared_file(f"data/{BIDMC}"))
    found = by_name(figures)
    assert len(cases) == len(RATES)
    for rate in RATES:
        assert found[f"beats found, {rate} Hz"].value >= 0.98
        assert found[f"beats found that are beats, {rate} Hz"].value >= 0.99
        assert found[f"gated RMSSD ÷ that of the ECG, {rate} Hz"].value == pytest.approx(1, abs=0.1)
        # Over the whole it agrees because of a few irregular beats; calm minutes are some 5 to 6 ms too high.
        assert found[f"RMSSD of a minute off the ECG's, {rate} Hz"].value < 10


def test_every_minute_of_noise_is_refused(shared_file: Callable[[str], Path]) -> None:
    (figure,), cases = noise(shared_file(f"data/{NOISE}"))
    assert (figure.value, figure.n) == (1, 12)
    assert {one["refused"] for one in cases} == {"noisy"}


def test_of_a_moving_watch_what_passes_is_mostly_right(shared_file: Callable[[str], Path]) -> None:
    figures, cases = watch(shared_file(f"data/{WATCH}"))
    found = by_name(figures)
    assert len(cases) == 16
    assert 0.2 < found["watch: minutes that pass"].value < 0.6
    assert all(one["refused"] for one in cases if one["device"] and one["device"] > 125)
    assert not any(one["steady"] for one in cases if one["off"] is not None and one["off"] > 10)


def test_three_wrists_agree_with_their_device(shared_file: Callable[[str], Path]) -> None:
    folder = shared_file(f"data/{WRISTS}")
    figures, cases = wrists(folder, people=3)
    found = by_name(figures)
    assert len({one["recording"] for one in cases}) == 3
    assert found["wrist: minutes that pass"].value > 0.4
    assert found["wrist: heart rate off the E4's"].value < 8
    assert found["wrist: RMSSD of steady minutes ÷ the E4's, median"].value == pytest.approx(1, abs=0.15)


def made(folder: Path) -> None:
    """A wrist of ten minutes in the form of Stress-Predict's files."""
    own = folder / WRISTS / "S01"
    own.mkdir(parents=True)
    rng = np.random.default_rng(1)
    ibi = intervals(rng, 600, 70, 0.03)
    samples = photoplethysmogram(rng, ibi, 64, 600)
    times = np.cumsum(ibi)

    def write(name: str, lines: list[str]) -> None:
        with gzip.open(own / name, "wt", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")

    write("BVP.csv.gz", ["1000.00", "64.000000", *(f"{value:.2f}" for value in samples)])
    write("HR.csv.gz", ["1010.000000", "1.000000", *["70.00"] * 590])
    write("IBI.csv.gz", ["1000.000000, IBI", *(f"{at:.6f},{length:.6f}" for at, length in zip(times, ibi, strict=True) if at < 600)])


def test_a_wrist_whose_beats_are_known(tmp_path: Path) -> None:
    made(tmp_path)
    report = evaluate(tmp_path)
    found = by_name(list(report.figures))
    assert (found["wrist: minutes that pass"].value, found["wrist: minutes that pass"].n) == (1, 10)
    assert found["wrist: minutes steady enough for variability"].value == 1
    assert found["wrist: heart rate off the E4's"].value < 1
    assert found["wrist: RMSSD of steady minutes ÷ the E4's, median"].value == pytest.approx(1, abs=0.08)
    assert found["wrist: minutes that pass and are over 10 bpm off the E4's"].value == 0
    assert str(BIDMC) in report.untested
    assert "more than one person against an ECG" in report.untested
    assert len(report.cases) == 10
    assert "Not tested" in report.table()


def test_a_folder_without_any_of_them_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--data"):
        evaluate(tmp_path)


def test_a_file_without_its_column_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("Time [s], PLETH\n0,1\n,\n0.1,2\n")
    assert column(tmp_path / "x.csv", "PLETH").tolist() == [1, 2]
    with pytest.raises(UsageError, match="no column 'II'; it has Time \\[s\\], PLETH"):
        column(tmp_path / "x.csv", "II")
