"""An OpenAI-compatible endpoint on loopback that answers from a script; the fixture `endpoint` of every test.

endpoint.says("Good morning.", '{"task": "sleep"}')      one answer a request, in order, streamed by word where streaming is asked
endpoint.refuses(429, "slow down")                       a status and a message
endpoint.without("response_format", "stream")            requests that carry these are a 400, whatever the script says
endpoint.by(lambda request: "…")                         what to say, from the request, once the script is used up
drip = endpoint.drips("One. ", "Two."); drip.let()       each piece waits to be let go
async with endpoint.model() as model: …                  the client that talks to it

`requests` keeps what was asked, `headers` the headers of each, in small letters.
"""

from __future__ import annotations

import http.server
import json
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from anyio import to_thread

__all__ = ["Drip", "ScriptedEndpoint", "scripted"]

PATIENCE = 30.0  # seconds after which a test that forgot to let go ends all the same


@dataclass
class Drip:
    """Pieces of a streamed answer, each written when it is let go."""

    pieces: tuple[str, ...]
    _gate: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def let(self, pieces: int = 1) -> None:
        self._gate.release(pieces)

    def wait(self) -> bool:
        return self._gate.acquire(timeout=PATIENCE)


@dataclass
class _Answer:
    """finish None: the stream ends without saying why; broken: the connection is cut after the text."""

    text: str = ""
    finish: str | None = "stop"
    drip: Drip | None = None
    status: int = 200
    body: bytes | None = None
    type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()
    hangs: bool = False
    broken: bool = False
    calls: tuple[tuple[str, str], ...] = ()


@dataclass
class ScriptedEndpoint:
    """context: tokens that the model list tells. calling: a tool that is called where tools are offered and nothing is scripted.
    key: the only one that is let in, where set. counts: whether answers tell their tokens (words)."""

    address: str = ""
    context: Any = None
    calling: str | None = None
    key: str | None = None
    counts: bool = True
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    hanging: threading.Event = field(default_factory=threading.Event)  # somebody waits for an answer that does not come
    left: threading.Event = field(default_factory=threading.Event)  # they gave up
    over: threading.Event = field(default_factory=threading.Event)
    _script: list[_Answer] = field(default_factory=list)
    _drips: list[Drip] = field(default_factory=list)
    _unknown: tuple[str, ...] = ()
    _ignored: tuple[str, ...] = ()
    _by: Callable[[dict[str, Any]], str] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def base_url(self) -> str:
        return f"{self.address}/v1"

    def model(self, **options: Any) -> Any:
        """An `OpenAIModel` that talks to this endpoint; options are those of `Endpoint`."""
        from assistant.models.client import Endpoint, OpenAIModel

        return OpenAIModel(Endpoint(self.base_url, **options))

    # -- the script -----------------------------------------------------------------------------------------------------------------------------

    def says(self, *texts: str) -> Self:
        """Prose, JSON or broken JSON, a text a request."""
        return self._add(*(_Answer(text) for text in texts))

    def cut(self, text: str) -> Self:
        """An answer that had no more room."""
        return self._add(_Answer(text, "length"))

    def ends(self, text: str, finish: str | None) -> Self:
        return self._add(_Answer(text, finish))

    def calls(self, name: str, arguments: str) -> Self:
        """A tool call."""
        return self._add(_Answer(finish="tool_calls", calls=((name, arguments),)))

    def refuses(self, status: int, message: str, **headers: str) -> Self:
        body = json.dumps({"error": {"message": message, "code": status}}).encode()
        named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
        return self._add(_Answer(status=status, body=body, headers=named))

    def raw(self, body: bytes | dict[str, Any], type: str = "application/json", **headers: str) -> Self:
        """A body as it stands: HTML, a stranger's JSON, far too much."""
        content = json.dumps(body).encode() if isinstance(body, dict) else body
        return self._add(_Answer(body=content, type=type, headers=tuple((name.replace("_", "-"), value) for name, value in headers.items())))

    def hangs(self) -> Self:
        """Silence until the caller gives up: `hanging` is set when they wait, `left` when they are gone."""
        return self._add(_Answer(hangs=True))

    def drips(self, *pieces: str, finish: str | None = "stop") -> Drip:
        """A streamed answer, each piece when `let` is called; without a `let` for the end, the end does not come either."""
        drip = Drip(pieces)
        self._drips.append(drip)
        self._add(_Answer(finish=finish, drip=drip))
        return drip

    def breaks(self, text: str) -> Self:
        """A streamed answer whose connection is cut."""
        return self._add(_Answer(text, broken=True))

    def by(self, answer: Callable[[dict[str, Any]], str]) -> Self:
        self._by = answer
        return self

    def without(self, *options: str) -> Self:
        """Options that this endpoint refuses."""
        self._unknown = options
        return self

    def ignoring(self, *options: str) -> Self:
        """Options that this endpoint does not look at ("stream": it answers in one piece)."""
        self._ignored = options
        return self

    async def sees(self, event: threading.Event) -> None:
        """Wait until `hanging` or `left` is set."""
        assert await to_thread.run_sync(event.wait, PATIENCE)

    def release(self) -> None:
        self.over.set()
        for drip in self._drips:
            drip.let(100)

    def _add(self, *answers: _Answer) -> Self:
        self._script.extend(answers)
        return self

    def answer(self, request: dict[str, Any]) -> _Answer:
        with self._lock:
            for name in self._unknown:
                if request.get(name):
                    body = json.dumps({"error": {"message": f"{name} is not supported", "code": 400}}).encode()
                    return _Answer(status=400, body=body)
            if self._script:
                return self._script.pop(0)
        if self.calling is not None and request.get("tools"):
            return _Answer(finish="tool_calls", calls=((self.calling, "{}"),))
        if self._by is not None:
            return _Answer(self._by(request))
        return _Answer(status=500, body=json.dumps({"error": {"message": "the script has ended"}}).encode())

    def streams(self, request: dict[str, Any]) -> bool:
        return bool(request.get("stream")) and "stream" not in self._ignored


