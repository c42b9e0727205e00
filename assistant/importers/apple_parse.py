"""Apple's export by the XML parser: what is XML but not as Apple writes it, and what is no XML at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assistant.importers.apple_elements import DEEPEST, Element

if TYPE_CHECKING:
    from lxml import etree

__all__ = ["element_of", "mended", "options", "well_formed"]


def options() -> dict[str, Any]:
    """Of every parser: nothing is fetched, no entity of the file's own is filled in, and long texts are no mistake."""
    return {"huge_tree": True, "resolve_entities": False, "no_network": True}


def well_formed(text: bytes, line: int) -> list[Element] | None:
    """The elements of a stretch whose first byte stands in `line`; None when it is not well-formed."""
    from lxml import etree

    try:
        root = etree.fromstring(b"<HealthData>" + text + b"</HealthData>", etree.XMLParser(**options()))
    except etree.XMLSyntaxError:
        return None
    return [element_of(child, line - 1) for child in root.iterchildren("*")]


def mended(text: bytes, line: int) -> list[Element]:
    """As much of a broken stretch as can be made out."""
    from lxml import etree

    try:
        root = etree.fromstring(b"<HealthData>" + text + b"</HealthData>", etree.XMLParser(recover=True, **options()))
    except etree.XMLSyntaxError:
        return []
    return [] if root is None else [element_of(child, line - 1) for child in root.iterchildren("*")]


def element_of(element: etree._Element, base: int, depth: int = 1) -> Element:
    """base: the line before the parser's first. What stands deeper than `DEEPEST` is left out: it is nothing of Apple's."""
    inner = tuple(element_of(child, base, depth + 1) for child in element.iterchildren("*")) if depth < DEEPEST else ()
    return Element(str(element.tag), {str(name): str(value) for name, value in element.attrib.items()}, inner, base + element.sourceline)
