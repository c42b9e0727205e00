"""Fixtures for every test. The only place that skips: a test that needs a file of the research data asks `shared_file` for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

# A developer's own keyring is never written to by a test.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
SHARED = Path(__file__).parents[2] / "shared"


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
