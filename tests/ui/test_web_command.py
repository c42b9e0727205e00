"""`auricle web`: what is wrong is told in one sentence before anything is loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.errors import UsageError
from ui.server import bind


def auricle(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("auricle")), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, **environment}, check=False)


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with bind(0) as place:
        port = place.getsockname()[1]
        with pytest.raises(UsageError, match=f"Port {port} is taken"):
            bind(port)
        done = auricle("web", "--port", str(port), "--no-open")
    assert done.returncode == 2
    assert done.stderr.strip() == f"auricle: Port {port} is taken; stop what uses it or choose another with --port."
    assert done.stdout == ""


def test_the_page_is_bound_to_loopback_only() -> None:
    with bind(0) as place:
        assert place.getsockname()[0] == "127.0.0.1"
