"""`auricle models`: bring, check, list and remove the models on this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from assistant.cli.options import Json
from assistant.errors import ModelCorrupt
from assistant.settings import Settings

if TYPE_CHECKING:
    from assistant.models.store import ModelStore

__all__ = ["app", "needed"]

app = typer.Typer(help="The models on this machine: bring, check, list, remove.", no_args_is_help=True, rich_markup_mode=None)
Names = Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Only these models.", hidden=True)]


def _store() -> ModelStore:
    from assistant.models.store import ModelStore

    return ModelStore(Settings.read().models)


@app.command("list", short_help="Show every model and whether it is here.")
def show(as_json: Json = False) -> None:
    """Show every model: what it is for, whether it is here, how large it is, its licence.

    Example: auricle models list
    """
    store = _store()
    found = [
        {
            "name": entry.name,
            "role": entry.role,
            "what": entry.what,
            "languages": entry.languages,
            "licence": entry.licence,
            "bytes": entry.size,
            "when": entry.when,
            "present": store.present(entry.name),
        }
        for entry in store.manifest.model
    ]
    if as_json:
        typer.echo(json.dumps({"folder": str(store.cache), "models": found}, ensure_ascii=False))
        return
    for row, entry in zip(found, store.manifest.model, strict=True):
        state = "here" if row["present"] else "not here"
        typer.echo(f"{entry.name:<18} {entry.role:<6} {entry.size / 1e6:8.1f} MB  {state:<9} {', '.join(entry.languages):<20} {entry.licence}")
    typer.echo(f"in {store.cache}")


@app.command(short_help="Print where a model is.")
def path(name: Annotated[str, typer.Argument(metavar="NAME", help="As `auricle models list` names it.")], as_json: Json = False) -> None:
    """Print where a model is: its file, or its folder when it has several.

    Example: auricle models path whisper-base
    """
    found = _store().path(name)
    typer.echo(json.dumps({"name": name, "path": str(found)}) if as_json else str(found))


@app.command(short_help="Check every file of the models that are here.")
def verify(names: Names = None, as_json: Json = False) -> None:
    """Hash every file of the models that are here, and say which differ. Exit 1 when one does.

    Example: auricle models verify
    """
    from assistant.models.progress import Bar

    with Bar() as bar:
        verdicts = _store().verify(names, bar)
    bad = [verdict for verdict in verdicts if not verdict.ok]
    if as_json:
        rows = [{"model": each.model, "file": each.file, "path": str(each.path or ""), "ok": each.ok, "problem": each.problem} for each in verdicts]
        typer.echo(json.dumps({"ok": not bad, "files": rows}, ensure_ascii=False))
        raise typer.Exit(1 if bad else 0)
    for verdict in bad:
        typer.echo(f"{verdict.model}: {verdict.problem}")
    if bad:
        raise ModelCorrupt(f"{len(bad)} of {len(verdicts)} files are not what they should be.")
    seen = dict.fromkeys(verdict.model for verdict in verdicts)
    typer.echo(f"All {len(verdicts)} files of {', '.join(seen) or 'no model'} are exactly what they should be.")


@app.command(short_help="Bring the models that the settings need.")
def assemble(
    names: Names = None,
    light: Annotated[bool, typer.Option("--light", help="Leave the 1.1 GB language model out.")] = False,
    as_json: Json = False,
) -> None:
    """Bring the models that the settings need (or those named), checked byte for byte. Stopped half-way, it goes on where it was.

    Example: auricle models assemble --light
    """
    from assistant.models.progress import Bar
    from assistant.models.store import ModelStore

    settings = Settings.read()
    store = ModelStore(settings.models)
    wanted = names or list(needed(settings, store, light))
    with Bar() as bar:
        store.assemble(wanted, bar)
    if as_json:
        typer.echo(json.dumps({"models": {name: str(store.path(name)) for name in wanted}}))
        return
    typer.echo(f"Ready in {store.cache}: {', '.join(wanted) or 'nothing was needed'}.")


def needed(settings: Settings, store: ModelStore, light: bool = False) -> tuple[str, ...]:
    """What to assemble for these settings: our models, less those replaced by a path or an endpoint, plus those that settings name."""
    mine = {"hear": settings.whisper, "plan": settings.gguf}
    without_plan = light or not settings.embedded
    chosen: list[str] = []
    for name in store.manifest.wanted():
        purpose = store.manifest.entry(name).role
        if (purpose == "plan" and without_plan) or mine.get(purpose) is not None:
            continue
        chosen.append(name)
    for role, setting in mine.items():
        named = setting is not None and not setting.exists() and str(setting) in store.manifest
        if named and str(setting) not in chosen and not (role == "plan" and without_plan):
            chosen.append(str(setting))
    return tuple(chosen)


@app.command(short_help="Add a larger Whisper, another GGUF or a voice.")
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it; settings can name it so.")],
    role: Annotated[Literal["hear", "plan", "speak"], typer.Option("--role", help="hear: Whisper; plan: GGUF; speak: Piper voice.")],
    hub: Annotated[
        str | None, typer.Option("--hub", metavar="OWNER/REPOSITORY", help="A repository at a hub (HF_ENDPOINT names another hub).")
    ] = None,
    revision: Annotated[str, typer.Option("--revision", metavar="REVISION", help="Branch, tag or commit at the hub.")] = "main",
    file: Annotated[str | None, typer.Option("--file", metavar="FILE", help="The file in the repository.")] = None,
    source: Annotated[Path | None, typer.Option("--from", metavar="PATH", help="A file, or a Whisper's folder, on this machine.")] = None,
    sha256: Annotated[list[str] | None, typer.Option("--sha256", metavar="[FILE=]HEX", help="A checksum that must hold; may be given again.")] = None,
    language: Annotated[list[str] | None, typer.Option("--language", "-l", metavar="CODE", help="A language it is for; may be given again.")] = None,
    licence: Annotated[str, typer.Option("--licence", metavar="TEXT", help="Its licence, for the list.")] = "not stated",
    as_json: Json = False,
) -> None:
    """Add a larger Whisper, another GGUF or a Piper voice, from a hub or from a file.

    Example: auricle models add davefx --role speak --language es --hub rhasspy/piper-voices --file es/es_ES/davefx/medium/es_ES-davefx-medium.onnx
    """
    from assistant.models.progress import Bar
    from assistant.models.wish import Wish

    wish = Wish.of(
        name,
        role,
        hub=hub,
        revision=revision,
        file=file,
        path=source,
        sha256=sha256 or (),
        languages=language or ("any",),
        licence=licence,
    )
    store = _store()
    with Bar() as bar:
        entry = store.add(wish, bar)
    where = store.path(entry.name)
    if as_json:
        typer.echo(json.dumps(entry.model_dump(mode="json") | {"path": str(where)}, ensure_ascii=False))
        return
    typer.echo(f"{entry.name} is in {where}, {entry.size / 1e6:.1f} MB.")
    for each in entry.files:
        if each.name not in wish.sha256:
            typer.echo(f"  {each.name}: no checksum was asked for; from now on it must stay {each.sha256}")
    typer.echo(
        {"hear": f"Use it with AURICLE_WHISPER={name}.", "plan": f"Use it with AURICLE_GGUF={name}."}.get(
            role, f"Name it for a language in the setting voices: {name}."
        )
    )


@app.command(short_help="Let the language model read its instructions once.")
def prepare(as_json: Json = False) -> None:
    """Let the language model read its instructions once and keep what that leaves, so that it starts in moments from then on.

    Example: auricle models prepare
    """
    import anyio

    from assistant.models.store import ModelStore

    settings = Settings.read()
    if not settings.embedded:
        outcome, said = "unused", "There is nothing to prepare: these settings do not use the embedded language model."
    else:
        typer.echo("Preparing the language model; the first time takes up to a minute …", err=True)
        outcome = anyio.run(_prepare, settings, ModelStore(settings.models))
        said = {
            "saved": f"The language model has read its instructions; they are kept in {settings.cache / 'slots'}.",
            "restored": f"The language model had read its instructions before; they are kept in {settings.cache / 'slots'}.",
            "read": f"The language model has read its instructions, but they cannot be kept: {settings.cache / 'slots'} cannot be written.",
        }[outcome]
    typer.echo(json.dumps({"outcome": outcome}) if as_json else said)


async def _prepare(settings: Settings, store: ModelStore) -> str:
    from assistant.compose import prefixes
    from assistant.models.embedded import EmbeddedServer

    async with EmbeddedServer.of(settings, store) as server:
        outcomes = await server.prepare_all(prefixes(settings))
    return next(outcome for outcome in ("read", "saved", "restored") if outcome in outcomes.values())


@app.command()
def remove(names: Annotated[list[str], typer.Argument(metavar="NAME", hidden=True)], as_json: Json = False) -> None:
    """Delete models from this machine. `auricle models assemble` brings ours back.

    Example: auricle models remove qwen-coder-1.5b
    """
    store = _store()
    freed = {name: store.remove(name) for name in names}
    if as_json:
        typer.echo(json.dumps({"freed": freed}))
        return
    for name, count in freed.items():
        typer.echo(f"{name}: {count / 1e6:.1f} MB freed." if count else f"{name}: it was not here.")
