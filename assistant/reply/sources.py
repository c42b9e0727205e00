"""Advice that must stand word for word, words that may be quoted, and citations: nothing else may look like one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from assistant.reply.claims import AdviceClaim, CitationClaim, Claim, NameClaim, QuoteClaim
from assistant.reply.page import COVER, Page, flat
from assistant.reply.wording import whole, wording
from i18n.verbalize import verbalize

__all__ = ["check_advice", "check_sources", "cover_quotes"]

_ADDRESS = re.compile(r"https?://[^\s\"'()<>，。]+|(?<![a-z0-9@.])(?:[a-z0-9-]+\.)+(?:[a-z]{2,})(?:/[^\s\"'()<>，。]*)?(?![\w])|[\w.+-]+@[\w-]+\.\w+")
_QUOTED = re.compile(r"\"([^\"]{3,120})\"|《([^》]{2,80})》|「([^」]{2,80})」|『([^』]{2,80})』|(?<!\w)'([^']{6,120})'(?!\w)")
_UNCASED = frozenset({"de", "hi", "zh", "ar"})  # where a large letter does not tell a title from a sentence
_SPOKEN = ("en", "es", "de", "fr", "it")  # languages whose quotations a voice reads by rule
_ARTICLE = re.compile(r"^[\s:\"'(\[《「]*(?:the |la |el |le |l'|il |lo |die |der |das |den |dem |o |a |os |as )?")
_ABBREVIATED = re.compile(r"(?:[ap]\.m|e\.g|i\.e|p\.ex|z\.b|u\.a|d\.h|uhr|s\.o|dott\.ssa|dr\.ssa|prof\.ssa|sig\.ra)\.?|\d.*")


def cover_quotes(page: Page, claims: Sequence[Claim]) -> None:
    """Sentences that may be said as they stand are accounted for."""
    for claim in claims:
        if isinstance(claim, QuoteClaim):
            for text in _forms(claim.text, page.language):
                _cover(page, text)


def check_advice(page: Page, claims: Sequence[Claim]) -> Iterator[str]:
    """Mandatory advice must be there in the reply's language; what is there is covered."""
    for claim in claims:
        if isinstance(claim, AdviceClaim):
            text = claim.texts.get(page.language) or claim.texts.get("en", "")
            if not _cover(page, text):
                yield "an advice that must be said is missing or altered"


def _forms(text: str, language: str) -> tuple[str, ...]:
    """Words as they are shown, and as a voice reads them where the language has rules for that."""
    return (text, verbalize(text, language)) if language in _SPOKEN else (text,)


def _cover(page: Page, text: str) -> bool:
    """Whether the words stand there, the final full stop aside; each place is covered."""
    places = list(page.find(_as_on_page(flat(text).rstrip(".。।!"), page.language)))
    for start, end in places:
        page.cover(start, end)
    return bool(places)


@cache
def _as_on_page(text: str, language: str) -> str:
    """The words as a page shows them, number words as digits."""
    return re.sub(r"\s+", " ", Page(text, language).text)


