"""A language's words for everything that the verifier reads. They are data: `assets/reply/verifier/<language>.toml`, explained in en.toml.

All of it is matched on folded text: lower case, no accents, digits 0–9.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from babel import Locale

from assistant.assets import asset
from assistant.content import Strict, content
from i18n.calendar import Calendar, calendar
from i18n.folding import bounded, fold, plainly
from i18n.languages import LANGUAGES, resolve

__all__ = ["VERIFIED", "ClockWords", "NameWords", "Sense", "Wording", "month_names", "weekday_names", "whole", "wording"]

VERIFIED = tuple(LANGUAGES)
Sense = Literal["up", "down", "flat", "highest", "lowest", "safe", "unsafe", "reached", "missed", "normal", "high", "low", "yes", "no"]
Words = tuple[str, ...]


class ClockWords(Strict):
    at: Words
    half: Words = ()
    quarter: Words = ()
    half_to: Words = ()
    quarter_to: Words = ()
    am: Words = ()
    pm: Words = ()
    dotted: Words = ()
    hours: Mapping[str, int] = {}


class NameWords(Strict):
    titles: Words = ()
    titles_after: Words = ()
    nobody: Words = ()
    facilities: Mapping[str, Words]
    attribution: Words = ()
    own: Words = ()
    studies: Words = ()
    publishers: Words = ()
    proper: Words = ()
    places: Words = ()
    endings: str = ""


class Wording(Strict):
    """One file. Entries are patterns of whole words, save `articles`, `numbers`, `often` and `names.nobody`, `names.proper`, which are words."""

    decimal: Literal[".", ","]
    point: Words = ()
    minus: Words = ()
    joins: Words = ()
    to: Words = ()
    of: Words = ()
    bare_days: Words = ()
    half: Words = ()
    and_half: Words = ()
    leads: Mapping[str, float] = {}
    and_quarter: Words = ()
    and_quarters: Words = ()
    hundred: Words = ()
    thousand: Words = ()
    glue: str = ""
    articles: Mapping[str, int] = {}
    numbers: Mapping[str, float] = {}
    duals: Mapping[str, str] = {}
    ordinals: Mapping[str, int] = {}
    units: Mapping[str, Words]
    implied: Mapping[str, Words] = {}
    around: Mapping[str, Words] = {}
    often: Mapping[str, float] = {}
    times: Words
    every: Words = ()
    averages: Words = ()
    selves: Words = ()
    rates: Mapping[Literal["day", "week", "month", "year"], Words]
    changed_dose: Words = ()
    not_daily: Words = ()
    each: Words = ()
    at_least: Words = ()
    limits: Words = ()
    permissions: Words = ()
    clock: ClockWords
    verdicts: Mapping[Sense, Words]
    weak: Mapping[Sense, Words] = {}
    hints: Mapping[Sense, Words] = {}
    neutral: Words = ()
    negations: Words
    negations_after: Words = ()
    turns: Words = ()
    concord: Words = ()
    concord_with: Words = ()
    earlier: Words = ()
    later: Words = ()
    than: Words = ()
    than_behind: Words = ()
    weakeners: Words
    directives: Words
    duties: Words
    names: NameWords


@cache
def wording(language: str) -> Wording:
    """The words of a language; raises `UsageError` when its file is broken."""
    with content(asset("reply", "verifier", f"{resolve(language).code}.toml")) as tables:
        return Wording.model_validate(plainly(tables))


def whole(words: Iterable[str], language: str) -> str:
    """The pattern of any of these, as whole words, the longest first; of none: one that never matches."""
    ordered = sorted((word.replace(" ?", r"\s*").replace(" ", r"\s+") for word in words), key=len, reverse=True)
    if not ordered:
        return r"(?!)"
    script = LANGUAGES[language].script
    # Chinese words touch digits ("11月28日"), so nothing bounds them.
    return rf"(?:{'|'.join(ordered)})" if script == "Hans" else bounded("|".join(ordered), script)


def _calendar(language: str) -> Calendar:
    found = calendar(language)
    if found is None:
        raise AssertionError(f"assets/dates lacks {language}")
    return found


@cache
def month_names(language: str) -> tuple[tuple[re.Pattern[str], int], ...]:
    """Patterns of the months' names, 1–12, full and as CLDR shortens them."""
    return tuple((re.compile(name), number) for name, number in {**_shortened("months", language), **_calendar(language).months}.items())


@cache
def weekday_names(language: str) -> tuple[tuple[re.Pattern[str], int], ...]:
    """Patterns of the weekdays' names, Monday is 0."""
    return tuple((re.compile(name), number) for name, number in {**_shortened("days", language), **_calendar(language).weekdays}.items())


def _shortened(kind: Literal["months", "days"], language: str) -> dict[str, int]:
    table = getattr(Locale.parse(resolve(language).locale), kind)
    names = (
        (fold(name).text.rstrip(".॰"), number)
        for form in ("format", "stand-alone")
        for width in ("abbreviated", "wide")
        for number, name in table[form][width].items()
    )
    return {re.escape(name): number for name, number in names if len(name) > 2 or language in ("zh", "hi")}
