"""Numbers with their units as they stand in a reply."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from assistant.reply.page import Page
from assistant.reply.units import unit_at, units, written_units
from assistant.reply.wording import whole, wording

__all__ = ["Stated", "bare_units", "decimals", "equals", "plain", "stated", "written_numbers"]

_HOURS = re.compile(r"(?<![\d.,:])(\d{1,2}):([0-5]\d)(?!\d)")
_NUMBER = r"(?:(?<![\w□.,)%])-)?(?<![\da-gi-z])(?<!\Dh)(?<!\d[.,:])\d+(?:[.,']\d+|(?<=\d) \d{3}(?!\d))*"
_BARE = frozenset({"steps", "days", ""})
_WHOLE_ONLY = frozenset(
    {"days", "weeks", "months", "years", "%", "bpm", "breaths", "unit", "point", "c", "f", "iu", "mi", "lb"}
)  # "a day" is no amount


@dataclass(frozen=True, slots=True)
class Stated:
    """A number as it stands in a reply: `digits` decimals, its canonical unit or None, and where it stands."""

    value: float
    digits: int
    unit: str | None
    start: int
    end: int


@cache
def written_numbers(language: str) -> re.Pattern[str]:
    return re.compile(_NUMBER)


@cache
def _articles(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = wording(language)
    halves = whole(words.half, language)
    return re.compile(whole(words.articles, language)), re.compile(halves)


@cache
def _around(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(way.replace("{n}", rf"(?P<n>{_NUMBER})").replace(" ?", r"\s*")), unit)
        for unit, ways in (
            *wording(language).around.items(),
            *((unit, (f"{re.escape(before)} ?{{n}} ?{re.escape(after)}",)) for before, after, _, unit in written_units(language) if before and after),
        )
        for way in ways
    )


@cache
def _marks(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    words = wording(language)
    return (
        re.compile(rf"(\d)\s*{whole(words.point, language)}\s*(\d(?: \d(?!\d))*)"),
        re.compile(whole(words.minus, language) + r"\s*$"),
        re.compile(rf"\s*(?:{whole(words.joins, language)}|,|و)?\s*"),
    )


@cache
def _parts(language: str) -> tuple[tuple[re.Pattern[str], float], ...]:
    """What makes a number more by a part: "and a half", "and three quarters"."""
    words = wording(language)
    ways = ((words.and_quarters, 0.75), (words.and_half, 0.5), (words.and_quarter, 0.25))
    return tuple((re.compile(rf"[\s-]*{whole(ways, language)}"), part) for ways, part in ways if ways)


@cache
def _leads(language: str) -> tuple[tuple[re.Pattern[str], float], ...]:
    """What is added to the number behind it: Hindi "साढ़े सात" is seven and a half."""
    return tuple((re.compile(rf"{whole((way,), language)}\s*$"), part) for way, part in wording(language).leads.items())


def _lead(text: str, at: int, language: str) -> tuple[float, int]:
    """The part that ends there and its start; 0 where there is none."""
    found = ((part, match.start()) for pattern, part in _leads(language) if (match := pattern.search(text, max(0, at - 12), at)))
    return next(found, (0.0, at))


def _part(text: str, at: int, language: str) -> tuple[float, int]:
    """The part that stands there and its end; 0 where there is none."""
    found = ((part, match.end()) for pattern, part in _parts(language) if (match := pattern.match(text, at)))
    return next(found, (0.0, at))


def plain(written: str, decimal: str) -> tuple[float, int]:
    """Value and decimals of a written number; NaN when it is no single number ("1.2.3"), which then equals nothing."""
    sign = -1 if written.startswith("-") else 1
    group = "," if decimal == "." else "."
    digits = written.lstrip("-").replace(" ", "").replace("'", "")
    if re.fullmatch(rf"\d{{1,3}}(?:\{group}\d{{2,3}})*\{group}\d{{3}}(?:\{decimal}\d+)?", digits) and not digits.startswith("0"):
        digits = digits.replace(group, "")
    whole_part, mark, rest = digits.replace(group, decimal if digits.count(group) == 1 and decimal not in digits else group).partition(decimal)
    if not whole_part.isdigit() or (mark and not rest.isdigit()):
        return float("nan"), 0
    return sign * float(f"{whole_part}.{rest or 0}"), len(rest)


def stated(page: Page) -> tuple[Stated, ...]:
    """Every number that is left on the page, in order."""
    language = page.language
    words = wording(language)
    point, minus, _ = _marks(language)
    text = point.sub(lambda m: _same_length(m, words.decimal), page.text)
    hours = [match for match in _HOURS.finditer(text) if (unit_at(text, match.end(), language) or ("", 0))[0] == "h"]
    found: list[Stated] = []
    taken: list[tuple[int, int]] = []
    for match in hours:  # "6:42 hours"
        unit = unit_at(text, match.end(), language)
        taken.append((match.start(), unit[1] if unit else match.end()))
        found.append(Stated(int(match[1]) * 60 + int(match[2]), 0, "min", *taken[-1]))
    for pattern, name in _around(language):
        for match in pattern.finditer(text):
            value, digits = plain(match["n"], words.decimal)
            found.append(Stated(value, digits, name, match.start(), match.end()))
            taken.append(match.span())
    for match in written_numbers(language).finditer(text):
        if any(start <= match.start() < end for start, end in taken):
            continue
        value, digits = plain(match[0], words.decimal)
        end = match.end()
        part, start = _lead(text, match.start(), language)
        if not part:
            part, end = _part(text, end, language)
        unit = unit_at(text, end, language)
        if unit:
            end = unit[1]
            if not part:
                part, end = _part(text, end, language)
        if part:
            value, digits = value + part, 1 if part == 0.5 else 2
        if minus.search(text[: match.start()]):
            value = -abs(value)
        found.append(Stated(value, digits, unit[0] if unit else None, start, end))
        taken.append((start, end))
    found += _worded(text, language, taken)
    return _joined(text, sorted(found, key=lambda one: one.start), language)


@cache
def _duals(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Arabic "ساعتان": two of a unit in one word, in either case."""
    return tuple(
        (re.compile(whole((re.sub("ان$", "(?:ان|ين)", before),), language)), name)
        for before, _, plural, name in written_units(language)
        if plural == "two alone" and before.endswith("ان") and name not in _WHOLE_ONLY
    )


