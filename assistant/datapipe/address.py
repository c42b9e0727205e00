"""The address of a PostgreSQL server: which machines it names. Never its password."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

from assistant.loopback import is_loopback

__all__ = ["elsewhere"]


def elsewhere(url: str) -> str | None:
    """The machines but this one that a setting `pipe` names, e.g. "db.example.org"; None when values stay here."""
    if "://" not in url:
        return None
    try:
        parts = urlsplit(url)
        asked = parse_qs(parts.query)
    except ValueError:  # no address at all; whoever opens it says so
        return None
    # libpq takes several servers, with commas between them, and lets the query say it again.
    places = [parts.netloc.rpartition("@")[2], *asked.get("host", ()), *asked.get("hostaddr", ())]
    hosts = [unquote(host) for place in places for host in place.split(",")]
    return ", ".join(_name(host) for host in hosts if not _here(host)) or None


def _here(host: str) -> bool:
    """No host is this machine's socket, and so is a path."""
    return not _name(host) or host.startswith(("/", "@")) or is_loopback(f"//{_bracketed(host)}")


def _name(host: str) -> str:
    """Without the port."""
    if host.startswith("[") or host.count(":") > 1:
        return host.partition("]")[0].strip("[")
    return host.partition(":")[0]


def _bracketed(host: str) -> str:
    name = _name(host)
    return f"[{name}]" if ":" in name else name
