"""`auricle eval`: run a suite of cases, print its figures with their intervals, and keep them in a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
import typer

from assistant.cli.options import Json
from assistant.errors import UsageError
from assistant.evals.figures import writable
from assistant.settings import Settings

if TYPE_CHECKING:
    from assistant.evals.figures import Report

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Measure: run a suite of cases and print its figures.")

Cases = Annotated[Path | None, typer.Option("--cases", metavar="FILE", help="Your own cases, JSON Lines of the same form as the built-in ones.")]
Out = Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where figures.json and cases.jsonl are written.")]


@app.command()
def planning(
    cases: Cases = None,
    suite: Annotated[
        str, typer.Option("--suite", metavar="NAME", help="planning (everything that is asked) or records (measures, records, recordings).")
    ] = "planning",
    planner: Annotated[str | None, typer.Option("--planner", metavar="NAME", help="auto, router, model, tree_of_thought or react.")] = None,
    languages: Annotated[str, typer.Option("--languages", metavar="CODES", help="Only these, e.g. en,fi.")] = "",
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Only the first so many cases of each language.")] = None,
    tasks: Annotated[int | None, typer.Option("--tasks", min=1, help="Fill the menu with other tasks up to so many.")] = None,
    out: Out = Path("results"),
    as_json: Json = False,
) -> None:
    """Does a planner choose the right tasks with the right arguments?

    Example: auricle eval planning --planner router --languages en
    """
    writable(out)
    settings = Settings.read()
    chosen = tuple(code for code in languages.replace(" ", "").split(",") if code)
    report = anyio.run(_planning, settings, cases, suite, planner or settings.planner, chosen, limit, tasks)
    _show(report, out, as_json)


@app.command()
def verifier(cases: Cases = None, out: Out = Path("results"), as_json: Json = False) -> None:
    """Does the verifier of replies refuse every reply that its facts do not bear out, and no other?

    Example: auricle eval verifier --cases mine.jsonl
    """
    from assistant.evals import verifier as suite

    writable(out)
    _show(suite.report(suite.evaluate(suite.read_cases(cases))), out, as_json)


async def _planning(
    settings: Settings, path: Path | None, chosen: str, name: str, languages: tuple[str, ...], limit: int | None, menu: int | None
) -> Report:
    from assistant.compose import open_planners
    from assistant.evals import planning as suite

    asked = suite.read_cases(path, languages, chosen)
    if limit is not None:
        asked = tuple(case for code in dict.fromkeys(case.language for case in asked) for case in [c for c in asked if c.language == code][:limit])
    if not asked:
        raise UsageError(f"There are no cases in {', '.join(languages)}; choose among the languages of the suite.")
    async with open_planners(settings, menu) as (planners, tasks, records):
        if name not in planners:
            raise UsageError(f"There is no planner {name!r}; choose one of {', '.join(planners)}.")
        scored = await suite.evaluate(planners[name], tasks, asked, records)
    return suite.report(scored, name, chosen)


@app.command()
def overhead(out: Out = Path("results"), as_json: Json = False) -> None:
    """What does a turn cost beside the models? 100 turns, everything real but the models.

    Example: auricle eval overhead
    """
    from assistant.evals.overhead import measure

    writable(out)
    _show(anyio.run(measure), out, as_json)


@app.command()
def physiology(
    data: Annotated[Path, typer.Option("--data", metavar="FOLDER", help="Holds ppg/ and stress-predict/, as docs/evaluation.md says.")],
    people: Annotated[int | None, typer.Option("--people", min=1, help="Only so many wrists.")] = None,
    out: Out = Path("results"),
    as_json: Json = False,
) -> None:
    """Are the beats of a pulse found, is noise refused, and does a wrist say what its device says?

    Example: auricle eval physiology --data recordings
    """
    from assistant.evals.physiology import evaluate

    writable(out)
    _show(evaluate(data, people), out, as_json)


@app.command()
def forecast(
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help="Holds wearables/lifesnaps; without it only made-up people.")] = None,
    out: Out = Path("results"),
    as_json: Json = False,
) -> None:
    """How well are stress, soreness and injury risk predicted from the days before?

    Example: auricle eval forecast
    """
    from assistant.evals.forecast import evaluate

    writable(out)
    _show(evaluate(data), out, as_json)


@app.command()
def records(
    megabytes: Annotated[float, typer.Option("--megabytes", min=1, help="Size of the Apple Health export that is made up and imported.")] = 100,
    readings: Annotated[int, typer.Option("--readings", min=100_000, help="Heart rates that are stored and asked for.")] = 5_000_000,
    out: Out = Path("results"),
    as_json: Json = False,
) -> None:
    """What do an import and a question over millions of readings cost? References are timed in the same run.

    Example: auricle eval records --megabytes 1000 --readings 50000000
    """
    from assistant.evals import import_speed, store_speed
    from assistant.evals.figures import Report

    writable(out)
    parts = (import_speed.measure(megabytes), store_speed.measure(readings))
    whole = Report(
        "records",
        tuple(figure for part in parts for figure in part.figures),
        tuple(case for part in parts for case in part.cases),
        "; ".join(dict.fromkeys(part.untested for part in parts if part.untested)),
    )
    _show(whole, out, as_json)


def _show(report: Report, out: Path, as_json: bool) -> None:
    try:
        folder = report.write(out)
    except OSError as error:  # what was true before the run need not be true after it
        raise UsageError(f"The results cannot be written to {out} ({error.strerror}); choose another folder with --out.") from error
    if as_json:
        typer.echo(json.dumps(report.json(), ensure_ascii=False))
        return
    typer.echo(report.table())
    typer.echo(f"Each case is in {folder / 'cases.jsonl'}.")