@cache
def _often(language: str) -> tuple[tuple[re.Pattern[str], float], ...]:
    """ "twice", the longest first."""
    return tuple(
        (re.compile(whole((word,), language)), value) for word, value in sorted(wording(language).often.items(), key=lambda item: -len(item[0]))
    )


def _same_length(match: re.Match[str], mark: str) -> str:
    """ "5 point 4" as "5.4" and spaces, so that positions stay."""
    joined = f"{match[1]}{mark}{match[2].replace(' ', '')}"
    return joined.ljust(len(match[0]))


def _worded(text: str, language: str, taken: Sequence[tuple[int, int]]) -> Iterator[Stated]:
    """ "an hour", "half a tablet": words that are a number only before a unit."""
    for pattern, value in _often(language):
        for match in pattern.finditer(text):
            if not any(start <= match.start() < end for start, end in taken):
                taken = [*taken, match.span()]
                yield Stated(value, 0, "times", *match.span())
    for pattern, unit_name in _duals(language):
        for match in pattern.finditer(text):
            if not any(start <= match.start() < end for start, end in taken):
                taken = [*taken, match.span()]
                yield Stated(2, 0, unit_name, *match.span())
    articles, halves = _articles(language)
    values = wording(language).articles
    for pattern in (halves, articles):
        for match in pattern.finditer(text):
            if any(start <= match.start() < end for start, end in taken):
                continue
            unit = unit_at(text, match.end(), language)
            if not unit or unit[0] in _WHOLE_ONLY:
                continue
            part, end = _part(text, unit[1], language)
            value = part + (0.5 if pattern is halves else float(values.get(match[0], 1)))
            taken = [*taken, (match.start(), end)]
            yield Stated(value, 2 if part % 0.5 else 1 if value % 1 else 0, unit[0], match.start(), end)


def _joined(text: str, found: Sequence[Stated], language: str) -> tuple[Stated, ...]:
    """ "6 h 42 min", "6 hours and 42 minutes", "6 h 42" as one number of minutes."""
    join = _marks(language)[2]
    out: list[Stated] = []
    for one in found:
        last = out[-1] if out else None
        if (
            last is not None
            and last.unit == "h"
            and one.unit in ("min", None)
            and one.digits == 0
            and last.digits == 0
            and 0 <= one.value < 60
            and join.fullmatch(text[last.end : one.start])
            and (one.unit == "min" or one.start - last.end <= 2)
        ):
            out[-1] = Stated(last.value * 60 + one.value, 0, "min", last.start, one.end)
        else:
            out.append(one)
    return tuple(out)


def equals(one: Stated, value: float, digits: int, unit: str, said: set[str | None]) -> bool:
    if one.unit is None:
        return one.value == value and (unit in _BARE or unit in said)
    if one.unit == unit:
        return one.value == value
    here, there = units().get(one.unit), units().get(unit)
    if here is None or there is None or here.base is None or here.base != there.base:
        return False
    tolerance = max(there.size * 0.5 * 10**-digits if digits else 0, here.size * 0.5 * 10**-one.digits if one.digits else 0)
    return abs(one.value * here.size - value * there.size) <= tolerance + 1e-9 * abs(value * there.size)


def decimals(value: float) -> int:
    return len(f"{value:.6f}".rstrip("0").partition(".")[2])


def bare_units(page: Page) -> set[str | None]:
    """Units whose words stand anywhere on the page, before their number too ("steps: 8,412")."""
    return {name for pattern, name in _bounded_units(page.language) if pattern.search(page.text)}


@cache
def _bounded_units(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    words = wording(language)
    return tuple(
        (re.compile(whole([*(units()[name].symbols if name in units() else ()), *ways, *words.implied.get(name, ())], language)), name)
        for name, ways in words.units.items()
    )
