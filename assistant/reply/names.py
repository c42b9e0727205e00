"""Names in a reply: medicines, persons, places and conditions; one that is no claim's is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from pydantic import TypeAdapter

from assistant.assets import asset
from assistant.content import content
from assistant.reply.claims import AdviceClaim, CitationClaim, Claim, DoseClaim, NameClaim
from assistant.reply.drugs import compounds, drugs_on, longer
from assistant.reply.page import COVER, Page, flat
from assistant.reply.wording import VERIFIED, NameWords, month_names, weekday_names, whole, wording
from i18n.folding import plainly

__all__ = ["check_names", "cover_names"]

_CAPITALS = frozenset({"en", "es", "fr", "it", "pt", "fi"})  # where a large letter within a sentence means a name; German writes every noun so
_CITED = re.compile(r"\"[^\"]*\"|《[^》]*》|「[^」]*」|https?://\S+|\S+\.\S+/\S*")
_WORD = re.compile(r"[^\W\d_](?:[\u0900-\u0903\u093a-\u094f]|[^\W\d_]|['’](?=[^\W\d_]))*")


def cover_names(page: Page, claims: Sequence[Claim]) -> frozenset[str]:
    """Account for every name of the claims; the categories of which one at least was said."""
    said: set[str] = set()
    for claim in named(claims):
        for name in sorted(set(claim.names.values()), key=len, reverse=True):
            for pattern in _ways(flat(name), claim.category, page.language):
                for match in list(pattern.finditer(page.text)):
                    if claim.category == "drug" and longer(page, *match.span()):
                        continue
                    page.cover(*match.span())
                    said.add(claim.category)
                if claim.category == "condition" and pattern.search(_CITED.sub(" ", page.whole)):
                    said.add(claim.category)  # covered as the title of a page
    return frozenset(said)


def named(claims: Sequence[Claim]) -> Iterator[NameClaim]:
    """Names that are claims of their own, and those of doses."""
    for claim in claims:
        if isinstance(claim, NameClaim):
            yield claim
        elif isinstance(claim, DoseClaim) and claim.drug is not None:
            yield NameClaim("drug", claim.drug)


def _ways(name: str, category: str, language: str) -> Iterator[re.Pattern[str]]:
    """The whole name; a person's without title and by surname alone."""
    yield _inflected(name, language)
    if category == "person":
        bare = re.sub(rf"^(?:{whole(wording(language).names.titles, language)}\.?\s*)+", "", name)
        bare = re.sub(rf"(?:{whole(wording(language).names.titles_after, language)})+$", "", bare).strip()
        if bare and bare != name:
            yield _inflected(bare, language)
        for word in bare.split():
            if len(word) > 2:
                yield _inflected(word, language)


@cache
def _inflected(name: str, language: str) -> re.Pattern[str]:
    ending = wording(language).names.endings
    words = []
    for word in name.split():
        if language == "fi" and len(word) > 3 and word.isalpha():
            stem = word[:-3] if word.endswith("nen") else word[: max(4, len(word) - 2)] if len(word) > 4 else word
            words.append(rf"{re.escape(stem)}\w{{0,4}}(?:\w{{0,4}}|-?(?:{compounds().pattern})\w*)")
        elif language == "de" and len(word) > 3 and word.isalpha():
            words.append(rf"{re.escape(re.sub('(?:er|es|en|e)$', '', word))}(?:er|es|en|em|e|s|n|ns)?(?:[sn]?-?(?:{compounds().pattern})\w*)?")
        elif language == "ar":
            words.append(rf"(?:ال)?{re.escape(word.removeprefix('ال') if len(word) > 4 else word)}(?:{ending})?")
        elif language == "it" and len(word) > 4 and word.isalpha():
            words.append(rf"{re.escape(word[:-1])}(?:{re.escape(word[-1])}|{ending})")
        else:
            words.append(re.escape(word) + (f"(?:{ending})?" if ending else ""))
    return re.compile(whole((r"[\s-]+".join(words),), language))


