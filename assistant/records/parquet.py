"""Columns as Parquet in memory: DuckDB writes, reads and computes, and never sees a file of the disk."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from assistant.errors import StoreError

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
        self._held: dict[str, bytes] = {}
        self._count = itertools.count()

    def packed(self, columns: Mapping[str, Any]) -> bytes:
        """Columns (numpy, all of the same length) as one file, zstd."""
        name = self._fresh()
        try:
            with self._cursor() as cursor:
                cursor.register("fresh", dict(columns))
                cursor.execute(f"COPY fresh TO 'opened://{name}' (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION V2, USE_TMP_FILE false)")
                return self._held[name]
        finally:
            self._held.pop(name, None)

    def query(self, sql: str, files: Mapping[str, bytes], *values: object) -> dict[str, Any]:
        """Columns of the answer. sql: with `{parts}` where the files are read, all together. values: of its question marks.

        Raises `StoreError` when the answer does not fit into the memory that is set aside.
        """
        names = [self._fresh() for _ in files]
        self._held.update(zip(names, files.values(), strict=True))
        listed = ", ".join(f"'opened://{name}'" for name in names)
        try:
            with self._cursor() as cursor:
                cursor.execute(sql.format(parts=f"read_parquet([{listed}], union_by_name = true)"), list(values))
                found: dict[str, Any] = cursor.fetchnumpy()
                return found
        finally:
            for name in names:
                self._held.pop(name, None)

    @contextmanager
    def _cursor(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._lock:
            cursor = self._database.cursor()
        import duckdb

        try:
            yield cursor
        except duckdb.OutOfMemoryException as error:
            raise StoreError("These are more readings than fit into memory at once; ask for a shorter time.") from error
        finally:
            cursor.close()

    def _fresh(self) -> str:
        """A name that no other call uses."""
        return str(next(self._count))

    @cached_property
    def _database(self) -> duckdb.DuckDBPyConnection:
        import duckdb  # 0.1 s

        from assistant.records.opened import OpenedFiles  # 0.05 s

        database = duckdb.connect(":memory:", config=_CONFIG)
        database.register_filesystem(OpenedFiles(self._held))
        database.execute("SET disabled_filesystems = 'LocalFileSystem'")
        database.execute("SET lock_configuration = true")
        return database
