"""The task `health_record`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date
from typing import Literal

from assistant.facts import Fact, Line, Listed, Source
from assistant.records.sample import Clinical
from assistant.tasks.resembling import folded, resembling
from assistant.tasks.spec import Context, task
from assistant.types import Json, Provenance

__all__ = ["OVER", "health_record"]

RecordKind = Literal["condition", "medication", "allergy", "lab"]

MOST = 1_000  # lines of an answer; more are in no record that somebody keeps of themselves
_NOW = frozenset({"active", "recurrence", "relapse"})
OVER = frozenset({"resolved", "inactive", "remission", "completed", "stopped", "ended", "not-taken"})
"""States of what is of the past."""


@task(chat_name="Health record", permission="reads_person", untrusted=True, family="records")  # its words are others': of files, of servers
async def health_record(context: Context, kind: RecordKind, about: str | None = None) -> tuple[Fact, ...]:
    """What the person's health record lists: conditions, medicines, allergies or lab results, or what it says about one of them.

    `about` is a name in the person's own words ("cholesterol"): what resembles it, and of a lab every result; without it, of each lab the latest.
    Where nothing resembles it, everything of the kind is listed: that the record has another word for it does not mean that it has it not.
    """
    entries = await context.records.clinical(context.person.id, kind)
    places = resembling([entry.name for entry in entries], about) if about else ()
    chosen = [entries[place] for place in places] or list(entries)
    shown = sorted(chosen, key=_standing) if kind != "lab" else chosen if places else _latest(chosen)
    lines = _lines(shown)
    named: Literal["", "found", "unknown"] = ("found" if places else "unknown") if about else ""
    return (Listed(kind, lines, await _kept(context, kind, about, chosen, lines), named),)


def _standing(entry: Clinical) -> int:
    """What holds now first, what is over last; sorting by it keeps the order of time within each."""
    return 0 if entry.status in _NOW else 2 if entry.status in OVER else 1


def _latest(entries: Iterable[Clinical]) -> list[Clinical]:
    """Of each lab the most recent result."""
    found: dict[str, Clinical] = {}
    for entry in sorted(entries, key=_recent, reverse=True):
        found.setdefault(entry.code or folded(entry.name), entry)
    return list(found.values())


def _recent(entry: Clinical) -> date:
    return entry.start or date.min


def _lines(entries: Iterable[Clinical]) -> tuple[Line, ...]:
    """Each thing once: a prescription that is renewed every month is one medicine, and two sources may tell of the same."""
    found: dict[tuple[object, ...], Line] = {}
    for entry in entries:
        line = Line(entry.name, entry.status, entry.start, entry.end, entry.text, entry.value, entry.unit, entry.low, entry.high)
        same = (folded(entry.name), entry.text) if entry.kind == "medication" else (folded(entry.name), line.start, line.end, line.text, line.value)
        found.setdefault(same, line)
        if len(found) >= MOST:
            break
    return tuple(found.values())


async def _kept(context: Context, kind: RecordKind, about: str | None, entries: Sequence[Clinical], lines: Sequence[Line]) -> Source:
    title = ", ".join(sorted({entry.source for entry in entries}))
    rows: list[Json] = [{name: _plain(value) for name, value in asdict(line).items() if value not in ("", None)} for line in lines]
    arguments = {"kind": kind} | ({"about": about} if about else {})
    key = await context.pipe.put(context.person.id, rows, Provenance("health_record", arguments, title))
    return Source("record", key, title)


def _plain(value: object) -> Json:
    if isinstance(value, date):
        return value.isoformat()
    assert isinstance(value, str | int | float)
    return value
