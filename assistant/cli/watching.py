"""`auricle data watches`: the limits that a person set, and what is told unasked when they were reached."""

from __future__ import annotations

import json
from typing import Annotated

import anyio
import typer

from assistant.cli.options import Json
from assistant.cli.summaries import Language, Whose, said_in, within
from assistant.records.store import RecordStore, open_records
from assistant.settings import Settings
from assistant.types import Person

__all__ = ["told_after_import", "watches"]


def watches(
    person: Whose,
    remove: Annotated[int | None, typer.Option("--remove", metavar="NUMBER", help="Forget this limit.")] = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """Show the limits that a person set, or remove one. Set them by asking: "tell me if my resting pulse is above 75 three days in a row".

    Example: auricle data watches demo
    """
    from assistant.watches.book import WatchBook
    from assistant.watches.check import fact

    settings = Settings.read()
    store = open_records(settings)
    known = store.person(person)
    book = WatchBook(store)
    if remove is not None:
        gone = book.remove(known.id, remove)
        typer.echo(f"Limit {gone.number} of {known.name} ({known.id}) is removed.")
        return
    kept = book.all(known.id)
    if as_json:
        from assistant.report import fact_json

        rows = [{"number": one.number, "since": str(one.since), "told": one.told and str(one.told), **fact_json(fact(one))} for one in kept]
        typer.echo(json.dumps({"person": known.id, "watches": rows}, ensure_ascii=False))
        return
    if not kept:
        typer.echo(f"{known.name} ({known.id}) has set no limits.")
        return
    from assistant.reply.clauses import Clauses
    from i18n.catalog import Catalogue

    spoken = said_in(settings, language)
    clauses = Clauses(Catalogue(), spoken, within(settings, store, known, spoken).now)
    for one in kept:
        typer.echo(f"{one.number}: {clauses.fact(fact(one))[0].shown}")


def told_after_import(settings: Settings, store: RecordStore, person: Person) -> tuple[str, ...]:
    """Sentences about limits that were reached by what came in, in the first of the configured languages."""
    from assistant.watches.notices import notices

    spoken = said_in(settings, None)
    return tuple(sentence.shown for sentence in anyio.run(notices, store, person, spoken, within(settings, store, person, spoken).now))
