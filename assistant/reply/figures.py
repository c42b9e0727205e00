"""Reads the figures out of a text: numbers with their units, dates, weekdays and times, whatever way a language writes them.

Written without the catalogue on purpose: it checks what the catalogue and a model wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from babel import Locale
from num2words import num2words
from pydantic import TypeAdapter

from assistant.assets import asset
from assistant.content import content
from i18n.languages import resolve
from i18n.numerals import DECIMAL_WORD, plain_number, read_words
from i18n.verbalize import unit_words

__all__ = ["Figures", "Number", "Span", "figures"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands in a text. `unit` as in `assistant.measures.Unit` (durations in minutes), another symbol, or None without one."""

    value: float
    unit: str | None


@dataclass(frozen=True, slots=True)
class Span:
    """A date as far as it is written: a bare month has no day; without a year it is this year's."""

    day: int | None
    month: int
    year: int | None


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything countable in a text, each kind in order; `order` is all of it, and with it the words that were asked to be kept, in order."""

    numbers: tuple[Number, ...]
    dates: tuple[Span, ...]
    weekdays: tuple[int, ...]
    times: tuple[tuple[int, int], ...]
    order: tuple[object, ...]


_NUMBER = r"(?:(?<![\w.,–-])[-−])?\d+(?:[.,]\d+)*"
_AND: Mapping[str, str] = MappingProxyType({"en": "and|,", "es": "y|,", "de": "und|,"})
_TO: Mapping[str, str] = MappingProxyType({"en": r"to(?: the)?|and(?: the)?|until|through", "es": r"al?", "de": r"bis(?: zum)?|auf den"})


def figures(text: str, language: str, keep: Mapping[str, str] | None = None) -> Figures:
    """Figures of an English, Spanish or German text. `keep`: words (lower case) whose class enters `order` too."""
    text = re.sub(r"[\u00a0\u202f\u2009]", " ", text)
    return _Reader(_normal(text, language), language, keep or {}).read()


def _normal(text: str, language: str) -> str:
    """Ordinals, number words and spoken decimals as digits."""
    if language == "en":
        text = re.sub(r"\b(?:the )?(\d{1,2})(?:st|nd|rd|th)(?: of)?\b", r"\1", text)
    if language in ("en", "de"):
        ordinals = _ordinals(language)
        text = re.sub(r"[A-Za-zäöüß-]+", lambda word: ordinals.get(word[0].lower(), word[0]), text)
    text = read_words(text, language)
    if language == "en":
        text = re.sub(r"(\d) (fewer|more|less) (steps?)\b", r"\1 \3 \2", text)
    one = {"en": r"one|an?", "es": r"un[oa]?", "de": r"eine[rmn]?|ein"}[language]
    nouns = "|".join(sorted((re.escape(name) for name in _units(language) if name[0].isalpha() and len(name) > 2), key=len, reverse=True))
    # "an hour", "una hora", "ein Schlag pro Minute"; but "a night", "a day" and "a week" are rates.
    rates = {"en": "nights?|days?", "es": "noches?|días?", "de": "Tag|Nacht"}[language]
    text = re.sub(rf"\b(?:{one}) (?=(?!(?:{rates})\b)(?:{nouns})\b)", "1 ", text, flags=re.IGNORECASE)
    return re.sub(rf"(\d+) {DECIMAL_WORD[language]} (\d(?: \d)*)(?!\d)", lambda m: f"{m[1]}{_mark(language)}{m[2].replace(' ', '')}", text)


def _mark(language: str) -> str:
    return "." if language == "en" else ","


class _Reader:
    """One pass over a normalised text: at each place the longest thing that can be read there."""

    def __init__(self, text: str, language: str, keep: Mapping[str, str]) -> None:
        self._text = text
        self._language = language
        self._keep = keep
        self._numbers: list[Number] = []
        self._dates: list[Span] = []
        self._weekdays: list[int] = []
        self._times: list[tuple[int, int]] = []
        self._order: list[object] = []

    def read(self) -> Figures:
        for found in _pattern(self._language).finditer(self._text):
            if found["range"]:
                month, year = self._month(found["rmonth"]), self._year(found["ryear"])
                self._date(int(found["first"]), month, year)
                self._date(int(found["second"]), month, year)
            elif found["date"]:
                self._date(int(found["day"]), self._month(found["dmonth"]), self._year(found["dyear"]))
            elif found["american"]:
                self._date(int(found["aday"]), self._month(found["amonth"]), None)
                if found["alast"]:
                    self._date(int(found["alast"]), self._month(found["amonth"]), None)
            elif (name := found["month"] or found["weekday"]) and self._language != "es" and name[0].islower():
                self._word(name)  # "may" and "sun" are words
            elif found["month"]:
                self._date(None, self._month(found["month"]), self._year(found["myear"]))
            elif found["weekday"]:
                weekday = _names(self._language, "days")[found["weekday"].lower().rstrip(".")]
                self._weekdays.append(weekday)
                self._order.append(("weekday", weekday))
            elif found["clock"]:
                hour, minute = found["clock"].split(":")
                self._times.append((int(hour), int(minute)))
                self._order.append(self._times[-1])
            elif found["hours"]:
                minutes = self._value(found["hours"]) * 60 + (self._value(found["minutes"]) if found["minutes"] else 0)
                self._number(minutes, "min")
            elif found["number"]:
                name = found["unit"]
                self._number(self._value(found["number"]), _units(self._language)[name] if name else None)
            elif found["word"]:
                self._word(found["word"])
        return Figures(tuple(self._numbers), tuple(self._dates), tuple(self._weekdays), tuple(self._times), tuple(self._order))

    def _word(self, word: str) -> None:
        kind = self._keep.get(word.lower())
        if kind is not None:
            self._order.append(kind)

    def _value(self, written: str) -> float:
        sign = -1 if written[0] in "-−" else 1
        plain = plain_number(written.lstrip("-−"), self._language)
        # What cannot be read as one number ("1.2.3") equals nothing, so every check on it fails.
        return float("nan") if plain is None else sign * float(plain)

    def _number(self, value: float, unit: str | None) -> None:
        self._numbers.append(Number(round(value, 6), unit))
        self._order.append(self._numbers[-1])

    def _date(self, day: int | None, month: int, year: int | None) -> None:
        self._dates.append(Span(day, month, year))
        self._order.append(self._dates[-1])

    def _month(self, name: str) -> int:
        return _names(self._language, "months")[name.lower().rstrip(".")]

    def _year(self, written: str | None) -> int | None:
        return int(written) if written else None


@cache
def _pattern(language: str) -> re.Pattern[str]:
    months, days = ("|".join(sorted(map(re.escape, _names(language, kind)), key=len, reverse=True)) for kind in ("months", "days"))
    of = r"(?: de)? " if language == "es" else " "
    year = r"(?:,?(?: de)? (?P<{}>(?:19|20)\d\d)(?! ?[a-z]))?".replace("(?! ?[a-z])", r"\b")
    units = "|".join(sorted(map(re.escape, _units(language)), key=len, reverse=True))
    hours, minutes = (
        "|".join(sorted((re.escape(name) for name, unit in _units(language).items() if unit == kind), key=len, reverse=True)) for kind in ("h", "min")
    )
    american = (
        rf"(?P<american>\b(?P<amonth>{months})\.? (?P<aday>\d{{1,2}})(?: ?(?:[–-]|\b(?:{_TO[language]})\b) ?(?P<alast>\d{{1,2}})(?! (?:{months})))?"
        r"\b(?![.,:]\d))"
    )
    parts = [
        rf"(?P<range>\b(?P<first>\d{{1,2}})\.?\s?(?:[–-]|\b(?:{_TO[language]})\b)\s?(?P<second>\d{{1,2}})\.?{of}(?P<rmonth>{months})\b\.?{year.format('ryear')})",
        rf"(?P<date>\b(?P<day>\d{{1,2}})\.?{of}(?P<dmonth>{months})\b\.?{year.format('dyear')})",
        american if language == "en" else r"(?P<american>\Z(?P<amonth>.)(?P<aday>.)(?P<alast>.))",  # never, elsewhere
        rf"\b(?P<month>{months})\b{year.format('myear')}",
        rf"\b(?P<weekday>{days})s?\b",
        r"\b(?P<clock>\d{1,2}:\d{2})\b",
        rf"(?P<hours>{_NUMBER}) ?(?:{hours})\b(?:(?: ?(?:{_AND[language]}))? ?(?P<minutes>\d+(?:[.,]\d+)*) ?(?:{minutes})(?![\w/]))?",
        rf"(?P<number>{_NUMBER})(?:[ -]?(?P<unit>{units})(?![\w²/]))?",
        r"(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)",
    ]
    return re.compile("|".join(parts), re.IGNORECASE)


@cache
def _names(language: str, kind: str) -> Mapping[str, int]:
    """Names of months (1–12) or weekdays (0 is Monday), lower case, full and, in English, short."""
    locale = Locale.parse(resolve(language).locale)
    widths = ("wide", "abbreviated") if language == "en" else ("wide",)
    tables = [getattr(locale, kind)[context][width] for context in ("format", "stand-alone") for width in widths]
    return MappingProxyType({name.lower().rstrip("."): number for table in tables for number, name in table.items() if len(name) > 2})


@cache
def _units(language: str) -> Mapping[str, str]:
    """Every way to write a unit → its canonical symbol."""
    with content(asset("reply", "units.toml")) as tables:
        more = TypeAdapter(dict[str, dict[str, list[str]]]).validate_python(tables).get(language, {})
    names: dict[str, str] = {}
    canonical: dict[tuple[str, str, str], str] = {}
    for symbol, words in unit_words(language).items():
        unit = canonical.setdefault(words, symbol)  # a symbol said like an earlier one is another way to write it ("lpm" and "bpm")
        for name in (symbol, words[0], words[1]):
            names.setdefault(name, unit)
    for unit, words_of in more.items():
        for name in words_of:
            names[name] = unit
    return _Caseless(names)


class _Caseless(dict[str, str]):
    """Looks a unit up as written, else in any case ("Hours" at the start of a sentence)."""

    def __missing__(self, name: str) -> str:
        for known, unit in self.items():
            if known.lower() == name.lower():
                return unit
        raise KeyError(name)


@cache
def _ordinals(language: str) -> Mapping[str, str]:
    """Ordinal words of the days of a month → digits as in a date."""
    words: dict[str, str] = {}
    for day in range(1, 32):
        word = str(num2words(day, lang=language, to="ordinal"))
        for ending in ("n", "") if language == "de" else ("",):
            words[word + ending] = f"{day}." if language == "de" else str(day)
    if language == "en":  # also sequence words in running text
        words.pop("second")
    return MappingProxyType(words)
