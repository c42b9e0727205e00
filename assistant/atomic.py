"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["written"]


@contextmanager
def written(path: Path, mode: int | None = None) -> Iterator[BinaryIO]:
    """A file to write, beside `path`; it takes that name, and the place of what stood there, when the block ends well, and is gone when not.

    A device or a pipe (/dev/stdout, /dev/null) is written to as it stands, as nothing may take its place; a link keeps pointing where it did.

    mode: permissions from the first byte on, whatever the umask; None leaves them to it, as for any file. Raises `OSError`.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    path = path.resolve()
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.partial")
    try:
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, 0o666 if mode is None else mode)) as file:
            yield file
            file.flush()
            if mode is not None:
                draft.chmod(mode)
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
