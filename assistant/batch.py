"""A file of questions: JSON Lines, checked line by line."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field, ValidationError

from assistant.content import Strict, fault
from assistant.errors import PlanError, UsageError
from assistant.image import open_images
from assistant.question import REMEMBERED, Question, existing, language_of
from assistant.types import Exchange, Plan, StepResult

if TYPE_CHECKING:
    from assistant.execution import Executor
    from assistant.pipeline import Assistant
    from assistant.settings import Settings
    from assistant.tasks.spec import TaskSpec

__all__ = ["Line", "Past", "open_past", "questions"]


class _Earlier(Strict):
    asked: str
    heard: str = ""
    language: str | None = None


class _Entry(Strict):
    id: str | int
    text: str | None = None
    audio: Path | None = None
    images: tuple[Path, ...] = ()
    files: tuple[Path, ...] = ()
    metadata: dict[str, str] = Field(default_factory=dict)
    language: str | None = None
    person: str | None = None
    planner: str = ""
    tasks: tuple[str, ...] = ()
    history: tuple[_Earlier, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file. `question` raises `UsageError` (or `AudioError`) when it cannot be asked.

    An earlier question in an unnamed language is in the line's; where that is not named either, its language is "" until `Past` tells it.
    """

    id: str | int
    number: int
    raw: str
    folder: Path
    person: str

    def question(self) -> Question:
        try:
            entry = _Entry.model_validate_json(self.raw)
        except ValidationError as error:
            raise UsageError(f"Line {self.number}: {fault(error)}.") from error
        clip = None
        if entry.audio is not None:
            from audio.decode import read_audio

            clip = read_audio(self.folder / entry.audio)
        language = language_of(entry.language)
        return Question(
            id=str(entry.id),
            person=entry.person or self.person,
            text=entry.text,
            clip=clip,
            language=language,
            images=open_images(self.folder / path for path in entry.images),
            files=existing(self.folder / path for path in entry.files),
            metadata=entry.metadata,
            history=tuple(Exchange(past.asked, past.heard, language_of(past.language) or language or "") for past in entry.history),
            speak=False,
            planner=entry.planner,
            menu=entry.tasks,
        )


def questions(path: Path, person: str) -> Iterator[Line]:
    """The lines of a batch file, in order; paths in it are relative to it. Raises `UsageError` when the file cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except FileNotFoundError as error:
        raise UsageError(f"There is no file {path}; check the path.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read as UTF-8 text; check the path.") from error
    for number, raw in enumerate(lines, 1):
        if raw.strip():
            yield Line(_id(raw, number), number, raw, path.parent, person)


def _id(raw: str, number: int) -> str | int:
    """The line's own id where it has one, else its number, so that even a broken line can be told apart."""
    try:
        found: Any = json.loads(raw)
    except ValueError:
        return number
    given = found.get("id") if isinstance(found, dict) else None
    return given if isinstance(given, str | int) else number


class Past:
    """Earlier questions of a line, with what was done for them: "why?" and "and before?" go on from that, and a file holds only words.

    They are planned again, and run again where that only looks at what is here. tasks: what a plan may name. executor: runs them.
    """

    def __init__(self, assistant: Assistant, tasks: Mapping[str, TaskSpec], executor: Executor) -> None:
        self._assistant = assistant
        self._tasks = dict(tasks)
        self._executor = executor

    async def recall(self, question: Question) -> tuple[Question, tuple[str, ...]]:
        """The same question with plans and results in its history, and a sentence for every earlier question that was not run again."""
        history: tuple[Exchange, ...] = ()
        notes: list[str] = []
        for past in question.history[-REMEMBERED:]:
            asked = replace(question, text=past.asked, clip=None, language=past.language or None, images=(), files=(), metadata={}, history=history)
            plan: Plan | None = None
            language = past.language
            results: tuple[StepResult, ...] = ()
            try:
                planned = await self._assistant.plan(asked)
                plan, bar, language = planned.plan, self._bar(planned.plan), planned.turn.language
                if bar:
                    notes.append(f"The earlier question “{past.asked}” was planned and not run again: {bar}")
                elif plan is not None and plan.kind == "answer":
                    results = await self._executor.run(planned.turn, plan)
            except PlanError as error:
                notes.append(f"The earlier question “{past.asked}” could not be planned again: {error}")
            history = (*history, replace(past, language=language, plan=plan, results=results))
        return replace(question, history=history), tuple(notes)

    def _bar(self, plan: Plan | None) -> str | None:
        """Why a plan must not run again: one step that does more than look at what is here bars all of it."""
        for step in plan.steps if plan else ():
            spec = self._tasks.get(step.task)
            if spec is None or not _harmless(spec):
                return _why(step.task, spec)
        return None


@asynccontextmanager
async def open_past(settings: Settings, assistant: Assistant) -> AsyncIterator[Past]:
    """For a batch. What runs again has no web, no diary and only harmless tasks to call, so that a wrong decision could do nothing either."""
    from anyio import to_thread

    from assistant.datapipe import open_pipe
    from assistant.execution import Executor
    from assistant.records.store import open_records
    from assistant.tasks.registry import tasks_for

    tasks = {spec.name: spec for spec in tasks_for(settings)}
    store = await to_thread.run_sync(open_records, settings)
    async with open_pipe(settings, store.vault) as pipe:
        yield Past(assistant, tasks, Executor({name: spec for name, spec in tasks.items() if _harmless(spec)}, store, pipe))


def _harmless(spec: TaskSpec) -> bool:
    return spec.permission in ("none", "reads_person") and not spec.untrusted


def _why(task: str, spec: TaskSpec | None) -> str:
    if spec is None:
        return f"{task} is not among the tasks that are known here."
    match spec.permission:
        case "effect":
            return f"{task} changes something, and only a yes said to it does that."
        case "network":
            return f"{task} sends something away."
        case _:
            return f"{task} reads what comes from outside."
