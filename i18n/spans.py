"""Stretches of a text that were found in it, of which only some may stand together."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Protocol, TypeVar

__all__ = ["Span", "apart", "overlap"]


class Span(Protocol):
    """Offsets in a text, the end excluded."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


S = TypeVar("S", bound=Span)


def overlap(one: Span, two: Span) -> bool:
    return one.start < two.end and two.start < one.end


def apart(found: Iterable[S]) -> list[S]:
    """Those that do not overlap, in order of the text: the longest wins, then the first that was found."""
    chosen: list[S] = []  # in order of the text, so that only neighbours can overlap: a text of 20,000 letters may hold thousands
    starts: list[int] = []
    for span in sorted(found, key=lambda span: span.start - span.end):
        place = bisect_left(starts, span.start)
        if not any(overlap(span, other) for other in chosen[max(0, place - 1) : place + 1]):
            chosen.insert(place, span)
            starts.insert(place, span.start)
    return chosen
