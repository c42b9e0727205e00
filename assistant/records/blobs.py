"""One person's sealed blobs within a transaction, by name. On disk a name is a keyed hash; a blob opens only under the name it was sealed with."""

from __future__ import annotations

import json
import sqlite3
import zlib
from typing import Any

from assistant.records.vault import PersonKey

__all__ = ["TABLE", "Blobs"]

TABLE = "CREATE TABLE IF NOT EXISTS blob (person TEXT, label BLOB, sealed BLOB NOT NULL, PRIMARY KEY (person, label)) WITHOUT ROWID"


class Blobs:
    """Reads raise `StoreError` when a blob is damaged or somebody else's. packed: compressed before it is sealed; not for what is so already."""

    def __init__(self, database: sqlite3.Connection, key: PersonKey) -> None:
        self._database = database
        self.key = key

    def read(self, name: str, packed: bool = True) -> bytes | None:
        row = self._database.execute("SELECT sealed FROM blob WHERE person = ? AND label = ?", (self.key.handle, self.key.label(name))).fetchone()
        if row is None:
            return None
        content = self.key.open(name, row[0])
        return zlib.decompress(content) if packed else content

    def write(self, name: str, content: bytes, packed: bool = True) -> None:
        sealed = self.key.seal(name, zlib.compress(content) if packed else content)
        self._database.execute("INSERT OR REPLACE INTO blob VALUES (?, ?, ?)", (self.key.handle, self.key.label(name), sealed))

    def remove(self, name: str) -> None:
        self._database.execute("DELETE FROM blob WHERE person = ? AND label = ?", (self.key.handle, self.key.label(name)))

    def json(self, name: str, default: Any) -> Any:
        content = self.read(name)
        return default if content is None else json.loads(content)

    def write_json(self, name: str, value: Any) -> None:
        self.write(name, json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass"))
