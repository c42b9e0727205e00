"""Times of day in a reply, and whether they are those of the claims."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from assistant.reply.claims import Claim, QuantityClaim, TimeClaim
from assistant.reply.page import Page
from assistant.reply.units import unit_at
from assistant.reply.wording import whole, wording

__all__ = ["check_times", "says_time"]


_ARTICLE = re.compile(r"(?:l[ae]s?) \d{1,2}")
_BROKEN = re.compile(r"(?<![\d.,:])\d{1,2}:\d{3,}")
_DOTTED = re.compile(r"(?<![\d.,:])(\d{1,2})\.([0-5]\d)(?!\.?\d)")


@cache
def _clock(language: str) -> tuple[tuple[re.Pattern[str], int], ...]:
    words = wording(language).clock
    ones = "|".join(word for word, value in wording(language).articles.items() if value == 1 and len(word) > 2) or r"(?!)"
    hour = rf"(?<![\d.,:])(?P<h>[01]?\d(?!\d|[.,:]\d)|2[0-4](?!\d|[.,:]\d)|\b(?:{ones})\b|{whole(words.hours, language)})"
    parted = r"(?<![\d.,:])(?P<h>[01]?\d|2[0-4])"
    minute = r"(?P<m>[0-5]\d|\d)(?!\d)"

    def filled(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern.replace("{h}", hour, 1).replace("{m}", minute, 1).replace(" ?", r"\s*").replace(" ", r"\s+"))

    dotted = whole(words.dotted, language)
    return (
        *((filled(pattern), 30) for pattern in words.half),
        *((filled(pattern), 15) for pattern in words.quarter),
        *((filled(pattern), -30) for pattern in words.half_to),
        *((filled(pattern), -15) for pattern in words.quarter_to),
        (re.compile(rf"{dotted}\s*{parted}\.{minute}(?!\.\d)"), 0),
        (re.compile(rf"{parted}\.{minute}\s*uhr"), 0),
        (re.compile(rf"{parted}\s?[:h]\s?(?P<m>[0-5]\d)(?!\d)(?!\s*(?:min|m\b|hours?))"), 0),
        *((re.compile(rf"{filled(pattern).pattern}(?![.,]\d)"), 0) for pattern in words.at),
    )


@cache
def _halves(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = wording(language).clock
    return re.compile(whole(words.am, language)), re.compile(whole(words.pm, language))


def check_times(page: Page, claims: Sequence[Claim]) -> Iterator[str]:
    """Reasons why a time of day is none of the claims'; what is accounted for is covered. Without "a.m." or "p.m." either half of the day fits."""
    times = [claim.value for claim in claims if isinstance(claim, TimeClaim)]
    counted = {claim.value for claim in claims if isinstance(claim, QuantityClaim)}
    hours = wording(page.language).clock.hours
    for pattern, offset in _clock(page.language):
        for match in pattern.finditer(page.text):
            minutes = (int(match["h"]) if match["h"].isdigit() else hours.get(match["h"], 1)) * 60 + int(match.groupdict().get("m") or 0) + offset
            half = _half(page, match.start(), match.end(), match[0])
            right = any(_same(minutes, at.hour * 60 + at.minute, half) for at in times)
            if not times and _ARTICLE.fullmatch(match[0]) and int(match["h"]) in counted:
                continue  # "meno delle 7 della settimana prima"
            if not right and (re.fullmatch(r"\d+\s?h\s?\d+", match[0]) or _lasts(page, match)):
                continue  # "6 h 42" and "six heures et demie" may last, which the amounts look at
            if not right:
                yield f"the time {page.quoted(match.start(), match.end())!r} is no claim"
            page.cover(match.start(), match.end())
    for match in list(_BROKEN.finditer(page.text)):
        yield f"{page.quoted(*match.span())!r} is no time"
        page.cover(*match.span())
    for match in list(_DOTTED.finditer(page.text)):
        if any((int(match[1]), int(match[2])) == (at.hour, at.minute) for at in times) and unit_at(page.text, match.end(), page.language) is None:
            page.cover(*match.span())  # "10.15 a.m."


def _lasts(page: Page, match: re.Match[str]) -> bool:
    """Whether hours or something else is counted there: "frente a las 7 horas", "à 6 h 15", "entre as duas semanas"."""
    unit = unit_at(page.text, match.end("h"), page.language)
    return unit is not None


def says_time(page: Page, claim: TimeClaim) -> bool:
    """Whether a time on the page is this claim's; times that are none are not looked at."""
    before = page.text
    wrong = tuple(check_times(page, (claim,)))
    return page.text != before and not wrong


def _half(page: Page, start: int, end: int, said: str) -> str | None:
    am, pm = _halves(page.language)
    around = f"{page.text[max(0, start - 14) : start]} {said} {page.text[end : end + 20]}"
    found = [name for name, pattern in (("am", am), ("pm", pm)) if pattern.search(around)]
    return found[0] if len(found) == 1 else None


def _same(said: int, known: int, half: str | None) -> bool:
    if said == known or said - 1440 == known:
        return half is None or known // 720 == (half == "pm") or said >= 780
    if said >= 780 or (said - known) % 720:
        return False
    if said // 60 == 12:
        return True  # "twelve at night" is no time of the afternoon
    return half is None or (known >= 720) == (half == "pm")
