"""A new task and its test, as files to begin with. What they say is in assets/scaffold."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection
from pathlib import Path
from string import Template

from assistant.assets import asset
from assistant.errors import UsageError

__all__ = ["scaffold"]

_USED = ("from assistant.facts import Excerpt", "from assistant.testing import fake_context")


def scaffold(name: str, folder: Path, taken: Collection[str]) -> tuple[Path, Path]:
    """Write `folder`/name.py and its test, and give their paths; the folder is made where it is absent.

    Raises `UsageError` when the name is none, or taken, and when a file is there already: nothing is overwritten.
    """
    # A longer name would break the lines of the files anew.
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,24}", name) or keyword.iskeyword(name):
        raise UsageError(f"A task cannot be called {name!r}; give it up to 25 letters in lower case with underscores, such as water_goal.")
    if name in taken:
        raise UsageError(f"There is a task called {name!r} already; choose another name.")
    folder = folder.resolve()
    files = folder / f"{name}.py", folder / f"test_{name}.py"
    chat = name.replace("_", " ").strip().capitalize()
    texts = [
        Template(asset("scaffold", file).read_text(encoding="utf-8")).substitute(name=name, chat=chat, imports=_imports(_module(files[0]), name))
        for file in ("task.txt", "test.txt")
    ]
    for file in files:
        if file.exists():
            raise UsageError(f"{file} is there already; choose another name or folder.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in zip(files, texts, strict=True):
            with file.open("x", encoding="utf-8") as new:
                new.write(text)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written ({error.strerror or type(error).__name__}).") from error
    return files


def _module(file: Path) -> str:
    """How the test imports it: by itself, or by the packages that it lies in."""
    parts = [file.stem]
    folder = file.parent
    while (folder / "__init__.py").exists() and folder.name.isidentifier():
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts)


def _imports(module: str, name: str) -> str:
    """In the order that import sorters want: what is the reader's own stands apart, unless it lies in our own package."""
    own = f"from {module} import {name}"
    if module.startswith("assistant."):
        return "\n" + "\n".join(sorted((*_USED, own))) + "\n"
    return "\n".join(_USED) + f"\n\n{own}\n"
