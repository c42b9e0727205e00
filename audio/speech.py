"""Speech that is about to be heard, and the voices that can make it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from audio.clip import AudioClip

__all__ = ["Prosody", "SpeechChunk", "Voice"]


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice.

    name: what settings and `--voice` call it ("joe", "de-DE", "espeak:fi").
    language: ISO 639-1 code that it speaks; a text in another language is refused.
    engine: "pico", "piper" or "espeak".
    path: the model file, where the engine needs one.
    basic: True for a last-resort voice, which is announced as such.
    """

    name: str
    language: str
    engine: str
    path: Path | None = None
    basic: bool = False


@dataclass(frozen=True, slots=True)
class Prosody:
    """How to say it. `pace` 1.0 is the voice's own tempo (0.5–2.0), `pitch` 1.0 its own pitch, `volume` 0–1."""

    pace: float = 1.0
    pitch: float = 1.0
    volume: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class SpeechChunk:
    """One spoken sentence: its sound and the text that it says."""

    clip: AudioClip
    text: str
