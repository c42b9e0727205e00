"""From a reading to a plan: act on it, go on from the last question, or ask back. Shared by the planners."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planning.slots import Slots
from assistant.planning.steps import checked, picture_steps, steps_for
from assistant.tasks.spec import TaskSpec
from assistant.types import Alternative, Clarify, Json, Plan, Step, Turn

__all__ = ["VAGUE", "act", "ask", "follow_up", "undecided"]

VAGUE = "vague"
"""The router's class for questions about records that do not say which ("how was last week?")."""

_MARGIN = 0.25  # a class without a task that leads by this much is believed: the price of a mistake is a polite refusal
_OFFERED = 3  # readings in one question: more cannot be kept in mind by ear
_FEW = 4  # words beside the period in "and what about last week?"


def act(label: str, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], strategy: str, why: str, alternatives: Sequence[Alternative] = ()) -> Plan:
    """The plan for a reading: steps of a task, small talk, or out of scope; pictures that came along are read as well. Raises `PlanError`."""
    pictures = picture_steps(turn, tasks)
    if pictures and (label in ("small_talk", "out_of_scope") or (slots.picture and not slots.measures)):
        return _pictures(pictures, strategy, alternatives)
    if label == VAGUE:
        return undecided(turn, slots, tasks, strategy, alternatives)
    if label == "small_talk":
        return Plan(strategy, "small_talk", (), why, tuple(alternatives))
    if label == "out_of_scope":
        return Plan(strategy, "out_of_scope", (), why, tuple(alternatives))
    steps = checked([*pictures, *steps_for(label, turn, slots, tasks)], tasks)
    return Plan(strategy, "answer", steps, why, tuple(alternatives))


def follow_up(turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], strategy: str) -> Plan | None:
    """ "And yesterday?", "and the week before?", "and REM?": the last question again, with what is new. None when it is not one."""
    last = turn.history[-1].plan if turn.history else None
    step = next((step for step in last.steps if "period" in step.args), None) if last else None
    if step is None or slots.clock or slots.picture or turn.images or "advice" in slots.cues:
        return None
    spans = sorted([(mention.start, mention.end) for mention in slots.periods] + [(word.start, word.end) for word in slots.measures])
    rest, at = "", 0
    for start, end in spans:
        rest, at = rest + " " + turn.text[at:start], max(at, end)
    if not spans or len((rest + turn.text[at:]).split()) > _FEW:
        return None
    if slots.periods and not slots.measures and not slots.hints:
        args: dict[str, Json] = {**step.args, "period": str(slots.periods[0].period)}
    elif slots.measures and not slots.periods and _takes(step.task, slots.measures[0].says, tasks):
        args = {**step.args, "measure": slots.measures[0].says}
    else:
        return None
    if "period" in args and args["period"] != step.args["period"]:
        args.pop("against", None)
        args["view"] = "summary" if args.get("view") == "compare" else args.get("view", "summary")
    steps = checked([Step(step.key, step.task, {name: value for name, value in args.items() if name in _names(step.task, tasks)})], tasks)
    return Plan(strategy, "answer", steps, f"It goes on from the last question, so {step.task} is asked again with what is new.")


def undecided(turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], strategy: str, alternatives: Sequence[Alternative]) -> Plan:
    """No reading is sure: read the pictures if there are some, decline when declining clearly leads, else ask which of two was meant."""
    pictures = picture_steps(turn, tasks)
    if pictures:
        return _pictures(pictures, strategy, alternatives)
    best, second = alternatives[0], alternatives[1] if len(alternatives) > 1 else Alternative("out_of_scope", 0.0)
    if best.task in ("small_talk", "out_of_scope") and best.p - second.p >= _MARGIN:
        return act(best.task, turn, slots, tasks, strategy, f"Nothing fits well, and {best.task} fits best (probability {best.p:.2f}).", alternatives)
    ranked = [alternative.task for alternative in alternatives]
    records = sorted(
        (spec.name for spec in tasks if spec.permission == "reads_person"), key=lambda name: ranked.index(name) if name in ranked else 99
    )
    if best.task == VAGUE and records:
        return ask(records[:_OFFERED], strategy, "The question does not say which records it is about.", alternatives)
    names = {spec.name for spec in tasks}
    readings = [name for name in ranked if name in names][:2]
    if not readings:
        return Plan(strategy, "out_of_scope", (), "No task is registered that could answer.", tuple(alternatives))
    why = f"It could be {' or '.join(readings)}, and the better one has only probability {max(a.p for a in alternatives if a.task in readings):.2f}."
    return ask(readings, strategy, why, alternatives)


def ask(readings: Sequence[str], strategy: str, why: str, alternatives: Sequence[Alternative]) -> Plan:
    """One question instead of a guess."""
    return Plan(strategy, "clarify", (), why, tuple(alternatives), Clarify(tuple(readings)))


def _pictures(steps: tuple[Step, ...], strategy: str, alternatives: Sequence[Alternative]) -> Plan:
    return Plan(strategy, "answer", steps, "The question is about the picture, so its text is read.", tuple(alternatives))


def _names(task: str, tasks: Sequence[TaskSpec]) -> frozenset[str]:
    return frozenset(name for spec in tasks if spec.name == task for name in spec.schema["properties"])


def _takes(task: str, measure: str, tasks: Sequence[TaskSpec]) -> bool:
    return any(spec.name == task and measure in spec.schema["properties"].get("measure", {}).get("enum", ()) for spec in tasks)
