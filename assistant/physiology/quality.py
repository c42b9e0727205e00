"""Whether beats may be trusted, and if not, why. Noise has beats, too, and gives figures that look plausible; its beats just do not look alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from assistant.physiology.intervals import BEATS, SHORTEST, Intervals
from assistant.physiology.wave import Floats

__all__ = ["ALIKE", "KEPT", "OFF", "STEADY_KEPT", "STEADY_SHAPE", "Quality", "Reason", "alike", "assess"]

Reason = Literal["noisy", "gaps", "short", "disagrees"]

# Median likeness of beats: noise .52–.77, a useless wrist clip .53–.69, a finger at rest .98.
ALIKE, KEPT = 0.75, 0.6
# From the minutes of Stress-Predict, whose device gives intervals of its own: where both of these hold its RMSSD and ours are usually a tenth apart,
# where less is kept a quarter, and where the beats are less alike a third, ours being the higher.
STEADY_SHAPE, STEADY_KEPT = 0.95, 0.9
OFF = 10.0  # bpm away from the device's own rate
HALF = 0.3  # s on each side of a beat


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a stretch is.

    shape: median correlation of its beats with their median beat, 0–1; None where only intervals are known.
    kept: share of it that counts, 0–1: of the intervals or of the time, whichever is less.
    beats: intervals that count. refused: why it gives no figure, or None. "noisy": the beats do not look alike; "gaps": too little counts;
    "short": too few beats; "disagrees": the device's own heart rate is another one.
    """

    shape: float | None
    kept: float
    beats: int
    refused: Reason | None

    @property
    def steady(self) -> bool:
        """Whether its variability may be told to a person. A heart rate needs less."""
        return self.refused is None and self.kept >= STEADY_KEPT and (self.shape is None or self.shape >= STEADY_SHAPE)


def alike(wave: Floats, rate: float, times: Floats) -> Floats:
    """Correlation of each beat (±300 ms) with the median beat, shape (beats,); NaN for one too near to an end. Fewer than five give nothing but 0."""
    half = round(HALF * rate)
    centre = np.rint(times * rate).astype(np.int64)
    whole = (centre >= half) & (centre < len(wave) - half)
    found = np.full(len(times), np.nan)
    if whole.sum() < 5:
        return np.where(whole, 0.0, found)
    cut = wave[centre[whole, None] + np.arange(-half, half)]
    cut = cut - cut.mean(axis=1, keepdims=True)
    usual = np.median(cut, axis=0)
    usual -= usual.mean()
    size = np.sqrt(np.square(cut).sum(axis=1) * np.square(usual).sum())
    found[whole] = np.divide(cut @ usual, size, out=np.zeros(len(cut)), where=size > 0)
    return found


def assess(intervals: Intervals, seconds: float, shape: float | None, device: float | None = None) -> Quality:
    """Judge a stretch of `seconds` with these intervals. shape: of its beats, None for a recording of intervals.

    device: the heart rate that the device itself gave for the stretch, bpm; None or 0 where it gave none.
    """
    clean = intervals.clean
    by_time = float(clean.sum()) / 1000 / seconds if seconds > 0 else 0.0
    by_count = float(intervals.valid.mean()) if len(intervals) else 0.0
    kept = min(by_time, by_count, 1.0)
    return Quality(shape, kept, len(clean), _refused(intervals, seconds, shape, kept, device))


def _refused(intervals: Intervals, seconds: float, shape: float | None, kept: float, device: float | None) -> Reason | None:
    clean = intervals.clean
    # Not even the quickest heart has 25 beats in that time; then nothing else is worth saying.
    if seconds < BEATS * SHORTEST / 1000:
        return "short"
    if shape is not None and shape < ALIKE:
        return "noisy"
    if kept < KEPT:
        return "gaps"
    if not intervals.enough:
        return "short"
    if device and abs(60000 / float(clean.mean()) - device) > OFF:
        return "disagrees"
    return None
