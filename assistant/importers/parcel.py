"""A file, a folder or a zip as importers see it: names, and streams that cannot be had to fill the memory or the disk."""

from __future__ import annotations

import io
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, cast

from assistant.errors import UsageError

__all__ = ["Limits", "Parcel"]

# What operating systems leave in folders and zips; it is nobody's data.
_LITTER = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")
_AGAIN = "export or download it again"


@dataclass(frozen=True, slots=True)
class Limits:
    """Where an archive is taken for a bomb: one that is small, and too large once it is unpacked.

    unpacked: bytes in all. times: unpacked ÷ packed, of what unpacks to more than `harmless` bytes; deflate reaches 1032, an export in XML about 50.
    nested: bytes of a zip inside a zip, which is held in memory while it is read. files: names in all.
    """

    unpacked: int = 100 << 30
    times: int = 250
    harmless: int = 64 << 20
    nested: int = 256 << 20
    files: int = 200_000


@dataclass(frozen=True, slots=True)
class _Entry:
    """One file. packed: what it takes of the parcel, for the progress; size: unpacked. open: a new stream of it."""

    packed: int
    size: int
    open: Callable[[], io.BufferedIOBase]


class _Counted(io.RawIOBase):
    """A stream that tells how many bytes were read of it, and whose errors are one sentence."""

    def __init__(self, name: str, stream: io.BufferedIOBase, tell: Callable[[int], None]) -> None:
        self._name, self._stream, self._tell = name, stream, tell

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            count = self._stream.readinto(buffer)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise UsageError(f"{self._name} is damaged in its zip; {_AGAIN}.") from error
        except OSError as error:
            raise UsageError(f"{self._name} cannot be read ({error.strerror or error}).") from error
        self._tell(count)
        return count


