"""A whole recording, and its minutes: beats, intervals, quality and the 32 numbers.

Every minute is judged by itself, and the figures of the whole rest on the best of them: a quiet minute is not spoilt by a walk.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from assistant.errors import UsageError
from assistant.physiology.beats import pulse_wave
from assistant.physiology.ecg import ecg_wave
from assistant.physiology.features import TABLE, Features, hrv_features
from assistant.physiology.intervals import BEATS, SHORTEST, Intervals, gated, gated_intervals
from assistant.physiology.quality import Quality, Reason, alike, assess
from assistant.physiology.wave import Floats
from assistant.records.recording import Recording

__all__ = ["MINUTE", "Analysis", "Rates", "Refusal", "Traced", "Window", "analyse", "traced", "windows"]

MINUTE = 60.0
MONTH = 31 * 24 * 60 * MINUTE
_LEAST = {feature.name: feature.least for feature in TABLE}


@dataclass(frozen=True, slots=True, eq=False)
class Rates:
    """Heart rates that the device itself gave. at: seconds after the recording began; bpm: 0 where it had none; both shape (n,)."""

    at: Floats
    bpm: Floats

    def between(self, start: float, stop: float) -> float | None:
        """The median in [start, stop), or None."""
        inside = self.bpm[(self.at >= start) & (self.at < stop) & (self.bpm > 0)]
        return float(np.median(inside)) if len(inside) else None


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A stretch of a recording. at: seconds after the recording began. features: whenever they can be computed, also where `quality` refuses
    them, so that models can be measured; nobody is told them then."""

    at: float
    seconds: float
    quality: Quality
    features: Features | None


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """A recording's beats. wave: what was looked at, shape (n,), at `rate`, and beats: seconds, shape (m,); both empty for a recording of intervals,
    which begins here."""

    seconds: float
    intervals: Intervals
    wave: Floats
    rate: float
    beats: Floats

    def window(self, start: float, stop: float, device: Rates | None = None) -> Window:
        own = self.intervals.between(start, stop)
        quality = assess(own, stop - start, self._shape(start, stop), device.between(start, stop) if device else None)
        return Window(start, stop - start, quality, hrv_features(own) if own.enough else None)

    def windows(self, seconds: float, step: float, first: float = 0.0, device: Rates | None = None) -> tuple[Window, ...]:
        """Whole windows, one every `step` seconds from `first` on."""
        count = math.floor((self.seconds - seconds - first) / step + 1e-9) + 1
        return tuple(self.window(first + n * step, first + n * step + seconds, device) for n in range(max(0, count)))

    def _shape(self, start: float, stop: float) -> float | None:
        if not len(self.wave):
            return None
        own = self.beats[(self.beats >= start) & (self.beats < stop)]
        likeness = alike(self.wave, self.rate, own)
        return float(np.nanmedian(likeness)) if np.isfinite(likeness).any() else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """What a recording says.

    features: over the minutes that are steady, or, where none is, over those that passed; then heart rate may be told and variability may not.
    quality: shape over these minutes, kept of the whole recording. seconds: of these minutes. minutes: each by itself.
    """

    recording: Recording
    quality: Quality
    features: Features
    seconds: float
    minutes: tuple[Window, ...]

    @property
    def steady(self) -> bool:
        return any(minute.quality.steady for minute in self.minutes)

    def told(self, name: str) -> float | None:
        """A feature, or None where too little was recorded for it: SDNN takes five minutes, low frequencies two."""
        # A recording stops a moment early more often than late.
        return self.features[name] if self.seconds >= _LEAST[name] - 1 else None


@dataclass(frozen=True, slots=True, eq=False)
class Refusal:
    """A recording of which no minute passed, the reason that most of them have, and its minutes one by one."""

    recording: Recording
    reason: Reason
    minutes: tuple[Window, ...]


def traced(kind: Literal["ppg", "ecg", "ibi"], samples: ArrayLike, rate: float) -> Traced:
    """Find the beats. samples and rate as `Recording` has them, but of any number type, NaN for a hole. Raises `UsageError` for a hopeless rate, and
    for intervals that go on for more than a month: a hole among them may be of any length, and every minute of it would be looked at."""
    none = np.empty(0)
    if kind == "ibi":
        own = gated_intervals(samples)
        seconds = float(own.at[-1]) if len(own) else 0.0
        if seconds > MONTH:
            raise UsageError("A recording of intervals between beats is at most 31 days long; split this one where nothing was recorded.")
        return Traced(seconds, own, none, 0.0, none)
    wave, beats = (pulse_wave if kind == "ppg" else ecg_wave)(samples, rate)
    return Traced(len(wave) / rate, gated(beats), wave, rate, beats)


def windows(recording: Recording, seconds: float = MINUTE, step: float = MINUTE, device: Rates | None = None) -> tuple[Window, ...]:
    """Whole windows of a recording, one every `step` seconds, each with its quality and its features. Takes some ms a minute: call it in a thread."""
    return traced(recording.kind, recording.samples, recording.rate).windows(seconds, step, device=device)


def analyse(recording: Recording, device: Rates | None = None) -> Analysis | Refusal:
    """A whole recording. device: heart rates that the device gave meanwhile, to check against. Takes some ms a minute: call it in a thread."""
    trace = traced(recording.kind, recording.samples, recording.rate)
    minutes = tuple(trace.window(a, b, device) for a, b in pairwise(_edges(trace.seconds)))
    usable = [minute for minute in minutes if minute.quality.refused is None]
    if not usable:
        reasons = Counter(minute.quality.refused for minute in minutes if minute.quality.refused is not None)
        return Refusal(recording, reasons.most_common(1)[0][0], minutes)
    best = [minute for minute in usable if minute.quality.steady] or usable
    at = trace.intervals.at
    inside = np.any([(at > minute.at) & (at <= minute.at + minute.seconds) for minute in best], axis=0)
    pooled = replace(trace.intervals, valid=trace.intervals.valid & inside)
    shapes = [minute.quality.shape for minute in best if minute.quality.shape is not None]
    clean = pooled.clean
    quality = Quality(float(np.median(shapes)) if shapes else None, min(1.0, float(clean.sum()) / 1000 / trace.seconds), len(clean), None)
    return Analysis(recording, quality, hrv_features(pooled), sum(minute.seconds for minute in best), minutes)


def _edges(seconds: float) -> list[float]:
    """Whole minutes, and what is left if it could be of use."""
    whole = int(seconds / MINUTE + 1e-9)
    edges = [MINUTE * n for n in range(whole + 1)]
    return edges if whole and seconds - edges[-1] < BEATS * SHORTEST / 1000 else [*edges, seconds]
