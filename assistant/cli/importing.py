"""`auricle data import`: what other programs exported into a person's records."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from assistant.cli.options import Json
from assistant.errors import UsageError
from assistant.settings import Settings
from assistant.types import Person

if TYPE_CHECKING:
    from assistant.importers.importer import Importer, Options
    from assistant.importers.outcome import Outcome
    from assistant.importers.parcel import Parcel
    from assistant.records.store import RecordStore

__all__ = ["import_data", "machine_zone"]

_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_TOLD_EVERY = 1 << 16  # bytes; a terminal need not be told of less

Given = Annotated[Path, typer.Argument(metavar="FILE|FOLDER|ZIP", help="What the other program exported; a zip need not be unpacked.")]


def import_data(
    given: Given,
    person: Annotated[str | None, typer.Option("--person", metavar="ID", help="Whose data it is; somebody new becomes known.")] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="How somebody new is called; otherwise like the ID.")] = None,
    kind: Annotated[str | None, typer.Option("--as", metavar="KIND", help="Which program's export it is, where that is not recognised.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be taken over.")] = False,
    unit: Annotated[
        list[str] | None,
        typer.Option(
            "--unit", metavar="MEASURE=UNIT", help="The unit of a measure, where the file is silent; or date=D/M/Y, decimal=, and start=WHEN."
        ),
    ] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="COLUMN=MEASURE UNIT", help="What a column of an unknown table is; COLUMN=time for its times."),
    ] = None,
    subject: Annotated[str, typer.Option("--subject", metavar="WHO", help="Whose rows to take, where the file is about several people.")] = "",
    zone: Annotated[str | None, typer.Option("--zone", metavar="AREA/CITY", help="Time zone of times without one; also somebody new's own.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Take it although birthday or sex in the file are not those of earlier files.")] = False,
    rejects: Annotated[Path | None, typer.Option("--rejects", metavar="FILE", help="Write every reject there, one JSON object a line.")] = None,
    as_json: Json = False,
) -> None:
    """Take over what a watch, an app, a sensor or a hospital exported. Importing again changes nothing; nothing is dropped without being told.

    Example: auricle data import export.zip --person me --name "Max" --dry-run
    """
    from assistant.importers.parcel import Parcel
    from assistant.importers.registry import importer_named, recognise
    from assistant.records.store import open_records

    settings = Settings.read()
    whose = _whose(person, settings)
    if rejects is not None and not rejects.absolute().parent.is_dir():
        raise UsageError(f"There is no folder {rejects.absolute().parent} for {rejects.name}.")
    units, columns = _pairs(unit, "--unit", "MEASURE=UNIT"), _pairs(mapping, "--map", "COLUMN=MEASURE UNIT")
    _check_measures(units)
    parcel = Parcel(given)
    importer = importer_named(kind) if kind else recognise(parcel)
    store = open_records(settings)
    new = all(each.id != whose for each in store.people())
    with _destination(store, whose, name, zone, dry_run) as (records, known):
        from assistant.importers.importer import Options

        options = Options(_zone(zone or known.timezone), subject, columns, units)
        outcome = _take(records, known, parcel, importer, options, dry_run, yes, quiet=as_json)
    if rejects is not None:
        _write_rejects(rejects, outcome)
    if as_json:
        typer.echo(json.dumps({"person": known.id, "as": importer.name, "dry_run": dry_run, **outcome.json()}, ensure_ascii=False))
        return
    for line in outcome.lines(str(rejects or "")):
        typer.echo(_printable(line))
    read_in = f", who is new; times without a zone were read in the zone {_zone(zone or known.timezone).key}" if new else ""
    typer.echo("Nothing was kept, for this was a dry run." if dry_run else f"These are records of {known.name} ({known.id}){read_in}.")
    if not dry_run:
        from assistant.cli.watching import told_after_import

        for sentence in told_after_import(settings, store, known):
            typer.echo(sentence)


def machine_zone() -> str:
    """The name of this machine's time zone. Raises `UsageError` when it has none."""
    from babel.localtime import get_localzone

    try:
        zone = get_localzone()
        found = getattr(zone, "key", None) or getattr(zone, "zone", None) or ""
        return ZoneInfo(found).key
    except (LookupError, ValueError, OSError) as error:
        raise UsageError("This machine does not name its time zone; say it with --zone, for example --zone Europe/Berlin.") from error


