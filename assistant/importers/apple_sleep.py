"""Sleep in Apple's export: a record for each phase, from every source; here they become nights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from typing import cast

import numpy as np
from numpy.typing import NDArray

from assistant.importers.apple_types import PHASES
from assistant.importers.importer import Intake, Reject
from assistant.records.sample import Night, Phase, PhaseKind

__all__ = ["Sleep"]

_GAP = 90 * 60 * 1_000_000  # µs between phases that are still one night, docs/records.md
_LONGEST = 24 * 3600 * 1_000_000
_EPOCH = datetime(1970, 1, 1)


class Sleep:
    """Keeps the phases until the file ends, for a night need not stand together in it; ten years are some 100,000."""

    def __init__(self, intake: Intake, where: str) -> None:
        self._intake, self._where = intake, where
        self._phases: dict[str, set[tuple[int, int, int, str]]] = {}

    def add(
        self,
        source: str,
        start: NDArray[np.int64],
        end: NDArray[np.int64],
        offset: NDArray[np.int16],
        lines: NDArray[np.int64],
        said: Sequence[bytes | None],
        good: NDArray[np.bool_],
    ) -> None:
        """start, end: µs since 1970 UTC; offset: minutes east; said: Apple's name of the phase."""
        phases = self._phases.setdefault(source or "Apple Health", set())
        for begun, ended, east, line, name, valid in zip(
            start.tolist(), end.tolist(), offset.tolist(), lines.tolist(), said, good.tolist(), strict=True
        ):
            if not valid:
                continue
            text = (name or b"").decode(errors="replace").strip()
            kind = PHASES.get(text)
            if kind is None:
                self._reject(line, f"SleepAnalysis says {text[:60]!r}, which is no phase of sleep that is known")
            elif ended < begun:
                self._reject(line, "SleepAnalysis ends before it begins")
            elif ended - begun > _LONGEST:
                self._reject(line, f"SleepAnalysis lasts {(ended - begun) / 3.6e9:.0f} hours")
            elif ended > begun:
                phases.add((begun, ended, east, kind))
            else:
                self._reject(line, "SleepAnalysis lasts no time")

    def finish(self) -> None:
        for source in sorted(self._phases):
            if self._phases[source]:
                self._intake.nights(self._nights(source), self._where)
        self._phases.clear()

    def _nights(self, source: str) -> Iterator[Night]:
        night: list[Phase] = []
        last = 0
        for start, end, east, kind in sorted(self._phases[source]):
            if night and start - last > _GAP:
                yield Night(source, tuple(night))
                night = []
            last = end if not night else max(last, end)
            zone = timezone(timedelta(minutes=east))
            night.append(Phase(cast(PhaseKind, kind), _local(start, east, zone), _local(end, east, zone)))
        yield Night(source, tuple(night))

    def _reject(self, line: int, reason: str) -> None:
        self._intake.reject(Reject(f"{self._where}:{line}", reason))


def _local(moment: int, east: int, zone: timezone) -> datetime:
    return (_EPOCH + timedelta(microseconds=moment, minutes=east)).replace(tzinfo=zone)
