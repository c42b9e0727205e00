"""A person's limits, sealed with their key among their records, so that they are erased with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from assistant.errors import TaskError, UsageError
from assistant.facts import Bound
from assistant.measures import MEASURES

if TYPE_CHECKING:
    from assistant.records.blobs import Blobs

__all__ = ["LONGEST", "MOST", "Kept", "Opens", "WatchBook", "checked"]

MOST = 20
"""Limits of one person: each is looked at whenever they ask something."""
LONGEST = 31
"""Days in a row."""
_NAME = "watches"


@runtime_checkable
class Opens(Protocol):
    """What the book needs of a store (`RecordStore`): the person's sealed blobs in one transaction."""

    def opened(self, person: str, write: bool = False) -> AbstractContextManager[Blobs]: ...


@dataclass(frozen=True, slots=True)
class Kept:
    """A limit in the measure's own unit. number: what the person removes it by. since: the day on which it was set; rows of days that ended before
    are not told. told: the last day of the row that was told last."""

    number: int
    measure: str
    bound: Bound
    limit: float
    days: int
    since: date
    told: date | None = None


class WatchBook:
    """Everything raises `UsageError` when there is no such person, `StoreError` when the records cannot be used. Not async: call it in a thread."""

    def __init__(self, store: Opens) -> None:
        self._store = store

    def all(self, person: str) -> tuple[Kept, ...]:
        """In the order in which they were set."""
        with self._store.opened(person) as blobs:
            return tuple(_read(blobs))

    def add(self, person: str, measure: str, bound: Bound, limit: float, days: int, since: date) -> Kept:
        """The same limit again is the one that there is. Raises `UsageError` when there are `MOST`."""
        with self._store.opened(person, write=True) as blobs:
            kept = list(_read(blobs))
            new = Kept(max((one.number for one in kept), default=0) + 1, measure, bound, limit, days, since)
            for one in kept:
                if (one.measure, one.bound, one.limit, one.days) == (measure, bound, limit, days):
                    return one
            if len(kept) >= MOST:
                raise UsageError(f"You have set {MOST} limits, which is the most; remove one with `auricle data watches {person} --remove NUMBER`.")
            _write(blobs, [*kept, new])
            return new

    def remove(self, person: str, number: int) -> Kept:
        """Raises `UsageError` when there is no limit of that number."""
        with self._store.opened(person, write=True) as blobs:
            kept = list(_read(blobs))
            found = next((one for one in kept if one.number == number), None)
            if found is None:
                there = ", ".join(str(one.number) for one in kept) or "none"
                raise UsageError(f"There is no limit {number} of {person!r}; there is {there}.")
            _write(blobs, [one for one in kept if one is not found])
            return found

    def tell(self, person: str, reached: Mapping[int, date]) -> frozenset[int]:
        """Mark limits as told up to a day each; gives those that were not, so that of two programs one tells."""
        with self._store.opened(person, write=True) as blobs:
            kept = list(_read(blobs))
            new = {one.number for one in kept if one.number in reached and (one.told is None or one.told < reached[one.number])}
            if new:
                _write(blobs, [replace(one, told=reached[one.number]) if one.number in new else one for one in kept])
            return frozenset(new)


def checked(measure: str, limit: float, bound: Bound = "above", days: int = 1) -> None:
    """Raises `TaskError` for days in a row that are not watched, and for a limit that the measure can never reach."""
    known = MEASURES[measure]
    if not 1 <= days <= LONGEST:
        raise TaskError(f"A limit is watched for 1 to {LONGEST} days in a row, not for {days}.")
    if not known.low <= limit <= known.high:
        raise TaskError(f"{measure} goes from {known.low:g} to {known.high:g} {known.unit}, so {limit:g} is no limit of it.")


def _read(blobs: Blobs) -> Iterator[Kept]:
    rows: list[dict[str, Any]] = blobs.json(_NAME, [])
    for row in rows:
        told = date.fromisoformat(row["told"]) if row["told"] else None
        yield Kept(**{**row, "since": date.fromisoformat(row["since"]), "told": told})


def _write(blobs: Blobs, kept: list[Kept]) -> None:
    blobs.write_json(_NAME, [{**asdict(one), "since": one.since.isoformat(), "told": one.told.isoformat() if one.told else None} for one in kept])
