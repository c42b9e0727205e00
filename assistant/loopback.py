"""Whether an address stays on this machine."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

__all__ = ["is_loopback"]


def is_loopback(url: str) -> bool:
    """By its host alone; a name is looked up nowhere, so only "localhost" counts among names."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
