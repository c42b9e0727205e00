"""A language's words for measures, views, limits, the clock, pictures, consent, corrections, effects … They are data:
`assets/lexicon/<language>.toml`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from pydantic import Field

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.measures import MEASURES
from i18n.folding import Folded, bounded, fold, gap, plainly
from i18n.languages import LANGUAGES
from i18n.spans import apart, overlap

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
    consent: _Section = Field(default_factory=dict)
    correction: _Section = Field(default_factory=dict)
    account: _Section = Field(default_factory=dict)
    effects: _Section = Field(default_factory=dict)
    retraction: _Section = Field(default_factory=dict)
    contrast: _Section = Field(default_factory=dict)
    back: _Section = Field(default_factory=dict)
    bounds: _Section = Field(default_factory=dict)
    amounts: _Section = Field(default_factory=dict)
    subjects: _Section = Field(default_factory=dict)
    about: _Section = Field(default_factory=dict)
    overview: _Section = Field(default_factory=dict)


_SAYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "cues": ("advice", "self", "other"),
        "consent": ("yes", "no"),
        "correction": ("correction",),
        "account": ("account",),
        "effects": ("note", "remind", "search", "watch"),
        "retraction": ("retraction",),
        "contrast": ("not", "but"),
        "back": ("back",),
        "bounds": ("at_least", "above", "at_most", "below"),
        "amounts": (
            "hours",
            "minutes",
            "hour",
            "half_hour",
            "half",
            "half_past",
            "half_to",
            "hundred",
            "thousand",
            "ten_thousand",
            "km",
            "miles",
            "metres",
            "kg",
            "pounds",
            "stone",
            "mmol",
            "mg",
            "degrees",
            "fahrenheit",
            "celsius",
            "percent",
            "am",
            "pm",
            "oclock",
            "midnight",
            "noon",
            "days",
        ),
        "subjects": ("condition", "medication", "allergy", "lab", "recording", "calculation", "report", "insight"),
        "overview": ("overview",),
    }
)

# "Deep sleep duration", "heart rate at rest": beside a word that says more exactly what is meant these say nothing of their own, however long.
_GENERAL = ("sleep_duration", "heart_rate")


@dataclass(frozen=True, slots=True)
class Word:
    """A word or phrase that was found: what it says, and its offsets in the text."""

    says: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Sections of words; accents and capitals do not matter.

    measures, hints, views, clock, picture, joins; cues: "advice" in general, one's "self" or an "other" whose records are asked for;
    consent: "yes" or "no" to "shall I?", read with `whole`; correction: how one opens, read with `opening`; account: asks how the last
    answer came about; effects: asks to "note", "remind", "search" or "watch" over a limit; retraction: takes back what was just said ("no wait");
    contrast: "not" this "but" that; back: points at what was spoken of before ("of that"); bounds: what stands at a limit ("at least"); subjects:
    what a question is about beside measures (a recording, medicines, …); about: single entries of a health record, by their English names;
    overview: asks for the several figures of a field.
    """

    _sections: Mapping[str, tuple[tuple[str, re.Pattern[str]], ...]]
    _raw: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)

    @property
    def known(self) -> bool:
        """False for a language without words, where finding none means nothing."""
        return bool(self._sections)

    def find(self, section: str, text: str, leave: Collection[str] = ()) -> tuple[Word, ...]:
        """Words of a section in order of the text. They do not overlap: the longest wins. leave: what is not looked for."""
        folded = fold(text)
        return tuple(_placed(word, folded) for word in self._every(section, folded, leave) if word.says != "nothing")

    def says(self, section: str, name: str, text: str) -> bool:
        """Whether any word of a section says so, also inside of a longer one that says something else ("my" in "does my")."""
        folded = fold(text).text
        return any(pattern.search(folded) for says, pattern in self._sections.get(section, ()) if says == name)

    def patterns(self, section: str) -> Mapping[str, tuple[str, ...]]:
        """Expressions of a section, without the bounds of words: for what may be glued to a number ("7h", "achttausend")."""
        return self._raw.get(section, {})

    def opening(self, section: str, text: str) -> Word | None:
        """The words that the text begins with, marks aside."""
        folded = fold(text)
        first = next(iter(self._every(section, folded)), None)
        return None if first is None or first.says == "nothing" or _LETTER.search(folded.text[: first.start]) else _placed(first, folded)

    def whole(self, section: str, text: str) -> str | None:
        """What the text says when it is nothing but words of the section that agree ("yes, please do"); None when anything else is in it."""
        folded = fold(text)
        words = self._every(section, folded)
        ends = [0, *(word.end for word in words)]
        starts = [*(word.start for word in words), len(folded.text)]
        if any(_LETTER.search(folded.text[end:start]) for end, start in zip(ends, starts, strict=True)):
            return None
        says = {word.says for word in words} - {"nothing"}
        return says.pop() if len(says) == 1 else None

    def _every(self, section: str, folded: Folded, leave: Collection[str] = ()) -> list[Word]:
        """In the folded text, `nothing` too."""
        patterns = [(says, pattern) for says, pattern in self._sections.get(section, ()) if says not in leave]
        every = [Word(says, *match.span()) for says, pattern in patterns for match in pattern.finditer(folded.text)]
        if section != "measures":
            return apart(every)
        exact = apart(word for word in every if word.says not in _GENERAL)
        return apart([*exact, *(word for word in every if word.says in _GENERAL and not any(overlap(word, other) for other in exact))])


_LETTER = re.compile(r"\w")


def _placed(word: Word, folded: Folded) -> Word:
    return Word(word.says, *folded.span(word.start, word.end))


@lru_cache(maxsize=16)
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language, an empty one where there is none. Raises `UsageError` when its file is broken."""
    try:
        path = asset("lexicon", f"{language}.toml")
    except FileNotFoundError:
        return Lexicon({})
    with content(path) as tables:
        words = _LexiconFile.model_validate(plainly(tables))
        for name in (*words.measures, *words.hints):
            if name not in MEASURES and name != "nothing":
                raise ValueError(f"{name!r} is no measure")
        for section, known in _SAYS.items():
            for name in getattr(words, section):
                if name not in (*known, "nothing"):
                    raise ValueError(f"{name!r} is nothing that [{section}] says; it says {', '.join(known)}")
        script = LANGUAGES[language].script if language in LANGUAGES else "Latn"
        compiled = {name: _compiled(getattr(words, name), script) for name in _LexiconFile.model_fields if name != "amounts"}
        space = gap(script)
        amounts = {says: tuple(word.replace(" ?", r"\s*").replace(" ", space) for word in found) for says, found in words.amounts.items()}
        return Lexicon(compiled, {"amounts": amounts})


def _compiled(section: _Section, script: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((says, re.compile(_pattern(word, script))) for says, words in section.items() for word in words)


def _pattern(word: str, script: str) -> str:
    return bounded(word.replace("#", r"[0-9][0-9.,]*").replace(" ?", r"\s*").replace(" ", gap(script)), script, endings=True)
