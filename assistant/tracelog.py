"""Traces of turns on disk, one JSON object a line, for the people who consented and for nobody else. Readable: that is what they are for."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anyio import to_thread

from assistant.errors import StoreError
from assistant.models.prices import Price
from assistant.question import Answer
from assistant.report import answer_json

__all__ = ["TraceLog"]


class TraceLog:
    """Writes a line for every answer to a person who consented. A file per person, for the owner of the data folder only (0600).

    prices: of the endpoints, for what a turn cost.
    """

    def __init__(self, folder: Path, consented: tuple[str, ...], prices: Mapping[str, Price] | None = None) -> None:
        self._folder = folder
        self._prices = prices
        self._consented = frozenset(consented)

    async def __call__(self, answer: Answer) -> None:
        """Raises `StoreError` when the line cannot be written."""
        if answer.turn.person.id in self._consented:
            await to_thread.run_sync(self._write, answer)

    def read(self, person: str) -> tuple[dict[str, Any], ...]:
        """A person's traces, oldest first: their export."""
        path = self._path(person)
        with _told(path):
            # Only a line feed ends a line: others (U+2028, U+0085) may stand in what somebody said.
            return tuple(_entry(line) for line in path.read_text(encoding="utf-8").split("\n") if line) if path.exists() else ()

    def erase(self, person: str) -> None:
        with _told(self._path(person)):
            self._path(person).unlink(missing_ok=True)

    def _write(self, answer: Answer) -> None:
        path = self._path(answer.turn.person.id)
        entry = {"at": answer.turn.now.isoformat(), "person": answer.turn.person.id, **answer_json(answer, prices=self._prices)}
        line = json.dumps(entry, ensure_ascii=False) + "\n"
        with _told(path):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # One write to a file opened for appending: lines of two processes do not run into each other.
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(descriptor, line.encode(errors="replace"))  # a file's name may be no UTF-8
            finally:
                os.close(descriptor)

    def _path(self, person: str) -> Path:
        return self._folder / f"{person.encode().hex()}.jsonl"  # an id may hold what no file name may


def _entry(line: str) -> dict[str, Any]:
    """One that broke off (the disk was full, the power went) is given as it is: the others are still the person's."""
    try:
        return dict(json.loads(line))
    except ValueError:
        return {"unreadable": line}


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"The trace {path} cannot be written or read ({error.strerror}); free space or correct its permissions.") from error
