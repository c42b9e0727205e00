"""The embedded language model: llama.cpp in this process, an OpenAI-compatible server on loopback with a key of its own.

The planner's prompt prefix (menu and examples, some 900 tokens) takes two cores about 25 s to read, so what reading it leaves behind is saved once
as a file and restored in milliseconds by every later process (`EmbeddedServer.prepare`).
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self

from anyio import CancelScope, to_thread

from assistant.atomic import written
from assistant.errors import ModelError, ModelMissing, ModelTimeout
from assistant.models.client import Endpoint, OpenAIModel
from assistant.models.disk import digest

if TYPE_CHECKING:
    import httpx

    from assistant.models.store import ModelStore
    from assistant.settings import Settings

__all__ = ["DEFAULT", "EmbeddedServer", "ServerOptions"]

DEFAULT = "qwen-coder-1.5b"
KEPT = 8

Prepared = Literal["restored", "saved", "read"]


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """threads: for the model. context: tokens of prompt and answer together. timeout: seconds for one answer.
    cached_mib: memory (MiB) in which prompts of other uses are kept, so that alternating between two of them does not read them again."""

    threads: int = 2
    context: int = 4096
    timeout: float = 120.0
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
        self._slots = slots
        self._server: Any = None
        self._http: httpx.AsyncClient | None = None
        self._model: OpenAIModel | None = None
        self._writable = False

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

    async def prepare(self, prefix: Sequence[Mapping[str, str]], schema: Mapping[str, Any] | None = None) -> Prepared:
        """Have the prefix read already, so that the next question that begins with these messages costs its own few tokens only.

        Gives "restored" (from the file), "saved" (read, and kept for every later process) or "read" (read, could not be kept).
        A file that is not exactly what was saved is never given to the server, which would abort the process over it: it is read anew.
        """
        pointer = await to_thread.run_sync(self._pointer, prefix, schema)
        if pointer is not None:
            name = await to_thread.run_sync(_intact, pointer)
            if name is not None and await self._slot("restore", name):
                return "restored"
        await self._read(prefix, schema)
        if pointer is None or not self._writable:
            return "read"
        fresh = f".{secrets.token_hex(8)}.partial"
        try:
            if not await self._slot("save", fresh):
                return "read"
            await to_thread.run_sync(_publish, pointer, pointer.parent / fresh)
        except OSError:  # a full disk: the work is done all the same, only not kept
            return "read"
        finally:
            (pointer.parent / fresh).unlink(missing_ok=True)
        return "saved"

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
        return server, http, OpenAIModel(Endpoint(f"{address}/v1", "embedded", self.api_key, self.options.timeout), name=self.gguf.stem)

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
        if self._slots is not None:
            self._writable = _make(self._slots)
            if self._slots.is_dir():
                params.slot_save_path = f"{self._slots}/"
            else:
                self._slots = None
        try:
            return xllamacpp.Server(params)  # returns when the model is loaded
        except RuntimeError as error:
            raise ModelError(f"The language model {self.gguf} cannot be loaded; `auricle models verify` says whether the file is damaged.") from error

    def _drop(self) -> None:
        self._server = None  # there is no stop(): the last reference closes the port, ends the threads and returns the memory

    def _pointer(self, prefix: Sequence[Mapping[str, str]], schema: Mapping[str, Any] | None) -> Path | None:
        """The small file that says which saved file belongs to this prefix on this model in this version of the library."""
        if self._slots is None:
            return None
        if self._sha256 is None:
            self._sha256 = digest(self.gguf)
        what = [self._sha256, importlib.metadata.version("xllamacpp"), self.options.context, [dict(message) for message in prefix], schema]
        return self._slots / f"{hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:32]}.json"

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


def _make(folder: Path) -> bool:
    """Have the folder, readable by all; whether it can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if folder.stat().st_uid == os.getuid():
            folder.chmod(0o755)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _intact(pointer: Path) -> str | None:
    """Name of the saved file if it is there and exactly as it was saved."""
    try:
        found = json.loads(pointer.read_text())
        name, sha256 = found["file"], found["sha256"]
        if Path(name).name != name or digest(pointer.parent / name) != sha256:
            return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return str(name)


def _publish(pointer: Path, fresh: Path) -> None:
    """Give a freshly saved file its name (by content: writers do not disturb each other), then point to it."""
    sha256 = digest(fresh)
    final = pointer.with_name(f"{pointer.stem}-{sha256[:16]}.bin")
    fresh.chmod(0o644)
    with fresh.open("rb") as saved:
        os.fsync(saved.fileno())
    os.replace(fresh, final)
    with written(pointer, 0o644) as out:
        out.write(json.dumps({"file": final.name, "sha256": sha256}).encode())
    _prune(pointer.parent)


def _prune(folder: Path) -> None:
    """Keep the latest prefixes: each change of the instructions, the model or the library leaves a file of some 25 MB behind."""
    latest = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for old in latest[KEPT:]:
        old.unlink(missing_ok=True)
    named = {_named(pointer) for pointer in latest[:KEPT]}
    for saved in folder.glob("*.bin"):
        if saved.name not in named:
            saved.unlink(missing_ok=True)


def _named(pointer: Path) -> str | None:
    try:
        return str(json.loads(pointer.read_text())["file"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
