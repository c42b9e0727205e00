"""A model that somebody wants to add: a larger Whisper, another GGUF, a Piper voice, from a hub or from this machine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from assistant.errors import ModelCorrupt, UsageError
from assistant.models.manifest import Folder, Hub, ModelEntry, ModelFile

__all__ = ["Wish"]

Addable = Literal["hear", "plan", "speak"]
# What faster-whisper opens; conversions carry either form of the vocabulary, the newer ones the preprocessor's settings as well.
WHISPER = ("config.json", "model.bin", "tokenizer.json", "vocabulary.txt", "vocabulary.json", "preprocessor_config.json")
WHISPER_OPTIONAL = frozenset({"vocabulary.txt", "vocabulary.json", "preprocessor_config.json"})


@dataclass(frozen=True, slots=True)
class Wish:
    """A model to bring. sha256: checksums that its files must have, by name. optional: files that may be missing at the source."""

    name: str
    role: Addable
    source: Hub | Folder
    files: tuple[str, ...]
    main: str | None
    languages: tuple[str, ...]
    licence: str
    sha256: Mapping[str, str] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        name: str,
        role: Addable,
        *,
        hub: str | None = None,
        revision: str = "main",
        file: str | None = None,
        path: Path | None = None,
        sha256: Sequence[str] = (),
        languages: Sequence[str] = ("any",),
        licence: str = "not stated",
    ) -> Wish:
        """From what a person types. Raises `UsageError` naming the option that is missing or wrong.

        hub and file: a repository and a file in it (a folder of it, or nothing, for a Whisper). path: a file, or a Whisper's folder, on this machine.
        sha256: "HEX" for the main file, or "FILE=HEX".
        """
        if (hub is None) == (path is None):
            raise UsageError("Say where the model comes from: either --hub OWNER/REPOSITORY or --from PATH.")
        if path is not None:
            folder, file = (path, None) if path.is_dir() else (path.parent, path.name)
            if not path.exists():
                raise UsageError(f"There is nothing at {path}; check the path.")
            if role == "hear" and file:
                raise UsageError("A Whisper model is a folder (config.json, model.bin, tokenizer.json, vocabulary); name the folder.")
        else:
            folder = None
        ending = {"plan": ".gguf", "speak": ".onnx"}.get(role, "")
        if role != "hear" and (file is None or not file.endswith(ending)):
            raise UsageError(f"A model to {role} is a {ending} file; name it with {'--from' if path is not None else '--file'}.")
        names: tuple[str, ...]
        main: str | None
        if role == "hear":
            names, main, optional = WHISPER, None, WHISPER_OPTIONAL
            below = f"{file.rstrip('/')}/" if file else ""
        else:
            assert file is not None
            below, _, main = file.rpartition("/")
            below = f"{below}/" if below else ""
            names, optional = ((main, f"{main}.json") if role == "speak" else (main,)), frozenset()
        try:
            source: Hub | Folder = (
                Folder(folder=folder.absolute())
                if folder is not None
                else Hub(repository=str(hub), revision=revision, files={each: f"{below}{each}" for each in names})
            )
            wish = cls(name, role, source, names, main, tuple(languages), licence, _sums(sha256, main or "model.bin", names), optional)
            wish.entry(
                [ModelFile(name=each, size=0, sha256="0" * 64) for each in names], None
            )  # so that a wrong name is refused before anything is fetched
        except ValidationError as error:
            first = error.errors()[0]
            raise UsageError(f"{first['input']!r} cannot be used for {'.'.join(map(str, first['loc'])) or 'a model'}; correct it.") from error
        return wish

    def entry(self, files: Sequence[ModelFile], folder: Path | None) -> ModelEntry:
        """The manifest's entry for what arrived in `folder`. Raises `ModelCorrupt` when it is not the kind of model that it should be."""
        if folder is not None:
            self._look(folder, {file.name for file in files})
        source = self.source
        if isinstance(source, Hub):
            source = Hub(repository=source.repository, revision=source.revision, files={file.name: source.files[file.name] for file in files})
        origin = f"{source.repository} at {source.revision}" if isinstance(source, Hub) else str(source.folder)
        return ModelEntry(
            name=self.name,
            role=self.role,
            what=f"Added from {origin}",
            languages=self.languages,
            licence=self.licence,
            when="asked",
            entry=self.main,
            files=tuple(files),
            sources=(source,),
        )

    def _look(self, folder: Path, names: set[str]) -> None:
        if self.role == "plan" and self.main is not None:
            with (folder / self.main).open("rb") as file:
                if file.read(4) != b"GGUF":
                    raise ModelCorrupt(f"{self.main} is not a GGUF file; nothing was added.")
        if self.role == "hear":
            _json(folder / "config.json")
            if not names & {"vocabulary.txt", "vocabulary.json"}:
                raise ModelCorrupt("The Whisper model has no vocabulary (vocabulary.txt or vocabulary.json); nothing was added.")
        if self.role == "speak":
            audio = _json(folder / f"{self.main}.json").get("audio")
            if not isinstance(audio, dict) or "sample_rate" not in audio:
                raise ModelCorrupt(f"{self.main}.json is not the description of a Piper voice; nothing was added.")


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ModelCorrupt(f"{path.name} is not JSON; nothing was added.") from error
    return found if isinstance(found, dict) else {}


def _sums(given: Sequence[str], main: str, names: Sequence[str]) -> dict[str, str]:
    sums: dict[str, str] = {}
    for each in given:
        name, _, value = each.rpartition("=")
        name, value = name or main, value.lower()
        if name not in names:
            raise UsageError(f"A checksum was given for {name}, which is not a file of this model ({', '.join(names)}).")
        if len(value) != 64 or set(value) - set("0123456789abcdef"):
            raise UsageError(f"{value!r} is not a SHA-256 (64 hexadecimal digits).")
        sums[name] = value
    return sums
