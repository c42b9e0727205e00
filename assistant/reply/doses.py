"""How often a dose is taken, and per what: read out of a reply and compared with the claims."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from assistant.reply.claims import Claim, DoseClaim, QuantityClaim
from assistant.reply.page import Page
from assistant.reply.units import canonical
from assistant.reply.wording import whole, wording

__all__ = ["check_doses"]


@cache
def _often(language: str) -> tuple[tuple[re.Pattern[str], float | None], ...]:
    words = wording(language)
    number = r"(?<![\d.,])(?<!\d )(?P<n>\d+)"
    one = rf"(?P<word>{whole(words.articles, language)})"
    times = rf"(?:{number}|{one})\s*-?\s*(?:x\b|{whole(words.times, language)})"
    counted = rf"(?<!\d )(?<![\d.,])(?P<n>\d{{1,2}})(?=\s+(?:{'|'.join(whole(ways, language) for ways in words.rates.values())}))"  # "two a day"
    return (
        *((re.compile(whole((word,), language)), value) for word, value in sorted(words.often.items(), key=lambda item: -len(item[0]))),
        (re.compile(times), None),
        (re.compile(counted), None),
    )


@cache
def _every(language: str) -> tuple[re.Pattern[str], ...]:
    number = r"(?<![\d.,])(?P<n>\d+)"
    return tuple(re.compile(way.replace("{n}", number).replace(" ?", r"\s*").replace(" ", r"\s+")) for way in wording(language).every)


@cache
def _rates(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((per, re.compile(whole(words, language))) for per, words in wording(language).rates.items())


@cache
def _changed(language: str) -> re.Pattern[str]:
    return re.compile(whole(wording(language).changed_dose, language))


@cache
def _least(language: str) -> re.Pattern[str]:
    return re.compile(whole(wording(language).at_least, language) + r"\s*\d")


@cache
def _limits(language: str) -> re.Pattern[str]:
    return re.compile(whole(wording(language).limits, language))


@cache
def _each(language: str) -> re.Pattern[str]:
    return re.compile(whole(wording(language).each, language))


@cache
def _not_daily(language: str) -> re.Pattern[str]:
    return re.compile(whole(wording(language).not_daily, language))


def _cover_each(page: Page) -> None:
    """ "At a time" says how much at once, where how often is said elsewhere."""
    often = [match.start() for pattern, _ in _often(page.language) for match in pattern.finditer(page.text)]
    for match in list(_each(page.language).finditer(page.text)):
        if any(not match.start() <= start < match.end() for start in often):
            page.cover(*match.span())


def _counted(match: re.Match[str], language: str) -> float:
    groups = match.groupdict()
    return float(groups["n"]) if groups.get("n") else float(wording(language).articles.get(groups.get("word") or "", 1))


def check_doses(page: Page, claims: Sequence[Claim]) -> Iterator[str]:
    """Reasons why a frequency is none of the claims'; what is accounted for is covered."""
    language = page.language
    doses = [claim for claim in claims if isinstance(claim, DoseClaim)]
    if not doses and any(isinstance(claim, QuantityClaim) and canonical(claim.unit, language) == "times" for claim in claims):
        return  # a count of something else
    known = {dose.times for dose in doses if dose.times is not None}
    if _changed(language).search(page.text):
        yield "it changes a dose"
    if doses and _least(language).search(page.whole):
        yield "it makes the least of a dose"
    if doses:
        _cover_each(page)
    for match in list(_not_daily(language).finditer(page.text)) if doses else ():
        if any(dose.per != "week" for dose in doses):
            yield f"{page.quoted(*match.span())!r} is no claim"
        page.cover(*match.span())
    for pattern in _every(language):
        for match in pattern.finditer(page.text):
            hours = int(match["n"])
            if not any(dose.per == "day" and dose.times is not None and hours * dose.times == 24 for dose in doses):
                yield f"{page.quoted(*match.span())!r} is no claim"
            page.cover(*match.span())
    for pattern, value in _often(language):
        for match in pattern.finditer(page.text):
            times = value if value is not None else _counted(match, language)
            if not doses and (match.re is _often(language)[-1][0] or not any(rate.match(page.text, match.end() + 1) for _, rate in _rates(language))):
                continue  # a count like any other, or "once" as an adverb
            if times not in known:
                yield f"{page.quoted(*match.span())!r} is no claim"
            page.cover(*match.span())
    if doses:
        for match in list(_limits(language).finditer(page.text)):
            page.cover(*match.span())  # "at most" and "maximum" belong to a dose
        for per, pattern in _rates(language):
            for match in list(pattern.finditer(page.text)):
                if per not in {dose.per for dose in doses}:
                    yield f"{page.quoted(*match.span())!r} is no claim"
                page.cover(*match.span())
