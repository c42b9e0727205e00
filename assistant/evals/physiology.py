"""`auricle eval physiology`: beats against an ECG, minutes that are refused, and a wrist against what its own device says.

The data is not ours to ship; the folder is an argument. It holds `ppg/bidmc/bidmc_01_Signals.csv` (BIDMC, ODC-By: a finger's PPG and an ECG of one
patient in intensive care, 8 minutes), `ppg/opencha_test_ppg.csv` (openCHA, MIT: 12 minutes of noise), `ppg/201907011527_Data.csv` (CHA-PPGHR, MIT: 16
minutes of a watch, moving) and `stress-predict/` (Iqbal et al., Sensors 2022, 22, 8135; MIT: 35 hours of Empatica E4 wrists).
"""

from __future__ import annotations

import csv
import gzip
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import numpy as np
from scipy import signal

from assistant.errors import UsageError
from assistant.evals.figures import Figure, Report, share, wilson
from assistant.physiology.analysis import MINUTE, Rates, Window, traced
from assistant.physiology.beats import pulse_beats
from assistant.physiology.ecg import r_peaks
from assistant.physiology.intervals import Intervals, gated
from assistant.physiology.quality import OFF
from assistant.physiology.steady import steady
from assistant.physiology.wave import Floats

__all__ = ["BIDMC", "NOISE", "RATES", "WATCH", "WRISTS", "Matched", "column", "evaluate", "match"]

BIDMC = Path("ppg", "bidmc", "bidmc_01_Signals.csv")
NOISE = Path("ppg", "opencha_test_ppg.csv")
WATCH = Path("ppg", "201907011527_Data.csv")
WRISTS = Path("stress-predict", "Raw_data")
RATES = (125, 64, 25, 20)
TOLERANCE = 0.1  # s, after the lag between heart and finger is taken off
SAMPLES = 2000
UNTESTED = (
    "more than one person against an ECG (and that one 8 minutes in bed); dark skin, cold hands, children, arrhythmias other than a few early beats; "
    "phones' cameras; ECGs of watches; wrists against an ECG"
)


@dataclass(frozen=True, slots=True)
class Matched:
    """Beats found against true ones. lag: s, by which they come later. missed, extra: of true and of found beats."""

    hits: int
    missed: int
    extra: int
    lag: float


def match(true: Floats, found: Floats, seconds: float, longest: float = 1.0) -> Matched:
    """Pair beats one to one within 100 ms, at the lag up to `longest` (s) that pairs most. A beat whose partner would lie outside of the `seconds`
    that were recorded is not counted."""

    def at(lag: float) -> Matched:
        own = found - lag
        want = true[true + lag <= seconds]
        own = own[(own >= -TOLERANCE) & (own <= seconds - lag + TOLERANCE)]
        if not len(want) or not len(own):
            return Matched(0, len(want), len(own), lag)
        there, back = _nearest(own, want), _nearest(want, own)
        paired = (back[there] == np.arange(len(want))) & (np.abs(own[there] - want) <= TOLERANCE)
        hits = int(paired.sum())
        # Before the first true beat nobody knows what was.
        known = int((own >= want[0] - TOLERANCE).sum())
        return Matched(hits, len(want) - hits, max(0, known - hits), lag)

    return max((at(step / 100) for step in range(round(longest * 100) + 1)), key=lambda one: (one.hits, -one.extra, -one.lag))


def evaluate(data: Path, people: int | None = None) -> Report:
    """Everything that the folder has data for. people: only so many wrists. Raises `UsageError` where it has none."""
    parts: list[tuple[Path, Callable[[Path], tuple[list[Figure], list[dict[str, Any]]]]]] = [
        (BIDMC, finger),
        (NOISE, noise),
        (WATCH, watch),
        (WRISTS, lambda path: wrists(path, people)),
    ]
    there = [(data / path, part) for path, part in parts if (data / path).exists()]
    if not there:
        raise UsageError(f"There is no {BIDMC} nor any other of the recordings in {data}; name the folder that holds them with --data.")
    figures, cases = [], []
    for path, part in there:
        more, those = part(path)
        figures += more
        cases += those
    lacking = [str(path) for path, _ in parts if not (data / path).exists()]
    return Report("physiology", tuple(figures), tuple(cases), "; ".join([UNTESTED, *(f"{path} (not there)" for path in lacking)]))


def finger(path: Path) -> tuple[list[Figure], list[dict[str, Any]]]:
    """BIDMC: the finger against the ECG, at four rates."""
    ppg, ecg = column(path, "PLETH"), column(path, "II")
    seconds = len(ppg) / RATES[0]
    true = r_peaks(ecg, RATES[0])
    figures, cases = [], []
    for rate in RATES:
        found = pulse_beats(_slower(ppg, RATES[0], rate), rate)
        one = match(true, found, seconds)
        figures += [
            _share(f"beats found, {rate} Hz", one.hits, one.hits + one.missed),
            _share(f"beats found that are beats, {rate} Hz", one.hits, one.hits + one.extra),
            *_rmssds(rate, gated(found), gated(true), seconds),
        ]
        cases.append({"recording": "bidmc01", "rate": rate, "lag": one.lag, "hits": one.hits, "missed": one.missed, "extra": one.extra})
    return figures, cases


