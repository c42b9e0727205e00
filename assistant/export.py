"""Everything that is kept of a person, as files that any program opens: what they own, to look at or to take with them."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
from anyio import to_thread

from assistant.errors import StoreError, UsageError
from assistant.measures import MEASURES
from assistant.protocols import DataPipe, Diary
from assistant.records.entries import CLINICAL_KINDS
from assistant.records.recording import Recording
from assistant.records.sample import Clinical, Phase
from assistant.records.series import DayValue
from assistant.records.store import RecordStore
from assistant.tracelog import TraceLog
from assistant.types import Entry, Json, Person

__all__ = ["Part", "entry_json", "export"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PNG = b"\x89PNG\r\n\x1a\n"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a spreadsheet would work out instead of showing it


@dataclass(frozen=True, slots=True)
class Part:
    """What an export wrote of one kind: the file or folder, how many, of what, and a sentence on how to read it."""

    name: str
    count: int
    what: str
    reading: str


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
    notes = await diary.notes(person.id)
    entries = await pipe.entries(person.id)
    traced = await to_thread.run_sync(traces.read, person.id)
    if not (any(days.values()) or single or phases or entries_kept or recordings or notes or entries or traced):
        return ()
    try:
        with _Files(folder) as files:
            wishes = await to_thread.run_sync(_wishes, store, person)
            files.text("person.json", _line(_person(person) | wishes))
            parts = [
                await to_thread.run_sync(_records, files, days),
                await to_thread.run_sync(_readings, files, store, person, single),
                await to_thread.run_sync(_sleep, files, phases),
                await to_thread.run_sync(_lines, files, _ENTRIES, list(map(_entry, entries_kept))),
                await to_thread.run_sync(_recordings, files, recordings),
                await to_thread.run_sync(_lines, files, _NOTES, [{"at": at.isoformat(), "text": text} for at, text in notes]),
                await _values(files, person, pipe, entries),
                await to_thread.run_sync(_lines, files, _TRACES, traced),
            ]
            written = tuple(part for part in parts if part.count)
            files.text("README.md", _readme(person, written))
    except OSError as error:
        raise StoreError(f"The export into {folder} cannot be written ({error.strerror}); free space or name another folder.") from error
    return written


class _Files:
    """The folder that is filled. When the block fails, what it wrote is gone again, and the folder, too, if it was made here."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made = not folder.exists()

    def __enter__(self) -> _Files:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder.chmod(0o700)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is None:
            return
        for child in tuple(self._folder.iterdir()):
            shutil.rmtree(child) if child.is_dir() else child.unlink()
        if self._made:
            self._folder.rmdir()

    def content(self, name: str, content: bytes) -> None:
        path = self._folder / name
        path.parent.mkdir(exist_ok=True, mode=0o700)
        with open(path, "xb", opener=lambda opened, flags: os.open(opened, flags, 0o600)) as file:
            file.write(content)

    def more(self, name: str, text: str) -> None:
        """Begin a file, or go on with it."""
        path = self._folder / name
        path.parent.mkdir(exist_ok=True, mode=0o700)
        with open(path, "ab", opener=lambda opened, flags: os.open(opened, flags, 0o600)) as file:
            file.write(text.encode(errors="backslashreplace"))

    def text(self, name: str, text: str) -> None:
        # Half characters come from broken texts of others; JSON has an escape for them, UTF-8 has none.
        self.content(name, text.encode(errors="backslashreplace"))


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


def _records(files: _Files, days: dict[str, tuple[DayValue, ...]]) -> Part:
    for measure, values in days.items():
        if values:
            rows = ([value.day.isoformat(), _number(value.value), MEASURES[measure].unit, _cell(value.source)] for value in values)
            files.text(f"records/{measure}.csv", _table(("day", "value", "unit", "source"), rows))
    reading = "a table for each measure: day, value, unit and the device or file it came from. A night belongs to the day on which it ends."
    return Part("records/", sum(map(len, days.values())), "measured value", reading)


def _wishes(store: RecordStore, person: Person) -> dict[str, Any]:
    consent = store.consent(person.id)
    return {"not_read": sorted(consent.denied), "fetched": sorted(consent.live), "preferred_sources": list(store.preferred(person.id))}


