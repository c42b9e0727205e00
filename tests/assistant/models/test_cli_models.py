"""`auricle models`, as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from assistant.cli.models import app, needed
from assistant.errors import AuricleError, ModelCorrupt, ModelMissing
from assistant.models.manifest import Manifest
from assistant.models.store import ModelStore
from assistant.settings import Settings


@pytest.fixture
def cache(workshop: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose list of models holds one tiny model, in two installed parts."""
    workshop.part(1, {"model.bin": b"one"})
    workshop.part(2, {"model.bin": b"two"})
    workshop.install(1)
    workshop.install(2)
    manifest = workshop.manifest()
    monkeypatch.setattr(Manifest, "load", classmethod(lambda cls, path=None, real=Manifest.load: manifest if path is None else real(path)))
    monkeypatch.setenv("AURICLE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "models"


def run(*arguments: str) -> Result:
    done = CliRunner().invoke(app, arguments)
    if done.exception is not None and not isinstance(done.exception, SystemExit | AuricleError):
        raise done.exception
    return done


def test_assemble_path_verify_list_remove(cache: Path) -> None:
    assert isinstance(run("path", "tiny").exception, ModelMissing)
    assert json.loads(run("list", "--json").stdout)["models"][0]["present"] is False
    assert json.loads(run("assemble", "--json").stdout) == {"models": {"tiny": str(cache / "tiny")}}
    assert run("path", "tiny").stdout.strip() == str(cache / "tiny")
    assert (cache / "tiny" / "model.bin").read_bytes() == b"onetwo"
    assert json.loads(run("verify", "--json").stdout)["ok"] is True
    assert "exactly what they should be" in run("verify").stdout
    row = json.loads(run("list", "--json").stdout)["models"][0]
    assert (row["name"], row["bytes"], row["present"], row["licence"]) == ("tiny", 6, True, "MIT")
    assert "tiny" in run("list").stdout
    assert json.loads(run("remove", "tiny", "--json").stdout)["freed"]["tiny"] >= 6
    assert not (cache / "tiny").exists()


def test_verify_says_which_file_is_damaged(cache: Path) -> None:
    run("assemble")
    (cache / "tiny" / "model.bin").write_bytes(b"onetwO")
    done = run("verify", "--json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert (found["ok"], found["files"][0]["file"]) == (False, "model.bin")
    done = run("verify")
    assert isinstance(done.exception, ModelCorrupt)
    assert str(cache / "tiny" / "model.bin") in done.stdout


def test_a_gguf_of_ones_own(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "own.gguf").write_bytes(b"GGUF and more")
    refused = run("add", "own", "--role", "plan", "--from", str(tmp_path / "own.gguf"), "--sha256", "0" * 64)
    assert isinstance(refused.exception, ModelCorrupt)
    assert not (cache / "own").exists()
    done = run("add", "own", "--role", "plan", "--from", str(tmp_path / "own.gguf"))
    assert "AURICLE_GGUF=own" in done.stdout
    assert "no checksum was asked for" in done.stdout
    assert run("path", "own").stdout.strip() == str(cache / "own" / "own.gguf")
    store = ModelStore(cache)
    assert store.resolve(Settings(gguf=Path("own")).gguf, "tiny") == cache / "own" / "own.gguf"


def test_what_is_needed_follows_the_settings(tmp_path: Path) -> None:
    store = ModelStore(tmp_path)
    assert needed(Settings(light=False), store) == ("whisper-base", "joe", "qwen-coder-1.5b")
    assert needed(Settings(light=True), store) == needed(Settings(), store, light=True) == ("whisper-base", "joe")
    assert needed(Settings(llm_base_url="http://127.0.0.1:1/v1"), store) == ("whisper-base", "joe")
    assert needed(Settings(whisper=tmp_path, gguf=tmp_path), store) == ("joe",)
    assert needed(Settings(gguf=Path("smollm2")), store) == ("whisper-base", "joe", "smollm2")


def test_prepare_has_nothing_to_do_without_the_embedded_model(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURICLE_LIGHT", "1")
    assert json.loads(run("prepare", "--json").stdout) == {"outcome": "unused"}


def test_an_unwritable_cache_is_one_sentence(workshop: Any, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("AURICLE_CACHE", str(tmp_path / "file"))
    assert "AURICLE_CACHE" in str(run("assemble").exception)
