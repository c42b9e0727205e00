"""What the cells of a column are: numbers in the notation of their file, and units."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from assistant.errors import UsageError
from assistant.importers.importer import Options
from assistant.importers.table import Row, Table
from assistant.measures import MEASURES

__all__ = ["ANSWERS", "GLUCOSE", "Conversion", "NumberForm", "Numbers", "Wanted", "conversion", "unit_in"]

GLUCOSE = 18.0156  # mg/dL in one mmol/L: the molar mass of glucose, 180.156 g/mol. The only such constant in the project's importers.

# What else than the unit of a measure can be asked about a file, and answered in `Options.units`: the order of day and month ("D/M/Y"), the sign
# before the fraction (","), and when a recording began.
ANSWERS = ("date", "decimal", "start")

_EMPTY = frozenset({"", "-", "--", "na", "n/a", "nan", "null", "none"})
_PLAIN = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:([.,])\d+)?", re.ASCII)
_SPACES = re.compile(r"(?<=\d)[\s'\u2019](?=\d{3}(?!\d))")


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a file writes numbers."""

    decimal: Literal[".", ","] = "."

    def read(self, text: str) -> float | None:
        """None for a cell that says nothing. Raises `ValueError` with the reason for one that is no number."""
        if text.lower() in _EMPTY:
            return None
        plain = _SPACES.sub("", text)
        other = "," if self.decimal == "." else "."
        if other in plain:
            whole = plain.partition(self.decimal)[0]
            if not re.fullmatch(rf"[+-]?\d{{1,3}}(?:\{other}\d{{3}})+", whole):
                raise ValueError(f"{text!r} is not a number as the rest of the file writes them")
            plain = plain.replace(other, "")
        if not _PLAIN.fullmatch(plain):
            raise ValueError(f"{text!r} is not a number")
        value = float(plain.replace(",", "."))
        if not isfinite(value):
            raise ValueError(f"{text!r} is not a number")
        return value


class NumberForm:
    """Finds out whether a file writes 93.5 or 93,5, from the cells of these columns: one notation for the whole file."""

    def __init__(self, table: Table, columns: Iterable[str]) -> None:
        self._table = table
        self._columns = [table.columns.index(column) for column in columns]
        self._seen: dict[str, tuple[int, str]] = {}
        self._ways: defaultdict[int, set[str]] = defaultdict(set)

    def look(self, row: Row) -> None:
        for index in self._columns:
            text = _SPACES.sub("", row.cells[index])
            if "," not in text and "." not in text:
                continue
            sign = _evidence(text)
            self._seen.setdefault(sign, (row.line, row.cells[index]))
            if "," in text:
                self._ways[index].add(sign)

    def numbers(self, options: Options) -> Numbers:
        """Raises `UsageError` when the file mixes both, or when nothing tells one from the other."""
        told = options.units.get("decimal", "")
        if told in (".", ","):
            return Numbers("," if told == "," else ".")
        comma, point, unclear = self._seen.get(","), self._seen.get("."), self._seen.get("?")
        if comma and point:
            raise UsageError(
                f"{self._table.name} mixes two ways of writing numbers ({comma[1]!r} in line {comma[0]}, {point[1]!r} in line {point[0]}),"
                " so that none can be trusted; export it again with one of them."
            )
        # A column of 1,234 beside one of 93,5: programs exist that write both, so a comma with three digits behind it everywhere is asked about.
        if comma and not (unclear and {"?"} in self._ways.values()):
            return Numbers(",")
        # Where columns are parted by commas, the program that wrote them has no decimal comma.
        if point or (self._table.delimiter == "," and not comma):
            return Numbers(".")
        if unclear:
            raise UsageError(
                f"{self._table.place(unclear[0])} has {unclear[1]!r}, which may be a fraction or thousands; say which sign parts off the fraction"
                " with --unit decimal=, or --unit decimal=."
            )
        return Numbers(".")


