"""Units as replies write them: their names and words, and how much each is worth."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from babel import Locale
from pydantic import TypeAdapter

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.reply.wording import wording
from i18n.folding import fold, plainly
from i18n.languages import resolve

__all__ = ["canonical", "unit_at", "units", "written_units"]


class Unit(Strict):
    symbols: tuple[str, ...]
    cldr: str | None = None
    base: str | None = None
    size: float = 1


@cache
def units() -> Mapping[str, Unit]:
    with content(asset("reply", "verifier", "units.toml")) as tables:
        return TypeAdapter(dict[str, Unit]).validate_python(plainly(tables))


@cache
def canonical(unit: str, language: str) -> str:
    """The name that units.toml has for a unit as a claim writes it; the unit itself, folded, where it has none."""
    name = fold(unit).text.strip()
    if not name or name in units():
        return name
    for tongue in dict.fromkeys(("en", language)):
        for known in _patterns(tongue):
            if known[0].fullmatch(name):
                return known[1]
    return name


@cache
def written_units(language: str) -> tuple[tuple[str, str, str, str], ...]:
    """(before the number, behind it, plural category, unit): how CLDR writes the units in a language, folded."""
    table = Locale.parse(resolve(language).locale)._data["unit_patterns"]
    ways: set[tuple[str, str, str, str]] = set()
    for name, unit in units().items():
        for length in ("long", "short"):
            for plural, pattern in table.get(unit.cldr, {}).get(length, {}).items():
                if isinstance(pattern, str):
                    before, mark, after = fold(pattern.replace("\u200f", "")).text.partition("{0}")
                    before, after = before.strip(), after.strip().rstrip(".")
                    # One letter may be a word ("a" is short for "años"): only the symbols of units.toml are read so.
                    if len(after) != 1 or not after.isalpha():
                        ways.add((before, after, plural if mark else f"{plural} alone", name))
    return tuple(sorted(ways))


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Every way to write a unit, the longest first."""
    ways = [(way, name) for name, unit in units().items() for way in unit.symbols]
    ways += [(way, name) for name, words in wording(language).units.items() for way in words]
    ways += [
        (re.escape(after), name) for before, after, plural, name in written_units(language) if after and not before and not plural.endswith("alone")
    ]
    ways += [(way, "times") for way in wording(language).times]
    ways.sort(key=lambda way: len(way[0]), reverse=True)
    return tuple((re.compile(way.replace(" ?", r"\s*").replace(" ", r"\s+")), name) for way, name in ways)


@cache
def _behind(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Units as they stand behind a number."""
    end = r"(?![^\W\d\u3400-\u9fff])" if language == "zh" else r"(?![\w\u0900-\u0903\u093a-\u094f])"
    counter = r"(?:个|多)?\s*" if language == "zh" else r"\s*-?\s*"
    end = rf"(?:{end}|(?<=\dh)(?=[0-5]\d(?!\d)))"  # "6h45"
    return tuple(
        (re.compile(rf"{counter}(?:{pattern.pattern}){end}(?!\s?/\s?(?:d?l|ml|m2|m²|min|kg|mol)\b)"), name) for pattern, name in _patterns(language)
    )


def unit_at(text: str, at: int, language: str) -> tuple[str, int] | None:
    """The unit that stands there and its end: the longest that can be read."""
    found = [(match.end(), name) for pattern, name in _behind(language) if (match := pattern.match(text, at))]
    end, name = max(found, default=(0, ""))
    return (name, end) if found else None
