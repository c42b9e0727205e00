"""The entries of a person's health record: conditions, medicines, allergies, labs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from typing import Any, get_args

from assistant.records.blobs import Blobs
from assistant.records.sample import Clinical, ClinicalKind

__all__ = ["CLINICAL_KINDS", "EntryBook"]

CLINICAL_KINDS: tuple[ClinicalKind, ...] = get_args(ClinicalKind)


class EntryBook:
    """Within a transaction."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    def entries(self, kind: ClinicalKind) -> tuple[Clinical, ...]:
        """The most recent first; those without a day last, by name."""
        found = [_entry(kept) for kept in self._kept(kind).values()]
        return tuple(sorted(found, key=lambda entry: (-_latest(entry).toordinal(), entry.name, entry.id)))

    def join(self, kind: ClinicalKind, entries: Iterable[Clinical], write: bool = True) -> tuple[int, int, int]:
        """Add entries, each in the place of the one of the same source and id: how many were new, changed, known. Writes nothing for nothing new."""
        kept = self._kept(kind)
        new = changed = unchanged = 0
        for entry in entries:
            place, row = f"{entry.source}\n{entry.id}", _row(entry)
            was = kept.get(place)
            new, changed, unchanged = new + (was is None), changed + (was is not None and was != row), unchanged + (was == row)
            kept[place] = row
        if (new or changed) and write:
            self._blobs.write_json(f"clinical/{kind}", kept)
        return new, changed, unchanged

    def _kept(self, kind: ClinicalKind) -> dict[str, dict[str, Any]]:
        kept: dict[str, dict[str, Any]] = self._blobs.json(f"clinical/{kind}", {})
        return kept


def _latest(entry: Clinical) -> date:
    return max((day for day in (entry.start, entry.end) if day), default=date.min)


def _row(entry: Clinical) -> dict[str, Any]:
    days = {name: day and day.isoformat() for name, day in (("start", entry.start), ("end", entry.end))}
    return {**asdict(entry), **days}


def _entry(row: dict[str, Any]) -> Clinical:
    return Clinical(**{**row, **{name: date.fromisoformat(row[name]) if row[name] else None for name in ("start", "end")}})
