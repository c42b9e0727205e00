"""Ways a microphone and a room change a voice: simulated, to train and to test a head that must not depend on them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from audio.clip import Samples
from emotion.prosody import RATE

__all__ = ["CHANNELS"]


def _studio(samples: Samples, random: np.random.Generator) -> Samples:
    return samples


def _shaped(samples: Samples, gain: Callable[[np.ndarray], np.ndarray]) -> Samples:
    spectrum = np.fft.rfft(samples)
    frequencies = np.fft.rfftfreq(len(samples), 1 / RATE)
    return np.asarray(np.fft.irfft(spectrum * gain(frequencies), len(samples)), dtype=np.float32)


def _telephone(samples: Samples, random: np.random.Generator) -> Samples:
    """300-3400 Hz, 40 dB down outside."""
    return _shaped(samples, lambda f: np.where((f > 300) & (f < 3400), 1.0, 0.01))


def _thin(samples: Samples, random: np.random.Generator) -> Samples:
    """A small microphone that rises 3 dB an octave."""
    return _shaped(samples, lambda f: np.sqrt(np.maximum(f, 50.0) / 1000))


def _noisy(samples: Samples, random: np.random.Generator) -> Samples:
    """White noise 15 dB below the speech."""
    level = float(np.sqrt((samples**2).mean())) * 10 ** (-15 / 20)
    return (samples + random.standard_normal(len(samples)) * level).astype(np.float32)


def _room(samples: Samples, random: np.random.Generator) -> Samples:
    """A direct sound and 0.3 s of decaying echoes."""
    count = int(0.3 * RATE)
    echoes = random.standard_normal(count) * np.exp(-np.arange(count) / (0.056 * RATE))
    echoes[0] = 8.0
    size = len(samples) + count
    heard = np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(echoes, size), size)[: len(samples)]
    return np.asarray(0.5 * heard / (np.abs(heard).max() + 1e-9), dtype=np.float32)


CHANNELS: dict[str, Callable[[Samples, np.random.Generator], Samples]] = {
    "studio": _studio,
    "telephone": _telephone,
    "thin microphone": _thin,
    "noise": _noisy,
    "room": _room,
}
