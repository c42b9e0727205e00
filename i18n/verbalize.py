"""Text for the ear: what a voice would read wrongly from signs, symbols and figures is written in words.

The catalogues say their own numbers right; this pass is for everything else: sentences of knowledge, rows read from a picture, a rephrase.
Voices read whole numbers right, so those stay; decimals, units, dates, ranges and signs become words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache

from babel import dates
from pydantic import Field

from assistant.assets import asset
from assistant.content import Strict, content
from i18n.languages import resolve
from i18n.numerals import Gender, decimal, ordinal, plain_number, spoken_integer

__all__ = ["sayable", "unit_words", "verbalize"]


class _Signs(Strict):
    """assets/verbalize/<language>.toml."""

    class Words(Strict):
        over: str
        to: str
        minus: str
        plus: str
        per: str
        clock: str
        least: str
        most: str
        above: str
        below: str
        times: str
        equals: str
        and_: str = Field(alias="and")

    words: Words
    units: Mapping[str, tuple[str, str, str]]
    abbreviations: Mapping[str, str]


@cache
def _signs(language: str) -> _Signs:
    with content(asset("verbalize", f"{language}.toml")) as tables:
        return _Signs.model_validate(tables)


def sayable(language: str) -> bool:
    """Whether there are words for signs and units in a language; without them `verbalize` cannot help a voice."""
    try:
        return asset("verbalize", f"{language}.toml").is_file()
    except FileNotFoundError:
        return False


def unit_words(language: str) -> Mapping[str, tuple[str, str, str]]:
    """Symbol → (one, several, gender): how units are said in a language, its own symbols included."""
    return _signs(resolve(language).code).units


def verbalize(text: str, language: str) -> str:
    """`text` as a voice of `language` should say it; "" when nothing in it can be said. Raises `UsageError` for an unknown language."""
    code = resolve(language).code
    signs = _signs(code)
    text = _plain(unicodedata.normalize("NFC", text))
    for step in (_abbreviations, _dates, _clock, _pressure, _ranges, _quantities, _numbers, _symbols):
        text = step(text, code, signs)
    return re.sub(r"\s+([,.;:!?])", r"\1", re.sub(r"\s+", " ", text)).strip()


# — marks that are for the eye only —

_LINK = re.compile(r"!?\[([^\]\[]*)\]\([^)]*\)")
_RAW_PHONEMES = re.compile(r"\[\[.*?\]\]", re.DOTALL)  # Piper reads [[…]] as phonemes
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_URL = re.compile(r"\(?\b(?:https?://|www\.)[^\s)>\]]+\)?")
_MICRO = "\u03bc"  # Greek mu, which labels use for the micro sign
_SPACES = re.compile(r"[\u00a0\u202f\u2007\u2009\u200a]")


def _plain(text: str) -> str:
    """Without markdown, tags, links' addresses, emoji and invisible characters."""
    text = _SPACES.sub(" ", text).replace(_MICRO, "µ")
    text = _RAW_PHONEMES.sub(" ", text)
    text = _LINK.sub(r"\1", text)
    text = _URL.sub(" ", text)
    text = _TAG.sub(" ", text)
    text = re.sub(r"^[\s|:=-]*-{3}[\s|:=-]*$\n?", "", text, flags=re.MULTILINE)  # a table's rule
    text = re.sub(r"^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+•]\s+|```.*$|[-=_*]{3,}\s*$)", "", text, flags=re.MULTILINE)
    text = re.sub(r"(\*\*|__|~~|`+)(.*?)\1", r"\2", text)
    text = re.sub(r"(?<!\w)[*_](\S[^*_\n]*?)[*_](?!\w)", r"\1", text)
    text = re.sub(r"(?<=\w)\s*\|\s*(?=\w)", ", ", text)
    text = re.sub(r"[*`~^|\\{}\[\]]+", " ", text)
    text = re.sub(r"(?<=[\w)%°])[ \t]*\n\s*", ". ", text)  # a line is a sentence: the voice pauses
    text = re.sub(r"(?<!\S)#(?=\w)", "", text)
    text = "".join(character for character in text if not _silent(character))
    text = re.sub(r"\s*\(([^()]*)\)(?=\s*[.,;:!?]|\s*$)", r", \1", text)  # an aside is heard between commas
    text = re.sub(r"\s*\(([^()]*)\)", r", \1,", text)
    text = re.sub(r"([!?])[!?]+", r"\1", text)
    return re.sub(r"\.{3,}|…", ". ", text) if re.search(r"\w", text) else ""


def _silent(character: str) -> bool:
    """Emoji, their joiners and skin tones, isolating marks and control characters; the degree sign and its like stay."""
    if character in "\n\t°":
        return False
    return unicodedata.category(character) in ("So", "Sk", "Cf", "Cc", "Co", "Cs") or "\ufe00" <= character <= "\ufe0f"


# — words for signs —


