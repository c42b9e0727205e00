"""`auricle data pull`: what a person allowed to be fetched from the live sources in the settings."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

import anyio
import typer

from assistant.cli.options import Json
from assistant.errors import AuricleError, UsageError
from assistant.settings import Settings

if TYPE_CHECKING:
    from assistant.live.configured import FhirServer, StudyPlatform
    from assistant.live.pull import Asked
    from assistant.records.store import RecordStore

__all__ = ["pull_data"]


def pull_data(
    source: Annotated[str | None, typer.Argument(metavar="SOURCE", help="One of those in the settings; without it all are asked.")] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DATE", help="Only what is new since that day, such as 2026-11-01.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Fetch and count it, but keep nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Fetch what a person allowed from the sources in the settings. What will be asked of whom is said first.

    Example: auricle data pull clinic --since 2026-11-01 --dry-run
    """
    from assistant.live.pull import asked_of, chosen
    from assistant.records.store import open_records

    settings = Settings.read()
    day = _day(since)
    sources = settings.sources
    names = chosen(sources, source)
    store = open_records(settings)
    asked = [asked_of(name, sources[name], store.consent(store.person(sources[name].person).id).live, day) for name in names]
    for each in asked:
        typer.echo(_printable(each.sentence), err=as_json)
    told: list[dict[str, Any]] = []
    failed: AuricleError | None = None
    for each in asked:
        try:
            told.append(_pulled(store, sources[each.name], each, dry_run, quiet=as_json))
        except AuricleError as error:
            if len(asked) > 1:
                typer.echo(f"{each.name}: {error}", err=True)
            failed = failed or error
    if as_json:
        typer.echo(json.dumps({"dry_run": dry_run, "sources": told}, ensure_ascii=False))
    if failed is not None:
        raise failed


def _pulled(store: RecordStore, source: FhirServer | StudyPlatform, asked: Asked, dry_run: bool, *, quiet: bool) -> dict[str, Any]:
    """Everything is there before anything is stored, and what is stored is one transaction."""
    from assistant.importers.importer import Options
    from assistant.live import pull
    from assistant.records.intake import StoreIntake

    async def fetched() -> pull.Brought:
        return await pull.pull(source, asked)

    brought = anyio.run(fetched)
    person = store.person(asked.person)
    with StoreIntake(store, person.id, dry_run) as intake:
        pull.store(brought, asked, intake, Options(ZoneInfo(person.timezone)))
    outcome = intake.outcome(f"{asked.name} ({asked.host})")
    if not quiet:
        for line in outcome.lines():
            typer.echo(_printable(line))
        typer.echo("Nothing was kept, for this was a dry run." if dry_run else f"These are records of {person.name} ({person.id}).")
    return {
        "source": asked.name,
        "host": asked.host,
        "person": person.id,
        "types": list(asked.kinds),
        "since": str(asked.since or ""),
    } | outcome.json()


def _day(written: str | None) -> date | None:
    try:
        return date.fromisoformat(written) if written is not None else None
    except ValueError as error:
        raise UsageError(f"--since wants a day such as 2026-11-01, not {written!r}.") from error


def _printable(text: str) -> str:
    """Without what a terminal would obey: what a server sends is others' words."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
