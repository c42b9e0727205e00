"""The manner that a feeling calls for: which acknowledgement, and what the reply's style is called.

A feeling that only the voice hints at is never stated as a fact; it changes the tone. Weak evidence changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from emotion.emotion import Emotion, Feeling

__all__ = ["Manner", "manner"]

_STYLES: Mapping[Feeling, str] = MappingProxyType(
    {"sad": "compassionate", "pain": "compassionate", "anxious": "calm", "angry": "calm", "tired": "brief", "happy": "warm"}
)


@dataclass(frozen=True, slots=True)
class Manner:
    """style: "plain", "compassionate", "calm", "brief" or "warm". acknowledgement, advice: catalogue messages, or None."""

    style: str = "plain"
    acknowledgement: str | None = None
    advice: str | None = None


def manner(emotion: Emotion) -> Manner:
    feeling = emotion.label
    if emotion.status != "heard" or feeling is None or feeling not in _STYLES:
        return Manner()
    said = "words" in emotion.source
    return Manner(
        style=_STYLES[feeling],
        acknowledgement=f"ack-{feeling}-{'words' if said else 'voice'}",
        # A voice that sounds strained is no report of pain; words are.
        advice="advice-pain" if feeling == "pain" and said else None,
    )
