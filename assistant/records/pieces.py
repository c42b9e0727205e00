"""Readings on their way into the records, gathered by measure and month without filling the memory.

What does not fit waits in a nameless file in the data folder, sealed with the person's key: it is gone when the import ends or breaks.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

import numpy as np

from assistant.records.parts import months_of
from assistant.records.samples import DAY, LAYOUT, Samples, concatenated
from assistant.records.vault import PersonKey

__all__ = ["Pieces"]

_HELD = 200_000  # rows in memory, some 9 MB
_WIDTH = sum(kind.itemsize for kind in LAYOUT.values())
_SEAL = 28  # bytes that sealing adds: AES-GCM's nonce and tag
Place = tuple[str, int]


class Pieces:
    def __init__(self, folder: Path, key: PersonKey) -> None:
        self._key = key
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 closed by __exit__
        self._fresh: dict[str, list[Samples]] = {}
        self._rows = 0
        self._ready: dict[Place, list[Samples]] = {}
        self._written: dict[Place, list[tuple[int, int]]] = {}

    def __enter__(self) -> Pieces:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def add(self, measure: str, samples: Samples) -> None:
        self._fresh.setdefault(measure, []).append(samples)
        self._rows += len(samples)
        if self._rows > _HELD:
            self._write()

    def places(self) -> dict[str, dict[int, int]]:
        """How many readings there are of each measure and month."""
        self._split()
        found: dict[str, dict[int, int]] = {}
        for measure, month in sorted({*self._ready, *self._written}):
            place = (measure, month)
            written = sum((length - _SEAL) // _WIDTH for _, length in self._written.get(place, ()))
            found.setdefault(measure, {})[month] = written + sum(map(len, self._ready.get(place, ())))
        return found

    def take(self, measure: str, month: int) -> Samples:
        """The readings of a month, in the order in which they came."""
        self._split()
        place = (measure, month)
        return concatenated([*self._read(place), *self._ready.pop(place, [])])

    def _split(self) -> None:
        """By months of their UTC start."""
        for measure, batches in self._fresh.items():
            samples = concatenated(batches)
            months = months_of(samples.start // DAY)
            order: slice | np.ndarray[tuple[int], np.dtype[np.int64]] = slice(None)
            if (months[1:] < months[:-1]).any():
                order = np.argsort(months, kind="stable")
                months, samples = months[order], samples.taken(order)
            edges = [0, *(np.flatnonzero(np.diff(months)) + 1).tolist(), len(months)]
            for begin, end in itertools.pairwise(edges):
                self._ready.setdefault((measure, int(months[begin])), []).append(samples.taken(slice(begin, end)))
        self._fresh, self._rows = {}, 0

    def _write(self) -> None:
        self._split()
        for place, batches in self._ready.items():
            samples = concatenated(batches)
            sealed = self._key.seal(_name(place), b"".join(getattr(samples, name).tobytes() for name in LAYOUT))
            self._file.seek(0, 2)
            self._written.setdefault(place, []).append((self._file.tell(), len(sealed)))
            self._file.write(sealed)
        self._ready = {}

    def _read(self, place: Place) -> Iterable[Samples]:
        for begin, length in self._written.pop(place, []):
            self._file.seek(begin)
            content = self._key.open(_name(place), self._file.read(length))
            rows, at, columns = len(content) // _WIDTH, 0, []
            for kind in LAYOUT.values():
                columns.append(np.frombuffer(content, kind, rows, at))
                at += rows * kind.itemsize
            yield Samples(*columns)


def _name(place: Place) -> str:
    return f"piece/{place[0]}/{place[1]}"
