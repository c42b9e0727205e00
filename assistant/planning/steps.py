"""From a chosen task and the slots to checked steps: arguments by name and type, defaults in one place, order of dependencies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from assistant.errors import PlanError
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.planning.limits import limit_in
from assistant.planning.slots import Slots, find_slots
from assistant.tasks.note import without_opening
from assistant.tasks.series import View
from assistant.tasks.spec import TaskSpec
from assistant.types import Json, Step, Turn
from assistant.waves import in_order
from i18n.dates import preceding
from i18n.folding import fold
from i18n.lexicon import lexicon

__all__ = ["PICTURE", "arguments", "chained", "checked", "only_giver", "picture_steps", "steps_for"]

PICTURE = "read_picture"

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w.,]*\d)")

# Days of a question that names none: enough for a figure that one odd day does not turn, few enough to be "now".
_DAYS: Mapping[View, int] = {"summary": 7, "compare": 7, "trend": 30, "extreme": 30, "count": 30, "unusual": 30, "assess": 30, "relate": 90}
# What is measured now and then, or means something only over many days.
_SPARSE: Mapping[str, int] = {
    "weight": 30, "bmi": 30, "body_fat": 30, "vo2max": 30, "systolic": 30, "diastolic": 30, "sleep_regularity": 30,
    "time_in_range": 14, "time_below_range": 14, "time_above_range": 14, "glucose_variability": 14, "gmi": 90, "menstruation": 365,
}  # fmt: skip
# What a summary of a field tells: the word that names the field alone, and the figures.
_OVERVIEWS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "sleep": ("sleep_duration", ("sleep_duration", "deep_sleep", "rem_sleep", "awake")),
    "activity": ("", ("steps", "active_minutes", "distance", "energy")),
    "heart_rate": ("heart_rate", ("resting_heart_rate", "hrv")),
}


def steps_for(task: str, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec]) -> tuple[Step, ...]:
    """Steps that answer the question with `task`: one, or one for each measure that "and" joins. Raises `PlanError`."""
    specs = {spec.name: spec for spec in tasks}
    if task not in specs:
        raise PlanError(f"There is no task {task!r}; there are {', '.join(sorted(specs)) or 'none'}.")
    steps: list[Step] = []
    splits = "measure" in specs[task].schema["properties"] and specs[task].permission != "effect" and slots.view != "relate"
    for part in _parts(turn, slots) if splits else (slots,):
        spec = specs.get(_owner(task, part, tasks), specs[task])
        args = arguments(spec, turn, part)
        for wanted in [{**args, "measure": name} for name in _overview(spec, part)] or [args]:
            step = Step(f"{spec.name}-{len(steps) + 1}", spec.name, wanted)
            if all((step.task, step.args) != (other.task, other.args) for other in steps):
                steps.append(step)
    return checked(chained(steps, turn, slots, tasks), tasks)


def _overview(spec: TaskSpec, slots: Slots) -> Sequence[str]:
    """The measures of a field that a summary of it names, where nothing narrower was asked for."""
    general, companions = _OVERVIEWS.get(spec.name, ("", ()))
    if not slots.overview or slots.view != "summary" or any(word.says != general for word in slots.measures):
        return ()
    possible = spec.schema["properties"].get("measure", {}).get("enum", ())
    return [name for name in companions if name in possible]


def _owner(task: str, slots: Slots, tasks: Sequence[TaskSpec]) -> str:
    """The task that answers for the measure that is named first; the chosen one where that measures it, or where nothing is named."""
    possible = _possible(task, tasks)
    for word in slots.measures if possible else ():
        owner = MEASURES[word.says].task
        if word.says in possible or word.says in _possible(owner, tasks):
            return task if word.says in possible else owner
    return task


def _possible(task: str, tasks: Sequence[TaskSpec]) -> Sequence[str]:
    """The measures that a task reads."""
    return next((spec.schema["properties"].get("measure", {}).get("enum", ()) for spec in tasks if spec.name == task), ())


def chained(steps: Sequence[Step], turn: Turn, slots: Slots, tasks: Sequence[TaskSpec]) -> tuple[Step, ...]:
    """The steps with those before them whose outputs they cannot do without: a required argument that is lacking and that exactly one other task of
    the menu gives is taken from a step of that task ("my stress from yesterday's recording": recording, pulse, stress). What that step was told
    already, such as the days, need not be told again."""
    specs = {spec.name: spec for spec in tasks}
    found: list[Step] = []

    def add(step: Step, above: tuple[str, ...]) -> Step:
        args = dict(step.args)
        spec = specs[step.task]
        for name in [name for name in spec.schema["properties"] if name not in args]:
            giver = only_giver(name, spec, tasks)
            # What may be left out is taken only where it is the person's own: nobody is sent to the network for it.
            if giver is None or giver.name in above or (name not in spec.schema.get("required", ()) and giver.permission != "reads_person"):
                continue
            known = next((other for other in found if other.task == giver.name), None)
            source = known or add(Step(_key(giver.name, found), giver.name, arguments(giver, turn, slots)), (*above, giver.name))
            args = {kept: value for kept, value in args.items() if kept in spec.schema.get("required", ()) or kept not in source.args}
            args[name] = {"from": source.key, "take": name}
        taken = {other.key for other in found}
        whole = replace(step, key=step.key if step.key not in taken else _key(step.task, found), args=args)
        found.append(whole)
        return whole

    for step in steps:
        add(step, (step.task,))
    return tuple(found)


def _key(task: str, before: Sequence[Step]) -> str:
    number, taken = len(before) + 1, {step.key for step in before}
    while f"{task}-{number}" in taken:
        number += 1
    return f"{task}-{number}"


def only_giver(name: str, taker: TaskSpec, tasks: Sequence[TaskSpec]) -> TaskSpec | None:
    """The one other task that gives an output of this name and type; None where there is none, or a choice."""
    wanted = taker.schema["properties"][name].get("type")
    givers = [spec for spec in tasks if spec.name != taker.name and name in spec.outputs and spec.outputs[name].get("type") == wanted]
    return givers[0] if len(givers) == 1 else None


def picture_steps(turn: Turn, tasks: Sequence[TaskSpec]) -> tuple[Step, ...]:
    """One step for each picture of the turn; none when there is no task that reads pictures."""
    if all(spec.name != PICTURE for spec in tasks):
        return ()
    return checked([Step(f"{PICTURE}-{n}", PICTURE, {"image": image.key}) for n, image in enumerate(turn.images, 1)], tasks)


def checked(steps: Sequence[Step], tasks: Sequence[TaskSpec]) -> tuple[Step, ...]:
    """The steps in their own order, save that each comes after what it waits for. Raises `PlanError` when they cannot run (`waves`)."""
    return in_order(steps, tasks)


def _parts(turn: Turn, slots: Slots) -> Iterator[Slots]:
    """The question, or its halves where a joining word stands between two measures: "my sleep last night and my steps yesterday". A half that asks
    for advice ("and what helps me fall asleep?") reads no measure."""
    joins = [word.start for word in lexicon(slots.language).find("joins", turn.text)]
    cuts = [join for one, two in pairwise(slots.measures) for join in joins if one.end <= join <= two.start and one.says != two.says]
    if not cuts:
        yield slots
        return
    edges = [0, *sorted(set(cuts)), len(turn.text) + 1]
    for start, end in pairwise(edges):
        measures = tuple(word for word in slots.measures if start <= word.start < end)
        own = tuple(mention for mention in slots.periods if start <= mention.start < end)
        if not measures or (not own and "advice" in find_slots(turn.text[start:end], slots.language, turn.now.date()).cues):
            continue
        view: View = "summary" if slots.view == "compare" and len(own) == 1 and len(slots.periods) > 1 else slots.view
        yield replace(slots, measures=measures, periods=own or slots.periods, view=view)


def arguments(spec: TaskSpec, turn: Turn, slots: Slots) -> dict[str, Json]:
    """Arguments by the names that the house uses; what the task does not take is left out, and `bind` says what is still missing."""
    properties: Mapping[str, Mapping[str, Any]] = spec.schema["properties"]
    measure = _measure(properties.get("measure", {}).get("enum", ()), slots)
    limit = _limit(measure, slots)
    if slots.view == "count" and limit is None and "view" in properties:  # nothing that its days could keep to
        slots = replace(slots, view="summary")
    period, against, view = _days(measure, slots, turn.now.date())
    counted = view == "count" or "view" not in properties
    offered: dict[str, Json] = {
        "measure": measure,
        "target": _measure(properties.get("target", {}).get("enum", ()), slots),
        "view": view,
        "which": slots.which if view == "extreme" else None,
        "period": None if spec.name == "report" and not slots.periods else str(period),
        "against": str(against) if against else None,
        "limit": limit if counted else None,
        "bound": slots.limit.bound if slots.limit and counted and limit is not None else None,
        "other": _second(measure, slots) if view == "relate" else None,
        "kind": _named(properties.get("kind", {}).get("enum", ()), (*slots.subjects, *(("lab",) if slots.about else ()))),
        "about": ", ".join(slots.about) or None,
        "days": slots.days,
        # What is read back before a yes is what will be done, so an effect gets the words without "write down that".
        "query": (spec.permission == "effect" and without_opening(turn.text, turn.language)) or turn.text,
        "asked": slots.clock or "time",
        "image": turn.images[0].key if turn.images else None,
    }
    found = {name: value for name, value in offered.items() if name in properties and value is not None}
    wanted = [
        name
        for name in spec.schema.get("required", ())
        if name not in found and properties[name].get("type") in ("number", "integer") and not ("measure" in properties and name in offered)
    ]
    return found | dict(zip(wanted, _numbers(turn.text, slots, [properties[name] for name in wanted]), strict=False))


def _limit(measure: str | None, slots: Slots) -> float | None:
    told = MEASURES.get(measure or "")
    return limit_in(told, slots.limit.amount) if slots.limit is not None and told is not None else None


def _second(measure: str | None, slots: Slots) -> str | None:
    """The other one of two measures that go together."""
    return next((word.says for word in (*slots.measures, *slots.hints) if word.says != measure), None)


def _named(possible: Sequence[str], said: Sequence[str]) -> str | None:
    """The first that is said, else the first that there is."""
    return next((name for name in said if name in possible), possible[0] if possible else None)


def _numbers(text: str, slots: Slots, wanted: Sequence[Mapping[str, Any]]) -> Iterator[Json]:
    """The numbers of a question in their order, days aside: "13 stone 4" gives a converter its arguments. Fewer when one does not fit."""
    folded = fold(text)
    places = ((match, folded.span(*match.span())[0]) for match in _NUMBER.finditer(folded.text))
    said = (match for match, at in places if not any(day.start <= at < day.end for day in slots.periods))
    for schema, match in zip(wanted, said, strict=False):
        number = float(match[0].replace(",", "."))
        if schema.get("type") == "integer" and not number.is_integer():
            return
        yield int(number) if schema.get("type") == "integer" else number


def _measure(possible: Sequence[str], slots: Slots) -> str | None:
    """The first measure that is named, else suggested, else the task's first."""
    named = [word.says for word in (*slots.measures, *slots.hints) if word.says in possible]
    return next(iter(named), possible[0] if possible else None)


def _days(measure: str | None, slots: Slots, today: date) -> tuple[Period, Period | None, View]:
    """The stretch, what it is compared with, and the view."""
    view = slots.view
    if not slots.periods:
        # Last night is over; today's steps and pulse are not.
        told = MEASURES.get(measure or "")
        ends = today if told is None or (not told.growing and told.task != "heart_rate") else today - timedelta(days=1)
        period = Period.last(max(_DAYS[view], _SPARSE.get(measure or "", 0 if told else 30)), ends)
        return period, period.before() if view == "compare" else None, view
    first = slots.periods[0]
    if view == "trend" and first.period.days == 1:  # "did my pulse go up yesterday?"
        view = "compare"
    if view != "compare":
        return first.period, None, view
    others = (mention.period for mention in slots.periods if mention.period != first.period)  # said twice, a stretch is still one
    return first.period, next(others, None) or preceding(first), view
