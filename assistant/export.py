"""Everything that is kept of a person, as files that any program opens: what they own, to look at or to take with them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from anyio import to_thread

from assistant.errors import StoreError, UsageError
from assistant.exported import ExportFolder, Part, line
from assistant.measured import write_days, write_readings, write_recordings, write_sleep
from assistant.measures import MEASURES
from assistant.protocols import DataPipe, Diary
from assistant.records.entries import CLINICAL_KINDS
from assistant.records.sample import Clinical
from assistant.records.store import RecordStore
from assistant.summary.opted import opted
from assistant.tracelog import TraceLog
from assistant.types import Entry, Json, Person
from assistant.watches.book import WatchBook

__all__ = ["Part", "entry_json", "export"]

_PNG = b"\x89PNG\r\n\x1a\n"


async def export(person: Person, folder: Path, store: RecordStore, diary: Diary, pipe: DataPipe, traces: TraceLog) -> tuple[Part, ...]:
    """Write records, recordings, notes, data-pipe values and traces into `folder`, for its owner only (0700, files 0600).

    Empty when nothing is kept of this person: then nothing is written either. Raises `UsageError` when the folder is not empty or cannot be one,
    `StoreError` when something cannot be read or written; what was written until then is removed.
    """
    _check(folder)
    days = await to_thread.run_sync(lambda: {measure: store.values(person.id, measure) for measure in MEASURES})
    single = await to_thread.run_sync(lambda: [held.measure for held in store.holdings(person.id) if held.readings])
    phases = await to_thread.run_sync(store.kept_phases, person.id)
    entries_kept = await to_thread.run_sync(lambda: [entry for kind in CLINICAL_KINDS for entry in store.kept_entries(person.id, kind)])
    recordings = await to_thread.run_sync(store.kept_recordings, person.id)
    choices = await to_thread.run_sync(_choices, store, person)
    notes = await diary.notes(person.id)
    entries = await pipe.entries(person.id)
    traced = await to_thread.run_sync(traces.read, person.id)
    if not (any(days.values()) or single or phases or entries_kept or recordings or notes or entries or traced or choices):
        return ()
    try:
        with ExportFolder(folder) as files:
            files.text("person.json", line(_person(person)))
            parts = [
                await to_thread.run_sync(write_days, files, days),
                await to_thread.run_sync(write_readings, files, store, person, single),
                await to_thread.run_sync(write_sleep, files, phases),
                await to_thread.run_sync(_lines, files, _ENTRIES, list(map(_entry, entries_kept))),
                await to_thread.run_sync(write_recordings, files, recordings),
                await to_thread.run_sync(_lines, files, _NOTES, [{"at": at.isoformat(), "text": text} for at, text in notes]),
                await _values(files, person, pipe, entries),
                await to_thread.run_sync(_lines, files, _TRACES, traced),
                await to_thread.run_sync(_lines, files, _CHOICES, choices),
            ]
            written = tuple(part for part in parts if part.count)
            files.text("README.md", _readme(person, written))
    except OSError as error:
        raise StoreError(f"The export into {folder} cannot be written ({error.strerror}); free space or name another folder.") from error
    return written


_ENTRIES = Part(
    "health-record.jsonl",
    0,
    "health-record item",
    "conditions, medicines, allergies and labs, one a line: name, code, status, days, dosage or value with its range, and where it came from.",
)
_NOTES = Part("notes.jsonl", 0, "note", "your diary, one note a line: when, and your words.")
_TRACES = Part(
    "traces.jsonl",
    0,
    "trace",
    "what the assistant did for each question since you consented to it, one turn a line: words, plan, results, models and times.",
)
_CHOICES = Part(
    "choices.jsonl",
    0,
    "choice",
    "what you said may not be read, what may be fetched, which sources you prefer, what you watch, and whom your files are about; one a line.",
)


def _entry(entry: Clinical) -> dict[str, Any]:
    return {**asdict(entry), "start": entry.start and entry.start.isoformat(), "end": entry.end and entry.end.isoformat()}


def _choices(store: RecordStore, person: Person) -> list[dict[str, Any]]:
    consent = store.consent(person.id)
    with store.opened(person.id) as blobs:
        about = blobs.json("about", [])
    return [
        *({"not_read": kind} for kind in sorted(consent.denied)),
        *({"fetched": kind} for kind in sorted(consent.live)),
        *({"preferred_source": source} for source in store.preferred(person.id)),
        *({"watch": {**asdict(kept), "since": str(kept.since), "told": kept.told and str(kept.told)}} for kept in WatchBook(store).all(person.id)),
        *({"weekly_insight": True} for _ in range(opted(store, person.id))),
        *({"files_are_about": who} for who in about),
    ]


def _check(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; name a folder that does not exist yet.")
    try:
        filled = folder.is_dir() and any(folder.iterdir())
    except OSError as error:
        raise UsageError(f"{folder} cannot be looked into ({error.strerror}); name another folder.") from error
    if filled:
        raise UsageError(f"{folder} is not empty, and an export overwrites nothing; name a folder that does not exist yet.")


def _person(person: Person) -> dict[str, Any]:
    return {"id": person.id, "name": person.name, "timezone": person.timezone, "clock": person.clock.isoformat() if person.clock else None}


async def _values(files: ExportFolder, person: Person, pipe: DataPipe, entries: Sequence[Entry]) -> Part:
    listed = []
    for number, entry in enumerate(entries, 1):
        try:
            value = await pipe.get(person.id, entry.key)
        except KeyError:  # its time was up a moment ago
            continue
        name = f"pipe/{number}{_suffix(value)}"
        if isinstance(value, bytes):
            await to_thread.run_sync(files.content, name, value)
        else:
            await to_thread.run_sync(files.text, name, json.dumps(value, ensure_ascii=False, indent=1) + "\n")
        listed.append({"file": name, **entry_json(entry)})
    if listed:
        await to_thread.run_sync(files.text, "pipe/values.jsonl", "".join(map(line, listed)))
    reading = "results and attachments that were kept between steps, a file each; values.jsonl lists key, description, origin and end of each."
    return Part("pipe/", len(listed), "data-pipe value", reading)


def _lines(files: ExportFolder, part: Part, entries: Iterable[dict[str, Any]]) -> Part:
    lines = [line(entry) for entry in entries]
    if lines:
        files.text(part.name, "".join(lines))
    return Part(part.name, len(lines), part.what, part.reading)


def entry_json(entry: Entry) -> dict[str, Any]:
    """What the data pipe knows of a value."""
    return {
        "key": entry.key,
        "kind": entry.kind,
        "size": entry.size,
        "description": entry.description,
        "provenance": {
            "task": entry.provenance.task,
            "args": dict(entry.provenance.args),
            "source": entry.provenance.source,
            "trusted": entry.provenance.trusted,
        },
        "made": entry.made.isoformat(),
        "until": entry.until.isoformat() if entry.until else None,
    }


def _suffix(value: Json | bytes) -> str:
    if not isinstance(value, bytes):
        return ".json"
    return ".png" if value.startswith(_PNG) else ".bin"


def _readme(person: Person, parts: Sequence[Part]) -> str:
    lines = [
        f"# What Auricle keeps of {person.name} ({person.id})",
        "",
        "Everything is readable here and no longer encrypted: keep this folder as you would keep a medical file.",
        "",
        "- `person.json` — your id, name and time zone.",
        *(f"- `{part.name}` ({part.count}) — {part.reading}" for part in parts),
        "",
        "Tables are CSV: UTF-8, commas, a point before decimals; a text that a spreadsheet would take for a formula has an apostrophe before it.",
        "Files that end in .jsonl hold one JSON object a line. Times are ISO 8601 with their offset.",
        "",
        f"`auricle data erase {shlex.quote(person.id)}` removes what is kept on the machine; it does not touch this folder.",
        "",
    ]
    return "\n".join(lines)
