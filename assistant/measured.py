"""What was measured of a person as files of an export: days, single readings, sleep, raw signals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone

import numpy as np

from assistant.exported import ExportFolder, Part, cell, line, number, table
from assistant.measures import MEASURES
from assistant.records.recording import Recording
from assistant.records.sample import Phase
from assistant.records.series import DayValue
from assistant.records.store import RecordStore
from assistant.types import Person

__all__ = ["write_days", "write_readings", "write_recordings", "write_sleep"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def write_days(files: ExportFolder, days: dict[str, tuple[DayValue, ...]]) -> Part:
    for measure, values in days.items():
        if values:
            rows = ([value.day.isoformat(), number(value.value), MEASURES[measure].unit, cell(value.source)] for value in values)
            files.text(f"records/{measure}.csv", table(("day", "value", "unit", "source"), rows))
    reading = "a table for each measure: day, value, unit and the device or file it came from. A night belongs to the day on which it ends."
    return Part("records/", sum(map(len, days.values())), "measured value", reading)


def write_readings(files: ExportFolder, store: RecordStore, person: Person, measures: Sequence[str]) -> Part:
    """A month at a time: there may be millions."""
    count = 0
    for measure in measures:
        head: Sequence[str] = ("start", "end", "value", "unit", "original", "original_unit", "source")
        for part in store.kept_readings(person.id, measure):
            own = MEASURES[measure].unit, cell(part.unit), cell(part.source)
            columns = (column.tolist() for column in (part.start, part.end, part.offset, part.value, part.original))
            rows = (
                (_moment(start, offset), _moment(end, offset), number(value), own[0], number(original), own[1], own[2])
                for start, end, offset, value, original in zip(*columns, strict=True)
            )
            files.more(f"readings/{measure}.csv", table(head, rows))
            head, count = (), count + len(part)
    reading = "a table for each measure of the single readings: when, value and unit, and both as they stood in the file they came from."
    return Part("readings/", count, "reading", reading)


def write_sleep(files: ExportFolder, phases: Sequence[tuple[str, Phase]]) -> Part:
    rows = ((phase.start.isoformat(), phase.end.isoformat(), phase.kind, cell(source)) for source, phase in phases)
    if phases:
        files.text("sleep.csv", table(("start", "end", "kind", "source"), rows))
    return Part(
        "sleep.csv", len(phases), "sleep phase", "every phase of your nights as its source told it: lying in bed, asleep, light, deep, REM, awake."
    )


def _moment(micros: int, offset: int) -> str:
    return (_EPOCH + timedelta(microseconds=micros)).astimezone(timezone(timedelta(minutes=offset))).isoformat()


def write_recordings(files: ExportFolder, recordings: Sequence[Recording]) -> Part:
    listed = []
    for place, recording in enumerate(recordings, 1):
        name = f"recordings/{place}-{recording.kind}.csv"
        seconds = np.arange(len(recording.samples)) / recording.rate if recording.rate else np.cumsum(recording.samples) / 1000
        samples = ([f"{at:.6f}", int(count)] for at, count in zip(seconds.tolist(), recording.samples, strict=True))
        files.text(name, table(("seconds", "counts"), samples))
        known = {"file": name, "kind": recording.kind, "start": recording.start.isoformat(), "rate_hz": recording.rate}
        listed.append({**known, "samples": len(recording.samples), "source": recording.source})
    reading = (
        "a table for each recording: seconds since its start and the sensor's own counts (of beats: ms between them); "
        "recordings.jsonl lists kind, start, rate and source."
    )
    part = Part("recordings/", len(recordings), "recording", reading)
    if listed:
        files.text("recordings/recordings.jsonl", "".join(map(line, listed)))
    return part
