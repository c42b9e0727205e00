"""The task `note`: the person's own words, put into their diary after their yes."""

from __future__ import annotations

import re
from functools import cache

from pydantic import TypeAdapter

from assistant.assets import asset
from assistant.content import content
from assistant.errors import NoData, TaskError
from assistant.facts import Fact, Noted, Source
from assistant.tasks.spec import Context, task
from i18n.folding import fold
from i18n.lexicon import lexicon

__all__ = ["note", "without_opening"]

_LEADING = re.compile(r"^[\s:,;.\-–—：，、]+")
_COLON = re.compile(r"\s*[:：]")
_SHORT = 2  # words


@task(chat_name="Diary", permission="effect", family="everyday")
async def note(context: Context, query: str) -> tuple[Fact, ...]:
    """Write the person's own words into their diary, when they ask to note, log or write something down."""
    if context.diary is None:
        raise NoData("There is no diary to write into.")
    if not _own(context, query):
        raise TaskError("Only your own words are written into your diary.")
    text = without_opening(query, context.language)
    if not text:
        raise TaskError("There is nothing to write down yet; say it together with what should be noted.")
    await context.diary.write(context.person.id, context.now, text)
    return (Noted(text, context.now, Source("diary", f"diary:{context.now.isoformat()}", "Auricle")),)


def _own(context: Context, text: str) -> bool:
    """Whether the person said it, now or before: a yes confirms what was said, and no page or picture writes into a diary."""
    wanted = _folded(text)
    return any(wanted in _folded(said) for said in (context.question, *(exchange.asked for exchange in context.history)))


def _folded(text: str) -> str:
    return " ".join(fold(text).text.split())


def without_opening(text: str, language: str) -> str:
    """Without "write down that …", where that is surely no part of the note; else as it was said. Empty when nothing else was said.

    A lexicon's words may reach over the note itself ("put my pulse was high in my diary"), so only short ones are cut, or those before a colon.
    """
    opening = lexicon(language).opening("effects", text)
    if opening is None or opening.says != "note":
        return text.strip()
    words, rest = len(text[opening.start : opening.end].split()), text[opening.end :]
    if not _LEADING.sub("", rest):
        return "" if words <= _SHORT + 1 else text.strip()
    if not _COLON.match(rest) and (words > _SHORT or rest[0].isalnum()):
        return text.strip()
    return _LEADING.sub("", _link(language).sub("", _LEADING.sub("", rest))).strip()


@cache
def _link(language: str) -> re.Pattern[str]:
    """The words that lead over to the note. Raises `UsageError` when its file is broken."""
    with content(asset("tasks", "note.toml")) as tables:
        words = TypeAdapter(dict[str, dict[str, tuple[str, ...]]]).validate_python(tables)["links"].get(language, ())
    ends = (re.escape(word) + (r"(?=\s)" if word[-1].isalnum() else "") for word in words)
    return re.compile(rf"^(?:{'|'.join(ends)})" if words else r"(?!)", re.IGNORECASE)
