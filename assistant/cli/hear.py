"""`auricle hear`: transcribe a recording."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import anyio
import typer

from assistant.cli.options import Json, Language
from assistant.question import language_of
from assistant.settings import Settings
from audio.utterance import Utterance

__all__ = ["hear"]


def hear(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recording, in any common format.")],
    language: Language = "auto",
    as_json: Json = False,
) -> None:
    """Write down what a recording says.

    Example: auricle hear question.wav --json
    """
    anyio.run(_hear, Settings.read(), file, language_of(language), as_json)


async def _hear(settings: Settings, file: Path, language: str | None, as_json: bool) -> None:
    from assistant.compose import open_ear
    from audio.decode import read_audio

    clip = read_audio(file)
    utterance = await open_ear(settings, language).transcribe(clip, language)
    if not as_json:
        typer.echo(_told(utterance))
        return
    found = {
        "text": utterance.text,
        "language": utterance.language,
        "p": round(utterance.p, 3),
        "speech_ratio": round(utterance.speech_ratio, 3),
        "path": utterance.path,
        "foreign": utterance.foreign,
        "seconds": round(clip.seconds, 2),
        "segments": [{"text": s.text, "start": round(s.start, 2), "end": round(s.end, 2), "p": round(s.p, 3)} for s in utterance.segments],
    }
    typer.echo(json.dumps(found, ensure_ascii=False))


def _told(utterance: Utterance) -> str:
    if utterance.foreign is not None:
        return f"I heard another language than those that are set up, perhaps {utterance.foreign}; --language {utterance.foreign} writes it down."
    return "I didn't hear anyone speak." if utterance.silent else f"[{utterance.language}] {utterance.text}"
