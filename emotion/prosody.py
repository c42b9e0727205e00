"""How a voice moves: the pitch and the energy of a clip, in numpy alone.

Only what a microphone changes little: cepstra and spectral balance served better in the studio and failed on a channel that the head had
not heard (down to chance on a telephone), see assets/emotion/card.md. Pitch by autocorrelation divided by that of the window (Boersma 1993,
IFA Proceedings 17).
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

_HOP, _FRAME, _PITCH_FRAME = 160, 400, 640
_LOWEST, _HIGHEST = 70, 500  # Hz: speaking voices, children included


@dataclass(frozen=True, slots=True)
class Prosodic:
    """features: one number per name in `NAMES`. voiced_seconds: how long a voice was heard. pitch_spread: octaves between the 5th and 95th
    percentile of the pitch; near zero for hums and tones. harmonic: share of the loud frames that are voiced, 0-1."""

    features: Floats
    voiced_seconds: float
    pitch_spread: float
    harmonic: float


NAMES: tuple[str, ...] = (
    *(f"pitch {name}" for name in ("mean", "sd", "p5", "p95", "step", "median step")),
    "voiced share",
    "voiced runs per second",
    "harmonicity",
    "energy step",
    *(f"energy {name}" for name in ("mean", "sd", "p10", "p90")),
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
    hertz, strength, loud = _pitch(samples)
    voiced = hertz > 0
    octaves = np.log2(hertz[voiced]) if voiced.sum() >= 3 else np.log2(np.array([120.0, 120.0, 120.0]))
    steps = np.abs(np.diff(octaves))
    loudness = np.log(np.sqrt((frames**2).mean(1)) + 1e-4)
    runs = float((np.diff(voiced.astype(int)) == 1).sum()) * RATE / len(samples)
    features = [
        *(float(octaves.mean()), float(octaves.std()), float(np.percentile(octaves, 5)), float(np.percentile(octaves, 95))),
        *(float(steps.mean()), float(np.median(steps))),
        float(voiced.mean()),
        runs,
        float(strength[voiced].mean()) if voiced.any() else 0.0,
        float(np.abs(np.diff(loudness)).mean()),
        *_statistics(loudness),
    ]
    spread = float(np.percentile(octaves, 95) - np.percentile(octaves, 5))
    return Prosodic(np.array(features), float(voiced.sum()) * _HOP / RATE, spread, float(voiced.sum() / max(1, loud.sum())))
