"""Which measures a summary is about, and which questions to the doctor follow from what: the data of assets/summary."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.measures import MEASURES

__all__ = ["Line", "Lines", "Question", "Questions", "When", "lines", "questions", "read_lines", "read_questions"]

When = Literal["below", "above", "rising", "falling", "less", "more", "unusual", "lab", "medication", "condition", "always"]


class Line(Strict):
    """One line of a summary: of its measures the first that has data. always: kept however many lines there are."""

    measures: tuple[str, ...] = Field(min_length=1)
    always: bool = False

    @field_validator("measures")
    @classmethod
    def _known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return _measures(value)


class Lines(Strict):
    """assets/summary/lines.toml, most important first. most: rows of a page. spoken: measures that are told by voice."""

    most: int = Field(ge=1, le=12)
    spoken: int = Field(ge=1, le=5)
    lines: tuple[Line, ...] = Field(min_length=1)


class Question(Strict):
    """A question to the doctor. name: of the message that asks it. measures: of which it is asked; empty: of every one."""

    name: str = Field(pattern=r"^[a-z]+$")
    when: tuple[When, ...] = Field(min_length=1)
    measures: tuple[str, ...] = ()

    @field_validator("measures")
    @classmethod
    def _known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return _measures(value)


class Questions(Strict):
    """assets/summary/questions.toml, most important first."""

    most: int = Field(ge=1, le=10)
    questions: tuple[Question, ...]


def _measures(names: tuple[str, ...]) -> tuple[str, ...]:
    if unknown := next((name for name in names if name not in MEASURES), None):
        raise ValueError(f"there is no measure {unknown!r}")
    return names


def read_lines(path: Path) -> Lines:
    """Raises `UsageError` naming what is wrong with the file."""
    with content(path) as tables:
        return Lines.model_validate(tables)


def read_questions(path: Path) -> Questions:
    """Raises `UsageError` naming what is wrong with the file."""
    with content(path) as tables:
        return Questions.model_validate(tables)


@cache
def lines() -> Lines:
    return read_lines(asset("summary", "lines.toml"))


@cache
def questions() -> Questions:
    return read_questions(asset("summary", "questions.toml"))
