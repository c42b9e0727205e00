"""Whether an address stays on this machine."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

__all__ = ["host_of", "is_loopback"]


def host_of(url: str) -> str:
    """The name or number of the machine, without port and password."""
    return urlsplit(url).hostname or ""


def is_loopback(url: str) -> bool:
    """By its host alone; a name is looked up nowhere, so only "localhost" counts among names."""
    host = host_of(url)
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
