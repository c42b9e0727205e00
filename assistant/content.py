"""Content is data: the TOML and JSON files of `assets/`, read against a form, and one sentence for a file that does not fit."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from assistant.errors import UsageError

__all__ = ["Strict", "content", "fault"]


class Strict(BaseModel):
    """A form that has no room for what it does not name, and never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@contextmanager
def content(path: Path) -> Iterator[dict[str, Any]]:
    """The tables of a file. Whatever the block finds wrong with them (`ValueError`, a pattern that does not compile) is raised as a `UsageError`
    of one sentence that names the file and the place."""
    try:
        yield (json if path.suffix == ".json" else tomllib).loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, re.error) as error:
        said = fault(error) if isinstance(error, ValidationError) else str(error).rstrip(".")
        raise UsageError(f"{path} is wrong: {said}. Mend that file or install Auricle again.") from error


def fault(error: ValidationError) -> str:
    """The first thing that is wrong, and where: "rules.3.kind: Input should be 'day' or 'week'"."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    said = first["msg"].removeprefix("Value error, ").rstrip(".")
    return f"{where}: {said}" if where else said
