"""The door of the web page: only this machine's own pages come in, and the page can reach nothing else."""

from __future__ import annotations

from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Door", "addresses"]

# Gradio evaluates templates and inlines styles and scripts, hence the two "unsafe"; everything that a page could fetch stays on 'self'.
_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "media-src 'self' blob:; font-src 'self' data:; connect-src 'self' {sockets}; worker-src 'self' blob:; frame-ancestors 'none'; "
    "form-action 'self'; base-uri 'self'; object-src 'none'"
)


def addresses(port: int) -> tuple[str, ...]:
    """The `Host` values under which a server on `port` of loopback is meant to be reached."""
    return tuple(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))


class Door:
    """ASGI middleware. Another `Host` (DNS rebinding) or a foreign `Origin` is refused, on HTTP and WebSocket alike.

    hosts: `Host` values that are let in, port included. A request without `Origin` is no browser page of another site and comes in.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"http://{host}" for host in hosts)
        self._policy = _POLICY.format(sockets=" ".join(f"ws://{host}" for host in sorted(hosts)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if headers.get("host") not in self._hosts or (origin is not None and origin not in self._origins):
            await self._refuse(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out["Content-Security-Policy"] = self._policy
                out["Referrer-Policy"] = "no-referrer"
                out["X-Content-Type-Options"] = "nosniff"
            await send(message)

        await self._app(scope, receive, guarded)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()  # the handshake has to be read before it is declined; uvicorn then answers 403
            await send({"type": "websocket.close", "code": 1008})
            return
        await PlainTextResponse("This page answers only to this machine.", 403)(scope, receive, send)
