"""Files that exist in memory alone, as DuckDB opens them."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

from fsspec import AbstractFileSystem

__all__ = ["OpenedFiles"]


class OpenedFiles(AbstractFileSystem):  # type: ignore[misc]  # fsspec ships no types
    """Those of one owner alone: fsspec's own memory file system is one for the whole process."""

    protocol = "opened"
    cachable = False

    def __init__(self, held: dict[str, bytes]) -> None:
        """held: by name; what is written appears there."""
        super().__init__()
        self.held = held

    def open(self, path: str, mode: str = "rb", **options: object) -> io.BytesIO:
        name = _name(path)
        return _Written(self.held, name) if "w" in mode else io.BytesIO(self.held[name])

    def info(self, path: str, **options: object) -> dict[str, Any]:
        name = _name(path)
        if name not in self.held:
            raise FileNotFoundError(name)
        return {"name": name, "size": len(self.held[name]), "type": "file"}

    def exists(self, path: str, **options: object) -> bool:
        return _name(path) in self.held

    def glob(self, path: str, **options: object) -> list[str]:
        return [_name(path)] if self.exists(path) else []

    def modified(self, path: str) -> datetime:
        return datetime(1970, 1, 1, tzinfo=UTC)


class _Written(io.BytesIO):
    """A file that is kept when it is closed."""

    def __init__(self, held: dict[str, bytes], name: str) -> None:
        super().__init__()
        self._held, self._name = held, name

    def close(self) -> None:
        if not self.closed:
            self._held[self._name] = self.getvalue()
        super().close()


def _name(path: str) -> str:
    return path.rpartition("://")[2].lstrip("/")
