"""Elements of Apple's export between the plain records: workouts, correlations, the person. A strict reader of the tags that Apple writes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["DEEPEST", "ZONE", "Element", "Irregular", "children", "decoded", "elements", "zone_of"]

DEEPEST = 64  # elements inside each other; Apple writes four
ZONE = "HKTimeZone"  # the key of the time zone in which something was recorded


class Irregular(Exception):
    """The text is not as Apple writes it; the XML parser has to read it."""


@dataclass(frozen=True, slots=True)
class Element:
    """line: where it begins, from 1."""

    tag: str
    attributes: Mapping[str, str]
    children: tuple[Element, ...]
    line: int


_TAG = re.compile(rb'\s*<(/?)([A-Za-z]+)((?:\s+[A-Za-z_][\w.:-]*="[^"<]*")*)\s*(/?)>')
_ATTRIBUTE = re.compile(rb'([A-Za-z_][\w.:-]*)="([^"<]*)"')
_REFERENCE = re.compile(r"&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));|&")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_WHITE = str.maketrans("\t\r\n", "   ")


def decoded(text: bytes) -> str:
    """An attribute's value. Raises `Irregular` where it is no UTF-8, or refers to what XML does not know."""
    try:
        value = text.decode().translate(_WHITE)
    except UnicodeDecodeError as error:
        raise Irregular from error
    return _REFERENCE.sub(_referred, value) if "&" in value else value


def _referred(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        return _NAMED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16) if hexadecimal else 0
    if not (code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code < 0x110000):
        raise Irregular
    return chr(code)


def elements(text: bytes, line: int) -> list[Element]:
    """The elements of a stretch that holds nothing but whole ones. line: of its first byte. Raises `Irregular` for anything else.

    An attribute that comes twice keeps its first value: iOS 16 wrote two startDates into workouts.
    """
    top: list[Element] = []
    within: list[tuple[bytes, bytes, list[Element], int]] = []  # of each open element its tag, its attributes, its children and its line
    position, size = 0, len(text.rstrip())
    while position < size:
        match = _TAG.match(text, position)
        if match is None:
            raise Irregular
        closing, tag, attributes, empty = match.groups()
        line += text.count(b"\n", position, match.start(1))
        begins = line
        line += text.count(b"\n", match.start(1), match.end())
        position = match.end()
        if closing:
            if attributes or empty or not within or within[-1][0] != tag:
                raise Irregular
            _, attributes, inner, begins = within.pop()
        elif empty:
            inner = []
        elif len(within) >= DEEPEST:
            raise Irregular
        else:
            within.append((tag, attributes, [], begins))
            continue
        (within[-1][2] if within else top).append(Element(tag.decode(), _read(attributes), tuple(inner), begins))
    if within:
        raise Irregular
    return top


def _read(attributes: bytes) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(attributes):
        found.setdefault(name.decode(), decoded(value))
    return found


def children(element: Element, tag: str) -> list[Element]:
    return [child for child in element.children if child.tag == tag]


def zone_of(element: Element) -> str:
    """The time zone in which it was recorded; "" where that is not told."""
    return next((entry.attributes.get("value", "") for entry in children(element, "MetadataEntry") if entry.attributes.get("key") == ZONE), "")
