"""Who is learnt from and who is tested: never the same person in both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from assistant.errors import UsageError

__all__ = ["Indices", "by_person", "checked", "leave_one_out"]

Indices = NDArray[np.int64]


def checked(splits: Iterable[tuple[Indices, Indices]], person: Indices) -> Iterator[tuple[Indices, Indices]]:
    """The splits, rows to learn from and rows to test. Raises `UsageError` for one that has a person on both sides."""
    for learn, test in splits:
        if both := sorted({*person[learn].tolist()} & {*person[test].tolist()}):
            raise UsageError(
                f"This split is refused: person {both[0]} is both learnt from and tested on, which makes any model look better than it is."
            )
        yield learn, test


def by_person(person: Indices, folds: int) -> list[tuple[Indices, Indices]]:
    """So many folds of about equal size, the largest people first, each person in one fold only."""
    sizes = np.zeros(folds)
    fold = np.empty(len(person), dtype=np.int64)
    names, counts = np.unique(person, return_counts=True)
    for name, count in sorted(zip(names, counts, strict=True), key=lambda one: (-one[1], one[0])):
        chosen = int(sizes.argmin())
        sizes[chosen] += count
        fold[person == name] = chosen
    return [(np.flatnonzero(fold != n), np.flatnonzero(fold == n)) for n in range(folds)]


def leave_one_out(person: Indices) -> list[tuple[Indices, Indices]]:
    """A fold for each person."""
    return [(np.flatnonzero(person != name), np.flatnonzero(person == name)) for name in np.unique(person)]
