"""Amounts that a text names, with their units: "10,000", "ten thousand", "7 and a half hours", "half past eleven", "5,5 mmol".

The words are data, in `assets/lexicon/<language>.toml` under [amounts]; small numbers are those of the calendar. Digits and their marks are read in
every habit: three figures behind a mark are thousands ("8,000", "8.000", "8 000"), else the mark is a decimal one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from i18n.calendar import calendar
from i18n.folding import fold
from i18n.languages import LANGUAGES
from i18n.lexicon import lexicon

__all__ = ["Amount", "find_amounts"]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it was said, in the unit that was said.

    unit: a key of [amounts] (hours, minutes, km, miles, kg, pounds, mmol, fahrenheit, days, …); "clock" for a time of day, in minutes after midnight;
    "" when none was said. start, end: offsets in the text.
    """

    value: float
    unit: str
    start: int
    end: int


_FACTORS: Mapping[str, int] = MappingProxyType({"hundred": 100, "thousand": 1000, "ten_thousand": 10_000})
_CONSTANTS: Mapping[str, tuple[float, str]] = MappingProxyType(
    {"half_hour": (30, "minutes"), "hour": (60, "minutes"), "midnight": (0, "clock"), "noon": (720, "clock")}
)
_BESIDE = frozenset({*_FACTORS, *_CONSTANTS, "half", "half_past", "half_to", "am", "pm"})  # what is no unit
_DIGITS = re.compile(r"\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?")
_TIME = re.compile(r"(?P<h>[01]?\d|2[0-3])(?P<mark>[:h.])(?P<m>[0-5]\d)(?!\d)")
_HALVES: Mapping[str, float] = MappingProxyType({"½": 0.5, "¼": 0.25, "¾": 0.75})


@dataclass(frozen=True, slots=True)
class _Words:
    """What one language says: compiled, on folded text."""

    first: re.Pattern[str]
    numbers: tuple[tuple[re.Pattern[str], float], ...]
    amounts: Mapping[str, re.Pattern[str]]
    letter: re.Pattern[str]
    join: re.Pattern[str]
    dense: bool

    def at(self, says: str, text: str, place: int) -> int | None:
        """Where the words of a key end that begin here; None when they do not."""
        pattern = self.amounts.get(says)
        found = pattern.match(text, place) if pattern else None
        return found.end() if found else None

    def inside(self, text: str, place: int) -> bool:
        """Whether this place lies within a word."""
        return not self.dense and 0 < place < len(text) and bool(self.letter.match(text[place - 1]) and self.letter.match(text[place]))


def find_amounts(text: str, language: str) -> tuple[Amount, ...]:
    """Amounts in order of the text. A language without words gives numbers in digits."""
    folded = fold(text)
    return tuple(
        Amount(found.value, found.unit, *folded.span(found.start, found.end)) for found in _together(list(_found(folded.text, _words(language))))
    )


def _found(text: str, words: _Words) -> Iterator[Amount]:
    place = 0
    while (begins := words.first.search(text, place)) is not None:
        found = _one(text, begins.start(), words)
        if found is not None:
            yield found
        place = found.end if found is not None else begins.start() + 1


def _one(text: str, start: int, words: _Words) -> Amount | None:
    for says, (value, unit) in _CONSTANTS.items():
        end = words.at(says, text, start)
        if end is not None and not words.inside(text, end):
            return Amount(value, unit, start, end)
    place, ahead, offset = start, 0.0, 0.0
    for says, shift in (("half_past", 0.5), ("half_to", -0.5), ("half", 0.5), ("pm", 0.0), ("am", 0.0)):  # "halb elf", "साढ़े सात", "晚上11点"
        end = words.at(says, text, start)
        if end is not None:
            place, ahead, offset = _skip(text, end), shift, 720.0 if says == "pm" else 0.0
            break
    time = _TIME.match(text, place)
    if time and (time["mark"] != "." or words.at("oclock", text, _skip(text, time.end())) is not None or _half_day(text, time.end(), words)):
        end, later = _half_day(text, time.end(), words) or (time.end(), offset)
        end = words.at("oclock", text, _skip(text, end)) or end
        return Amount(_of_day(60 * int(time["h"]) + int(time["m"]), later), "clock", start, end)
    counted = _number(text, place, words)
    if counted is None:
        return None
    value, end, in_digits, half = counted
    unit, end = _unit(text, end, words)
    if unit and not half and (behind := words.at("half", text, _skip(text, end))) is not None and not words.inside(text, behind):
        value, end = value + 0.5, behind
    twelve = _half_day(text, end, words) if unit in ("", "oclock", "hours") else None
    if unit in ("oclock",) or twelve is not None or ahead < 0 or (ahead and offset == 0.0 and not half and unit == ""):
        end, later = twelve or (end, offset)
        return Amount(_of_day(round(60 * (value + ahead)), later), "clock", start, end) if value <= 24 else None
    value += ahead
    if words.inside(text, end) or (not in_digits and value == 1 and not unit):  # "one" is more often an article
        return None
    return Amount(value, unit, start, end)


