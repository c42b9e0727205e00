"""The server of the web page: one event loop, one assistant, loopback only."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

import anyio

from assistant.charts.shown import Figures
from assistant.errors import UsageError
from assistant.safety.numbers import EmergencyNumbers
from i18n.catalog import Catalogue
from ui.door import Door, addresses
from ui.page import STATIC, PageWords, build_page, page_head, theme
from ui.sessions import Sessions
from ui.voice import LARGEST_FRAME, Answers, VoiceLine

if TYPE_CHECKING:
    from starlette.types import ASGIApp

__all__ = ["bind", "build_app", "serve"]


def bind(port: int) -> socket.socket:
    """A listening place on loopback; port 0 takes a free one. Raises `UsageError` when the port is taken or not allowed."""
    place = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # or the port stays taken for a minute after the last run
    try:
        place.bind(("127.0.0.1", port))
        place.listen()
    except OSError as error:
        place.close()
        if error.errno == errno.EADDRINUSE:
            raise UsageError(f"Port {port} is taken; stop what uses it or choose another with --port.") from error
        raise UsageError(f"Port {port} cannot be used ({error.strerror}); choose another with --port.") from error
    return place


def build_app(
    assistant: Answers,
    *,
    port: int,
    person: str,
    words: PageWords,
    catalogue: Catalogue,
    numbers: EmergencyNumbers,
    sessions: Sessions | None = None,
    figures: Figures | None = None,
) -> ASGIApp:
    """The page, its files and its voice line, behind the door.

    port: the one that the server listens on; requests for any other host are refused. numbers: whom to call in an alarm.
    figures: draws what belongs under an answer; without it no chart is shown.
    """
    import gradio as gr
    from fastapi import FastAPI
    from starlette.routing import WebSocketRoute
    from starlette.staticfiles import StaticFiles

    line = VoiceLine(assistant, sessions if sessions is not None else Sessions(), catalogue, person, numbers, figures)
    app = FastAPI(title="Auricle", docs_url=None, redoc_url=None, openapi_url=None)

    app.router.routes.append(WebSocketRoute("/v1/voice", line.serve))
    app.mount("/page", StaticFiles(directory=STATIC))
    gr.mount_gradio_app(
        app,
        build_page(),
        path="/",
        server_name="127.0.0.1",
        server_port=port,
        footer_links=[],
        run_history=False,
        allowed_paths=[],
        max_file_size=1,
        ssr_mode=False,
        enable_monitoring=False,
        pwa=False,
        mcp_server=False,
        theme=theme(),
        head=page_head(words),
    )
    return Door(app, addresses(port))


async def serve(app: ASGIApp, place: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until the task is cancelled or the process is told to stop. `ready` is called once the page can be opened."""
    import uvicorn

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # sound does not shrink, and the cores are busy
        timeout_graceful_shutdown=2,
        server_header=False,
    )

    class Announcing(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready()

    server = Announcing(config)
    try:
        await server.serve(sockets=[place])
    except anyio.get_cancelled_exc_class():
        with anyio.CancelScope(shield=True):  # the pages are told, instead of being left with a dead line
            await server.shutdown(sockets=[place])
        raise
