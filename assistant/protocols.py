"""The seams. Each is one verb, and says what it promises when it cannot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Protocol

from assistant.period import Period
from assistant.records.series import DayValue
from assistant.tasks.spec import TaskSpec
from assistant.types import Alarm, Json, Plan, Provenance, Sentence, StepResult, Turn
from audio.clip import AudioClip
from audio.speech import Prosody, SpeechChunk, Voice
from audio.utterance import Utterance
from emotion.emotion import Emotion, VoiceCue

__all__ = [
    "DataPipe",
    "EmotionDetector",
    "Guard",
    "Model",
    "Planner",
    "Records",
    "ResponseGenerator",
    "Synthesizer",
    "Transcriber",
]


class Transcriber(Protocol):
    """Hears words. Silence and noise give a silent `Utterance`, never an invented sentence.

    `language` fixes the language; None lets it choose among the configured ones.
    """

    name: str

    async def transcribe(self, clip: AudioClip, language: str | None = None) -> Utterance: ...


class EmotionDetector(Protocol):
    """Hears how something was said. Abstains rather than guesses: `Emotion.unknown` for weak evidence, `Emotion.unavailable` when it failed."""

    name: str

    async def hear(self, clip: AudioClip | None) -> VoiceCue:
        """The voice alone, while the words are still being heard; None when the question was typed."""
        ...

    def combine(self, voice: VoiceCue, text: str | None, language: str) -> Emotion:
        """The voice and the words together."""
        ...


class Guard(Protocol):
    """Sees emergencies and crises by rules, in the original text, before any model. None means that no rule matched."""

    def alarm(self, text: str, language: str) -> Alarm | None: ...


class Model(Protocol):
    """A language model behind the `openai` client. Raises `ModelError`; with `schema` the text is JSON that fits it, or `ModelError`."""

    name: str

    async def complete(self, messages: Sequence[Mapping[str, str]], *, schema: Mapping[str, Any] | None = None, max_tokens: int = 200) -> str: ...


class Planner(Protocol):
    """Turns a question into a typed plan. Never guesses: doubt is a `Plan` of kind "clarify". Raises `PlanError` when it cannot work at all."""

    name: str

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan: ...


class DataPipe(Protocol):
    """Values by key, per person. Another person's key is "not found": `KeyError`."""

    async def put(self, person: str, value: Json, provenance: Provenance) -> str: ...

    async def get(self, person: str, key: str) -> Json: ...


class Records(Protocol):
    """A person's measurements by local day. Days without data are absent from the result, never zero."""

    async def days(self, person: str, measure: str, period: Period) -> tuple[DayValue, ...]: ...

    async def span(self, person: str, measure: str) -> Period | None:
        """First to last day with data, or None."""
        ...


class ResponseGenerator(Protocol):
    """Turns facts into words, sentence by sentence, the first as early as it can. Says only what the facts say; with none, says so."""

    name: str

    def respond(self, turn: Turn, plan: Plan, results: Sequence[StepResult]) -> AsyncIterator[Sentence]: ...

    def style(self, turn: Turn) -> str:
        """The manner that the feeling calls for, for the trace: "plain", "compassionate", …"""
        ...

    def alarm(self, alarm: Alarm) -> tuple[Sentence, ...]:
        """The fixed words for an emergency or a crisis; no model is asked."""
        ...

    def notice(self, key: str, language: str) -> Sentence:
        """A fixed phrase of the house, e.g. "didnt-hear"."""
        ...


class Synthesizer(Protocol):
    """Speaks. A text with nothing to say yields nothing; raises `SpeechError` when the voice cannot speak, and the text is shown all the same."""

    name: str

    def speak(self, sentences: AsyncIterator[str], voice: Voice, prosody: Prosody = Prosody()) -> AsyncIterator[SpeechChunk]: ...
