"""`auricle data`: whose records there are, and the demo person."""

from __future__ import annotations

import json
from typing import Annotated, Any

import anyio
import typer

from assistant.cli.options import Json
from assistant.datapipe import open_pipe
from assistant.errors import AuricleError, StoreError, UsageError
from assistant.records.store import RecordStore, open_records
from assistant.settings import Settings
from assistant.types import Person

__all__ = ["app"]

app = typer.Typer(help="People's records on this machine.", no_args_is_help=True, rich_markup_mode=None)
PersonId = Annotated[str | None, typer.Option("--person", metavar="ID", help="Only this person.")]


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


@app.command("list")
def show(person: PersonId = None, as_json: Json = False) -> None:
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
            typer.echo(f"  {row['measure']:<20} {row['first']} to {row['last']}  {row['days']:>4} days with data  {', '.join(row['sources'])}")
        for row in known["recordings"]:
            typer.echo(
                f"  {row['kind']:<20} {row['start'][:16].replace('T', ' ')}  {row['seconds'] / 60:g} min at {row['rate']:g} Hz  {row['source']}"
            )


@app.command("erase")
def erase(
    person: Annotated[str, typer.Argument(metavar="ID", help="Whose records, as `auricle data list` names them.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Erase a person's records, notes and results for good: their key is destroyed.

    Example: auricle data erase demo
    """
    settings = Settings.read()
    store = open_records(settings)
    known = store.person(person)
    if not yes and not typer.confirm(f"Erase everything recorded of {known.name} ({known.id})?"):
        raise UsageError("Nothing was erased.")
    store.erase(person)
    try:
        anyio.run(_clear, settings, store, person)
    except AuricleError as error:
        raise StoreError(
            f"The records of {person!r} are gone, and what the data pipe holds can never be read again, but it still lies there: {error}"
        ) from error
    typer.echo(f"The records of {known.name} ({known.id}) are gone.")


async def _clear(settings: Settings, store: RecordStore, person: str) -> None:
    """What is kept elsewhere: the data folder was emptied with the records."""
    async with open_pipe(settings, store.vault) as pipe:
        await pipe.erase(person)


def _described(store: RecordStore, person: Person) -> dict[str, Any]:
    measures = [
        {"measure": held.measure, "first": str(held.span.start), "last": str(held.span.end), "days": held.days, "sources": list(held.sources)}
        for held in store.holdings(person.id)
    ]
    recordings = [
        {"kind": r.kind, "start": r.start.isoformat(), "seconds": r.seconds, "rate": r.rate, "source": r.source}
        for r in anyio.run(store.recordings, person.id)
    ]
    return {"id": person.id, "name": person.name, "timezone": person.timezone, "measures": measures, "recordings": recordings}
