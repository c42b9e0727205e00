"""Dates and weekdays in a reply, and whether they are those of the claims."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import zip_longest

from num2words import num2words

from assistant.reply.claims import Claim, DateClaim, PeriodClaim
from assistant.reply.page import Page
from assistant.reply.units import unit_at
from assistant.reply.wording import month_names, weekday_names, whole, wording
from i18n.folding import fold

__all__ = ["check_days"]

_YEAR = r"(?:19|20)\d\d"
_SUFFIX = r"(?:st|nd|rd|th|er|re|o|º|°|ª|a|\.|日|号|:\w+|\s?वीं|\s?वें|\s?तारीख)?"
_ORDINALS = ("en", "de", "fi")  # what num2words has ordinals for
_ARTICLES = r"(?:the|dem|den|der|le|el|il|o|dia)\b"
_BARE_YEAR = re.compile(rf"(?<![\d.,/-]){_YEAR}(?![\d/%-]|[.,:]\d)")
_MONTH_FIRST = ("en", "zh", "hi")  # "November 28"; elsewhere a number behind a month is something else
_DOUBTFUL = frozenset({"may", "march", "mars", "mai", "marzo", "sept", "sep", "dec", "jan", "مارس", "اب", "ماي"})  # bare, they are words too


@dataclass(frozen=True, slots=True)
class _Span:
    """A date as far as it is written; `swappable`: "11/12" may have its day and month the other way round."""

    day: int | None
    month: int | None
    year: int | None
    start: int
    end: int
    swappable: bool = False

    def fits(self, day: date) -> bool:
        if self.year is not None and self.year % 100 != day.year % 100:
            return False
        if self.month is None:
            return self.day == day.day
        if self.day is None:
            return self.month == day.month
        return (self.day, self.month) == (day.day, day.month) or (self.swappable and (self.month, self.day) == (day.day, day.month))


@cache
def _ordinals(language: str) -> dict[str, int]:
    words = dict(wording(language).ordinals)
    if language in _ORDINALS:
        for day in range(1, 32):
            said = fold(str(num2words(day, lang=language, to="ordinal"))).text
            for ending in ("", "n", "r") if language == "de" else ("",):
                words[said + ending] = day
            words[said.replace("-", " ")] = day
    return words


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    words = wording(language)
    month = rf"(?<!\d){whole((name.pattern for name, _ in month_names(language)), language)}"
    ordinals = whole(_ordinals(language), language)
    day = rf"(?:(?<![\d.,:])(?:3[01]|[12]\d|0?[1-9]){_SUFFIX}(?!\d|:\d)|{ordinals})"
    of = rf"\s*(?:{whole(words.of, language)}\s*)*"
    to = rf"\s*(?:[-/]|\b(?:d?all|l)'|و(?=\d)|{whole(words.to, language)})\s*"
    year = rf"(?:\s*,?\s*(?:{whole(words.of, language)}\s*)?(?P<year>{_YEAR})(?!\d))?"
    gap = r"\s*" if language == "zh" else r"[\s-]*"
    before = rf"(?:(?P<year>{_YEAR})\s*年?,?\s*)?"
    month_first = month if language in _MONTH_FIRST else r"(?!)"
    return tuple(
        re.compile(pattern)
        for pattern in (
            r"(?<!\d)(?P<iso>\d{4}[-/]\d{1,2}[-/]\d{1,2})(?!\d)",
            rf"(?P<first>{day}){to}(?:{whole(words.of, language)}\s*)*(?P<day>{day}){of}(?P<month>{month})[.॰]?{year}",
            rf"(?P<day>{day}){of}(?P<month>{month})[.॰]?{year}",
            rf"{before}(?P<month>{month_first})[.॰]?{gap}(?:the )?(?P<first>{day}){to}(?:the )?(?P<day>{day})"
            rf"(?!\s*{of}{month}|\s*月)(?:,?\s+(?P<after>{_YEAR}))?",
            rf"{before}(?P<month>{month_first})[.॰]?{gap}(?:the )?(?P<day>{day})(?:,?\s+(?P<after>{_YEAR}))?",
            rf"(?P<month>{month if language == 'fi' else '(?!)'})\s(?P<day>\d{{1,2}}(?::\w+|\.(?= paiva)))",  # "lokakuun 6:nnen"
            rf"(?<![\d.,/])(?P<first>\d{{1,2}})\.?{to}(?P<day>\d{{1,2}})[./](?P<number>\d{{1,2}})(?:[./](?P<year>\d{{4}}|\d\d))?\.?(?![\d/%])",
            r"(?<![\d.,/])(?P<day>\d{1,2})(?P<mark>[./-])(?P<number>\d{1,2})(?P=mark)(?P<year>\d{4}|\d\d)(?![\d/])",
            r"(?<![\d.,/])(?P<day>\d{1,2})(?P<mark>[./])(?P<number>\d{1,2})(?(mark)\.?)(?![\d/%])(?=\.|[^.\d]|$)",
            rf"{before}(?P<month>{month}){year.replace('year', 'after')}",
        )
    )


def check_days(page: Page, claims: Sequence[Claim]) -> Iterator[str]:
    """Reasons why a date or a weekday is none of the claims'; what is accounted for is covered."""
    days, eves = _known(claims)
    spans: list[_Span] = []
    for pattern in _patterns(page.language):
        for match in pattern.finditer(page.text):
            found = tuple(_read(match, page))
            numeric = match.re.groupindex.get("number") and "year" not in {name for name, value in match.groupdict().items() if value}
            if numeric and not all(any(span.fits(day) for day in days) for span in found):
                continue  # "7.2" and "1/2" are numbers unless a claim has that day
            spans += found
            if found:
                page.cover(match.start(), match.end())
    for span in _bare(page):
        if any(span.fits(day) for day in (*days, *eves)):  # else it is a number like any other
            spans.append(span)
            page.cover(span.start, span.end)
    for span in spans:
        fitting = frozenset(day for day in (*days, *eves) if span.fits(day))
        page.dated.append((span.start, span.end, fitting))
        if not fitting:
            yield f"the date {page.quoted(span.start, span.end)!r} is no claim"
    weekdays = tuple(_weekdays(page))
    for (start, end, weekday), follower in zip_longest(weekdays, weekdays[1:]):
        if follower and _night(page, end, follower[0]) and (weekday + 1) % 7 == follower[2]:
            page.cover(start, end)
            continue  # "from Thursday to Friday" is the night before Friday, which is looked at next
        beside = _beside(spans, start, end, page.language)
        named = [day for day in (*days, *eves) if beside is None or beside.fits(day)]
        named += [day - timedelta(days=1) for day in named if eves and day in days]  # "in the night from Saturday to Sunday 29 November"
        if weekday not in {day.weekday() for day in named}:
            yield f"the weekday {page.quoted(start, end)!r} is no claim"
        page.dated.append((start, end, frozenset(day for day in named if day.weekday() == weekday)))
        page.cover(start, end)
    years = {day.year for day in days}
    for match in list(_BARE_YEAR.finditer(page.text)):
        if int(match[0]) in years and unit_at(page.text, match.end(), page.language) is None:
            page.cover(*match.span())


