"""A model that stands in for another one while that one fails."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any, cast

from assistant.errors import ModelError, ModelRefused
from assistant.protocols import Model
from assistant.trace import traced

__all__ = ["Fallback"]


class Fallback:
    """`Model` around several: the next is asked when one fails before its first words, and the trace says so in a sentence.

    models: in order of preference. rest: seconds for which one that failed is left alone; then it is tried again. One that works but refused this
    very question (`ModelRefused`) is asked the next one all the same. clock: seconds, for tests.
    When all fail, the first one's error is raised.
    """

    def __init__(self, models: Sequence[Model], *, rest: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = models[0].name
        self._models = tuple(models)
        self._rest = rest
        self._clock = clock
        self._until = [0.0] * len(self._models)

    async def complete(self, messages: Sequence[Mapping[str, str]], *, schema: Mapping[str, Any] | None = None, max_tokens: int = 200) -> str:
        failed: list[ModelError] = []
        for place in self._order():
            try:
                answer = await self._models[place].complete(messages, schema=schema, max_tokens=max_tokens)
            except ModelError as error:
                self._failed(place, error)
                failed.append(error)
            else:
                self._until[place] = 0.0
                return answer
        raise failed[0]

    async def stream(self, messages: Sequence[Mapping[str, str]], *, max_tokens: int = 400) -> AsyncIterator[str]:
        failed: list[ModelError] = []
        for place in self._order():
            pieces = cast("AsyncGenerator[str]", self._models[place].stream(messages, max_tokens=max_tokens))
            async with aclosing(pieces):
                try:
                    first = await anext(pieces)
                except StopAsyncIteration:
                    return
                except ModelError as error:
                    self._failed(place, error)
                    failed.append(error)
                    continue
                self._until[place] = 0.0
                yield first
                try:
                    async for piece in pieces:
                        yield piece
                except ModelError as error:  # too late for another: half of the answer has been heard
                    self._tire(place, error)
                    raise
                return
        raise failed[0]

    async def count(self, text: str) -> int:
        """As the one counts that is asked next."""
        return await self._models[self._order(told=False)[0]].count(text)

    def _order(self, *, told: bool = True) -> list[int]:
        """Those that are awake, then those that rest: better one of them than none."""
        now = self._clock()
        resting = [place for place, until in enumerate(self._until) if until > now]
        order = [place for place in range(len(self._models)) if place not in resting] + resting
        if told and order[0] != 0:
            _note(f"{self._models[0].name} failed a moment ago, so {self._models[order[0]].name} was asked first.")
        return order

    def _failed(self, place: int, error: ModelError) -> None:
        self._tire(place, error)
        _note(f"{self._models[place].name} did not answer: {error}")

    def _tire(self, place: int, error: ModelError) -> None:
        if not isinstance(error, ModelRefused):
            self._until[place] = self._clock() + self._rest


def _note(sentence: str) -> None:
    notes = traced().notes
    if sentence not in notes:
        notes.append(sentence)
