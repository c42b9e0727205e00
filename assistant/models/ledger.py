"""What was verified, and when: size, time and SHA-256 of each file, kept in the model's folder, so that a start costs a look and not a hash."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from assistant.models.disk import digest, write_text
from assistant.models.manifest import ModelFile

__all__ = ["Ledger"]

RECORD = ".verified.json"


class Ledger:
    """The record of one model's folder. One that cannot be read counts as empty; one that cannot be written costs a hash each time, nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def trusts(self, file: ModelFile) -> bool:
        """Whether an existing file is right: by the record if that matches, else by hashing it."""
        path = self.folder / file.name
        state = path.stat()
        if state.st_size != file.size:
            return False
        if self._read().get(file.name) == [file.size, state.st_mtime_ns, file.sha256]:
            return True
        if digest(path) != file.sha256:
            return False
        self.enter(file)
        return True

    def enter(self, file: ModelFile) -> None:
        self._write(self._read() | {file.name: [file.size, (self.folder / file.name).stat().st_mtime_ns, file.sha256]})

    def strike(self, file: ModelFile) -> None:
        """Trust this file no longer, whatever its time says."""
        if file.name in (record := self._read()):
            self._write({name: seen for name, seen in record.items() if name != file.name})

    def _read(self) -> dict[str, list[object]]:
        try:
            found = json.loads((self.folder / RECORD).read_text())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, record: dict[str, list[object]]) -> None:
        with contextlib.suppress(OSError):
            write_text(self.folder / RECORD, json.dumps(record, indent=1))
