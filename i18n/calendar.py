"""A language's words for stretches of days, as compiled patterns. The words are data: `assets/dates/<language>.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from assistant.assets import asset
from assistant.content import Strict, content
from i18n.folding import bounded, gap, plainly
from i18n.languages import LANGUAGES

__all__ = ["Calendar", "Kind", "Rule", "Unit", "calendar"]

Unit = Literal["day", "night", "week", "fortnight", "month", "year", "weekend", "weekday"]
Kind = Literal[
    "nothing", "beyond", "day", "night", "weekday", "weekday_night", "weekday_in_week", "night_between", "week", "month", "year", "weekend",
    "rolling", "ago", "month_week", "named_month", "date", "dates", "day_of_month", "year_number", "before",
]  # fmt: skip


class _RuleFile(Strict):
    kind: Kind
    patterns: tuple[str, ...]
    offset: int | None = None
    unit: Unit | None = None


class _CalendarFile(Strict):
    since: tuple[str, ...]
    since_after: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    arriving: tuple[str, ...] = ()
    openers: tuple[str, ...]
    joiners: tuple[str, ...]
    dash: tuple[str, ...]
    paired: tuple[str, ...] = ()
    closers: tuple[str, ...] = ()
    differences: tuple[str, ...]
    weekdays: Annotated[tuple[tuple[str, ...], ...], Field(min_length=7, max_length=7)]
    months: Annotated[tuple[tuple[str, ...], ...], Field(min_length=12, max_length=12)]
    doubtful_months: tuple[str, ...] = ()
    month_openers: tuple[str, ...] = ()
    day_suffix: str
    ordinal_suffix: str
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    units: Mapping[Unit, tuple[str, ...]]
    rules: tuple[_RuleFile, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern and what it means; `offset` counts units back from now (0: this one, -1: the last one)."""

    kind: Kind
    pattern: re.Pattern[str]
    offset: int | None
    unit: Unit | None


@dataclass(frozen=True, slots=True)
class Calendar:
    """Everything `find_periods` knows about one language. The look-ups take folded text and give 1-based months, Monday = 0, or None.

    since stands before a stretch, since_after behind it. Where a case ending does the work of "from" and "to" (Finnish "maanantaista
    keskiviikkoon"), a stretch whose last word is `leaving` opens a range, or a "since", and one whose last word is `arriving` closes a range.
    Where a word behind the second stretch says that it is a range (Hindi "सोमवार से बुधवार तक", Chinese "周一和周三之间"), that is a closer, and
    what stands between the two is `paired`.
    """

    rules: tuple[Rule, ...]
    since: re.Pattern[str]
    since_after: re.Pattern[str]
    leaving: re.Pattern[str] | None
    arriving: re.Pattern[str] | None
    opener: re.Pattern[str]
    joiner: re.Pattern[str]
    dash: re.Pattern[str]
    paired: re.Pattern[str]
    closers: re.Pattern[str]
    differences: re.Pattern[str]
    doubtful_months: tuple[str, ...]
    month_openers: tuple[str, ...]
    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    _numbers: tuple[tuple[re.Pattern[str], int], ...]
    _ordinals: tuple[tuple[re.Pattern[str], int], ...]
    _units: tuple[tuple[re.Pattern[str], Unit], ...]

    def number(self, words: str) -> int | None:
        """A count or a day: "3", "3rd", "three", "third"."""
        digits = re.match(r"\d+", words)
        if digits:
            return int(digits.group())
        return next((value for pattern, value in (*self._numbers, *self._ordinals) if pattern.fullmatch(words)), None)

    @property
    def numbers(self) -> tuple[tuple[re.Pattern[str], float], ...]:
        """Number words, each with its value."""
        return tuple((pattern, float(value)) for pattern, value in self._numbers)

    def unit(self, word: str) -> Unit | None:
        return next((unit for pattern, unit in self._units if pattern.fullmatch(word)), None)


