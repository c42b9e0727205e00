"""What a person asked to be told unasked: limits that were reached and, where they want it, what changed in the last week."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from anyio import to_thread

from assistant.datapipe import MemoryPipe
from assistant.errors import AuricleError
from assistant.events import Emit, Event, Heard, Said, ignore
from assistant.question import Answer, Question
from assistant.records.store import RecordStore
from assistant.reply.clauses import Clauses
from assistant.summary.opted import due
from assistant.summary.telling import told
from assistant.summary.week import week
from assistant.tasks.spec import Context
from assistant.types import Person, Sentence
from assistant.watches.book import WatchBook
from assistant.watches.check import news
from i18n.catalog import Catalogue
from i18n.languages import reply_language

__all__ = ["Answers", "Noticing", "notices"]

_LOG = logging.getLogger(__name__)


class Answers(Protocol):
    """What is needed of an `Assistant`."""

    async def answer(self, question: Question, emit: Emit = ignore) -> Answer: ...


class Noticing:
    """An assistant that says first what the person asked to be told, each thing once. After an alarm it keeps quiet, as that is more urgent.

    now: overrides the clock, as in `Assistant`. weekly: also tells the weekly insight to those who turned it on.
    """

    def __init__(self, assistant: Answers, store: RecordStore, *, now: datetime | None = None, weekly: bool = False) -> None:
        self._assistant = assistant
        self._store = store
        self._now = now
        self._weekly = weekly

    async def answer(self, question: Question, emit: Emit = ignore) -> Answer:
        said: list[Sentence] = []
        spoken: list[str] = []
        begun = False

        async def listen(event: Event) -> None:
            nonlocal begun
            if isinstance(event, Heard):
                spoken.append(event.language)
            if isinstance(event, Said) and not begun:
                begun = True
                if event.sentence.kind != "alarm":
                    for sentence in await self._news(question.person, spoken[-1] if spoken else "en"):
                        said.append(sentence)
                        await emit(Said(sentence))
            await emit(event)

        answer = await self._assistant.answer(question, listen)
        return answer if not said else replace(answer, reply=replace(answer.reply, sentences=(*said, *answer.reply.sentences)))

    async def _news(self, name: str, language: str) -> tuple[Sentence, ...]:
        try:
            person = await to_thread.run_sync(self._store.person, name)
            now = self._now or person.clock or datetime.now(ZoneInfo(person.timezone))
            return await notices(self._store, person, reply_language(language), now, weekly=self._weekly)
        except AuricleError as error:  # the answer itself is worth more
            _LOG.warning("What was to be told could not be looked up: %s", error)
            return ()


async def notices(store: RecordStore, person: Person, language: str, now: datetime, *, weekly: bool = False) -> tuple[Sentence, ...]:
    """Sentences in a language that has a catalogue. Cheap when the person asked for nothing: one sealed row each is read."""
    reached = await news(store, WatchBook(store), person.id, now)
    said: list[Sentence] = []
    if reached:
        clauses = Clauses(Catalogue(), language, now)
        said += [replace(sentence, kind="notice") for fact in reached for sentence in clauses.fact(fact)]
    if weekly and await to_thread.run_sync(due, store, person.id, now.date()):
        found = await week(Context(person, store, now, language, "", (), MemoryPipe()))
        if found.facts:  # silent when nothing changed
            said += [replace(sentence, kind="notice") for sentence in told(found, language, now)]
    return tuple(said)
