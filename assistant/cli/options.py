"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from assistant.errors import UsageError

__all__ = ["Json", "Language", "Person", "PlannerName", "TaskNames", "VoiceName", "metadata_of", "tasks_of"]

Language = Annotated[str, typer.Option("--language", "-l", metavar="CODE", help="ISO 639-1 code such as en, es, de; auto tells it from the words.")]
Person = Annotated[str | None, typer.Option("--person", metavar="ID", help="Whose data the question is about; `auricle data list` names them.")]
VoiceName = Annotated[str | None, typer.Option("--voice", metavar="NAME", help="A voice by name, instead of the language's own.")]
PlannerName = Annotated[
    str | None, typer.Option("--planner", metavar="NAME", help="Who plans: auto, router, tree_of_thought or react, instead of the configured one.")
]
TaskNames = Annotated[
    str | None, typer.Option("--tasks", metavar="NAME,NAME", help="The only tasks that may be used; `auricle tasks list` names them all.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")]


def metadata_of(pairs: Sequence[str]) -> dict[str, str]:
    """Read KEY=VALUE pairs; raises `UsageError` naming the one that is not."""
    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise UsageError(f"--meta wants KEY=VALUE, not {pair!r}.")
        found[key.strip()] = value
    return found


def tasks_of(names: str | None) -> tuple[str, ...]:
    """Read NAME,NAME; empty when nothing was said. Raises `UsageError` for a list without names: it would not mean "all" to whoever wrote it."""
    if names is None:
        return ()
    found = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if not found:
        raise UsageError("--tasks wants names with commas between them; `auricle tasks list` names them all.")
    return found
