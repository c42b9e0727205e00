"""Does a rephrase say exactly what its draft says, and does a reply say only its facts? When in doubt: no.

A rephrase may use the draft's own words, words that carry no claim, and other words of the same meaning, all listed in
assets/reply/rephrase.toml. So a new medicine, a diagnosis, a judgement or another language is refused because its words are not there; what
the allowed words could still turn round (numbers, units, days, direction, which period is compared with which, negation) is compared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.facts import Compared, Extreme, Fact, Measured, Trended
from assistant.reply.figures import Figures, figures
from assistant.types import Sentence

__all__ = ["Verdict", "rephrasable", "verify"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reasons` are empty when `ok`; else each names one thing that differs, for the trace."""

    ok: bool
    reasons: tuple[str, ...] = ()

    @classmethod
    def of(cls, reasons: Iterable[str]) -> Verdict:
        found = tuple(dict.fromkeys(reasons))
        return cls(not found, found)


class _Wording(Strict):
    """assets/reply/rephrase.toml."""

    class Words(Strict):
        words: frozenset[str]

    meaning: Mapping[str, frozenset[str]]
    negation: Words
    measures: Mapping[str, frozenset[str]]
    measure_words: Mapping[str, frozenset[str]]
    free: Words

    def classes(self, words: Iterable[str], table: Mapping[str, frozenset[str]]) -> frozenset[str]:
        said = set(words)
        return frozenset(name for name, known in table.items() if known & said)


@cache
def _wording() -> _Wording:
    with content(asset("reply", "rephrase.toml")) as tables:
        return _Wording.model_validate(tables)


_REPHRASABLE = ("answer", "detail")
_MEASURED = (Measured, Compared, Trended, Extreme)
_TEXT = re.compile(r"[A-Za-z0-9 .,;:()–%/'’²°-]+")  # no quotation, exclamation, question, markdown, emoji, minus sign or other script
# "went up to 3 kg" for "went up by 3 kg"; a date after these words has a month, not a unit.
_TO_A_VALUE = re.compile(
    r"\b(?:to|from|at) (?:about |around |roughly |approximately )?\d[\d.,]* ?"
    r"(?:%|°C|(?:h|hours?|min|minutes?|steps?|kilo\w+|milli\w+|km|kcal|bpm|beats?|ms|kg|mg|mL|mmHg|per ?cent|degrees?|breaths?|floors?|points?)\b)"
)
_DIRECTIONS = frozenset({"up", "down", "flat"})


def verify(draft: Sentence | str, candidate: str, facts: Sequence[Fact] | None = None, language: str = "en") -> Verdict:
    """Whether `candidate` may be said instead of `draft`, which rests on `facts` (a `Sentence` brings its own).

    Only English sentences about the person's measurements may differ from their draft at all. Advice, alarms, questions, passages of
    knowledge and what a picture says are kept word for word.
    """
    shown = draft.shown if isinstance(draft, Sentence) else draft
    rests = tuple(facts if facts is not None else draft.facts if isinstance(draft, Sentence) else ())
    if candidate == shown:
        return Verdict(True)
    if isinstance(draft, Sentence) and draft.kind not in _REPHRASABLE:
        return Verdict(False, (f"a sentence of kind {draft.kind} is never rephrased",))
    if language != "en":
        return Verdict(False, (f"nothing is rephrased in {language!r}",))
    if not rests or not all(isinstance(fact, _MEASURED) for fact in rests):
        return Verdict(False, ("only sentences about measurements are rephrased",))
    return Verdict.of(_differences(shown, candidate.strip(), rests))


def rephrasable(draft: Sentence) -> bool:
    """Whether any other words than the draft's own could pass at all."""
    return draft.kind in _REPHRASABLE and bool(draft.facts) and all(isinstance(fact, _MEASURED) for fact in draft.facts)


