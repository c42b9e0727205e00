"""`auricle data report` and `insight`: a page for the doctor, and what changed in the last week."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import anyio
import typer

from assistant.atomic import written
from assistant.cli.options import Json
from assistant.errors import UsageError
from assistant.period import Period
from assistant.records.store import open_records
from assistant.settings import Settings
from assistant.types import Person
from i18n.languages import reply_language, resolve

if TYPE_CHECKING:
    from assistant.records.store import RecordStore
    from assistant.tasks.spec import Context

__all__ = ["insight", "private", "report", "said_in", "within"]

Whose = Annotated[str, typer.Argument(metavar="ID", help="Whose, as `auricle data list` names them.")]
Days = Annotated[str | None, typer.Option("--period", metavar="PERIOD", help="2026-09-01/2026-11-30; else the last 90 days.")]
Language = Annotated[str | None, typer.Option("--language", "-l", metavar="CODE", help="en, es or de; else the first of the configured ones.")]


def report(
    person: Whose,
    period: Days = None,
    language: Language = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="An .html or .pdf file; else report-ID.html here.")] = None,
    as_json: Json = False,
) -> None:
    """Make one page for a visit to the doctor: figures, trends, what stands out, medicines, questions to ask. Nothing leaves this machine.

    Example: auricle data report demo --language de --out report.pdf
    """
    from assistant.summary.findings import gather, last_days

    settings = Settings.read()
    store = open_records(settings)
    known = store.person(person)
    spoken = said_in(settings, language)
    context = within(settings, store, known, spoken)
    chosen = Period.parse(period) if period else last_days(context.now.date())
    path = out or Path(f"report-{known.id}.html")
    if path.suffix.lower() not in (".html", ".htm", ".pdf"):
        raise UsageError(f"A report is an .html or a .pdf file; {path.name} is neither.")
    summary = anyio.run(gather, context, chosen)
    if as_json:
        from assistant.report import fact_json

        facts = [fact_json(fact) for fact in summary.facts]
        if out is None:
            typer.echo(json.dumps({"person": known.id, "period": str(chosen), "facts": facts}, ensure_ascii=False))
            return
    from assistant.reply.writer import Writer
    from assistant.summary.page import page
    from i18n.catalog import Catalogue

    made = page(Writer(Catalogue(), spoken, context.now), known, summary, context.now.date())
    if path.suffix.lower() == ".pdf":
        from assistant.summary.pdf import pdf_page

        content = pdf_page(made)
    else:
        from assistant.summary.html import html_page

        content = html_page(made).encode()
    private(path, content)
    if as_json:
        typer.echo(json.dumps({"person": known.id, "period": str(chosen), "file": str(path), "facts": facts}, ensure_ascii=False))
        return
    typer.echo(f"{path} is a summary of {known.name} ({known.id}) for {chosen}. It is not encrypted: whoever has the file can read it.")


def said_in(settings: Settings, language: str | None) -> str:
    """The language that a page is written in. Raises `UsageError` for one that nobody asked to be replied in."""
    if language is None:
        return reply_language(settings.languages[0])
    row = resolve(language)
    if not row.replies:
        raise UsageError(f"There is no page in {row.english} yet; use en, es or de.")
    return row.code


def within(settings: Settings, store: RecordStore, person: Person, language: str) -> Context:
    """What tasks need, asked from the command line: results are kept nowhere."""
    from assistant.datapipe import MemoryPipe
    from assistant.tasks.spec import Context

    now = settings.now or person.clock or datetime.now(ZoneInfo(person.timezone))
    return Context(person, store, now, language, "", (), MemoryPipe())


def private(path: Path, content: bytes) -> None:
    """Write a file of health data for its owner only. Raises `UsageError`."""
    try:
        with written(path, 0o600) as file:
            file.write(content)
    except OSError as error:
        raise UsageError(f"{path} cannot be written ({error.strerror}); name another file with --out.") from error


def insight(
    person: Whose,
    language: Language = None,
    turn_on: Annotated[bool, typer.Option("--on", help="Tell it unasked, once a week, in `auricle chat`.")] = False,
    turn_off: Annotated[bool, typer.Option("--off", help="Tell it only when asked.")] = False,
    as_json: Json = False,
) -> None:
    """Say what changed in the last seven days against the eight weeks before: only what passes a test, and nothing when nothing does.

    Example: auricle data insight demo
    """
    from assistant.summary.opted import opt, opted
    from assistant.summary.telling import told
    from assistant.summary.week import week

    settings = Settings.read()
    store = open_records(settings)
    known = store.person(person)
    if turn_on and turn_off:
        raise UsageError("Give --on or --off, not both.")
    if turn_on or turn_off:
        opt(store, known.id, turn_on)
        typer.echo(f"{known.name} ({known.id}) {'is told once a week in `auricle chat`' if turn_on else 'is told only when they ask'}.")
        return
    spoken = said_in(settings, language)
    context = within(settings, store, known, spoken)
    found = anyio.run(week, context)
    if as_json:
        from assistant.report import fact_json

        facts = [fact_json(fact) for fact in found.facts]
        row = {
            "person": known.id,
            "period": str(found.period),
            "tested": found.tested,
            "withheld": found.withheld,
            "on": opted(store, known.id),
            "facts": facts,
        }
        typer.echo(json.dumps(row, ensure_ascii=False))
        return
    for sentence in told(found, spoken, context.now):
        typer.echo(sentence.shown)
