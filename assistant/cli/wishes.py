"""`auricle data prefer` and `consent`: which source a person believes most, and what of theirs may be read and fetched."""

from __future__ import annotations

import json
import unicodedata
from typing import Annotated

import typer

from assistant.cli.options import Json
from assistant.errors import UsageError
from assistant.records.consent import KINDS, Consent
from assistant.records.store import open_records
from assistant.settings import Settings

__all__ = ["consent", "prefer"]

Whose = Annotated[str, typer.Argument(metavar="ID", help="Whose, as `auricle data list` names them.")]
_APOSTROPHES = str.maketrans(dict.fromkeys("\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}`´", "'"))
_KIND = f"One of {', '.join(KINDS)}; may be given again."


def prefer(
    person: Whose,
    sources: Annotated[list[str] | None, typer.Argument(metavar="SOURCE...", help="The best first, as `auricle data list` names them.")] = None,
    reset: Annotated[bool, typer.Option("--reset", help="Back to the order of the house: watch, ring, band, phone, scale, app.")] = False,
) -> None:
    """Say which source counts where several know the same day; without one, show what you said.

    Example: auricle data prefer demo "Demo watch" "Demo scale"
    """
    store = open_records(Settings.read())
    known = store.person(person)
    if sources and reset:
        raise UsageError("Give sources or --reset, not both.")
    if sources:
        names = {_folded(name): name for name in store.sources(known.id)}
        if missing := next((name for name in sources if _folded(name) not in names), None):
            there = f"there are {', '.join(sorted(names.values()))}" if names else "nothing was recorded yet"
            raise UsageError(f"There is no source {missing!r} of {known.id!r}; {there}.")
        store.prefer(known.id, list(dict.fromkeys(names[_folded(name)] for name in sources)))
    elif reset:
        store.prefer(known.id, [])
    chosen = store.preferred(known.id)
    typer.echo(f"{known.name} ({known.id}) prefers {', '.join(chosen)}." if chosen else f"{known.name} ({known.id}) prefers no source.")


def consent(
    person: Whose,
    allow: Annotated[list[str] | None, typer.Option("--allow", metavar="TYPE", help=f"Questions may use it. {_KIND}")] = None,
    deny: Annotated[list[str] | None, typer.Option("--deny", metavar="TYPE", help="Questions may not use it, and it is not fetched.")] = None,
    fetch: Annotated[
        list[str] | None, typer.Option("--fetch", metavar="TYPE", help="It may be fetched from the live sources in the settings.")
    ] = None,
    leave: Annotated[list[str] | None, typer.Option("--leave", metavar="TYPE", help="It is not fetched any more.")] = None,
    as_json: Json = False,
) -> None:
    """Say which kinds of data the assistant may read and fetch; without options, show it.

    Example: auricle data consent demo --deny glucose
    """
    store = open_records(Settings.read())
    known = store.person(person)
    held = store.consent(known.id)
    wanted = held.allowing(allow or ()).denying(deny or ()).fetching(fetch or ()).not_fetching(leave or ())
    if wanted != held:
        store.give_consent(known.id, wanted)
    if as_json:
        rows = {kind: {"read": kind not in wanted.denied, "fetch": kind in wanted.live} for kind in KINDS}
        typer.echo(json.dumps({"person": known.id, "consent": rows}, ensure_ascii=False))
        return
    for kind in KINDS:
        typer.echo(f"{kind:<16} {_said(wanted, kind)}")


def _folded(name: str) -> str:
    """As a person types it: Apple writes “Max’s Apple\N{NO-BREAK SPACE}Watch”, with signs that no keyboard has."""
    plain = unicodedata.normalize("NFKC", name).translate(_APOSTROPHES)
    return " ".join(plain.casefold().split())


def _said(wanted: Consent, kind: str) -> str:
    read = "may not be read" if kind in wanted.denied else "may be read"
    return f"{read}, {'may' if kind in wanted.live else 'may not'} be fetched"
