"""Raw signals: the research recordings against plain reading, and small files for what they do not show."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from assistant.errors import UsageError
from assistant.importers.signals import SIGNALS
from assistant.testing import FakeIntake

Imported = Callable[..., FakeIntake]


def column(path: Path, name: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    with path.open(newline="", encoding="utf-8") as file:
        return np.array([float(row[name]) for row in csv.DictReader(file, skipinitialspace=True)])


def test_irregular_times_become_their_true_rate(shared_file: Callable[[str], Path], imported: Imported) -> None:
    path = shared_file("data/ppg/opencha_test_ppg.csv")
    (got,) = imported(SIGNALS, path).recorded
    times, values = column(path, "timestamp_ms"), column(path, "ppg")
    assert got.kind == "ppg"
    assert got.rate == pytest.approx(len(times) / (times[-1] - times[0]) * 1000, rel=1e-3)  # 19.6 Hz, not the 20 that it passes for
    assert got.seconds == pytest.approx((times[-1] - times[0]) / 1000, abs=0.1)
    assert got.start.isoformat() == "2020-08-29T22:12:20.957000+02:00"
    at = 1000  # between two samples lies a straight line
    moment = times[0] / 1000 + at / got.rate
    assert got.samples[at] / 100 == pytest.approx(np.interp(moment, times / 1000, values), abs=0.02)


def test_a_device_rate_beside_the_signal_is_kept_by_the_second(shared_file: Callable[[str], Path], imported: Imported) -> None:
    path = shared_file("data/ppg/opencha_test_ppg.csv")
    rates = column(path, "hr")
    taken = [value for *_, value in imported(SIGNALS, path).rows("heart_rate")]
    assert set(taken) <= set(rates) - {0.0}
    assert 600 < len(taken) < 735


def test_an_even_signal_is_taken_sample_by_sample(shared_file: Callable[[str], Path], imported: Imported) -> None:
    """Its times are rounded to hundredths from 100 s on, which must not cost samples."""
    path = shared_file("data/ppg/bidmc/bidmc_01_Signals.csv")
    got = {recording.kind: recording for recording in imported(SIGNALS, path, units={"start": "2026-11-29T14:30"}).recorded}
    for kind, name in (("ppg", "PLETH"), ("ecg", "II")):
        assert got[kind].rate == 125
        assert (got[kind].samples == np.rint(column(path, name) * 1e5)).all()
        assert got[kind].start.isoformat() == "2026-11-29T14:30:00+01:00"


def test_a_recording_that_does_not_say_when_is_asked_about(imported: Imported) -> None:
    files = {"pulse.csv": "time,ppg\n" + "".join(f"{index / 50},{index % 50}\n" for index in range(1000))}
    with pytest.raises(UsageError, match=r"pulse.csv does not say when it was recorded; say it like --unit start=2026-11-29T14:30"):
        imported(SIGNALS, files)
    with pytest.raises(UsageError, match="not 'noon'"):
        imported(SIGNALS, files, units={"start": "noon"})
    assert imported(SIGNALS, files, units={"start": "2026-11-29T14:30"}).recorded[0].rate == 50


def test_empatica(shared_file: Callable[[str], Path], imported: Imported) -> None:
    folder = shared_file("data/stress-predict/Raw_data/S05")
    got = imported(SIGNALS, folder, zone="Europe/Dublin")
    lines = {name: gzip.decompress((folder / f"{name}.csv.gz").read_bytes()).decode().splitlines() for name in ("BVP", "IBI", "HR")}
    kept = {recording.kind: recording for recording in got.recorded}
    assert (kept["ppg"].samples == np.rint(np.array([float(line) for line in lines["BVP"][2:]]) * 100)).all()
    assert (kept["ppg"].rate, kept["ppg"].start.isoformat()) == (64, "2022-02-14T09:12:05+00:00")
    assert [value for *_, value in got.rows("heart_rate")] == [float(line) for line in lines["HR"][2:]]
    intervals = np.array([[float(cell) for cell in line.split(",")] for line in lines["IBI"][1:]])
    assert kept["ibi"].seconds == pytest.approx(intervals[-1, 0] - intervals[0, 0] + intervals[0, 1], abs=1)  # the missing beats keep their time
    assert set(np.rint(intervals[:, 1] * 1000).astype(int)) <= set(kept["ibi"].samples.tolist())
    assert {"info.txt.gz (1)", "tags_S05.csv (1)"} <= {part.strip(" .") for note in got.notes for part in note.split(":")[-1].split(",")}


@pytest.mark.parametrize(
    ("text", "name"), [("812\n795\n803\n1650\n820\n799\n", "night.txt"), ("ibi\n.812\n.795\n.803\n1.65\n.82\n.799\n", "night.csv")]
)
def test_intervals_alone_in_seconds_or_milliseconds(imported: Imported, text: str, name: str) -> None:
    (got,) = imported(SIGNALS, {name: text}, units={"start": "2026-11-29T03:00"}).recorded
    assert (got.kind, got.rate, got.samples.tolist()) == ("ibi", 0.0, [812, 795, 803, 1650, 820, 799])


def test_intervals_with_the_times_of_their_beats_show_what_is_missing(imported: Imported) -> None:
    text = "timestamp_ms,ibi\n1792828800000,800\n1792828800810,810\n1792828804000,790\n1792828804800,800\n"
    (got,) = imported(SIGNALS, {"beats.csv": text}).recorded
    assert got.samples.tolist() == [800, 810, 2400, 790, 800]
    assert got.start.timestamp() == 1792828799.2


def test_what_are_no_intervals(imported: Imported) -> None:
    with pytest.raises(UsageError, match="neither seconds nor milliseconds between heartbeats"):
        imported(SIGNALS, {"x.csv": "timestamp_ms,ibi\n1792828800000,14\n1792828801000,15\n"})


def test_a_hole_parts_a_recording(imported: Imported) -> None:
    seconds = [*np.arange(0, 30, 0.05), *np.arange(33, 38, 0.05), *np.arange(60, 90, 0.05)]
    text = "timestamp,ppg\n" + "".join(f"{1792828800 + at:.3f},{1000 + round(100 * np.sin(7 * at))}\n" for at in seconds)
    got = imported(SIGNALS, {"watch.csv": text})
    assert [(recording.start.second, round(recording.seconds)) for recording in got.recorded] == [(0, 30), (0, 30)]
    assert got.recorded[1].start.minute == 1
    assert ["5 seconds on end are too short to see a pulse in" in reject.reason for reject in got.rejects] == [True]


def test_what_is_too_slow_or_stands_still_is_no_signal(imported: Imported) -> None:
    slow = "timestamp,ppg\n" + "".join(f"{1792828800 + 60 * index},{index}\n" for index in range(60))
    still = "timestamp,ppg\n" + "1792828800,5\n" * 60
    got = imported(SIGNALS, {"slow.csv": slow, "still.csv": still})
    assert not got.recorded
    assert sorted(reject.reason.partition(", ")[0] for reject in got.rejects) == ["ppg has 0 samples a second", "ppg has 0.017 samples a second"]


def test_a_lost_packet_is_bridged(imported: Imported) -> None:
    seconds = [at for at in np.arange(0, 30, 0.05) if not 12 < at < 12.6]
    text = "timestamp,ppg\n" + "".join(f"{1792828800 + at:.3f},{round(100 * at)}\n" for at in seconds)
    (got,) = imported(SIGNALS, {"watch.csv": text}).recorded
    assert (round(got.rate, 3), len(got.samples)) == (20, 600)
    assert (np.diff(got.samples) > 0).all()


@pytest.mark.parametrize("scale", [1e-7, 1.0, 1e6, 1e12])
def test_samples_of_any_size_keep_their_shape(imported: Imported, scale: float) -> None:
    wave = np.sin(np.arange(500) / 7) * scale
    text = "timestamp_ms,ppg\n" + "".join(f"{1792828800000 + 20 * index},{float(value)!r}\n" for index, value in enumerate(wave))
    (got,) = imported(SIGNALS, {"x.csv": text}).recorded
    assert np.corrcoef(got.samples, wave)[0, 1] > 0.999999


def test_a_line_that_is_no_number_is_rejected(imported: Imported) -> None:
    got = imported(SIGNALS, {"BVP.csv": "1644829925.00\n64.000000\n1.5\nx\n2.5\n", "ACC.csv": "1644829925.00,1,2\n"})
    assert got.recorded[0].samples.tolist() == [15, 25]
    assert [(reject.place, reject.reason) for reject in got.rejects] == [("BVP.csv:4", "'x' is not a number")]
    assert any("ACC.csv (1)" in note for note in got.notes)
