"""Resources out of files: bundles, lists, single resources and NDJSON, one after another, whatever else a file holds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from assistant.errors import UsageError
from assistant.importers.fhir_values import Resource, items, record, words
from assistant.importers.parcel import Parcel

__all__ = ["ENDINGS", "Document", "Held", "held_in", "looks_like_fhir", "resources"]

ENDINGS = (".json", ".ndjson", ".jsonl")
LARGEST = 256 << 20  # bytes of a file that has to be read as one
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
    """Of a JSON file one; of NDJSON one for each line, also where the file is called .json."""
    if not name.lower().endswith(_LINES):
        if parcel.bytes_of(name) > LARGEST:
            raise UsageError(
                f"{name} has {parcel.bytes_of(name) / 1e6:,.0f} MB in one piece, more than can be read at once; export it as NDJSON, or in parts."
            )
        with parcel.open(name) as stream:
            whole = _parsed(stream.read(), name)
        if not whole.wrong.startswith("more follows"):
            yield whole
            return
    with parcel.open(name) as stream:
        yield from _lines(stream, name)


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


def _lines(stream: BinaryIO, name: str) -> Iterator[Document]:
    line = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        line += 1
        if len(raw) > LONGEST_LINE:
            yield Document(f"{name}:{line}", wrong=f"it is longer than {LONGEST_LINE >> 20} MB")
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(LONGEST_LINE + 1)
        elif raw.strip():
            yield _parsed(raw, f"{name}:{line}")


def _parsed(raw: bytes, place: str) -> Document:
    text = raw.decode("utf-8-sig", "replace") if not raw.startswith((b"\xff\xfe", b"\xfe\xff")) else raw.decode("utf-16", "replace")
    try:
        return Document(place, json.loads(text, parse_constant=_no_number))
    except RecursionError:
        return Document(place, wrong="it is nested too deeply")
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return Document(place, wrong=f"more follows after the end in line {error.lineno}")
        end = error.pos >= len(text.rstrip()) - 1 or error.msg.startswith("Unterminated")
        return Document(place, wrong=f"it is cut off in line {error.lineno}" if end else f"it is no JSON (line {error.lineno}, column {error.colno})")
    except ValueError:  # a whole number of more than 4,300 digits
        return Document(place, wrong="it has a number that is none")


def _no_number(written: str) -> None:
    """NaN and Infinity, which JSON does not know: no value."""
