"""`auricle demo`: the main job on bundled spoken questions, every stage shown."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import anyio
import typer

from assistant.assets import asset
from assistant.errors import AuricleError, TaskError, UsageError
from assistant.image import open_images
from assistant.question import Answer, Question
from assistant.settings import Settings

__all__ = ["demo"]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A recorded question. `picture` goes with it where there is one."""

    name: str
    audio: Path
    picture: Path | None = None


def demo(
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Folder for the spoken replies.")] = Path("out"),
    recording: Annotated[
        list[Path] | None, typer.Option("--recording", metavar="FILE", help="A recording of your own to ask as well; may be given again.")
    ] = None,
) -> None:
    """Ask three bundled spoken questions (English, Spanish, German) of the demo person and hear the answers.

    Example: auricle demo --out out
    """
    folder = asset("demo", "questions")
    listed = tomllib.loads((folder / "questions.toml").read_text(encoding="utf-8"))["question"]
    spoken = [Spoken(q["name"], folder / q["audio"], folder / q["picture"] if "picture" in q else None) for q in listed]
    spoken += [Spoken(path.stem, path) for path in recording or ()]
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out} cannot be a folder for the replies ({error.strerror}); name another with --out.") from error
    anyio.run(_demo, Settings.read(person="demo"), spoken, out)


async def _demo(settings: Settings, spoken: Sequence[Spoken], out: Path) -> None:
    from assistant.cli.ask import save
    from assistant.cli.render import explanation
    from assistant.compose import load_demo_person, open_assistant
    from audio.decode import read_audio

    load_demo_person(settings)
    broken: list[str] = []
    async with open_assistant(settings) as assistant:
        for question in spoken:
            typer.echo(f"\n── {question.name}")
            try:
                asked = Question(
                    person=settings.person,
                    clip=read_audio(question.audio),
                    images=open_images([question.picture] if question.picture else []),
                )
                answer = await assistant.answer(asked)
            except AuricleError as error:
                broken.append(f"{question.name}: {error}")
                typer.echo(f"failed   {error}")
                continue
            written = save(answer, out / f"{question.name}.wav")
            typer.echo("\n".join(explanation(answer, written)))
            broken += [f"{question.name}: {fault}" for fault in faults(answer)]
    if broken:
        raise TaskError("Not every stage really ran: " + "; ".join(broken))
    typer.echo(f"\n{len(spoken)} questions asked, {len(spoken)} answers spoken into {out}/.")


def faults(answer: Answer) -> list[str]:
    """Stages that did not really run, by name; empty when the turn is whole."""
    planned = answer.plan is not None and bool(answer.plan.steps)
    expected = ["hear", "feel", "guard", "plan", *(["execute"] if planned else []), "answer", "speak"]
    missing = [f"stage {stage} did not run" for stage in expected if stage not in answer.trace.timings]
    failed = [f"{result.step.task} failed ({result.error})" for result in answer.results if result.outcome == "failed"]
    silent = [] if answer.audio is not None and answer.audio.seconds > 0.5 else ["nothing was spoken"]
    unfelt = ["no feeling detector ran"] if answer.turn.emotion.status == "unavailable" else []
    return missing + failed + silent + unfelt
