"""Text without accents and capitals, that still knows where each letter came from."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

__all__ = ["Folded", "fold"]

_WIDE = {"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "ı": "i", "’": "'", "‘": "'", "–": "-", "—": "-", "\u00a0": " "}


@dataclass(frozen=True, slots=True)
class Folded:
    """text: lower case, without accents. origin: for each of its characters (and one past the end) the offset in the text that it came from."""

    text: str
    origin: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where `text[start:end]` lies in the original."""
        return self.origin[start], self.origin[end]


def fold(text: str) -> Folded:
    """Recognisers drop accents and capitals at will, so words are compared without them."""
    letters: list[str] = []
    origin: list[int] = []
    for offset, letter in enumerate(text):
        lowered = letter.lower()
        plain = "".join(_WIDE.get(c, c) for c in unicodedata.normalize("NFD", lowered) if not unicodedata.combining(c))
        letters.append(plain)
        origin.extend([offset] * len(plain))
    return Folded("".join(letters), (*origin, len(text)))
