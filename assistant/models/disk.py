"""Writing to the shared cache: a final name only for what is whole, readable by everybody, and a sentence when the disk says no."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from assistant.errors import ModelCorrupt, ModelError

__all__ = ["BLOCK", "blocks", "digest", "free_bytes", "make_folder", "room", "write_text", "write_whole"]

BLOCK = 1 << 20
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST}


def blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            yield block


def digest(path: Path, seen: Callable[[int], None] = lambda count: None) -> str:
    """SHA-256 of a file; `seen` is told the bytes of each block."""
    found = hashlib.sha256()
    for block in blocks(path):
        found.update(block)
        seen(len(block))
    return found.hexdigest()


def free_bytes(folder: Path) -> int:
    """Free space where `folder` is or will be."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def make_folder(folder: Path) -> None:
    """Have the folder, open to all readers; parents that had to be made are opened as well, older ones are left as they are."""
    fresh = [folder, *(level for level in folder.parents if not level.exists())]
    folder.mkdir(parents=True, exist_ok=True)
    for level in fresh:
        mode = level.stat().st_mode
        if level.stat().st_uid == os.getuid() and mode & 0o055 != 0o055:
            level.chmod(mode | 0o055)


def write_whole(target: Path, content: Iterable[bytes], sha256: str | None = None, seen: Callable[[int], None] = lambda count: None) -> str:
    """Write beside, hash on the way, flush to the disk, rename. Gives the SHA-256.

    Raises `ModelCorrupt` when it is not `sha256`; nothing is kept then.
    """
    make_folder(target.parent)
    partial = target.with_name(f".{target.name}.partial")
    found = hashlib.sha256()
    try:
        with partial.open("wb") as out:
            for block in content:
                out.write(block)
                found.update(block)
                seen(len(block))
            out.flush()
            os.fchmod(out.fileno(), 0o644)  # shared by all users, whatever the umask of the one who assembled it
            os.fsync(out.fileno())
        if sha256 is not None and found.hexdigest() != sha256:
            raise ModelCorrupt(f"The file {target.name} does not have the SHA-256 {sha256}; nothing was kept.")
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name, too, survives a power cut
    finally:
        os.close(folder)
    return found.hexdigest()


def write_text(target: Path, text: str) -> None:
    write_whole(target, [text.encode()])


@contextlib.contextmanager
def room(folder: Path, need: Callable[[], int], free: Callable[[Path], int] = free_bytes) -> Iterator[None]:
    """Turn what the disk complains about into one sentence. need: bytes that the whole job takes, 0 when that is not known."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            wanted = f"up to {need() / 1e9:.2f} GB are needed" if need() else "more is needed"
            raise ModelError(
                f"There is not enough room in {folder}: {wanted}, {free(folder) / 1e9:.2f} GB are free; make room there, or set AURICLE_CACHE to a "
                "folder on a larger disk, and run the same command again."
            ) from error
        if error.errno in FORBIDDEN:
            raise ModelError(
                f"The models' folder {folder} cannot be written; run this as its owner, or set AURICLE_CACHE to a folder of yours."
            ) from error
        raise
