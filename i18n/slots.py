"""Typed slots: a message says where a number, a duration, a date or a time stands; CLDR says how it is written.

Every slot has two forms: "shown" for the eye ("6 h 12 min") and "spoken" for the ear ("6 hours and 12 minutes").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from types import MappingProxyType
from typing import Any, Literal

from babel import dates, numbers, units
from babel.lists import format_list
from fluent.runtime.types import FluentType

from i18n.languages import resolve
from i18n.numerals import Gender, decimal, ordinal, spoken_integer

__all__ = ["Amount", "Choice", "Clock", "Count", "Day", "Form", "Phone", "Series", "Slot", "Written", "clock_time"]

Form = Literal["shown", "spoken"]
Words = Callable[..., str]
"""Asks the catalogue for a message in the same language and form; units that CLDR lacks are messages."""

_DIGITS = "#,##0.##"

_CLDR: Mapping[str, str] = MappingProxyType(
    {
        "h": "duration-hour",
        "min": "duration-minute",
        "s": "duration-second",
        "km": "length-kilometer",
        "kcal": "energy-kilocalorie",
        "ms": "duration-millisecond",
        "kg": "mass-kilogram",
        "mg/dL": "concentr-milligram-ofglucose-per-deciliter",
        "mmHg": "pressure-millimeter-ofhg",
        "°C": "temperature-celsius",
        "days": "duration-day",
        "%": "concentr-percent",
    }
)

# What CLDR has no words for: a message of the catalogue names each. "floors" are flights of stairs, "pp" percentage points.
_WORDED = frozenset({"count", "floors", "bpm", "breaths/min", "mL/kg/min", "points", "pp"})

# Grammatical gender of each unit's noun where a word for the number agrees with it (Spanish, German). "count" is steps.
_GENDER: Mapping[str, Mapping[str, Gender]] = MappingProxyType(
    {
        "es": MappingProxyType({"h": "f", "kcal": "f", "breaths/min": "f"}),
        "de": MappingProxyType({"h": "f", "min": "f", "s": "f", "ms": "f", "kcal": "f"}),
    }
)


class Slot:
    """Something that a message places. `write` gives its text."""

    __slots__ = ()

    def write(self, language: str, form: Form, words: Words) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Amount(Slot):
    """A number with its unit (`assistant.measures.Unit`). "min" and "s" are durations, "count" are steps, "clock" is a time of day,
    "" is a bare number.

    of: the most that "points" can be, where it is said with them ("4 out of 10").
    At most two decimals are written; facts are rounded before they come here.
    """

    value: float
    unit: str
    of: int | None = None

    def write(self, language: str, form: Form, words: Words) -> str:
        value = round(self.value, 2)
        if self.unit == "min":
            return _duration(value, language, form)
        if self.unit == "s":
            return _lasting(value, language, form)
        if self.unit == "clock":
            at = clock_time(value)
            return words("unit-clock", time=Clock(at).write(language, form, words), hour=at.hour)
        if self.unit in ("", "kg/m2"):  # nobody says the unit of a body mass index
            return _number(value, language, form, "")
        if self.unit == "points" and self.of is not None:
            return words("unit-points-of", value=_number(value, language, form, ""), most=_number(self.of, language, form, ""))
        if self.unit in _WORDED:
            name = self.unit.replace("/", "-")
            return words(f"unit-{name}", value=_number(value, language, form, self.unit), n=int(value) if value == int(value) else value)
        if self.unit == "mmHg" and form == "shown":  # German CLDR writes "mm Hg", and no device does
            return f"{_number(value, language, form, self.unit)} mmHg"
        return _unit(value, _CLDR[self.unit], self.unit, language, form)


@dataclass(frozen=True, slots=True)
class Count(Slot):
    """A bare whole number; its noun stands in the message. alone: not right before it ("veintiuno de los 30 días", not "veintiún")."""

    value: int
    feminine: bool = False
    alone: bool = False

    def write(self, language: str, form: Form, words: Words) -> str:
        if form == "shown":
            return numbers.format_decimal(self.value, format=_DIGITS, locale=resolve(language).locale)
        if self.alone and not self.feminine:
            return str(self.value)
        return spoken_integer(self.value, language, "f" if self.feminine else "m")


@dataclass(frozen=True, slots=True)
class Day(Slot):
    """A day. `part`: "date" (23 November), "number" (23), "weekday" (Monday) or "month" (November); `year` adds the year."""

    day: date
    part: Literal["date", "number", "weekday", "month"] = "date"
    year: bool = False

    def write(self, language: str, form: Form, words: Words) -> str:
        locale = resolve(language).locale
        if self.part == "weekday":
            return dates.format_date(self.day, "EEEE", locale=locale)
        if self.part == "month":
            if self.year:
                return dates.format_skeleton("yMMMM", self.day, locale=locale)
            return dates.format_date(self.day, "MMMM", locale=locale)  # the skeleton would abbreviate it
        if form == "spoken":
            number = ordinal(self.day.day, language)
            if self.part == "number":
                return number
            month = dates.format_date(self.day, "MMMM", locale=locale)
            return words("spoken-date", number=number, month=month, year=str(self.day.year) if self.year else "none")
        if self.part == "number":
            return dates.format_skeleton("d", self.day, locale=locale)
        return dates.format_skeleton("yMMMMd" if self.year else "MMMMd", self.day, locale=locale)


@dataclass(frozen=True, slots=True)
class Clock(Slot):
    """A time of day, to the minute."""

    at: time

    def write(self, language: str, form: Form, words: Words) -> str:
        if form == "shown":
            return dates.format_time(self.at, "short", locale=resolve(language).locale)
        # Voices read "9:05" as figures or as a ratio; words around two plain numbers are read right.
        hour = self.at.hour
        kind = "full" if self.at.minute == 0 else "early" if self.at.minute < 10 else "late"
        part = "night" if hour < 1 else "small" if hour < 6 else "morning" if hour < 12 else "afternoon" if hour < 18 else "evening"
        return words("spoken-time", hour=hour, twelve=hour % 12 or 12, minute=self.at.minute, kind=kind, part=part)


@dataclass(frozen=True, slots=True)
class Phone(Slot):
    """A telephone number; a voice says it figure by figure."""

    number: str

    def write(self, language: str, form: Form, words: Words) -> str:
        if form == "shown":
            return self.number
        return ", ".join(" ".join(group) for group in re.findall(r"\d+", self.number))


@dataclass(frozen=True, slots=True)
class Series(Slot):
    """Several names joined with "and" or "or"."""

    names: tuple[str, ...]
    joined: Literal["standard", "or"] = "standard"

    def write(self, language: str, form: Form, words: Words) -> str:
        return format_list(self.names, style=self.joined, locale=resolve(language).locale)


@dataclass(frozen=True, slots=True)
class Choice(Slot):
    """A name that only selects a variant; it is never written."""

    name: str

    def write(self, language: str, form: Form, words: Words) -> str:
        return self.name


class Written(FluentType):
    """A slot's text as a value that Fluent places. It has no number: plural variants select on a separate plain number."""

    def __init__(self, text: str) -> None:
        self.text = text

    def format(self, locale: Any, options: Any = None) -> str:
        return self.text


