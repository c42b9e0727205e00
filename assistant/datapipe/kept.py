"""A value as every pipe keeps it: as bytes, checked, with its key and what is known of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from assistant.datapipe.limits import LARGEST
from assistant.errors import UsageError
from assistant.types import Entry, Json, Provenance

__all__ = ["Clock", "Kept", "over", "utc"]

Clock = Callable[[], datetime]
_LONGEST = 100 * 365.25 * 86_400  # seconds; a time to live above it is a mistake, and no date in the end


def utc() -> datetime:
    return datetime.now(UTC)


def over(entry: Entry, now: datetime) -> bool:
    """Whether a value's time is up."""
    return entry.until is not None and entry.until <= now


@dataclass(frozen=True, slots=True)
class Kept:
    """`content` is text in JSON, or the bytes as they came: what was put in cannot be changed afterwards by whoever holds it."""

    entry: Entry
    content: bytes

    @classmethod
    def of(
        cls, value: Json | bytes, provenance: Provenance, *, description: str, ttl: float | None, made: datetime, label: Callable[[str], bytes]
    ) -> Kept:
        """label: a hash under a secret of the person's; it makes the key, the same for the same value of the same origin, for nobody else to guess.

        Raises `UsageError` for what no pipe keeps.
        """
        if ttl is not None and not 0 < ttl <= _LONGEST:
            raise UsageError(f"A value cannot be kept for {ttl:g} seconds; give a time above zero and below a hundred years.")
        kind: Literal["json", "bytes"] = "bytes" if isinstance(value, bytes) else "json"
        content = value if isinstance(value, bytes) else _text(value)
        origin = _text([provenance.task, dict(provenance.args), provenance.source, provenance.trusted], ordered=True)
        for given in (content, origin, _text(description)):
            if len(given) > LARGEST:
                raise UsageError(f"The value has {len(given):,} bytes; the data pipe keeps up to {LARGEST:,}: give a part of it or a summary.")
        digest = hashlib.sha256(kind.encode() + hashlib.sha256(origin).digest())
        digest.update(content if isinstance(value, bytes) else _text(value, ordered=True))
        key = f"{provenance.task}:{label(digest.hexdigest()).hex()[:16]}"
        until = made + timedelta(seconds=ttl) if ttl is not None else None
        return cls(Entry(key, kind, len(content), description, provenance, made, until), content)

    @property
    def value(self) -> Json | bytes:
        """A copy."""
        if self.entry.kind == "bytes":
            return self.content
        value: Json = json.loads(self.content.decode(errors="surrogatepass"))
        return value


def _text(value: Any, *, ordered: bool = False) -> bytes:
    try:
        # Half characters (lone surrogates) come from broken texts of others; they are kept as they are.
        return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=ordered).encode(errors="surrogatepass")
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError("The value holds what JSON cannot say: a number that is none (NaN, infinity), itself, or a type of its own.") from error