def _words(text: str) -> list[str]:
    """Pieces whose sum is the text."""
    pieces = text.split(" ")
    return [f"{piece} " for piece in pieces[:-1]] + [piece for piece in pieces[-1:] if piece]


def _usage(request: dict[str, Any], text: str) -> dict[str, int]:
    asked = sum(len(str(message.get("content", "")).split()) for message in request.get("messages", ()))
    return {"prompt_tokens": asked, "completion_tokens": len(text.split()), "total_tokens": asked + len(text.split())}


@contextmanager
def scripted() -> Iterator[ScriptedEndpoint]:
    """An endpoint for the length of a block, on a port of its own."""
    script = ScriptedEndpoint()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version: ClassVar[str] = "HTTP/1.1"

        def do_GET(self) -> None:
            told = {} if script.context is None else {"max_model_len": script.context}
            self._send(_Answer(body=json.dumps({"object": "list", "data": [{"id": "m", "object": "model", **told}]}).encode()))

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if script.key is not None and self.headers.get("Authorization") != f"Bearer {script.key}":
                self._send(_Answer(status=401, body=b'{"error": {"message": "bad key"}}'))
                return
            with script._lock:
                script.requests.append(request)
                script.headers.append({name.lower(): value for name, value in self.headers.items()})
            answer = script.answer(request)
            if answer.hangs:
                self._hang()
            elif answer.body is not None:
                self._send(answer)
            elif script.streams(request):
                self._stream(request, answer)
            else:
                self._whole(request, answer)

        def _whole(self, request: dict[str, Any], answer: _Answer) -> None:
            text = "".join(answer.drip.pieces) if answer.drip else answer.text
            if answer.drip and not answer.drip.wait():
                return
            message: dict[str, Any] = {"role": "assistant", "content": text}
            if answer.calls:
                message["tool_calls"] = [
                    {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
                    for number, (name, arguments) in enumerate(answer.calls)
                ]
            body: dict[str, Any] = {"id": "1", "object": "chat.completion", "created": 0, "model": request.get("model", "m")}
            body["choices"] = [{"index": 0, "finish_reason": answer.finish, "message": message}]
            if script.counts:
                body["usage"] = _usage(request, text)
            self._send(_Answer(body=json.dumps(body).encode()))

        def _stream(self, request: dict[str, Any], answer: _Answer) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            pieces = answer.drip.pieces if answer.drip else _words(answer.text)
            try:
                for piece in pieces:
                    if answer.drip and not answer.drip.wait():
                        break
                    self._event({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
                if answer.drip:
                    answer.drip.wait()
                if answer.broken:
                    self.close_connection = True
                    return
                if answer.finish is not None:
                    self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": answer.finish}]})
                if script.counts and (request.get("stream_options") or {}).get("include_usage"):
                    self._event({"choices": [], "usage": _usage(request, "".join(pieces))})
                self._chunk(b"data: [DONE]\n\n")
                self._chunk(b"")
            except OSError:  # the caller is gone
                script.left.set()
                self.close_connection = True

        def _event(self, content: dict[str, Any]) -> None:
            chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m", **content}
            self._chunk(f"data: {json.dumps(chunk)}\n\n".encode())

        def _chunk(self, content: bytes) -> None:
            self.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")
            self.wfile.flush()

        def _hang(self) -> None:
            script.hanging.set()
            self.close_connection = True
            while not script.over.is_set():
                if select.select([self.connection], [], [], 0.02)[0]:  # nothing more is sent to us: readable means gone
                    script.left.set()
                    return

        def _send(self, answer: _Answer) -> None:
            body = answer.body or b""
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.type)
            self.send_header("Content-Length", str(len(body)))
            for name, value in answer.headers:
                self.send_header(name, value)
            self.end_headers()
            try:
                self.wfile.write(body)
            except OSError:  # the caller had enough
                script.left.set()
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    script.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield script
    finally:
        script.release()
        server.shutdown()
        server.server_close()
        thread.join()
