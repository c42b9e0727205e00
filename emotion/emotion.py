"""How something was said: a distribution that may abstain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Emotion", "Feeling", "VoiceCue"]

Feeling = Literal["sad", "anxious", "angry", "happy", "pain", "tired", "neutral"]


@dataclass(frozen=True, slots=True)
class Emotion:
    """What the voice and the words express about the speaker.

    label: the feeling that the evidence supports, or None: weak evidence is `unknown`, never a forced label.
    status: "heard" (evidence weighed), "unknown" (too weak to say) or "unavailable" (no detector ran, or it failed: not the same as neutral).
    confidence: calibrated probability of `label`, or of the strongest candidate when unknown, 0–1.
    probs: candidate feelings and their probabilities; may be empty.
    arousal: 0 calm … 1 activated, from the voice; None when there was no voice or it was too short.
    valence: -1 unpleasant … 1 pleasant, from the words; None when the words say nothing.
    source: what it rests on: "voice", "words", "voice+words", or "none".
    evidence: the words or cues that it rests on, as heard; untrusted text.
    """

    label: Feeling | None
    status: Literal["heard", "unknown", "unavailable"]
    confidence: float
    probs: Mapping[str, float] = field(default_factory=dict)
    arousal: float | None = None
    valence: float | None = None
    source: str = "none"
    evidence: tuple[str, ...] = ()

    @classmethod
    def unknown(cls, confidence: float = 0.0, *, arousal: float | None = None, source: str = "none") -> Emotion:
        return cls(label=None, status="unknown", confidence=confidence, arousal=arousal, source=source)

    @classmethod
    def unavailable(cls) -> Emotion:
        return cls(label=None, status="unavailable", confidence=0.0)


@dataclass(frozen=True, slots=True)
class VoiceCue:
    """What the voice alone gave: an arousal where it was sure ("heard"), nothing where it was not ("unknown"), or why there is none
    ("absent": no clip; "failed": the detector broke, which is not the same as calm)."""

    status: Literal["heard", "unknown", "absent", "failed"]
    arousal: float | None = None
