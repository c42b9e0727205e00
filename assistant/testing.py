"""Fakes for every seam: no models, no sound card, no clock. What users' own tests use, and ours.

assistant = fake_assistant(plans={"how did I sleep": plan})
answer = await assistant.answer(Question(person="ana", text="how did I sleep"))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

import anyio
import numpy as np
from numpy.typing import NDArray

from assistant.datapipe import MemoryPipe
from assistant.errors import ModelError, PermissionDenied, SpeechError, UsageError
from assistant.execution import Executor
from assistant.importers.importer import Reject
from assistant.measures import MEASURES
from assistant.orchestrator import Orchestrator
from assistant.period import Period
from assistant.pipeline import Assistant, Observer
from assistant.protocols import DataPipe, Diary, Web
from assistant.records.consent import Consent
from assistant.records.recording import Recording
from assistant.records.sample import Clinical, ClinicalKind, Night, Readings
from assistant.records.series import DayValue
from assistant.tasks.spec import Context, TaskSpec
from assistant.types import Alarm, Exchange, Page, Person, Plan, Sentence, StepResult, Turn
from audio.clip import AudioClip
from audio.speech import Prosody, SpeechChunk, Voice
from audio.utterance import Segment, Utterance
from emotion.emotion import Emotion, VoiceCue

__all__ = [
    "NOON",
    "FakeDiary",
    "FakeEar",
    "FakeGuard",
    "FakeHeart",
    "FakeIntake",
    "FakeLanguages",
    "FakeModel",
    "FakeMouth",
    "FakePeople",
    "FakePlanner",
    "FakeRecords",
    "FakeResponder",
    "FakeWeb",
    "fake_assistant",
    "fake_context",
    "fake_voice",
    "tone",
]

NOON = datetime.fromisoformat("2026-11-30T12:00:00+01:00")


def tone(seconds: float = 1.0, hertz: float = 220.0, rate: int = 16_000) -> AudioClip:
    """A quiet sine: sound, but nobody speaking."""
    t = np.arange(round(seconds * rate)) / rate
    return AudioClip((0.1 * np.sin(2 * np.pi * hertz * t)).astype(np.float32), rate)


class FakePeople:
    def __init__(self, *names: str) -> None:
        self._names = names or ("ana",)

    def person(self, name: str) -> Person:
        if name not in self._names:
            raise UsageError(f"There is no person called {name!r}; there are: {', '.join(self._names)}.")
        return Person(name, name.title(), "Europe/Berlin", NOON)


class FakeLanguages:
    """Every text is in the conversation's language, else in `language`; one in Greek letters is foreign."""

    def __init__(self, language: str = "en") -> None:
        self._language = language

    def detect(self, text: str, preferred: str | None = None) -> str:
        return preferred or self._language

    def foreign(self, text: str) -> bool:
        return any("\N{GREEK CAPITAL LETTER ALPHA}" <= letter <= "\N{GREEK SMALL LETTER OMEGA}" for letter in text)


class FakeEar:
    """Hears `text` in every clip; an empty text is silence. `fails` is raised instead."""

    name = "fake ear"

    def __init__(self, text: str = "", language: str = "en", fails: Exception | None = None) -> None:
        self._text, self._language, self._fails = text, language, fails

    async def transcribe(self, clip: AudioClip, language: str | None = None) -> Utterance:
        await anyio.lowlevel.checkpoint()
        if self._fails:
            raise self._fails
        if not self._text:
            return Utterance((), None, 0.0, 0.0, "fake")
        return Utterance((Segment(self._text, 0.0, clip.seconds, 0.9),), language or self._language, 0.99, 1.0, "fake")


class FakeHeart:
    name = "fake heart"

    def __init__(self, emotion: Emotion | None = None) -> None:
        self._emotion = emotion or Emotion.unknown()

    async def hear(self, clip: AudioClip | None) -> VoiceCue:
        return VoiceCue("absent" if clip is None else "unknown")

    def combine(self, voice: VoiceCue, text: str | None, language: str) -> Emotion:
        return self._emotion


