"""What flows through one turn. Frozen: a stage makes a new object, it never changes an old one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from assistant.facts import Fact
from audio.utterance import Utterance
from emotion.emotion import Emotion

__all__ = [
    "Alarm",
    "Alternative",
    "Clarify",
    "Exchange",
    "Image",
    "Json",
    "Person",
    "Plan",
    "Provenance",
    "Reply",
    "Sentence",
    "Step",
    "StepResult",
    "Turn",
    "Urgency",
]

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Urgency = Literal["none", "advice", "emergency", "crisis"]


@dataclass(frozen=True, slots=True)
class Person:
    """Whose data it is. `clock`, when set, is the fixed "now" of a demo person, so that its answers are reproducible."""

    id: str
    name: str
    timezone: str
    clock: datetime | None = None


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that came with the question: decoded once, checked, metadata removed. `png` is safe to keep; `name` is untrusted."""

    key: str
    name: str
    width: int
    height: int
    png: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Exchange:
    """One earlier turn as the person knows it: what they said and what they heard."""

    asked: str
    heard: str
    language: str
    plan: Plan | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One question, understood as far as words and feeling go.

    id, revision: on everything; stale work is dropped, never spoken.
    text: in the person's language, as heard or typed.
    language: ISO 639-1.
    now: the person's local time, aware.
    planner_text: what the planner reads: the text, the typed slots that code found in it, and what came along.
    metadata, files: as given with the question; untrusted, so named to the planner and never opened on its account.
    """

    id: str
    revision: int
    person: Person
    text: str
    language: str
    now: datetime
    utterance: Utterance | None = None
    emotion: Emotion = field(default_factory=Emotion.unavailable)
    images: tuple[Image, ...] = ()
    files: tuple[Path, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    history: tuple[Exchange, ...] = ()
    planner_text: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a task. `args` are JSON values that fit the task's schema (a period is "start/end"); `after` names steps to wait for."""

    key: str
    task: str
    args: Mapping[str, Json] = field(default_factory=dict)
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alternative:
    """A reading that was weighed: a task (or class) and its probability."""

    task: str
    p: float


@dataclass(frozen=True, slots=True)
class Clarify:
    """One question instead of a guess: the readings that are possible, as task names. `about` "days": the one task that lacks days."""

    readings: tuple[str, ...]
    about: Literal["task", "days"] = "task"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do, as data.

    strategy: who planned: "router", "model", "router+model", …
    why: one English sentence for the trace and for "which tasks did you use, and why?".
    kind: "answer" (run the steps), "small_talk", "out_of_scope" or "clarify" (then `clarify` is set); only "answer" has steps.
    """

    strategy: str
    kind: Literal["answer", "small_talk", "out_of_scope", "clarify"]
    steps: tuple[Step, ...]
    why: str
    alternatives: tuple[Alternative, ...] = ()
    clarify: Clarify | None = None


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a value came to be: the task, its arguments, the source it read, and whether it may be trusted as data of ours."""

    task: str
    args: Mapping[str, Json]
    source: str
    trusted: bool = True


@dataclass(frozen=True, slots=True)
class StepResult:
    """What a step gave. `outcome` is "done", "no_data" (then a fact says so) or "failed" (then `error` is one sentence)."""

    key: str
    step: Step
    facts: tuple[Fact, ...]
    provenance: Provenance
    outcome: Literal["done", "no_data", "failed"]
    seconds: float
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Alarm:
    """A rule saw an emergency or a crisis. `kind`: chest_pain, stroke, breathing, overdose, suicide. `evidence`: the words that matched."""

    kind: str
    urgency: Literal["emergency", "crisis"]
    language: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a reply: for the eye, for the ear, and the facts it rests on.

    kind: "acknowledgement", "answer", "detail", "advice", "question", "alarm", "notice" or "small_talk".
    drafted_by: "catalogue" or "model" (a rephrase that the verifier let pass).
    """

    shown: str
    spoken: str
    kind: str
    facts: tuple[Fact, ...] = ()
    drafted_by: Literal["catalogue", "model"] = "catalogue"


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer. `shown` and `spoken` are its sentences joined by a space; `style` names the manner that the feeling called for."""

    sentences: tuple[Sentence, ...]
    language: str
    urgency: Urgency = "none"
    style: str = "plain"

    @property
    def shown(self) -> str:
        return " ".join(sentence.shown for sentence in self.sentences)

    @property
    def spoken(self) -> str:
        return " ".join(sentence.spoken for sentence in self.sentences)

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(dict.fromkeys(fact for sentence in self.sentences for fact in sentence.facts))
