"""`auricle chat`: ask again and again; what was said before is remembered until you leave."""

from __future__ import annotations

import sys
from typing import Annotated

import anyio
import typer

from assistant.cli.options import Language, Person, PlannerName, TaskNames, tasks_of
from assistant.errors import AuricleError, UsageError
from assistant.question import REMEMBERED, Question, language_of
from assistant.settings import Settings
from assistant.types import Exchange

__all__ = ["chat"]

_LONGEST_LINE = 1_000_000  # characters; an endless stream must not fill the memory


def chat(
    language: Language = "auto",
    person: Person = None,
    planner: PlannerName = None,
    tasks: TaskNames = None,
    explain: Annotated[bool, typer.Option("--explain", help="Also show how each answer came about.")] = False,
) -> None:
    """Talk in text, with memory of what was said: "and the week before?", "why?", yes or no to what waits. Leave with an empty line or Ctrl-D.

    Example: auricle chat --language es
    """
    anyio.run(_chat, Settings.read(person=person), language_of(language), planner or "", tasks_of(tasks), explain)


async def _chat(settings: Settings, language: str | None, planner: str, menu: tuple[str, ...], explain: bool) -> None:
    from assistant.cli.render import explanation, reply_lines
    from assistant.compose import open_assistant
    from assistant.models.prices import prices
    from assistant.records.store import open_records
    from assistant.watches.notices import Noticing

    known = prices(settings)
    history: tuple[Exchange, ...] = ()
    async with open_assistant(settings) as opened:
        assistant = Noticing(opened, open_records(settings), now=settings.now, weekly=True)
        while text := await anyio.to_thread.run_sync(_prompt, abandon_on_cancel=True):
            question = Question(person=settings.person, text=text, language=language, history=history, planner=planner, menu=menu, speak=False)
            try:
                answer = await assistant.answer(question)
            except AuricleError as error:
                typer.echo(str(error))
                continue
            typer.echo("\n".join(explanation(answer, prices=known) if explain else reply_lines(answer)))
            history = (*history, answer.exchange)[-REMEMBERED:]


def _prompt() -> str:
    if sys.stdin.isatty():
        typer.echo("you> ", nl=False)
    return _line()


def _line() -> str:
    line = sys.stdin.readline(_LONGEST_LINE)
    if len(line) == _LONGEST_LINE:
        raise UsageError("What comes in is no line of text; type a question.")
    return line.strip()
