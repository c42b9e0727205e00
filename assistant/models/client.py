"""A language model behind the `openai` client: the embedded one on loopback, or any endpoint that speaks the same protocol."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast
from urllib.parse import urlsplit

from assistant.errors import ModelError, ModelTimeout, UsageError
from assistant.loopback import is_loopback

if TYPE_CHECKING:
    from assistant.settings import Settings

__all__ = ["Endpoint", "OpenAIModel"]

_FENCE = re.compile(r"```[\w-]*\s*\n(.*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a language model answers.

    base_url: the part before `/chat/completions`, e.g. "http://127.0.0.1:8080/v1".
    timeout: seconds for one answer. retries: repeats after a broken connection or a busy server, not after a time-out of the caller's patience.
    """

    base_url: str
    model: str = "embedded"
    api_key: str = field(default="none", repr=False)
    timeout: float = 60.0
    retries: int = 0

    @property
    def host(self) -> str:
        return urlsplit(self.base_url).netloc

    @classmethod
    def of(cls, settings: Settings) -> Endpoint | None:
        """The endpoint that the settings name, or None when the embedded model is meant."""
        if settings.llm_base_url is None:
            return None
        return cls(settings.llm_base_url, settings.llm_model, settings.llm_api_key.get_secret_value(), retries=1)


class OpenAIModel:
    """`Model` on `AsyncOpenAI`.

    With a schema, the endpoint is asked for JSON by `response_format`; one that does not know it (400, 422) is asked in words. What comes back is
    parsed (bare, fenced or inside prose), validated against the schema, and asked for once more when it does not fit; then it is a `ModelError`.
    Temperature 0: the same question gets the same answer.
    """

    def __init__(self, endpoint: Endpoint, name: str | None = None) -> None:
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout

        self.endpoint = endpoint
        self.name = name or endpoint.model
        if urlsplit(endpoint.base_url).scheme not in ("http", "https") or not urlsplit(endpoint.base_url).hostname:
            raise UsageError(f"The language model's address {endpoint.base_url!r} is not a URL; correct the setting llm_base_url.")
        if not endpoint.api_key.isascii():  # it goes into a header
            raise UsageError("The language model's key has characters that no key has; correct the setting llm_api_key.")
        self._client = AsyncOpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.api_key or "none",
            timeout=Timeout(endpoint.timeout, connect=min(10.0, endpoint.timeout)),
            max_retries=endpoint.retries,
            http_client=DefaultAsyncHttpxClient(trust_env=not is_loopback(endpoint.base_url)),  # a proxy cannot reach our loopback
        )
        self._constrains = True  # until the endpoint says that it does not know response_format

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        await self._client.close()

    async def complete(self, messages: Sequence[Mapping[str, str]], *, schema: Mapping[str, Any] | None = None, max_tokens: int = 200) -> str:
        """The answer to `messages`; with `schema`, compact JSON that fits it. Raises `ModelTimeout`, `ModelError`."""
        if schema is None:
            text, _ = await self._ask(messages, None, max_tokens)
            return text
        talk = list(messages)
        wrong = ""
        for _ in range(2):
            text, cut = await self._ask(talk, schema, max_tokens)
            found, wrong = _fitting(text, schema)
            if not wrong:
                return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
            if cut:
                wrong = f"it was cut off after {max_tokens} tokens"
                max_tokens *= 2
            else:
                talk = [
                    *messages,
                    {"role": "assistant", "content": text},
                    {"role": "user", "content": f"That is not usable: {wrong}. Reply with the JSON object only."},
                ]
        raise ModelError(f"The language model at {self.endpoint.host} gave no usable answer twice: {wrong}; ask again or use another model.")

    async def stream(self, messages: Sequence[Mapping[str, str]], *, max_tokens: int = 400) -> AsyncIterator[str]:
        """The answer as it is written. Raises `ModelTimeout` when the next piece does not come in time, `ModelError`."""
        with self._failures():
            chunks = aiter(await self._create(messages, max_tokens, stream=True))
        try:
            while True:
                with self._failures():
                    chunk = await anext(chunks, None)
                if chunk is None:
                    return
                piece = chunk.choices[0].delta.content if chunk.choices else None
                if piece:
                    yield piece
        finally:
            await chunks.aclose()

    async def count(self, text: str) -> int:
        """At most this many tokens: two bytes of UTF-8 are seldom more than one."""
        return len(text.encode()) // 2 + 1

    async def _create(self, messages: Sequence[Mapping[str, str]], max_tokens: int, **options: Any) -> Any:
        from openai.types.chat import ChatCompletionMessageParam

        return await self._client.chat.completions.create(
            model=self.endpoint.model,
            messages=cast("list[ChatCompletionMessageParam]", [dict(message) for message in messages]),
            temperature=0,
            max_tokens=max_tokens,
            **options,
        )

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """What the client raises, as one sentence of ours."""
        import openai

        host = self.endpoint.host
        try:
            yield
        except openai.APITimeoutError as error:
            raise ModelTimeout(
                f"The language model at {host} did not answer within {self.endpoint.timeout:g} seconds; try again, or use a faster one."
            ) from error
        except openai.APIConnectionError as error:
            raise ModelError(f"The language model at {host} cannot be reached; check the setting llm_base_url.") from error
        except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
            raise ModelError(f"The language model at {host} refuses the key; check the setting llm_api_key.") from error
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            what = "the text is too long for it" if _too_long(error.message) else _first_line(error.message)
            raise _Refused(f"The language model at {host} refused the question: {what}.", _too_long(error.message)) from error
        except openai.NotFoundError as error:
            raise ModelError(
                f"There is no language model {self.endpoint.model!r} at {host}; check the settings llm_model and llm_base_url."
            ) from error
        except openai.RateLimitError as error:
            raise ModelError(f"The language model at {host} is busy; try again in a moment.") from error
        except (openai.OpenAIError, json.JSONDecodeError) as error:
            raise ModelError(f"The language model at {host} failed: {_first_line(str(error))}.") from error

    async def _ask(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any] | None, max_tokens: int) -> tuple[str, bool]:
        """Text of the answer, and whether it was cut off."""
        options: dict[str, Any] = {}
        if schema is not None and self._constrains:
            options["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": dict(schema), "strict": True}}
        elif schema is not None:
            messages = _in_words(messages, schema)
        try:
            with self._failures():
                reply = await self._create(messages, max_tokens, **options)
        except _Refused as error:
            if options and not error.too_long:
                self._constrains = False
                return await self._ask(messages, schema, max_tokens)
            raise
        choices = getattr(reply, "choices", None)
        if not choices:
            raise ModelError(f"What answers at {self.endpoint.host} is not a language model; check the setting llm_base_url.")
        return choices[0].message.content or "", choices[0].finish_reason == "length"