def _number(text: str, start: int, words: _Words) -> tuple[float, int, bool, bool] | None:
    """Value, end, whether it is in digits, whether a half was said: "2 thousand five hundred", "siebeneinhalb", "7½"."""
    total, part, place, end, half, digits = 0.0, 0.0, start, start, False, False
    while True:
        written = _DIGITS.match(text, place) if end == start else None
        if written:
            part, end, digits = _value(written[0]), written.end(), True
            if end < len(text) and text[end] in _HALVES:
                part, end, half = part + _HALVES[text[end]], end + 1, True
        elif (said := _said(text, place, words, below=part or None)) is not None:
            part, end = part + said[0], said[1]
        elif (factor := next(((size, at) for name, size in _FACTORS.items() if (at := words.at(name, text, place)) is not None), None)) is not None:
            if words.inside(text, factor[1]):
                break
            part, end = (part or 1.0) * factor[0], factor[1]
            if factor[0] >= 1000:
                total, part = total + part, 0.0
        elif end > start and not half and (behind := words.at("half", text, place)) is not None:
            part, end, half = part + 0.5, behind, True
        else:
            joined = words.join.match(text, place) if end > start and place == _skip(text, end) else None
            if joined is None:
                break
            place = _skip(text, joined.end())
            if _said(text, place, words, below=part or total or None) is None and words.at("half", text, place) is None:
                break
            continue
        place = _skip(text, end)
    return (total + part, end, digits, half) if end > start else None


def _said(text: str, place: int, words: _Words, below: float | None) -> tuple[float, int] | None:
    """A number word that begins here, the longest; behind another one only a smaller one ("twenty five", not "five twenty")."""
    if words.inside(text, place):
        return None
    best: tuple[float, int] | None = None
    for pattern, value in words.numbers:
        found = pattern.match(text, place)
        if found and (below is None or (value < below and below % 10 == 0)) and (best is None or found.end() > best[1]):
            glued = any(words.at(name, text, found.end()) is not None for name in (*_FACTORS, "half"))
            if glued or not words.inside(text, found.end()):
                best = (value, found.end())
    return best


def _unit(text: str, end: int, words: _Words) -> tuple[str, int]:
    """The longest unit that stands behind a number, and where it ends."""
    place = _skip(text, end)
    found = [(at, says) for says in words.amounts if says not in _BESIDE and (at := words.at(says, text, place)) is not None]
    best = max((one for one in found if not words.inside(text, one[0])), default=(end, ""))
    return best[1], best[0]


def _half_day(text: str, end: int, words: _Words) -> tuple[int, float] | None:
    for says, later in (("am", 0.0), ("pm", 720.0)):
        at = words.at(says, text, _skip(text, end))
        if at is not None and not words.inside(text, at):
            return at, later if later else -1.0  # -1: said to be in the morning
    return None


def _of_day(minutes: int, later: float) -> float:
    """Minutes after midnight. 12 a.m. is midnight, and 12 p.m. is noon; "1 at night" is in the morning."""
    if later > 0:
        return float(minutes + 720) if minutes < 720 else float(minutes)
    return float(minutes - 720) if later < 0 and 720 <= minutes < 780 else float(minutes)


def _together(found: list[Amount]) -> list[Amount]:
    """ "7 hours 30 minutes" is one amount."""
    kept: list[Amount] = []
    for amount in found:
        last = kept[-1] if kept else None
        if last is not None and last.unit == "hours" and amount.unit == "minutes" and amount.value < 60 and 0 <= amount.start - last.end <= 5:
            kept[-1] = Amount(60 * last.value + amount.value, "minutes", last.start, amount.end)
        else:
            kept.append(amount)
    return kept


def _value(digits: str) -> float:
    grouped = re.fullmatch(r"\d{1,3}(?:[.,' ]\d{3})+", digits)
    return float(re.sub(r"\D", "", digits)) if grouped else float(digits.replace(",", "."))


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] in " -\t":
        place += 1
    return place


_SPOKEN = ("ar", "de", "en", "es", "fi", "fr", "it", "pt")  # languages that num2words speaks, of ours


def _small_numbers(language: str) -> Mapping[str, int]:
    """Words for 2 to 99, folded, with hyphens as they are and as spaces."""
    from num2words import num2words

    words: dict[str, int] = {}
    for value in range(2, 100) if language in _SPOKEN else ():
        said = fold(str(num2words(value, lang=language))).text
        words |= {said: value, said.replace("-", " "): value}
    return words


_UNGLUED: Mapping[str, str] = MappingProxyType(
    {"Deva": r"(?<![^\W\d_])(?<![\u0900-\u0963])", "Arab": r"(?<![^\W\d_وبلفك])", "Latn": r"(?<![^\W\d_])"}
)


@lru_cache(maxsize=16)
def _words(language: str) -> _Words:
    script = LANGUAGES[language].script if language in LANGUAGES else "Latn"
    known = calendar(language)
    numbers = [*(known.numbers if known else ()), *((re.compile(re.escape(word)), float(value)) for word, value in _small_numbers(language).items())]
    amounts = {
        says: re.compile("|".join(sorted(patterns, key=len, reverse=True))) for says, patterns in lexicon(language).patterns("amounts").items()
    }
    letter = r"[^\W\d_]|[\u0900-\u0963]" if script == "Deva" else r"[^\W\d_]"
    opening = [*(pattern.pattern for pattern, _ in numbers), *(pattern.pattern for says, pattern in amounts.items() if says in _BESIDE)]
    return _Words(
        re.compile(rf"(?<![\d]){'' if script == 'Hans' else _UNGLUED.get(script, _UNGLUED['Latn'])}(?:\d|{'|'.join(opening) or '(?!)'})"),
        tuple(numbers),
        amounts,
        re.compile(letter),
        re.compile(r"(?:and|y|e|et|und|ja|and a)(?=\s)|و(?=\S)|零" if script != "Hans" else "零"),
        script == "Hans",
    )
