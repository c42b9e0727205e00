"""`auricle mcp`: the tasks of one person for other programs that speak MCP."""

from __future__ import annotations

import secrets
import socket
from datetime import datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import anyio
import typer

from assistant.cli.options import Person
from assistant.errors import UsageError
from assistant.settings import Settings

if TYPE_CHECKING:
    from mcp.server import Server

__all__ = ["mcp"]


def mcp(
    person: Person = None,
    port: Annotated[
        int | None,
        typer.Option("--port", "-p", metavar="PORT", min=0, max=65535, help="Serve on this port of loopback instead; 0 takes a free one."),
    ] = None,
    effects: Annotated[
        bool, typer.Option("--effects", help="Offer tasks that change something, too; each still takes a second call that confirms it.")
    ] = False,
) -> None:
    """Offer the tasks of one person to a program that speaks MCP: over standard input and output, or on a port of this machine with a token.

    Example: auricle mcp --person demo
    """
    if find_spec("mcp") is None:
        raise UsageError("Serving MCP needs its library; install it with: pip install 'auricle[mcp]'.")
    anyio.run(_mcp, Settings.read(person=person), port, effects)


async def _mcp(settings: Settings, port: int | None, effects: bool) -> None:
    from assistant.assets import asset
    from assistant.compose import DEMO, load_demo_person
    from assistant.datapipe import open_pipe
    from assistant.execution import Executor
    from assistant.records.diary import SealedDiary
    from assistant.records.store import open_records
    from assistant.reply.grounded import GroundedReply
    from assistant.safety.guard import RuleGuard
    from assistant.safety.numbers import numbers_for
    from assistant.services.serve import ServedTasks
    from assistant.tasks.registry import tasks_for
    from assistant.web.guarded import GuardedWeb
    from i18n.catalog import Catalogue
    from i18n.detect import LanguageDetector

    store = await anyio.to_thread.run_sync(load_demo_person if settings.person == DEMO else open_records, settings)
    person = store.person(settings.person)
    tasks = tasks_for(settings, lambda problem: typer.echo(f"auricle: {problem}", err=True))
    numbers = numbers_for(settings.country)
    async with open_pipe(settings, store.vault) as pipe:
        served = ServedTasks(
            tasks,
            Executor(
                {spec.name: spec for spec in tasks},
                store,
                pipe,
                web=GuardedWeb(settings.hosts) if settings.hosts else None,
                diary=SealedDiary(settings.data, store.vault),
                allow=frozenset(settings.allow),
            ),
            person,
            GroundedReply(Catalogue(), emergency_number=numbers.emergency, crisis_number=numbers.crisis),
            RuleGuard(),
            LanguageDetector(settings.languages, asset("languages.toml")),
            language=settings.languages[0],
            now=lambda: settings.now or person.clock or datetime.now(ZoneInfo(person.timezone)),
            effects=effects,
            allow=frozenset(settings.allow),
        )
        server = served.server()
        if port is None:
            await _over_streams(server)
        else:
            await _over_http(server, settings, port)


async def _over_streams(server: Server) -> None:
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


async def _over_http(server: Server, settings: Settings, port: int) -> None:
    import uvicorn

    from assistant.services.token import only_with

    token = settings.mcp_token.get_secret_value() if settings.mcp_token else secrets.token_urlsafe(32)
    try:
        place = socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise UsageError(f"Port {port} cannot be used ({error.strerror}); choose another with --port, or 0 for any.") from error
    with place:
        app = only_with(token, server.streamable_http_app(json_response=True, stateless_http=True, host="127.0.0.1"))
        typer.echo(f"The tasks of {settings.person} are at http://127.0.0.1:{place.getsockname()[1]}/mcp (Ctrl-C stops it).")
        if settings.mcp_token is None:
            typer.echo(f"Clients need this token: {token}")
        await uvicorn.Server(uvicorn.Config(app, log_level="error")).serve(sockets=[place])
