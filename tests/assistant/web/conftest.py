"""A real server on loopback that stands for example.org, and one beside it that nobody may reach."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from assistant.web.guarded import GuardedWeb, Limits

STAND_IN = "127.0.0.2"


@dataclass
class Site:
    """What a server answers by path, and what it was asked: the headers of each request."""

    pages: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    asked: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    port: int = 0

    def page(self, path: str, body: bytes | str, kind: str = "text/html; charset=utf-8", status: int = 200, **headers: str) -> None:
        content = body.encode() if isinstance(body, str) else body
        self.pages[path] = (status, {"Content-Type": kind, **{name.replace("_", "-"): value for name, value in headers.items()}}, content)

    def redirect(self, path: str, to: str, **headers: str) -> None:
        self.page(path, b"", status=302, Location=to, **headers)

    def url(self, path: str, host: str = "example.org") -> str:
        return f"http://{host}:{self.port}{path}"


def serve(address: str, site: Site) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append((self.path, dict(self.headers)))
            if self.path == "/slow":
                site.released.wait(20)
            status, headers, body = site.pages.get(self.path, (404, {"Content-Type": "text/html"}, b"no"))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value.encode().decode("latin-1"))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            try:
                self.wfile.write(body)
            except OSError:  # the reader has seen enough
                return

        def log_message(self, format: str, *args: object) -> None:
            """Nothing on the screen."""

    server = ThreadingHTTPServer((address, site.port), Handler)
    server.daemon_threads = True
    site.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return server


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    server = serve(STAND_IN, made)
    yield made
    made.released.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def home(site: Site) -> Iterator[Site]:
    """The same port on this machine itself, where nobody may come."""
    made = Site(port=site.port)
    made.page("/", "<p>The router's own page.</p>")
    server = serve("127.0.0.1", made)
    yield made
    server.shutdown()
    server.server_close()


Open = Callable[..., GuardedWeb]


@pytest.fixture
def web(site: Site) -> Open:
    """A guarded web that may read example.org, whose name leads to the stand-in."""

    def make(*hosts: str, limits: Limits | None = None, **addresses: Sequence[str]) -> GuardedWeb:
        names = {"example.org": (STAND_IN,), **{name.replace("_", "."): found for name, found in addresses.items()}}

        async def resolve(host: str, port: int) -> Sequence[str]:
            if host not in names:
                raise OSError(f"no such name: {host}")
            return names[host]

        allowed = hosts or (f"example.org:{site.port}",)
        return GuardedWeb(allowed, limits=limits or Limits(seconds=5), resolve=resolve, exempt=frozenset({STAND_IN}))

    return make
