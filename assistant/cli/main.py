"""`auricle`: the command line. Each command is a module beside this one; this one gathers them and turns errors into one sentence."""

from __future__ import annotations

import io
import logging
import os
import sys
from typing import Annotated

import typer

from assistant.cli import ask, chat, data, demo, doctor, evaluate, hear, mcp, models, say, tasks, web
from assistant.cli.variables import strangers
from assistant.errors import AuricleError

__all__ = ["app", "main"]

app = typer.Typer(
    name="auricle",
    help="A health voice assistant on your own machine: ask about your sleep, activity and heart, in your language, and hear the answer.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(ask.ask)
app.command()(chat.chat)
app.command()(say.say)
app.command()(hear.hear)
app.command(short_help="Open the web page: talk, type, and hear the answer.")(web.web)
app.command(short_help="Ask three spoken questions of the demo person.")(demo.demo)
app.command(short_help="Tell what works, what falls back, what can leave.")(doctor.doctor)
app.command(short_help="Offer the tasks to programs that speak MCP.")(mcp.mcp)
app.add_typer(data.app, name="data")
app.add_typer(models.app, name="models")
app.add_typer(tasks.app, name="tasks")
app.add_typer(evaluate.app, name="eval")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"auricle {version('auricle')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback when something fails; may stand anywhere.")] = False,
) -> None:
    for sentence in strangers(os.environ):
        typer.echo(f"auricle: {sentence}", err=True)


def main() -> None:
    """What `start` runs. Exit 0: it worked; 1: it failed, one line why on stderr; 2: usage; 130: Ctrl-C. A traceback appears only with `--debug`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what the terminal cannot show is written as an escape, which JSON takes, too
            stream.reconfigure(errors="backslashreplace")
    debug = "--debug" in sys.argv
    if debug:
        logging.basicConfig(level=logging.INFO)
        logging.getLogger("assistant").setLevel(logging.DEBUG)
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    try:
        app(arguments, prog_name="auricle")  # leaves by SystemExit, also for usage errors (2) and Ctrl-C
    except AuricleError as error:
        if debug:
            raise
        typer.echo(f"auricle: {error}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()  # the reader (head, less) left; nothing is wrong
        sys.exit(0)
    except Exception as error:
        if debug:
            raise
        typer.echo(f"auricle: something went wrong ({type(error).__name__}); run the command again with --debug to see where.", err=True)
        sys.exit(1)
