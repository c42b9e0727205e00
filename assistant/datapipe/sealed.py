"""Rows of a database that nobody can read without the person's key: what the pipes on SQLite and PostgreSQL keep.

A row's label is a keyed hash of the value's key; head (what is known of the value) and body (the value) are sealed with the person's key and
bound to the label. The rest is in the clear and says only how much there is and, to the minute, when it ends.
"""

from __future__ import annotations

import hashlib
import json
import math
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from assistant.datapipe.kept import Kept
from assistant.records.vault import PersonKey, Vault
from assistant.types import Entry, Json, Person, Provenance

__all__ = ["Row", "held_entry", "held_value", "key_of", "label_of", "minute"]


@dataclass(frozen=True, slots=True)
class Row:
    """size: bytes of the value. until: minutes since 1970 after which the row may be removed, by whoever sees it first; the head knows exactly."""

    person: str
    label: bytes
    head: bytes
    body: bytes
    size: int
    until: int | None

    @classmethod
    def of(cls, kept: Kept, key: PersonKey) -> Row:
        entry = kept.entry
        label = label_of(key, entry.key)
        head: dict[str, Any] = {
            "key": entry.key,
            "kind": entry.kind,
            "size": entry.size,
            "description": entry.description,
            "task": entry.provenance.task,
            "args": dict(entry.provenance.args),
            "source": entry.provenance.source,
            "trusted": entry.provenance.trusted,
            "made": entry.made.isoformat(),
            "until": entry.until.isoformat() if entry.until else None,
        }
        sealed = key.seal(_name(label, "head"), json.dumps(head, ensure_ascii=False).encode(errors="surrogatepass"))
        until = math.ceil(entry.until.timestamp() / 60) if entry.until else None
        return cls(key.handle, label, sealed, key.seal(_name(label, "body"), kept.content), entry.size, until)


def key_of(vault: Vault, person: str) -> PersonKey:
    """The person's key; for somebody unknown, one that opens nothing, so that asking about them goes the same way and finds nothing."""
    return vault.key(person) or PersonKey(Person(person, "", "UTC"), secrets.token_hex(16), secrets.token_bytes(32))


def label_of(key: PersonKey, name: str) -> bytes:
    # Hashed first: a forged key may be anything, of any length.
    return key.label(f"pipe/{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()}")


def held_entry(key: PersonKey, label: bytes, head: bytes) -> Entry:
    """Raises `StoreError` when the row was damaged or moved."""
    known = json.loads(key.open(_name(label, "head"), head).decode(errors="surrogatepass"))
    return Entry(
        key=known["key"],
        kind=known["kind"],
        size=known["size"],
        description=known["description"],
        provenance=Provenance(known["task"], known["args"], known["source"], known["trusted"]),
        made=datetime.fromisoformat(known["made"]),
        until=datetime.fromisoformat(known["until"]) if known["until"] else None,
    )


def held_value(key: PersonKey, label: bytes, head: bytes, body: bytes) -> Json | bytes:
    """Raises `StoreError` when the row was damaged or moved."""
    return Kept(held_entry(key, label, head), key.open(_name(label, "body"), body)).value


def minute(now: datetime) -> int:
    """Rows until this minute or an earlier one are over."""
    return math.floor(now.timestamp() / 60)


def _name(label: bytes, part: str) -> str:
    return f"pipe/{label.hex()}/{part}"