def _readings(files: _Files, store: RecordStore, person: Person, measures: Sequence[str]) -> Part:
    """A month at a time: there may be millions."""
    count = 0
    for measure in measures:
        head: Sequence[str] = ("start", "end", "value", "unit", "original", "original_unit", "source")
        for part in store.kept_readings(person.id, measure):
            own = MEASURES[measure].unit, _cell(part.unit), _cell(part.source)
            columns = (column.tolist() for column in (part.start, part.end, part.offset, part.value, part.original))
            rows = (
                (_moment(start, offset), _moment(end, offset), _number(value), own[0], _number(original), own[1], own[2])
                for start, end, offset, value, original in zip(*columns, strict=True)
            )
            files.more(f"readings/{measure}.csv", _table(head, rows))
            head, count = (), count + len(part)
    reading = "a table for each measure of the single readings: when, value and unit, and both as they stood in the file they came from."
    return Part("readings/", count, "reading", reading)


def _sleep(files: _Files, phases: Sequence[tuple[str, Phase]]) -> Part:
    rows = ((phase.start.isoformat(), phase.end.isoformat(), phase.kind, _cell(source)) for source, phase in phases)
    if phases:
        files.text("sleep.csv", _table(("start", "end", "kind", "source"), rows))
    return Part(
        "sleep.csv", len(phases), "sleep phase", "every phase of your nights as its source told it: lying in bed, asleep, light, deep, REM, awake."
    )


def _moment(micros: int, offset: int) -> str:
    return (_EPOCH + timedelta(microseconds=micros)).astimezone(timezone(timedelta(minutes=offset))).isoformat()


def _entry(entry: Clinical) -> dict[str, Any]:
    return {**asdict(entry), "start": entry.start and entry.start.isoformat(), "end": entry.end and entry.end.isoformat()}


def _recordings(files: _Files, recordings: Sequence[Recording]) -> Part:
    listed = []
    for number, recording in enumerate(recordings, 1):
        name = f"recordings/{number}-{recording.kind}.csv"
        seconds = np.arange(len(recording.samples)) / recording.rate if recording.rate else np.cumsum(recording.samples) / 1000
        samples = ([f"{at:.6f}", int(count)] for at, count in zip(seconds.tolist(), recording.samples, strict=True))
        files.text(name, _table(("seconds", "counts"), samples))
        known = {"file": name, "kind": recording.kind, "start": recording.start.isoformat(), "rate_hz": recording.rate}
        listed.append({**known, "samples": len(recording.samples), "source": recording.source})
    reading = (
        "a table for each recording: seconds since its start and the sensor's own counts (of beats: ms between them); "
        "recordings.jsonl lists kind, start, rate and source."
    )
    part = Part("recordings/", len(recordings), "recording", reading)
    if listed:
        files.text("recordings/recordings.jsonl", "".join(map(_line, listed)))
    return part


async def _values(files: _Files, person: Person, pipe: DataPipe, entries: Sequence[Entry]) -> Part:
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
        await to_thread.run_sync(files.text, "pipe/values.jsonl", "".join(map(_line, listed)))
    reading = "results and attachments that were kept between steps, a file each; values.jsonl lists key, description, origin and end of each."
    return Part("pipe/", len(listed), "data-pipe value", reading)


def _lines(files: _Files, part: Part, entries: Iterable[dict[str, Any]]) -> Part:
    lines = [_line(entry) for entry in entries]
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


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if head:
        writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(value)


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def _line(entry: dict[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False) + "\n"


def _readme(person: Person, parts: Sequence[Part]) -> str:
    lines = [
        f"# What Auricle keeps of {person.name} ({person.id})",
        "",
        "Everything is readable here and no longer encrypted: keep this folder as you would keep a medical file.",
        "",
        "- `person.json` — your id, name and time zone, what may not be read and what is fetched, and the sources you prefer.",
        *(f"- `{part.name}` ({part.count}) — {part.reading}" for part in parts),
        "",
        "Tables are CSV: UTF-8, commas, a point before decimals; a text that a spreadsheet would take for a formula has an apostrophe before it.",
        "Files that end in .jsonl hold one JSON object a line. Times are ISO 8601 with their offset.",
        "",
        f"`auricle data erase {shlex.quote(person.id)}` removes what is kept on the machine; it does not touch this folder.",
        "",
    ]
    return "\n".join(lines)