class _Refused(ModelError):
    """The endpoint does not take the request as it is."""

    def __init__(self, sentence: str, too_long: bool) -> None:
        super().__init__(sentence)
        self.too_long = too_long


def _fitting(text: str, schema: Mapping[str, Any]) -> tuple[Any, str]:
    """The first JSON value in `text` that fits, and ""; else None and what is wrong, in words."""
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(schema)
    wrong = "it is not JSON"
    for found in _json_in(text):
        error = next(iter(validator.iter_errors(found)), None)
        if error is None:
            return found, ""
        wrong = f"it does not fit the schema at {'/'.join(str(step) for step in error.absolute_path) or 'the top'} ({error.validator})"
    return None, wrong


def _json_in(text: str) -> Iterator[Any]:
    """JSON values in an answer: the whole of it, then what stands in fences, then objects inside prose."""
    for piece in (text, *_FENCE.findall(text)):
        try:
            yield json.loads(piece)
        except ValueError:
            continue
    decoder = json.JSONDecoder()
    start = text.find("{")
    while start >= 0:
        try:
            found, end = decoder.raw_decode(text, start)
        except ValueError:
            end = start + 1
        else:
            yield found
        start = text.find("{", end)


def _in_words(messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> list[Mapping[str, str]]:
    demand = f"Reply with one JSON object and nothing else. It must fit this JSON schema: {json.dumps(schema, ensure_ascii=False)}"
    if messages and messages[0].get("role") == "system":
        return [{"role": "system", "content": f"{messages[0]['content']}\n{demand}"}, *messages[1:]]
    return [{"role": "system", "content": demand}, *messages]


def _too_long(message: str) -> bool:
    return "context" in message.lower() and any(word in message.lower() for word in ("exceed", "length", "size", "maximum"))


def _first_line(message: str) -> str:
    return (message.strip().splitlines() or ["no reason given"])[0][:200].rstrip(".")
