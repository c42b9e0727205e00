"""The data pipe in memory: for one process, and gone with it."""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from datetime import UTC, datetime
from functools import partial
from threading import Lock

from anyio import to_thread

from assistant.datapipe.kept import Clock, Kept, over, utc
from assistant.datapipe.limits import USUAL, Limits
from assistant.types import Entry, Json, Provenance

__all__ = ["MemoryPipe"]

_NEVER = datetime.max.replace(tzinfo=UTC)


class MemoryPipe:
    """`DataPipe` for one process. secret: what the keys are made under; one of its own unless given."""

    def __init__(self, limits: Limits = USUAL, *, clock: Clock = utc, secret: bytes | None = None) -> None:
        self._limits = limits
        self._clock = clock
        self._secret = secret or secrets.token_bytes(32)
        self._people: dict[str, OrderedDict[str, Kept]] = {}
        self._first = _NEVER  # when the first value that is kept for a time is gone
        self._lock = Lock()

    async def put(self, person: str, value: Json | bytes, provenance: Provenance, *, description: str = "", ttl: float | None = None) -> str:
        def label(name: str) -> bytes:
            mine = hmac.digest(self._secret, person.encode(errors="surrogatepass"), "sha256")
            return hmac.digest(mine, name.encode(), "sha256")

        pack = partial(Kept.of, value, provenance, description=description, ttl=ttl, made=self._clock(), label=label)
        kept = await to_thread.run_sync(pack)  # a large value takes a while to write down
        with self._lock:
            self._sweep()
            own = self._people.setdefault(person, OrderedDict())
            own[kept.entry.key] = kept
            own.move_to_end(kept.entry.key)
            self._first = min(self._first, kept.entry.until or _NEVER)
            room = sum(held.entry.size for held in own.values())
            while len(own) > self._limits.values or (room > self._limits.bytes and len(own) > 1):
                room -= own.popitem(last=False)[1].entry.size
        return kept.entry.key

    async def get(self, person: str, key: str) -> Json | bytes:
        """A copy of the value. `KeyError` for what is not there, and in the same words for what is another person's."""
        kept = self._kept(person, key)
        return await to_thread.run_sync(lambda: kept.value)

    async def entry(self, person: str, key: str) -> Entry:
        return self._kept(person, key).entry

    async def entries(self, person: str) -> tuple[Entry, ...]:
        with self._lock:
            self._sweep()
            return tuple(kept.entry for kept in self._people.get(person, OrderedDict()).values())

    async def erase(self, person: str) -> None:
        with self._lock:
            self._people.pop(person, None)

    def _kept(self, person: str, key: str) -> Kept:
        with self._lock:
            self._sweep()
            own = self._people.get(person)
            kept = own.get(key) if own else None
        if kept is None:
            raise KeyError(key)
        return kept

    def _sweep(self) -> None:
        now = self._clock()
        if now < self._first:
            return
        self._first = _NEVER
        for own in self._people.values():
            for key, kept in tuple(own.items()):
                if over(kept.entry, now):
                    del own[key]
                else:
                    self._first = min(self._first, kept.entry.until or _NEVER)
