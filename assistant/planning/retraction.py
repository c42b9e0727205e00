"""What a speaker takes back in the same breath: "my steps on Saturday, no wait, on Sunday", "not last night but the night before"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from i18n.folding import fold
from i18n.lexicon import Word, lexicon
from i18n.spans import Span, overlap

__all__ = ["retractions", "standing", "without"]

S = TypeVar("S", bound=Span)


def retractions(text: str, language: str) -> tuple[Word, ...]:
    """The words that take back what was said before them. None in a question that asks for something to be written down, searched for or remembered:
    there the words are the content."""
    words = lexicon(language)
    return () if words.find("effects", text) else words.find("retraction", text)


def standing(found: Sequence[S], text: str, language: str, marks: Sequence[Word]) -> tuple[S, ...]:
    """Those of one kind (measures, stretches of days) that the speaker stands by. What stands before a mark goes only when another of its kind stands
    behind it: in "how did I sleep, no wait, on Sunday" nobody took back the sleep."""
    kept = [one for one in found if not any(overlap(one, mark) for mark in marks)]
    for mark in marks:
        if any(one.start >= mark.end for one in kept):
            kept = [one for one in kept if one.start >= mark.start]
    words = lexicon(language).find("contrast", text)
    denied = {first.start for first, second in pairwise(kept) if words and _denied(first, second, text, words)}
    return tuple(one for one in kept if one.start not in denied)


def without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with spaces in place of the spans, so that every other offset still holds."""
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def _denied(first: Span, second: Span, text: str, words: Sequence[Word]) -> bool:
    """Whether "not" stands right before the first and "but" between the two."""
    between = fold(text[first.end : second.start]).text
    opened = any(word.says == "not" and word.end <= first.start and not text[word.end : first.start].strip() for word in words)
    turned = any(word.says == "but" and first.end <= word.start < second.start for word in words) or between.strip() in (",", "،", "،")
    return opened and turned
