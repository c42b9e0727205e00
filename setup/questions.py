"""Make the bundled spoken questions of the demonstration again: our own voices, and a drawn picture of a watch.

    python setup/questions.py

Reads assets/demo/questions/questions.toml and writes the sound and the picture that it names beside it.
"""

from __future__ import annotations

import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
from PIL import Image, ImageDraw, ImageFont

from assistant.compose import open_voices
from assistant.settings import Settings
from audio.decode import write_wav
from audio.speak import join

FOLDER = Path(__file__).parents[1] / "assets" / "demo" / "questions"


def draw_watch(path: Path, rows: list[str]) -> None:
    """A watch's display: light letters on a dark, rounded screen."""
    picture = Image.new("RGB", (480, 400), "#d9d4cc")
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((40, 30, 440, 370), 60, fill="#10171a")
    for n, row in enumerate(rows):
        font = ImageFont.load_default(size=72 if n == 1 else 38)
        width = draw.textlength(row, font=font)
        draw.text(((480 - width) / 2, 75 + n * 90), row, fill="#eaf1f1", font=font)
    picture.save(path, optimize=True)


async def main() -> None:
    listed = tomllib.loads((FOLDER / "questions.toml").read_text(encoding="utf-8"))["question"]
    async with open_voices(Settings.read()) as (mouth, choose):
        for question in listed:

            async def words(text: str = question["text"]) -> AsyncIterator[str]:
                yield text

            clip = join([chunk async for chunk in mouth.speak(words(), choose(question["language"]))])
            write_wav(FOLDER / question["audio"], clip)
            if "picture" in question:
                draw_watch(FOLDER / question["picture"], question["display"])


if __name__ == "__main__":
    anyio.run(main)