class FakeGuard:
    """Raises an alarm for texts that contain one of `words`."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def alarm(self, text: str, language: str) -> Alarm | None:
        hit = next((word for word in self._words if word in text), None)
        return Alarm("chest_pain", "emergency", language, hit) if hit else None


class FakePlanner:
    """Gives the plan that a script names for the text; `asked` keeps the turns that it saw."""

    name = "fake planner"

    def __init__(self, plans: Mapping[str, Plan] | None = None) -> None:
        self._plans = dict(plans or {})
        self.asked: list[Turn] = []

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan:
        self.asked.append(turn)
        return self._plans.get(turn.text, Plan("fake", "out_of_scope", (), "The script has no plan for this."))


class FakeModel:
    """Answers with a script, in order; a `ModelError` in the script is raised. `asked` keeps the messages."""

    name = "fake model"

    def __init__(self, *answers: str | ModelError) -> None:
        self._answers = list(answers)
        self.asked: list[Sequence[Mapping[str, str]]] = []

    async def complete(self, messages: Sequence[Mapping[str, str]], *, schema: Mapping[str, Any] | None = None, max_tokens: int = 200) -> str:
        self.asked.append(messages)
        if not self._answers:
            raise ModelError("The script of the fake model has ended.")
        answer = self._answers.pop(0)
        if isinstance(answer, ModelError):
            raise answer
        return answer

    async def stream(self, messages: Sequence[Mapping[str, str]], *, max_tokens: int = 400) -> AsyncIterator[str]:
        for word in (await self.complete(messages, max_tokens=max_tokens)).split(" "):
            yield f"{word} "

    async def count(self, text: str) -> int:
        return len(text) // 4 + 1


class FakeRecords:
    """Values by person and measure: `FakeRecords({("ana", "steps"): {date(2026, 11, 29): 8000.0}})`.

    readings by person and measure too; nights, clinical entries and recordings by person. denied: kinds of data that nobody may read.
    """

    def __init__(
        self,
        values: Mapping[tuple[str, str], Mapping[date, float]] | None = None,
        *,
        readings: Mapping[tuple[str, str], Sequence[Readings]] | None = None,
        nights: Mapping[str, Sequence[Night]] | None = None,
        clinical: Mapping[str, Sequence[Clinical]] | None = None,
        recordings: Mapping[str, Sequence[Recording]] | None = None,
        denied: Iterable[str] = (),
    ) -> None:
        self._values = dict(values or {})
        self._kept_readings = dict(readings or {})
        self._kept_nights = dict(nights or {})
        self._kept_clinical = dict(clinical or {})
        self._kept_recordings = dict(recordings or {})
        self._consent = Consent(frozenset(denied))

    async def days(self, person: str, measure: str, period: Period) -> tuple[DayValue, ...]:
        self._consent.check_read(MEASURES[measure].task, person)
        found = self._values.get((person, measure), {})
        return tuple(DayValue(day, value, "fake watch") for day, value in sorted(found.items()) if day in period)

    async def span(self, person: str, measure: str) -> Period | None:
        self._consent.check_read(MEASURES[measure].task, person)
        found = self._values.get((person, measure))
        return Period(min(found), max(found)) if found else None

    async def readings(self, person: str, measure: str, period: Period) -> tuple[Readings, ...]:
        self._consent.check_read(MEASURES[measure].task, person)
        return tuple(part for kept in self._kept_readings.get((person, measure), ()) if len(part := _within(kept, period)))

    async def nights(self, person: str, period: Period) -> tuple[Night, ...]:
        self._consent.check_read("sleep", person)
        found = (night for night in self._kept_nights.get(person, ()) if night.end.date() in period)
        return tuple(sorted(found, key=lambda night: night.start))

    async def clinical(self, person: str, kind: ClinicalKind) -> tuple[Clinical, ...]:
        self._consent.check_read("health_record", person)
        found = (entry for entry in self._kept_clinical.get(person, ()) if entry.kind == kind)
        return tuple(sorted(found, key=lambda entry: (entry.start or date.min, entry.end or date.min), reverse=True))

    async def recordings(self, person: str, period: Period | None = None) -> tuple[Recording, ...]:
        self._consent.check_read("recording", person)
        found = (kept for kept in self._kept_recordings.get(person, ()) if period is None or kept.start.date() in period)
        return tuple(sorted(found, key=lambda kept: kept.start))


def _within(kept: Readings, period: Period) -> Readings:
    """The readings that began on these local days."""
    days = (kept.start + kept.offset.astype(np.int64) * 60_000_000) // 86_400_000_000 + date(1970, 1, 1).toordinal()
    own = (days >= period.start.toordinal()) & (days <= period.end.toordinal())
    times = kept.start[own], kept.end[own], kept.offset[own]
    return Readings(kept.measure, kept.source, kept.unit, *times, kept.value[own], kept.original[own])


class FakeIntake:
    """Keeps what an importer hands over, in the order in which it came. owner: whose data there is already; a file about somebody else is refused.

    What a measure's limits do not allow, and what ends before it begins, is rejected as in the store.
    """

    def __init__(self, owner: str = "") -> None:
        self.owner = owner
        self.counts: Counter[str] = Counter()
        self.batches: list[Readings] = []
        self.given: list[tuple[str, DayValue]] = []
        self.slept: list[Night] = []
        self.entries: list[Clinical] = []
        self.recorded: list[Recording] = []
        self.rejects: list[Reject] = []
        self.notes: list[str] = []
        self.done = 0

    def rows(self, measure: str) -> list[tuple[str, str, int, float]]:
        """Readings of a measure in order of time: (start in UTC, source, minutes east, value)."""
        found: list[tuple[str, str, int, float]] = []
        for batch in self.batches:
            if batch.measure == measure:
                moments = (datetime.fromtimestamp(start / 1e6, UTC).strftime("%Y-%m-%d %H:%M:%S") for start in batch.start.tolist())
                found += zip(moments, [batch.source] * len(batch), batch.offset.tolist(), batch.value.tolist(), strict=True)
        return sorted(found)

    def seen(self, kind: str, count: int = 1) -> None:
        self.counts[kind] += count

    def about(self, who: str) -> None:
        if self.owner and who != self.owner:
            raise UsageError(f"The fake records are those of {self.owner}, not of {who}.")
        self.owner = who

    def readings(self, batch: Readings, where: str = "", lines: NDArray[np.int64] | None = None) -> None:
        limits = MEASURES[batch.measure]
        good = (batch.end >= batch.start) & (batch.value >= limits.low) & (batch.value <= limits.high)
        for index in np.flatnonzero(~good).tolist():
            place = where if lines is None else f"{where}:{lines[index]}"
            self.rejects.append(Reject(place, f"{batch.measure} is {batch.original[index]:g} {batch.unit}, or ends before it begins"))
        times = batch.start[good], batch.end[good], batch.offset[good]
        self.batches.append(Readings(batch.measure, batch.source, batch.unit, *times, batch.value[good], batch.original[good]))

    def days(self, measure: str, values: Iterable[DayValue], where: str = "") -> None:
        limits = MEASURES[measure]
        for value in values:
            if limits.low <= value.value <= limits.high:
                self.given.append((measure, value))
            else:
                self.rejects.append(Reject(f"{where} {value.day}".strip(), f"{measure} is {value.value:g} {limits.unit}"))

    def nights(self, nights: Iterable[Night], where: str = "") -> None:
        self.slept += nights

    def clinical(self, entries: Iterable[Clinical]) -> None:
        self.entries += entries

    def recording(self, recording: Recording) -> None:
        self.recorded.append(recording)

    def reject(self, reject: Reject) -> None:
        self.rejects.append(reject)

    def note(self, sentence: str) -> None:
        self.notes.append(sentence)

    def progress(self, done: int) -> None:
        self.done = done


class FakeWeb:
    """Pages by address; any other is not allowed. `asked` keeps the addresses."""

    def __init__(self, *pages: Page) -> None:
        self._pages = {page.url: page for page in pages}
        self.asked: list[str] = []

    async def read(self, url: str) -> Page:
        self.asked.append(url)
        if url not in self._pages:
            raise PermissionDenied(f"{url} is not among the pages of the fake web.")
        return self._pages[url]


class FakeDiary:
    """Keeps the notes in `written`: (person, time, text)."""

    def __init__(self) -> None:
        self.written: list[tuple[str, datetime, str]] = []

    async def write(self, person: str, at: datetime, text: str) -> None:
        self.written.append((person, at, text))

    async def notes(self, person: str) -> tuple[tuple[datetime, str], ...]:
        return tuple((at, text) for owner, at, text in self.written if owner == person)


class FakeResponder:
    """One sentence per fact, in the words of `repr`."""

    name = "fake responder"

    async def respond(self, turn: Turn, plan: Plan, results: Sequence[StepResult]) -> AsyncIterator[Sentence]:
        for result in results:
            for fact in result.facts:
                yield Sentence(f"{fact!r}.", f"{fact!r}.", "answer", (fact,))
        if not any(result.facts for result in results):
            yield self.notice(plan.kind, turn.language)

    def style(self, turn: Turn) -> str:
        return "plain"

    def alarm(self, alarm: Alarm) -> tuple[Sentence, ...]:
        return (self.notice(alarm.kind, alarm.language),)

    def notice(self, key: str, language: str) -> Sentence:
        return Sentence(f"{key} ({language}).", f"{key} ({language}).", "notice")


class FakeMouth:
    """A tenth of a second of tone per sentence; `said` keeps the texts. `breaks` makes it fail after that many sentences."""

    name = "fake mouth"

    def __init__(self, breaks: int | None = None) -> None:
        self._breaks = breaks
        self.said: list[str] = []

    async def speak(self, sentences: AsyncIterator[str], voice: Voice, prosody: Prosody = Prosody()) -> AsyncIterator[SpeechChunk]:
        async for sentence in sentences:
            if self._breaks is not None and len(self.said) >= self._breaks:
                raise SpeechError("The fake voice is hoarse; read the reply instead.")
            self.said.append(sentence)
            yield SpeechChunk(tone(0.1), sentence)


def fake_context(
    question: str = "",
    *,
    language: str = "en",
    person: str = "ana",
    records: FakeRecords | None = None,
    history: tuple[Exchange, ...] = (),
    pipe: DataPipe | None = None,
    web: Web | None = None,
    diary: Diary | None = None,
) -> Context:
    """What a task is given: `await my_task.run(fake_context("how did I sleep"), …)`."""
    return Context(
        FakePeople(person).person(person),
        records or FakeRecords(),
        NOON,
        language,
        question,
        (),
        pipe or MemoryPipe(),
        history=history,
        web=web,
        diary=diary,
    )


def fake_voice(language: str, name: str | None = None) -> Voice:
    if name is not None and name != f"fake-{language}":
        raise UsageError(f"There is no voice called {name!r} for {language}; there is: fake-{language}.")
    return Voice(f"fake-{language}", language, "fake")


def fake_assistant(
    *,
    plans: Mapping[str, Plan] | None = None,
    tasks: Sequence[TaskSpec] = (),
    records: FakeRecords | None = None,
    ear: FakeEar | None = None,
    heart: FakeHeart | None = None,
    guard: FakeGuard | None = None,
    mouth: FakeMouth | None = None,
    people: FakePeople | None = None,
    detector: FakeLanguages | None = None,
    languages: Sequence[str] = ("en", "es", "de"),
    voices: Callable[..., Voice] = fake_voice,
    observers: Sequence[Observer] = (),
) -> Assistant:
    """A whole assistant of fakes; replace the part under test."""
    pipe = MemoryPipe()
    executor = Executor({spec.name: spec for spec in tasks}, records or FakeRecords(), pipe)
    return Assistant(
        people=people or FakePeople(),
        detector=detector or FakeLanguages(),
        ear=ear or FakeEar(),
        heart=heart or FakeHeart(),
        guard=guard or FakeGuard(),
        orchestrator=Orchestrator({"fake": FakePlanner(plans)}, tasks, executor, default="fake"),
        responder=FakeResponder(),
        mouth=mouth or FakeMouth(),
        voices=voices,
        languages=languages,
        pipe=pipe,
        observers=observers,
    )
