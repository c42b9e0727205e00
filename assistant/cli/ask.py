"""`auricle ask`: one question, one answer; or a file of questions, one answer a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import typer

from assistant.cli.options import Json, Language, Person, PlannerName, TaskNames, VoiceName, metadata_of, tasks_of
from assistant.errors import AuricleError, UsageError
from assistant.image import open_images
from assistant.question import Answer, Question, existing, language_of
from assistant.settings import Settings

if TYPE_CHECKING:
    from assistant.models.prices import Price
    from audio.clip import AudioClip

__all__ = ["ask", "save"]

MOST_BYTES = 256 * 2**20  # ten minutes of uncompressed sound, with room; an endless pipe must not fill the memory


def ask(
    stdin: Annotated[str | None, typer.Argument(metavar="-", help="Read the question, text or sound, from standard input.")] = None,
    text: Annotated[str | None, typer.Option("--text", "-t", metavar="TEXT", help="The question, typed.")] = None,
    audio: Annotated[Path | None, typer.Option("--audio", "-a", metavar="FILE", help="A recording of the question, in any common format.")] = None,
    image: Annotated[
        list[Path] | None, typer.Option("--image", "-i", metavar="FILE", help="A picture that belongs to the question; may be given again.")
    ] = None,
    file: Annotated[
        list[Path] | None, typer.Option("--file", "-f", metavar="FILE", help="A file that belongs to the question; may be given again.")
    ] = None,
    meta: Annotated[
        list[str] | None, typer.Option("--meta", metavar="KEY=VALUE", help="Something to know beside the question; may be given again.")
    ] = None,
    language: Language = "auto",
    person: Person = None,
    voice: VoiceName = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the spoken reply to this WAV file.")] = None,
    batch: Annotated[Path | None, typer.Option("--batch", metavar="FILE", help="A JSON Lines file of questions; wants --json.")] = None,
    planner: PlannerName = None,
    tasks: TaskNames = None,
    plan_only: Annotated[bool, typer.Option("--plan-only", help="Stop after planning.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Also show what was heard, felt, planned and found, what it took and cost.")] = False,
    as_json: Json = False,
) -> None:
    """Ask one question and get the answer.

    Example: auricle ask --text "How did I sleep last week compared with the week before?" --out reply.wav
    """
    settings = Settings.read(person=person)
    given = [choice for choice in (stdin, text, audio, batch) if choice is not None]
    if len(given) != 1 or (stdin is not None and stdin != "-"):
        raise UsageError("Ask with one of --text, --audio, --batch or - (standard input). Example: auricle ask --text 'How did I sleep last week?'")
    menu = tasks_of(tasks)
    if batch is not None:
        if not as_json:
            raise UsageError("--batch prints JSON Lines; add --json.")
        anyio.run(_batch, settings, batch, plan_only, planner or "", menu)
        return
    content = _read(stdin, audio)
    question = Question(
        person=settings.person,
        text=content if isinstance(content, str) else text,
        clip=_clip(content) if isinstance(content, bytes | Path) else None,
        language=language_of(language),
        images=open_images(image or ()),
        files=existing(file or ()),
        metadata=metadata_of(meta or ()),
        voice=voice,
        speak=out is not None,
        planner=planner or "",
        menu=menu,
    )
    anyio.run(_once, settings, question, out, plan_only, explain, as_json)


def _read(stdin: str | None, audio: Path | None) -> str | bytes | Path | None:
    """Sound as bytes or a path, text as text, None when the question was typed as an option."""
    if audio is not None:
        return audio
    if stdin is None:
        return None
    content = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise UsageError(f"Standard input has more than {MOST_BYTES // 2**20} MB; no question is that long.")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content


def _clip(content: bytes | Path) -> AudioClip:
    from audio.decode import read_audio

    return read_audio(content)


async def _once(settings: Settings, question: Question, out: Path | None, plan_only: bool, explain: bool, as_json: bool) -> None:
    from assistant.compose import open_assistant
    from assistant.models.prices import prices
    from assistant.records.store import open_records
    from assistant.watches.notices import Noticing

    async with open_assistant(settings) as assistant:
        answer = await (assistant.plan(question) if plan_only else Noticing(assistant, open_records(settings), now=settings.now).answer(question))
    known = prices(settings)
    try:
        written = save(answer, out)
    except AuricleError:
        show(answer, None, known, explain=explain, as_json=as_json)  # the answer is not lost with its sound
        raise
    show(answer, written, known, explain=explain, as_json=as_json)


def save(answer: Answer, out: Path | None) -> Path | None:
    """Write the spoken reply; returns where, or None when there was nothing to write or nowhere to write it."""
    if out is None or answer.audio is None:
        return None
    from audio.decode import write_wav

    write_wav(out, answer.audio)
    return out


def show(answer: Answer, written: Path | None, prices: Mapping[str, Price], *, explain: bool, as_json: bool) -> None:
    if as_json:
        from assistant.report import answer_json

        typer.echo(json.dumps(answer_json(answer, written, prices), ensure_ascii=False))
        return
    from assistant.cli.render import explanation, reply_lines

    lines = explanation(answer, written, prices) if explain else reply_lines(answer, written)
    if answer.exchange.waiting:
        lines.append("  (Nothing is done yet: a single question cannot be followed by a yes. Ask in `auricle chat`.)")
    typer.echo("\n".join(lines))


async def _batch(settings: Settings, path: Path, plan_only: bool, planner: str, menu: tuple[str, ...]) -> None:
    """One result a line, in order. A line that cannot be asked gives `{id, error}`; the rest goes on. A line's own planner and tasks come first."""
    from assistant.batch import Past, open_past, questions
    from assistant.compose import open_assistant
    from assistant.models.prices import prices
    from assistant.report import answer_json

    known = prices(settings)
    async with AsyncExitStack() as stack:
        assistant = await stack.enter_async_context(open_assistant(settings))
        past: Past | None = None
        for entry in questions(path, settings.person):
            try:
                question = entry.question()
                question = replace(question, planner=question.planner or planner, menu=question.menu or menu)
                notes: tuple[str, ...] = ()
                if question.history:
                    if past is None:
                        past = await stack.enter_async_context(open_past(settings, assistant))
                    question, notes = await past.recall(question)
                answer = await (assistant.plan(question) if plan_only else assistant.answer(question))
                answer.trace.notes[:0] = notes
                result: dict[str, Any] = {"id": entry.id, **answer_json(answer, prices=known)}
            except AuricleError as error:
                result = {"id": entry.id, "error": str(error)}
            typer.echo(json.dumps(result, ensure_ascii=False))
            sys.stdout.flush()
