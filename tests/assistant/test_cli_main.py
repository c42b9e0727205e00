"""The command line as a program: what people and other programs get from it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from assistant.cli.hear import _told
from audio.utterance import Utterance

START = "from assistant.cli.main import main; main()"


def run(
    tmp_path: Path, *arguments: str | bytes, before: str = "", stdin: IO[bytes] | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    settings = {"AURICLE_DATA": str(tmp_path / "data"), "AURICLE_PASSPHRASE": "test", "AURICLE_LIGHT": "1"}
    return subprocess.run(
        [sys.executable, "-c", before + START, *arguments],
        stdin=stdin,
        env={**os.environ, **settings, **environment},
        cwd=tmp_path,
        capture_output=True,
        timeout=100,
    )


def test_what_the_terminal_cannot_show_is_escaped(tmp_path: Path) -> None:
    ended = run(tmp_path, "data", "list", "--person", b"caf\xe9", PYTHONIOENCODING="ascii")
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"auricle: There is no person ")


def test_an_id_that_is_half_a_character_comes_back_as_it_was(tmp_path: Path) -> None:
    batch = tmp_path / "questions.jsonl"
    batch.write_text('{"id": "y\\ud83d"}\n', encoding="utf-8")
    ended = run(tmp_path, "ask", "--batch", str(batch), "--json")
    assert ended.returncode == 0
    assert json.loads(ended.stdout)["id"] == "y\ud83d"


def test_a_language_that_is_not_set_up_is_not_called_silence() -> None:
    heard = _told(Utterance((), None, 0.0, 0.8, "gate", "fr"))
    assert "--language fr" in heard
    assert _told(Utterance((), None, 0.0, 0.0, "gate")) == "I didn't hear anyone speak."


@pytest.mark.parametrize(("arguments", "said"), [(("ask", "-"), b"more than"), (("chat",), b"no line of text")])
def test_an_endless_stream_is_refused(tmp_path: Path, arguments: tuple[str, ...], said: bytes) -> None:
    small = "import assistant.cli.ask, assistant.cli.chat; assistant.cli.ask.MOST_BYTES = assistant.cli.chat._LONGEST_LINE = 5000; "
    with open("/dev/zero", "rb") as endless:
        ended = run(tmp_path, *arguments, before=small, stdin=endless)
    assert ended.returncode == 2
    assert said in ended.stderr


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ended = run(tmp_path, "demo", "--out", "file")
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"auricle: file cannot be a folder")
