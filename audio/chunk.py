"""Cut a text into sentences, so that the first can be heard while the rest is being made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pydantic import TypeAdapter

from assistant.assets import asset
from assistant.content import Strict, content

__all__ = ["sentences"]

_LONGEST = 400  # characters; a voice that gets more at once makes the listener wait, so longer sentences are cut at a comma
_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$)|[。！？｡]+[」』”’）]*|[।؟۔]+(?=\s|$)|\n\s*\n|\n(?=\s*[-*•#]|\s*\d+[.)])")
_PAUSE = re.compile(r"[,;:–—،]\s+|[、，]\s*|\s+")
_INITIAL = re.compile(r"(?:^|(?<!\d)[\s(])[^\W\d_]\.$")  # "J. Smith", but not "6 h."
_NUMBERED = re.compile(r"(?:^|[\s(–-])\d{1,3}\.$")
_LIST_NUMBER = re.compile(r"(?:^|\n)\s*\d{1,2}\.$")


class _Row(Strict):
    abbreviations: tuple[str, ...]
    ordinals: bool
    calendar: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Rules:
    abbreviations: re.Pattern[str] | None
    ordinals: bool
    calendar: frozenset[str]


@cache
def _rules(language: str) -> _Rules:
    with content(asset("speech", "sentences.toml")) as tables:
        row = TypeAdapter(dict[str, _Row]).validate_python(tables).get(language)
    if row is None:
        return _Rules(None, False, frozenset())
    from babel.dates import get_month_names

    months = {name.casefold() for width in ("wide", "abbreviated") for name in get_month_names(width, locale=language).values()}
    words = "|".join(re.escape(word).replace(r"\ ", r"\s") for word in sorted(row.abbreviations, key=len, reverse=True))
    return _Rules(
        re.compile(rf"(?:^|(?<=[\s(\"'„“«]))(?:{words})$", re.IGNORECASE),
        row.ordinals,
        frozenset(months | {word.casefold() for word in row.calendar}),
    )


def sentences(text: str, language: str) -> tuple[str, ...]:
    """The sentences of a text, in order, without white space around them; joined by spaces they are the text again.

    Full stops inside numbers ("98.6"), abbreviations ("Dr.", "z. B.") and ordinals ("3. März") do not end one. `language` is ISO 639-1;
    one without rules of its own is cut at sentence marks alone.
    """
    rules = _rules(language.lower().partition("-")[0])
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if _ends(text, start, match, rules):
            found.append(text[start : match.end()])
            start = match.end()
    found.append(text[start:])
    return tuple(piece for sentence in found for piece in _short(sentence.strip()) if piece)


def _ends(text: str, start: int, match: re.Match[str], rules: _Rules) -> bool:
    """Whether this mark ends a sentence. In doubt it does not: a sentence too long is heard late, one cut in two is heard wrong."""
    mark = match.group()
    before, after = text[start : match.start() + 1], text[match.end() :].lstrip()
    if not after or mark[0] in "\n。！？｡":
        return True
    if after[0].islower() or after[0] in ",;:)%°/":
        return False
    if not mark.startswith(".") or mark.startswith(".."):
        return True
    if _INITIAL.search(before) or (rules.abbreviations is not None and rules.abbreviations.search(before)):
        return False
    if _LIST_NUMBER.search(before):
        return False
    if rules.ordinals and _NUMBERED.search(before):
        word = re.match(r"\w+", after)
        return word is None or word.group().casefold() not in rules.calendar
    return True


def _short(sentence: str) -> Iterator[str]:
    """The sentence, cut at its last pause before the limit as often as it needs."""
    while len(sentence) > _LONGEST:
        pauses = list(_PAUSE.finditer(sentence, _LONGEST // 3, _LONGEST))
        marked = [match for match in pauses if not match.group().isspace()]
        cut = (marked or pauses)[-1].end() if pauses else _LONGEST
        yield sentence[:cut].strip()
        sentence = sentence[cut:].strip()
    yield sentence
