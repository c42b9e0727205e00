"""A served page and a real browser for the tests of the web page."""

from __future__ import annotations

import wave
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

import anyio
import numpy as np
import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from assistant.charts.shown import Figures
from assistant.safety.numbers import EmergencyNumbers
from i18n.catalog import Catalogue
from ui.page import PageWords
from ui.server import bind, build_app, serve
from ui.sessions import Sessions
from ui.voice import Answers
from ui.words import page_languages, page_words

GERMANY = EmergencyNumbers(emergency="112", crisis="0800 111 0 111", country="DE")
FLAGS = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")


@dataclass
class Served:
    """A running server: where it is, and its conversations."""

    port: int
    sessions: Sessions

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def line(self) -> str:
        return f"ws://127.0.0.1:{self.port}/v1/voice"


Serving = Callable[..., AbstractAsyncContextManager[Served]]


@pytest.fixture
def serving() -> Serving:
    """`async with serving(assistant) as served:` — the whole page on a free port of loopback."""

    @asynccontextmanager
    async def run(assistant: Answers, person: str = "ana", sessions: Sessions | None = None, figures: Figures | None = None) -> AsyncIterator[Served]:
        catalogue = Catalogue()
        languages = page_languages(("en", "es", "de"))
        words = PageWords(page_words(catalogue, languages, emergency=GERMANY.emergency), languages, local=True)
        kept = sessions if sessions is not None else Sessions()
        up = anyio.Event()
        with bind(0) as place:
            port = place.getsockname()[1]
            app = build_app(assistant, port=port, person=person, words=words, catalogue=catalogue, numbers=GERMANY, sessions=kept, figures=figures)
            async with anyio.create_task_group() as group:
                group.start_soon(serve, app, place, up.set)
                with anyio.fail_after(30):
                    await up.wait()
                yield Served(port, kept)
                group.cancel_scope.cancel()

    return run


@pytest.fixture(scope="session")
def spoken_tone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rising tone for the fake microphone: every moment of it differs, so that a gap or a repetition shows."""
    t = np.arange(16_000 * 2) / 16_000
    samples = (0.4 * np.sin(2 * np.pi * (200 + 300 * t) * t) * 32767).astype("<i2")
    path = tmp_path_factory.mktemp("microphone") / "tone.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(samples.tobytes())
    return path


@asynccontextmanager
async def chromium(recording: Path) -> AsyncIterator[Browser]:
    """A headless Chromium that hears a recording, once from the start at every opening of the microphone."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            chromium_sandbox=False,
            args=[*FLAGS, f"--use-file-for-fake-audio-capture={recording}%noloop"],
        )
        try:
            yield browser
        finally:
            await browser.close()


@pytest.fixture
async def browser(spoken_tone: Path) -> AsyncIterator[Browser]:
    """One for each test: a browser that dies takes one test with it, not all that follow."""
    async with chromium(spoken_tone) as running:
        yield running


@dataclass
class Visit:
    """A page that is being looked at. `requests`: every address it asked for. `complaints`: errors on its console."""

    page: Page
    context: BrowserContext
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    async def state(self, name: str) -> None:
        await self.page.wait_for_selector(f".app[data-state={name}]", timeout=20_000)

    async def answered(self, turns: int = 1) -> None:
        """Wait until that many replies are whole (their trace is shown, their voice has ended)."""
        await self.page.locator(".turn.it .acts").nth(turns - 1).wait_for(timeout=60_000)
        await self.state("ready")

    async def ask(self, text: str) -> None:
        await self.page.fill("#text", text)
        await self.page.press("#text", "Enter")

    async def trouble(self) -> str:
        await self.page.wait_for_selector("#trouble:not([hidden])")
        return await self.page.inner_text("#trouble span")


Visiting = Callable[..., AbstractAsyncContextManager[Visit]]


@asynccontextmanager
async def visit(
    browser: Browser, served: Served, *, width: int = 1360, height: int = 820, scheme: Literal["light", "dark"] = "light", locale: str = "en-GB"
) -> AsyncIterator[Visit]:
    context = await browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale=locale)
    page = await context.new_page()
    seen = Visit(page, context)
    page.on("request", lambda request: seen.requests.append(request.url))
    page.on("websocket", lambda socket: seen.requests.append(socket.url))
    page.on("console", lambda message: seen.complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    await page.goto(served.address)
    await seen.state("ready")
    try:
        yield seen
    finally:
        await context.close()


@pytest.fixture
def visiting(browser: Browser) -> Visiting:
    """`async with visiting(served) as seen:` — the page in Chromium, ready."""
    return partial(visit, browser)


@pytest.fixture
def hearing() -> Callable[[Path], AbstractAsyncContextManager[Browser]]:
    """`async with hearing(recording) as browser:` — a Chromium whose microphone plays that recording."""
    return chromium


@pytest.fixture
def visiting_in() -> Visiting:
    """`async with visiting_in(browser, served) as seen:` — the page in a browser of the test's own."""
    return visit
