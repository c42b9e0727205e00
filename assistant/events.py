"""What happens in a turn, as it happens: for captions, traces and anyone who listens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from assistant.types import Alarm, Plan, Sentence, StepResult, Turn
from audio.speech import SpeechChunk
from audio.utterance import Utterance
from emotion.emotion import Emotion

__all__ = ["Alarmed", "Did", "Emit", "Event", "Felt", "Heard", "Planned", "Said", "Spoke", "ignore"]


@dataclass(frozen=True, slots=True)
class Heard:
    """The transcript is known. `utterance` is None when the question was typed."""

    text: str
    language: str
    utterance: Utterance | None


@dataclass(frozen=True, slots=True)
class Felt:
    emotion: Emotion


@dataclass(frozen=True, slots=True)
class Alarmed:
    alarm: Alarm


@dataclass(frozen=True, slots=True)
class Planned:
    turn: Turn
    plan: Plan


@dataclass(frozen=True, slots=True)
class Did:
    result: StepResult


@dataclass(frozen=True, slots=True)
class Said:
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Spoke:
    chunk: SpeechChunk


Event = Heard | Felt | Alarmed | Planned | Did | Said | Spoke
Emit = Callable[[Event], Awaitable[None]]


async def ignore(event: Event) -> None:
    """The listener who does not care."""
