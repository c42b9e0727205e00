"""`auricle tasks`: what the assistant can do, one task tried by itself, and a new one to begin with."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

import typer

from assistant.cli.options import Json, Person
from assistant.errors import PlanError, TaskError, UsageError
from assistant.settings import Settings

if TYPE_CHECKING:
    from assistant.tasks.spec import TaskSpec
    from assistant.types import StepResult

__all__ = ["app"]

app = typer.Typer(help="What the assistant can do, task by task.", no_args_is_help=True, rich_markup_mode=None)
Name = Annotated[str, typer.Argument(metavar="NAME", help="As `auricle tasks list` names it.")]


@app.command("list", short_help="Show every task.")
def show_all(as_json: Json = False) -> None:
    """Show every task: its name for planners and for people, what it may do, its family and what it costs.

    Example: auricle tasks list
    """
    tasks = _tasks(Settings.read())
    if as_json:
        typer.echo(json.dumps({"tasks": [_described(spec) for spec in tasks]}, ensure_ascii=False))
        return
    rows = [("NAME", "CHAT NAME", "PERMISSION", "FAMILY", "COST")]
    rows += [(spec.name, spec.chat_name, spec.permission, spec.family, spec.cost) for spec in tasks]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


@app.command(short_help="Show all that is known of a task.")
def show(name: Name, as_json: Json = False) -> None:
    """Show all that is known of a task: its arguments, outputs, limits, provider and the questions it answers.

    Example: auricle tasks show search
    """
    described = _described(_named(name, _tasks(Settings.read())))
    if as_json:
        typer.echo(json.dumps(described, ensure_ascii=False))
        return
    for label, value in described.items():
        typer.echo(f"{label:<15}{_cell(value)}".rstrip())


@app.command(short_help="Run one task by itself.")
def run(
    name: Name,
    arguments: Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE", help="Its arguments, as `auricle tasks show` names them.")] = None,
    person: Person = None,
    question: Annotated[str | None, typer.Option("--question", metavar="TEXT", help="The question it belongs to, else the arguments' text.")] = None,
    language: Annotated[str, typer.Option("--language", "-l", metavar="CODE", help="Language of the question.")] = "en",
    yes: Annotated[bool, typer.Option("--yes", help="Do what the task does, such as writing into the diary.")] = False,
    as_json: Json = False,
) -> None:
    """Run one task by itself and print the facts it gives.

    Example: auricle tasks run sleep measure=sleep_duration period=2026-11-23/2026-11-29
    """
    import anyio

    settings = Settings.read(person=person)
    tasks = _tasks(settings)
    spec = _named(name, tasks)
    args = _arguments(spec, arguments or ())
    result = anyio.run(_run, settings, tasks, spec, args, question, language, yes)
    if as_json:
        from assistant.report import fact_json

        typer.echo(
            json.dumps(
                {"key": result.key, "outcome": result.outcome, "error": result.error}
                | {"facts": [fact_json(fact) for fact in result.facts], "value": dict(result.value), "seconds": round(result.seconds, 3)},
                ensure_ascii=False,
            )
        )
        raise typer.Exit(1 if result.outcome == "failed" else 0)
    if result.outcome == "failed":
        raise TaskError(result.error or f"{spec.chat_name} did not work.")
    from assistant.cli.render import result_lines

    for line in result_lines(result):
        typer.echo(line)
    for output, value in result.value.items():
        typer.echo(f"{output} = {json.dumps(value, ensure_ascii=False)}")


@app.command(short_help="Begin a task of your own.")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower case with underscores, such as water_goal.")],
    folder: Annotated[Path, typer.Option("--folder", metavar="FOLDER", help="Where its files go.")] = Path("."),
) -> None:
    """Begin a task of your own: a module that works, and its test. Nothing is overwritten.

    Example: auricle tasks new water_goal --folder plugin
    """
    from assistant.scaffold import scaffold
    from assistant.tasks.registry import builtin_tasks

    module, test = scaffold(name, folder, {spec.name for spec in builtin_tasks()})
    typer.echo(f"Wrote {module} and {test}. Try: python -m pytest {test}")


def _tasks(settings: Settings) -> tuple[TaskSpec, ...]:
    """Ours, and those of MCP servers and hosted services, to look at."""
    import anyio

    ours = _ours(settings)
    if not settings.mcp and not settings.services:
        return ours
    return tuple(sorted((*ours, *anyio.run(_theirs, settings, {spec.name for spec in ours})), key=lambda spec: spec.name))


def _ours(settings: Settings) -> tuple[TaskSpec, ...]:
    from assistant.tasks.registry import tasks_for

    return tasks_for(settings, _told)


async def _theirs(settings: Settings, taken: set[str]) -> tuple[TaskSpec, ...]:
    from assistant.services.open import open_services

    async with open_services(settings, taken, _told) as tasks:
        return tasks


def _told(problem: str) -> None:
    typer.echo(f"auricle: {problem}", err=True)


def _named(name: str, tasks: Sequence[TaskSpec]) -> TaskSpec:
    specs = {spec.name: spec for spec in tasks}
    if name in specs:
        return specs[name]
    near = difflib.get_close_matches(name.lower(), specs, n=3)
    raise UsageError(f"There is no task {name!r}; " + (f"did you mean {' or '.join(near)}?" if near else "`auricle tasks list` names them."))


def _described(spec: TaskSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "chat_name": spec.chat_name,
        "description": spec.description,
        "family": spec.family,
        "permission": spec.permission,
        "untrusted": spec.untrusted,
        "cost": spec.cost,
        "seconds": spec.seconds,
        "retries": spec.retries,
        "fresh": spec.fresh,
        "dependencies": list(spec.dependencies),
        "schema": dict(spec.schema),
        "outputs": {name: dict(schema) for name, schema in spec.outputs.items()},
        "output": spec.output,
        "return_direct": spec.return_direct,
        "provider": None if spec.provider is None else asdict(spec.provider),
        "exemplars": _exemplars(spec),
    }


def _exemplars(spec: TaskSpec) -> dict[str, list[str]]:
    """What the router learns the task by, per language: its own sentences and those of the assets."""
    from assistant.planning.exemplars import read_exemplars

    found: dict[str, list[str]] = {}
    for sentence in read_exemplars((spec,)).sentences:
        if sentence.label == spec.name:
            found.setdefault(sentence.language, []).append(sentence.text)
    return found


def _cell(value: object) -> str:
    """A value on lines of its own where it has parts."""
    if isinstance(value, dict) and value:
        parts = [f"{name}: {json.dumps(part, ensure_ascii=False) if not isinstance(part, str) else part}" for name, part in value.items()]
        return ("\n" + " " * 15).join(parts)
    if isinstance(value, list):
        return ", ".join(value) or "—"
    return (
        "yes"
        if value is True
        else "no"
        if value is False
        else "—"
        if value in (None, "", {})
        else f"{value:g}"
        if isinstance(value, float)
        else str(value)
    )


def _arguments(spec: TaskSpec, pairs: Sequence[str]) -> dict[str, Any]:
    """KEY=VALUE pairs as the schema types them; whether they fit is for the task to say."""
    properties: Mapping[str, Mapping[str, Any]] = spec.schema["properties"]
    found: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UsageError(f"Write arguments as KEY=VALUE, not {pair!r}; {spec.name} takes {', '.join(properties) or 'none'}.")
        if properties.get(key, {}).get("type", "string") == "string":
            found[key] = value
            continue
        try:
            found[key] = json.loads(value)
        except ValueError as error:
            raise UsageError(f"{key} of {spec.name} is of type {properties[key]['type']}, and {value!r} is not.") from error
    return found


async def _run(
    settings: Settings, tasks: Sequence[TaskSpec], spec: TaskSpec, args: dict[str, Any], question: str | None, language: str, yes: bool
) -> StepResult:
    from anyio import to_thread

    from assistant.compose import DEMO, load_demo_person
    from assistant.datapipe import open_pipe
    from assistant.execution import Executor
    from assistant.records.diary import SealedDiary
    from assistant.records.store import open_records
    from assistant.services.open import open_services
    from assistant.types import Exchange, Plan, Step, Turn
    from assistant.web.guarded import GuardedWeb

    store = await to_thread.run_sync(load_demo_person if settings.person == DEMO else open_records, settings)
    person = store.person(settings.person)
    typed = " ".join(value for value in args.values() if isinstance(value, str))
    turn = Turn(
        "task",
        0,
        person,
        typed if question is None else question,
        language,
        settings.now or person.clock or datetime.now(ZoneInfo(person.timezone)),
        history=(Exchange(typed, "", language),),  # typed by the person, whatever the question
    )
    step = Step(f"{spec.name}-1", spec.name, args)
    foreign = {each.name: each for each in tasks if each.bound is not None}
    ours = {each.name: each for each in tasks if each.name not in foreign}
    quiet = settings if spec.name in foreign else settings.model_copy(update={"mcp": {}, "services": {}})
    async with open_pipe(settings, store.vault) as pipe, open_services(quiet, set(ours), lambda problem: None) as open_ones:
        executor = Executor(
            ours | {each.name: each for each in open_ones},
            store,
            pipe,
            web=GuardedWeb(settings.hosts) if settings.hosts else None,
            diary=SealedDiary(settings.data, store.vault),
            allow=frozenset(settings.allow),
        )
        # One task alone: what it depends on is for the caller to give.
        try:
            spec.bind(args)
            (result,) = await executor.run(turn, Plan("command", "answer", (step,), "asked for by name"), confirmed=yes)
        except PlanError as error:
            raise UsageError(str(error)) from error
    if result.outcome == "waiting":
        raise UsageError(f"{spec.chat_name} changes something; add --yes to let it.")
    return result
