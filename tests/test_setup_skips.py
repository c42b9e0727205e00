"""What a run says about its skips, and that only a missing research file may be one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def run_suite(folder: Path, *reasons: str) -> subprocess.CompletedProcess[str]:
    body = "\n".join(f"def test_{number}():\n    pytest.skip({reason!r})" for number, reason in enumerate(reasons))
    (folder / "test_it.py").write_text(f"import pytest\n\ndef test_passes():\n    assert True\n\n{body}\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "skips_plugin", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "PYTEST_ADDOPTS": ""}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_skips_are_counted_by_reason(tmp_path: Path) -> None:
    done = run_suite(tmp_path, "needs ../shared/data/speech", "needs ../shared/data/ppg", "needs ../shared/data/speech")
    assert done.returncode == 0
    assert "   2  needs ../shared/data/speech" in done.stdout
    assert "   1  needs ../shared/data/ppg" in done.stdout
    assert "1 passed, 3 skipped" in done.stdout.splitlines()[-1]


def test_any_other_skip_fails_the_run(tmp_path: Path) -> None:
    done = run_suite(tmp_path, "not today")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "not today   NOT PERMITTED" in done.stdout


def test_no_skip_is_said_too(tmp_path: Path) -> None:
    done = run_suite(tmp_path)
    assert done.returncode == 0
    assert "none" in done.stdout.splitlines()