def _whose(person: str | None, settings: Settings) -> str:
    if person is None and settings.person == "demo":
        raise UsageError("Say whose data it is with --person, for example --person me; somebody new becomes known by it.")
    whose = person or settings.person
    if not _ID.fullmatch(whose):
        raise UsageError(f"A person's ID has small letters, digits, dots and dashes, at most 64; {whose!r} has not.")
    return whose


@contextmanager
def _destination(store: RecordStore, whose: str, name: str | None, zone: str | None, dry_run: bool) -> Iterator[tuple[RecordStore, Person]]:
    """The records to import into, and their person. Somebody new is forgotten again when the import fails, and never known to a dry run's store."""
    known = next((each for each in store.people() if each.id == whose), None)
    if known is not None:
        if name is not None and not dry_run:
            known = replace(known, name=name)
            store.add(known)
        yield store, known
        return
    new = Person(whose, name or whose, _zone(zone).key if zone else machine_zone())
    if dry_run:
        from assistant.records.store import RecordStore
        from assistant.records.vault import Vault

        with TemporaryDirectory(prefix="auricle-") as folder:
            other = RecordStore(Path(folder), Vault.open(Path(folder), keyring=lambda: None))
            other.add(new)
            yield other, new
        return
    store.add(new)
    try:
        yield store, new
    except BaseException:
        if not _kept(store, whose):  # another import for the same person may have ended meanwhile
            store.erase(whose)
        raise


def _kept(store: RecordStore, whose: str) -> bool:
    """Whether there is anything of a person."""
    from assistant.records.entries import CLINICAL_KINDS

    return bool(
        store.holdings(whose)
        or store.kept_phases(whose)
        or store.kept_recordings(whose)
        or any(store.kept_entries(whose, kind) for kind in CLINICAL_KINDS)
    )


def _take(
    store: RecordStore, person: Person, parcel: Parcel, importer: Importer, options: Options, dry_run: bool, yes: bool, *, quiet: bool
) -> Outcome:
    from assistant.records.intake import StoreIntake

    class Reception(StoreIntake):
        """The person may say that a file is theirs although it names another."""

        def about(self, who: str) -> None:
            try:
                super().about(who)
            except UsageError as error:
                if not yes:
                    raise UsageError(f"{error} If it is theirs all the same, say so with --yes.") from error
                self.note(f"The file is about somebody {who}, unlike earlier ones; it was taken over because of --yes.")

    with _progress(parcel, quiet) as told, Reception(store, person.id, dry_run, told) as intake:
        importer.read(parcel, intake, options)
    return intake.outcome(importer.title)


@contextmanager
def _progress(parcel: Parcel, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """A bar on a terminal; nothing elsewhere, so that logs stay short."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task, last = bar.add_task(_printable(parcel.path.name), total=parcel.size), 0

        def told(done: int) -> None:
            nonlocal last
            if done - last >= _TOLD_EVERY or done >= parcel.size:
                last = done
                bar.update(task, completed=done)
            if done >= parcel.size:
                bar.update(task, description="keeping")

        yield told


def _pairs(given: Sequence[str] | None, option: str, form: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in given or ():
        key, equals, value = pair.rpartition("=") if option == "--map" else pair.partition("=")
        if not equals or not key.strip() or not value.strip():
            raise UsageError(f"{option} wants {form}, not {pair!r}.")
        found[key.strip()] = value.strip()
    return found


def _check_measures(units: dict[str, str]) -> None:
    from assistant.importers.columns import ANSWERS
    from assistant.measures import MEASURES

    if unknown := next((measure for measure in units if measure not in MEASURES and measure not in ANSWERS), None):
        raise UsageError(f"There is no measure {unknown!r}; there are {', '.join((*ANSWERS, *MEASURES))}.")


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError) as error:
        raise UsageError(f"There is no time zone {name!r}; it is written like Europe/Berlin.") from error


def _write_rejects(path: Path, outcome: Outcome) -> None:
    try:
        with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
            for reject in outcome.rejects:
                file.write(json.dumps({"place": reject.place, "reason": reject.reason}, ensure_ascii=False) + "\n")
    except OSError as error:
        raise UsageError(f"The import is done, but its rejects cannot be written to {path} ({error.strerror}).") from error


def _printable(text: str) -> str:
    """Without what a terminal would obey: names in files are others' words."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
