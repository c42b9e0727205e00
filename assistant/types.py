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
    "Attachment",
    "Clarify",
    "Entry",
    "Exchange",
    "Grounds",
    "Image",
    "Json",
    "Page",
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
Grounds = Literal["sounds_like", "agreed", "model", "follow_up", "correction", "answered", "picture", "consented", "reasoned", "other"]
"""sounds_like: the router alone; agreed: router and model; model: the model alone; follow_up, correction: it goes on from the last question;
answered: it settles what was asked back; picture: pictures came along; consented: the person said yes; reasoned: strategies were weighed."""


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
    """One earlier turn as the person knows it: what they said, what they heard, and what was done for it. person: whose turn it was, where known."""

    asked: str
    heard: str
    language: str
    plan: Plan | None = None
    results: tuple[StepResult, ...] = ()
    person: str = ""

    @property
    def waiting(self) -> tuple[Step, ...]:
        """Effects that were drafted and wait for the person's yes."""
        return tuple(result.step for result in self.results if result.outcome == "waiting")


@dataclass(frozen=True, slots=True)
class Turn:
    """One question, understood as far as words and feeling go.

    id, revision: on everything; stale work is dropped, never spoken.
    text: in the person's language, as heard or typed.
    language: ISO 639-1.
    now: the person's local time, aware.
    planner_text: what the planner reads: the text, the typed slots that code found in it, and what came along.
    metadata, files: as given with the question; untrusted, so named to the planner and never opened on its account.
    attachments: what the files and metadata are, by key in the data pipe.
    planner, menu: a strategy and the only tasks that this question may use; empty: the configured strategy, all tasks.
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
    attachments: tuple[Attachment, ...] = ()
    planner: str = ""
    menu: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attachment:
    """Something that came with the question, kept in the data pipe and described to the planner; its content is untrusted.

    kind: "image", "audio", "video", "table", "series", "text", "place", "gesture" or "file". key: in the data pipe.
    description: one line in English that code wrote, e.g. "table of 31 rows: date, weight_kg (62.1–64.0)".
    """

    kind: str
    name: str
    key: str
    description: str


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a task. `args` are JSON values that fit the task's schema (a period is "start/end"); `after` names steps to wait for.

    An argument may also be a reference (`assistant.references`): an output of an earlier step, {"from": step key, "take": output}, or of a value
    in the person's data pipe, {"key": pipe key, "take": output}.
    """

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
    why: one English sentence for the trace.
    kind: "answer" (run the steps), "small_talk", "out_of_scope", "somebody_else" (it is about another person's data), "declined" (the person said
        no to an effect) or "clarify" (then `clarify` is set); only "answer" has steps.
    more: the planner wants to see the results before it goes on.
    grounds: why, as a word that the catalogues can say: see `Grounds`.
    left: something that was asked for beside it is not in the plan; the reply says so.
    thoughts: the planner's free reasoning, for the trace only; never shown as an answer, never executed.
    """

    strategy: str
    kind: Literal["answer", "small_talk", "out_of_scope", "somebody_else", "declined", "clarify"]
    steps: tuple[Step, ...]
    why: str
    alternatives: tuple[Alternative, ...] = ()
    clarify: Clarify | None = None
    more: bool = False
    grounds: Grounds = "other"
    thoughts: tuple[str, ...] = ()
    left: bool = False


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a value came to be: the task, its arguments, the source it read, and whether it may be trusted as data of ours."""

    task: str
    args: Mapping[str, Json]
    source: str
    trusted: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """What the data pipe knows of a value: size in bytes, what it is in words, where it comes from, until when it is kept."""

    key: str
    kind: Literal["json", "bytes"]
    size: int
    description: str
    provenance: Provenance
    made: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A page that was read: where it really came from, its title, its readable text (no markup, scripts or hidden parts), its language if known."""

    url: str
    title: str
    text: str
    language: str | None = None


@dataclass(frozen=True, slots=True)
class StepResult:
    """What a step gave.

    key: of its value in the data pipe; the step's own key when it left none.
    outcome: "done", "no_data" (then a fact or `error` says so), "failed" (then `error` is one sentence) or "waiting" (an effect, which runs only
        after the person's yes).
    value: the task's typed outputs, for later steps and for the planner. attempts: runs that it took. reused: an earlier result that was still fresh.
    refused: it failed because the settings do not allow it; trying again is of no use.
    """

    key: str
    step: Step
    facts: tuple[Fact, ...]
    provenance: Provenance
    outcome: Literal["done", "no_data", "failed", "waiting"]
    seconds: float
    error: str | None = None
    value: Mapping[str, Json] = field(default_factory=dict)
    attempts: int = 1
    reused: bool = False
    refused: bool = False


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
