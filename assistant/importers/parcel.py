"""A file, a folder or a zip as importers see it: names, and streams that cannot be had to fill the memory or the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["Parcel"]


class Parcel:
    """What was given to import.

    size: bytes in all, packed, for the progress bar.
    """

    def __init__(self, path: Path) -> None:
        """Raises `UsageError` when there is no such file, or a zip is cut off, encrypted or a bomb."""
        self.path = path
        self.size = path.stat().st_size

    def names(self) -> tuple[str, ...]:
        """Of every file in it, with "/" between folders; of a single file its own name."""
        return (self.path.name,)

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """One file as a stream, read once from front to back; zips are not unpacked on disk."""
        with self.path.open("rb") as file:
            yield file

    def head(self, name: str, size: int = 4096) -> bytes:
        """The first bytes of a file, to tell what it is."""
        with self.open(name) as file:
            return file.read(size)
