"""A real server on loopback whose answers a test writes."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

# Of a reply: body (JSON, or bytes as they are), status, headers, kind; cut: bytes after which the connection ends in the middle of the body; late: an
# event that is waited for first; endless: the body is repeated as long as somebody listens.
Answer = Callable[[str, dict[str, list[str]]], dict[str, Any]]


@dataclass
class Server:
    """answer: from path and query to a reply. asked: what came, as (path with query, headers)."""

    port: int = 0
    answer: Answer = lambda path, query: {"status": 404}
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            state.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            reply = state.answer(parts.path, parse_qs(parts.query))
            if "late" in reply:
                reply["late"].wait(20)
            body = reply.get("body")
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            try:
                self.send_response(reply.get("status", 200))
                self.send_header("Content-Type", reply.get("kind", "application/json"))
                if "endless" not in reply:
                    self.send_header("Content-Length", str(len(body)))
                for name, value in reply.get("headers", {}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body[: reply.get("cut")])
                while "endless" in reply:
                    self.wfile.write(body)
            except OSError:  # who asked has gone
                pass
            self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing: a test reads `asked`."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.port = http.server_port
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield state
    http.shutdown()
    http.server_close()
    thread.join()
