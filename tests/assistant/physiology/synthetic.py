"""Pulses and electrocardiograms whose every beat is known."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from assistant.records.pulse import intervals, photoplethysmogram

Floats = NDArray[np.float64]


def pulse(bpm: float, rate: float, seconds: float = 120.0, variability: float = 0.03, seed: int = 5) -> tuple[Floats, Floats]:
    """Samples, and the true intervals in ms. variability: RMSSD as a share of a second at 60 beats a minute."""
    rng = np.random.default_rng(seed)
    ibi = intervals(rng, seconds, bpm, variability * 60 / bpm)
    samples = photoplethysmogram(rng, ibi, rate, seconds).astype(np.float64)
    return samples, 1000 * ibi[np.cumsum(ibi) < seconds]


# Of P, Q, R, S and T: seconds after the R peak, height in mV, width in s.
WAVES = ((-0.17, 0.12, 0.025), (-0.03, -0.12, 0.010), (0.0, 1.1, 0.011), (0.03, -0.25, 0.010), (0.26, 0.3, 0.045))


def electrocardiogram(ibi: Floats, rate: float, seconds: float, noise: float = 0.03, seed: int = 5) -> tuple[Floats, Floats]:
    """Samples in µV with drift, hum and noise, and the true times of the R peaks. ibi: seconds; the first beat comes after 0.5 s."""
    rng = np.random.default_rng(seed)
    beats = 0.5 + np.concatenate([[0.0], np.cumsum(ibi)])
    beats = beats[beats < seconds - 0.1]
    at = np.arange(int(rate * seconds)) / rate
    clean = np.zeros_like(at)
    for offset, height, width in WAVES:
        for beat in beats:
            near = slice(*np.searchsorted(at, [beat + offset - 5 * width, beat + offset + 5 * width]))
            clean[near] += height * np.exp(-((at[near] - beat - offset) ** 2) / (2 * width**2))
    drift = 0.4 * np.sin(2 * np.pi * 0.22 * at) + 0.05 * np.sin(2 * np.pi * 50 * at)
    return 1000 * (clean + drift + noise * rng.standard_normal(len(at))), beats


def noise(kind: str, rate: float, seconds: float, seed: int) -> Floats:
    """White, pink (1/f) or brown (1/f²) noise."""
    rng = np.random.default_rng(seed)
    n = int(rate * seconds)
    spectrum = np.fft.rfft(rng.standard_normal(n))
    f = np.maximum(np.fft.rfftfreq(n, 1 / rate), 1 / seconds)
    return np.fft.irfft(spectrum / f ** {"white": 0.0, "pink": 0.5, "brown": 1.0}[kind], n)
