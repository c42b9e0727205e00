"""The language models of a process, by role: opened when first needed, shared where two roles mean the same, closed together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import anyio
from anyio import to_thread

from assistant.models.endpoint import Endpoint
from assistant.models.fallback import Fallback
from assistant.models.roles import Role, chain
from assistant.models.slots import Prefix
from assistant.protocols import Model

if TYPE_CHECKING:
    from assistant.models.client import OpenAIModel
    from assistant.models.embedded import EmbeddedServer
    from assistant.settings import Settings

__all__ = ["LazyModel", "ModelSource"]


class LazyModel:
    """A `Model` that is opened by its first question. Calling it gives the open one, for those who want to know whether it can be had."""

    def __init__(self, name: str, opener: Callable[[], Awaitable[Model]]) -> None:
        self.name = name
        self._opener = opener
        self._model: Model | None = None
        self._opening = anyio.Lock()

    async def __call__(self) -> Model:
        """Raises `ModelError` when it cannot be opened; the next question tries again."""
        async with self._opening:
            if self._model is None:
                self._model = await self._opener()
                self.name = self._model.name
        return self._model

    async def complete(self, messages: Sequence[Mapping[str, str]], *, schema: Mapping[str, Any] | None = None, max_tokens: int = 200) -> str:
        return await (await self()).complete(messages, schema=schema, max_tokens=max_tokens)

    async def stream(self, messages: Sequence[Mapping[str, str]], *, max_tokens: int = 400) -> AsyncIterator[str]:
        async with aclosing(cast("AsyncGenerator[str]", (await self()).stream(messages, max_tokens=max_tokens))) as pieces:
            async for piece in pieces:
                yield piece

    async def count(self, text: str) -> int:
        return await (await self()).count(text)


class ModelSource:
    """stack: closes what was opened. prefixes: what the roles say to the embedded model before every question; asked when it is opened."""

    def __init__(self, settings: Settings, stack: AsyncExitStack, prefixes: Callable[[], Sequence[Prefix]] = tuple) -> None:
        self._settings = settings
        self._stack = stack
        self._prefixes = prefixes
        self._opening: defaultdict[object, anyio.Lock] = defaultdict(anyio.Lock)  # one that does not answer keeps nobody else waiting
        self._clients: dict[tuple[str, str, str], OpenAIModel] = {}
        self._server: EmbeddedServer | None = None

    def role(self, role: Role) -> LazyModel | None:
        """The model of a role, with those that stand in for it; None where the light setting leaves nobody."""
        links = [
            LazyModel(each.name, partial(self._endpoint, each, role))
            if isinstance(each, Endpoint)
            else LazyModel(each, partial(self._embedded, role))
            for each in chain(self._settings, role)
        ]
        if not links:
            return None
        return links[0] if len(links) == 1 else LazyModel(links[0].name, partial(_together, links))

    async def _embedded(self, role: Role) -> Model:
        from assistant.models.embedded import EmbeddedServer
        from assistant.models.store import ModelStore

        async with self._opening["embedded"]:
            if self._server is None:
                server = EmbeddedServer.of(self._settings, ModelStore(self._settings.models))
                self._server = await self._stack.enter_async_context(server)
                self._server.know(self._prefixes())
        return self._server.playing(role)

    async def _endpoint(self, endpoint: Endpoint, role: Role) -> Model:
        """Asked once what it can do; while it does not answer, each question finds that out again."""
        from assistant.models.client import OpenAIModel
        from assistant.models.probe import probe

        key = (endpoint.base_url, endpoint.model, endpoint.api_key)
        async with self._opening[key]:
            known = self._clients.get(key)
            if known is not None and known.endpoint == endpoint:
                return known.playing(role)
            model = await to_thread.run_sync(lambda: OpenAIModel(endpoint, role=role))  # its import takes most of a second
            try:
                if known is None:
                    await probe(model)
                else:
                    model.dialect = known.dialect
            except BaseException:
                with anyio.CancelScope(shield=True):
                    await model.close()
                raise
            self._stack.push_async_callback(model.close)
            self._clients.setdefault(key, model)
        return model


async def _together(models: Sequence[Model]) -> Model:
    return Fallback(models)
