"""Conversations of the browser pages that are open: bounded, in memory, gone when their page is."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from assistant.errors import UsageError
from assistant.question import REMEMBERED
from assistant.types import Exchange, Image

__all__ = ["PICTURES", "Session", "Sessions"]

PICTURES = 4  # pictures that may wait for one question


@dataclass(slots=True, eq=False)
class Session:
    """One page's conversation. `token` lets the page come back to it when its connection broke; nobody else knows it."""

    token: str
    seen: float
    history: tuple[Exchange, ...] = ()
    pictures: list[Image] = field(default_factory=list)
    connected: bool = False
    _numbered: int = 0

    def remember(self, exchange: Exchange) -> None:
        self.history = (*self.history, exchange)[-REMEMBERED:]

    def picture_key(self) -> str:
        """A new key; raises `UsageError` when enough pictures wait already."""
        if len(self.pictures) >= PICTURES:
            raise UsageError(f"At most {PICTURES} pictures go with one question; remove one first.")
        self._numbered += 1
        return f"image{self._numbered}"


class Sessions:
    """The registry.

    limit: conversations at a time. idle: seconds that one is kept after its connection broke. clock: monotonic seconds.
    """

    def __init__(self, limit: int = 32, idle: float = 600, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._idle = idle
        self._clock = clock
        self._open: dict[str, Session] = {}

    def __len__(self) -> int:
        return len(self._open)

    def join(self, token: str | None) -> Session:
        """The page's conversation, or a new one. Raises `UsageError` when too many pages are open."""
        self._forget_idle()
        session = self._open.get(token or "")
        if session is None or session.connected:
            session = self._new()
        session.connected = True
        session.seen = self._clock()
        return session

    def leave(self, session: Session, *, unloaded: bool) -> None:
        """The connection ended. `unloaded`: the page was closed, so its conversation is dropped at once."""
        session.connected = False
        session.seen = self._clock()
        if unloaded:
            self._open.pop(session.token, None)

    def _new(self) -> Session:
        if len(self._open) >= self._limit:
            waiting = [session for session in self._open.values() if not session.connected]
            if not waiting:
                raise UsageError(f"{self._limit} pages are open already; close one and load this page again.")
            self._open.pop(min(waiting, key=lambda session: session.seen).token)
        session = Session(secrets.token_urlsafe(18), self._clock())
        self._open[session.token] = session
        return session

    def _forget_idle(self) -> None:
        now = self._clock()
        for token, session in list(self._open.items()):
            if not session.connected and now - session.seen > self._idle:
                del self._open[token]