def clock_time(minutes: float) -> time:
    """Minutes after midnight as a time of day; before midnight they are negative, so -30 is 23:30."""
    hour, minute = divmod(round(minutes) % 1440, 60)
    return time(hour, minute)


def _number(value: float, language: str, form: Form, unit: str) -> str:
    if form == "shown":
        return numbers.format_decimal(value, format=_DIGITS, locale=resolve(language).locale)
    if value == int(value):
        if not unit or (unit == "%" and language == "es"):  # "veintiuno por ciento": no noun follows that it would agree with
            return str(int(value))
        return spoken_integer(int(value), language, _GENDER.get(language, {}).get(unit, "m"))
    return decimal(f"{value:g}" if abs(value) < 1e5 else f"{value:.2f}", language)


def _unit(value: float, cldr: str, unit: str, language: str, form: Form) -> str:
    width: Literal["short", "long"] = "short" if form == "shown" and unit != "days" else "long"  # "28 d" is no word
    text = units.format_unit(value, cldr, width, format=_DIGITS, locale=resolve(language).locale)
    if form == "shown":
        return text
    written = numbers.format_decimal(value, format=_DIGITS, locale=resolve(language).locale)
    return text.replace(written, _number(value, language, form, unit), 1)


def _duration(minutes: float, language: str, form: Form) -> str:
    """Hours and minutes. CLDR's short forms differ ("hr", "Std."), so the eye gets the SI symbols, which every language shares."""
    hours = int(minutes // 60)
    rest = round(minutes - 60 * hours, 2)
    parts: list[tuple[float, str]] = [(hours, "h")] if hours else []
    if rest or not hours:
        parts.append((rest if rest != int(rest) else int(rest), "min"))
    return _parts(parts, language, form)


def _lasting(seconds: float, language: str, form: Form) -> str:
    """Minutes and whole seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return _parts([(value, unit) for value, unit in ((minutes, "min"), (rest, "s")) if value] or [(0, "s")], language, form)


def _parts(parts: Sequence[tuple[float, str]], language: str, form: Form) -> str:
    if form == "shown":
        return " ".join(f"{_number(value, language, form, unit)} {unit}" for value, unit in parts)
    return format_list([_unit(value, _CLDR[unit], unit, language, form) for value, unit in parts], locale=resolve(language).locale)
