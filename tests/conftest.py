"""Fixtures for every test. The only place that skips: a test that needs a file of the research data asks `shared_file` for it."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# A developer's own keyring is never written to by a test.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
SHARED = Path(__file__).parents[2] / "shared"


def _module(name: str, path: Path) -> Any:
    """A module of these tests by its file: strangers' packages called `tests` stand in the way of importing it."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_ENDPOINT = _module("scripted_endpoint", Path(__file__).parent / "assistant" / "models" / "endpoint.py")


@pytest.fixture
def endpoint() -> Iterator[Any]:
    """An OpenAI-compatible endpoint on loopback that answers from a script: `ScriptedEndpoint` in tests/assistant/models/endpoint.py."""
    with _ENDPOINT.scripted() as script:
        yield script


@pytest.fixture
def endpoints() -> Iterator[Any]:
    """Two of them, for roles and fallbacks."""
    with _ENDPOINT.scripted() as first, _ENDPOINT.scripted() as second:
        yield first, second


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def shared_file() -> Callable[[str], Path]:
    """Path of a file or folder of the research data, e.g. `shared_file("data/speech")`; skips, naming it, where it is absent."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.exists():
            pytest.skip(f"needs ../shared/{name}")
        return path

    return find
