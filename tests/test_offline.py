"""Nothing is fetched at run time: where there is no network but loopback, a question is answered all the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

AURICLE = str(Path(sys.executable).with_name("auricle"))

# Raises loopback (SIOCSIFFLAGS: IFF_UP | IFF_RUNNING) in a network namespace that has just been made, then becomes the command.
RAISE_LOOPBACK = """
import fcntl, os, socket, struct, sys
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 0x41))
os.execv(sys.argv[1], sys.argv[1:])
"""


def offline(*command: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a command where only loopback exists. No way to make such a place fails the test: a promise that was not tried is not kept."""
    unshare = shutil.which("unshare")
    assert unshare is not None, "unshare (util-linux) is needed to take the network away"
    taken = [unshare, "-n"] if os.geteuid() == 0 else [unshare, "-r", "-n"]
    everything = [*taken, sys.executable, "-c", RAISE_LOOPBACK, *command]
    return subprocess.run(everything, env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=300)


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Somebody new on this machine: no records, no keyring; the models that all its users share."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AURICLE_") or name == "AURICLE_CACHE"}
    return kept | {"HOME": str(tmp_path), "AURICLE_DATA": str(tmp_path / "data"), "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}


def answer(*arguments: str, home: Mapping[str, str]) -> dict[str, Any]:
    done = offline(AURICLE, "ask", *arguments, "--json", env=home)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_the_place_really_has_no_network() -> None:
    """What the other tests rest on: one interface, loopback answers, everything else is unreachable."""
    code = """
import errno, socket
assert [name for _, name in socket.if_nameindex()] == ["lo"], socket.if_nameindex()
listening = socket.create_server(("127.0.0.1", 0))
socket.create_connection(listening.getsockname()).close()
try:
    socket.create_connection(("192.0.2.1", 80), timeout=5)  # an address that RFC 5737 keeps for documentation
except OSError as error:
    assert error.errno == errno.ENETUNREACH, error
else:
    raise AssertionError("there is a network")
"""
    done = offline(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_question_is_answered_without_a_network(home: dict[str, str]) -> None:
    found = answer("--text", "How did I sleep last week?", home=home)
    assert found["reply"]["shown"]
    assert found["results"]
    assert found["clarify"] is None


@pytest.mark.slow
def test_a_spoken_question_is_answered_aloud_without_a_network(home: dict[str, str], tmp_path: Path) -> None:
    question, reply = str(tmp_path / "question.wav"), tmp_path / "reply.wav"
    said = offline(AURICLE, "say", "¿Cuántos pasos di ayer?", "--language", "es", "--out", question, env=home)
    assert said.returncode == 0, said.stderr
    found = answer("--audio", question, "--out", str(reply), home=home)
    assert found["language"] == "es"
    assert found["reply"]["shown"]
    assert reply.stat().st_size > 10_000
