"""The data pipe in memory: what the steps of a plan leave behind, by key, strictly per person."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from assistant.types import Json, Provenance

__all__ = ["MemoryPipe"]


@dataclass(frozen=True, slots=True)
class _Entry:
    content: str
    provenance: Provenance


class MemoryPipe:
    """`DataPipe` for one process. The same value of the same origin has the same key; `limit` values are kept per person, the oldest go first."""

    def __init__(self, limit: int = 1000) -> None:
        self._limit = limit
        self._entries: dict[str, OrderedDict[str, _Entry]] = {}
        self._lock = Lock()

    async def put(self, person: str, value: Json, provenance: Provenance) -> str:
        # Kept as text: what was put in cannot be changed afterwards by whoever holds it.
        content = json.dumps(value, ensure_ascii=False)
        origin = json.dumps([person, provenance.task, dict(provenance.args), provenance.source, provenance.trusted], sort_keys=True)
        digest = hashlib.sha256((origin + content).encode()).hexdigest()
        key = f"{provenance.task}:{digest[:12]}"
        with self._lock:
            own = self._entries.setdefault(person, OrderedDict())
            own[key] = _Entry(content, provenance)
            own.move_to_end(key)
            while len(own) > self._limit:
                own.popitem(last=False)
        return key

    async def get(self, person: str, key: str) -> Json:
        """A copy of the value. `KeyError` for what is not there, and in the same words for what is another person's."""
        value: Json = json.loads(self._entry(person, key).content)
        return value

    async def provenance(self, person: str, key: str) -> Provenance:
        return self._entry(person, key).provenance

    def forget(self, person: str) -> None:
        with self._lock:
            self._entries.pop(person, None)

    def _entry(self, person: str, key: str) -> _Entry:
        with self._lock:
            own = self._entries.get(person)
            if own is None or key not in own:
                raise KeyError(key)
            return own[key]
