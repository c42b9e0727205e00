"""Stretches of a text that were found in it, of which only some may stand together."""

from __future__ import annotations

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
    chosen: list[S] = []
    for span in sorted(found, key=lambda span: span.start - span.end):
        if not any(overlap(span, other) for other in chosen):
            chosen.append(span)
    return sorted(chosen, key=lambda span: span.start)
