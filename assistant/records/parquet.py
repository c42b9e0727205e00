"""Columns as Parquet in memory: DuckDB writes, reads and computes, and never sees a file of the disk."""

from __future__ import annotations

import io
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fsspec import AbstractFileSystem

if TYPE_CHECKING:
    import duckdb

__all__ = ["Parquet"]

# No file of the disk is read or written, nothing is fetched, and one question cannot fill the machine.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": "2",
    "memory_limit": "256MB",
    "temp_directory": "",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


class Parquet:
    """A database that holds nothing; each file lives only as long as the call that was given it. Safe in many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._files = _Opened()

    def packed(self, columns: Mapping[str, Any]) -> bytes:
        """Columns (numpy, all of the same length) as one file, zstd."""
        name = self._files.fresh()
        with self._lock:
            cursor = self._database.cursor()
        try:
            cursor.register("columns", dict(columns))
            cursor.execute(f"COPY columns TO 'opened://{name}' (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION V2, USE_TMP_FILE false)")
            return self._files.held[name]
        finally:
            cursor.close()
            self._files.held.pop(name, None)

    def query(self, sql: str, files: Mapping[str, bytes], *values: object) -> dict[str, Any]:
        """Columns of the answer. sql: with `{parts}` where the files are read, all together. values: of its question marks."""
        names = [self._files.fresh() for _ in files]
        self._files.held.update(zip(names, files.values(), strict=True))
        with self._lock:
            cursor = self._database.cursor()
        try:
            listed = ", ".join(f"'opened://{name}'" for name in names)
            found: dict[str, Any] = cursor.execute(sql.format(parts=f"read_parquet([{listed}], union_by_name = true)"), list(values)).fetchnumpy()
            return found
        finally:
            cursor.close()
            for name in names:
                self._files.held.pop(name, None)

    @cached_property
    def _database(self) -> duckdb.DuckDBPyConnection:
        import duckdb  # 0.1 s

        database = duckdb.connect(":memory:", config=_CONFIG)
        database.register_filesystem(self._files)
        database.execute("SET disabled_filesystems = 'LocalFileSystem'")
        database.execute("SET lock_configuration = true")
        return database


class _Opened(AbstractFileSystem):  # type: ignore[misc]  # fsspec ships no types
    """Files that exist in memory alone, for one `Parquet` alone (fsspec's own memory file system is one for the whole process)."""

    protocol = "opened"
    cachable = False

    def __init__(self) -> None:
        super().__init__()
        self.held: dict[str, bytes] = {}
        self._count = 0

    def fresh(self) -> str:
        self._count += 1
        return f"{self._count}.{threading.get_ident()}"

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