class Parcel:
    """What was given to import.

    size: bytes in all, packed, for the progress bar; `done` of them have been read.
    """

    def __init__(self, path: Path, limits: Limits = Limits()) -> None:
        """Raises `UsageError` when there is no such file, or a zip is cut off, encrypted or a bomb, or a name in it points outside."""
        self.path = path
        self._limits = limits
        self._entries: dict[str, _Entry] = {}
        self._read: dict[str, int] = {}
        self._heads: dict[str, bytes] = {}
        self._shown: tuple[str, ...] | None = None
        self._inner: tuple[str, zipfile.ZipFile] | None = None
        try:
            mode = path.stat().st_mode
            if stat.S_ISDIR(mode):
                self._add_folder()
            elif stat.S_ISREG(mode):
                self._add_file(path, path.name)
            else:
                raise UsageError(f"{path} is neither a file nor a folder.")
        except FileNotFoundError as error:
            raise UsageError(f"There is no file {path}.") from error
        except OSError as error:
            raise UsageError(f"{error.filename or path} cannot be read ({error.strerror or error}).") from error
        self.size = sum(entry.packed for entry in self._entries.values())

    def names(self) -> tuple[str, ...]:
        """Of every file in it, with "/" between folders; of a single file its own name. A zip inside counts as a folder."""
        return tuple(self._entries) if self._shown is None else self._shown

    def part(self, names: Iterable[str]) -> Parcel:
        """The same parcel with only these files, for another importer; size and progress remain those of the whole."""
        part = copy(self)
        part._shown = tuple(names)
        return part

    @property
    def done(self) -> int:
        """Bytes of `size` that have been read. A file that was read twice counts once."""
        return sum(
            entry.packed if (read := self._read[name]) >= entry.size else entry.packed * read // entry.size
            for name, entry in self._entries.items()
            if name in self._read
        )

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """One file as a stream, read once from front to back; nothing is unpacked on disk. Reading raises `UsageError` where the file is damaged."""
        with self._stream(name, self._counter(name)) as stream:
            yield stream

    def head(self, name: str, size: int = 4096) -> bytes:
        """The first bytes of a file, to tell what it is."""
        known = self._heads.get(name)
        if known is None or len(known) < min(size, self._entries[name].size):
            with self._stream(name, lambda count: None) as stream:
                known = stream.read(size)
            if len(self._heads) < 4096:
                self._heads[name] = known[:65536]
        return known[:size]

    def bytes_of(self, name: str) -> int:
        """Unpacked."""
        return self._entries[name].size

    # Inside

    def _counter(self, name: str) -> Callable[[int], None]:
        passed = 0

        def tell(count: int) -> None:
            nonlocal passed
            passed += count
            self._read[name] = max(passed, self._read.get(name, 0))

        return tell

    @contextmanager
    def _stream(self, name: str, tell: Callable[[int], None]) -> Iterator[BinaryIO]:
        try:
            file = self._entries[name].open()
        except (zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
            raise UsageError(f"{name} is damaged in its zip, or packed in a way that is not known here; {_AGAIN}.") from error
        except OSError as error:
            raise UsageError(f"{name} cannot be read ({error.strerror or error}).") from error
        with file:
            yield cast(BinaryIO, io.BufferedReader(_Counted(name, file, tell), 1 << 16))

    def _add(self, name: str, entry: _Entry) -> None:
        if name in self._entries:
            raise UsageError(f"{self.path.name} holds two files called {name}; {_AGAIN}.")
        if len(self._entries) >= self._limits.files:
            raise UsageError(f"{self.path.name} holds more than {self._limits.files:,} files; name the folder of the export itself.")
        self._entries[name] = entry

    def _add_folder(self) -> None:
        def refuse(error: OSError) -> None:
            raise UsageError(f"The folder {error.filename} cannot be read ({error.strerror}).") from error

        for folder, folders, files in os.walk(self.path, onerror=refuse):
            folders.sort()
            for name in sorted((*files, *folders)):
                path = Path(folder, name)
                shown = path.relative_to(self.path).as_posix()
                if path.is_symlink():
                    raise UsageError(f"{shown} in {self.path.name} is a link to elsewhere; put the file itself there, or remove the link.")
                if name in files and path.is_file() and not _litter(shown):
                    self._add_file(path, shown)

    def _add_file(self, path: Path, name: str) -> None:
        size = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(4)
        # Only what calls itself a zip is opened inside a folder: documents of office programs are zips, too.
        if start[:2] == b"PK" and (path == self.path or name.lower().endswith(".zip")):
            self._add_zip(_opened(path, name), "" if path == self.path else f"{name}/", name, size)
        else:
            self._add(name, _Entry(size, size, lambda: path.open("rb")))

    def _add_zip(self, archive: zipfile.ZipFile, prefix: str, name: str, packed: int) -> None:
        """The files of a zip. packed: its own size in bytes."""
        members = [member for member in archive.infolist() if not member.is_dir() and not _litter(member.filename)]
        self._check(members, name, packed)
        for member in members:
            shown = prefix + _inside(member.filename, name)
            if member.filename.lower().endswith(".zip"):
                self._add_nested(archive, member, shown)
            else:
                self._add(shown, _Entry(member.compress_size, member.file_size, partial(_member, archive, member)))

    def _add_nested(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> None:
        if member.file_size > self._limits.nested:
            raise UsageError(f"{name} is a zip inside a zip, and large; unpack the outer one and import its folder.")
        inner = self._nested(archive, member, name)
        members = [each for each in inner.infolist() if not each.is_dir() and not _litter(each.filename)]
        self._check(members, name, member.file_size)
        for each in members:
            if each.filename.lower().endswith(".zip"):
                raise UsageError(f"{name} holds a zip in a zip in a zip; unpack the outer ones and import their folder.")
            size = each.compress_size * member.compress_size // max(1, member.file_size)
            shown = f"{name}/{_inside(each.filename, name)}"
            self._add(shown, _Entry(size, each.file_size, partial(self._nested_member, archive, member, name, each)))

    def _nested(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> zipfile.ZipFile:
        """A zip inside a zip; the last one that was asked for stays in memory."""
        if self._inner is None or self._inner[0] != name:
            self._inner = None
            try:
                content = archive.read(member)
            except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
                raise UsageError(f"{name} is damaged in its zip; {_AGAIN}.") from error
            self._inner = name, _opened(io.BytesIO(content), name)
        return self._inner[1]

    def _nested_member(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, inner: zipfile.ZipInfo) -> io.BufferedIOBase:
        return _member(self._nested(archive, member, name), inner)

    def _check(self, members: list[zipfile.ZipInfo], name: str, packed: int) -> None:
        if any(member.flag_bits & 1 for member in members):
            raise UsageError(f"{name} is locked with a password; unpack it yourself and import the folder.")
        if link := next((member.filename for member in members if stat.S_ISLNK(member.external_attr >> 16)), None):
            raise UsageError(f"{link} in {name} is a link to elsewhere, which no export holds; {_AGAIN}.")
        unpacked = sum(member.file_size for member in members)
        before = sum(entry.size for entry in self._entries.values())
        worst = max((member.file_size / max(1, member.compress_size) for member in members if member.file_size > self._limits.harmless), default=0.0)
        if unpacked > self._limits.harmless:
            worst = max(worst, unpacked / max(1, packed))
        if worst > self._limits.times or unpacked + before > self._limits.unpacked:
            raise UsageError(f"{name} would unpack to {_amount(unpacked)} from {_amount(packed)}, as a zip bomb does; it was not opened.")


def _opened(file: Path | BinaryIO, name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise UsageError(f"{name} is a zip that is cut off or damaged; {_AGAIN}.") from error


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> io.BufferedIOBase:
    return cast(io.BufferedIOBase, archive.open(member))


def _inside(name: str, archive: str) -> str:
    """A name in a zip, with "/" between folders. Raises `UsageError` for one that leaves it."""
    plain = name.replace("\\", "/")
    if plain.startswith("/") or ".." in plain.split("/") or plain[1:2] == ":":
        raise UsageError(f"{archive} holds a file whose name leads out of it ({name}), which no export does; it was not opened.")
    return plain


def _litter(name: str) -> bool:
    base = name.rpartition("/")[2]
    return name.startswith("__MACOSX/") or base in _LITTER or base.startswith("._")


def _amount(size: int) -> str:
    for unit, digits in (("bytes", 0), ("kB", 0), ("MB", 0)):
        if size < 1000:
            return f"{size:.{digits}f} {unit}"
        size //= 1000
    return f"{size:,} GB"