def check_names(page: Page, claims: Sequence[Claim], said: frozenset[str], whole_reply: bool = False) -> Iterator[str]:
    """Reasons why a name on what is left of the page is no claim's. `said`: categories whose names were accounted for."""
    names = wording(page.language).names
    categories = {claim.category for claim in named(claims)}
    for start, end in drugs_on(page):
        yield f"the medicine {page.quoted(start, end)!r} is no claim"
    own = " ; ".join(
        flat(name) for claim in claims if isinstance(claim, NameClaim) and claim.category == "condition" for name in claim.names.values()
    )
    for tongues in _conditions():
        found = tongues[page.language].search(page.text)
        if found and not any(pattern.search(own) for pattern in tongues.values()):
            yield f"the condition {page.quoted(*found.span())!r} is no claim"
    if whole_reply:
        medicines = [claim for claim in named(claims) if claim.category == "drug"]
        told = [
            any(pattern.search(page.whole) for name in claim.names.values() for pattern in _ways(flat(name), "drug", page.language))
            for claim in medicines
        ]
        if any(told) and not all(told):
            yield "not every medicine of the claims is named, and here another could not be told"
    yield from _persons(page, names)
    if "place" in categories:
        own = " ".join(flat(name) for claim in claims if isinstance(claim, NameClaim) and claim.category == "place" for name in claim.names.values())
        for kind, pattern in _facilities(page.language):
            found = pattern.search(page.text)
            if found and not pattern.search(own):
                yield f"the place {page.quoted(*found.span())!r} ({kind}) is no claim"
    for match in _places(page.language).finditer(page.text):
        yield f"the place {page.quoted(*match.span())!r} is no claim"
    if page.language in _CAPITALS:
        yield from _capitals(page, claims, names)
    elif whole_reply:
        for category in sorted(categories - said):
            yield f"no {category} of the claims is named, and here another could not be told"


def _persons(page: Page, names: NameWords) -> Iterator[str]:
    before, after = _titles(page.language)
    for match in before.finditer(page.text):
        behind = page.text[match.end() :]
        word = _WORD.match(page.text, match.end() + len(behind) - len(behind.lstrip(" .\t\n\u00a0")))
        if word is None or word[0] in names.nobody:
            continue
        if page.language in (*_CAPITALS, "de") and not page.capital(word.start()):
            continue
        yield f"the person {page.quoted(*word.span())!r} is no claim"
    for match in after.finditer(page.text):
        left = page.text[max(0, match.start() - 2) : match.start()].strip()
        if left and left[-1] != COVER and _WORD.fullmatch(left[-1]) and not any(left.endswith(word) for word in names.nobody):
            yield f"the person before {page.quoted(*match.span())!r} is no claim"


def _capitals(page: Page, claims: Sequence[Claim], names: NameWords) -> Iterator[str]:
    known = {*names.proper, *_calendar_words(page.language)}
    for claim in claims:
        if isinstance(claim, CitationClaim):
            known |= set(_words(f"{claim.title} {claim.url or ''}"))
        elif isinstance(claim, AdviceClaim):
            known |= {word for text in claim.texts.values() for word in _words(text)}
    for one in named(claims):
        known |= {word for name in one.names.values() for word in _words(name) if len(word) > 2}
    before, _ = _titles(page.language)
    for match in _WORD.finditer(page.text):
        word = re.sub(r"^(?:l|d|dell|all|nell|sull|un|dall|c|j|n|s|qu)'|'s$", "", match[0])
        at = match.end() - len(word) if match[0].endswith(word) else match.start()
        if not page.capital(at) or page.opens(match.start()) or len(word) < 2 or (len(word) < 5 and page.shouted(at, match.end())):
            continue  # opens a sentence, or is an abbreviation
        if word in known or before.fullmatch(word) or any(word.startswith(one) for one in known if page.language == "fi" and len(one) > 3):
            continue
        yield f"the name {page.quoted(*match.span())!r} is no claim"


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W\d_]+", flat(text)))


@cache
def _calendar_words(language: str) -> frozenset[str]:
    return frozenset(
        word for table in (month_names(language), weekday_names(language)) for name, _ in table for word in re.findall(r"\w+", name.pattern)
    )


@cache
def _titles(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    names = wording(language).names
    return re.compile(whole(names.titles, language)), re.compile(whole(names.titles_after, language))


@cache
def _facilities(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(whole(words, language))) for kind, words in wording(language).names.facilities.items())


@cache
def _places(language: str) -> re.Pattern[str]:
    return re.compile(whole(wording(language).names.places, language))


@cache
def _conditions() -> tuple[Mapping[str, re.Pattern[str]], ...]:
    """One mapping a row of conditions.toml: language → the names of these conditions there. Who claims one name of a row may say any of them."""
    with content(asset("reply", "verifier", "conditions.toml")) as tables:
        rows = TypeAdapter(dict[str, Mapping[str, tuple[str, ...]]]).validate_python(plainly(tables))
    return tuple({language: re.compile(whole(row.get(language, ()), language)) for language in VERIFIED} for row in rows.values())
