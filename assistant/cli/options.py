"""What several commands share: options, and reading what people point at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from assistant.errors import UsageError
from assistant.image import open_image
from assistant.types import Image

__all__ = ["Json", "Language", "Person", "VoiceName", "language_of", "pictures"]

Language = Annotated[str, typer.Option("--language", "-l", help="ISO 639-1 code such as en, es, de; auto tells it from the words.")]
Person = Annotated[str | None, typer.Option("--person", help="Whose data the question is about.")]
VoiceName = Annotated[str | None, typer.Option("--voice", help="A voice by name, instead of the language's own.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")]


def language_of(option: str) -> str | None:
    return None if option == "auto" else option.lower()


def pictures(paths: Sequence[Path]) -> tuple[Image, ...]:
    return tuple(open_image(path, f"image{number}") for number, path in enumerate(paths, 1))


def existing(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The same paths; raises `UsageError` naming the first that is not a file."""
    for path in paths:
        if not path.is_file():
            raise UsageError(f"There is no file at {path}; check the path.")
    return tuple(paths)
