"""An MCP server at an address, over streamable HTTP: every answer bounded, nothing packed, no proxy of the environment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2
    from mcp.client._transport import TransportStreams

__all__ = ["LARGEST", "address"]

LARGEST = 4_000_000  # bytes of one answer


@asynccontextmanager
async def address(url: str, token: str | None, patience: float) -> AsyncIterator[TransportStreams]:
    """The streams of a server's messages. The library follows redirects within the address's own origin alone.
    patience: seconds."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Accept-Encoding": "identity", "User-Agent": "auricle"} | ({"Authorization": f"Bearer {token}"} if token else {})
    async with (
        httpx2.AsyncClient(
            headers=headers, timeout=patience, transport=_bounded(httpx2.AsyncHTTPTransport(trust_env=False)), trust_env=False
        ) as client,
        streamable_http_client(url, http_client=client) as streams,
    ):
        yield streams


def _bounded(inner: httpx2.AsyncBaseTransport) -> httpx2.AsyncBaseTransport:
    """A transport whose answers end in an error once they have become too large, or come packed although that was not asked for."""
    import httpx2

    class Stream(httpx2.AsyncByteStream):
        def __init__(self, whole: httpx2.AsyncByteStream) -> None:
            self._whole = whole

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for block in self._whole:
                size += len(block)
                if size > LARGEST:
                    raise httpx2.ReadError("the answer is too large")
                yield block

        async def aclose(self) -> None:
            await self._whole.aclose()

    class Transport(httpx2.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            response = await inner.handle_async_request(request)
            whole = response.stream
            assert isinstance(whole, httpx2.AsyncByteStream)
            if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
                await whole.aclose()
                raise httpx2.DecodingError("the answer is packed", request=request)
            return httpx2.Response(response.status_code, headers=response.headers, stream=Stream(whole), extensions=response.extensions)

        async def aclose(self) -> None:
            await inner.aclose()

    return Transport()
