"""R peaks of an electrocardiogram, in the manner of Pan and Tompkins (1985, IEEE Trans Biomed Eng 32:230): band, slope, energy, threshold."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy import ndimage, signal

from assistant.physiology.wave import Floats, Ints, apart, banded, filled, sharpened, usual_height

__all__ = ["ecg_wave", "r_peaks"]

SLOWEST = 50.0  # Hz; below it a complex is one sample or none
QRS = (5.0, 20.0)  # Hz: most of the energy of a QRS complex, little of P, T and muscles
WAVE = (1.0, 35.0)  # Hz: what a complex looks like, for its shape
WIDTH = 0.12  # s, a normal complex
REFRACTORY = 0.24  # s, as for the pulse
SHARE = 0.3  # of the energy that complexes around it usually have


def r_peaks(samples: ArrayLike, rate: float) -> Floats:
    """Times of the R peaks in seconds after the first sample; of the S peaks in a lead where these are higher.

    samples: shape (n,), counts of any scale; NaN where there is none. rate: Hz, at least 50. Raises `UsageError`.
    """
    return ecg_wave(samples, rate)[1]


def ecg_wave(samples: ArrayLike, rate: float) -> tuple[Floats, Floats]:
    """The electrocardiogram without drift and hum, the higher side of the complexes upwards, shape (n,), in the sensor's counts; and the times of
    its peaks, as `r_peaks`."""
    x, present = filled(samples, rate, SLOWEST)
    wave = banded(x, rate, *WAVE)
    rough = _complexes(x, rate)
    if not len(rough):
        return wave, np.empty(0)
    reach = round(WIDTH / 2 * rate) + 1
    around = np.clip(rough[:, None] + np.arange(-reach, reach + 1), 0, len(wave) - 1)
    if np.median(wave[around].min(axis=1)) < -np.median(wave[around].max(axis=1)):
        wave = -wave
    at = apart(wave, around[np.arange(len(rough)), wave[around].argmax(axis=1)], REFRACTORY * rate)
    return wave, sharpened(wave, at[present[at]]) / rate


def _complexes(x: Floats, rate: float) -> Ints:
    """The middle of each complex, to some 50 ms."""
    slope = np.gradient(banded(x, rate, *QRS)) if len(x) > 1 else np.zeros_like(x)
    energy = ndimage.uniform_filter1d(np.square(slope), max(1, round(WIDTH * rate)))
    if not energy.any():
        return np.empty(0, dtype=np.int64)
    limit = SHARE * usual_height(energy, rate)
    found, _ = signal.find_peaks(energy, distance=max(1, round(REFRACTORY * rate)))
    return np.asarray(found[energy[found] > limit[found]], dtype=np.int64)
