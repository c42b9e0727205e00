"""Which hosts may be read, and which addresses never.

A name is allowed by the person; an address is judged here, after the name was looked up, since a name can point anywhere. Public addresses are the
exception: IPv4 without the blocks that IANA's special-purpose registry (RFC 6890) sets apart, and IPv6's global unicast 2000::/3 without those.
An IPv6 address that carries an IPv4 one inside (mapped, 6to4, Teredo) is refused; NAT64's well-known prefix is judged by what it carries.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import TYPE_CHECKING

from assistant.errors import UsageError

if TYPE_CHECKING:
    import httpx

__all__ = ["Hosts", "numeric", "public"]

_IPV4 = tuple(
    IPv4Network(block)
    for block in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24"),
        *("192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        "168.63.129.16/32",  # not in the registry: a cloud's own service for its machines
    )
)
_GLOBAL = IPv6Network("2000::/3")
# Protocol assignments with Teredo and ORCHID, documentation (two blocks), 6to4.
_IPV6 = tuple(IPv6Network(block) for block in ("2001::/23", "2001:db8::/32", "3fff::/20", "2002::/16"))
_NAT64 = IPv6Network("64:ff9b::/96")
_ENTRY = re.compile(r"(?P<sub>\*\.)?(?P<name>[^\s*/:@?#]+)(?::(?P<port>\d{1,5}))?")
_USUAL = {"http": 80, "https": 443}


def public(address: str) -> bool:
    """Whether an address, as a resolver writes it, is somebody's public one. What cannot be read is not."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv4Address):
        return not any(found in block for block in _IPV4)
    if found in _NAT64:
        return public(str(IPv4Address(int(found) & 0xFFFFFFFF)))
    return found in _GLOBAL and not any(found in block for block in _IPV6)


def numeric(host: str) -> bool:
    """Whether a host is an address instead of a name, in any spelling: "::1", "127.1", "2130706433", "0177.0.0.1", "0x7f000001"."""
    last = host.rstrip(".").rpartition(".")[2]
    return ":" in host or re.fullmatch(r"0x[0-9a-f]*|\d+", last, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names that may be read: (name in ASCII, whether instead everything below it, port or None for the usual ones)."""

    entries: tuple[tuple[str, bool, int | None], ...] = ()

    @classmethod
    def of(cls, entries: Sequence[str]) -> Hosts:
        """Of "example.org", "*.example.org" (everything below it, not itself) and "example.org:8080". Raises `UsageError` naming what is none."""
        return cls(tuple(_entry(entry) for entry in entries))

    def allow(self, url: httpx.URL) -> bool:
        host = url.raw_host.decode("ascii").rstrip(".").lower()
        port = url.port or _USUAL.get(url.scheme)
        return any(
            (host.endswith(f".{name}") if below else host == name) and (port == own if own else port in _USUAL.values())
            for name, below, own in self.entries
        )


def _entry(entry: str) -> tuple[str, bool, int | None]:
    import httpx

    wrong = UsageError(f"{entry!r} is no host that can be allowed; write a name such as example.org, or *.example.org for all below it.")
    match = _ENTRY.fullmatch(entry.strip())
    if match is None:
        raise wrong
    try:
        name = httpx.URL(f"https://{match['name']}").raw_host.decode("ascii").rstrip(".").lower()
    except (httpx.InvalidURL, ValueError) as error:
        raise wrong from error
    # A wildcard for a whole top-level domain would be a wildcard for everybody.
    if not name or numeric(name) or (match["sub"] and "." not in name):
        raise wrong
    return name, bool(match["sub"]), int(match["port"]) if match["port"] else None
