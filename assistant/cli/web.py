"""`auricle web`: the page with the talk button, on this machine only."""

from __future__ import annotations

import socket
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import anyio
import typer

from assistant.cli.options import Person
from assistant.errors import UsageError
from assistant.settings import Settings

if TYPE_CHECKING:
    from assistant.pipeline import Assistant

__all__ = ["web"]


def web(
    port: Annotated[int | None, typer.Option("--port", "-p", metavar="PORT", min=0, max=65535, help="Port on loopback; 0 takes a free one.")] = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser once it is ready.")] = True,
    person: Person = None,
) -> None:
    """Open the web page: talk, type, drop a picture, and hear the answer. Reachable from this machine only.

    Example: auricle web --port 7861 --no-open
    """
    settings = Settings.read(web_port=port, person=person)
    if any(find_spec(name) is None for name in ("gradio", "websockets")):
        raise UsageError("The web page needs Gradio; install it with: pip install 'auricle[web]'.")
    from ui.server import bind

    with bind(settings.web_port) as place:  # before the models are loaded: a taken port is told at once
        anyio.run(_web, settings, place, open_page)


async def _web(settings: Settings, place: socket.socket, open_page: bool) -> None:
    from assistant.charts.shown import figures
    from assistant.compose import load_demo_person, open_assistant
    from assistant.records.store import open_records
    from assistant.safety.numbers import numbers_for
    from assistant.watches.notices import Noticing
    from i18n.catalog import Catalogue
    from ui.page import PageWords
    from ui.server import build_app, serve
    from ui.words import page_languages, page_words

    port = place.getsockname()[1]
    address = f"http://127.0.0.1:{port}/"
    catalogue = Catalogue()
    languages = page_languages(settings.languages)
    numbers = numbers_for(settings.country)
    words = page_words(catalogue, languages, emergency=numbers.emergency, host=settings.leaves_for or "")

    def ready() -> None:
        typer.echo(f"Auricle is at {address} (Ctrl-C stops it).")
        if open_page:
            typer.launch(address)

    if settings.person == "demo":
        load_demo_person(settings)
    store = open_records(settings)
    async with open_assistant(settings) as assistant:
        typer.echo("Loading the models …")
        await _warm(assistant, settings, {language: words[language]["example-2"] for language in languages})
        app = build_app(
            Noticing(assistant, store, now=settings.now, weekly=True),
            port=port,
            person=settings.person,
            words=PageWords(words, languages, local=settings.leaves_for is None),
            catalogue=catalogue,
            numbers=numbers,
            figures=figures(store),
        )
        await serve(app, place, ready)


async def _warm(assistant: Assistant, settings: Settings, questions: dict[str, str]) -> None:
    """Bring every model into memory, so that the first person who asks does not wait for it."""
    import numpy as np

    from assistant.question import Question
    from audio.clip import AudioClip

    await assistant.plan(Question(person=settings.person, clip=AudioClip(np.zeros(16_000, np.float32), 16_000)))
    for language, text in questions.items():  # the router, and the voice of each language
        await assistant.answer(Question(person=settings.person, text=text, language=language))
    if not settings.light:  # a question that no route fits makes the planner ask the language model
        await assistant.plan(Question(person=settings.person, text="Please look into the other thing, if that is how it was.", language="en"))
