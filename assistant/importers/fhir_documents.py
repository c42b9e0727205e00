"""Resources out of files: bundles, lists, single resources and NDJSON, one after another, whatever else a file holds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from assistant.importers.fhir_pieces import Broken, parsed, pieces
from assistant.importers.fhir_values import Resource, items, record, words
from assistant.importers.parcel import Parcel

__all__ = ["ENDINGS", "Document", "Held", "held_in", "looks_like_fhir", "resources"]

ENDINGS = (".json", ".ndjson", ".jsonl")
LONGEST_LINE = 16 << 20
_DEPTH = 4  # bundles within bundles, as batches answer
_LINES = (".ndjson", ".jsonl")


@dataclass(frozen=True, slots=True)
class Held:
    """A resource and where it was found. url: the address that a bundle gives it, under which others refer to it; "" without one."""

    place: str
    resource: Resource
    url: str = ""

    @property
    def kind(self) -> str:
        return words(self.resource.get("resourceType"), 60)

    @property
    def id(self) -> str:
        return words(self.resource.get("id"), 100)

    @property
    def name_in(self) -> str:
        """What the entry is called at its source; where it has no id, one that its content gives it, so that it is the same the next time."""
        if self.id:
            return f"{self.kind}/{self.id}"
        if self.url:
            return self.url
        content = json.dumps(self.resource, sort_keys=True, ensure_ascii=True, default=str)
        return f"{self.kind}/{hashlib.sha256(content.encode()).hexdigest()[:32]}"

    @property
    def name(self) -> str:
        """For rejects: the file, with the resource in it."""
        return f"{self.place}: {self.kind}/{self.id}" if self.id else f"{self.place}: {self.kind} without an id"


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON value out of a file, or why it is none."""

    place: str
    value: Any = None
    wrong: str = ""


def looks_like_fhir(name: str, head: bytes) -> bool:
    """From a file's name and its beginning."""
    return name.lower().endswith(ENDINGS) and b'"resourceType"' in head


def documents(parcel: Parcel, name: str) -> Iterator[Document]:
    """Of a JSON file its pieces, at last what is wrong with it; of NDJSON one for each line, also where the file is called .json."""
    if name.lower().endswith(_LINES) or _is_lines(parcel.head(name, 1 << 16)):
        with parcel.open(name) as stream:
            yield from _lines(stream, name)
        return
    with parcel.open(name) as stream:
        try:
            for piece in pieces(stream, "entry"):
                yield Document(name, piece)
        except Broken as error:
            yield Document(name, wrong=str(error))


def resources(document: Document) -> Iterator[Held]:
    """Every resource in it, those of bundles one by one; a bundle itself is none. What is no resource comes with kind ""."""
    yield from _unfolded(Held(document.place, record(document.value)) if isinstance(document.value, dict) else document, _DEPTH)


def held_in(bundle: Any, place: str) -> Iterator[Held]:
    """Resources of a bundle that a server sent."""
    return resources(Document(place, bundle))


def _unfolded(found: Held | Document, depth: int) -> Iterator[Held]:
    if isinstance(found, Document):
        listed: Iterable[Any] = found.value if isinstance(found.value, list) else ()
        for each in listed:
            yield from _unfolded(Held(found.place, record(each)), depth)
        return
    if found.kind != "Bundle" or depth == 0:
        yield found
        return
    for entry in items(found.resource.get("entry")):
        if isinstance(entry.get("resource"), dict):
            yield from _unfolded(Held(found.place, entry["resource"], words(entry.get("fullUrl"), 500)), depth - 1)


def _is_lines(head: bytes) -> bool:
    """Whether the first line is a whole value, and others follow."""
    first, _, others = head.lstrip().partition(b"\n")
    if not (first.startswith((b"{", b"\xef\xbb\xbf{")) and first.rstrip().endswith(b"}") and others.strip()):
        return False
    try:
        return isinstance(parsed(first), dict)
    except Broken:
        return False


def _lines(stream: BinaryIO, name: str) -> Iterator[Document]:
    line = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        line += 1
        if len(raw) > LONGEST_LINE:
            yield Document(f"{name}:{line}", wrong=f"it is longer than {LONGEST_LINE >> 20} MB")
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(LONGEST_LINE + 1)
        elif raw.strip():
            try:
                yield Document(f"{name}:{line}", parsed(raw))
            except Broken as error:
                yield Document(f"{name}:{line}", wrong=str(error).replace(" in line 1", "").replace("line 1, ", ""))
