"""One request to a hosted service and its answer, under guard: only the origin that the settings name, bounded in size and time.

The name is looked up here and the connection goes to that very address, as for pages (`assistant.web.guarded`): a service on the net has public
addresses, so that no description can turn a question against the network at home; one on this machine has loopback's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING

import anyio

from assistant.errors import PermissionDenied, TaskError
from assistant.loopback import is_loopback
from assistant.web.guarded import Resolve, resolve_name
from assistant.web.hosts import public

if TYPE_CHECKING:
    import httpx

__all__ = ["LARGEST", "Answered", "Asked", "exchange"]

LARGEST = 1_000_000  # bytes of an answer
REDIRECTS = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """A request. url may hold the key, so no sentence repeats it."""

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Answered:
    """later: what the header Retry-After says."""

    status: int
    kind: str
    content: bytes
    later: str = ""


async def exchange(asked: Asked, *, seconds: float, resolve: Resolve = resolve_name, largest: int = LARGEST) -> Answered:
    """Raises `TaskError` for what cannot be had, `PermissionDenied` for where nobody may ask. A status of 400 and more is an answer.

    seconds: for everything together. largest: bytes of the answer.
    """
    import httpx

    place = httpx.URL(asked.url)
    try:
        with anyio.fail_after(seconds):
            for _ in range(REDIRECTS + 1):
                answered, moved = await _hop(asked, place, resolve, largest)
                if moved is None:
                    return answered
                place = _further(asked, place, moved)
            raise TaskError(f"{place.host} sends its readers on more than {REDIRECTS} times.")
    except TimeoutError as error:
        raise TaskError(f"{place.host} took longer than {seconds:g} seconds.") from error


def _further(asked: Asked, place: httpx.URL, moved: str) -> httpx.URL:
    """Where an answer sends us. The request, and the key in it, was meant for one origin."""
    import httpx

    try:
        there = place.join(moved)
    except (httpx.InvalidURL, ValueError) as error:
        raise TaskError(f"{place.host} sends its readers to an address that is none.") from error
    if asked.method != "GET" or (there.scheme, there.host, there.port) != (place.scheme, place.host, place.port) or there.userinfo:
        raise PermissionDenied(f"{place.host} sends its readers elsewhere, where nothing is sent to.")
    return there


async def _hop(asked: Asked, place: httpx.URL, resolve: Resolve, largest: int) -> tuple[Answered, str | None]:
    import httpx

    for address in await _addresses(place, resolve):
        headers = {"Host": place.netloc.decode("ascii"), "Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "auricle"}
        headers |= asked.headers
        request = httpx.Request(
            asked.method,
            place.copy_with(host=address),
            headers=headers,
            content=asked.body,
            extensions={"sni_hostname": place.raw_host.decode("ascii")},
        )
        try:
            # The transport alone, new for every hop: it has no cookies, follows nothing and reads no environment.
            async with httpx.AsyncHTTPTransport(trust_env=False) as transport:
                response = await transport.handle_async_request(request)
                try:
                    return await _answer(place, response, largest)
                finally:
                    await response.aclose()
        except httpx.ConnectError:  # the next address may be reached where this one is not
            continue
        except httpx.HTTPError as error:
            raise TaskError(f"{place.host} broke off before the answer was there.") from error
    raise TaskError(f"{place.host} cannot be reached, or does not prove who it is.")


async def _addresses(place: httpx.URL, resolve: Resolve) -> tuple[str, ...]:
    try:
        found = tuple(await resolve(place.host, place.port or (443 if place.scheme == "https" else 80)))
    except OSError as error:
        raise TaskError(f"{place.host} cannot be found; is this machine on the network?") from error
    here = is_loopback(str(place))
    if not found or not all(_loopback(address) if here else public(address) for address in found):
        raise PermissionDenied(f"{place.host} is an address inside a network at home, which is never asked.")
    return found


def _loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


async def _answer(place: httpx.URL, response: httpx.Response, largest: int) -> tuple[Answered, str | None]:
    if response.status_code in (301, 302, 303, 307, 308):
        return Answered(response.status_code, "", b""), response.headers.get("location", "")
    if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise TaskError(f"{place.host} packs its answers although it was asked not to.")
    content = bytearray()
    async for chunk in response.aiter_raw():
        content += chunk
        if len(content) > largest:
            raise TaskError(f"The answer of {place.host} is larger than {largest / 1_000_000:g} MB.")
    headers = response.headers
    return Answered(response.status_code, headers.get("content-type", ""), bytes(content), headers.get("retry-after", "")), None
