"""What was heard: words with times, in one language, with the evidence for both."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Segment", "Utterance"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of speech. `start` and `end` are seconds from the start of the clip; `p` is the recogniser's mean token probability."""

    text: str
    start: float
    end: float
    p: float


@dataclass(frozen=True, slots=True)
class Utterance:
    """One turn of speech, transcribed.

    segments: in order; empty when nobody spoke.
    language: ISO 639-1 code chosen among the configured languages; None when nobody spoke.
    p: probability of that language, 0–1.
    speech_ratio: share of the clip that the voice gate kept, 0–1.
    path: how it was transcribed ("one-encode", "stock", "gate", a model's name), for the trace.
    foreign: the language that was clearly spoken where it is none of the configured ones; then nothing is transcribed.
    """

    segments: tuple[Segment, ...]
    language: str | None
    p: float
    speech_ratio: float
    path: str
    foreign: str | None = None

    @property
    def text(self) -> str:
        return " ".join(segment.text.strip() for segment in self.segments).strip()

    @property
    def silent(self) -> bool:
        return not self.text
