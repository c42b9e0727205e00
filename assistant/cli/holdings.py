"""`auricle data list` and `show`: what was recorded of a person, and the figures themselves."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta, timezone
from difflib import get_close_matches
from typing import Annotated, Any

import typer

from assistant.cli.options import Json
from assistant.errors import NoData, UsageError
from assistant.measures import MEASURES, Measure
from assistant.period import Period
from assistant.records.entries import CLINICAL_KINDS
from assistant.records.nights import Spell
from assistant.records.recording import Recording
from assistant.records.sample import Clinical, Night, Readings
from assistant.records.store import RecordStore, open_records
from assistant.settings import Settings
from assistant.types import Person

__all__ = ["list_all", "show"]

_DAYS = 30  # that are shown when nobody says which
_MOMENTS = 1000  # readings that are printed at most; all are in the JSON and in an export
_WIDEST = 40  # letters of a source's name in a table
_RECORDED = ("ppg", "ecg", "ibi")

PersonId = Annotated[str | None, typer.Option("--person", metavar="ID", help="Only this person.")]
Whose = Annotated[str, typer.Argument(metavar="ID", help="Whose, as `auricle data list` names them.")]
What = Annotated[
    str, typer.Argument(metavar="MEASURE", help="E.g. steps, heart_rate; or nights, condition, medication, allergy, lab, ppg, ecg, ibi.")
]
When = Annotated[str | None, typer.Argument(metavar="PERIOD", help="2026-11-01/2026-11-30 or one day; else the last 30 days that are known.")]


def list_all(person: PersonId = None, as_json: Json = False) -> None:
    """Show who is known, and what was recorded of them and when.

    Example: auricle data list --person demo --json
    """
    store = open_records(Settings.read())
    people = (store.person(person),) if person else store.people()
    found = [_described(store, known) for known in people]
    if as_json:
        typer.echo(json.dumps({"people": found}, ensure_ascii=False))
        return
    if not people:
        typer.echo("There are no records yet. `auricle data demo` makes a demo person.")
    for known in found:
        typer.echo(f"{known['id']}: {known['name']}, {known['timezone']}")
        for row in known["measures"]:
            single = f"  {_counted(row['readings'], 'reading')}" if row["readings"] else ""
            sources = _cell(", ".join(row["sources"]))
            days = "day " if row["days"] == 1 else "days"
            typer.echo(f"  {row['measure']:<20} {row['first']} to {row['last']}  {row['days']:>4} {days} with data  {sources}{single}")
        if nights := known["nights"]:
            slept = _cell(", ".join(nights["sources"]))
            typer.echo(f"  {'nights':<20} {nights['first']} to {nights['last']}  {nights['count']:>4} with their phases  {slept}")
        for kind, count in known["entries"].items():
            typer.echo(f"  {kind:<20} {count:,} in the health record")
        for row in known["recordings"]:
            rate = f"at {row['rate']:g} Hz" if row["rate"] else "beat by beat"
            typer.echo(f"  {row['kind']:<20} {row['start'][:16].replace('T', ' ')}  {row['seconds'] / 60:.3g} min {rate}  {_cell(row['source'])}")


def show(
    person: Whose,
    measure: What,
    period: When = None,
    single: Annotated[bool, typer.Option("--readings", help="The single readings instead of the days.")] = False,
    as_json: Json = False,
) -> None:
    """Show the figures of a measure day by day, the nights, or the entries of the health record.

    Example: auricle data show demo steps 2026-11-01/2026-11-29
    """
    store = open_records(Settings.read())
    known = store.person(person)
    asked = Period.parse(period) if period else None
    rows: list[dict[str, Any]]
    if measure == "nights":
        rows = [_night(night) for night in store.kept_nights(known.id, asked)]
        rows = rows if asked else rows[-_DAYS:]
    elif measure in CLINICAL_KINDS:
        rows = [_entry(entry) for kind in CLINICAL_KINDS if kind == measure for entry in store.kept_entries(known.id, kind)]
    elif measure in _RECORDED:
        rows = [_recording(one) for one in store.kept_recordings(known.id) if one.kind == measure and (asked is None or one.start.date() in asked)]
    elif measure not in MEASURES:
        raise UsageError(_unknown(measure))
    elif single:
        held = store.kept_days(known.id, measure)
        stretch = asked or Period.day(held[-1].day if held else date.today())
        rows = [row for part in store.readings_of(known.id, measure, stretch) for row in _readings(part)]
        rows.sort(key=lambda row: row["start"])
    else:
        days = store.kept_days(known.id, measure)
        within = asked or Period.last(_DAYS, days[-1].day if days else date.today())
        kept = (day for day in days if day.day in within)
        rows = [{"day": str(day.day), "value": day.value, "unit": MEASURES[measure].unit, "source": day.source} for day in kept]
    if as_json:
        typer.echo(json.dumps({"person": known.id, "measure": measure, "rows": rows}, ensure_ascii=False))
        return
    if not rows:
        are = "There are no nights" if measure == "nights" else f"There is no {measure}"
        raise NoData(f"{are} of {known.name} ({known.id}){f' in {asked}' if asked else ''}; `auricle data list` shows what there is.")
    if measure in MEASURES and not single:
        rows = [{**row, **_as_told(MEASURES[measure], row["value"])} for row in rows]
    _print(rows)
    if measure in _RECORDED:
        typer.echo("What they say: `auricle tasks run pulse`. All their samples: `auricle data export`.")


def _unknown(name: str) -> str:
    """The nearest names first, for most are slips of the pen."""
    there = ("nights", *CLINICAL_KINDS, *_RECORDED, *MEASURES)
    if near := get_close_matches(name.casefold().replace("-", "_").replace(" ", "_"), there, n=3):
        return f"There is no measure {name!r}; did you mean {' or '.join(near)}? `auricle data list` shows what there is."
    return f"There is no measure {name!r}; there are {', '.join(there)}."


def _as_told(measure: Measure, value: float) -> dict[str, str]:
    """A day's value as answers show it: rounded, and a time of day as the clock shows it."""
    if measure.unit == "clock":
        hour, minute = divmod(round(value) % 1440, 60)
        return {"value": f"{hour:02}:{minute:02}"}
    return {"value": f"{round(value, measure.digits) + 0.0:.{measure.digits}f}"}


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _print(rows: list[dict[str, Any]]) -> None:
    shown = [{name: _short(_cell(value)) if name == "source" else _cell(value) for name, value in row.items()} for row in rows[:_MOMENTS]]
    width = {name: max(len(name), *(len(row[name]) for row in shown)) for name in shown[0]}
    typer.echo("  ".join(f"{name:<{width[name]}}" for name in shown[0]).rstrip())
    for row in shown:
        typer.echo("  ".join(f"{row[name]:<{width[name]}}" for name in row).rstrip())
    if len(rows) > _MOMENTS:
        typer.echo(f"… and {len(rows) - _MOMENTS:,} more; --json gives them all.")


