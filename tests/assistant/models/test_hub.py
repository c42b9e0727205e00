"""Bringing models from a hub: resumed, checked, over https or loopback only. The hub is a mirror on loopback."""

from __future__ import annotations

import hashlib
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import ModelCorrupt, ModelError, UsageError
from assistant.models.hub import HubClient
from assistant.models.manifest import Manifest
from assistant.models.progress import Silent
from assistant.models.store import ModelStore
from assistant.models.wish import Wish

REPOSITORY = "owner/models"
GGUF = b"GGUF" + os.urandom(3_000_000)
VOICE = b'{"audio": {"sample_rate": 22050}}'


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _store(mirror: Any, tmp_path: Path) -> ModelStore:
    return ModelStore(tmp_path / "cache", Manifest(), endpoint=mirror.address)


def _gguf(**more: Any) -> Wish:
    return Wish.of("big", "plan", hub=REPOSITORY, revision="main", file="big.gguf", **more)


def test_a_gguf_is_added_and_recorded_so_that_settings_can_name_it(mirror: Any, tmp_path: Path, notes: Any) -> None:
    mirror.put(REPOSITORY, "main", "big.gguf", GGUF)
    _store(mirror, tmp_path).add(_gguf(sha256=[sha256(GGUF)], languages=["en"], licence="MIT"), notes)
    store = _store(mirror, tmp_path)  # another process
    assert store.resolve(Path("big"), "other").read_bytes() == GGUF
    assert store.sha256("big") == sha256(GGUF)
    assert all(verdict.ok for verdict in store.verify(["big"]))
    recorded = tomllib.loads((tmp_path / "cache" / "added.toml").read_text())["model"][0]
    assert recorded["licence"] == "MIT"
    assert recorded["sources"][0]["repository"] == REPOSITORY
    assert notes.done == notes.total == len(GGUF)
    store.remove("big")
    assert "big" not in store.manifest


def test_an_added_model_that_was_lost_is_assembled_from_its_hub_again(mirror: Any, tmp_path: Path) -> None:
    mirror.put(REPOSITORY, "main", "big.gguf", GGUF)
    store = _store(mirror, tmp_path)
    store.add(_gguf())
    store.path("big").unlink()
    store.assemble(["big"])
    assert store.path("big").read_bytes() == GGUF
    mirror.put(REPOSITORY, "main", "big.gguf", GGUF + b"!")  # the hub has changed it: what was added must come back, nothing else
    store.path("big").unlink()
    with pytest.raises(ModelCorrupt, match=r"big\.gguf"):
        store.assemble(["big"])


def test_a_wrong_checksum_is_refused_and_leaves_nothing(mirror: Any, tmp_path: Path) -> None:
    mirror.put(REPOSITORY, "main", "big.gguf", GGUF)
    store = _store(mirror, tmp_path)
    with pytest.raises(ModelCorrupt, match=r"big\.gguf .* does not have the SHA-256 0000"):
        store.add(_gguf(sha256=["0" * 64]))
    assert not (tmp_path / "cache" / "big").exists()
    assert "big" not in store.manifest


@pytest.mark.parametrize("asked", [True, False], ids=["checksum given", "only an etag"])
def test_a_broken_download_goes_on_where_it_stopped(mirror: Any, tmp_path: Path, asked: bool) -> None:
    mirror.put(REPOSITORY, "main", "big.gguf", GGUF)
    mirror.break_off_after = 2_000_000
    store = _store(mirror, tmp_path)
    wish = _gguf(sha256=[sha256(GGUF)] if asked else ())
    with pytest.raises(ModelError, match="run the same command again"):
        store.add(wish)
    assert "big" not in store.manifest
    store.add(wish)
    assert store.path("big").read_bytes() == GGUF
    start = int(mirror.requests[-1][1].removeprefix("bytes=").removesuffix("-"))
    assert 0 < start <= 2_000_000
    assert [path.name for path in store.path("big").parent.iterdir() if "partial" in path.name] == []


