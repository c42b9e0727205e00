"""Fixtures for every test. The only place that skips: a test that needs a file of the research data asks `shared_file` for it."""

from __future__ import annotations

import importlib.util
import os
import pwd
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# The same examples in every run, and no clock that a busy machine could lose against.
settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")

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


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own: its data in a folder that goes with it, nothing but a Unix socket to reach it by."""
    # Debian keeps the servers of several versions side by side, and none of them on PATH.
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = shutil.which("initdb") or (newest[-1] if newest else None)
    if found is None:
        pytest.fail("The tests of the data pipe need a PostgreSQL server: apt-get install postgresql.", pytrace=False)
    # Not under tmp_path: the server does not run as root, whose temporary folders are closed to others, and a socket's path is at most 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="auricle-pg-"))
    password = secrets.token_hex(16)
    (folder / "password").write_text(password)
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        names = {entry.pw_name for entry in pwd.getpwall()}
        entry = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
        who = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        for path in (folder, folder / "password"):
            os.chown(path, entry.pw_uid, entry.pw_gid)

    def run(command: str, *arguments: str) -> None:
        line = [str(Path(found).with_name(command)), "--pgdata", f"{folder}/data", *arguments]
        # Into a file: a server that is left running would hold a pipe open.
        with (folder / "said").open("w+") as said:
            done = subprocess.run(line, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False, timeout=120, cwd=folder, **who)
            said.seek(0)
            assert done.returncode == 0, said.read()

    try:
        run("initdb", "--username=auricle", "--auth=scram-sha-256", f"--pwfile={folder}/password", "--encoding=UTF8", "--locale=C", "--no-sync")
        run("pg_ctl", "start", "--wait", f"--log={folder}/log", "-o", f"-c listen_addresses= -c fsync=off -k {folder}")
        try:
            yield f"postgresql://auricle:{password}@/postgres?host={folder}"
        finally:
            run("pg_ctl", "stop", "--wait", "--mode=immediate")
    finally:
        shutil.rmtree(folder)
