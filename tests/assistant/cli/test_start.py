"""The command from its first moment on: Ctrl-C while it is still importing, and variables that nothing reads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.cli.variables import strangers

COMMAND = Path(sys.executable).with_name("auricle")


@pytest.mark.parametrize("module", ["assistant.errors", "typer", "pydantic", "assistant.settings", "assistant.cli.tasks"])
def test_ctrl_c_while_importing_ends_it_without_a_traceback(tmp_path: Path, module: str) -> None:
    """Python tells on stderr which module it has just imported, so the moment is known without waiting for it."""
    environment = {**os.environ, "AURICLE_DATA": str(tmp_path / "data"), "AURICLE_PASSPHRASE": "test", "AURICLE_LIGHT": "1"}
    command = [sys.executable, "-X", "importtime", str(COMMAND), "chat"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, cwd=tmp_path, text=True, **pipes) as process:
        assert process.stderr is not None
        imported = next((line for line in process.stderr if line.rpartition("|")[2].strip() == module), None)
        assert imported is not None, f"{module} is not imported any more; name another one here"
        process.send_signal(signal.SIGINT)
        said, rest = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said == ""
    assert [line for line in rest.splitlines() if not line.startswith("import time:")] == []


def test_whoever_ignores_ctrl_c_is_left_alone(tmp_path: Path) -> None:
    """As with `nohup`, or `&` in a script: the signal stays ignored."""
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); import assistant.cli.start as start; start.main()"
    environment = {**os.environ, "AURICLE_DATA": str(tmp_path / "data"), "AURICLE_PASSPHRASE": "test"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(
        [sys.executable, "-X", "importtime", "-c", code, "data", "list"], env=environment, cwd=tmp_path, text=True, **pipes
    ) as process:
        assert process.stderr is not None
        next(line for line in process.stderr if line.rpartition("|")[2].strip() == "typer")
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert said.startswith("There are no records yet.")


def test_ctrl_c_in_a_conversation_ends_it_without_a_traceback(tmp_path: Path) -> None:
    environment = {**os.environ, "AURICLE_DATA": str(tmp_path / "data"), "AURICLE_PASSPHRASE": "test", "AURICLE_LIGHT": "1"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([str(COMMAND), "chat"], env=environment, cwd=tmp_path, text=True, **pipes) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("What time is it?\n")
        process.stdin.flush()
        assert "09:30" in process.stdout.readline()  # it answered, and waits for the next line
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130  # though standard input is open, and a thread reads it
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


_BUSY = """
import sys
import anyio
import assistant.cli.main as command
import assistant.cli.start as start

async def busy():
    sys.stdout.write("half a sentence")
    try:
        print("working", file=sys.stderr, flush=True)
        await anyio.sleep_forever()
    finally:
        with anyio.CancelScope(shield=True):  # as a model that reads to the end of its prompt, whoever still wants the answer
            print("ending", file=sys.stderr, flush=True)
            await anyio.to_thread.run_sync(__import__("threading").Event().wait)

start.PATIENCE = float(sys.argv[1])
command.main = lambda: anyio.run(busy)
start.main()
"""


@pytest.mark.parametrize(("patience", "presses"), [(0.1, 1), (600.0, 2)])
def test_ctrl_c_ends_what_would_not_end_by_itself(tmp_path: Path, patience: float, presses: int) -> None:
    """After a while, or at once at a second press; what was written is flushed."""
    environment = {**os.environ, "AURICLE_DATA": str(tmp_path / "data"), "AURICLE_PASSPHRASE": "test"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", _BUSY, str(patience)], env=environment, cwd=tmp_path, text=True, **pipes) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "working\n"
        process.send_signal(signal.SIGINT)
        assert process.stderr.readline() == "ending\n"
        if presses == 2:
            process.send_signal(signal.SIGINT)
        said, rest = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said == "half a sentence"
    assert "Traceback" not in rest


def test_ctrl_c_does_not_wait_for_a_reader_that_stopped_reading(tmp_path: Path) -> None:
    environment = {**os.environ, "AURICLE_DATA": str(tmp_path / "data"), "AURICLE_PASSPHRASE": "test"}
    code = (
        _BUSY.replace('"half a sentence"', '"x" * 1_000_000')
        .replace('"working"', '"never"')
        .replace("async def busy():", "async def busy():\n    print('writing', file=sys.stderr, flush=True)")
    )
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code, "0.1"], env=environment, cwd=tmp_path, text=True, **pipes) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "writing\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130  # the pipe is full, and nobody empties it
        assert "Traceback" not in process.stderr.read()


def test_a_variable_that_nothing_reads_is_named_with_the_nearest() -> None:
    known = {"AURICLE_DATA": "x", "auricle_person": "x", "AURICLE_CONFIG": "x", "AURICLE_PASSPHRASE": "x", "AURICLE_ROLES__PLANNER__MODEL": "x"}
    assert strangers({**known, "HOME": "x", "AURICLE_OLD": ""}) == []
    assert strangers({"AURICLE_PERSN": "ana"}) == ["AURICLE_PERSN is no setting and is ignored; did you mean AURICLE_PERSON?"]
    assert strangers({"AURICLE_ROLE__PLANNER__MODEL": "x"}) == [
        "AURICLE_ROLE__PLANNER__MODEL is no setting and is ignored; did you mean AURICLE_ROLES__PLANNER__MODEL?"
    ]
    assert strangers({"AURICLE_XYZZY": "1"}) == ["AURICLE_XYZZY is no setting and is ignored."]


def test_every_command_says_so_once(tmp_path: Path) -> None:
    environment = {**os.environ, "AURICLE_DATA": str(tmp_path / "data"), "AURICLE_PASSPHRASE": "test", "AURICLE_PERSN": "ana"}
    ended = subprocess.run([str(COMMAND), "data", "list"], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert ended.returncode == 0
    assert ended.stderr == "auricle: AURICLE_PERSN is no setting and is ignored; did you mean AURICLE_PERSON?\n"