def test_a_file_that_changed_between_two_attempts_is_not_mixed(mirror: Any, tmp_path: Path) -> None:
    mirror.put(REPOSITORY, "main", "big.gguf", GGUF)
    mirror.break_off_after = 2_000_000
    store = _store(mirror, tmp_path)
    with pytest.raises(ModelError):
        store.add(_gguf())
    newer = b"GGUF" + os.urandom(3_000_000)
    mirror.put(REPOSITORY, "main", "big.gguf", newer)
    store.add(_gguf())
    assert store.path("big").read_bytes() == newer


def test_a_partial_file_that_is_already_complete_is_taken(mirror: Any, tmp_path: Path) -> None:
    mirror.put(REPOSITORY, "main", "big.gguf", GGUF)
    partial = tmp_path / "cache" / "big" / ".big.gguf.partial"
    partial.parent.mkdir(parents=True)
    partial.write_bytes(GGUF)
    store = _store(mirror, tmp_path)
    store.add(_gguf(sha256=[sha256(GGUF)]))
    assert store.path("big").read_bytes() == GGUF


def test_what_the_hub_announces_is_compared_with_what_was_asked_for(mirror: Any, tmp_path: Path) -> None:
    mirror.put(REPOSITORY, "main", "big.gguf", GGUF)
    mirror.redirect_to, mirror.announce = mirror.address, True
    store = _store(mirror, tmp_path)
    store.add(_gguf())  # through the redirection to the hub's storage
    assert store.path("big").read_bytes() == GGUF
    with pytest.raises(ModelCorrupt, match="nothing was kept"):
        store.add(Wish.of("again", "plan", hub=REPOSITORY, file="big.gguf", sha256=["1" * 64]))


def test_a_redirection_away_from_https_is_not_followed(mirror: Any, tmp_path: Path) -> None:
    mirror.put(REPOSITORY, "main", "big.gguf", GGUF)
    mirror.redirect_to = "http://198.51.100.7"  # documentation address: nobody is there
    with pytest.raises(UsageError, match="https only"):
        _store(mirror, tmp_path).add(_gguf())


@pytest.mark.parametrize("endpoint", ["http://example.org", "ftp://127.0.0.1", "file:///etc", "http://127.0.0.1.example.org"])
def test_only_https_or_loopback(endpoint: str) -> None:
    with pytest.raises(UsageError, match="https only"):
        HubClient(endpoint)


def test_the_endpoint_comes_from_the_environment(mirror: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mirror.put(REPOSITORY, "main", "big.gguf", GGUF)
    monkeypatch.setenv("HF_ENDPOINT", mirror.address + "/")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # a proxy cannot reach our loopback
    with HubClient() as hub:
        got = hub.fetch(REPOSITORY, "main", "big.gguf", tmp_path / "got", None, Silent(), counted=True)
    assert (got.size, got.sha256) == (len(GGUF), sha256(GGUF))


def test_a_file_that_the_hub_does_not_have_is_named(mirror: Any, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"has no big\.gguf in owner/models at main"):
        _store(mirror, tmp_path).add(_gguf())


def test_an_unreachable_hub_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"The hub at http://127\.0\.0\.1:9 did not deliver big\.gguf"):
        ModelStore(tmp_path / "cache", Manifest(), endpoint="http://127.0.0.1:9").add(_gguf())


def test_a_whisper_comes_with_whichever_vocabulary_the_hub_has(mirror: Any, tmp_path: Path) -> None:
    for file in ("config.json", "model.bin", "tokenizer.json", "vocabulary.json", "preprocessor_config.json"):
        mirror.put("owner/whisper", "v1", file, b"{}")
    store = _store(mirror, tmp_path)
    entry = store.add(Wish.of("whisper-large", "hear", hub="owner/whisper", revision="v1", languages=["en", "es"]))
    assert {file.name for file in entry.files} == {"config.json", "model.bin", "tokenizer.json", "vocabulary.json", "preprocessor_config.json"}
    assert store.path("whisper-large").is_dir()


