"""`auricle say`: speak a text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated

import anyio
import typer

from assistant.cli.options import VoiceName
from assistant.errors import UsageError
from assistant.settings import Settings

__all__ = ["say"]


def say(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to say.")],
    language: Annotated[str, typer.Option("--language", "-l", metavar="CODE", help="The language of the text (ISO 639-1).")] = "en",
    voice: VoiceName = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The WAV file to write.")] = Path("say.wav"),
) -> None:
    """Speak a text into a WAV file.

    Example: auricle say "Dormiste seis horas y media." --language es --out say.wav
    """
    anyio.run(_say, Settings.read(), text, language.lower(), voice, out)


async def _say(settings: Settings, text: str, language: str, name: str | None, out: Path) -> None:
    from assistant.compose import open_voices
    from audio.chunk import sentences
    from audio.decode import write_wav
    from audio.speak import join
    from i18n.verbalize import sayable, verbalize

    async def words() -> AsyncIterator[str]:
        for sentence in sentences(text, language):
            # Units and numbers can be put into words in some languages; in others the basic voice reads the text as it stands.
            yield verbalize(sentence, language) if sayable(language) else sentence

    async with open_voices(settings) as (mouth, choose):
        voice = choose(language, name)
        chunks = [chunk async for chunk in mouth.speak(words(), voice)]
    if not chunks:
        raise UsageError("There is nothing to say in that text; give it words.")
    clip = join(chunks)
    write_wav(out, clip)
    typer.echo(f"{out}: {clip.seconds:.1f} s, voice {voice.name}" + (" (a basic voice)" if voice.basic else ""))
