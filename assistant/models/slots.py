"""Saved prompt prefixes: what reading one leaves in the model, as a file; and a small file beside it that says whose it is and what it must be."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from assistant.atomic import written
from assistant.models.disk import digest

__all__ = ["KEPT", "Prefix", "Slots"]

KEPT = 8  # files of others: another version of the library, other settings of other users


class Prefix(NamedTuple):
    """The messages that a role sends before every question, and the schema of its answers. name: for people, e.g. "planner sleep"."""

    name: str
    messages: Sequence[Mapping[str, str]]
    schema: Mapping[str, Any] | None = None


class Slots:
    """The folder of saved prefixes, shared by all users of the machine; one that cannot be written is only read.

    model: what a saved prefix depends on besides its text: the weights' checksum, the library's version, the context.
    """

    def __init__(self, folder: Path, model: Sequence[Any]) -> None:
        self.folder = folder
        self._model = list(model)
        self._seen: dict[Path, tuple[int, int, int]] = {}  # files that were read whole and found right, and what they were then

    @staticmethod
    def make(folder: Path) -> bool:
        """Have the folder, readable by all; whether it can be written."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if folder.stat().st_uid == os.getuid():
                folder.chmod(0o755)
        except OSError:
            return False
        return os.access(folder, os.W_OK)

    def pointer(self, prefix: Prefix) -> Path:
        """The small file of this prefix on this model."""
        what = [*self._model, [dict(message) for message in prefix.messages], prefix.schema]
        return self.folder / f"{hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:32]}.json"

    def intact(self, prefix: Prefix) -> str | None:
        """Name of the saved file if it is there and exactly as it was saved. Read whole once; later only whether it was touched."""
        pointer = self.pointer(prefix)
        try:
            found = json.loads(pointer.read_text())
            name, sha256 = found["file"], found["sha256"]
            if Path(name).name != name:
                return None
            saved = self.folder / name
            status = saved.stat()
            now = (status.st_ino, status.st_size, status.st_mtime_ns)
            if self._seen.get(saved) != now:
                if digest(saved) != sha256:
                    return None
                self._seen[saved] = now
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return str(name)

    def publish(self, prefix: Prefix, fresh: Path, current: Collection[Path]) -> None:
        """Give a freshly saved file its name (by content: writers do not disturb each other), then point to it; files of others than `current`
        make room. Raises `OSError`."""
        pointer = self.pointer(prefix)
        sha256 = digest(fresh)
        final = pointer.with_name(f"{pointer.stem}-{sha256[:16]}.bin")
        fresh.chmod(0o644)
        with fresh.open("rb") as saved:
            os.fsync(saved.fileno())
        os.replace(fresh, final)
        with written(pointer, 0o644) as out:
            out.write(json.dumps({"file": final.name, "sha256": sha256}).encode())
        self._prune({*current, pointer})

    def _prune(self, current: Collection[Path]) -> None:
        """Keep what is in use and the latest others: each change of instructions, model or library leaves a file of some 25 MB behind."""
        latest = sorted(self.folder.glob("*.json"), key=_modified, reverse=True)
        others = [pointer for pointer in latest if pointer not in current]
        for old in others[KEPT:]:
            old.unlink(missing_ok=True)
        named = {_named(pointer) for pointer in (*current, *others[:KEPT])}
        for saved in self.folder.glob("*.bin"):
            if saved.name not in named:
                saved.unlink(missing_ok=True)


def _modified(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # another process has just made room
        return 0


def _named(pointer: Path) -> str | None:
    try:
        return str(json.loads(pointer.read_text())["file"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
