"""Values inside FHIR resources, read leniently: what is missing or of another form than the standard's is nothing, never an error."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["LOINC", "Concept", "Quantity", "Resource", "clean", "concept", "items", "number", "quantity", "record", "reference", "words"]

Resource = Mapping[str, Any]

LOINC = "http://loinc.org"
LONGEST = 200  # letters of a name; what is longer is no name
_LOINC_NAMES = frozenset({LOINC, f"{LOINC}/", "https://loinc.org", "urn:oid:2.16.840.1.113883.6.1", "LOINC", "loinc", "LN", ""})
_NUMBER = re.compile(r"[+-]?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,2})?", re.ASCII)


def record(value: Any) -> Resource:
    return value if isinstance(value, dict) else {}


def items(value: Any) -> list[Resource]:
    """The objects of a list; one object where a list belongs counts as a list of one."""
    if isinstance(value, dict):
        return [value]
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def clean(text: str, longest: int = LONGEST) -> str:
    """On one line, in one spelling, without what is not seen: control signs, marks that turn the direction of writing, doubled and outer spaces."""
    if len(text) <= longest and text.isascii() and text.isprintable() and "  " not in text and text == text.strip():
        return text
    text = text[: 20 * longest]
    if not text.isprintable():
        text = "".join(" " if letter.isspace() else letter for letter in text if letter.isspace() or _seen(letter))
    short = " ".join(unicodedata.normalize("NFC", text).split())
    return short if len(short) <= longest else f"{short[: longest - 1].rstrip()}…"


def _seen(letter: str) -> bool:
    """Whether a letter is there for people. The joiners of emoji and of several scripts are, though they have no shape."""
    return unicodedata.category(letter)[0] != "C" or letter in "\u200c\u200d"


def words(value: Any, longest: int = LONGEST) -> str:
    """A text, cleaned; "" for what is none. A number stands for itself, since ids and codes are often written as one."""
    if isinstance(value, str):
        return clean(value, longest)
    return clean(str(value), longest) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def number(value: Any) -> float | None:
    """A finite number, also one written as text with a decimal point; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, int | float):
        try:
            found = float(value)
        except OverflowError:
            return None
        return found if math.isfinite(found) else None
    return None


@dataclass(frozen=True, slots=True)
class Concept:
    """name: as people read it; "" when nothing names it. codings: (system, code, display), in their order."""

    name: str = ""
    codings: tuple[tuple[str, str, str], ...] = ()

    @property
    def code(self) -> str:
        """ "system|code" of the first coding; "" without one"""
        return "|".join(self.codings[0][:2]) if self.codings else ""

    @property
    def loinc(self) -> tuple[str, ...]:
        """Codes that are LOINC's, or may be, since no system is named."""
        return tuple(code for system, code, _ in self.codings if system in _LOINC_NAMES)

    def has(self, *codes: str) -> bool:
        return any(code in codes for _, code, _ in self.codings) or (not self.codings and self.name in codes)


def concept(value: Any) -> Concept:
    """Of a CodeableConcept; also of a lone coding, of text, or of the first of a list."""
    if isinstance(value, list):
        return concept(value[0]) if value else Concept()
    if isinstance(value, str):
        return Concept(clean(value))
    found = record(value)
    listed = items(found.get("coding")) or ([found] if "code" in found and "coding" not in found else [])
    codings = tuple((words(each.get("system")), words(each.get("code")), words(each.get("display"))) for each in listed[:50])
    codings = tuple(each for each in codings if each[1])
    name = words(found.get("text")) or next((shown for _, _, shown in codings if shown), "") or next((code for _, code, _ in codings), "")
    return Concept(name or words(found.get("display")), codings)


@dataclass(frozen=True, slots=True)
class Quantity:
    """value: None where none is given. shown: its unit for people; code: as UCUM writes it. comparator: "<", ">", …, "" for the value itself."""

    value: float | None
    shown: str
    code: str
    comparator: str = ""

    @property
    def text(self) -> str:
        value = "" if self.value is None else f"{self.value:.10g}"
        return clean(f"{self.comparator} {value} {self.shown}")


def quantity(value: Any) -> Quantity:
    found = record(value)
    code, unit = words(found.get("code"), 40), words(found.get("unit"), 40)
    return Quantity(number(found.get("value")), unit or code, code or unit, words(found.get("comparator"), 4))


def reference(value: Any) -> str:
    """What a reference points at: "Patient/1", "urn:uuid:…", "#inside"; of a bare identifier "identifier …"; "" for nothing."""
    if isinstance(value, str):
        return value.strip()
    found = record(value)
    if there := found.get("reference"):
        return str(there).strip()[:500] if isinstance(there, str) else ""
    known = words(record(found.get("identifier")).get("value"))
    return f"identifier {known}" if known else ""
