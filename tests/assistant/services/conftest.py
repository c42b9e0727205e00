"""MCP servers that are really there, and settings that name them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.settings import Settings

HERE = Path(__file__).parent
WEATHER = (sys.executable, str(HERE / "weather_server.py"))
ROGUE = (sys.executable, str(HERE / "rogue_server.py"))


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings file of the developer's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AURICLE_CONFIG", raising=False)


@pytest.fixture
def settings(tmp_path: Path) -> Callable[..., Settings]:
    """Settings with MCP servers by name: `settings(weather={...}, allow=(...))`."""

    def make(allow: tuple[str, ...] = (), services: dict[str, Any] | None = None, **servers: Any) -> Settings:
        return Settings(data=tmp_path / "data", allow=allow, mcp=servers, services=services or {})

    return make


@pytest.fixture
def weather() -> dict[str, Any]:
    return {"command": WEATHER, "tools": ("forecast", "getStations"), "permission": "none"}


@pytest.fixture
def rogue() -> Callable[..., dict[str, Any]]:
    def make(way: str, *rest: str, **more: Any) -> dict[str, Any]:
        return {"command": (*ROGUE, way, *rest), "tools": ("forecast",), "permission": "none", "timeout": 20.0, **more}

    return make


@pytest.fixture(scope="session")
def weather_url() -> Iterator[str]:
    """The same server over HTTP on loopback."""
    with subprocess.Popen([*WEATHER, "http"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        try:
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()
