"""A person's own notes, each sealed with their key, beside their records."""

from __future__ import annotations

import json
import secrets
from datetime import datetime
from pathlib import Path

from anyio import to_thread

from assistant.errors import UsageError
from assistant.records.database import Database
from assistant.records.vault import Vault

__all__ = ["LONGEST", "SealedDiary"]

LONGEST = 20_000  # characters of one note: some ten pages


class SealedDiary:
    """`Diary` in the folder's `records.sqlite`. Erasing a person destroys the key and removes the notes (`RecordStore.erase`)."""

    def __init__(self, folder: Path, vault: Vault) -> None:
        """Raises `StoreError` when the file cannot be used."""
        self._vault = vault
        self._database = Database(
            folder / "records.sqlite",
            """CREATE TABLE IF NOT EXISTS note (
                number INTEGER PRIMARY KEY AUTOINCREMENT, person TEXT NOT NULL, label BLOB NOT NULL, sealed BLOB NOT NULL
            )""",
            "CREATE INDEX IF NOT EXISTS noted ON note (person)",
        )

    async def write(self, person: str, at: datetime, text: str) -> None:
        """Raises `UsageError` for a note without words, one above `LONGEST`, a time without offset, and when there is no such person."""
        if at.tzinfo is None:
            raise UsageError(f"The note of {at.isoformat()} has no time zone; give its time with an offset.")
        if not text.strip():
            raise UsageError("The note has no words; say what to write down.")
        if len(text) > LONGEST:
            raise UsageError(f"The note has {len(text):,} characters; the diary takes up to {LONGEST:,} at a time.")
        await to_thread.run_sync(self._write, person, at, text)

    async def notes(self, person: str) -> tuple[tuple[datetime, str], ...]:
        """Oldest first; with the same time, in the order of writing. Raises `UsageError` when there is no such person."""
        return await to_thread.run_sync(self._notes, person)

    async def erase(self, person: str) -> None:
        """Remove a person's notes and leave their other records."""
        await to_thread.run_sync(self._erase, person)

    def _write(self, person: str, at: datetime, text: str) -> None:
        key = self._vault.known(person)
        label = secrets.token_bytes(16)
        content = json.dumps([at.isoformat(), text], ensure_ascii=False).encode(errors="surrogatepass")
        with self._database.transaction(write=True) as database:
            if self._vault.known(person).key != key.key:  # erased and made anew in between: the old key opens nothing any more
                raise UsageError(f"Everything of {person!r} was erased a moment ago; say it again.")
            database.execute(
                "INSERT INTO note (person, label, sealed) VALUES (?, ?, ?)", (key.handle, label, key.seal(f"note/{label.hex()}", content))
            )

    def _notes(self, person: str) -> tuple[tuple[datetime, str], ...]:
        key = self._vault.known(person)
        with self._database.transaction() as database:
            rows = database.execute("SELECT label, sealed FROM note WHERE person = ? ORDER BY number", (key.handle,)).fetchall()
        opened = (json.loads(key.open(f"note/{label.hex()}", sealed).decode(errors="surrogatepass")) for label, sealed in rows)
        return tuple(sorted(((datetime.fromisoformat(at), text) for at, text in opened), key=lambda note: note[0]))

    def _erase(self, person: str) -> None:
        with self._database.transaction(write=True) as database:
            database.execute("DELETE FROM note WHERE person = ?", (self._vault.handle(person),))
