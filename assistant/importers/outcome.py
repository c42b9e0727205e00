"""What an import did, for people and for programs: what the file held, what came of it, and what did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from assistant.importers.importer import Reject
from assistant.importers.rejects import Rejects

__all__ = ["Ledger", "Outcome", "Tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """Of one measure ("steps"), or of "nights", a kind of health-record entry or of recording: how many were read and were new, changed or known."""

    read: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """seen: entries by what the file calls them, taken over or not. notes: sentences about the whole file."""

    title: str
    seen: dict[str, int]
    taken: dict[str, Tally]
    rejects: Rejects
    notes: tuple[str, ...]

    def lines(self, rejects_in: str = "") -> Iterator[str]:
        """For people. rejects_in: the file that has all the rejects, if one was written."""
        yield f"{self.title}: {_counted(sum(self.seen.values()), 'entry', 'entries')} of {_counted(len(self.seen), 'kind', 'kinds')}."
        width = max((len(name) for name in self.taken), default=0)
        for name, tally in sorted(self.taken.items()):
            yield f"  {name:<{width}}  {tally.read:>10,} read  {tally.new:>10,} new  {tally.changed:>8,} changed  {tally.unchanged:>10,} known"
        if not self.taken:
            yield "  Nothing in it can be taken over."
        if self.seen:
            yield f"  In the file: {', '.join(f'{kind} {count:,}' for kind, count in sorted(self.seen.items()))}."
        for note in self.notes:
            yield f"  {note}"
        if self.rejects:
            where = f"all are in {rejects_in}" if rejects_in else "--rejects FILE lists them all"
            yield f"  {len(self.rejects):,} rejected ({where}):"
        for group in self.rejects.groups():
            reason = group.example if group.count == 1 else group.reason
            more = ", …" if group.count > len(group.places) else ""
            yield f"    {group.count:>10,}  {reason} ({', '.join(group.places)}{more})"

    def json(self) -> dict[str, Any]:
        return {
            "kind": self.title,
            "seen": dict(sorted(self.seen.items())),
            "taken": {
                name: {"read": tally.read, "new": tally.new, "changed": tally.changed, "unchanged": tally.unchanged}
                for name, tally in sorted(self.taken.items())
            },
            "notes": list(self.notes),
            "rejected": len(self.rejects),
            "rejects": [{"place": reject.place, "reason": reject.reason} for reject in self.rejects],
        }


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


class Ledger:
    """Keeps the account while an import runs: the part of an `Intake` that is the same wherever the data goes."""

    def __init__(self, progress: Callable[[int], None] | None = None) -> None:
        """progress: is told how many bytes of the parcel were read."""
        self._progress = progress
        self._seen: Counter[str] = Counter()
        self._taken: dict[str, Tally] = {}
        self._notes: dict[str, None] = {}
        self._rejects = Rejects()

    def seen(self, kind: str, count: int = 1) -> None:
        self._seen[kind] += count

    def count(self, name: str, *, read: int = 0, new: int = 0, changed: int = 0, unchanged: int = 0) -> None:
        """Add to the tally of a measure, or of "nights", "ecg", "condition", …"""
        old = self._taken.get(name, Tally())
        self._taken[name] = replace(old, read=old.read + read, new=old.new + new, changed=old.changed + changed, unchanged=old.unchanged + unchanged)

    def reject(self, reject: Reject) -> None:
        self._rejects.add(reject)

    def note(self, sentence: str) -> None:
        self._notes[sentence] = None

    def progress(self, done: int) -> None:
        if self._progress is not None:
            self._progress(done)

    def outcome(self, title: str) -> Outcome:
        return Outcome(title, dict(self._seen), dict(self._taken), self._rejects, tuple(self._notes))
