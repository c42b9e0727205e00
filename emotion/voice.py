"""Arousal in the voice: calm or activated, from prosody; never a feeling's name, which a voice does not give away reliably."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field, ValidationError, model_validator

from assistant.assets import asset
from assistant.content import Strict
from assistant.errors import UsageError
from audio.clip import AudioClip, Samples
from emotion.prosody import NAMES, RATE, Floats, prosody

__all__ = ["SURE", "ArousalHead", "VoiceArousal", "speech"]

SURE = 0.8  # the probability from which the head is right often enough off its corpus to be used at all (assets/emotion/card.md)
_SHORTEST = 0.5  # seconds of voiced or loud speech below which prosody says nothing
_LONGEST = 8.0  # seconds that are looked at: the head was trained on single sentences
_FAINTEST = 10 ** (-60 / 20)  # of full scale; below, it is silence
_TONE = 0.03  # octaves of pitch spread below which it is a hum or a tone, not a voice
_BREATHY = 0.25  # share of voiced frames below which it is noise


class ArousalHead(Strict):
    """A linear head on standardised prosody: p(activated) = sigmoid(temperature · (weights · (x - mean) / scale + bias))."""

    source: str
    licence: str
    features: tuple[str, ...]
    mean: tuple[float, ...]
    scale: Annotated[tuple[Annotated[float, Field(gt=0)], ...], Field(min_length=1)]
    weights: tuple[float, ...]
    bias: float
    temperature: float = Field(gt=0)

    @model_validator(mode="after")
    def _fits(self) -> ArousalHead:
        if self.features != NAMES or not len(self.mean) == len(self.scale) == len(self.weights) == len(NAMES):
            raise ValueError("the head was trained on other features")
        return self

    @classmethod
    def load(cls, path: Path) -> ArousalHead:
        """Raises `UsageError` that names the file and the command that trains it anew."""
        try:
            return cls.model_validate_json(path.read_bytes())
        except (ValidationError, OSError) as error:
            raise UsageError(f"The voice head in {path} cannot be read; install Auricle again or run `python -m emotion.train`.") from error

    def p(self, features: Floats) -> float:
        standard = np.clip((features - np.array(self.mean)) / np.array(self.scale), -4, 4)  # a strange microphone must not decide by one number
        return float(1 / (1 + np.exp(-self.temperature * (standard @ np.array(self.weights) + self.bias))))


class VoiceArousal:
    """Probability that the voice is activated, where it is sure either way; None for silence, noise, hums, too little speech and doubt.

    Trained on acted German sentences (EMO-DB): experimental elsewhere, untested on synthetic voices, children and real telephones.
    """

    def __init__(self, head: ArousalHead | None = None) -> None:
        self._head = head or ArousalHead.load(asset("emotion", "arousal.json"))

    def arousal(self, clip: AudioClip) -> float | None:
        """0 calm … 1 activated (a calibrated probability, ≤ 0.2 or ≥ 0.8), or None. CPU work: call it in a thread."""
        samples = speech(clip)
        if samples is None:
            return None
        measured = prosody(samples)
        if measured.voiced_seconds < _SHORTEST or measured.pitch_spread < _TONE or measured.harmonic < _BREATHY:
            return None
        p = self._head.p(measured.features)
        return p if p >= SURE or p <= 1 - SURE else None


def speech(clip: AudioClip) -> Samples | None:
    """16 kHz samples of the clip's beginning without outer silence, or None where there is nothing to hear."""
    samples = np.asarray(clip.samples, dtype=np.float32)
    if samples.ndim != 1 or clip.rate <= 0 or clip.seconds < _SHORTEST or not np.isfinite(samples).all():
        return None
    if clip.rate != RATE:
        import soxr

        samples = soxr.resample(samples, clip.rate, RATE).astype(np.float32)
    samples = samples - samples.mean()
    peak = float(np.abs(samples).max())
    if peak < _FAINTEST:
        return None
    loud = np.flatnonzero(np.abs(samples) > 0.03 * peak)
    samples = samples[max(0, loud[0] - RATE // 20) : loud[-1] + RATE // 20][: int(_LONGEST * RATE)]
    return samples if len(samples) >= _SHORTEST * RATE else None
