"""An intake that lets through what the person allowed to be fetched, and nothing else, whatever a server sends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from assistant.importers.importer import Intake, Reject
from assistant.measures import MEASURES
from assistant.records.recording import Recording
from assistant.records.sample import Clinical, Night, Readings
from assistant.records.series import DayValue

__all__ = ["ConsentedIntake"]


class ConsentedIntake:
    """`Intake` in front of another one. kinds: of data that may be fetched, as `assistant.records.consent.KINDS` names them."""

    def __init__(self, intake: Intake, kinds: frozenset[str]) -> None:
        self._intake, self._kinds = intake, kinds
        self._kept_out: Counter[str] = Counter()

    def seen(self, kind: str, count: int = 1) -> None:
        self._intake.seen(kind, count)

    def about(self, who: str) -> None:
        self._intake.about(who)

    def readings(self, batch: Readings, where: str = "", lines: NDArray[np.int64] | None = None) -> None:
        if self._allows(MEASURES[batch.measure].task, len(batch)):
            self._intake.readings(batch, where, lines)

    def days(self, measure: str, values: Iterable[DayValue], where: str = "") -> None:
        listed = list(values)
        if self._allows(MEASURES[measure].task, len(listed)):
            self._intake.days(measure, listed, where)

    def nights(self, nights: Iterable[Night], where: str = "") -> None:
        listed = list(nights)
        if self._allows("sleep", len(listed)):
            self._intake.nights(listed, where)

    def clinical(self, entries: Iterable[Clinical]) -> None:
        listed = list(entries)
        if self._allows("health_record", len(listed)):
            self._intake.clinical(listed)

    def recording(self, recording: Recording) -> None:
        if self._allows("recording", 1):
            self._intake.recording(recording)

    def reject(self, reject: Reject) -> None:
        self._intake.reject(reject)

    def note(self, sentence: str) -> None:
        self._intake.note(sentence)

    def progress(self, done: int) -> None:
        self._intake.progress(done)

    def finish(self) -> None:
        """Say what came although nobody had asked for it."""
        for kind, count in sorted(self._kept_out.items()):
            self._intake.note(f"Not taken, for you have not allowed it to be fetched: {kind.replace('_', ' ')} ({count:,}).")

    def _allows(self, kind: str, count: int) -> bool:
        if kind not in self._kinds:
            self._kept_out[kind] += count
        return kind in self._kinds
