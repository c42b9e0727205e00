"""A language's words for measures, views, the clock and pictures. The words are data: `assets/lexicon/<language>.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.measures import MEASURES
from i18n.folding import fold
from i18n.spans import apart

__all__ = ["Lexicon", "Word", "lexicon"]

_Section = Mapping[str, tuple[str, ...]]


class _LexiconFile(Strict):
    measures: _Section
    hints: _Section
    views: _Section
    clock: _Section
    picture: _Section
    joins: _Section
    cues: _Section


@dataclass(frozen=True, slots=True)
class Word:
    """A word or phrase that was found: what it says, and its offsets in the text."""

    says: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Sections of words: measures, hints, views, clock, picture, joins, cues. Accents and capitals do not matter."""

    _sections: Mapping[str, tuple[tuple[str, re.Pattern[str]], ...]]

    @property
    def known(self) -> bool:
        """False for a language without words, where finding none means nothing."""
        return bool(self._sections)

    def find(self, section: str, text: str) -> tuple[Word, ...]:
        """Words of a section in order of the text. They do not overlap: the longest wins."""
        folded = fold(text)
        every = [Word(says, *match.span()) for says, pattern in self._sections.get(section, ()) for match in pattern.finditer(folded.text)]
        return tuple(Word(word.says, *folded.span(word.start, word.end)) for word in apart(every) if word.says != "nothing")


@lru_cache(maxsize=16)
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language, an empty one where there is none. Raises `UsageError` when its file is broken."""
    try:
        path = asset("lexicon", f"{language}.toml")
    except FileNotFoundError:
        return Lexicon({})
    with content(path) as tables:
        words = _LexiconFile.model_validate(tables)
        for name in (*words.measures, *words.hints):
            if name not in MEASURES and name != "nothing":
                raise ValueError(f"{name!r} is no measure")
        return Lexicon({name: _compiled(getattr(words, name)) for name in _LexiconFile.model_fields})


def _compiled(section: _Section) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((says, re.compile(_pattern(word))) for says, words in section.items() for word in words)


def _pattern(word: str) -> str:
    spaced = word.replace("#", r"[0-9][0-9.,]*").replace(" ", r"\s+")
    return rf"(?<!\w){spaced}(?!\w)"
