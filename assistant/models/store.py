"""The models on this machine: assembled once, checked byte for byte, shared by all users."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.errors import AuricleError, ModelCorrupt, ModelError, ModelMissing, UsageError
from assistant.models.disk import blocks, digest, free_bytes, make_folder, room, write_text, write_whole
from assistant.models.hub import HubClient, NotAtHub
from assistant.models.ledger import Ledger
from assistant.models.manifest import Folder, Hub, Manifest, ModelEntry, ModelFile, Packages, to_toml
from assistant.models.progress import Progress, Silent
from assistant.models.wheels import Wheelhouse, package_folder
from assistant.models.wish import Wish

__all__ = ["ModelStore", "Verdict"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What rehashing one file of a model found. `problem` is empty when the file is exactly what the manifest says."""

    model: str
    file: str
    path: Path | None
    problem: str = ""

    @property
    def ok(self) -> bool:
        return not self.problem


class ModelStore:
    """Models in the folder `cache`, by name.

    A model's final file names never exist with unverified content: files are written beside, hashed on the way, flushed to the disk and renamed.
    What was verified is recorded (size, time, SHA-256) in the model's folder, so that a later start needs only a look at the file's size and time.
    free: bytes free at a path; a seam for tests.
    """

    def __init__(
        self, cache: Path, manifest: Manifest | None = None, *, endpoint: str | None = None, free: Callable[[Path], int] = free_bytes
    ) -> None:
        self.cache = cache
        self._own = manifest or Manifest.load()
        self._endpoint = endpoint
        self._free = free
        self._wheels = Wheelhouse(cache / ".wheels")

    # -- what there is --------------------------------------------------------------------------------------------------------------------------

    @property
    def manifest(self) -> Manifest:
        """Our own models and those added to this machine."""
        return self._own.joined(self._added())

    def folder(self, entry: ModelEntry) -> Path:
        """Where a model's files are or will be. Raises `ModelMissing` when the library that carries them is not installed."""
        library = entry.library
        if library is None:
            return self.cache / entry.name
        found = package_folder(library.package)
        if found is None:
            raise ModelMissing(
                f"The model {entry.name} comes with {library.distribution}, which is not installed; run `pip install 'auricle[embedded]'`."
            )
        return found

    def path(self, name: str) -> Path:
        """The file to open, or the folder of a model of several files.

        Raises `ModelMissing` or `ModelCorrupt`, each saying which command mends it.
        """
        entry = self.manifest.entry(name)
        folder = self.folder(entry)
        for file in entry.files:
            path = folder / file.name
            if not path.is_file():
                how = f"run `auricle models assemble {name}`" if entry.library is None else f"reinstall {entry.library.distribution}"
                raise ModelMissing(f"The model {name} is not on this machine ({path.name} is missing); {how}.")
            if not self._trusted(entry, file):
                raise ModelCorrupt(f"The file {path} of the model {name} is not what it should be; {self._mend(entry)}.")
        return folder / entry.entry if entry.entry else folder

    def resolve(self, setting: Path | None, default: str) -> Path:
        """What a setting such as `whisper` or `gguf` means: nothing is the model `default`, a bare name is a model here, anything else a path."""
        if setting is None:
            return self.path(default)
        if setting.exists():
            return setting
        if str(setting) in self.manifest:
            return self.path(str(setting))
        raise UsageError(f"There is no file or model {str(setting)!r}; `auricle models list` shows the models.")

    def sha256(self, name: str) -> str:
        """What names the exact bytes of a model: the SHA-256 of its entry file (or of its first file)."""
        entry = self.manifest.entry(name)
        return next(file.sha256 for file in entry.files if entry.entry in (None, file.name))

    def present(self, name: str) -> bool:
        """Whether `path` would succeed."""
        try:
            self.path(name)
        except ModelError:
            return False
        return True

    def verify(self, names: Iterable[str] | None = None, progress: Progress | None = None) -> list[Verdict]:
        """Rehash every file of the models (default: all of them that are here or come with a library)."""
        manifest, progress = self.manifest, progress or Silent()
        if names is None:
            chosen = [entry for entry in manifest.model if entry.when == "bundled" or (self.cache / entry.name).is_dir()]
        else:
            chosen = [manifest.entry(name) for name in names]
        progress.expect(sum(entry.size for entry in chosen))
        verdicts: list[Verdict] = []
        for entry in chosen:
            progress.doing(f"checking {entry.name}")
            verdicts += [self._judge(entry, file, progress) for file in entry.files]
        return verdicts

    # -- bringing and removing ------------------------------------------------------------------------------------------------------------------

    def assemble(self, names: Iterable[str], progress: Progress | None = None) -> None:
        """Make each model complete, from the first of its sources that works. One process at a time; a second one waits, then finds the work done.

        Raises `ModelCorrupt` naming file and part, `ModelError` naming what could not be had, or that the disk is full and what is needed.
        An interrupted job is resumed by running it again.
        """
        progress = progress or Silent()
        entries = [self.manifest.entry(name) for name in names]
        for entry in entries:
            if entry.library is not None:
                self.path(entry.name)  # comes with its library, or says how to get it
        if not any(self._wanting(entry) for entry in entries):
            return  # nothing to write, so whose the folder is does not matter
        with self._alone(progress), self._room(entries):
            wanting = [(entry, self._wanting(entry)) for entry in entries]
            progress.expect(sum(file.size for _, files in wanting for file in files))
            for entry, files in wanting:
                if files:
                    self._complete(entry, files, progress)

    def remove(self, name: str) -> int:
        """Delete an assembled or added model; gives the bytes that were freed. A model inside a library stays: `UsageError`."""
        entry = self.manifest.entry(name)
        if entry.library is not None:
            raise UsageError(f"The model {name} is part of the library {entry.library.distribution} and goes with it (`pip uninstall`).")
        folder = self.cache / name
        with self._alone(Silent()), self._room():
            freed = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else 0
            if folder.is_dir():
                shutil.rmtree(folder)
            for source in entry.sources:
                for part in source.parts if isinstance(source, Packages) else ():
                    self._wheels.drop(part)
            if name not in self._own:
                self._write_added(other for other in self._added() if other.name != name)
        return freed

    def add(self, wish: Wish, progress: Progress | None = None) -> ModelEntry:
        """Bring a model that our list does not know and record it, so that settings can name it.

        Raises `ModelCorrupt` when a file does not have the checksum that the wish or the hub names; nothing is recorded then.
        """
        progress = progress or Silent()
        if wish.name in self._own:
            raise UsageError(f"The name {wish.name!r} belongs to a model of Auricle's own list; choose another.")
        folder = self.cache / wish.name
        with self._alone(progress), self._room():
            known = any(other.name == wish.name for other in self._added())
            arrived: list[ModelFile] = []
            try:
                for name in wish.files:
                    progress.doing(f"{wish.name}: {name}")
                    got = self._arrive(wish.source, name, folder / name, wish.sha256.get(name), name in wish.optional, progress, counted=False)
                    if got is not None:
                        arrived.append(got)
                entry = wish.entry(arrived, folder)
            except (ModelCorrupt, UsageError):
                if not known:
                    shutil.rmtree(folder, ignore_errors=True)  # what is refused leaves nothing; what was only interrupted stays, to go on with
                raise
            for file in entry.files:
                self._ledger(entry).enter(file)
            self._write_added([*(other for other in self._added() if other.name != entry.name), entry])
        return entry

    # -- inside ---------------------------------------------------------------------------------------------------------------------------------

    def _complete(self, entry: ModelEntry, files: Sequence[ModelFile], progress: Progress) -> None:
        problems: list[AuricleError] = []
        for source in entry.sources:
            try:
                if isinstance(source, Packages):
                    self._from_packages(entry, source, files, progress)
                elif isinstance(source, Hub | Folder):
                    self._from_source(entry, source, files, progress)
                return
            except AuricleError as error:
                problems.append(error)
        corrupt = [problem for problem in problems if isinstance(problem, ModelCorrupt)]
        first = (corrupt or problems)[0]
        raise type(first)(f"The model {entry.name} could not be assembled: {first}") from first

    def _from_packages(self, entry: ModelEntry, source: Packages, files: Sequence[ModelFile], progress: Progress) -> None:
        names = {file.name for file in files}
        parts = [part for part in source.parts if any(member.file in names for member in part.members)]
        absent = [part for part in parts if self._wheels.missing(part)]
        self._enough(entry, sum(part.size for part in absent) + sum(file.size for file in files))
        ahead = sum(part.size for part in absent)
        progress.expect(ahead)
        try:
            for part in absent:
                progress.doing(f"{entry.name}: fetching {part.requirement}")
                self._wheels.fetch(part, progress)
                ahead -= part.size
        except AuricleError:
            progress.expect(-ahead)  # another source may follow, without them
            raise
        for file in files:
            if self._ready(entry, file):
                continue
            progress.doing(f"{entry.name}: {file.name}")
            pieces = (block for part in parts for member in part.members if member.file == file.name for block in self._wheels.blocks(part, member))
            write_whole(self.cache / entry.name / file.name, pieces, file.sha256, progress.advance)
            self._ledger(entry).enter(file)
        for part in source.parts:
            self._wheels.drop(part)

    def _from_source(self, entry: ModelEntry, source: Hub | Folder, files: Sequence[ModelFile], progress: Progress) -> None:
        self._enough(entry, sum(file.size for file in files))
        for file in files:
            if self._ready(entry, file):
                continue
            progress.doing(f"{entry.name}: {file.name}")
            self._arrive(source, file.name, self.cache / entry.name / file.name, file.sha256, False, progress)
            self._ledger(entry).enter(file)

    def _arrive(
        self, source: Hub | Folder, name: str, target: Path, sha256: str | None, optional: bool, progress: Progress, *, counted: bool = True
    ) -> ModelFile | None:
        """Bring one file from a hub or a folder to its final name. counted: whether `progress` expects its bytes already."""
        make_folder(target.parent)
        if isinstance(source, Folder):
            origin = source.folder / name
            if not origin.is_file():
                if optional:
                    return None
                raise UsageError(f"There is no file {origin}.")
            if not counted:
                progress.expect(origin.stat().st_size)
            found = write_whole(target, blocks(origin), sha256, progress.advance)
            return ModelFile(name=name, size=target.stat().st_size, sha256=found)
        partial = target.with_name(f".{target.name}.partial")
        try:
            with HubClient(self._endpoint) as hub:
                got = hub.fetch(source.repository, source.revision, source.files.get(name, name), partial, sha256, progress, counted=counted)
        except NotAtHub:
            if optional:
                return None
            raise
        os.chmod(partial, 0o644)
        os.replace(partial, target)
        return ModelFile(name=name, size=got.size, sha256=got.sha256)

    def _wanting(self, entry: ModelEntry) -> list[ModelFile]:
        return [file for file in entry.files if entry.library is None and not self._ready(entry, file)]

    def _ready(self, entry: ModelEntry, file: ModelFile) -> bool:
        return (self.cache / entry.name / file.name).is_file() and self._trusted(entry, file)

    def _ledger(self, entry: ModelEntry) -> Ledger:
        return Ledger(self.cache / entry.name)

    def _trusted(self, entry: ModelEntry, file: ModelFile) -> bool:
        """Whether an existing file is right. A library's files came by pip, which checked them: their size is enough here, `verify` hashes them."""
        if entry.library is not None:
            return (self.folder(entry) / file.name).stat().st_size == file.size
        return self._ledger(entry).trusts(file)

    def _judge(self, entry: ModelEntry, file: ModelFile, progress: Progress) -> Verdict:
        try:
            path = self.folder(entry) / file.name
        except ModelMissing as error:
            return Verdict(entry.name, file.name, None, str(error))
        if not path.is_file():
            return Verdict(entry.name, file.name, path, f"{path} is missing; {self._mend(entry)}.")
        size = path.stat().st_size
        if size != file.size:
            progress.advance(file.size)
            return Verdict(entry.name, file.name, path, f"{path} has {size} bytes instead of {file.size}; {self._mend(entry)}.")
        if digest(path, progress.advance) != file.sha256:
            if entry.library is None:
                self._ledger(entry).strike(file)
            return Verdict(entry.name, file.name, path, f"{path} is damaged: its SHA-256 is not that of the list of models; {self._mend(entry)}.")
        return Verdict(entry.name, file.name, path)

    def _mend(self, entry: ModelEntry) -> str:
        if entry.library is not None:
            return f"reinstall {entry.library.distribution} (`pip install --force-reinstall {entry.library.distribution}=={entry.library.version}`)"
        return f"run `auricle models assemble {entry.name}`, which replaces it"

    def _added(self) -> tuple[ModelEntry, ...]:
        path = self.cache / "added.toml"
        return Manifest.load(path).model if path.is_file() else ()

    def _write_added(self, entries: Iterable[ModelEntry]) -> None:
        write_text(self.cache / "added.toml", to_toml(list(entries)))

    def _enough(self, entry: ModelEntry, need: int) -> None:
        free = self._free(self.cache)
        if free < need:
            raise OSError(errno.ENOSPC, f"{entry.name} needs {need} bytes")

    def _room(self, entries: Sequence[ModelEntry] = ()) -> contextlib.AbstractContextManager[None]:
        # the parts and the joined file, for a moment both
        return room(self.cache, lambda: sum(2 * entry.size for entry in entries if not self.present(entry.name)), self._free)

    @contextlib.contextmanager
    def _alone(self, progress: Progress) -> Iterator[None]:
        """One process at a time changes the cache; the lock goes with the process that held it, however it ends."""
        from filelock import FileLock, Timeout

        with self._room():
            make_folder(self.cache)
            lock = FileLock(self.cache / ".lock")
            try:
                lock.acquire(timeout=0)
            except Timeout:
                progress.doing("waiting for another process that is changing the models")
                lock.acquire()
        try:
            yield
        finally:
            lock.release()
