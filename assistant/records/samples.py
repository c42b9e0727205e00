"""Readings of one measure from all its sources, as columns in order of time, and how new ones join those that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

__all__ = ["DAY", "LAYOUT", "MINUTE", "Joined", "Samples", "concatenated", "joined", "singled"]

MINUTE = 60_000_000  # µs
DAY = 1440 * MINUTE


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Columns of the same length n.

    start, end: int64, µs since 1970 UTC. offset: int16, minutes east of UTC at the start. local_date: int32, days since 1970 where it began.
    source, unit: int16, places in the measure's lists of names. value: float64 in the measure's unit. original: float64 as it stood in the file.
    """

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    offset: NDArray[np.int16]
    local_date: NDArray[np.int32]
    source: NDArray[np.int16]
    unit: NDArray[np.int16]
    value: NDArray[np.float64]
    original: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.start)

    def taken(self, which: slice | NDArray[np.bool_] | NDArray[np.int64]) -> Samples:
        """Some of the rows, by a slice, a mask or their places."""
        return Samples(*(getattr(self, name)[which] for name in LAYOUT))

    @classmethod
    def none(cls) -> Samples:
        return cls(*(np.empty(0, kind) for kind in LAYOUT.values()))


_KINDS = ("<i8", "<i8", "<i2", "<i4", "<i2", "<i2", "<f8", "<f8")
LAYOUT: dict[str, np.dtype[np.generic]] = {field.name: np.dtype(kind) for field, kind in zip(fields(Samples), _KINDS, strict=True)}


def concatenated(parts: Sequence[Samples]) -> Samples:
    if len(parts) == 1:
        return parts[0]
    return Samples(*(np.concatenate([getattr(part, name) for part in parts]) for name in LAYOUT)) if parts else Samples.none()


def singled(added: Samples) -> tuple[Samples, Samples, Samples]:
    """What one import holds without what contradicts it: of several values for one source, start and end the one that came first is kept.

    Gives the rest in its order, the rows that were left out, and beside each of those the row that was kept. Exact doubles stay.
    """
    if (added.start[1:] > added.start[:-1]).all():
        return added, Samples.none(), Samples.none()
    order = np.lexsort((added.end, added.source, added.start))  # stable: of equal rows the one that came first stands first
    begins = np.ones(len(order), bool)
    begins[1:] = (np.diff(added.start[order]) != 0) | (np.diff(added.end[order]) != 0) | (np.diff(added.source[order]) != 0)
    kept = order[np.flatnonzero(begins)][np.cumsum(begins) - 1]
    differs = added.value[order] != added.value[kept]
    if not differs.any():
        return added, Samples.none(), Samples.none()
    rest = np.ones(len(order), bool)
    rest[order[differs]] = False
    return added.taken(rest), added.taken(order[differs]), added.taken(kept[differs])


@dataclass(frozen=True, slots=True)
class Joined:
    """What came of a union: all rows in order of time, and how many of the added were new, changed a value, or were known already.

    touched: rows that are new or changed, and the old rows in the place of which they stand: what has to be worked out again.
    """

    samples: Samples
    new: int
    changed: int
    unchanged: int
    touched: Samples


def joined(kept: Samples, added: Samples) -> Joined:
    """The union: a reading of the same source, start and end is the same reading, and the one that came last says its value.

    kept: in order of time and without doubles. added: in the order in which it came.
    """
    both = concatenated((kept, added)) if len(kept) else added
    order = np.argsort(both.start, kind="stable")
    starts = both.start[order]
    if not (starts[1:] == starts[:-1]).any():
        return Joined(both.taken(order), len(added), 0, 0, added)
    # Stable: of equal rows the one that came last stands last.
    order = np.lexsort((both.end, both.source, both.start))
    same = np.zeros(len(order), bool)
    same[1:] = (np.diff(both.start[order]) == 0) & (np.diff(both.end[order]) == 0) & (np.diff(both.source[order]) == 0)
    group = np.cumsum(~same) - 1
    first = order[np.flatnonzero(~same)]
    last = np.empty_like(first)
    last[group] = order  # of several places the last one is written last
    was, new = first < len(kept), first >= len(kept)
    differs = (
        (both.value[first] != both.value[last])
        | (both.original[first] != both.original[last])
        | (both.unit[first] != both.unit[last])
        | (both.offset[first] != both.offset[last])
    )
    changed = was & (last >= len(kept)) & differs
    touched = both.taken(np.concatenate((last[new], first[changed], last[changed])))
    count, altered = int(new.sum()), int(changed.sum())
    return Joined(both.taken(last), count, altered, len(added) - count - altered, touched)
