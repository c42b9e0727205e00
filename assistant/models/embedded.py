"""The embedded language model: llama.cpp in this process, an OpenAI-compatible server on loopback with a key of its own.

A prompt prefix (menu and examples, 700 tokens) takes two cores some 20 s to read, so what reading it leaves behind is saved once as a file. One slot
serves all roles: when another prefix was used last, that of the question is restored first, which takes 10 to 30 ms.
"""

from __future__ import annotations

import importlib.metadata
import os
import secrets
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self

from anyio import CancelScope, Semaphore, to_thread

from assistant.errors import ModelError, ModelMissing, ModelTimeout
from assistant.models.client import Endpoint, OpenAIModel
from assistant.models.disk import digest
from assistant.models.roles import Role
from assistant.models.slots import Prefix, Slots

if TYPE_CHECKING:
    import httpx

    from assistant.models.store import ModelStore
    from assistant.settings import Settings

__all__ = ["DEFAULT", "EmbeddedServer", "Prepared", "ServerOptions"]

DEFAULT = "qwen-coder-1.5b"

Prepared = Literal["restored", "saved", "read"]


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """threads: for the model. context: tokens of prompt and answer together. timeout: seconds for one answer.
    pause: seconds between two pieces of a streamed one. cached_mib: memory (MiB) in which the server keeps prompts that have no saved prefix, so that
    alternating between two of them does not read them again."""

    threads: int = 2
    context: int = 4096
    timeout: float = 120.0
    pause: float = 30.0
    cached_mib: int = 256


