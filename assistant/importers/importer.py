"""The seam between a file that somebody exported and the person's records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.records.recording import Recording
from assistant.records.sample import Clinical, Night, Readings
from assistant.records.series import DayValue

if TYPE_CHECKING:
    from assistant.importers.parcel import Parcel

__all__ = ["ANSWERS", "Importer", "Intake", "Options", "Reject"]


ANSWERS = ("date", "decimal", "start")
"""Beside measures, what a person may have to say of a file: the order of its dates ("D/M/Y"), its decimal mark, when a recording began."""


@dataclass(frozen=True, slots=True)
class Reject:
    """Something that was not taken over. place: file, and line or entry in it ("export.xml:812"). reason: why, as people say it."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Options:
    """What a file cannot say of itself.

    zone: of times without offset: the person's own. subject: whose rows to take from a file about several people; "" takes the only one there is.
    mapping: for files of no known program, a column of theirs → a measure with its unit ("Weight" → "weight kg"), and "time" → its column.
    units: answers to what was ambiguous, a measure → its unit in the file; and what `ANSWERS` names.
    """

    zone: tzinfo
    subject: str = ""
    mapping: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)


class Intake(Protocol):
    """Where an importer puts what it reads. Everything is checked there against the measure's limits; what does not fit is rejected, never dropped.

    where: the file (with the entry in it), for rejects; lines: int64, the line of each reading in it, where it is known.
    """

    def seen(self, kind: str, count: int = 1) -> None:
        """Count what the file calls it ("HKQuantityTypeIdentifierStepCount"), taken or not."""
        ...

    def about(self, who: str) -> None:
        """Whose data the file says it is, in words that are the same in every export of that person.

        The first word says what tells people apart there: "born 1980-05-04, female" for a date of birth with the sex, whatever the program;
        "patient …", "subject …" for somebody's name or number.
        Raises `UsageError` when the records already hold such data of somebody else; nothing of the import is kept then.
        """
        ...

    def readings(self, batch: Readings, where: str = "", lines: NDArray[np.int64] | None = None) -> None: ...

    def days(self, measure: str, values: Iterable[DayValue], where: str = "") -> None: ...

    def nights(self, nights: Iterable[Night], where: str = "") -> None: ...

    def clinical(self, entries: Iterable[Clinical]) -> None: ...

    def recording(self, recording: Recording) -> None: ...

    def reject(self, reject: Reject) -> None: ...

    def note(self, sentence: str) -> None:
        """What the person should know of the whole file ("3 broken bytes were left out")."""
        ...

    def progress(self, done: int) -> None:
        """Bytes of the parcel that have been read, of `Parcel.size`."""
        ...


class Importer(Protocol):
    """Reads the export of one program. Raises `UsageError` with one sentence when the file as a whole cannot be read, or when the person must say
    something first (a unit, an order of day and month, whose rows).

    A module of this package that holds an instance of it is found by the registry. One that answers for any file of a form (a table of numbers)
    has `general = True` besides, and is asked only when no other recognises the file.
    """

    name: str  # what --as takes: "apple"
    title: str  # "Apple Health export"

    def recognises(self, parcel: Parcel) -> bool:
        """Whether it is of this program, from names and the first lines alone."""
        ...

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None: ...
