"""Whether a person wants the weekly insight unasked, and when they were told last: sealed with their records, and erased with them."""

from __future__ import annotations

from datetime import date, timedelta

from assistant.records.store import RecordStore

__all__ = ["due", "opt", "opted"]

_NAME = "insight"
_EVERY = timedelta(days=7)


def opted(store: RecordStore, person: str) -> bool:
    with store.opened(person) as blobs:
        return bool(blobs.json(_NAME, {}).get("on", False))


def opt(store: RecordStore, person: str, on: bool) -> None:
    with store.opened(person, write=True) as blobs:
        blobs.write_json(_NAME, {**blobs.json(_NAME, {}), "on": on})


def due(store: RecordStore, person: str, today: date) -> bool:
    """Whether it is to be told now. Saying so counts as telling: it is asked once a week, whatever becomes of the answer."""
    if not opted(store, person):
        return False
    with store.opened(person, write=True) as blobs:
        kept = blobs.json(_NAME, {})
        last = kept.get("told")
        if not kept.get("on") or (last is not None and today - date.fromisoformat(last) < _EVERY):
            return False
        blobs.write_json(_NAME, {**kept, "told": today.isoformat()})
        return True