def noise(path: Path) -> tuple[list[Figure], list[dict[str, Any]]]:
    """openCHA's clip: every minute is to be refused."""
    found, _ = _own_times(path, "timestamp_ms", "ppg", "hr")
    refused = share("minutes of noise refused", (one.quality.refused is not None for one in found))
    return [refused], [_case("opencha", one, None) for one in found]


def watch(path: Path) -> tuple[list[Figure], list[dict[str, Any]]]:
    """A watch that moves: minutes kept, and the heart rate of those against the device's."""
    found, device = _own_times(path, "timestamp", "ppg", "hrm")
    cases = [_case("watch", one, device) for one in found]
    passed = [one for one in cases if one["refused"] is None]
    figures = [
        share("watch: minutes that pass", (one["refused"] is None for one in cases)),
        _mean("watch: heart rate off the device's", [one["off"] for one in passed if one["off"] is not None]),
        share("watch: minutes that pass and whose rate is the device's", (one["off"] <= OFF for one in passed if one["off"] is not None)),
    ]
    return figures, cases


def wrists(folder: Path, people: int | None = None) -> tuple[list[Figure], list[dict[str, Any]]]:
    """Stress-Predict: minutes kept, heart rate against the E4's, RMSSD of steady minutes against the E4's own intervals. Intervals by people."""
    cases: list[dict[str, Any]] = []
    for own in sorted(folder.glob("S*"))[:people]:
        raw = _numbers(own / "BVP.csv.gz")
        rates = _numbers(own / "HR.csv.gz")
        ibi = _table(own / "IBI.csv.gz")
        start, rate = raw[0], raw[1]
        device = Rates(np.arange(len(rates) - 2) / rates[1] + rates[0] - start, rates[2:])
        for one in traced("ppg", raw[2:], rate).windows(MINUTE, MINUTE):
            theirs = _rmssd_of(ibi, one.at, one.at + one.seconds)
            cases.append({**_case(own.name, one, device), "device_rmssd": theirs})
    passed = [one for one in cases if one["refused"] is None and one["off"] is not None]
    steady = [one for one in passed if one["steady"]]
    sure = [one for one in steady if one["device_rmssd"] is not None]
    figures = [
        _grouped("wrist: minutes that pass", cases, lambda one: float(one["refused"] is None), "share"),
        _grouped("wrist: minutes steady enough for variability", cases, lambda one: float(one["steady"]), "share"),
        _grouped("wrist: heart rate off the E4's", passed, lambda one: one["off"], "bpm"),
        _grouped("wrist: minutes that pass and are over 10 bpm off the E4's", passed, lambda one: float(one["off"] > OFF), "share"),
        _grouped("wrist: heart rate of steady minutes off the E4's", steady, lambda one: one["off"], "bpm"),
        _grouped("wrist: steady minutes that are over 10 bpm off the E4's", steady, lambda one: float(one["off"] > OFF), "share"),
        _grouped("wrist: RMSSD of steady minutes ÷ the E4's, median", sure, lambda one: one["rmssd"] / one["device_rmssd"], "ratio", np.median),
    ]
    return figures, cases


def column(path: Path, name: str) -> Floats:
    """A column of a CSV file by its name; rows without a number are left out. Raises `UsageError` where there is no such column."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, skipinitialspace=True)
        rows.fieldnames = [field.strip() for field in rows.fieldnames or ()]
        if name not in rows.fieldnames:
            raise UsageError(f"{path} has no column {name!r}; it has {', '.join(rows.fieldnames)}.")
        return np.array([float(row[name]) for row in rows if row[name]])


def _own_times(path: Path, time: str, ppg: str, rate: str) -> tuple[tuple[Window, ...], Rates]:
    """The minutes of a recording with times of its own (ms), and the device's heart rates."""
    at = column(path, time) / 1000
    even = steady(at, column(path, ppg))
    device = Rates(at - even.start, column(path, rate))
    return traced("ppg", even.samples, even.rate).windows(MINUTE, MINUTE), device