@lru_cache(maxsize=16)
def calendar(language: str) -> Calendar | None:
    """The calendar of a language; None where there is none. Raises `UsageError` when its file is broken."""
    try:
        path = asset("dates", f"{language}.toml")
    except FileNotFoundError:
        return None
    with content(path) as tables:
        return _compile(_CalendarFile.model_validate(plainly(tables)), LANGUAGES[language].script if language in LANGUAGES else "Latn")


def _any(words: Sequence[str]) -> str:
    return "|".join(sorted((word.replace(" ", r"\s+") for word in words), key=len, reverse=True))


def _compile(words: _CalendarFile, script: str) -> Calendar:
    number_words = _any([*words.numbers])
    day_words = _any([*words.ordinals, *words.numbers])
    tables = {
        "weekday": _any([name for names in words.weekdays for name in names]),
        "month": _any([name for names in words.months for name in names]),
        "n": rf"\d{{1,3}}|{number_words}",
        "day": rf"\d{{1,2}}{words.day_suffix}|{day_words}",
        "ordinal": rf"\d{{1,2}}{words.ordinal_suffix}",
        "year": r"(?:19|20)\d\d",
        "unit": _any([form for forms in words.units.values() for form in forms]),
    }
    behind = rf"(?:{gap(script)}|(?<='))"  # "depuis le début d'octobre": an elision leaves no space
    return Calendar(
        rules=tuple(
            Rule(rule.kind, re.compile(bounded(_fill(pattern, tables), script)), rule.offset, rule.unit)
            for rule in words.rules
            for pattern in rule.patterns
        ),
        since=re.compile(rf"{bounded(_any(words.since) or _NEVER, script)}{behind}$"),
        since_after=re.compile(rf"{gap(script)}{bounded(_any(words.since_after) or _NEVER, script)}"),
        leaving=_ending(words.leaving),
        arriving=_ending(words.arriving),
        opener=re.compile(rf"{bounded(_any(words.openers) or _NEVER, script)}{behind}$"),
        joiner=re.compile(rf"\s*(?:{_any(words.joiners)})\s*"),
        dash=re.compile(rf"\s*(?:{_any(words.dash)})\s*"),
        paired=re.compile(rf"\s*(?:{_any(words.paired) or _NEVER})\s*"),
        closers=re.compile(rf"{gap(script)}{bounded(_any(words.closers) or _NEVER, script)}"),
        differences=re.compile(bounded(_any(words.differences) or _NEVER, script)),
        doubtful_months=words.doubtful_months,
        month_openers=words.month_openers,
        weekdays={name: index for index, names in enumerate(words.weekdays) for name in names},
        months={name: index for index, names in enumerate(words.months, 1) for name in names},
        _numbers=tuple((re.compile(_spaced(word)), value) for word, value in words.numbers.items()),
        _ordinals=tuple((re.compile(_spaced(word)), value) for word, value in words.ordinals.items()),
        _units=tuple((re.compile(form), unit) for unit, forms in words.units.items() for form in forms),
    )


_NEVER = r"(?!)"


def _ending(words: Sequence[str]) -> re.Pattern[str] | None:
    return re.compile(rf"(?:{_any(words)})") if words else None


def _spaced(pattern: str) -> str:
    return pattern.replace(" ?", r"\s*").replace(" ", r"\s+")


def _fill(pattern: str, tables: Mapping[str, str]) -> str:
    """Put the tables in, each as a named group; the second use of a name gets a 2, as groups must differ."""
    seen: dict[str, int] = {}

    def table(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in tables:
            raise ValueError(f"{{{name}}} is no table in {pattern!r}")
        seen[name] = seen.get(name, 0) + 1
        return f"(?P<{name}{seen[name] if seen[name] > 1 else ''}>{tables[name]})"

    return re.sub(r"\{([a-z]+)\}", table, _spaced(pattern))
