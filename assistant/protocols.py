"""The seams. Each is one verb, and says what it promises when it cannot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from assistant.period import Period
from assistant.records.recording import Recording
from assistant.records.sample import Clinical, ClinicalKind, Night, Readings
from assistant.records.series import DayValue
from assistant.tasks.spec import TaskSpec
from assistant.types import Alarm, Entry, Json, Page, Plan, Provenance, Sentence, StepResult, Turn
from audio.clip import AudioClip
from audio.speech import Prosody, SpeechChunk, Voice
from audio.utterance import Utterance
from emotion.emotion import Emotion, VoiceCue

__all__ = [
    "DataPipe",
    "Diary",
    "EmotionDetector",
    "Guard",
    "Model",
    "Planner",
    "Records",
    "ResponseGenerator",
    "Synthesizer",
    "Transcriber",
    "Web",
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

    def stream(self, messages: Sequence[Mapping[str, str]], *, max_tokens: int = 400) -> AsyncIterator[str]:
        """The answer in pieces as they are written. Raises `ModelError`, `ModelTimeout` before the first piece or between two."""
        ...

    async def count(self, text: str) -> int:
        """Tokens of a text as this model counts them; an upper estimate where the endpoint does not tell."""
        ...


class Planner(Protocol):
    """Turns a question into a typed plan. Never guesses: doubt is a `Plan` of kind "clarify". Raises `PlanError` when it cannot work at all.

    `so_far` are the results of this turn's earlier rounds; a plan with `more` is run and the planner asked again with what it gave. Steps' keys are
    unique over all rounds.
    """

    name: str

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan: ...


class DataPipe(Protocol):
    """Values by key, per person. Another person's key is "not found", in the same words as one that never was: `KeyError`."""

    async def put(self, person: str, value: Json | bytes, provenance: Provenance, *, description: str = "", ttl: float | None = None) -> str:
        """Keep a value and give its key. ttl: seconds until it is gone; None keeps it as long as the pipe does.

        Raises `UsageError` for what no pipe keeps: a number that is none (NaN, infinity), or more than `LARGEST` bytes.
        """
        ...

    async def get(self, person: str, key: str) -> Json | bytes: ...

    async def entry(self, person: str, key: str) -> Entry:
        """What is known of a value without reading it."""
        ...

    async def entries(self, person: str) -> tuple[Entry, ...]:
        """A person's values, oldest first: with `get`, their export."""
        ...

    async def erase(self, person: str) -> None: ...


class Web(Protocol):
    """Reads pages, guarded: only hosts that are allowed, nothing inside the network at home, bounded in size and time.

    Raises `PermissionDenied` for a host that is not allowed, `TaskError` for a page that cannot be had.
    """

    async def read(self, url: str) -> Page: ...


class Diary(Protocol):
    """A person's own notes, encrypted with their key."""

    async def write(self, person: str, at: datetime, text: str) -> None: ...

    async def notes(self, person: str) -> tuple[tuple[datetime, str], ...]:
        """Oldest first."""
        ...


class Records(Protocol):
    """A person's measurements by local day. Days without data are absent from the result, never zero."""

    async def days(self, person: str, measure: str, period: Period) -> tuple[DayValue, ...]: ...

    async def span(self, person: str, measure: str) -> Period | None:
        """First to last day with data, or None."""
        ...

    async def readings(self, person: str, measure: str, period: Period) -> tuple[Readings, ...]:
        """Single readings that began on these local days, by source and original unit, each in order of time. Empty where only days are known."""
        ...

    async def nights(self, person: str, period: Period) -> tuple[Night, ...]:
        """Stretches of sleep that ended on these local days, in order of their start."""
        ...

    async def clinical(self, person: str, kind: ClinicalKind) -> tuple[Clinical, ...]:
        """Entries of the health record, the most recent first."""
        ...

    async def recordings(self, person: str, period: Period | None = None) -> tuple[Recording, ...]:
        """Recordings that began on these local days, in order; all without a period."""
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
