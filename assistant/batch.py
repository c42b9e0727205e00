"""A file of questions: JSON Lines, checked line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field, ValidationError

from assistant.content import Strict, fault
from assistant.errors import UsageError
from assistant.image import open_images
from assistant.question import REMEMBERED, Question, existing, language_of
from assistant.types import Exchange

if TYPE_CHECKING:
    from assistant.pipeline import Assistant

__all__ = ["Line", "questions", "recall"]


class _Earlier(Strict):
    asked: str
    heard: str = ""
    language: str = "en"


class _Entry(Strict):
    id: str | int
    text: str | None = None
    audio: Path | None = None
    images: tuple[Path, ...] = ()
    files: tuple[Path, ...] = ()
    metadata: dict[str, str] = Field(default_factory=dict)
    language: str | None = None
    person: str | None = None
    history: tuple[_Earlier, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file. `question` raises `UsageError` (or `AudioError`) when it cannot be asked."""

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
        return Question(
            id=str(entry.id),
            person=entry.person or self.person,
            text=entry.text,
            clip=clip,
            language=language_of(entry.language),
            images=open_images(self.folder / path for path in entry.images),
            files=existing(self.folder / path for path in entry.files),
            metadata=entry.metadata,
            history=tuple(Exchange(past.asked, past.heard, past.language) for past in entry.history),
            speak=False,
        )


def questions(path: Path, person: str) -> Iterator[Line]:
    """The lines of a batch file, in order; paths in it are relative to it. Raises `UsageError` when the file cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
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


async def recall(assistant: Assistant, question: Question) -> Question:
    """The same question, its earlier exchanges with the plans that they had: a follow-up goes on from a plan, and a file holds only words."""
    history: tuple[Exchange, ...] = ()
    for past in question.history[-REMEMBERED:]:
        asked = Question(person=question.person, text=past.asked, language=past.language, history=history, speak=False)
        history = (*history, replace(past, plan=(await assistant.plan(asked)).plan))
    return replace(question, history=history)
