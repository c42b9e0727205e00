"""A small language for phrases, and the folded text that they are matched on.

Phrases are data that people read and correct, so they are not regular expressions. Words stand apart by spaces; case, accents, apostrophes and
punctuation do not count on either side. Beyond plain words:

    (a|b c)   one of these          [a|b]   one of these or nothing         {name}   one of a named list
    ache*     a word that begins so         *schmerz*   a word that holds it
    ~3        at most three other words     ##          a number of two or more digits, # of any
    !(a|*en)  what stands before is followed by none of these

A phrase stays inside one sentence. Every repetition in the compiled expression is bounded, so matching is linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

__all__ = ["Passage", "PhraseError", "Phrases", "passages"]

_LONGEST_WORD = 48  # longer "words" are noise (a pasted token); cutting them keeps every match bounded
_PIECE = re.compile(r"!|[()\[\]|]|~\d+|##?|\{\w+\}|[^\s()\[\]|{}!]+")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’ʼ`´][^\W\d_]+)*|\d+(?:[.,:]\d+)*|[.!?;\n…]+|[,:()—–]")
_ANY = "[^ ]"


class PhraseError(ValueError):
    """A phrase that cannot be read; the sentence names it."""


def _fold(word: str, language: str) -> str:
    plain = unicodedata.normalize("NFKD", word.casefold())
    letters = "".join(letter for letter in plain if letter.isalnum())
    if language == "de":  # "Schlaefe" is "Schläfe": both lose the umlaut
        letters = letters.replace("ae", "a").replace("oe", "o").replace("ue", "u")
    return letters[:_LONGEST_WORD]


@dataclass(frozen=True)
class Passage:
    """One sentence, folded.

    words: folded words. starts, ends: where each stands in `source`. clauses: number of the clause of each word (commas and breaks part them).
    """

    source: str
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    clauses: tuple[int, ...]

    @cached_property
    def line(self) -> str:
        """The words, each followed by one space: what compiled phrases are matched on."""
        return "".join(f"{word} " for word in self.words)

    @cached_property
    def _offsets(self) -> list[int]:
        offsets = [0]
        for word in self.words:
            offsets.append(offsets[-1] + len(word) + 1)
        return offsets

    def word_span(self, start: int, end: int) -> tuple[int, int]:
        """Word indices [first, after) of a span of `line`."""
        return bisect_right(self._offsets, start) - 1, bisect_right(self._offsets, max(start, end - 1))

    def slice(self, first: int, after: int) -> str:
        return self.line[self._offsets[first] : self._offsets[after]]

    def clause_of(self, first: int, after: int) -> tuple[int, int]:
        """Word indices [first, after) of the clauses that these words stand in."""
        while first > 0 and self.clauses[first - 1] == self.clauses[first]:
            first -= 1
        while after < len(self.words) and self.clauses[after] == self.clauses[after - 1]:
            after += 1
        return first, after

    def original(self, first: int, after: int) -> str:
        return self.source[self.starts[first] : self.ends[after - 1]]

    def blanked(self, mask: Phrases) -> Passage:
        """The same sentence with the masked words replaced by "_", which no phrase matches."""
        words = list(self.words)
        for found in mask.finditer(self):
            for index in range(*found):
                words[index] = "_"
        return Passage(self.source, tuple(words), self.starts, self.ends, self.clauses)


def passages(text: str, language: str, breaks: frozenset[str] = frozenset()) -> tuple[Passage, ...]:
    """Split a text into folded sentences; `breaks` are folded words that begin a new clause ("but"). The same sentence is given once."""
    found: dict[tuple[str, ...], Passage] = {}
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    clauses: list[int] = []
    clause = 0

    def close() -> None:
        if words:
            found.setdefault(tuple(words), Passage(text, tuple(words), tuple(starts), tuple(ends), tuple(clauses)))
        for kept in (words, starts, ends, clauses):
            kept.clear()

    # Invisible characters (zero width, soft hyphen) must not part a word, yet offsets must stay those of the source.
    visible = "".join("'" if unicodedata.category(letter) in {"Cf", "Mn"} else letter for letter in text)
    for token in _TOKEN.finditer(visible):
        mark = token.group()
        if mark[0].isalnum():
            word = _fold(mark, language)
            if not word:
                continue
            clause += word in breaks
            words.append(word)
            starts.append(token.start())
            ends.append(token.end())
            clauses.append(clause)
        elif mark[0] in ".!?;\n…":
            close()
        else:
            clause += 1
    close()
    return tuple(found.values())


class _Reader:
    """Turns one phrase into the source of a regular expression over `Passage.line`."""

    def __init__(self, phrase: str, lists: Mapping[str, Sequence[str]], language: str, inside: tuple[str, ...] = ()) -> None:
        self._phrase, self._lists, self._language, self._inside = phrase, lists, language, inside
        self._pieces = _PIECE.findall(phrase)
        self._at = 0

    def read(self) -> str:
        source = self._choice()
        if self._at != len(self._pieces):
            raise PhraseError(f"The phrase “{self._phrase}” has a bracket too many.")
        return source

    def _choice(self) -> str:
        options = [self._sequence()]
        while self._at < len(self._pieces) and self._pieces[self._at] == "|":
            self._at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"

    def _sequence(self) -> str:
        source = ""
        while self._at < len(self._pieces) and self._pieces[self._at] not in {"|", ")", "]"}:
            piece = self._pieces[self._at]
            self._at += 1
            if piece == "!":
                source += self._none_of()
            else:
                source += self._group(piece) if piece in {"(", "["} else self._atom(piece)
        if not source:
            raise PhraseError(f"The phrase “{self._phrase}” has an empty part.")
        return source

    def _group(self, opening: str) -> str:
        inner, closing = self._choice(), ")" if opening == "(" else "]"
        if self._at >= len(self._pieces) or self._pieces[self._at] != closing:
            raise PhraseError(f"The phrase “{self._phrase}” lacks a “{closing}”.")
        self._at += 1
        return f"(?:{inner})" if opening == "(" else f"(?:{inner})?"

    def _none_of(self) -> str:
        if self._at >= len(self._pieces) or self._pieces[self._at] != "(":
            raise PhraseError(f"The phrase “{self._phrase}” has a “!” without a bracket after it.")
        self._at += 1
        return f"(?!{self._group('(')})"

    def _atom(self, piece: str) -> str:
        if piece[0] == "~":
            return f"(?:{_ANY}+ ){{0,{int(piece[1:])}}}?"
        if piece[0] == "#":
            return r"\d{2,9} " if piece == "##" else r"\d{1,9} "
        if piece[0] == "{":
            return self._list(piece[1:-1])
        word = _fold(piece, self._language)
        if not word or not piece.strip("*").replace("'", "").isalnum():  # a hyphen parts words in a text, so it may not join them here
            raise PhraseError(f"The phrase “{self._phrase}” has a part that is not a plain word: “{piece}”.")
        return (f"{_ANY}*" if piece[0] == "*" else "") + word + (f"{_ANY}* " if piece[-1] == "*" else " ")

    def _list(self, name: str) -> str:
        if name not in self._lists or name in self._inside:
            raise PhraseError(f"The phrase “{self._phrase}” names a list that is missing or holds itself: “{name}”.")
        return f"(?:{'|'.join(_Reader(each, self._lists, self._language, (*self._inside, name)).read() for each in self._lists[name])})"


class Phrases:
    """Phrases compiled together. Raises `PhraseError` for one that cannot be read or that would match nothing at all."""

    def __init__(self, phrases: Sequence[str], lists: Mapping[str, Sequence[str]], language: str, *, at_end: int | None = None) -> None:
        sources = [_Reader(phrase, lists, language).read() for phrase in phrases]
        for phrase, source in zip(phrases, sources, strict=True):
            if re.fullmatch(source, ""):
                raise PhraseError(f"The phrase “{phrase}” would match anything; at least one word must be needed.")
        # With `at_end`, a match must close the text but for so many words: "no", "don't have any" in front of what they negate.
        tail = "" if at_end is None else f"(?:{_ANY}+ ){{0,{at_end}}}$"
        self._expression = re.compile(f"(?<!{_ANY})(?:{'|'.join(sources)}){tail}") if sources else None

    def __bool__(self) -> bool:
        return self._expression is not None

    def search(self, line: str) -> bool:
        return self._expression is not None and self._expression.search(line) is not None

    def finditer(self, passage: Passage) -> list[tuple[int, int]]:
        """Word indices [first, after) of every match in a sentence, left to right."""
        if self._expression is None:
            return []
        return [passage.word_span(*found.span()) for found in self._expression.finditer(passage.line)]
