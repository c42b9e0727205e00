"""Reading export.xml: plain records by pattern, and whatever is written otherwise by the XML parser.

Apple writes one record a line, always alike. Finding them with one regular expression costs a fraction of what a parser costs. All that is between
them must be whole elements, so that no comment and no broken tag can hide a record or invent one. A stretch that is not so goes to the parser; if
it is no XML, each element is read for itself, so that one broken byte does not take the rest of the file with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, BinaryIO

from assistant.errors import UsageError
from assistant.importers.apple_elements import ZONE, Element, Irregular, decoded, elements, zone_of
from assistant.importers.apple_parse import element_of, mended, options, well_formed
from assistant.importers.apple_rows import Broken, Head, Rows
from assistant.importers.apple_text import END, LONGEST, Text
from assistant.importers.apple_times import BETWEEN

if TYPE_CHECKING:
    from lxml import etree

__all__ = ["Scan"]

_ROWS = 1 << 14
_INSIDES = 1000
_HEADS = 50_000
_SPANNING = 1 << 20  # of a comment, or whatever else goes over several elements

_RECORD = re.compile(
    rb'\n <Record type="([^"]*" sourceName="[^"]*)"(?: sourceVersion="[^"]*")?(?: device="[^"]*")?(?: unit="([^"]*)")?(?: creationDate="[^"]*")?'
    rb' startDate="([^"]*" endDate="[^"]*)"(?: value="([^"&]*)")?(/?)>'
)
_SOURCE = b'" sourceName="'
# What follows a record that has something inside, up to its end.
_INSIDE = re.compile(
    rb'(?:\s*<MetadataEntry key="[^"<]*" value="[^"<]*"/>'
    rb"|\s*<HeartRateVariabilityMetadataList>"
    rb'(?:\s*<InstantaneousBeatsPerMinute bpm="[^"<]*" time="[^"<]*"/>)*\s*</HeartRateVariabilityMetadataList>)*\s*</Record>\s*'
)
_ZONE = re.compile(rb'<MetadataEntry key="HKTimeZone" value="([^"<]*)"/>')
_TOP = re.compile(rb"\n(?= <[A-Za-z])")


class Scan:
    """One pass over an export. Iterating gives `Rows` of some thousand records, an `Element` for everything else at the top, without its records, and
    a `Broken` for each place where something cannot be made out.

    heads: grows while it reads. text: tells of what was left out of it.
    mended: stretches that are no XML. parsed_from: the line from which the parser had to read everything, 0 when it had not.
    """

    def __init__(self, stream: BinaryIO, name: str, *, strict: bool = False) -> None:
        """strict: let the XML parser read all of it."""
        self.text = Text(stream, name)
        self._name, self._strict = name, strict
        self._line = 1  # in which what comes next begins
        self._numbers: dict[tuple[bytes, bytes | None], int] = {}
        self._by_head: dict[Head, int] = {}
        self._insides: dict[bytes, tuple[int, str]] = {}  # whole insides of records that were met: how many lines, and the time zone
        self._rows, self._nested = Rows(), Rows(nested=True)
        self.heads: list[Head] = []
        self.parsed_from = self.mended = 0

    def __iter__(self) -> Iterator[Rows | Element | Broken]:
        self._line += self.text.begin()
        while not self._strict and (stretch := self.text.stretch()):
            try:
                yield from self._records(stretch)
            except Irregular:
                if self.text.ended(stretch):
                    continue  # what was wrong is only that the end tag, and perhaps junk, was among them
                if len(stretch) > LONGEST:  # nowhere a line that begins an element
                    self.text.back(stretch)
                    self._strict = True
                    break
                yield from self._irregular(stretch)
            yield from self._full(_ROWS)
        if self._strict:
            self.parsed_from = self._line
            yield from self._parse()
        yield from self._full(1)

    def _full(self, least: int) -> Iterator[Rows]:
        if len(self._rows) >= least:
            rows, self._rows = self._rows, Rows()
            yield rows
        if len(self._nested) >= least:
            rows, self._nested = self._nested, Rows(nested=True)
            yield rows

    # By pattern

    def _records(self, text: bytes) -> list[Element]:
        """Take the records of a stretch; gives its other elements. Raises `Irregular`, and has then taken nothing."""
        parts: list[Any] = _RECORD.split(text)
        gaps, values, closed = parts[::6], parts[4::6], parts[5::6]
        keys = list(zip(parts[1::6], parts[2::6], strict=True))
        for key in set(keys) - self._numbers.keys():
            kind, _, source = key[0].partition(_SOURCE)
            self._numbers[key] = self._number(decoded(kind), decoded(source), decoded(key[1] or b""))
        others: list[Element] = []
        lines: list[int] = []
        zones: dict[int, str] = {}
        line, insides = self._line, self._insides
        for gap, closed_before in zip(gaps, [b"/", *closed], strict=True):
            if not closed_before:
                count, zone = insides.get(gap) or self._close(gap, line, others)
                line += count
                if zone:
                    zones[len(lines) - 1] = zone
            elif gap:
                others += elements(gap, line)
                line += gap.count(b"\n")
            line += 1
            lines.append(line)
        rows, numbers = self._rows, self._numbers
        rows.zone.update((len(rows) + index, zone) for index, zone in zones.items())
        rows.heads += [numbers[key] for key in keys]
        rows.span += parts[3::6]
        rows.value += values
        rows.line += lines[:-1]
        self._line = line - 1
        return [other for other in others if self._taken(other)]

    def _close(self, gap: bytes, line: int, others: list[Element]) -> tuple[int, str]:
        """What follows a record that has something inside: its end, and perhaps other elements. Gives the lines of it, and the record's time zone."""
        count = gap.count(b"\n")
        inside = _INSIDE.match(gap)
        if inside is None:
            record, *after = elements(b"<Record>" + gap, line)
            others += after
            return count, zone_of(record)
        found = _ZONE.search(gap, 0, inside.end())
        zone = decoded(found[1]) if found else ""
        if inside.end() < len(gap):
            others += elements(gap[inside.end() :], line + gap.count(b"\n", 0, inside.end()))
        elif len(self._insides) < _INSIDES and len(gap) < 200:
            self._insides[gap] = count, zone
        return count, zone

    def _number(self, kind: str, source: str, unit: str) -> int:
        """Of a head; names keep what stands in them (a no-break space in "Max’s Apple Watch"), only not what stands around them."""
        head = Head(kind.strip(), source.strip(), unit.strip())
        number = self._by_head.setdefault(head, len(self.heads))
        if number == len(self.heads):
            if number >= _HEADS:
                raise UsageError(f"{self._name} names more than {_HEADS:,} sources and kinds, which no phone does; it was not read.")
            self.heads.append(head)
        return number

    def _taken(self, element: Element) -> bool:
        """Take the records that an element is or holds. Whether it is something else."""
        if element.tag == "Record":
            self._add(self._rows, element.attributes, element.line, zone_of(element))
            return False
        self._take_inner(element)
        return True

    def _take_inner(self, element: Element) -> None:
        for child in element.children:
            if child.tag == "Record":
                self._add(self._nested, child.attributes, child.line, zone_of(child))
            else:
                self._take_inner(child)

    def _add(self, rows: Rows, attributes: Any, line: int, zone: str) -> None:
        if zone:
            rows.zone[len(rows)] = zone
        rows.heads.append(self._number(attributes.get("type", ""), attributes.get("sourceName", ""), attributes.get("unit", "")))
        rows.span.append(BETWEEN.join(attributes.get(name, "").encode(errors="replace") for name in ("startDate", "endDate")))
        value = attributes.get("value")
        rows.value.append(None if value is None else value.encode(errors="replace"))
        rows.line.append(line)

    # By the XML parser

    def _irregular(self, stretch: bytes) -> Iterator[Element | Broken]:
        """A stretch that is not as Apple writes it: XML all the same, or the beginning of XML that ends in a later stretch, or broken."""
        found = well_formed(stretch, self._line)
        while found is None and not self.mended and len(stretch) < _SPANNING and (more := self.text.stretch()):
            if self.text.ended(more):
                more = self.text.stretch()
            stretch += more
            found = well_formed(stretch, self._line)
        if found is not None:
            self._line += stretch.count(b"\n")
            yield from (element for element in found if self._taken(element))
            return
        self.mended += 1
        edges = [0, *(match.start() for match in _TOP.finditer(stretch)), len(stretch)]
        for begin, end in pairwise(edges):
            piece = stretch[begin:end]
            try:
                yield from self._records(piece)
            except Irregular:
                yield from self._mended(piece)

    def _mended(self, piece: bytes) -> Iterator[Element | Broken]:
        """One element, or what is left of it."""
        begun, before = piece.count(b"<Record "), len(self._rows) + len(self._nested)
        yield from (element for element in mended(piece, self._line) if self._taken(element))
        if begun > len(self._rows) + len(self._nested) - before or (not begun and piece.strip()):
            yield Broken(self._line + 1, piece.strip()[:60].decode(errors="replace"))
        self._line += piece.count(b"\n")

    def _parse(self) -> Iterator[Rows | Element | Broken]:
        """The rest of the text. What is broken is mended as far as it goes."""
        from lxml import etree

        parser = etree.XMLPullParser(events=("end",), recover=True, **options())
        parser.feed(b"<HealthData>")
        base, begun, found = self._line - 1, 0, 0
        pieces = self.text.pieces()
        while True:
            piece = next(pieces, None)
            try:
                if piece is None:
                    parser.feed(END)
                    parser.close()
                else:
                    begun += piece.count(b"<Record ")
                    parser.feed(piece)
            except etree.XMLSyntaxError:  # nothing can be made out of it
                pass
            for _, element in parser.read_events():
                found += element.tag == "Record"
                yield from self._parsed(element, base)
            if piece is None:
                break
            yield from self._full(_ROWS)
        if begun > found:
            yield Broken(base + 1, f"{begun - found:,} records from here on")

    def _parsed(self, element: etree._Element, base: int) -> Iterator[Element]:
        """An element that has ended. Records are taken at once wherever they stand, so that a broken file cannot make an element grow without end."""
        parent = element.getparent()
        if parent is None:
            return
        top = parent.getparent() is None
        if element.tag == "Record":
            zone = next((entry.get("value", "") for entry in element.iterchildren("MetadataEntry") if entry.get("key") == ZONE), "")
            self._add(self._rows if top else self._nested, element.attrib, base + element.sourceline, zone)
            before = element.getprevious()
            if before is not None and before.tag == "Record":
                parent.remove(before)
        elif top:
            yield element_of(element, base)
        if top or element.tag == "Record":
            element.clear(keep_tail=False)
            while element.getprevious() is not None and top:
                del parent[0]
