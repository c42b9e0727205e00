"""Questions to one server and their answers in JSON: only its own origin, bounded in size, time and number, patient where it asks for patience."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import anyio

from assistant.errors import PermissionDenied, TaskError
from assistant.live.configured import FhirServer, StudyPlatform
from assistant.services.exchange import Answered, Asked, exchange

__all__ = ["USUAL", "Asking", "Bounds", "NotThere", "Sleep"]

Sleep = Callable[[float], Awaitable[None]]

_BUSY = (429, 503)


class NotThere(TaskError):
    """The server has nothing of that name, or does not know the question."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """answer: bytes of one; all: bytes together. pages: answers to one question. tries: of one question, while the server says that it is busy.

    wait: seconds that are waited for it, at most. seconds: for the whole.
    """

    answer: int = 32_000_000
    all: int = 128_000_000
    pages: int = 2_000
    tries: int = 4
    wait: float = 60.0
    seconds: float = 1800.0


USUAL = Bounds()


class Asking:
    """name: of the source in the settings. Its token goes nowhere but to its own origin, and into no sentence."""

    def __init__(self, name: str, source: FhirServer | StudyPlatform, *, accept: str, bounds: Bounds = USUAL, sleep: Sleep = anyio.sleep) -> None:
        self._name, self._source, self._accept, self.bounds, self._sleep = name, source, accept, bounds, sleep
        self._received = 0

    async def get(self, url: str, what: str) -> Any:
        """The JSON at an address. what: for sentences ("observations").

        Raises `PermissionDenied` for an address that is not the source's or where the token does not suffice, `NotThere` and `TaskError` otherwise.
        """
        self._check_origin(url)
        answered = await self._answered(url)
        self._received += len(answered.content)
        if self._received > self.bounds.all:
            raise TaskError(f"{self._who} sends more than {self.bounds.all / 1e6:,.0f} MB; ask for less with --since.")
        if answered.status != 200:
            raise self._refusal(answered.status, what)
        try:
            return json.loads(answered.content)
        except (ValueError, RecursionError) as error:
            page = answered.content.lstrip()[:1] == b"<" or "html" in answered.kind.lower()
            told = "a web page" if page else "something that is no JSON"
            raise TaskError(f"{self._who} gives {told} where {what} should be; is sources.{self._name}.base_url right?") from error

    def further(self, url: str, link: str) -> str:
        """Where a link of an answer leads. Raises `PermissionDenied` when that is another server, which gets neither question nor token."""
        import httpx

        try:
            there = str(httpx.URL(url).join(link))
        except (httpx.InvalidURL, ValueError) as error:
            raise TaskError(f"{self._who} names a next page that is no address.") from error
        self._check_origin(there)
        return there

    @property
    def _who(self) -> str:
        return f"The source {self._name!r} ({self._source.host})"

    def _check_origin(self, url: str) -> None:
        import httpx

        there, own = httpx.URL(url), httpx.URL(self._source.base_url)
        if (there.scheme, there.host, there.port) != (own.scheme, own.host, own.port) or there.userinfo:
            raise PermissionDenied(f"{self._who} points to another server, which is not asked; nothing was stored.")

    async def _answered(self, url: str) -> Answered:
        token = self._source.token
        headers = {"Accept": self._accept} | ({"Authorization": f"Bearer {token.get_secret_value()}"} if token else {})
        for left in reversed(range(self.bounds.tries)):
            answered = await exchange(Asked("GET", url, headers), seconds=self._source.timeout, largest=self.bounds.answer)
            if answered.status not in _BUSY or not left:
                break
            wait = _seconds(answered.later, 2.0 ** (self.bounds.tries - left - 1))
            if wait > self.bounds.wait:
                raise TaskError(f"{self._who} is busy and asks to wait {wait:,.0f} seconds; pull again then. Nothing was stored.")
            await self._sleep(wait)
        return answered

    def _refusal(self, status: int, what: str) -> TaskError | PermissionDenied:
        if status == 401:
            return PermissionDenied(f"{self._who} did not accept the token; put a fresh one into sources.{self._name}.token.")
        if status == 403:
            return PermissionDenied(
                f"{self._who} does not let this token read {what}; ask for one that may, or allow less with `auricle data consent`."
            )
        if status in (400, 404, 405, 410, 422, 501):
            return NotThere(
                f"{self._who} has no {what} that could be asked for ({status}); are base_url and the person's id in sources.{self._name} right?"
            )
        if status in _BUSY:
            return TaskError(f"{self._who} is too busy at the moment; pull again later.")
        return TaskError(f"{self._who} {'has a fault of its own' if status >= 500 else 'did not answer as it should'} ({status}); pull again later.")


def _seconds(later: str, usual: float) -> float:
    """Of Retry-After: a number of seconds, or a date."""
    if later.strip().isdigit():
        return float(later)
    try:
        return max(0.0, (parsedate_to_datetime(later) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return usual
