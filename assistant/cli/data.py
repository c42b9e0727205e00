"""`auricle data`: whose records there are, what is kept of a person, all of it as files, and the demo person."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import typer

from assistant.cli import charting, holdings, summaries, watching, wishes
from assistant.cli.importing import import_data
from assistant.cli.options import Json
from assistant.cli.pulling import pull_data
from assistant.datapipe import open_pipe
from assistant.errors import AuricleError, StoreError, UsageError
from assistant.records.store import RecordStore, open_records
from assistant.settings import Settings
from assistant.types import Entry, Person

if TYPE_CHECKING:
    from assistant.export import Part
    from assistant.tracelog import TraceLog

__all__ = ["app"]

app = typer.Typer(help="People's records on this machine.", no_args_is_help=True, rich_markup_mode=None)
app.command("import")(import_data)
app.command("pull")(pull_data)
Whose = Annotated[str, typer.Argument(metavar="ID", help="Whose, as `auricle data list` names them.")]


@app.command("demo")
def make_demo() -> None:
    """Load the demo person: 120 days that end on 30 November 2026. Running it again changes nothing.

    Example: auricle data demo
    """
    from assistant.records.demo import demo

    drawn = demo()
    drawn.load(open_records(Settings.read()))
    typer.echo(
        f"{drawn.person.name} ({drawn.person.id}): {drawn.period.days} days, {drawn.period.start} to {drawn.period.end}. Try: auricle data list"
    )


app.command("list")(holdings.list_all)
app.command("show")(holdings.show)
app.command("prefer")(wishes.prefer)
app.command("consent")(wishes.consent)
app.command("report")(summaries.report)
app.command("insight")(summaries.insight)
app.command("chart")(charting.chart)
app.command("watches")(watching.watches)


@app.command("pipe")
def pipe(
    person: Whose,
    key: Annotated[str | None, typer.Argument(metavar="KEY", help="Print this value instead of listing all.")] = None,
    as_json: Json = False,
) -> None:
    """Show the values that are kept between steps: results and what came with questions. With a KEY, print that value.

    Example: auricle data pipe demo
    """
    settings = Settings.read()
    store = open_records(settings)
    known = store.person(person)
    if key is not None:
        entry, value = anyio.run(_value, settings, store, known, key)
        _print_value(entry, value, as_json)
        return
    entries = anyio.run(_entries, settings, store, known)
    if as_json:
        from assistant.export import entry_json

        typer.echo(json.dumps({"person": known.id, "values": [entry_json(entry) for entry in entries]}, ensure_ascii=False))
        return
    if not entries:
        why = " The setting pipe is memory, so they end with the program that made them." if settings.pipe == "memory" else ""
        typer.echo(f"No values of {known.name} ({known.id}) are kept.{why}")
    for entry in entries:
        until = f"until {entry.until:%Y-%m-%d %H:%M %Z}" if entry.until else "until erased"
        trust = "" if entry.provenance.trusted else ", untrusted"
        source = _plain(entry.provenance.source) or "no source"
        typer.echo(f"{_plain(entry.key)}  {_plain(entry.description)}  {entry.size:,} bytes  {source}{trust}  {until}")


@app.command("export")
def export_all(
    person: Whose,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="A folder that does not exist yet, or is empty.")],
) -> None:
    """Write everything that is kept of a person into a folder, as files that any program opens. Nothing is overwritten.

    Example: auricle data export demo --out my-data
    """
    settings = Settings.read()
    store = open_records(settings)
    known = store.person(person)
    parts = anyio.run(_export, settings, store, known, out)
    if not parts:
        typer.echo(f"Nothing is kept of {known.name} ({known.id}), so there is nothing to export.")
        return
    counted = ", ".join(f"{part.count:,} {part.what}{'' if part.count == 1 else 's'}" for part in parts)
    typer.echo(f"{out} now holds what is kept of {known.name} ({known.id}): {counted}. Begin with {out / 'README.md'}; it is no longer encrypted.")


@app.command("erase")
def erase(
    person: Whose,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Erase a person's records, notes, results and traces for good: their key is destroyed.

    Example: auricle data erase demo
    """
    settings = Settings.read()
    store = open_records(settings)
    try:
        known = store.person(person)
    except UsageError:
        # Their key may be gone while something still lies elsewhere, after a server was away: so this can be run again.
        _traces(settings).erase(person)
        anyio.run(_clear, settings, store, person)
        raise
    if not yes and not _agreed(f"Erase everything recorded of {known.name} ({known.id})?"):
        raise UsageError("Nothing was erased.")
    _traces(settings).erase(person)  # first: it is readable without the key, and who it belongs to is still known if it fails
    store.erase(person)
    try:
        anyio.run(_clear, settings, store, person)
    except AuricleError as error:
        raise StoreError(
            f"The records of {person!r} are gone, and what the data pipe holds can never be read again, "
            f"but it still lies there until you erase again: {error}"
        ) from error
    typer.echo(f"The records of {known.name} ({known.id}) are gone.")


def _agreed(question: str) -> bool:
    """Where nobody answers, as at the end of the input, that is no."""
    try:
        return typer.confirm(question)
    except typer.Abort:
        typer.echo()
        return False


def _traces(settings: Settings) -> TraceLog:
    from assistant.tracelog import TraceLog

    return TraceLog(settings.data / "traces", settings.traces)


async def _clear(settings: Settings, store: RecordStore, person: str) -> None:
    """What is kept elsewhere: the data folder was emptied with the records."""
    async with open_pipe(settings, store.vault) as pipe:
        await pipe.erase(person)


async def _export(settings: Settings, store: RecordStore, person: Person, out: Path) -> tuple[Part, ...]:
    from assistant.export import export
    from assistant.records.diary import SealedDiary

    async with open_pipe(settings, store.vault) as pipe:
        return await export(person, out, store, SealedDiary(settings.data, store.vault), pipe, _traces(settings))


async def _entries(settings: Settings, store: RecordStore, person: Person) -> Sequence[Entry]:
    async with open_pipe(settings, store.vault) as pipe:
        return await pipe.entries(person.id)


async def _value(settings: Settings, store: RecordStore, person: Person, key: str) -> tuple[Entry, Any]:
    """The value and what is known of it. Raises `UsageError` in the same words for a key that never was, is over, or is somebody else's."""
    async with open_pipe(settings, store.vault) as pipe:
        try:
            return await pipe.entry(person.id, key), await pipe.get(person.id, key)
        except KeyError as missing:
            raise UsageError(
                f"{person.id!r} has no value under the key {key!r}; `auricle data pipe {person.id}` lists those that there are."
            ) from missing


def _print_value(entry: Entry, value: Any, as_json: bool) -> None:
    if as_json:
        import base64

        from assistant.export import entry_json

        held = {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else {"value": value}
        typer.echo(json.dumps({**entry_json(entry), **held}, ensure_ascii=False))
    elif not isinstance(value, bytes):
        typer.echo(json.dumps(value, ensure_ascii=False, indent=1))
    elif sys.stdout.isatty():
        raise UsageError(f"{_plain(entry.description)} has {entry.size:,} bytes that no terminal shows; write them to a file with > FILE.")
    else:
        sys.stdout.buffer.write(value)
        sys.stdout.buffer.flush()


def _plain(text: str) -> str:
    """On one line, without what a terminal would obey: names of files and pages are others' words."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
