"""Which data pipe the settings name."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from anyio import to_thread

from assistant.datapipe.memory import MemoryPipe
from assistant.protocols import DataPipe
from assistant.settings import Settings

if TYPE_CHECKING:
    from assistant.records.vault import Vault

__all__ = ["open_pipe"]


@asynccontextmanager
async def open_pipe(settings: Settings, vault: Vault | None = None) -> AsyncIterator[DataPipe]:
    """The pipe that the setting `pipe` names, closed at the end. vault: that of the data folder, where it is open already.

    Raises `StoreError` when the vault, the file or the server cannot be used, `UsageError` when the server's address is none.
    """
    if settings.pipe == "memory":
        yield MemoryPipe()
        return
    from assistant.records.vault import Vault

    keys = vault if vault is not None else await to_thread.run_sync(Vault.open, settings.data, os.environ.get("AURICLE_PASSPHRASE"))
    if settings.pipe == "sqlite":
        from assistant.datapipe.sqlite import SqlitePipe

        sealed = await to_thread.run_sync(lambda: SqlitePipe(settings.data, keys))
        try:
            yield sealed
        finally:
            sealed.close()
        return
    from assistant.datapipe.postgres import PostgresPipe

    async with PostgresPipe(settings.pipe, keys) as pipe:
        yield pipe
