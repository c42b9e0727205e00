"""A file of sealed blobs in SQLite. Every table has a column `person`, which holds a person's handle: so whoever is erased is gone from all."""

from __future__ import annotations

import os
import sqlite3
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock

from assistant.errors import StoreError

__all__ = ["Database"]

_WAIT = 10  # seconds for another writer
_ELSEWHERE = "let yourself write there, or choose another folder with AURICLE_DATA"
_ADVICE = {
    sqlite3.SQLITE_FULL: "make room on the disk and run the command again",
    sqlite3.SQLITE_IOERR: "make sure that the disk has room and is in order, and run the command again",
    sqlite3.SQLITE_BUSY: "another program is writing to them, so try again in a moment",
    sqlite3.SQLITE_READONLY: _ELSEWHERE,
    sqlite3.SQLITE_CANTOPEN: _ELSEWHERE,
}


class Database:
    """Safe in many threads and processes: every transaction has a connection of its own, and waits for its turn to write.

    busy: written to all the time, so readers and a writer do not wait for each other (write-ahead log), and what was written in the last moments
    before a power cut may be lost, whole. Everything raises `StoreError` when the file cannot be used.
    """

    def __init__(self, path: Path, *tables: str, busy: bool = False) -> None:
        """tables: what is made unless it is there."""
        self._path = path
        self._busy = busy
        self.close: Callable[[], object] = _nothing
        """Ends what is kept open; the file can be used all the same."""
        if busy:
            # SQLite makes nobody wait who changes the mode at the same time as another process: the second is refused at once.
            try:
                with FileLock(path.with_suffix(".lock"), timeout=_WAIT, mode=0o600), self._connection() as database:
                    database.execute("PRAGMA journal_mode = WAL")
                    # Whoever closes the last connection puts the log away, which takes longer than all the rest: so one stays open and idle.
                    idle = sqlite3.connect(path, check_same_thread=False)
                    self.close = weakref.finalize(self, idle.close)
                    idle.execute("SELECT count(*) FROM sqlite_master").fetchone()
            except OSError as error:
                raise StoreError(f"The records in {path} cannot be used; {_ADVICE[sqlite3.SQLITE_CANTOPEN]}.") from error
        if tables:
            with self.transaction(write=True) as database:
                for table in tables:
                    database.execute(table)
            self._guard()

    def _guard(self) -> None:
        """The file is its owner's alone. One that is so already may lie on a disk that cannot be written to."""
        try:
            if os.name == "posix" and self._path.stat().st_mode & 0o777 != 0o600:
                self._path.chmod(0o600)
        except OSError as error:
            raise StoreError(f"The records in {self._path} cannot be kept from others ({error.strerror}); {_ELSEWHERE}.") from error

    @contextmanager
    def transaction(self, write: bool = False) -> Iterator[sqlite3.Connection]:
        """A connection in one transaction: committed at the end, undone by an error. A writer has the file to itself from its first read on."""
        with self._connection() as database:
            if write:
                # What was changed stays in memory until the end, so that nobody who reads waits for a long import: only for its commit.
                database.execute("PRAGMA cache_spill = OFF")
            database.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            try:
                yield database
            except BaseException:
                database.rollback()
                raise
            database.commit()

    def erase(self, handle: str) -> None:
        """Remove every row of a person, from the log of what was written last, too."""
        with self.transaction(write=True) as database:
            tables = database.execute(
                "SELECT m.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table' AND c.name = 'person'"
            ).fetchall()
            for (table,) in tables:
                database.execute(f'DELETE FROM "{table}" WHERE person = ?', (handle,))
        with self._connection() as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)) as database:
                # What is deleted is overwritten: erased records are gone from the file, too.
                database.execute("PRAGMA secure_delete = ON")
                if self._busy:
                    database.execute("PRAGMA synchronous = NORMAL")
                yield database
        except sqlite3.Error as error:
            advice = _ADVICE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "restore the file from a backup")
            raise StoreError(f"The records in {self._path} cannot be used ({error}); {advice}.") from error


def _nothing() -> None:
    """Nothing is kept open."""
