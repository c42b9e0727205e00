"""A page from elsewhere, fetched so that neither its address nor its answer can do harm.

Only names on the list of the person are read, over http or https, without cookies, credentials or a proxy of the environment. The name is looked up
here, every address that it has must be public, and the connection goes to that very address: a second look-up could be answered differently. Each
redirect passes the same gate. An answer is cut off by size after unpacking, by time and by kind. What comes back is data, never instruction.
"""

from __future__ import annotations

import socket
import zlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio
from anyio import to_thread

from assistant.errors import PermissionDenied, TaskError
from assistant.types import Page
from assistant.web.hosts import Hosts, numeric, public

if TYPE_CHECKING:
    import ssl

    import httpx

__all__ = ["GuardedWeb", "Limits", "Resolve"]

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]

_KINDS = ("text/html", "application/xhtml+xml", "text/plain")
_MOVED = (301, 302, 303, 307, 308)
_STATUS = {
    401: "wants somebody to log in first",
    403: "does not give this page to programs",
    404: "has no such page",
    410: "has no such page any more",
    429: "is asked too often at the moment; try again later",
}


@dataclass(frozen=True, slots=True)
class Limits:
    """size: bytes of a page after unpacking. seconds: for everything together. redirects: that are followed."""

    size: int = 2 * 2**20
    seconds: float = 10.0
    redirects: int = 3


@dataclass(frozen=True, slots=True)
class _Answer:
    content: bytes
    kind: str
    moved: str | None