def _night(page: Page, end: int, start: int) -> bool:
    """Whether nothing but "to" stands there between two weekdays."""
    return bool(
        re.fullmatch(
            rf"\s*(?:{whole(wording(page.language).to, page.language)}|para|auf|zu|vers|-|/)\s*(?:o|a|la|el|den|the)?\s*", page.text[end:start]
        )
    )


@cache
def _bare_days(language: str) -> re.Pattern[str]:
    """A day of the month without its month: behind a weekday ("Samstag, dem 28."), or as the language's file says ("du 16 au 22")."""
    day = rf"(?<!\d)(?<!\d[.,:])(?P<day{{n}}>[12]?\d|3[01]){_SUFFIX}"
    ways = [rf"(?:{_weekday(language).pattern}),?\s*(?:{_ARTICLES})?\s*{day}", *wording(language).bare_days]
    filled = (way.replace("{d}", day).replace("{n}", str(n)) for n, way in enumerate(ways))
    return re.compile("|".join(rf"(?:{way})(?!\d|:\d|%|[.,]\d)" for way in filled))


def _bare(page: Page) -> Iterator[_Span]:
    """Days of the month that stand alone; a number with a unit is none."""
    for match in _bare_days(page.language).finditer(page.text):
        start, end = next(match.span(name) for name, written in match.groupdict().items() if written)
        if unit_at(page.text, match.end(), page.language) is None:
            yield _Span(int(page.text[start:end]), None, None, start, match.end())


