"""One turn, from sound to sound. Read this page to know the product.

hear ∥ feel → guard → plan → execute → answer → speak. Every stage is behind a protocol, timed, and named in the trace.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from assistant.errors import PlanError, SpeechError, UsageError
from assistant.events import Alarmed, Emit, Felt, Heard, Said, Spoke, ignore
from assistant.orchestrator import Orchestrator
from assistant.planning.slots import gloss
from assistant.protocols import DataPipe, EmotionDetector, Guard, ResponseGenerator, Synthesizer, Transcriber
from assistant.question import Answer, Question
from assistant.together import together
from assistant.trace import Trace, tracing
from assistant.types import Person, Plan, Reply, Sentence, StepResult, Turn, Urgency
from audio.clip import AudioClip
from audio.speech import SpeechChunk, Voice
from audio.utterance import Utterance
from emotion.emotion import Emotion
from i18n.languages import reply_language

__all__ = ["Assistant", "Languages", "Observer", "People", "Voices"]

_LOG = logging.getLogger(__name__)

LONGEST_TEXT = 20_000  # characters: what is said in ten minutes, the longest recording, and half as much again


class People(Protocol):
    """Looks a person up; raises `UsageError`, naming those it knows, when there is no such person."""

    def person(self, name: str) -> Person: ...


class Languages(Protocol):
    """Tells the language of a typed text."""

    def detect(self, text: str, preferred: str | None = None) -> str: ...

    def foreign(self, text: str) -> bool: ...


class Voices(Protocol):
    """Chooses a voice for a language; raises `UsageError` for a voice that does not exist or speaks another language."""

    def __call__(self, language: str, name: str | None = None) -> Voice: ...


Observer = Callable[[Answer], Awaitable[None]]
"""Is shown every answer when it is complete: a trace on disk, telemetry."""


class Assistant:
    """Answers questions, one turn at a time.

    languages: the configured ISO 639-1 codes; any other is refused by name.
    now: overrides every clock, the person's too (tests, demonstrations).
    """

    def __init__(
        self,
        *,
        people: People,
        detector: Languages,
        ear: Transcriber,
        heart: EmotionDetector,
        guard: Guard,
        orchestrator: Orchestrator,
        responder: ResponseGenerator,
        mouth: Synthesizer,
        voices: Voices,
        languages: Sequence[str],
        pipe: DataPipe,
        observers: Sequence[Observer] = (),
        now: datetime | None = None,
    ) -> None:
        self._people = people
        self._detector = detector
        self._ear = ear
        self._heart = heart
        self._guard = guard
        self._orchestrator = orchestrator
        self._responder = responder
        self._mouth = mouth
        self._voices = voices
        self._languages = tuple(languages)
        self._pipe = pipe
        self._observers = tuple(observers)
        self._now = now

    async def answer(self, question: Question, emit: Emit = ignore) -> Answer:
        """Run the whole turn. Raises `UsageError` for what the caller can mend and `AudioError` for sound that cannot be heard."""
        trace = Trace()
        with tracing(trace), trace.stage("total"):
            person, language = self._check(question)
            # A voice that does not fit is refused before any work is done.
            if question.voice is not None and language is not None:
                self._voices(reply_language(language), question.voice)
            utterance, emotion = await self._perceive(question, language, trace)
            turn = await self._attached(self._turn(question, person, language, utterance, emotion))
            await emit(Heard(turn.text, turn.language, utterance))
            await emit(Felt(turn.emotion))
            answer = await self._respond(question, turn, trace, emit)
        for observe in self._observers:
            try:
                await observe(answer)
            except Exception as error:  # whoever looks on must not spoil the answer
                _LOG.warning("A turn could not be recorded: %s", error)
        return answer

    async def plan(self, question: Question) -> Answer:
        """Stop after planning: for benchmarks and for looking at what would be done."""
        trace = Trace()
        with tracing(trace), trace.stage("total"):
            person, language = self._check(question)
            utterance, emotion = await self._perceive(question, language, trace)
            turn = await self._attached(self._turn(question, person, language, utterance, emotion))
            silent = Answer(turn, Reply((), turn.language), trace)
            with trace.stage("guard"):
                alarm = self._guard.alarm(turn.text, turn.language)
            if alarm is not None or not turn.text:
                return replace(silent, alarm=alarm)
            return replace(silent, plan=await self._orchestrator.plan(turn, trace))

    # — hear and feel —

    def _check(self, question: Question) -> tuple[Person, str | None]:
        if (question.text is None) == (question.clip is None):
            raise UsageError("Ask with a text or with a recording, one of the two.")
        if question.text is not None and not question.text.strip():
            raise UsageError("The question is empty; type or say something.")
        if question.text is not None and len(question.text) > LONGEST_TEXT:
            raise UsageError(f"The question has {len(question.text)} characters; {LONGEST_TEXT} are the most, so ask in fewer words.")
        if question.language is not None and question.language not in self._languages:
            raise UsageError(f"The language {question.language!r} is not set up; choose one of {', '.join(self._languages)}.")
        person = self._people.person(question.person)
        if any(exchange.person not in ("", person.id) for exchange in question.history):
            raise UsageError(f"The conversation before this question is not {person.name}'s; begin a new one.")
        return person, question.language

    async def _perceive(self, question: Question, language: str | None, trace: Trace) -> tuple[Utterance | None, Emotion]:
        """The transcript and the feeling. The voice is felt while the words are being heard; the words join when they are known."""
        clip = question.clip
        if clip is None:
            text = question.text or ""
            tongue = language or self._detector.detect(text, self._spoken_before(question))
            with trace.stage("feel", self._heart.name):
                return None, self._heart.combine(await self._heart.hear(None), text, tongue)
        heard: list[Utterance] = []

        async def hear() -> None:
            with trace.stage("hear"):
                heard.append(await self._ear.transcribe(clip, language))
            trace.models["hear"] = self._ear.name  # an ear that is only now opened knows its name by now

        async with together() as group:
            group.start_soon(hear)
            with trace.stage("feel", self._heart.name):
                voice = await self._heart.hear(clip)
        utterance = heard[0]
        if utterance.silent:
            return utterance, Emotion.unavailable()
        return utterance, self._heart.combine(voice, utterance.text, utterance.language or self._languages[0])

    def _turn(self, question: Question, person: Person, language: str | None, utterance: Utterance | None, emotion: Emotion) -> Turn:
        text = question.text.strip() if question.text is not None else utterance.text if utterance else ""
        if utterance is not None:
            language = language or utterance.language
        before = self._spoken_before(question)
        return Turn(
            id=question.id,
            revision=question.revision,
            person=person,
            text=text,
            language=language or (self._detector.detect(text, before) if text else before or self._languages[0]),
            now=self._now or person.clock or datetime.now(ZoneInfo(person.timezone)),
            utterance=utterance,
            emotion=emotion,
            images=question.images,
            files=question.files,
            metadata=question.metadata,
            history=question.history,
            planner=question.planner,
            menu=question.menu,
        )

    async def _attached(self, turn: Turn) -> Turn:
        """With what came along looked at and kept, and with what the planner reads."""
        if not turn.text:
            return turn
        if turn.files or turn.metadata or turn.images:
            from assistant.attachments import attach

            turn = await attach(turn, self._pipe)
        return replace(turn, planner_text=gloss(turn))

    def _spoken_before(self, question: Question) -> str | None:
        return question.history[-1].language if question.history else None

    # — think and answer —

    async def _respond(self, question: Question, turn: Turn, trace: Trace, emit: Emit) -> Answer:
        if not turn.text:
            key = "foreign" if turn.utterance is not None and turn.utterance.foreign is not None else "didnt-hear"
            return await self._say(question, turn, trace, emit, self._fixed(self._responder.notice(key, turn.language)))
        with trace.stage("guard"):
            alarm = self._guard.alarm(turn.text, turn.language)
        if alarm is not None:
            await emit(Alarmed(alarm))
            answer = await self._say(question, turn, trace, emit, self._fixed(*self._responder.alarm(alarm)), urgency=alarm.urgency)
            return replace(answer, alarm=alarm)
        if question.text is not None and question.language is None and not turn.images and self._detector.foreign(turn.text):
            language = self._spoken_before(question) or self._languages[0]
            return await self._say(question, replace(turn, language=language), trace, emit, self._fixed(self._responder.notice("foreign", language)))
        try:
            plan, results = await self._orchestrator.run(turn, trace, emit)
        except PlanError as error:
            trace.notes.append(f"No plan could be made: {error}")
            return await self._say(question, turn, trace, emit, self._fixed(self._responder.notice("no-plan", turn.language)))
        sentences = self._responder.respond(turn, plan, results)
        trace.models["answer"] = self._responder.name
        return await self._say(question, turn, trace, emit, sentences, plan, results)

    async def _fixed(self, *sentences: Sentence) -> AsyncIterator[Sentence]:
        for sentence in sentences:
            yield sentence

    async def _say(
        self,
        question: Question,
        turn: Turn,
        trace: Trace,
        emit: Emit,
        sentences: AsyncIterator[Sentence],
        plan: Plan | None = None,
        results: tuple[StepResult, ...] = (),
        urgency: Urgency = "none",
    ) -> Answer:
        """Speak each sentence while the next is being written; a voice that fails leaves the text whole."""
        language = reply_language(turn.language)
        voice = self._voices(language, question.voice) if question.speak else None
        said: list[Sentence] = []
        chunks: list[SpeechChunk] = []
        to_speak, spoken_words = anyio.create_memory_object_stream[str](4)

        async def write(out: MemoryObjectSendStream[str]) -> None:
            with trace.stage("answer"):
                async with out:
                    async for sentence in sentences:
                        said.append(sentence)
                        await emit(Said(sentence))
                        if voice is not None:
                            await out.send(sentence.spoken)

        async def speak(words: MemoryObjectReceiveStream[str], voice: Voice) -> None:
            with trace.stage("speak", f"{self._mouth.name}:{voice.name}"):
                async with words:
                    try:
                        async for chunk in self._mouth.speak(aiter(words), voice):
                            chunks.append(chunk)
                            await emit(Spoke(chunk))
                    except SpeechError as error:
                        trace.notes.append(str(error))
                        async for _ in words:  # the writer must not wait for a mouth that is gone
                            pass

        async with together() as group:
            if voice is not None:
                group.start_soon(speak, spoken_words, voice)
            else:
                spoken_words.close()
            group.start_soon(write, to_speak)
        reply = Reply(tuple(said), language, urgency if urgency != "none" else _urgency(said), self._responder.style(turn))
        return Answer(turn, reply, trace, plan, results, audio=_joined(chunks))


def _urgency(sentences: Sequence[Sentence]) -> Urgency:
    return "advice" if any(sentence.kind == "advice" for sentence in sentences) else "none"


def _joined(chunks: Sequence[SpeechChunk]) -> AudioClip | None:
    if not chunks:
        return None
    from audio.speak import join

    return join(chunks)
