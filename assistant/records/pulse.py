"""A pulse that never was: ten minutes of PPG whose every heartbeat is known."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["intervals", "photoplethysmogram", "rmssd"]

Floats = NDArray[np.float64]


def rmssd(ibi: Floats) -> float:
    """Root mean square of successive differences, in the unit of the intervals."""
    return float(np.sqrt(np.mean(np.diff(ibi) ** 2)))


def intervals(rng: np.random.Generator, seconds: float, bpm: float, target: float) -> Floats:
    """Times between beats in seconds, for at least `seconds`, with RMSSD `target` (seconds).

    Breathing (0.25 Hz) and the slower 0.1 Hz wave move the beat, as they do in a person at rest; a little is chance.
    """
    mean = 60 / bpm
    count = int(seconds / mean * 1.15) + 10
    at = np.arange(count) * mean
    breathing = np.sin(2 * np.pi * 0.25 * at + rng.uniform(0, 2 * np.pi))
    slow = np.sin(2 * np.pi * 0.1 * at + rng.uniform(0, 2 * np.pi))
    moved = breathing + 0.8 * slow + 0.35 * rng.standard_normal(count)
    moved -= moved.mean()
    scaled: Floats = mean + moved * (target / rmssd(moved))
    return scaled


def photoplethysmogram(rng: np.random.Generator, ibi: Floats, rate: float, seconds: float) -> NDArray[np.int32]:
    """Samples of a pulse with these intervals: shape (rate × seconds,), the counts of a 16-bit sensor.

    Each beat is a systolic wave and its smaller reflection, placed in seconds after the beat; breathing moves the base line and the height.
    """
    onset = np.concatenate([[0.0], np.cumsum(ibi)])
    at = np.arange(int(rate * seconds)) / rate
    beat = np.searchsorted(onset, at, side="right") - 1
    since = at - onset[beat]
    # The reflected wave comes earlier in a shorter beat (Bazett's square root is the customary scaling).
    stretch = np.sqrt(ibi[beat])
    wave = np.exp(-((since - 0.22) ** 2) / (2 * 0.07**2)) + 0.38 * np.exp(-((since - 0.48 * stretch) ** 2) / (2 * 0.09**2))
    breath = np.sin(2 * np.pi * 0.25 * at)
    clean = wave * (1 + 0.06 * breath) + 0.15 * breath + 0.1 * np.sin(2 * np.pi * 0.04 * at + 1)
    noisy = clean + 0.012 * rng.standard_normal(len(at))
    counts: NDArray[np.int32] = np.round(20000 + 2400 * noisy).astype(np.int32)
    return counts