def _beside(spans: Sequence[_Span], start: int, end: int, language: str) -> _Span | None:
    """The date that a weekday belongs to: the one behind it, else the one before it."""
    behind = [(span.start - end, span.start) for span in spans if span.day is not None and 0 <= span.start - end <= 12]
    far = 12 if language != "zh" else -1  # Chinese writes the weekday behind its date
    before = [(start - span.end + far, span.start) for span in spans if span.day is not None and 0 <= start - span.end <= 4]
    nearest = min(behind + before, default=None)
    return next((span for span in spans if nearest and span.start == nearest[1]), None)


def _known(claims: Sequence[Claim]) -> tuple[tuple[date, ...], tuple[date, ...]]:
    days: list[date] = []
    eves: list[date] = []
    for claim in claims:
        if isinstance(claim, DateClaim):
            days.append(claim.value)
        elif isinstance(claim, PeriodClaim):
            days += [claim.start, claim.end]
            if claim.nights:
                eves += [claim.start - timedelta(days=1), claim.end - timedelta(days=1)]
    return tuple(days), tuple(eves)


def _read(match: re.Match[str], page: Page) -> Iterator[_Span]:
    groups = match.groupdict()
    if groups.get("iso"):
        try:
            day = date(*map(int, re.split("[-/]", groups["iso"])))
        except ValueError:
            yield _Span(0, 0, None, match.start(), match.end())
            return
        yield _Span(day.day, day.month, day.year, match.start(), match.end())
        return
    year = groups.get("year") or groups.get("after")
    swappable = bool(groups.get("number")) and page.language == "en"
    if groups.get("month"):
        month = next((number for name, number in month_names(page.language) if name.fullmatch(groups["month"])), 0)
        if "day" not in groups and not year and len(groups["month"]) < 3 and page.language == "hi":
            return  # "नव" and "जन" are words, too
        if "day" not in groups and not year and groups["month"] == "giu":
            return  # "giù" is down
        if "day" not in groups and not year and groups["month"] in _DOUBTFUL and not (page.language != "fr" and page.capital(match.start("month"))):
            return
    else:
        month = int(groups["number"])
    if page.language == "zh" and groups.get("mark") == "/":
        yield _Span(month, int(groups["day"]), int(year) if year else None, match.start(), match.end())  # "11/25" is the 25th of November
        return
    for name in ("first", "day"):
        if groups.get(name):
            yield _Span(_day(groups[name], page.language), month, int(year) if year else None, match.start(), match.end(), swappable)
    if "day" not in groups:
        yield _Span(None, month, int(year) if year else None, match.start(), match.end())


def _day(written: str, language: str) -> int:
    digits = re.match(r"\d+", written)
    return int(digits[0]) if digits else _ordinals(language).get(written, 0)


@cache
def _weekday(language: str) -> re.Pattern[str]:
    plural = "s?" if language in ("en", "de", "fr", "pt") else ""
    return re.compile(whole((f"(?:{name.pattern}){plural}" for name, _ in weekday_names(language)), language))


def _weekdays(page: Page) -> Iterator[tuple[int, int, int]]:
    for match in _weekday(page.language).finditer(page.text):
        if (
            page.language == "zh"
            and page.text[: match.start()].endswith(("每", "一", "前", "1"))
            and re.match("[次回片粒样]", page.text[match.end() :])
        ):
            continue  # "每周一次" is once a week, "前一周一样" the same as the week before
        for word in (match[0], match[0].removesuffix("s")):
            number = next((number for name, number in weekday_names(page.language) if name.fullmatch(word)), None)
            if number is not None:
                yield match.start(), match.end(), number
                break