async def resolve_name(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, as the system tells them."""
    found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(place[4][0]) for place in found))


class GuardedWeb:
    """`Web` for the hosts that are allowed.

    resolve: looks a name up. exempt: addresses that count as public, for a server of one's own on loopback. trust: other certificates than the usual.
    """

    def __init__(
        self,
        hosts: Sequence[str],
        *,
        limits: Limits = Limits(),
        resolve: Resolve = resolve_name,
        exempt: frozenset[str] = frozenset(),
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._hosts = Hosts.of(hosts)
        self._limits = limits
        self._resolve = resolve
        self._exempt = exempt
        self._trust = trust

    async def read(self, url: str) -> Page:
        from assistant.web.readable import readable

        try:
            with anyio.fail_after(self._limits.seconds):
                place, answer = await self._fetch(url)
                # Cutting a hostile page up may take long, too, and a thread cannot be stopped: it is left behind.
                return await to_thread.run_sync(readable, str(place), answer.content, answer.kind, abandon_on_cancel=True)
        except TimeoutError as error:
            raise TaskError(f"{_shown(url)} took longer than {self._limits.seconds:g} seconds.") from error

    async def _fetch(self, url: str) -> tuple[httpx.URL, _Answer]:
        place = self._checked(url, None)
        for _ in range(self._limits.redirects + 1):
            answer = await self._hop(place)
            if answer.moved is None:
                return place, answer
            place = self._checked(answer.moved, place)
        raise TaskError(f"{_shown(url)} sends its readers on more than {self._limits.redirects} times.")

    def _checked(self, url: str, before: httpx.URL | None) -> httpx.URL:
        """The address that may be asked; `before` is the page that sent us there. Raises `PermissionDenied`."""
        import httpx

        try:
            place = before.join(url) if before else httpx.URL(url)
            place = place.copy_with(fragment=None)
        except (httpx.InvalidURL, ValueError) as error:
            raise PermissionDenied(f"{_shown(url)} is no address of a page.") from error
        host = place.raw_host.decode("ascii", "replace")
        if place.scheme not in ("http", "https") or not host:
            raise PermissionDenied(f"{_shown(url)} is no page on the web; only http and https are read.")
        if before is not None and (before.scheme, place.scheme) == ("https", "http"):
            raise PermissionDenied(f"{before.host} sends its readers to a page without encryption, which is not read.")
        if place.userinfo:
            raise PermissionDenied(f"The address of a page on {place.host} has a user name in it; leave it out.")
        if numeric(host):
            raise PermissionDenied(f"{_shown(host)} is a bare address; only hosts with a name are read.")
        if not self._hosts.allow(place):
            raise PermissionDenied(
                f"{_shown(place.netloc.decode('ascii', 'replace'))} is not among the hosts that may be read; add it to the setting hosts."
            )
        return place

    async def _addresses(self, place: httpx.URL) -> Sequence[str]:
        host, port = place.raw_host.decode("ascii"), place.port or (443 if place.scheme == "https" else 80)
        try:
            found = await self._resolve(host, port)
        except OSError as error:
            raise TaskError(f"{place.host} cannot be found; is this machine on the network?") from error
        if not found:
            raise TaskError(f"{place.host} cannot be found; is this machine on the network?")
        # One bad address among good ones is how a name is turned against the network at home.
        if any(not public(address) and address not in self._exempt for address in found):
            raise PermissionDenied(f"{place.host} is an address inside a network at home, which is never read.")
        return found

    async def _hop(self, place: httpx.URL) -> _Answer:
        import httpx

        for address in await self._addresses(place):
            try:
                return await self._ask(place, address)
            except httpx.ConnectError:  # the next address may be reached where this one is not
                continue
            except httpx.HTTPError as error:
                raise TaskError(f"{place.host} broke off before the page was there.") from error
        raise TaskError(f"{place.host} cannot be reached, or does not prove who it is.")

    async def _ask(self, place: httpx.URL, address: str) -> _Answer:
        """One GET to the address that was checked; name and certificate stay those of the host."""
        import httpx

        headers = {"Host": place.netloc.decode("ascii"), "Accept": ", ".join(_KINDS), "Accept-Encoding": "gzip", "User-Agent": "auricle"}
        request = httpx.Request("GET", place.copy_with(host=address), headers=headers, extensions={"sni_hostname": place.raw_host.decode("ascii")})
        # The transport alone, new for every hop: it has no cookies, follows nothing and reads no environment.
        async with httpx.AsyncHTTPTransport(verify=True if self._trust is None else self._trust, trust_env=False) as transport:
            response = await transport.handle_async_request(request)
            try:
                return await self._answer(place, response)
            finally:
                await response.aclose()

    async def _answer(self, place: httpx.URL, response: httpx.Response) -> _Answer:
        if response.status_code in _MOVED and "location" in response.headers:
            return _Answer(b"", "", response.headers["location"])
        if response.status_code != 200:
            said = _STATUS.get(response.status_code, "has a fault of its own" if response.status_code >= 500 else "did not give the page")
            raise TaskError(f"{place.host} {said} ({response.status_code}).")
        kind = response.headers.get("content-type", "")
        _check_kind(place, kind)
        return _Answer(await self._content(place, response), kind, None)

    async def _content(self, place: httpx.URL, response: httpx.Response) -> bytes:
        packed = response.headers.get("content-encoding", "identity").strip().lower()
        if packed not in ("identity", "gzip", "x-gzip"):
            raise TaskError(f"{place.host} packs its pages in a way that was not asked for ({_shown(packed)}).")
        too_large = TaskError(f"The page on {place.host} is larger than {self._limits.size / 2**20:.3g} MB.")
        unpacker = None if packed == "identity" else zlib.decompressobj(16 + zlib.MAX_WBITS)
        content, received = bytearray(), 0
        async for chunk in response.aiter_raw():
            received += len(chunk)
            # No more is unpacked than may be kept: a small file can hold a huge page.
            content += _unpacked(place, unpacker, chunk, self._limits.size + 1 - len(content)) if unpacker else chunk
            if max(len(content), received) > self._limits.size:
                raise too_large
        return bytes(content)


def _unpacked(place: httpx.URL, unpacker: zlib._Decompress, chunk: bytes, room: int) -> bytes:
    try:
        return unpacker.decompress(chunk, room)
    except zlib.error as error:
        raise TaskError(f"The page on {place.host} cannot be unpacked.") from error


def _check_kind(place: httpx.URL, kind: str) -> None:
    name = kind.partition(";")[0].strip().lower()
    if name == "application/pdf":
        raise TaskError(f"{place.host} gives a PDF there, which cannot be read yet; look for the same as a page.")
    if name not in _KINDS:
        raise TaskError(
            f"{place.host} gives {_shown(name) if name else 'something of no stated kind'} there, and only pages and plain text are read."
        )


def _shown(text: str) -> str:
    """What an address says, fit for a sentence: short and on one line."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return plain if len(plain) <= 80 else f"{plain[:79]}…"
