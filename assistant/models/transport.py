"""The HTTP client under the `openai` client: no answer larger than any answer is, none packed so that it could grow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from assistant.errors import ModelError
from assistant.models.endpoint import Endpoint

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["LARGEST", "client_for"]

LARGEST = 4_000_000  # bytes; an answer of 4 000 tokens is some 16 kB, of which a stream makes ten times as much


def client_for(endpoint: Endpoint, *, trust_env: bool) -> AsyncOpenAI:
    """The client that talks to an endpoint. trust_env: whether the environment's proxies and certificates count."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout

    async def bound(response: Any) -> None:
        if response.headers.get("Content-Encoding", "identity").lower() not in ("", "identity"):
            raise ModelError(f"The language model at {endpoint.host} packs its answers although it was asked not to; use another.")
        response.stream = _bounded(response.stream, endpoint.host)

    return AsyncOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key or "none",
        timeout=Timeout(endpoint.timeout, connect=min(10.0, endpoint.timeout)),
        max_retries=endpoint.retries,
        default_headers={"Accept-Encoding": "identity"},
        http_client=DefaultAsyncHttpxClient(trust_env=trust_env, follow_redirects=False, event_hooks={"response": [bound]}),
    )


def _bounded(stream: Any, host: str) -> Any:
    """The stream of a response, which ends in a `ModelError` once it has become too large."""

    class Bounded(type(stream)):  # type: ignore[misc]  # httpx checks that a response's stream is of its own class, which has changed its module
        def __init__(self) -> None:
            pass

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for block in stream:
                size += len(block)
                if size > LARGEST:
                    raise ModelError(f"The language model at {host} sent more than {LARGEST // 1_000_000} MB for one answer; use another.")
                yield block

        async def aclose(self) -> None:
            await stream.aclose()

    return Bounded()
