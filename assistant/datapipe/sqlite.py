"""The data pipe on this machine's disk, sealed with each person's key."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from anyio import to_thread

from assistant.datapipe.kept import Clock, Kept, over, utc
from assistant.datapipe.limits import USUAL, Limits
from assistant.datapipe.sealed import Row, held_entry, held_value, key_of, label_of, minute
from assistant.errors import StoreError
from assistant.records.database import Database
from assistant.records.vault import PersonKey, Vault
from assistant.types import Entry, Json, Provenance

__all__ = ["SqlitePipe"]

# What is short stands before what is long, or reading it would go through all of the long.
_TABLES = (
    """CREATE TABLE IF NOT EXISTS value (
        number INTEGER PRIMARY KEY AUTOINCREMENT, person TEXT NOT NULL, label BLOB NOT NULL, size INTEGER NOT NULL, until INTEGER,
        head BLOB NOT NULL, body BLOB NOT NULL, UNIQUE (person, label)
    )""",
    "CREATE INDEX IF NOT EXISTS ending ON value (until)",
    "CREATE INDEX IF NOT EXISTS owned ON value (person, number DESC, size)",
)


class SqlitePipe:
    """`DataPipe` in the folder's `pipe.sqlite`, for all processes of this machine. Only people of the vault have values.

    Every call asks the vault for the key anew: once a person is erased, by whatever process, their values are not found.
    """

    def __init__(self, folder: Path, vault: Vault, limits: Limits = USUAL, *, clock: Clock = utc) -> None:
        """Raises `StoreError` when the file cannot be used."""
        self._vault = vault
        self._limits = limits
        self._clock = clock
        self._database = Database(folder / "pipe.sqlite", *_TABLES, busy=True)

    async def put(self, person: str, value: Json | bytes, provenance: Provenance, *, description: str = "", ttl: float | None = None) -> str:
        """Raises `UsageError` for what no pipe keeps, and when there is no such person."""
        return await to_thread.run_sync(partial(self._put, person, value, provenance, description, ttl))

    async def get(self, person: str, key: str) -> Json | bytes:
        return await to_thread.run_sync(self._get, person, key)

    async def entry(self, person: str, key: str) -> Entry:
        return await to_thread.run_sync(self._entry, person, key)

    async def entries(self, person: str) -> tuple[Entry, ...]:
        return await to_thread.run_sync(self._entries, person)

    async def erase(self, person: str) -> None:
        """Also of somebody whose key is destroyed already."""
        await to_thread.run_sync(self._database.erase, self._vault.handle(person))

    def close(self) -> None:
        """Put the file away; what is still asked of the pipe works, only slower."""
        self._database.close()

    def _put(self, person: str, value: Json | bytes, provenance: Provenance, description: str, ttl: float | None) -> str:
        key, now = self._vault.known(person), self._clock()
        kept = Kept.of(value, provenance, description=description, ttl=ttl, made=now, label=key.label)
        row = Row.of(kept, key)
        with self._database.transaction(write=True) as database:
            # Erasing destroys the key first and removes the rows then: a value that is under way in between must not stay behind.
            if self._vault.known(person).key != key.key:
                raise StoreError(f"Everything of {person!r} was erased a moment ago; ask again.")
            database.execute("DELETE FROM value WHERE (person = ? AND label = ?) OR until <= ?", (row.person, row.label, minute(now)))
            database.execute(
                "INSERT INTO value (person, label, head, body, size, until) VALUES (?, ?, ?, ?, ?, ?)",
                (row.person, row.label, row.head, row.body, row.size, row.until),
            )
            count, room = database.execute("SELECT count(*), sum(size) FROM value WHERE person = ?", (row.person,)).fetchone()
            while count > self._limits.values or (room > self._limits.bytes and count > 1):
                oldest, size = database.execute("SELECT number, size FROM value WHERE person = ? ORDER BY number LIMIT 1", (row.person,)).fetchone()
                database.execute("DELETE FROM value WHERE number = ?", (oldest,))
                count, room = count - 1, room - size
        return kept.entry.key

    def _get(self, person: str, name: str) -> Json | bytes:
        key, label, head, body = self._row(person, name, "body")
        return held_value(key, label, head, body)

    def _entry(self, person: str, name: str) -> Entry:
        key, label, head, _ = self._row(person, name, "NULL")
        return held_entry(key, label, head)

    def _row(self, person: str, name: str, body: str) -> tuple[PersonKey, bytes, bytes, bytes]:
        key = key_of(self._vault, person)
        label = label_of(key, name)
        with self._database.transaction() as database:
            row = database.execute(f"SELECT head, {body} FROM value WHERE person = ? AND label = ?", (key.handle, label)).fetchone()
        if row is None or over(held_entry(key, label, row[0]), self._clock()):
            raise KeyError(name)
        return key, label, row[0], row[1]

    def _entries(self, person: str) -> tuple[Entry, ...]:
        key, now = key_of(self._vault, person), self._clock()
        with self._database.transaction() as database:
            rows = database.execute("SELECT label, head FROM value WHERE person = ? ORDER BY number", (key.handle,)).fetchall()
        entries = (held_entry(key, label, head) for label, head in rows)
        return tuple(entry for entry in entries if not over(entry, now))