def _slower(x: Floats, rate: int, to: int) -> Floats:
    common = int(np.gcd(rate, to))
    return x if rate == to else np.asarray(signal.resample_poly(x, to // common, rate // common))


def _nearest(among: Floats, to: Floats) -> Any:
    """The index of the value of `among` (rising) that is nearest to each."""
    right = np.clip(np.searchsorted(among, to), 1, max(1, len(among) - 1))
    if len(among) == 1:
        return np.zeros(len(to), dtype=np.int64)
    return np.where(to - among[right - 1] <= among[right] - to, right - 1, right)


def _rmssds(rate: int, own: Intervals, true: Intervals, seconds: float) -> list[Figure]:
    """Over the whole, and minute by minute: a few irregular beats can make the whole agree where calm minutes do not. With intervals from resampled
    minutes, the same ones on both sides."""
    edges = np.arange(0, seconds - MINUTE + 1e-9, MINUTE)

    def sums(those: Intervals) -> Floats:
        parts = [those.between(a, a + MINUTE).steps for a in edges]
        return np.array([[np.square(part).sum(), len(part)] for part in parts])

    mine, theirs = sums(own), sums(true)

    def ratio(which: Any) -> float:
        (a, n), (b, m) = mine[which].sum(axis=0), theirs[which].sum(axis=0)
        return float(np.sqrt((a / n) / (b / m)))

    low, high = _bootstrap(len(mine), ratio)
    value = float(np.sqrt(np.square(own.steps).mean() / np.square(true.steps).mean()))
    apart = np.abs(np.sqrt(mine[:, 0] / mine[:, 1]) - np.sqrt(theirs[:, 0] / theirs[:, 1]))
    return [
        Figure(f"gated RMSSD ÷ that of the ECG, {rate} Hz", value, len(own.steps), low, high, unit="ratio"),
        _mean(f"RMSSD of a minute off the ECG's, {rate} Hz", apart.tolist(), "ms"),
    ]


def _rmssd_of(ibi: Floats, start: float, stop: float) -> float | None:
    """RMSSD in ms of a device's intervals (time of the beat, length; s) that follow each other without a gap; None for fewer than fifteen."""
    own = ibi[(ibi[:, 0] > start) & (ibi[:, 0] <= stop)]
    joined = np.abs(np.diff(own[:, 0]) - own[1:, 1]) < 0.01
    steps = 1000 * np.diff(own[:, 1])[joined]
    return float(np.sqrt(np.square(steps).mean())) if len(steps) >= 15 else None


def _case(name: str, one: Window, device: Rates | None) -> dict[str, Any]:
    rate = one.features["heart_rate"] if one.features else None
    told = device.between(one.at, one.at + one.seconds) if device else None
    return {
        "recording": name,
        "at": one.at,
        "shape": one.quality.shape,
        "kept": one.quality.kept,
        "refused": one.quality.refused,
        "steady": one.quality.steady,
        "heart_rate": rate,
        "device": told,
        "off": abs(rate - told) if rate is not None and told is not None else None,
        "rmssd": one.features["rmssd"] if one.features else None,
    }


def _share(name: str, hits: int, n: int) -> Figure:
    low, high = wilson(hits, n)
    return Figure(name, hits / n if n else 0.0, n, low, high)


def _mean(name: str, values: list[float], unit: str = "bpm") -> Figure:
    """With the interval of resampled minutes."""
    if not values:
        return Figure(name, 0.0, 0, unit=unit)
    x = np.array(values)
    low, high = _bootstrap(len(x), lambda which: float(x[which].mean()))
    return Figure(name, float(x.mean()), len(x), low, high, unit=unit)


def _grouped(
    name: str, cases: list[dict[str, Any]], value: Callable[[dict[str, Any]], float], unit: str, middle: Callable[[Any], Any] = np.mean
) -> Figure:
    """With the interval of resampled people, since minutes of one person are alike."""
    by: dict[str, list[float]] = {}
    for one in cases:
        by.setdefault(one["recording"], []).append(value(one))
    if not by:
        return Figure(name, 0.0, 0, unit=unit)
    groups = [np.array(values) for values in by.values()]
    low, high = _bootstrap(len(groups), lambda which: float(middle(np.concatenate([groups[n] for n in which]))))
    return Figure(name, float(middle(np.concatenate(groups))), len(cases), low, high, unit=unit)


def _bootstrap(n: int, statistic: Callable[[Any], float]) -> tuple[float, float]:
    rng = np.random.default_rng(0)
    drawn = [statistic(rng.integers(0, n, n)) for _ in range(SAMPLES)]
    low, high = np.percentile(drawn, [2.5, 97.5])
    return float(low), float(high)


def _opened(path: Path) -> TextIO:
    return gzip.open(path, "rt", encoding="utf-8")


def _lines(path: Path) -> Iterator[str]:
    with _opened(path) as file:
        yield from file


def _numbers(path: Path) -> Floats:
    """The first column."""
    return np.array([float(line.partition(",")[0]) for line in _lines(path) if line.strip()])


def _table(path: Path) -> Floats:
    """Two columns after a headline; shape (n, 2)."""
    rows = [line.split(",") for line in _lines(path) if line.strip()][1:]
    return np.array([[float(row[0]), float(row[1])] for row in rows]).reshape(-1, 2)