def _cell(value: object) -> str:
    """On one line, without what a terminal would obey: names of sources and drugs are others' words."""
    if value is None:
        return "–"
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _short(source: str) -> str:
    """The JSON has it whole."""
    return source if len(source) <= _WIDEST else source[: _WIDEST - 1] + "…"


def _recording(one: Recording) -> dict[str, Any]:
    rate = one.rate or None  # beat by beat there is none
    return {
        "start": one.start.isoformat(timespec="seconds"),
        "seconds": one.seconds,
        "rate_hz": rate,
        "samples": len(one.samples),
        "source": one.source,
    }


def _night(night: Night) -> dict[str, Any]:
    sleep = Spell.of(night).sleep
    return {
        "day": str(night.end.date()),
        "start": night.start.isoformat(timespec="minutes"),
        "end": night.end.isoformat(timespec="minutes"),
        "asleep_min": sleep.asleep,
        "deep_min": sleep.deep if sleep.staged else None,
        "rem_min": sleep.rem if sleep.staged else None,
        "light_min": sleep.light if sleep.staged else None,
        "awake_min": sleep.awake,
        "source": night.source,
    }


def _entry(entry: Clinical) -> dict[str, Any]:
    value = None if entry.value is None else f"{entry.value:g} {entry.unit}".strip()
    days = {"start": entry.start and str(entry.start), "end": entry.end and str(entry.end)}
    usual = {"usual": _range(entry.low, entry.high)} if entry.kind == "lab" else {}
    return {"name": entry.name, "status": entry.status, **days, "text": entry.text, "value": value, **usual, "source": entry.source}


def _range(low: float | None, high: float | None) -> str | None:
    """The reference range of a lab, of which one end may be open."""
    if low is not None and high is not None:
        return f"{low:g} to {high:g}"
    if low is not None:
        return f"from {low:g}"
    return None if high is None else f"up to {high:g}"


def _readings(part: Readings) -> list[dict[str, Any]]:
    rows = []
    columns = (column.tolist() for column in (part.start, part.end, part.offset, part.value, part.original))
    for start, end, offset, value, original in zip(*columns, strict=True):
        zone = timezone(timedelta(minutes=offset))
        moments = (datetime.fromtimestamp(moment / 1e6, zone).isoformat(timespec="seconds") for moment in (start, end))
        stood = {"unit": MEASURES[part.measure].unit, "original": f"{original:g} {part.unit}".strip(), "source": part.source}
        rows.append({"start": next(moments), "end": next(moments), "value": value, **stood})
    return rows


def _described(store: RecordStore, person: Person) -> dict[str, Any]:
    measures = [
        {
            "measure": held.measure,
            "first": str(held.span.start),
            "last": str(held.span.end),
            "days": held.days,
            "sources": list(held.sources),
            "readings": held.readings,
        }
        for held in store.holdings(person.id)
    ]
    nights = store.kept_nights(person.id)
    slept = (
        {
            "count": len(nights),
            "first": str(nights[0].end.date()),
            "last": str(nights[-1].end.date()),
            "sources": sorted({night.source for night in nights}),
        }
        if nights
        else None
    )
    entries = {kind: len(store.kept_entries(person.id, kind)) for kind in CLINICAL_KINDS}
    recordings = [
        {"kind": r.kind, "start": r.start.isoformat(), "seconds": r.seconds, "rate": r.rate, "source": r.source}
        for r in store.kept_recordings(person.id)
    ]
    return {
        "id": person.id,
        "name": person.name,
        "timezone": person.timezone,
        "measures": measures,
        "nights": slept,
        "entries": {kind: count for kind, count in entries.items() if count},
        "recordings": recordings,
    }
