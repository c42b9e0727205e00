"""What needs no reading: somebody else's data, an answer to what was asked back, "why?", "no, I meant …", "and the week before?". Rules over the
words and the exchanges before them; the planners ask here first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.errors import PlanError
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.planning.decision import act, ask, ask_for_days, names, offered
from assistant.planning.several import own_clause
from assistant.planning.slots import Slots, find_slots, slots_of
from assistant.planning.steps import checked
from assistant.tasks.spec import TaskSpec
from assistant.types import Clarify, Exchange, Grounds, Json, Plan, Step, Turn
from i18n.lexicon import Word, lexicon

__all__ = ["follow_up"]

EXPLAIN = "explain"

_EXACT = ("deep_sleep", "rem_sleep", "light_sleep", "resting_heart_rate")  # as hints: "the deep one", "at rest"
_LITTLE = 2  # words beside "no" and the day in "no, for last month"
_FEW = 4  # words beside the period in "and what about last week?"
_HAN = re.compile(r"[\u3400-\u9fff]")


def follow_up(turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], strategy: str) -> Plan | None:
    """The plan that the conversation itself gives; None when the turn has to be read. Raises `PlanError`."""
    other = "other" in slots.cues and (slots.measures or slots.hints) and "advice" not in slots.cues
    if other and own_clause(turn, slots) is None:
        return Plan(strategy, "somebody_else", (), "It is about somebody else's records, and only the person's own are here.")
    if not turn.history:
        return None
    asked = turn.history[-1].plan.clarify if turn.history[-1].plan else None
    if asked is not None:
        settled = _settled(turn, slots, asked, tasks, strategy)
        if settled is not None:
            return settled
    if _asks_for_account(turn, slots) and any(spec.name == EXPLAIN for spec in tasks):
        why = "It asks how the last answer came about, so the trace is read."
        return Plan(strategy, "answer", (Step(f"{EXPLAIN}-1", EXPLAIN),), why, grounds="follow_up")
    step = _spoken_of(turn.history)
    # "And my wife's yesterday?", "my mother died last week": never answered with the person's own figures.
    if step is None or slots.clock or slots.picture or turn.images or "other" in slots.cues:
        return None
    if slots.correction or _denies(turn, slots, step):
        return _corrected(turn, slots, step, tasks, strategy)
    return None if "advice" in slots.cues else _continued(turn, slots, step, tasks, strategy)


def _spoken_of(history: Sequence[Exchange]) -> Step | None:
    """The step about days that the last answer rests on; an explanation in between does not change the subject."""
    for exchange in reversed(history):
        steps = exchange.plan.steps if exchange.plan else ()
        if all(step.task == EXPLAIN for step in steps) and steps:
            continue
        return next((step for step in steps if Period.of(step.args.get("period")) is not None), None)
    return None


def _asks_for_account(turn: Turn, slots: Slots) -> bool:
    if not slots.account or slots.periods or turn.history[-1].plan is None:
        return False
    words = lexicon(turn.language).find("account", turn.text)
    return _count(_without(turn.text, [(word.start, word.end) for word in words])) <= _FEW


def _continued(turn: Turn, slots: Slots, step: Step, tasks: Sequence[TaskSpec], strategy: str) -> Plan | None:
    """ "And yesterday?", "and the week before?", "and REM?", "and the lowest?": the last question again, with what is new."""
    back = lexicon(turn.language).find("back", turn.text)
    named = [(one.start, one.end) for found in (slots.periods, slots.measures, back) for one in found]
    if _count(_without(turn.text, named)) > _FEW:
        return None
    if slots.beyond and not slots.periods and not slots.measures:  # "and tomorrow?"
        return ask_for_days(step.task, strategy, ())
    if slots.periods and not slots.measures and not slots.hints and slots.view == "compare" and len({m.period for m in slots.periods}) == 1:
        against = str(slots.periods[0].period)  # "and compared with the week before?"
        if against != step.args["period"]:
            return _again(step, {"view": "compare", "against": against}, tasks, strategy, "follow_up")
    if slots.periods and not slots.measures and not slots.hints:
        return _again(step, {"period": str(slots.periods[0].period)}, tasks, strategy, "follow_up")
    if slots.measures and not slots.periods:
        return _again(step, {"measure": slots.measures[0].says}, tasks, strategy, "follow_up")
    if (more := _narrowed(slots, step)) is not None and not slots.periods:
        return _again(step, {"measure": more}, tasks, strategy, "follow_up")
    if slots.view == "extreme" and not slots.periods and not slots.hints:
        return _again(step, {"view": "extreme", "which": slots.which}, tasks, strategy, "follow_up")
    return None


def _corrected(turn: Turn, slots: Slots, step: Step, tasks: Sequence[TaskSpec], strategy: str) -> Plan | None:
    """ "No, I meant steps", "not my pulse, my sleep", "sorry, last month": the last question again, with what was wrong in it put right."""
    changed: dict[str, Json] = {}
    measure = _other(slots.measures, step) or _other(slots.hints, step)
    period = next((str(mention.period) for mention in slots.periods if str(mention.period) != step.args["period"]), None)
    if measure is not None:
        changed["measure"] = measure
    if period is not None:
        changed["period"] = period
    if slots.view in ("trend", "extreme") and slots.view != step.args.get("view"):
        changed |= {"view": slots.view} | ({"which": slots.which} if slots.view == "extreme" else {})
    if not changed:
        return _ask_instead(slots, step, tasks, strategy)
    # "No, how are you today?" names a day and corrects nothing.
    days = [(mention.start, mention.end) for mention in slots.periods]
    opening = lexicon(turn.language).opening("correction", turn.text)
    spoken = [*days, (opening.start, opening.end)] if opening is not None else days
    if changed.keys() == {"period"} and _count(_without(turn.text, spoken)) > _LITTLE:
        return None
    return _again(step, changed, tasks, strategy, "correction")


def _denies(turn: Turn, slots: Slots, step: Step) -> bool:
    """ "Not my sleep": the measure that was spoken of, and no other, behind a "not"."""
    same = bool(slots.measures) and all(word.says == step.args.get("measure") for word in slots.measures)
    marks = [word.end for word in lexicon(turn.language).find("contrast", turn.text) if word.says == "not"]
    return same and not slots.periods and any(not turn.text[end : slots.measures[0].start].strip() for end in marks)


def _ask_instead(slots: Slots, step: Step, tasks: Sequence[TaskSpec], strategy: str) -> Plan | None:
    """Which records, if not those? None when the denial names nothing that was spoken of."""
    if not slots.measures:
        return None
    others = [name for name in offered(tasks) if name != step.task]
    return ask(others, strategy, "It denies what the last answer was about, and names nothing else.", ()) if others else None


def _narrowed(slots: Slots, step: Step) -> str | None:
    """A hint that says more exactly what of the same task is meant: "and the light one?", "and at rest?"."""
    spoken = step.args.get("measure")
    task = MEASURES[str(spoken)].task if spoken in MEASURES else None
    return next((word.says for word in slots.hints if word.says != spoken and word.says in _EXACT and MEASURES[word.says].task == task), None)


def _other(words: Iterable[Word], step: Step) -> str | None:
    """The first measure that is not the one spoken of: in "not my pulse, my sleep" either may come first."""
    return next((word.says for word in words if word.says != step.args.get("measure")), None)


def _again(step: Step, changed: dict[str, Json], tasks: Sequence[TaskSpec], strategy: str, grounds: Grounds) -> Plan | None:
    """The step with what is new in it; None when no task measures that."""
    args = {**step.args, **changed}
    task = step.task
    if "measure" in changed:
        takers = (spec.name for spec in tasks if changed["measure"] in spec.schema["properties"].get("measure", {}).get("enum", ()))
        found = next(takers, None)
        if found is None:
            return None
        task = found
    if args["period"] != step.args["period"]:
        args.pop("against", None)
        if args.get("view") == "compare":
            args["view"] = "summary"
    if args.get("view") != "extreme":
        args.pop("which", None)
    taken = {name: value for name, value in args.items() if name in names(task, tasks)}
    try:
        steps = checked([Step(f"{task}-1", task, taken)], tasks)
    except PlanError:  # somebody's task that takes other days, or one that is not on the menu of this turn: read as a question of its own
        return None
    how = "It corrects" if grounds == "correction" else "It goes on from"
    return Plan(strategy, "answer", steps, f"{how} the last question, so {task} is asked again with what is new.", grounds=grounds)


def _settled(turn: Turn, slots: Slots, asked: Clarify, tasks: Sequence[TaskSpec], strategy: str) -> Plan | None:
    """The answer to "do you mean your sleep or your activity?" or to "which days?": the question before it, with what it lacked. None when it is
    a question of its own."""
    if turn.images or _count(turn.text) > _FEW + 2 or (slots.measures if asked.about == "days" else slots.periods):
        return None
    menu = {spec.name for spec in tasks}
    meant = slots.tasks or {MEASURES[word.says].task for word in slots.hints}
    named = [task for task in asked.readings if slots.periods] if asked.about == "days" else [task for task in sorted(meant) if task in menu]
    if len(named) != 1:
        return None
    before = turn.history[-1]
    earlier = replace(turn, history=turn.history[:-1])
    own = find_slots(before.asked, turn.language, turn.now.date())
    if asked.about == "days" and not (own.measures or own.hints):  # "and tomorrow?" went on from a question itself
        return follow_up(earlier, slots, tasks, strategy)
    whole = replace(earlier, text=f"{turn.text}. {before.asked}")  # the answer first: what it names counts
    plan = act(named[0], whole, slots_of(whole), tasks, strategy, f"It answers what was asked back, so it is about {named[0]}.")
    return replace(plan, grounds="answered")


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    rest, at = "", 0
    for start, end in sorted(spans):
        rest, at = rest + " " + text[at:start], max(at, end)
    return rest + text[at:]


def _count(text: str) -> int:
    """Words, marks aside; two Chinese characters count as one."""
    han = len(_HAN.findall(text))
    return sum(any(letter.isalnum() for letter in word) for word in _HAN.sub(" ", text).split()) + (han + 1) // 2
