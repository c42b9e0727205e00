"""The folder that an export fills, and how things are written there: tables that any program opens, objects a line each."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["ExportFolder", "Part", "cell", "line", "number", "table"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a spreadsheet would work out instead of showing it


@dataclass(frozen=True, slots=True)
class Part:
    """What an export wrote of one kind: the file or folder, how many, of what, and a sentence on how to read it."""

    name: str
    count: int
    what: str
    reading: str


class ExportFolder:
    """The folder that is filled. When the block fails, what it wrote is gone again, and the folder, too, if it was made here."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made = not folder.exists()

    def __enter__(self) -> ExportFolder:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder.chmod(0o700)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is None:
            return
        for child in tuple(self._folder.iterdir()):
            shutil.rmtree(child) if child.is_dir() else child.unlink()
        if self._made:
            self._folder.rmdir()

    def content(self, name: str, content: bytes) -> None:
        path = self._folder / name
        path.parent.mkdir(exist_ok=True, mode=0o700)
        with open(path, "xb", opener=lambda opened, flags: os.open(opened, flags, 0o600)) as file:
            file.write(content)

    def more(self, name: str, text: str) -> None:
        """Begin a file, or go on with it."""
        path = self._folder / name
        path.parent.mkdir(exist_ok=True, mode=0o700)
        with open(path, "ab", opener=lambda opened, flags: os.open(opened, flags, 0o600)) as file:
            file.write(text.encode(errors="backslashreplace"))

    def text(self, name: str, text: str) -> None:
        # Half characters come from broken texts of others; JSON has an escape for them, UTF-8 has none.
        self.content(name, text.encode(errors="backslashreplace"))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if head:
        writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


def number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(value)


def cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def line(entry: dict[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False) + "\n"
