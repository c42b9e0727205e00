"""Verdicts in a reply: more or less, rising or falling, safe or not, reached or missed; each must be the claims' own, negations counted in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from assistant.reply.claims import Claim, VerdictClaim
from assistant.reply.page import COVER, Page, Sentences
from assistant.reply.wording import Sense, whole, wording
from i18n.languages import LANGUAGES

__all__ = ["check_polarity", "check_undermining", "cover_neutral", "says_verdict"]

_SENSES: Mapping[str, Sense] = MappingProxyType(
    {
        "more": "up", "rising": "up", "less": "down", "falling": "down", "same": "flat", "steady": "flat", "highest": "highest", "lowest": "lowest",
        "safe": "safe", "unsafe": "unsafe", "reached": "reached", "missed": "missed", "not_reached": "missed", "yes": "yes", "no": "no",
        "normal": "normal", "high": "high", "low": "low",
    }
)  # fmt: skip
_AXES: tuple[frozenset[Sense], ...] = (
    frozenset({"up", "down", "flat"}), frozenset({"highest", "lowest"}), frozenset({"safe", "unsafe"}), frozenset({"reached", "missed"}),
    frozenset({"normal", "high", "low"}), frozenset({"yes", "no"}),
)  # fmt: skip
_OPPOSITE: Mapping[Sense, Sense] = MappingProxyType(
    {"safe": "unsafe", "unsafe": "safe", "reached": "missed", "missed": "reached", "yes": "no", "no": "yes"}
)
_AGREES: Mapping[Sense, frozenset[Sense]] = MappingProxyType(
    {"yes": frozenset({"safe", "reached", "up", "down", "flat", "highest", "lowest"}), "no": frozenset({"unsafe", "missed", "up", "down", "flat"})}
)
_ANSWERED: frozenset[Sense] = frozenset({"safe", "unsafe", "reached", "missed", "yes", "no"})
_CLAUSE = re.compile(r"[,;:.!?。，；：、！？।،؛()]|\s-\s")
_BEFORE, _AFTER = 38, 22  # letters around a verdict in which a negation is looked for; Chinese needs fewer


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """senses: one group a pattern; `strong` and `kinds` say what each group is."""

    senses: re.Pattern[str]
    kinds: tuple[tuple[Sense, bool], ...]
    neutral: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]
    turns: re.Pattern[str]
    weakeners: re.Pattern[str]
    directives: re.Pattern[str]
    duties: re.Pattern[str]


@cache
def _lexicon(language: str) -> _Lexicon:
    words = wording(language)
    ways = [(way, sense, True) for sense, ways in words.verdicts.items() for way in ways]
    ways += [(way, sense, False) for sense, ways in words.weak.items() for way in ways]
    # Between the words of a verdict may stand a name that is covered by now.
    ways = [(re.sub(r"\\([wS])\+ ", rf"(?:\\\1|{COVER})+ ", way), sense, strong) for way, sense, strong in ways]
    ways.sort(key=lambda way: len(way[0]), reverse=True)
    return _Lexicon(
        re.compile(whole((f"(?P<s{n:03}>{way})" for n, (way, _, _) in enumerate(ways)), language)),
        tuple((sense, strong) for _, sense, strong in ways),
        re.compile(whole(words.neutral, language)),
        re.compile(whole(words.negations, language)),
        re.compile(whole(words.negations_after, language)),
        re.compile(whole(words.turns, language)),
        re.compile(whole(words.weakeners, language)),
        re.compile(whole(words.directives, language)),
        re.compile(whole(words.duties, language)),
    )


def cover_neutral(page: Page) -> None:
    """Phrases that sound like a verdict or an advice and are none."""
    for match in list(_lexicon(page.language).neutral.finditer(page.text)):
        page.cover(*match.span())


def check_undermining(page: Page) -> Iterator[str]:
    """Reasons why what stands around the claims takes them back or adds advice. Questions offer; they advise nothing."""
    lexicon = _lexicon(page.language)
    for sentence in page.sentences:
        if sentence.asks:
            continue
        for name, pattern in (("it weakens what it says", lexicon.weakeners), ("it advises what no claim says", lexicon.directives)):
            found = pattern.search(page.text, sentence.start, sentence.end)
            if found:
                yield f"{name}: {page.quoted(*found.span())!r}"
        duty = lexicon.duties.search(page.text, sentence.start, sentence.end)
        if duty and not _rests(page, sentence, lexicon):
            yield f"it advises what no claim says: {page.quoted(*duty.span())!r}"


def _rests(page: Page, sentence: Sentences, lexicon: _Lexicon) -> bool:
    """Whether "you should" is about something that other checks look at: a name, a number, a verdict of safety."""
    said = page.text[sentence.start : sentence.end]
    safety = (lexicon.kinds[int(str(match.lastgroup)[1:])][0] for match in lexicon.senses.finditer(page.text, sentence.start, sentence.end))
    return COVER in said or any(letter.isdigit() for letter in said) or bool({"safe", "unsafe"} & set(safety))


def check_polarity(page: Page, claims: Sequence[Claim], whole_reply: bool = False) -> Iterator[str]:
    """Reasons why a verdict on the page is none of the claims'. Of a whole reply it must be clear what it says: words that are not known may say
    the contrary."""
    heard: set[Sense] = set()
    lexicon = _lexicon(page.language)
    claimed = frozenset(_SENSES[claim.value] for claim in claims if isinstance(claim, VerdictClaim) and claim.value in _SENSES)
    for sentence in page.sentences:
        if sentence.asks:
            continue
        for match in lexicon.senses.finditer(page.text, sentence.start, sentence.end):
            sense, strong = lexicon.kinds[int(str(match.lastgroup)[1:])]
            axis = next(axis for axis in _AXES if sense in axis)
            related = axis | frozenset(other for word in axis for other in _AGREES.get(word, ()))
            if (not strong and not claimed & axis) or (sense in _AGREES and not claimed & _ANSWERED):
                continue  # "yes" and "no" mean something only where something was to be answered
            negated = _negated(page, lexicon, sentence.start, match)
            if not _supported(sense, negated, claimed & (related if sense in _AGREES else axis)):
                yield f"the verdict {'not ' if negated else ''}{sense} ({page.quoted(*match.span())!r}) is no claim"
            else:
                heard |= axis
    if whole_reply:
        yield from (f"its verdict ({sense}) is not to be recognised" for sense in sorted(claimed - heard))


def says_verdict(page: Page, claim: VerdictClaim) -> bool:
    """Whether the page says this verdict, negations counted in."""
    lexicon = _lexicon(page.language)
    wanted = _SENSES.get(claim.value)
    for sentence in page.sentences:
        for match in lexicon.senses.finditer(page.text, sentence.start, sentence.end):
            sense, _ = lexicon.kinds[int(str(match.lastgroup)[1:])]
            negated = _negated(page, lexicon, sentence.start, match)
            if wanted is not None and wanted == (_OPPOSITE.get(sense) if negated else sense):
                return True
    return False


def _supported(sense: Sense, negated: bool, claimed: frozenset[Sense]) -> bool:
    if negated and sense in _OPPOSITE:
        sense, negated = _OPPOSITE[sense], False
    if negated:
        return bool(claimed) and sense not in claimed
    return sense in claimed or bool(_AGREES.get(sense, frozenset()) & claimed)


def _negated(page: Page, lexicon: _Lexicon, start: int, match: re.Match[str]) -> bool:
    short = LANGUAGES[page.language].script == "Hans"
    left = page.text[max(start, match.start() - (6 if short else _BEFORE)) : match.start()]
    for cut in (*_CLAUSE.finditer(left), *lexicon.turns.finditer(left)):
        left = " " * cut.end() + left[cut.end() :]
    right = page.text[match.end() : match.end() + (6 if short else _AFTER)]
    for pattern in (_CLAUSE, lexicon.turns):
        end = pattern.search(right)
        right = right[: end.start()] if end else right
    return bool(lexicon.before.search(left)) != bool(lexicon.after.search(right))
