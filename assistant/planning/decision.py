"""From a reading to a plan: act on it, go on from the last question, or ask back. Shared by the planners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.measures import MEASURES
from assistant.planning.slots import Slots, find_slots, slots_of
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
    if _lacks_days(slots) and "period" in _names(label, tasks):
        return _ask_for_days(label, strategy, alternatives)
    steps = checked([*pictures, *steps_for(label, turn, slots, tasks)], tasks)
    return Plan(strategy, "answer", steps, why, tuple(alternatives))


def follow_up(turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], strategy: str) -> Plan | None:
    """ "And yesterday?", "and the week before?", "and REM?": the last question again, with what is new. None when it is not one."""
    last = turn.history[-1].plan if turn.history else None
    if last is not None and last.clarify is not None:
        return _settled(turn, slots, last.clarify, tasks, strategy)
    step = next((step for step in last.steps if "period" in step.args), None) if last else None
    if step is None or slots.clock or slots.picture or turn.images or "advice" in slots.cues:
        return None
    spans = sorted([(mention.start, mention.end) for mention in slots.periods] + [(word.start, word.end) for word in slots.measures])
    rest, at = "", 0
    for start, end in spans:
        rest, at = rest + " " + turn.text[at:start], max(at, end)
    few = len((rest + turn.text[at:]).split()) <= _FEW
    if few and slots.beyond and not slots.periods and not slots.measures:  # "and tomorrow?"
        return _ask_for_days(step.task, strategy, ())
    if not spans or not few:
        return None
    if slots.periods and not slots.measures and not slots.hints:
        args: dict[str, Json] = {**step.args, "period": str(slots.periods[0].period)}
    elif slots.measures and not slots.periods:
        measure = slots.measures[0].says
        task = next((spec.name for spec in tasks if _takes(spec.name, measure, tasks)), None)
        if task is None:
            return None
        step, args = replace(step, key=f"{task}-1", task=task), {**step.args, "measure": measure}
    else:
        return None
    if "period" in args and args["period"] != step.args["period"]:
        args.pop("against", None)
        args["view"] = "summary" if args.get("view") == "compare" else args.get("view", "summary")
    steps = checked([Step(step.key, step.task, {name: value for name, value in args.items() if name in _names(step.task, tasks)})], tasks)
    return Plan(strategy, "answer", steps, f"It goes on from the last question, so {step.task} is asked again with what is new.")


def _settled(turn: Turn, slots: Slots, asked: Clarify, tasks: Sequence[TaskSpec], strategy: str) -> Plan | None:
    """The answer to "do you mean your sleep or your activity?" or to "which days?": the question before it, with what it lacked. None when it is
    a question of its own."""
    if turn.images or len(turn.text.split()) > _FEW or (slots.measures if asked.about == "days" else slots.periods):
        return None
    hinted = {MEASURES[word.says].task for word in slots.hints}
    named = [task for task in asked.readings if (slots.periods if asked.about == "days" else task in (slots.tasks or hinted))]
    if len(named) != 1:
        return None
    before = turn.history[-1]
    earlier = replace(turn, history=turn.history[:-1])
    own = find_slots(before.asked, turn.language, turn.now.date())
    if asked.about == "days" and not (own.measures or own.hints):  # "and tomorrow?" went on from a question itself
        return follow_up(earlier, slots, tasks, strategy)
    whole = replace(earlier, text=f"{turn.text}. {before.asked}")  # the answer first: what it names counts
    return act(named[0], whole, slots_of(whole), tasks, strategy, f"It answers what was asked back, so it is about {named[0]}.")


def _lacks_days(slots: Slots) -> bool:
    """Whether days are meant that no record can hold, and no others, or not the two that a comparison needs."""
    return slots.beyond and len({mention.period for mention in slots.periods}) < (2 if slots.view == "compare" else 1)


def _ask_for_days(task: str, strategy: str, alternatives: Sequence[Alternative]) -> Plan:
    why = "It names a time that is no stretch of past days, and other days would be another question."
    return Plan(strategy, "clarify", (), why, tuple(alternatives), Clarify((task,), "days"))


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
