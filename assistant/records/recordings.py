"""The raw signals of a person: an index, and a blob for each."""

from __future__ import annotations

import json
from datetime import datetime

import numpy as np

from assistant.errors import StoreError, UsageError
from assistant.period import Period
from assistant.records.blobs import Blobs
from assistant.records.recording import Recording

__all__ = ["RecordingBook"]

_INDEX = "index"


class RecordingBook:
    """Within a transaction."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    def recordings(self, period: Period | None = None) -> tuple[Recording, ...]:
        """Those that began in the period (local days), in order; all of them without one."""
        found: list[Recording] = []
        for name, entry in self._blobs.json(_INDEX, {}).items():
            start = datetime.fromisoformat(entry["start"])
            if period is not None and start.date() not in period:
                continue
            content = self._blobs.read(f"recording/{name}")
            if content is None:
                raise StoreError(f"A recording of {self._blobs.key.person.id!r} is listed and not there; restore the data folder from a backup.")
            samples = np.frombuffer(content, dtype="<i4").astype(np.int32)
            found.append(Recording(entry["kind"], start, entry["rate"], samples, entry["source"]))
        return tuple(sorted(found, key=lambda recording: recording.start))

    def join(self, recording: Recording, write: bool = True) -> tuple[int, int, int]:
        """Add one in the place of one of the same kind, start and source: whether it was new, changed one, or was known. `start` needs an offset."""
        if recording.start.tzinfo is None:
            raise UsageError(f"The recording of {recording.start.isoformat()} has no time zone; give its start with an offset.")
        entry = {"kind": recording.kind, "start": recording.start.isoformat(), "rate": recording.rate, "source": recording.source}
        name = json.dumps([entry["kind"], entry["start"], entry["source"]])
        content = np.ascontiguousarray(recording.samples, dtype="<i4").tobytes()
        index = self._blobs.json(_INDEX, {})
        if index.get(name) == entry and self._blobs.read(f"recording/{name}") == content:
            return 0, 0, 1
        known = name in index
        if write:
            index[name] = entry
            self._blobs.write_json(_INDEX, index)
            self._blobs.write(f"recording/{name}", content)
        return int(not known), int(known), 0