class EmbeddedServer:
    """Owns one model in memory for the length of an `async with` block; nobody else holds it, so leaving the block frees it and closes the port.

    gguf: the model's file. sha256: what names its bytes (`ModelStore.sha256`); without it the file is hashed when a prefix is prepared.
    slots: folder for saved prefixes, shared by all users; one that cannot be written is only read.
    """

    def __init__(self, gguf: Path, *, sha256: str | None = None, slots: Path | None = None, options: ServerOptions = ServerOptions()) -> None:
        self.gguf = gguf
        self.options = options
        self.api_key = secrets.token_urlsafe(24)  # other users of the machine can reach a loopback port
        self._sha256 = sha256
        self._folder = slots
        self._slots: Slots | None = None
        self._server: Any = None
        self._http: httpx.AsyncClient | None = None
        self._model: OpenAIModel | None = None
        self._writable = False
        self._prefixes: list[Prefix] = []
        self._last: list[Mapping[str, str]] | None = None  # the prefix that the slot holds
        self._one = Semaphore(1)  # no lock: a stream may be ended by another task than began it

    @classmethod
    def of(cls, settings: Settings, store: ModelStore) -> Self:
        """The server that the settings describe. Raises `ModelMissing`, `ModelCorrupt` or `UsageError` when its model cannot be had."""
        gguf = store.resolve(settings.gguf, DEFAULT)
        named = DEFAULT if settings.gguf is None else str(settings.gguf)
        sha256 = store.sha256(named) if named in store.manifest and store.path(named) == gguf else None
        return cls(gguf, sha256=sha256, slots=settings.cache / "slots", options=ServerOptions(threads=settings.threads))

    async def __aenter__(self) -> Self:
        if not self.gguf.is_file():
            raise ModelMissing(f"There is no language model at {self.gguf}; run `auricle models assemble` or correct the setting gguf.")
        self._server, self._http, self._model = await to_thread.run_sync(self._open)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with CancelScope(shield=True):  # a cancelled turn must free the memory and the port as well
            if self._model is not None:
                await self._model.close()
            if self._http is not None:
                await self._idle(self._http)
                await self._http.aclose()
            self._model = self._http = None
            await to_thread.run_sync(self._drop)

    @property
    def base_url(self) -> str:
        return f"{self._server.listening_address}/v1"

    @property
    def model(self) -> OpenAIModel:
        """The `Model` that talks to this server; it lives as long as the server."""
        if self._model is None:
            raise ModelError("The embedded language model is not running; use it inside `async with EmbeddedServer(...)`.")
        return self._model

    def playing(self, role: Role) -> OpenAIModel:
        """That model for another role, with accounts of its own."""
        return self.model.playing(role)

    def know(self, prefixes: Iterable[Prefix]) -> None:
        """Prefixes that questions may begin with; each is read, or restored, when the first such question comes."""
        self._prefixes.extend(prefix for prefix in prefixes if prefix not in self._prefixes)

    async def prepare(self, prefix: Sequence[Mapping[str, str]], schema: Mapping[str, Any] | None = None) -> Prepared:
        """Have the prefix read already, so that the next question that begins with these messages costs its own few tokens only.

        Gives "restored" (from the file), "saved" (read, and kept for every later process) or "read" (read, could not be kept).
        A file that is not exactly what was saved is never given to the server, which would abort the process over it: it is read anew.
        """
        known = Prefix("", tuple(prefix), schema)
        self.know((known,))
        async with self._one:
            return await self._hold(known)

    async def prepare_all(self, prefixes: Iterable[Prefix]) -> dict[str, Prepared]:
        """Each prefix by its name, and what became of it."""
        wanted = tuple(prefixes)
        self.know(wanted)
        outcome: dict[str, Prepared] = {}
        for prefix in wanted:
            async with self._one:
                outcome[prefix.name] = await self._hold(prefix)
        return outcome

    async def count(self, text: str) -> int:
        """Tokens of a text by the model's own tokenizer."""
        reply = await self._post("/tokenize", {"content": text})
        if reply.status_code != 200:
            raise ModelError(f"The embedded language model could not count a text ({reply.status_code}); start again.")
        return len(reply.json()["tokens"])

    # -- inside ---------------------------------------------------------------------------------------------------------------------------------

    def _open(self) -> tuple[Any, httpx.AsyncClient, OpenAIModel]:
        """In a thread: loading the model takes seconds, importing the clients most of one."""
        import httpx

        server = self._load()
        address = str(server.listening_address)
        http = httpx.AsyncClient(
            base_url=address,
            headers={"Authorization": f"Bearer {self.api_key}"},
            timeout=httpx.Timeout(self.options.timeout, connect=10),
            trust_env=False,  # a proxy cannot reach our loopback
        )
        endpoint = Endpoint(f"{address}/v1", "embedded", self.api_key, self.options.timeout, first=self.options.timeout, pause=self.options.pause)
        return server, http, OpenAIModel(endpoint, self.gguf.stem, count=self.count, around=self._with_prefix)

    def _load(self) -> Any:
        # Waiting threads must sleep: spinning made generation tens of times slower on busy cores. Read when the library is loaded.
        os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
        os.environ.setdefault("OMP_NUM_THREADS", str(self.options.threads))
        os.environ.setdefault("GGML_NO_BACKTRACE", "1")  # a failing assertion would start a debugger
        try:
            import xllamacpp
        except ImportError as error:
            raise ModelMissing(
                "The embedded language model needs xllamacpp, which is not installed; run `pip install 'auricle[embedded]'`."
            ) from error
        params = xllamacpp.CommonParams()
        params.model.path = str(self.gguf)
        params.n_ctx, params.n_parallel = self.options.context, 1  # one slot keeps the prefix; more would each read it again
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = self.options.threads
        params.cache_ram_mib = self.options.cached_mib
        params.verbosity, params.port = 0, 0
        params.ui = params.endpoint_props = False
        params.model_alias = {"embedded"}
        params.api_keys = [self.api_key]
        if self._folder is not None:
            self._writable = Slots.make(self._folder)
            if self._folder.is_dir():
                params.slot_save_path = f"{self._folder}/"
                self._slots = Slots(self._folder, (self._sha256 or digest(self.gguf), importlib.metadata.version("xllamacpp"), self.options.context))
        try:
            return xllamacpp.Server(params)  # returns when the model is loaded
        except RuntimeError as error:
            raise ModelError(f"The language model {self.gguf} cannot be loaded; `auricle models verify` says whether the file is damaged.") from error

    async def _idle(self, http: httpx.AsyncClient) -> None:
        """Wait until the model has noticed that its last question was cancelled. `_drop` would wait as well, but hold Python's lock
        meanwhile, so that nothing in this process moves: no other turn, no Ctrl-C."""
        import httpx

        with suppress(httpx.HTTPError):
            await http.get("/lora-adapters")  # the cheapest question that waits in line behind the one at work

    def _drop(self) -> None:
        self._server = None  # there is no stop(): the last reference closes the port, ends the threads and returns the memory

    @asynccontextmanager
    async def _with_prefix(self, messages: Sequence[Mapping[str, Any]]) -> AsyncIterator[None]:
        """Around a question: one at a time, and with its prefix in the slot."""
        async with self._one:
            prefix = self._prefix_of(messages)
            if prefix is None:
                self._last = None
            elif list(prefix.messages) != self._last:
                await self._hold(prefix)
            yield

    def _prefix_of(self, messages: Sequence[Mapping[str, Any]]) -> Prefix | None:
        """The longest known prefix that these messages go on from."""
        fitting = [
            each for each in self._prefixes if len(each.messages) < len(messages) and list(messages[: len(each.messages)]) == list(each.messages)
        ]
        return max(fitting, key=lambda each: len(each.messages), default=None)

    async def _hold(self, prefix: Prefix) -> Prepared:
        """Bring the prefix into the slot. Only inside `_one`."""
        self._last = None  # unless all goes well
        if self._slots is not None:
            name = await to_thread.run_sync(self._slots.intact, prefix)
            if name is not None and await self._slot("restore", name):
                self._last = list(prefix.messages)
                return "restored"
        await self._read(prefix.messages, prefix.schema)
        self._last = list(prefix.messages)
        return "saved" if self._slots is not None and self._writable and await self._keep(self._slots, prefix) else "read"

    async def _keep(self, slots: Slots, prefix: Prefix) -> bool:
        fresh = f".{secrets.token_hex(8)}.partial"
        current = [slots.pointer(each) for each in self._prefixes]
        try:
            if not await self._slot("save", fresh):
                return False
            await to_thread.run_sync(slots.publish, prefix, slots.folder / fresh, current)
        except OSError:  # a full disk: the work is done all the same, only not kept
            return False
        finally:
            (slots.folder / fresh).unlink(missing_ok=True)
        return True

    async def _read(self, prefix: Sequence[Mapping[str, str]], schema: Mapping[str, Any] | None) -> None:
        # A question of one sign, answered with one token: the server must see where the prefix ends as it will in earnest.
        question: dict[str, Any] = {"messages": [*map(dict, prefix), {"role": "user", "content": "-"}], "temperature": 0, "max_tokens": 1}
        if schema is not None:
            question["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": dict(schema), "strict": True}}
        reply = await self._post("/v1/chat/completions", question)
        if reply.status_code != 200:
            raise ModelError(f"The embedded language model could not read its instructions ({reply.status_code}): they may be too long for it.")

    async def _slot(self, action: str, name: str) -> bool:
        return (await self._post(f"/slots/0?action={action}", {"filename": name})).status_code == 200

    async def _post(self, path: str, content: Mapping[str, Any]) -> httpx.Response:
        import httpx

        if self._http is None:
            raise ModelError("The embedded language model is not running; use it inside `async with EmbeddedServer(...)`.")
        try:
            return await self._http.post(path, json=content)
        except httpx.TimeoutException as error:
            raise ModelTimeout(f"The embedded language model did not answer within {self.options.timeout:g} seconds; try again.") from error
        except httpx.HTTPError as error:
            raise ModelError("The embedded language model stopped answering; start again.") from error
