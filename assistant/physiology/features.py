"""32 numbers of heart-rate variability, in a fixed order, from the intervals that count.

Definitions follow the Task Force (1996, Circulation 93:1043) and, where it has none, neurokit2, whose figures the tests compare. `NN` are the
intervals that count, in ms, `d` the differences of neighbours that both count, `sd` a standard deviation with n − 1. Only the spectrum joins
intervals over a gap, and never one of more than ten seconds: it takes the tachogram at 4 Hz along a cubic spline through the intervals that
count, as is the custom.

Very low frequencies are not among the 32: they need five minutes, and the features are made for one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import interpolate, signal, spatial

from assistant.errors import NoData
from assistant.physiology.intervals import Intervals
from assistant.physiology.wave import Floats

__all__ = ["FEATURES", "TABLE", "Feature", "Features", "hrv_features"]


@dataclass(frozen=True, slots=True)
class Feature:
    """One of the 32. least: seconds of recording from which it may be told to a person; models may use it earlier, since they learnt it so."""

    name: str
    unit: str
    definition: str
    least: int = 0


TABLE = (
    Feature("heart_rate", "bpm", "mean of 60000 ÷ NN"),
    Feature("mean_nn", "ms", "mean of NN"),
    Feature("sdnn", "ms", "sd of NN", 300),
    Feature("rmssd", "ms", "root of the mean of d²"),
    Feature("sdsd", "ms", "sd of d"),
    Feature("cvnn", "", "sdnn ÷ mean_nn", 300),
    Feature("cvsd", "", "rmssd ÷ mean_nn"),
    Feature("median_nn", "ms", "median of NN"),
    Feature("mad_nn", "ms", "median distance of NN from their median × 1.4826"),
    Feature("mcv_nn", "", "mad_nn ÷ median_nn"),
    Feature("iqr_nn", "ms", "third minus first quartile of NN"),
    Feature("p20_nn", "ms", "20th percentile of NN"),
    Feature("p80_nn", "ms", "80th percentile of NN"),
    Feature("pnn50", "", "share of d beyond ±50 ms"),
    Feature("pnn20", "", "share of d beyond ±20 ms"),
    Feature("min_nn", "ms", "shortest NN"),
    Feature("max_nn", "ms", "longest NN"),
    Feature("hti", "", "number of NN ÷ height of their histogram (bins of 7.8125 ms from 300 ms on)", 300),
    Feature("range_nn", "ms", "max_nn − min_nn"),
    Feature("ln_lf", "", "ln(1 + power in ms² from 0.04 to below 0.15 Hz)", 120),
    Feature("ln_hf", "", "ln(1 + power in ms² from 0.15 to below 0.4 Hz)", 60),
    Feature("ln_vhf", "", "ln(1 + power in ms² from 0.4 to below 0.5 Hz)", 60),
    Feature("ln_lf_hf", "", "ln_lf − ln_hf", 120),
    Feature("lf_share", "", "low ÷ (low + high) power", 120),
    Feature("hf_share", "", "high ÷ (low + high) power", 120),
    Feature("ln_power", "", "ln(1 + power in ms² from 0.04 to below 0.5 Hz)", 120),
    Feature("sd1", "ms", "sdsd ÷ √2: the short axis of the Poincaré plot"),
    Feature("sd2", "ms", "its long axis: sd of the sums of neighbours that both count, ÷ √2", 300),
    Feature("sd1_sd2", "", "sd1 ÷ sd2, 0 where sd2 is 0", 300),
    Feature("ln_ellipse", "", "ln(1 + π sd1 sd2)", 300),
    Feature("sd_heart_rate", "bpm", "sd of 60000 ÷ NN", 300),
    Feature("sample_entropy", "", "−ln of the share of pairs of two NN within 0.2 sdnn that stay so for a third (Richman and Moorman 2000)", 300),
)
# Seconds: over a longer gap the tachogram is straight, since a curve might swing out; a longer gap ends a stretch; a shorter stretch is left out.
BENT, GAP, STRETCH = 2.5, 10.0, 30.0
FEATURES = tuple(feature.name for feature in TABLE)


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """values: float64, shape (32,), finite, in the order of `FEATURES`."""

    values: Floats

    def __getitem__(self, name: str) -> float:
        return float(self.values[FEATURES.index(name)])


def hrv_features(intervals: Intervals) -> Features:
    """The 32 numbers. Raises `NoData` for fewer than 25 intervals that count or 15 differences."""
    if not intervals.enough:
        raise NoData("There are too few clean heartbeats for heart-rate variability.")
    nn, d = intervals.clean, intervals.steps
    rate = 60000 / nn
    mean, sdnn, rmssd, sdsd = nn.mean(), nn.std(ddof=1), np.sqrt(np.square(d).mean()), d.std(ddof=1)
    median = np.median(nn)
    mad = 1.4826 * np.median(np.abs(nn - median))
    p20, q1, q3, p80 = np.percentile(nn, [20, 25, 75, 80])
    histogram = np.bincount(((nn - 300) / 7.8125).astype(np.int64))
    lf, hf, vhf = _powers(intervals)
    both = lf + hf
    sums = (intervals.ibi_ms[1:] + intervals.ibi_ms[:-1])[intervals.valid[1:] & intervals.valid[:-1]]
    sd1, sd2 = sdsd / np.sqrt(2), sums.std(ddof=1) / np.sqrt(2)
    values = [
        *(rate.mean(), mean, sdnn, rmssd, sdsd, sdnn / mean, rmssd / mean),
        *(median, mad, mad / median, q3 - q1, p20, p80),
        *((np.abs(d) > 50).mean(), (np.abs(d) > 20).mean(), nn.min(), nn.max(), len(nn) / histogram.max(), np.ptp(nn)),
        *(np.log1p(lf), np.log1p(hf), np.log1p(vhf), np.log1p(lf) - np.log1p(hf)),
        *(lf / both if both else 0.0, hf / both if both else 0.0, np.log1p(both + vhf)),
        *(sd1, sd2, sd1 / sd2 if sd2 else 0.0, np.log1p(np.pi * sd1 * sd2)),
        *(rate.std(ddof=1), _sample_entropy(intervals, 0.2 * sdnn)),
    ]
    return Features(np.array(values, dtype=np.float64))


def _powers(intervals: Intervals) -> tuple[float, float, float]:
    """Power in ms² at low, high and very high frequencies (Welch, 64 s, Hann): the mean over stretches without a long gap, by their length."""
    at, nn = intervals.at[intervals.valid], intervals.clean
    cuts = np.flatnonzero(np.diff(at) > GAP) + 1
    stretches = sorted(zip(np.split(at, cuts), np.split(nn, cuts), strict=True), key=lambda stretch: stretch[0][0] - stretch[0][-1])
    total, weight = np.zeros(513), 0.0
    # The longest one in any case; of the others those that hold a slow wave.
    for number, (when, length) in enumerate(stretches):
        span = when[-1] - when[0]
        if span <= 0 or (number and span < STRETCH):
            break
        tachogram = _tachogram(when, length)
        density = signal.welch(signal.detrend(tachogram), 4, nperseg=min(256, len(tachogram)), nfft=1024)[1]
        total, weight = total + span * density, weight + span
    f = np.fft.rfftfreq(1024, 0.25)

    def power(low: float, high: float) -> float:
        band = (f >= low) & (f < high)
        return float(np.trapezoid(total[band], f[band])) / weight if weight else 0.0

    return power(0.04, 0.15), power(0.15, 0.4), power(0.4, 0.5)


def _tachogram(at: Floats, nn: Floats) -> Floats:
    """The intervals at 4 Hz. Straight lines alone would halve the power of breathing at a slow pulse."""
    grid = np.arange(at[0], at[-1], 0.25)
    line = np.interp(grid, at, nn)
    if len(at) < 4:
        return np.asarray(line)
    after = np.clip(np.searchsorted(at, grid, side="right"), 1, len(at) - 1)
    return np.where(at[after] - at[after - 1] > BENT, line, interpolate.CubicSpline(at, nn)(grid))


def _sample_entropy(intervals: Intervals, tolerance: float) -> float:
    """Of order two, over runs of intervals that all count. No pair alike counts as half a pair, so that it stays finite."""
    runs = np.lib.stride_tricks.sliding_window_view(intervals.ibi_ms, 3)[np.lib.stride_tricks.sliding_window_view(intervals.valid, 3).all(axis=1)]
    # A distance within the tolerance is meant to count in spite of rounding.
    reach = tolerance * (1 + 1e-9) + 1e-9

    def pairs(templates: Floats) -> float:
        if not len(templates):
            return 0.0
        tree = spatial.cKDTree(templates)
        return float(tree.count_neighbors(tree, reach, p=np.inf) - len(templates)) / 2

    return float(-np.log(max(pairs(runs), 0.5) / max(pairs(runs[:, :2]), 0.5)))
