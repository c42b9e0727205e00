"""How a voice moves: pitch, energy dynamics, spectral balance and cepstra of a clip, in numpy alone.

Methods are textbook ones: pitch by autocorrelation divided by that of the window (Boersma 1993, IFA Proceedings 17), mel cepstra
(Davis & Mermelstein 1980), alpha ratio and Hammarberg index (as in the GeMAPS parameter set, Eyben et al. 2016).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audio.clip import Samples

__all__ = ["NAMES", "RATE", "Floats", "Prosodic", "prosody"]

RATE = 16_000
Floats = npt.NDArray[np.floating[Any]]

_HOP, _FRAME, _PITCH_FRAME, _FFT = 160, 400, 640, 512
_LOWEST, _HIGHEST = 70, 500  # Hz: speaking voices, children included
_BANDS, _CEPSTRA = 40, 13
_FREQUENCIES = np.linspace(0, RATE / 2, _FFT // 2 + 1)


@dataclass(frozen=True, slots=True)
class Prosodic:
    """features: one number per name in `NAMES`. voiced_seconds: how long a voice was heard. pitch_spread: octaves between the 5th and 95th
    percentile of the pitch; near zero for hums and tones. harmonic: share of the loud frames that are voiced, 0-1."""

    features: Floats
    voiced_seconds: float
    pitch_spread: float
    harmonic: float


def _mel_filters() -> Floats:
    def mel(hertz: Floats) -> Floats:
        return np.asarray(2595 * np.log10(1 + hertz / 700))

    low, high = mel(np.array([60.0, 7600.0]))
    edges = 700 * (10 ** (np.linspace(float(low), float(high), _BANDS + 2) / 2595) - 1)
    rising = (_FREQUENCIES - edges[:-2, None]) / np.diff(edges)[:-1, None]
    falling = (edges[2:, None] - _FREQUENCIES) / np.diff(edges)[1:, None]
    return np.asarray(np.maximum(0.0, np.minimum(rising, falling)))


def _cosines() -> Floats:
    order, band = np.arange(1, _CEPSTRA)[:, None], np.arange(_BANDS)[None]
    return np.asarray(np.sqrt(2 / _BANDS) * np.cos(np.pi * order * (band + 0.5) / _BANDS))


_FILTERS, _COSINES = _mel_filters(), _cosines()
_STATISTICS = ("mean", "sd", "p10", "p90")
NAMES: tuple[str, ...] = (
    *(f"pitch {name}" for name in ("mean", "sd", "p5", "p95", "step", "median step")),
    "voiced share",
    "voiced runs per second",
    "harmonicity",
    "energy step",
    *(f"{curve} {name}" for curve in ("energy", "alpha ratio", "hammarberg", "spectral slope") for name in _STATISTICS),
    *(f"cepstrum {order} {name}" for order in range(1, _CEPSTRA) for name in ("mean", "sd")),
)


def _frames(samples: Samples, size: int) -> Floats:
    padded = np.pad(samples, (size // 2, size))
    return np.lib.stride_tricks.sliding_window_view(padded, size)[: len(samples) + 1 : _HOP]


def _pitch(samples: Samples) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
    """Per 10 ms: pitch in Hz (0 where unvoiced), periodicity 0-1, and whether the frame is loud enough to be speech."""
    frames = _frames(samples, _PITCH_FRAME)
    window = np.hanning(_PITCH_FRAME).astype(np.float32)
    centred = (frames - frames.mean(1, keepdims=True)) * window
    size = 1024 + 512  # ≥ frame + longest lag, and quick to transform
    own = np.fft.irfft(np.abs(np.fft.rfft(window, size)) ** 2)
    shortest, longest = RATE // _HIGHEST, RATE // _LOWEST
    correlation = np.fft.irfft(np.abs(np.fft.rfft(centred, size)) ** 2, axis=1)[:, : longest + 1]
    lags = np.arange(shortest, longest)
    normal = correlation[:, lags] / (correlation[:, :1] + 1e-9) / (own[lags] / own[0])
    best = (normal - 0.01 * np.log2(lags / shortest)).argmax(1)  # a light cost against octaves below
    strength = np.clip(normal[np.arange(len(normal)), best], 1e-3, 0.999)
    power = (frames**2).mean(1)
    loud = power > 4e-4 * np.percentile(power, 95) * 10  # within 24 dB of the loud parts
    voiced = (strength > 0.5) & loud
    return np.where(voiced, RATE / lags[best], 0.0), strength, loud


def _statistics(curve: Floats) -> list[float]:
    return [float(curve.mean()), float(curve.std()), float(np.percentile(curve, 10)), float(np.percentile(curve, 90))]


def prosody(samples: Samples) -> Prosodic:
    """Features of 16 kHz mono speech; the level of the recording does not count (it is normalised by its 95th percentile of power)."""
    frames = _frames(samples, _FRAME)
    reference = float(np.sqrt(np.percentile((frames**2).mean(1), 95))) + 1e-9
    samples = (samples / reference * 0.1).astype(np.float32)
    frames = frames / reference * 0.1
    spectrum = np.abs(np.fft.rfft(frames * np.hanning(_FRAME).astype(np.float32), _FFT)) ** 2
    hertz, strength, loud = _pitch(samples)
    voiced = hertz > 0
    octaves = np.log2(hertz[voiced]) if voiced.sum() >= 3 else np.log2(np.array([120.0, 120.0, 120.0]))
    steps = np.abs(np.diff(octaves))
    speech = loud[: len(spectrum)] if loud.any() else np.ones(len(spectrum), dtype=bool)
    spectrum, loudness = spectrum[speech] + 1e-9, np.log(np.sqrt((frames**2).mean(1)) + 1e-4)

    def band(low: int, high: int) -> Floats:
        return np.asarray(spectrum[:, np.logical_and(np.greater_equal(_FREQUENCIES, low), np.less(_FREQUENCIES, high))])

    alpha = np.log(band(1000, 5000).sum(1) / band(50, 1000).sum(1))
    hammarberg = np.log(band(0, 2000).max(1) / band(2000, 5000).max(1))
    decibels, axis = np.log(band(0, 4000)), np.linspace(-1, 1, band(0, 4000).shape[1])
    slope = (decibels @ axis) / float(axis @ axis)
    cepstra = np.log(spectrum @ _FILTERS.T + 1e-9) @ _COSINES.T
    runs = float((np.diff(voiced.astype(int)) == 1).sum()) * RATE / len(samples)
    features = [
        *(float(octaves.mean()), float(octaves.std()), float(np.percentile(octaves, 5)), float(np.percentile(octaves, 95))),
        *(float(steps.mean()), float(np.median(steps))),
        float(voiced.mean()),
        runs,
        float(strength[voiced].mean()) if voiced.any() else 0.0,
        float(np.abs(np.diff(loudness)).mean()),
        *_statistics(loudness),
        *_statistics(alpha),
        *_statistics(hammarberg),
        *_statistics(slope),
        *(float(number) for pair in zip(cepstra.mean(0), cepstra.std(0), strict=True) for number in pair),
    ]
    spread = float(np.percentile(octaves, 95) - np.percentile(octaves, 5))
    return Prosodic(np.array(features), float(voiced.sum()) * _HOP / RATE, spread, float(voiced.sum() / max(1, loud.sum())))
