"""Text without accents and capitals, that still knows where each letter came from."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

__all__ = ["Folded", "bounded", "fold", "gap"]

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


# Python's \w holds no vowel signs of Devanagari, so a word would seem to end in its middle.
_LETTER = {"Deva": r"[\w\u0900-\u0963]"}
_UNSPACED = ("Hans", "Hant")


def bounded(pattern: str, script: str) -> str:
    """A pattern that matches whole words only, where its script sets words apart; `script` is ISO 15924."""
    if script in _UNSPACED:
        return pattern
    letter = _LETTER.get(script, r"\w")
    return rf"(?<!{letter}){pattern}(?!{letter})"


def gap(script: str) -> str:
    """The pattern of what stands between two words."""
    return r"\s*" if script in _UNSPACED else r"\s+"
