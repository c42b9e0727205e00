"""A token in front of a server on loopback: other people of the machine reach its port, too."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["only_with"]


def only_with(token: str, app: ASGIApp) -> ASGIApp:
    """`app` for requests that bring "Authorization: Bearer …" with this token; all others get 401, and nothing of them is read."""
    wanted = f"Bearer {token}".encode()

    async def gate(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or (scope["type"] == "http" and _brings(scope, wanted)):
            await app(scope, receive, send)
            return
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 401, "headers": [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})

    return gate


def _brings(scope: Scope, wanted: bytes) -> bool:
    given = [value for name, value in scope["headers"] if name == b"authorization"]
    return len(given) == 1 and hmac.compare_digest(given[0], wanted)