def _abbreviations(text: str, language: str, signs: _Signs) -> str:
    for short in sorted(signs.abbreviations, key=len, reverse=True):
        word = signs.abbreviations[short]
        text = re.sub(rf"(?<!\w){re.escape(short)}(?!\w)", word, text)
        if short[0].islower():  # at the start of a sentence
            text = re.sub(rf"(?<!\w){re.escape(short[0].upper() + short[1:])}(?!\w)", word[0].upper() + word[1:], text)
    return text


def _dates(text: str, language: str, signs: _Signs) -> str:
    text = re.sub(r"\b(\d{4})-(\d{2})-(\d{2})\b", lambda m: _date(m, int(m[1]), int(m[2]), int(m[3]), language), text)
    return re.sub(r"(?<![\d./-])(\d{1,2})([./])(\d{1,2})\2(\d{4})(?![\d/])", lambda m: _local_date(m, language), text)


def _local_date(found: re.Match[str], language: str) -> str:
    first, second, year = int(found[1]), int(found[3]), int(found[4])
    if language == "en" and first <= 12 and second <= 12 and first != second:
        return f"{first}, {second}, {year}"  # day or month first? Not ours to say.
    return _date(found, year, first, second, language) if language == "en" and second > 12 else _date(found, year, second, first, language)


def _date(found: re.Match[str], year: int, month: int, day: int, language: str) -> str:
    try:
        when = date(year, month, day)
    except ValueError:
        return found[0]
    name = dates.format_date(when, "MMMM", locale=resolve(language).locale)
    return {
        "en": f"{ordinal(day, 'en')} of {name} {year}",
        "es": f"{day} de {name} de {year}",
        "de": f"{ordinal(day, 'de')} {name} {year}",
    }.get(language, f"{'1er' if language == 'fr' and day == 1 else day} {name} {year}")


def _clock(text: str, language: str, signs: _Signs) -> str:
    if language == "en":  # voices read "10:30" right in English
        return text

    def words(found: re.Match[str]) -> str:
        return signs.words.clock.format(h=int(found[1]), m=int(found[2]) or "").strip()

    return re.sub(r"\b([01]?\d|2[0-3]):([0-5]\d)\b(?::[0-5]\d)?(?:\s*(?:Uhr|h)\b)?", words, text)


def _pressure(text: str, language: str, signs: _Signs) -> str:
    return re.sub(r"(?<![\d/.,])(\d{2,3})\s?/\s?(\d{2,3})(?![\d/]|[.,]\d)", rf"\1 {signs.words.over} \2", text)


def _ranges(text: str, language: str, signs: _Signs) -> str:
    number = r"\d+(?:[.,]\d+)*"
    return re.sub(rf"(?<![\w.,/–-])({number})\s?[-–]\s?({number})(?![-–/]?\d|[.,]\d|-\d)", rf"\1 {signs.words.to} \2", text)


def _quantities(text: str, language: str, signs: _Signs) -> str:
    """A number and its unit; "/day" after it is said "per day"."""
    names = "|".join(re.escape(unit) for unit in sorted(signs.units, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w.,])(\d+(?:[.,]\d+)*)\s?({names})(?![\w²])(\s?/\s?(?=[^\W\d_]))?")

    def words(found: re.Match[str]) -> str:
        one, several, gender = signs.units[found[2]]
        per = f" {signs.words.per} " if found[3] else ""
        number = plain_number(found[1], language)
        if number is None:
            return f"{found[1]} {several}{per}"
        if "." in number:
            return f"{decimal(number, language)} {several}{per}"
        value = int(number)
        agreeing: Gender = "f" if gender == "f" else "m"
        return f"{spoken_integer(value, language, agreeing)} {one if value == 1 else several}{per}"

    return re.sub(r"(?<=\d)\s?/\s?(?=[^\W\d_])", f" {signs.words.per} ", pattern.sub(words, text))


def _numbers(text: str, language: str, signs: _Signs) -> str:
    text = re.sub(r"(?<![\w.,)-])[-−](?=\d)", f"{signs.words.minus} ", text)

    def words(found: re.Match[str]) -> str:
        number = plain_number(found[0], language)
        return found[0] if number is None else decimal(number, language)

    return re.sub(r"(?<![\w.,])\d+(?:[.,]\d+)+(?![\w]|[.,]\d)", words, text)


def _symbols(text: str, language: str, signs: _Signs) -> str:
    words = signs.words
    replace: Mapping[str, str | Callable[[re.Match[str]], str]] = {
        r"≥|>=": words.least,
        r"≤|<=": words.most,
        r">\s?(?=\d)": words.above,
        r"<\s?(?=\d)": words.below,
        r"(?<=\d)\s?[x×]\s?(?=\d)|(?<=\d)\s?×": words.times,
        r"(?<!\w)\+(?=\d)": words.plus,
        r"=": words.equals,
        r"&": words.and_,
    }
    for sign, word in replace.items():
        text = re.sub(sign, f" {word} ", text)
    return text