def _evidence(text: str) -> str:
    """The decimal sign that a number gives away; "?" for one that fits both, "" for no number."""
    if _PLAIN.fullmatch(text):
        sign = "," if "," in text else "."
        whole, _, fraction = text.partition(sign)
        whole = whole.lstrip("+-")
        could_group = len(fraction) == 3 and 1 <= len(whole) <= 3 and not whole.startswith("0")
        return "?" if could_group else sign
    if found := _GROUPED.fullmatch(text):
        group, decimal = found.groups()
        if decimal is not None and decimal != group:
            return str(decimal)
        if decimal is None:
            return "." if group == "," else ","
    return ""


@dataclass(frozen=True, slots=True)
class Conversion:
    """From a unit in a file to the measure's own: value × factor + shift."""

    unit: str
    factor: float = 1.0
    shift: float = 0.0

    def __call__(self, value: float) -> float:
        return value * self.factor + self.shift


# By the measure's own unit: what else files give it in.
_UNITS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "kg": {"kg": (1, 0), "lb": (0.45359237, 0), "lbs": (0.45359237, 0), "g": (0.001, 0), "st": (6.35029318, 0)},
    "mg/dL": {"mg/dl": (1, 0), "mmol/l": (GLUCOSE, 0)},
    "km": {"km": (1, 0), "m": (0.001, 0), "mi": (1.609344, 0), "miles": (1.609344, 0), "cm": (0.00001, 0)},
    "kcal": {"kcal": (1, 0), "cal": (0.001, 0), "kj": (1 / 4.184, 0), "j": (1 / 4184, 0)},
    "min": {"min": (1, 0), "s": (1 / 60, 0), "sec": (1 / 60, 0), "h": (60, 0), "hours": (60, 0), "ms": (1 / 60_000, 0)},
    "°C": {"°c": (1, 0), "c": (1, 0), "°f": (5 / 9, -160 / 9), "f": (5 / 9, -160 / 9)},
    "ms": {"ms": (1, 0), "s": (1000, 0)},
    "bpm": {"bpm": (1, 0), "/min": (1, 0)},
    "%": {"%": (1, 0), "1": (100, 0)},
    "mmHg": {"mmhg": (1, 0), "kpa": (7.50061683, 0)},
    "breaths/min": {"breaths/min": (1, 0), "/min": (1, 0)},
    "kg/m2": {"kg/m2": (1, 0), "kg/m²": (1, 0)},
    "mL/kg/min": {"ml/kg/min": (1, 0)},
    "count": {"count": (1, 0), "steps": (1, 0)},
    "points": {"points": (1, 0)},
}

# Of these a bare number fits two units that people use, and a wrong guess would pass for a value.
_ASKED = {"kg": ("kg", "lb"), "mg/dL": ("mg/dL", "mmol/L"), "°C": ("°C", "°F"), "km": ("km", "mi")}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A column and the measure that it holds, in the unit that its header names; "" when it names none."""

    column: str
    measure: str
    unit: str = ""


def conversion(wanted: Wanted, options: Options, where: str) -> Conversion:
    """How to read a column: by its header's unit, else by what the person said. Raises `UsageError` when neither tells and it could be either."""
    own = MEASURES[wanted.measure].unit
    known = {own.lower(): (1.0, 0.0), **_UNITS.get(own, {})}  # its own unit always fits, of a new measure, too
    unit = wanted.unit or options.units.get(wanted.measure, "")
    if not unit:
        if own in _ASKED:
            first, second = _ASKED[own]
            raise UsageError(
                f"{where} does not say whether its {wanted.measure.replace('_', ' ')} is in {first} or {second}; say it with"
                f" --unit {wanted.measure}={first} or --unit {wanted.measure}={second}."
            )
        return Conversion(own)
    if unit.lower() not in known:
        raise UsageError(f"{where} gives {wanted.measure.replace('_', ' ')} in {unit!r}, which is not known here; it can be in {', '.join(known)}.")
    factor, shift = known[unit.lower()]
    return Conversion(unit, factor, shift)


def unit_in(header: str) -> str:
    """The unit that a header names: "Weight (kg)", "Glucose [mmol/L]", "Historic Glucose mg/dL"; "" for none."""
    if found := re.search(r"[(\[]([^)\]]+)[)\]]\s*$", header):
        return found[1].strip()
    last = header.rpartition(" ")[2]
    return last if any(last.lower() in units for units in _UNITS.values()) and " " in header else ""
