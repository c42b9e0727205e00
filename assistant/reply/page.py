"""A reply as the verifier reads it: folded, number words as digits, and what has been accounted for covered up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache

from assistant.reply.counting import as_digits
from assistant.reply.wording import month_names
from i18n.folding import fold

__all__ = ["COVER", "Page", "Sentences", "flat"]

COVER = "□"  # no letter, no space: nothing matches across what is covered
_SAME = str.maketrans("\u202f\u2009−٫٬٪،“”„«»", '  -.,%,"""""')
_MARKS = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_ENDS = re.compile(r"[.!?。！？।؟\n]+(?=[\s\"')\]」』”]|$)|[。！？।؟]")
_SHORT = re.compile(r"(?:^|[\s(])(?:(?<!\d )\w|dr|dra|prof|mr|mrs|ms|sr|sra|st|z\. ?b|ca|bzw|approx|e\.g|i\.e|p\. ?ex|nr|uhr|min|no|हॉ|डॉ|د|أ)$")


def flat(text: str) -> str:
    """Folded, with every kind of quotation mark and white space alike: for finding words that must stand as they are."""
    return re.sub(r"\s+", " ", fold(_MARKS.sub("", text).translate(_SAME)).text).strip()


@dataclass(frozen=True, slots=True)
class Sentences:
    """start, end: where it lies in the page; asks: whether it is a question."""

    start: int
    end: int
    asks: bool


class Page:
    """`text` is what is still to be accounted for, `whole` what was said. Positions never move: what is covered keeps its length.

    dated: where days were read, and which of the claims' days each may be.
    """

    def __init__(self, reply: str, language: str) -> None:
        self.language = language
        self._raw = re.sub(r"\s", " ", _MARKS.sub("", reply).translate(_SAME))
        folded = fold(self._raw)
        pieces: list[str] = []
        origin: list[int] = []
        ends: list[int] = []
        last = 0
        for start, end, digits in as_digits(folded.text, language):
            pieces += [folded.text[last:start], digits]
            origin += [*folded.origin[last:start], *[folded.origin[start]] * len(digits)]
            ends += [*folded.origin[last:start], *[folded.origin[end - 1]] * len(digits)]
            last = end
        pieces.append(folded.text[last:])
        origin += folded.origin[last:]
        ends += folded.origin[last:]
        self.text = "".join(pieces)
        self._origin = origin
        self._ends = ends
        self.whole = self.text
        self.dated: list[tuple[int, int, frozenset[date]]] = []
        self.sentences = tuple(_split(self.text, language))

    def cover(self, start: int, end: int) -> None:
        self.text = f"{self.text[:start]}{COVER * (end - start)}{self.text[end:]}"

    def capital(self, at: int) -> bool:
        """Whether the letter there is written large."""
        letter = self._raw[self._origin[at]]
        return letter != letter.lower()

    def shouted(self, start: int, end: int) -> bool:
        """Whether every letter there is written large ("WHO")."""
        written = self._raw[self._origin[start] : self._ends[end - 1] + 1]
        return written == written.upper() and written != written.lower()

    def opens(self, at: int) -> bool:
        """Whether nothing of the sentence stands before this place but marks."""
        sentence = next((one for one in self.sentences if one.start <= at < one.end), None)
        before = self.whole[sentence.start if sentence else 0 : at].rstrip(" \"'([*-–•¿¡")
        return not before or before[-1] in ":\n;"

    def quoted(self, start: int, end: int) -> str:
        """The words as they were written, for a reason."""
        return self._raw[self._origin[start] : self._ends[end - 1] + 1] if end > start else ""

    def find(self, words: str) -> Iterator[tuple[int, int]]:
        """Where folded words stand whole, whatever white space is between them."""
        pattern = r"\s+".join(re.escape(word) for word in words.split())
        return ((found.start(), found.end()) for found in re.finditer(pattern, self.text)) if pattern else iter(())


@cache
def _ordinal(language: str) -> re.Pattern[str]:
    """A full stop that belongs to a date: "22. November"."""
    return re.compile(rf".?(?<!\d)\d{{1,2}}\.\s(?:{'|'.join(name.pattern for name, _ in month_names(language))})")


def _split(text: str, language: str) -> Iterable[Sentences]:
    start = 0
    for found in _ENDS.finditer(text):
        if found[0] == "." and (_SHORT.search(text[start : found.start()]) or _ordinal(language).match(text, max(0, found.start() - 3))):
            continue
        yield Sentences(start, found.end(), "?" in found[0] or "؟" in found[0] or "？" in found[0])
        start = found.end()
    if text[start:].strip():
        yield Sentences(start, len(text), False)