def test_a_whisper_without_a_vocabulary_is_refused(mirror: Any, tmp_path: Path) -> None:
    for file in ("config.json", "model.bin", "tokenizer.json"):
        mirror.put("owner/whisper", "main", file, b"{}")
    with pytest.raises(ModelCorrupt, match="no vocabulary"):
        _store(mirror, tmp_path).add(Wish.of("whisper-large", "hear", hub="owner/whisper"))


def test_a_piper_voice_comes_with_its_description(mirror: Any, tmp_path: Path) -> None:
    mirror.put("owner/voices", "main", "es/davefx.onnx", b"onnx")
    mirror.put("owner/voices", "main", "es/davefx.onnx.json", VOICE)
    store = _store(mirror, tmp_path)
    store.add(Wish.of("davefx", "speak", hub="owner/voices", file="es/davefx.onnx", languages=["es"], sha256=[f"davefx.onnx.json={sha256(VOICE)}"]))
    assert store.path("davefx").read_bytes() == b"onnx"
    assert store.path("davefx").with_name("davefx.onnx.json").read_bytes() == VOICE


@pytest.mark.parametrize(
    ("role", "file", "content", "says"),
    [("plan", "page.gguf", b"<html>", "not a GGUF"), ("speak", "page.onnx", b"onnx", "not the description of a Piper voice")],
)
def test_something_else_under_that_name_is_refused(tmp_path: Path, role: Any, file: str, content: bytes, says: str) -> None:
    (tmp_path / file).write_bytes(content)
    (tmp_path / f"{file}.json").write_text("{}")
    store = ModelStore(tmp_path / "cache", Manifest())
    with pytest.raises(ModelCorrupt, match=says):
        store.add(Wish.of("page", role, path=tmp_path / file))
    assert not (tmp_path / "cache" / "page").exists()


def test_a_file_on_this_machine_is_copied_and_checked(tmp_path: Path) -> None:
    (tmp_path / "own.gguf").write_bytes(GGUF)
    store = ModelStore(tmp_path / "cache", Manifest())
    with pytest.raises(ModelCorrupt, match=r"own\.gguf"):
        store.add(Wish.of("own", "plan", path=tmp_path / "own.gguf", sha256=["2" * 64]))
    store.add(Wish.of("own", "plan", path=tmp_path / "own.gguf", sha256=[sha256(GGUF).upper()]))
    (tmp_path / "own.gguf").unlink()
    assert store.path("own").read_bytes() == GGUF


def test_a_name_of_our_own_list_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "own.gguf").write_bytes(GGUF)
    with pytest.raises(UsageError, match="belongs to a model of Auricle's own list"):
        ModelStore(tmp_path / "cache").add(Wish.of("whisper-base", "plan", path=tmp_path / "own.gguf"))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "either --hub .* or --from"),
        ({"hub": "a/b", "path": Path(".")}, "either --hub .* or --from"),
        ({"hub": "a/b"}, r"\.gguf file; name it with --file"),
        ({"hub": "no-owner", "file": "x.gguf"}, "'no-owner' cannot be used for repository"),
        ({"hub": "a/b", "file": "../x.gguf"}, r"'\.\./x\.gguf' cannot be used"),
        ({"hub": "a/b", "file": "x.gguf", "revision": "../main"}, r"'\.\./main' cannot be used for revision"),
        ({"hub": "a/b", "file": "x.gguf", "sha256": ["12"]}, "'12' is not a SHA-256"),
        ({"hub": "a/b", "file": "x.gguf", "sha256": ["y=" + "0" * 64]}, "checksum was given for y"),
        ({"path": Path("/nowhere/x.gguf")}, "nothing at /nowhere/x.gguf"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_before_anything_is_fetched(options: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        Wish.of("x", "plan", **options)


def test_a_name_that_leads_elsewhere_is_refused() -> None:
    with pytest.raises(UsageError, match=r"'\.\./x' cannot be used for name"):
        Wish.of("../x", "plan", hub="a/b", file="x.gguf")
