"""A language model behind the `openai` client: the embedded one on loopback, or any endpoint that speaks the same protocol."""

from __future__ import annotations

import copy
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from time import perf_counter
from types import TracebackType
from typing import Any, Self

import anyio

from assistant.errors import ModelError, ModelRefused, ModelTimeout
from assistant.loopback import is_loopback
from assistant.models.endpoint import Endpoint
from assistant.models.failures import UnknownOption, broken_off, failures
from assistant.models.fitting import NOT_JSON, fitting, in_words
from assistant.models.roles import Role
from assistant.models.tokens import upper_estimate
from assistant.models.transport import client_for
from assistant.trace import Usage, traced

__all__ = ["Answer", "Endpoint", "OpenAIModel"]

Message = Mapping[str, Any]
Around = Callable[[Sequence[Message]], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. cut: there was no room for the rest. called: the tools that the model wants to call, by name."""

    text: str
    cut: bool = False
    called: tuple[str, ...] = ()


@dataclass(slots=True)
class Dialect:
    """What an endpoint turned out not to know, learned from its refusals and by the probe; shared by all roles that speak to it."""

    without: set[str] = field(default_factory=set)
    limit: str = "max_tokens"

    def said(self, options: Mapping[str, Any], max_tokens: int) -> dict[str, Any]:
        return {name: value for name, value in {"temperature": 0, **options}.items() if name not in self.without} | {self.limit: max_tokens}

    def learn(self, complaint: str, sent: Mapping[str, Any]) -> bool:
        """Whether the complaint is about something that can be left out or said otherwise."""
        if self.limit == "max_tokens" and "max_completion_tokens" in complaint:
            self.limit = "max_completion_tokens"
            return True
        named = next((name for name in ("temperature", "stream_options") if name in sent and name in complaint), None)
        if named is not None:
            self.without.add(named)
        return named is not None


class OpenAIModel:
    """`Model` on `AsyncOpenAI`.

    With a schema, the endpoint is asked for JSON by `response_format`; one that does not know it (400, 422) is asked in words. What comes back is
    parsed (bare, fenced or inside prose), validated against the schema, and asked for once more when it does not fit; then it is a `ModelRefused`.
    Temperature 0: the same question gets the same answer. Each call is written into the turn's trace.

    name: as it is called in traces and prices. count: a tokenizer that is better than the estimate. around: entered around the reading of a prompt.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        name: str | None = None,
        *,
        role: Role = "planner",
        count: Callable[[str], Awaitable[int]] | None = None,
        around: Around | None = None,
    ) -> None:
        endpoint.check()
        self.endpoint = endpoint
        self.role = role
        self.name = name or endpoint.name
        self.dialect = Dialect()
        self.client = client_for(endpoint, trust_env=not is_loopback(endpoint.base_url))  # a proxy cannot reach our loopback
        self._count = count
        self._around: Around = around or (lambda _: nullcontext())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        await self.client.close()

    def playing(self, role: Role) -> OpenAIModel:
        """The same model in another role: one connection, one memory of what the endpoint knows, accounts of its own."""
        other = copy.copy(self)
        other.role = role
        return other

    async def count(self, text: str) -> int:
        """Tokens of a text: by the model's own tokenizer where it tells, else `upper_estimate`."""
        return await self._count(text) if self._count else upper_estimate(text)

    async def complete(self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, max_tokens: int = 200) -> str:
        """The answer to `messages`; with `schema`, compact JSON that fits it. Raises `ModelTimeout`, `ModelRefused`, `ModelError`."""
        if schema is None:
            answer = await self.ask(messages, max_tokens)
            if not answer.text.strip():
                raise self._silent()
            if answer.cut:
                self._tell_cut(max_tokens)
            return answer.text
        talk = list(messages)
        wrong, words = "", False
        for _ in range(2):
            answer = await self._bound(talk, schema, max_tokens, words)
            found, wrong = fitting(answer.text, schema)
            if not wrong:
                return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
            words = wrong == NOT_JSON  # it may not have looked at the schema
            if answer.cut:
                wrong = f"it was cut off after {max_tokens} tokens"
                max_tokens *= 2
            else:
                talk = [
                    *messages,
                    {"role": "assistant", "content": answer.text[:4000]},
                    {"role": "user", "content": f"That is not usable: {wrong}. Reply with the JSON object only."},
                ]
        raise ModelRefused(f"The language model at {self.endpoint.host} gave no usable answer twice: {wrong}; ask again or use another model.")

    async def stream(self, messages: Sequence[Message], *, max_tokens: int = 400) -> AsyncIterator[str]:
        """The answer as it is written, beginning with something to read; the first piece within `Endpoint.first` seconds, each further one within
        `pause`. Raises `ModelTimeout`, `ModelRefused`, `ModelError`; a text that was cut for want of room ends, and the trace says so."""
        if "stream" in self.dialect.without:
            yield await self.complete(messages, max_tokens=max_tokens)
            return
        flow = _Flow(self.endpoint)
        blank = ""
        async with AsyncExitStack() as reading:
            try:
                with flow.waits():
                    await reading.enter_async_context(self._around(messages))
                    flow.chunks = await self._create(messages, max_tokens, {"stream": True, "stream_options": {"include_usage": True}})
                while (piece := await flow.next()) is not None:
                    if flow.said:
                        yield piece
                    elif not piece.strip():
                        blank += piece
                    else:
                        flow.said = True
                        await reading.aclose()  # the prompt is read: others may ask while this is being said
                        yield blank + piece
            except UnknownOption as error:
                if "stream" not in error.said:
                    raise
            finally:
                await flow.close()
                traced().usage.append(Usage(self.role, self.name, *flow.tokens, round(flow.seconds, 3)))
        if not flow.seen:  # it does not know of streams
            whole = await self.complete(messages, max_tokens=max_tokens)
            self.dialect.without.add("stream")  # only now: what answered may have been no model at all
            yield whole
            return
        if self._ended(flow.finish, broken=True):
            self._tell_cut(max_tokens)
        if not flow.said:
            raise self._silent()

    async def ask(self, messages: Sequence[Message], max_tokens: int, **options: Any) -> Answer:
        """One request, one answer, written into the trace; `options` are the protocol's."""
        start = perf_counter()
        tokens = (0, 0)
        try:
            with _patience(self.endpoint, self.endpoint.timeout, f"did not answer within {self.endpoint.timeout:g}"):
                async with self._around(messages):
                    reply = await self._create(messages, max_tokens, options)
            tokens = _tokens(reply)
        finally:
            traced().usage.append(Usage(self.role, self.name, *tokens, round(perf_counter() - start, 3)))
        choice = next(iter(getattr(reply, "choices", None) or ()), None)
        message = getattr(choice, "message", None)
        if message is None:
            raise ModelError(f"What answers at {self.endpoint.host} is not a language model; check the setting {self.endpoint.setting}base_url.")
        called = tuple(str(call.function.name) for call in message.tool_calls or () if getattr(call, "function", None) is not None)
        if getattr(message, "refusal", None) and not message.content:
            raise ModelRefused(f"The language model at {self.endpoint.host} declined to answer; ask in other words.")
        text = message.content if isinstance(message.content, str) else ""
        return Answer(text, self._ended(getattr(choice, "finish_reason", None), broken=False), called)

    # -- inside ---------------------------------------------------------------------------------------------------------------------------------

    async def _bound(self, messages: Sequence[Message], schema: Mapping[str, Any], max_tokens: int, words: bool) -> Answer:
        """Asked for JSON as this endpoint understands it."""
        if "response_format" in self.dialect.without:
            return await self.ask(in_words(messages, schema), max_tokens)
        form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": dict(schema), "strict": True}}
        try:
            return await self.ask(in_words(messages, schema) if words else messages, max_tokens, response_format=form)
        except UnknownOption:
            answer = await self.ask(in_words(messages, schema), max_tokens)
            self.dialect.without.add("response_format")  # only now: the complaint may have been about something else
            return answer

    async def _create(self, messages: Sequence[Message], max_tokens: int, options: Mapping[str, Any]) -> Any:
        while True:
            sent = self.dialect.said(options, max_tokens)
            try:
                with failures(self.endpoint):
                    create: Any = self.client.chat.completions.create  # its overloads do not know options by name
                    return await create(model=self.endpoint.model, messages=[dict(message) for message in messages], **sent)
            except UnknownOption as error:
                if not self.dialect.learn(error.said, sent):
                    raise

    def _ended(self, finish: object, *, broken: bool) -> bool:
        """Whether the answer was cut for want of room. broken: a missing reason means that the connection was lost."""
        if (finish in (None, "") and not broken) or finish in ("stop", "eos", "tool_calls", "function_call"):
            return False
        if finish == "length":
            return True
        host = self.endpoint.host
        if finish in (None, ""):
            raise broken_off(self.endpoint)
        if finish == "content_filter":
            raise ModelRefused(f"The language model at {host} was stopped by its own filter; ask in other words.")
        raise ModelError(f"The language model at {host} ended its answer for an unknown reason ({str(finish)[:40]!r}); use another model.")

    def _silent(self) -> ModelError:
        return ModelRefused(f"The language model at {self.endpoint.host} gave an empty answer; ask again or use another model.")

    def _tell_cut(self, max_tokens: int) -> None:
        traced().notes.append(f"The answer of {self.name} was cut off after {max_tokens} tokens.")


