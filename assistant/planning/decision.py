"""From a reading to a plan: act on it, or ask back. Shared by the planners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from assistant.planning.arguments import read_on
from assistant.planning.slots import Slots
from assistant.planning.steps import checked, picture_steps, steps_for
from assistant.tasks.spec import TaskSpec
from assistant.types import Alternative, Clarify, Grounds, Plan, Step, Turn

__all__ = ["VAGUE", "act", "ask", "ask_for_days", "names", "offered", "undecided"]

VAGUE = "vague"
"""The router's class for questions about records that do not say which ("how was last week?")."""

_MARGIN = 0.25  # a class without a task that leads by this much is believed: the price of a mistake is a polite refusal
_OFFERED = 3  # readings in one question: more cannot be kept in mind by ear
_HEARD = 0.05  # a reading with less is noise
_COMMON = ("sleep", "activity", "heart_rate")
_GROUNDS: Mapping[str, Grounds] = {"router": "sounds_like", "router+model": "agreed", "model": "model"}
_WithoutTask = Literal["small_talk", "out_of_scope", "somebody_else"]


def act(label: str, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], strategy: str, why: str, alternatives: Sequence[Alternative] = ()) -> Plan:
    """The plan for a reading: steps of a task, small talk, or out of scope; pictures that came along are read as well. Raises `PlanError`."""
    pictures = picture_steps(turn, tasks)
    if pictures and (label in ("small_talk", "out_of_scope") or (slots.picture and not slots.measures)):
        return _pictures(pictures, strategy, alternatives)
    if label == VAGUE:
        return undecided(turn, slots, tasks, strategy, alternatives)
    if label in ("small_talk", "out_of_scope", "somebody_else"):
        return Plan(strategy, cast("_WithoutTask", label), (), why, tuple(alternatives))
    if _lacks_days(slots) and "period" in names(label, tasks):
        return ask_for_days(label, strategy, alternatives)
    steps = checked([*pictures, *steps_for(label, turn, slots, tasks)], tasks)
    return read_on(Plan(strategy, "answer", steps, why, tuple(alternatives), grounds=_GROUNDS.get(strategy, "other")), turn, tasks)


def _lacks_days(slots: Slots) -> bool:
    """Whether days are meant that no record can hold, and no others, or not the two that a comparison needs."""
    return slots.beyond and len({mention.period for mention in slots.periods}) < (2 if slots.view == "compare" else 1)


def ask_for_days(task: str, strategy: str, alternatives: Sequence[Alternative]) -> Plan:
    why = "It names a time that is no stretch of past days, and other days would be another question."
    return Plan(strategy, "clarify", (), why, tuple(alternatives), Clarify((task,), "days"))


def undecided(turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], strategy: str, alternatives: Sequence[Alternative]) -> Plan:
    """No reading is sure: read the pictures if there are some, decline when declining clearly leads, else ask which of two was meant."""
    pictures = picture_steps(turn, tasks)
    if pictures:
        return _pictures(pictures, strategy, alternatives)
    best, second = alternatives[0], alternatives[1] if len(alternatives) > 1 else Alternative("out_of_scope", 0.0)
    if best.task in ("small_talk", "out_of_scope", "somebody_else") and best.p - second.p >= _MARGIN:
        return act(best.task, turn, slots, tasks, strategy, f"Nothing fits well, and {best.task} fits best (probability {best.p:.2f}).", alternatives)
    ranked = [alternative.task for alternative in alternatives]
    records = offered(tasks, [alternative.task for alternative in alternatives if alternative.p >= _HEARD])
    if best.task == VAGUE and records:
        return ask(records, strategy, "The question does not say which records it is about.", alternatives)
    names = {spec.name for spec in tasks}
    readings = [name for name in ranked if name in names][:2]
    if not readings:
        return Plan(strategy, "out_of_scope", (), "No task is registered that could answer.", tuple(alternatives))
    why = f"It could be {' or '.join(readings)}, and the better one has only probability {max(a.p for a in alternatives if a.task in readings):.2f}."
    return ask(readings, strategy, why, alternatives)


def offered(tasks: Sequence[TaskSpec], heard: Sequence[str] = ()) -> tuple[str, ...]:
    """Tasks about days that are offered when nobody said which is meant: those that it sounds like, then those that most people keep."""
    possible = {spec.name for spec in tasks if {"measure", "view"} <= spec.schema["properties"].keys()}
    return tuple(dict.fromkeys(name for name in (*heard, *_COMMON, *sorted(possible)) if name in possible))[:_OFFERED]


def ask(readings: Sequence[str], strategy: str, why: str, alternatives: Sequence[Alternative]) -> Plan:
    """One question instead of a guess."""
    return Plan(strategy, "clarify", (), why, tuple(alternatives), Clarify(tuple(readings)))


def _pictures(steps: tuple[Step, ...], strategy: str, alternatives: Sequence[Alternative]) -> Plan:
    return Plan(strategy, "answer", steps, "The question is about the picture, so its text is read.", tuple(alternatives), grounds="picture")


def names(task: str, tasks: Sequence[TaskSpec]) -> frozenset[str]:
    return frozenset(name for spec in tasks if spec.name == task for name in spec.schema["properties"])