def _differences(draft: str, candidate: str, facts: tuple[Fact, ...]) -> Iterable[str]:
    wording = _wording()
    if not candidate:
        yield "it is empty"
        return
    if not _TEXT.fullmatch(candidate):
        yield "it has signs that a sentence of this kind does not need"
        return
    if not 0.6 <= len(candidate) / len(draft) <= 1.7:
        yield "it is much shorter or longer"
    said, meant = _words(candidate), _words(draft)
    keep = {word: name for name in (*_DIRECTIONS, "last", "before", "roughly") for word in wording.meaning[name]}
    new, old = figures(candidate, "en", keep), figures(draft, "en", keep)
    yield from _figures(old, new)
    yield from _strange(said, meant, wording)
    # Counted: "went down by about less than 15 min" only says "down" once more, and says something else.
    for name, words in wording.meaning.items():
        if _count(said, words) != _count(meant, words):
            yield f"the meaning {name!r} is added or lost"
    if any(first == second for first, second in pairwise(re.findall(r"[a-z0-9]+", candidate.lower()))):
        yield "a word is said twice"
    if _count(said, wording.negation.words) != _count(meant, wording.negation.words):
        yield "a negation is added or lost"
    named, needed = wording.classes(said, wording.measures), wording.classes(meant, wording.measures)
    allowed = needed.union(*(wording.measure_words.get(measure, frozenset()) for measure in map(_measure, facts)))
    if not needed <= named <= allowed:
        yield "another measure is named, or one is not"
    # "24 min less than the week before, when it was 6 h 36 min": with the same words in another order the comparison turns round.
    if any(isinstance(fact, Compared) for fact in facts) and new.order != old.order:
        yield "a comparison is said in another order"
    if any(isinstance(fact, Trended) for fact in facts) and _TO_A_VALUE.search(candidate):
        yield "a change is said as a value"
    for title in (fact.source.title for fact in facts if isinstance(fact, Measured | Trended | Extreme)):
        if title in draft and title not in candidate:
            yield "a source is no longer named"


def _figures(old: Figures, new: Figures) -> Iterable[str]:
    if new.numbers != old.numbers:
        yield "a number or its unit differs"
    if new.dates != old.dates:
        yield "a date differs"
    if new.weekdays != old.weekdays:
        yield "a weekday differs"
    if new.times != old.times:
        yield "a time differs"


def _strange(said: Sequence[str], meant: Sequence[str], wording: _Wording) -> Iterable[str]:
    known = set(meant) | wording.free.words | wording.negation.words
    known = known.union(*wording.meaning.values(), *wording.measures.values())
    for word in said:
        if word not in known:
            yield f"the word {word!r} is new"


def _words(text: str) -> tuple[str, ...]:
    """Lower-case words that are no part of a figure."""
    text = _FIGURE_WORDS.sub(" ", text.replace("’", "'"))
    text = re.sub(r"n't\b", " n't", text.lower())
    return tuple(re.findall(r"[a-z]+(?:'[a-z]+)?|n't", text))


# Numbers' words, units and names of days are compared as figures; as words they would only be strange.
_FIGURE_WORDS = re.compile(
    r"\b(?:h|min|mins|hrs?|km|kcal|bpm|ms|kg|mg|dL|dl|mL|mmHg|C|per ?cent|percentage points?|degrees?|Celsius"
    r"|milli(?:meter|metre|liter|litre)s?|mercury|kilomet(?:er|re)s?|kilocalories?|kilograms?|milligrams?|milliseconds?|decilit(?:er|re)s?|minutes?|hours?"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|(?:thir|four|fif|six|seven|eigh|nine)teen|ten|eleven|twelve"
    r"|one|two|three|four|five|six|seven|eight|nine|hundred|thousand"
    r"|January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
    r"|Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?)\b|\d+(?:st|nd|rd|th)\b"
)


def _count(words: Sequence[str], kinds: frozenset[str]) -> int:
    counted = Counter(words)
    return sum(counted[word] for word in kinds)


def _measure(fact: Fact) -> str:
    if isinstance(fact, Measured | Compared | Trended | Extreme):
        return fact.measure
    raise AssertionError(f"{type(fact).__name__} is not a measurement")
