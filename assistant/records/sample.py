"""What importers read: readings in batches, nights of sleep, and entries of a health record. Everything keeps its source and its offset."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["Clinical", "ClinicalKind", "Night", "Phase", "PhaseKind", "Readings"]

ClinicalKind = Literal["condition", "medication", "allergy", "lab"]
PhaseKind = Literal["in_bed", "asleep", "light", "deep", "rem", "awake"]


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """Readings of one measure from one source in one original unit, columns of the same length n.

    start, end: int64, µs since 1970 UTC; a moment has end = start.
    offset: int16, minutes east of UTC at the start, so that the local day is (start + offset) whole days after 1970.
    value: float64, in the measure's own unit. original: float64, as it stood in the file; unit: its unit there.
    """

    measure: str
    source: str
    unit: str
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    offset: NDArray[np.int16]
    value: NDArray[np.float64]
    original: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.start)


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of a night. "asleep" is sleep without a stage; "in_bed" says nothing of sleep. Aware times."""

    kind: PhaseKind
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Night:
    """One stretch of sleep as one source tells it, from its first phase to its last. Aware times, in the offset of the place where it was slept."""

    source: str
    phases: tuple[Phase, ...]

    @property
    def start(self) -> datetime:
        return min(phase.start for phase in self.phases)

    @property
    def end(self) -> datetime:
        return max(phase.end for phase in self.phases)


@dataclass(frozen=True, slots=True)
class Clinical:
    """One entry of a health record.

    id: of the entry at its source, so that it replaces itself when it comes again.
    name: as people read it. code: "system|code" of the first coding, where there is one.
    status: as the source says ("active", "resolved", …); "" when it does not. Entries that were entered in error never come here.
    start, end: local days. text: dosage of a medication, reaction of an allergy. value, unit, low, high: of a lab, with its reference range.
    """

    kind: ClinicalKind
    id: str
    name: str
    source: str
    code: str = ""
    status: str = ""
    start: date | None = None
    end: date | None = None
    text: str = ""
    value: float | None = None
    unit: str = ""
    low: float | None = None
    high: float | None = None
