"""Several requests in one question: "how did I sleep, and what helps me sleep better?". Each clause is read by itself; only sure readings count."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.planning.decision import VAGUE, act, names
from assistant.planning.retraction import without
from assistant.planning.slots import Slots, slots_of
from assistant.planning.steps import checked
from assistant.references import reference
from assistant.tasks.spec import TaskSpec
from assistant.types import Json, Plan, Step, Turn
from i18n.lexicon import lexicon

if TYPE_CHECKING:
    from assistant.planning.router import Heard

__all__ = ["clauses", "leaves_out", "own_clause", "several"]

_ENDS = re.compile(r"[.?!;:,…。？！；，、।؟؛،]+\s*|\n+")
_MOST = 4  # clauses: more is a story, which is read as a whole
_SHORT = 6  # letters: a clause says more than "please"
_ASIDE = ("small_talk", "out_of_scope", "somebody_else", VAGUE)


def clauses(text: str, language: str) -> tuple[str, ...]:
    """The parts between marks and joining words, those that say something."""
    cuts = sorted(
        [(mark.start(), mark.end()) for mark in _ENDS.finditer(text)] + [(word.start, word.end) for word in lexicon(language).find("joins", text)]
    )
    parts, at = [], 0
    for start, end in [*cuts, (len(text), len(text))]:
        parts.append(text[at:start].strip())
        at = max(at, end)
    return tuple(part for part in parts if sum(letter.isalpha() for letter in part) >= _SHORT or _dense(part))


def own_clause(turn: Turn, whole: Slots) -> Turn | None:
    """The turn with nothing but the one clause that holds the whole question: all measures (where none is named, all hints) and all days, in the
    person's own voice. "My grandson gave me this watch, so how far did I walk on Friday?"

    None when there is no such clause, or it is the only one, or somebody else's records may be asked for beside it: others may come up in the story
    before the question, not behind it, and without a measure.
    """
    read = [(part, slots_of(replace(turn, text=part))) for part in clauses(without(turn.text, whole.taken_back), turn.language)]
    wanted = {word.says for word in whole.measures} or {word.says for word in whole.hints}
    days = {mention.period for mention in whole.periods}
    for n, (part, slots) in enumerate(read if len(read) > 1 and wanted else ()):
        found = {word.says for word in (slots.measures if whole.measures else slots.hints)}
        if found != wanted or {mention.period for mention in slots.periods} != days or slots.effect != whole.effect:
            continue
        others = [(at, beside) for at, (_, beside) in enumerate(read) if "other" in beside.cues]
        if "self" in slots.cues and all(at < n and not beside.measures for at, beside in others):
            return replace(turn, text=part)
    return None


async def several(turn: Turn, tasks: Sequence[TaskSpec], hear: Callable[[Turn, Sequence[TaskSpec]], Awaitable[Heard]], strategy: str) -> Plan | None:
    """The plan of all clauses together, in their order; None when the question is one request, or its parts are not sure.

    What is said beside a request (a greeting, a complaint, an order to break the rules) takes no part: it has no task.
    """
    whole = slots_of(turn)
    parts = clauses(without(turn.text, whole.taken_back), turn.language)
    if not 2 <= len(parts) <= _MOST or turn.images:
        return None
    steps: list[Step] = []
    labels: list[str] = []
    for part in parts:
        alone = replace(turn, text=part)
        heard = await hear(alone, tasks)
        label = heard.best.task
        if not heard.sure or label in _ASIDE or (label == "clock" and heard.slots.clock is None):
            continue
        plan = act(label, alone, slots_of(alone), tasks, strategy, "")
        if plan.kind != "answer":
            return None
        labels.append(label)
        steps += _renamed(plan.steps, len(steps))
    if {"search", "knowledge"} <= set(labels):  # "search for how to fall asleep": what is searched for is no request of its own
        return None
    if len(set(labels)) < 2:
        return None
    why = f"It asks for several things: {', '.join(dict.fromkeys(labels))}."
    if all("measure" in names(label, tasks) for label in labels):
        # Measures that are joined share their days ("my sleep and my steps last week"), so records alone are read as a whole.
        together = act(labels[0], turn, whole, tasks, strategy, why)
        return together if {step.task for step in together.steps} == set(labels) else None
    return Plan(strategy, "answer", checked(steps, tasks), why, grounds="sounds_like")


def leaves_out(turn: Turn, plan: Plan) -> bool:
    """Whether a clause asks in so many words for a note or a reminder and the plan has none: that must not be passed over in silence."""
    parts = clauses(turn.text, turn.language)
    if plan.kind != "answer" or not 2 <= len(parts) <= _MOST:
        return False
    planned = {step.task for step in plan.steps}
    words = lexicon(turn.language)
    told = [turn.text[word.start : word.end] for word in words.find("effects", turn.text) if word.says == "watch" and "watch" in planned]
    parts = tuple(part for part in parts if not any(text.startswith(part) for text in told))  # "let me know, if …" is one wish
    asked = (words.opening("effects", part) for part in parts)
    return any(word is not None and word.says in ("note", "remind") and word.says not in planned for word in asked)


def _renamed(steps: Sequence[Step], before: int) -> list[Step]:
    """The steps with keys that no earlier clause has taken, in their references, too."""
    keys = {step.key: f"{step.task}-{before + n}" for n, step in enumerate(steps, 1)}

    def renamed(value: Json) -> Json:
        found = reference(value)
        return {"from": keys[found.step], "take": found.take} if found is not None and found.step is not None else value

    return [
        replace(
            step,
            key=keys[step.key],
            args={name: renamed(value) for name, value in step.args.items()},
            after=tuple(keys[key] for key in step.after),
        )
        for step in steps
    ]


def _dense(part: str) -> bool:
    """Whether a short part is in a script that says much with few letters."""
    return sum("\u3400" <= letter <= "\u9fff" for letter in part) >= 3
