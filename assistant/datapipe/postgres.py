"""The data pipe on a PostgreSQL server, for machines that share a vault. Sealed here: the server never sees a value, a description or a name."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import anyio
from anyio import to_thread

from assistant.datapipe.kept import Clock, Kept, over, utc
from assistant.datapipe.limits import USUAL, Limits
from assistant.datapipe.sealed import Row, held_entry, held_value, key_of, label_of, minute
from assistant.errors import StoreError, UsageError
from assistant.records.vault import PersonKey, Vault
from assistant.types import Entry, Json, Provenance

if TYPE_CHECKING:
    from psycopg import AsyncConnection
    from psycopg_pool import AsyncConnectionPool

    Connection = AsyncConnection[tuple[Any, ...]]

__all__ = ["PostgresPipe"]

_WAIT = 10  # seconds for a connection, and for a statement
_TABLES = (
    """CREATE TABLE auricle_value (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, person text NOT NULL, label bytea NOT NULL, size bigint NOT NULL, until bigint,
        head bytea NOT NULL, body bytea NOT NULL, UNIQUE (person, label)
    )""",
    "CREATE INDEX auricle_value_ending ON auricle_value (until)",
    "CREATE INDEX auricle_value_owned ON auricle_value (person, number DESC) INCLUDE (size)",
)
# A person's rows above so many values or so many bytes: all but the newest.
_EXCESS = """SELECT number FROM (
    SELECT number, row_number() OVER newest AS place, sum(size) OVER newest AS room FROM auricle_value WHERE person = %s
    WINDOW newest AS (ORDER BY number DESC)
) AS own WHERE place > %s OR (room > %s AND place > 1)"""
# What two writers remove at the same time, each takes only what the other has not: so they never wait for each other in a circle.
_SWEEP = "DELETE FROM auricle_value WHERE number IN (SELECT number FROM auricle_value WHERE until <= %s FOR UPDATE SKIP LOCKED)"
_TURN = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


class PostgresPipe:
    """`DataPipe` in the table `auricle_value`, which is made when it is not there. Use it with `async with`. Only people of the vault have values.

    url: postgresql://user:password@host/database; its password is in no message.
    """

    def __init__(self, url: str, vault: Vault, limits: Limits = USUAL, *, clock: Clock = utc) -> None:
        """Raises `UsageError` when the address is none, or psycopg is not installed."""
        try:
            from psycopg import ProgrammingError
            from psycopg.conninfo import conninfo_to_dict, make_conninfo
        except ImportError as error:
            raise UsageError("The data pipe on PostgreSQL needs psycopg: install it with `pip install 'auricle[postgres]'`.") from error
        try:
            given: dict[str, Any] = dict(conninfo_to_dict(url))
        except ProgrammingError:  # it quotes the address, password and all, so it is not passed on
            raise UsageError("The setting pipe is no address of a PostgreSQL server; write postgresql://user:password@host/database.") from None
        self._password = str(given.get("password") or "")
        self._where = f"{given.get('host') or 'localhost'}/{given.get('dbname') or given.get('user') or ''}"
        bounds: dict[str, Any] = {"connect_timeout": _WAIT, "tcp_user_timeout": 1000 * _WAIT, "application_name": "auricle"}
        self._url = make_conninfo(**bounds | given)
        self._vault = vault
        self._limits = limits
        self._clock = clock
        self._pool: AsyncConnectionPool[Connection] | None = None

    async def __aenter__(self) -> Self:
        """Raises `StoreError` when the server cannot be reached, or refuses."""
        from psycopg import AsyncConnection, Error
        from psycopg_pool import AsyncConnectionPool

        try:
            # Once without the pool, which would go on trying where a wrong password is the reason.
            async with await AsyncConnection.connect(self._url, autocommit=True) as connection, connection.transaction():
                await connection.execute(_TURN, ("auricle_value",))
                found = await (await connection.execute("SELECT to_regclass('auricle_value')")).fetchone()
                if found == (None,):
                    for table in _TABLES:
                        await connection.execute(table)
        except Error as error:
            raise self._fault(error) from error
        pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            self._url,
            kwargs={"autocommit": True},
            min_size=1,
            max_size=4,
            timeout=_WAIT,
            open=False,
            configure=_bounded,
            check=AsyncConnectionPool.check_connection,
        )
        await pool.open()
        self._pool = pool
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._pool is not None:
            with anyio.CancelScope(shield=True):
                await self._pool.close()
            self._pool = None

    async def put(self, person: str, value: Json | bytes, provenance: Provenance, *, description: str = "", ttl: float | None = None) -> str:
        """Raises `UsageError` for what no pipe keeps, and when there is no such person."""
        now = self._clock()

        def sealed() -> tuple[str, Row, PersonKey]:
            key = self._vault.known(person)
            kept = Kept.of(value, provenance, description=description, ttl=ttl, made=now, label=key.label)
            return kept.entry.key, Row.of(kept, key), key

        name, row, key = await to_thread.run_sync(sealed)
        async with self._transaction() as database:
            await database.execute(_TURN, (row.person,))
            # Erasing destroys the key first and removes the rows then: a value that is under way in between must not stay behind.
            if (await to_thread.run_sync(self._vault.known, person)).key != key.key:
                raise StoreError(f"Everything of {person!r} was erased a moment ago; ask again.")
            await database.execute("DELETE FROM auricle_value WHERE person = %s AND label = %s", (row.person, row.label))
            await database.execute(_SWEEP, (minute(now),))
            await database.execute(
                "INSERT INTO auricle_value (person, label, head, body, size, until) VALUES (%s, %s, %s, %s, %s, %s)",
                (row.person, row.label, row.head, row.body, row.size, row.until),
            )
            await database.execute(f"DELETE FROM auricle_value WHERE number IN ({_EXCESS})", (row.person, self._limits.values, self._limits.bytes))
        return name

    async def get(self, person: str, key: str) -> Json | bytes:
        owner, label, row = await self._row(person, key, "head, body")
        return await to_thread.run_sync(held_value, owner, label, *row)

    async def entry(self, person: str, key: str) -> Entry:
        owner, label, (head,) = await self._row(person, key, "head")
        return held_entry(owner, label, head)

    async def entries(self, person: str) -> tuple[Entry, ...]:
        key, now = await to_thread.run_sync(key_of, self._vault, person), self._clock()
        async with self._transaction() as database:
            rows = await (
                await database.execute("SELECT label, head FROM auricle_value WHERE person = %s ORDER BY number", (key.handle,), binary=True)
            ).fetchall()
        entries = await to_thread.run_sync(lambda: [held_entry(key, label, head) for label, head in rows])
        return tuple(entry for entry in entries if not over(entry, now))

    async def erase(self, person: str) -> None:
        """Also of somebody whose key is destroyed already."""
        handle = self._vault.handle(person)
        async with self._transaction() as database:
            await database.execute(_TURN, (handle,))
            await database.execute("DELETE FROM auricle_value WHERE person = %s", (handle,))

    async def _row(self, person: str, name: str, columns: str) -> tuple[PersonKey, bytes, tuple[Any, ...]]:
        """Columns, the head first. Raises `KeyError`."""
        key = await to_thread.run_sync(key_of, self._vault, person)
        label = label_of(key, name)
        async with self._transaction() as database:
            found = await database.execute(f"SELECT {columns} FROM auricle_value WHERE person = %s AND label = %s", (key.handle, label), binary=True)
            row = await found.fetchone()
        if row is None or over(held_entry(key, label, row[0]), self._clock()):
            raise KeyError(name)
        return key, label, row

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        """Bounded in time, and so not cut off by whoever waits for it: it is done whole or not at all, and the connection stays usable."""
        from psycopg import Error

        if self._pool is None:
            raise UsageError("The data pipe on PostgreSQL is closed; use it within `async with`.")
        try:
            with anyio.CancelScope(shield=True):
                async with self._pool.connection() as connection, connection.transaction():
                    yield connection
        except Error as error:
            raise self._fault(error) from error

    def _fault(self, error: Exception) -> StoreError:
        said = " ".join(str(error).split()).rstrip(".")
        if self._password:
            said = said.replace(self._password, "…")
        return StoreError(f"The data pipe on the PostgreSQL server {self._where} cannot be used ({said}); check the setting pipe and the server.")


async def _bounded(connection: Connection) -> None:
    await connection.execute(f"SET statement_timeout = '{_WAIT}s'")