def check_sources(page: Page, claims: Sequence[Claim], whole_reply: bool = False) -> Iterator[str]:
    """Reasons why an address, a quoted title or a named publisher is no citation of the claims. A whole reply names one of those it has."""
    cited = [claim for claim in claims if isinstance(claim, CitationClaim)]
    addresses = [flat(claim.url) for claim in cited if claim.url]
    named = False
    known = [re.sub(r"^https?://(?:www\.)?", "", address).rstrip("/") for address in addresses]
    for match in list(_ADDRESS.finditer(page.text)):
        said = re.sub(r"^https?://(?:www\.)?", "", match[0]).removeprefix("www.").rstrip("/.,;:")
        if _ABBREVIATED.fullmatch(match[0]):
            continue
        if not any(said == address or said == address.partition("/")[0] for address in known):
            yield f"the address {page.quoted(*match.span())!r} is no citation"
        else:
            named = True
        page.cover(*match.span())
    for name in (name for claim in claims if isinstance(claim, NameClaim) for name in claim.names.values()):
        if any(flat(one.title) in flat(name) != flat(one.title) for one in cited):
            _cover(page, name)  # of "type 2 diabetes" the title "Diabetes" is a part only
    for title in sorted({claim.title for claim in cited}, key=len, reverse=True):
        for text in _forms(title, page.language):
            named |= _cover(page, text)
    _, attribution = _patterns(page.language)
    sources = [match.end() for match in attribution.finditer(page.text)]
    for match in [match for one in cited for pattern in _publishers(one) for match in pattern.finditer(page.text)]:
        if match.end() - match.start() <= 5 and not page.shouted(*match.span()):
            continue
        told = any(match.start() >= end and not _ARTICLE.sub("", page.text[end : match.start()]).strip() for end in sources)
        if told and _alone(page, match.end()):
            named = True
        if (told and _alone(page, match.end())) or (named and not told):
            page.cover(*match.span())
    for match in _QUOTED.finditer(page.text):
        inside = next(group for group in match.groups() if group)
        if COVER not in inside:
            yield f"{page.quoted(*match.span())!r} is no citation"
    studies = None if cited else _studies(page.language).search(page.text)
    if studies:
        yield f"no citation bears out {page.quoted(*studies.span())!r}"
    yield from _named(page, cited)
    if whole_reply and cited and not named:
        yield "it names no source of the claims, and here another could not be told"


def _alone(page: Page, at: int) -> bool:
    """Whether no title follows a publisher's name: "according to the NHS, sleep …", not "NHS: …" or "NHS, Better …"."""
    after = re.match(r"(?:[.!?]|,? (?=[^\W\d_]))", page.text[at:] or ".")
    if after is None:
        return False
    return after[0] in ".!?" or (page.language not in _UNCASED and not page.capital(at + after.end()))


@lru_cache(maxsize=256)
def _publishers(cited: CitationClaim) -> tuple[re.Pattern[str], ...]:
    """Who publishes a page: what stands before the colon of its title, and its domain, whose words are written apart ("Sleep Foundation")."""
    head, colon, _ = flat(cited.title).partition(": ")
    domain = re.sub(r"^https?://(?:www\.)?", "", flat(cited.url or "")).partition("/")[0].split(".")
    names = [head] if colon else []
    names += [domain[-2]] if len(domain) > 1 else []
    letters = ("".join(letter for letter in name if letter.isalnum()) for name in names)
    return tuple(re.compile(rf"(?<!\w){r'[ -]?'.join(map(re.escape, name))}(?!\w)") for name in letters if len(name) > 2)


def _named(page: Page, cited: Iterable[CitationClaim]) -> Iterator[str]:
    """Publishers that nobody cited, and what stands where a source is named."""
    publishers, attribution = _patterns(page.language)
    own = " ".join(f"{flat(claim.title)} {flat(claim.url or '')}" for claim in cited)
    for match in publishers.finditer(page.text):
        latin = match[0].isascii() and len(match[0]) <= 5
        if (not latin or page.shouted(*match.span())) and match[0] not in own:
            yield f"the publisher {page.quoted(*match.span())!r} is no citation"
    for match in attribution.finditer(page.text):
        rest = _ARTICLE.sub("", page.text[match.end() : match.end() + 60])
        if _own(page.language).match(page.text, match.end() + page.text[match.end() :].startswith(" ")):
            continue  # "according to your plan"
        if rest and rest[0] != COVER and not re.match(r"[.!?。，,]", rest) and COVER not in rest[:24]:
            yield f"what stands after {page.quoted(*match.span())!r} is no citation"


@cache
def _studies(language: str) -> re.Pattern[str]:
    """What claims a source without naming one: "studies show"."""
    return re.compile(whole(wording(language).names.studies, language))


@cache
def _own(language: str) -> re.Pattern[str]:
    return re.compile(whole(wording(language).names.own, language))


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    names = wording(language).names
    return re.compile(whole(names.publishers, language)), re.compile(whole(names.attribution, language))
