"""Verdicts in a reply: more or less, rising or falling, safe or not, reached or missed; each must be the claims' own, negations counted in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Literal

from assistant.reply.claims import Claim, DoseClaim, VerdictClaim
from assistant.reply.page import COVER, Page, Sentences
from assistant.reply.sides import turned
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
_TURNED: Mapping[Sense, Sense] = MappingProxyType({"up": "down", "down": "up"})
_ANSWERED: frozenset[Sense] = frozenset({"safe", "unsafe", "reached", "missed", "yes", "no"})
_CLAUSE = re.compile(r"[,;:.!?。，；：、！？।،؛()]|\s-\s")
_BEFORE, _AFTER = 38, 22  # letters around a verdict in which a negation is looked for; Chinese needs fewer


_Weight = Literal["strong", "weak", "hint"]


@dataclass(frozen=True, slots=True)
class _Kind:
    """weight: a strong word is a verdict wherever it stands, a weak one where a claim speaks of the same thing, a hint bears a claim out and
    contradicts none."""

    sense: Sense
    weight: _Weight


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """senses: one group a pattern; `kinds` say what each group is. ways: the same, each a pattern of its own."""

    senses: re.Pattern[str]
    kinds: tuple[_Kind, ...]
    ways: tuple[tuple[re.Pattern[str], _Kind], ...]
    neutral: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]
    turns: re.Pattern[str]
    weakeners: re.Pattern[str]
    directives: re.Pattern[str]
    duties: re.Pattern[str]
    concord: re.Pattern[str]
    concord_with: re.Pattern[str]
    permissions: re.Pattern[str]


@cache
def _lexicon(language: str) -> _Lexicon:
    words = wording(language)
    tables: tuple[tuple[Mapping[Sense, tuple[str, ...]], _Weight], ...] = ((words.verdicts, "strong"), (words.weak, "weak"), (words.hints, "hint"))
    # Between the words of a verdict may stand a name that is covered by now, but no "not" that the pattern does not name.
    no = whole((*words.negations, *words.concord_with), language)
    ways = [
        (re.sub(r"\\([wS])\+ ", lambda found: rf"(?!{no})(?:\{found[1]}|{COVER})+ ", way), _Kind(sense, weight))
        for table, weight in tables
        for sense, own in table.items()
        for way in own
    ]
    ways.sort(key=lambda way: len(way[0]), reverse=True)
    return _Lexicon(
        re.compile(whole((f"(?P<s{n:03}>{way})" for n, (way, _) in enumerate(ways)), language)),
        tuple(kind for _, kind in ways),
        tuple((re.compile(whole((way,), language)), kind) for way, kind in ways),
        re.compile(whole(words.neutral, language)),
        re.compile(whole(words.negations, language)),
        re.compile(whole(words.negations_after, language)),
        re.compile(whole(words.turns, language)),
        re.compile(whole(words.weakeners, language)),
        re.compile(whole(words.directives, language)),
        re.compile(whole(words.duties, language)),
        re.compile(whole(words.concord, language)),
        re.compile(whole(words.concord_with, language)),
        re.compile(whole(words.permissions, language)),
    )


@lru_cache(maxsize=4096)
def _kinds(language: str, said: str) -> tuple[_Kind, ...]:
    """Everything that these words can mean: "più corta" is shorter and shortest."""
    return tuple(dict.fromkeys(kind for way, kind in _lexicon(language).ways if way.fullmatch(said)))


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
    safety = (lexicon.kinds[int(str(match.lastgroup)[1:])].sense for match in lexicon.senses.finditer(page.text, sentence.start, sentence.end))
    return COVER in said or any(letter.isdigit() for letter in said) or bool({"safe", "unsafe"} & set(safety))


def check_polarity(page: Page, claims: Sequence[Claim], whole_reply: bool = False) -> Iterator[str]:
    """Reasons why a verdict on the page is none of the claims'. Of a whole reply it must be clear what it says: words that are not known may say
    the contrary."""
    heard: set[Sense] = set()
    lexicon = _lexicon(page.language)
    claimed = frozenset(_SENSES[claim.value] for claim in claims if isinstance(claim, VerdictClaim) and claim.value in _SENSES)
    compared = any(isinstance(claim, VerdictClaim) and claim.value in ("less", "more") for claim in claims)
    for sentence in page.sentences:
        if sentence.asks:
            continue
        for match in lexicon.senses.finditer(page.text, sentence.start, sentence.end):
            own = lexicon.kinds[int(str(match.lastgroup)[1:])]
            negated = _negated(page, lexicon, sentence.start, match)
            if _permits(page, claims, claimed, own, negated, match):
                continue
            wrong = None
            for kind in dict.fromkeys((own, *_kinds(page.language, match[0]))):
                axis, related = _axes(kind.sense)
                if kind.sense != own.sense and own.sense in axis:
                    continue  # "vaaraton" has "vaara" in it and says the contrary
                # "Yes" and "no" mean something only where something was to be answered.
                if (kind.weight != "strong" and not claimed & axis) or (kind.sense in _AGREES and not claimed & _ANSWERED):
                    continue
                sense = kind.sense
                if sense in _TURNED and claimed & axis and compared and turned(page, claims, sentence.start, *match.span()):
                    sense = _TURNED[sense]
                if sense == "safe" and not negated and "normal" in claimed and not claimed & axis:
                    heard |= _axes("normal")[0]
                    break  # "no need to worry" and "that value is fine" of what is normal
                if (answer := _answers(sense, negated)) in claimed and not claimed & axis:
                    heard |= _axes(answer)[0]  # "yes" to whether a goal was reached
                    wrong = None
                    break
                if _supported(sense, negated, claimed & (related if sense in _AGREES else axis)):
                    heard |= axis
                    wrong = None
                    break
                wrong = wrong or (kind if kind.weight != "hint" else None)
            if wrong is not None:
                yield f"the verdict {'not ' if negated else ''}{wrong.sense} ({page.quoted(*match.span())!r}) is no claim"
    if whole_reply:
        yield from (f"its verdict ({sense}) is not to be recognised" for sense in sorted(claimed - heard))


@cache
def _axes(sense: Sense) -> tuple[frozenset[Sense], frozenset[Sense]]:
    """What a sense is one of, and what answers it, too."""
    axis = next(axis for axis in _AXES if sense in axis)
    return axis, axis | frozenset(other for word in axis for other in _AGREES.get(word, ()))


def _permits(page: Page, claims: Sequence[Claim], claimed: frozenset[Sense], kind: _Kind, negated: bool, match: re.Match[str]) -> bool:
    """Whether "you can take 500 mg" only says a dose: no claim is about safety, and an amount or a medicine stands there."""
    if kind.sense != "safe" or negated or claimed & _axes("safe")[0] or not any(isinstance(claim, DoseClaim) for claim in claims):
        return False
    said = page.text[match.start() : match.end() + 25]
    return COVER in said and bool(_lexicon(page.language).permissions.match(match[0]))


def says_verdict(page: Page, claim: VerdictClaim) -> bool:
    """Whether the page says this verdict, negations counted in."""
    lexicon = _lexicon(page.language)
    wanted = _SENSES.get(claim.value)
    for sentence in page.sentences:
        for match in lexicon.senses.finditer(page.text, sentence.start, sentence.end):
            sense, weight = astuple(lexicon.kinds[int(str(match.lastgroup)[1:])])
            negated = _negated(page, lexicon, sentence.start, match)
            if weight != "hint" and wanted is not None and wanted == (_OPPOSITE.get(sense) if negated else sense):
                return True
    return False


def _answers(sense: Sense, negated: bool) -> Sense:
    """What "reached" and "missed" answer; the sense itself where it answers nothing."""
    met: Mapping[Sense, bool] = {"reached": not negated, "missed": negated}
    return sense if sense not in met else "yes" if met[sense] else "no"


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
    if lexicon.concord_with.search(match[0]):
        left = lexicon.concord.sub(" ", left)  # "ne présentent aucun risque" denies once, not twice
    right = page.text[match.end() : match.end() + (6 if short else _AFTER)]
    for pattern in (_CLAUSE, lexicon.turns):
        end = pattern.search(right)
        right = right[: end.start()] if end else right
    return bool(lexicon.before.search(left)) != bool(lexicon.after.search(right))
