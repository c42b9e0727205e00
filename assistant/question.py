"""One question as it comes in, and the answer as it goes out."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from assistant.errors import UsageError
from assistant.trace import Trace
from assistant.types import Alarm, Exchange, Image, Plan, Reply, StepResult, Turn
from audio.clip import AudioClip

__all__ = ["REMEMBERED", "Answer", "Question", "existing", "language_of"]

REMEMBERED = 6  # exchanges of a conversation that a follow-up may refer to


_HALVES = re.compile("[\0\ud800-\udfff]")


def _new_id() -> str:
    return uuid.uuid4().hex[:12]


@dataclass(frozen=True, slots=True)
class Question:
    """What a person asks: typed or spoken, with what they attach.

    text or clip: one of them is set.
    language: ISO 639-1, or None to tell it from the words.
    person: whose records it is about.
    history: earlier exchanges, oldest first.
    voice: a voice's name; None takes the language's own.
    speak: False leaves the reply as text.
    files, metadata: named to the planner, untrusted.
    planner: a strategy by name ("auto", "router", "tree_of_thought", "react"); empty takes the configured one.
    menu: the only tasks that may be used; empty: all.
    id, revision: for the trace, and so that stale work can be told apart.
    """

    person: str
    text: str | None = None
    clip: AudioClip | None = None
    language: str | None = None
    images: tuple[Image, ...] = ()
    files: tuple[Path, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    history: tuple[Exchange, ...] = ()
    voice: str | None = None
    speak: bool = True
    planner: str = ""
    menu: tuple[str, ...] = ()
    id: str = field(default_factory=_new_id)
    revision: int = 0

    def __post_init__(self) -> None:
        """Bytes that were no UTF-8 arrive as half characters, which no encoder takes; they and NULs become "�"."""
        if self.text is not None:
            object.__setattr__(self, "text", _whole(self.text))
        if self.metadata:
            object.__setattr__(self, "metadata", {_whole(key): _whole(value) for key, value in self.metadata.items()})


def _whole(text: str) -> str:
    return _HALVES.sub("\N{REPLACEMENT CHARACTER}", text)


def language_of(said: str | None) -> str | None:
    """What people write for a question's language: a code in any case, or "auto" (as nothing at all) to tell it from the words."""
    return None if said is None or said == "auto" else said.lower()


def existing(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The same paths; raises `UsageError` naming the first that is not a file."""
    found = tuple(paths)
    for path in found:
        if not path.is_file():
            raise UsageError(f"There is no file at {path}; check the path.")
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """Everything that one turn gave. `plan` is None when nothing was planned (silence, or an alarm that came first)."""

    turn: Turn
    reply: Reply
    trace: Trace
    plan: Plan | None = None
    results: tuple[StepResult, ...] = ()
    alarm: Alarm | None = None
    audio: AudioClip | None = None

    @property
    def exchange(self) -> Exchange:
        return Exchange(self.turn.text, self.reply.shown, self.reply.language, self.plan, self.results, self.turn.person.id)
