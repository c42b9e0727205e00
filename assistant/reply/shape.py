"""Whether a reply is whole sentences about the person: no fragment, nobody else's figures, no mean told as if it were a total."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from assistant.reply.claims import Claim, QuantityClaim
from assistant.reply.page import Page
from assistant.reply.stated import Stated, decimals, equals, stated
from assistant.reply.units import canonical
from assistant.reply.wording import whole, wording
from i18n.languages import LANGUAGES

__all__ = ["check_means", "check_shape", "check_subject"]

_PAIRS = {")": "(", "]": "[", "}": "{", "）": "（", "】": "【", "》": "《", "」": "「", "』": "『", "”": "“", "»": "«"}
_FACES = re.compile(r"[:;=]-?[()\[\]]|(?:^|\n)\s*\w{1,2}\)")  # ":)" and "a)"
_FIRST = re.compile(r"[^\W_]")
_CASED = frozenset({"Latn"})


def check_shape(text: str, language: str) -> Iterator[str]:
    """Reasons why a text is a fragment: it has figures and no letter, begins in the middle, or leaves a bracket or a quotation open."""
    kept = text.strip()
    first = _FIRST.search(kept)
    if first is None:
        if re.search(r"[()\[\]{}<>]", kept):
            yield "it is no sentence"
        return
    if not any(letter.isalpha() for letter in kept):
        yield "it has no word"
    if kept[0] in _PAIRS and kept[0] not in "”»":
        yield "it begins with a closing bracket"
    # "pH 7" and "iPhone" begin small, too, but large letters follow.
    word = re.match(r"[^\W\d_]+", kept[first.start() :])
    if word and first.start() < 3 and LANGUAGES[language].script in _CASED and word[0] == word[0].lower() != word[0].upper():
        yield "it begins in the middle of a sentence"
    if not _balanced(_FACES.sub(" ", kept)):
        yield "a bracket or a quotation is open"


def _balanced(text: str) -> bool:
    """Brackets close in order. Quotation marks of other countries close with other signs („…“, »…«), so of those the number is even."""
    opened: list[str] = []
    quotes = 0
    for letter in text:
        if letter in '"“”„«»':
            quotes += 1
        elif letter in _PAIRS.values():
            opened.append(letter)
        elif letter in _PAIRS and (not opened or opened.pop() != _PAIRS[letter]):
            return False
    return not opened and quotes % 2 == 0


@cache
def _selves(language: str) -> re.Pattern[str]:
    return re.compile(whole(wording(language).selves, language))


def check_subject(page: Page) -> Iterator[str]:
    """Reasons why a sentence is about the speaker: "I slept 6 hours". The person is spoken to; of itself the assistant only says what it found."""
    for sentence in page.sentences:
        found = None if sentence.asks else _selves(page.language).search(page.whole, sentence.start, sentence.end)
        if found and any(letter.isdigit() for letter in page.whole[sentence.start : sentence.end]):
            yield f"it speaks of somebody else: {page.quoted(*found.span())!r}"


@cache
def _averages(language: str) -> re.Pattern[str]:
    words = wording(language)
    return re.compile(whole((*words.averages, *words.rates["day"]), language))


def check_means(page: Page, claims: Sequence[Claim]) -> Iterator[str]:
    """Reasons why a mean over days is told as if it were what the days have together; called before the numbers are accounted for."""
    means = [claim for claim in claims if isinstance(claim, QuantityClaim) and claim.per]
    if not means:
        return
    others = [claim for claim in claims if isinstance(claim, QuantityClaim) and not claim.per]
    for one in stated(page):
        sentence = next((span for span in page.sentences if span.start <= one.start < span.end), None)
        if sentence is None or not _is(one, means, page.language) or _is(one, others, page.language):
            continue
        if not _averages(page.language).search(page.whole, sentence.start, sentence.end):
            yield f"the mean {page.quoted(one.start, one.end)!r} is told as if it were all"


def _is(one: Stated, claims: Sequence[QuantityClaim], language: str) -> bool:
    return any(equals(one, claim.value, decimals(claim.value), canonical(claim.unit, language), {one.unit}) for claim in claims)