@dataclass(slots=True)
class _Flow:
    """A streamed answer on its way. seen: whether it came in the form of a stream. said: whether there was something to read.

    seconds: spent waiting for the endpoint, not for whoever reads the answer aloud.
    """

    endpoint: Endpoint
    chunks: Any = None  # the client's stream, which its own iterator would not close
    seen: bool = False
    said: bool = False
    finish: str | None = None
    tokens: tuple[int, int] = (0, 0)
    seconds: float = 0.0

    async def next(self) -> str | None:
        """The next piece of text, None after the last. What is no text (thoughts, signs of life) does not prolong the patience."""
        with self.waits(), failures(self.endpoint, begun=self.seen):
            while (chunk := await anext(self.chunks, None)) is not None:
                self.tokens = _tokens(chunk) if getattr(chunk, "usage", None) else self.tokens
                choice = next(iter(getattr(chunk, "choices", None) or ()), None)
                if choice is None:
                    continue
                self.seen = True
                self.finish = choice.finish_reason or self.finish
                if choice.delta is not None and choice.delta.content:
                    return str(choice.delta.content)
        return None

    @contextmanager
    def waits(self) -> Iterator[None]:
        start = perf_counter()
        seconds, sentence = (self.endpoint.pause, "said nothing more for") if self.said else (self.endpoint.first, "did not begin to answer within")
        left = max(self.endpoint.timeout - self.seconds, 0.0)
        told = f"did not finish within {self.endpoint.timeout:g}" if left < seconds else f"{sentence} {seconds:g}"
        try:
            with _patience(self.endpoint, min(seconds, left), told):
                yield
        finally:
            self.seconds += perf_counter() - start

    async def close(self) -> None:
        with anyio.move_on_after(2, shield=True):  # a cancelled turn must free the connection as well, and with it the model
            if self.chunks is not None:
                await self.chunks.close()


@contextmanager
def _patience(endpoint: Endpoint, seconds: float, told: str) -> Iterator[None]:
    """Raises `ModelTimeout` when the block takes longer."""
    try:
        with anyio.fail_after(seconds):
            yield
    except TimeoutError as error:
        raise ModelTimeout(f"The language model at {endpoint.host} {told} seconds; try again, or use a faster one.") from error


def _tokens(reply: Any) -> tuple[int, int]:
    usage = getattr(reply, "usage", None)
    counts = (getattr(usage, "prompt_tokens", 0), getattr(usage, "completion_tokens", 0))
    return tuple(count if isinstance(count, int) and count > 0 else 0 for count in counts)  # type: ignore[return-value]  # two in, two out
