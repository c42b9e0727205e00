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
from assistant.planning.slots import Slots
from assistant.tasks.note import without_opening
from assistant.tasks.series import View
from assistant.tasks.spec import TaskSpec
from assistant.types import Json, Step, Turn
from assistant.waves import in_order
from i18n.dates import preceding
from i18n.folding import fold
from i18n.lexicon import lexicon

__all__ = ["PICTURE", "arguments", "checked", "picture_steps", "steps_for"]

PICTURE = "read_picture"

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?(?![\w.,]*\d)")

# Days of a question that names none: enough for a figure that one odd day does not turn, few enough to be "now".
_DAYS: Mapping[View, int] = {"summary": 7, "compare": 7, "trend": 30, "extreme": 30}


def steps_for(task: str, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec]) -> tuple[Step, ...]:
    """Steps that answer the question with `task`: one, or one for each measure that "and" joins. Raises `PlanError`."""
    specs = {spec.name: spec for spec in tasks}
    if task not in specs:
        raise PlanError(f"There is no task {task!r}; there are {', '.join(sorted(specs)) or 'none'}.")
    steps: list[Step] = []
    measurable = "measure" in specs[task].schema["properties"]
    for part in _parts(turn.text, slots) if measurable else (slots,):
        owner = MEASURES[part.measures[0].says].task if part is not slots and part.measures else task
        spec = specs.get(owner, specs[task])
        step = Step(f"{spec.name}-{len(steps) + 1}", spec.name, arguments(spec, turn, part))
        if all((step.task, step.args) != (other.task, other.args) for other in steps):
            steps.append(step)
    return checked(steps, tasks)


def picture_steps(turn: Turn, tasks: Sequence[TaskSpec]) -> tuple[Step, ...]:
    """One step for each picture of the turn; none when there is no task that reads pictures."""
    if all(spec.name != PICTURE for spec in tasks):
        return ()
    return checked([Step(f"{PICTURE}-{n}", PICTURE, {"image": image.key}) for n, image in enumerate(turn.images, 1)], tasks)


def checked(steps: Sequence[Step], tasks: Sequence[TaskSpec]) -> tuple[Step, ...]:
    """The steps in their own order, save that each comes after what it waits for. Raises `PlanError` when they cannot run (`waves`)."""
    return in_order(steps, tasks)


def _parts(text: str, slots: Slots) -> Iterator[Slots]:
    """The question, or its halves where a joining word stands between two measures: "my sleep last night and my steps yesterday"."""
    joins = [word.start for word in lexicon(slots.language).find("joins", text)]
    cuts = [join for one, two in pairwise(slots.measures) for join in joins if one.end <= join <= two.start and one.says != two.says]
    if not cuts:
        yield slots
        return
    edges = [0, *sorted(set(cuts)), len(text) + 1]
    for start, end in pairwise(edges):
        measures = tuple(word for word in slots.measures if start <= word.start < end)
        if not measures:
            continue
        own = tuple(mention for mention in slots.periods if start <= mention.start < end)
        view: View = "summary" if slots.view == "compare" and len(own) == 1 and len(slots.periods) > 1 else slots.view
        yield replace(slots, measures=measures, periods=own or slots.periods, view=view)


def arguments(spec: TaskSpec, turn: Turn, slots: Slots) -> dict[str, Json]:
    """Arguments by the names that the house uses; what the task does not take is left out, and `bind` says what is still missing."""
    properties: Mapping[str, Mapping[str, Any]] = spec.schema["properties"]
    measure = _measure(properties.get("measure", {}).get("enum", ()), slots)
    period, against, view = _days(measure, slots, turn.now.date())
    offered: dict[str, Json] = {
        "measure": measure,
        "view": view,
        "which": slots.which if view == "extreme" else None,
        "period": str(period),
        "against": str(against) if against else None,
        # What is read back before a yes is what will be done, so an effect gets the words without "write down that".
        "query": (spec.permission == "effect" and without_opening(turn.text, turn.language)) or turn.text,
        "asked": slots.clock or "time",
        "image": turn.images[0].key if turn.images else None,
    }
    found = {name: value for name, value in offered.items() if name in properties and value is not None}
    wanted = [name for name in spec.schema.get("required", ()) if name not in found and properties[name].get("type") in ("number", "integer")]
    return found | dict(zip(wanted, _numbers(turn.text, slots, [properties[name] for name in wanted]), strict=False))


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
        ends = today if measure and measure in MEASURES and MEASURES[measure].task == "sleep" else today - timedelta(days=1)
        period = Period.last(_DAYS[view], ends)
        return period, period.before() if view == "compare" else None, view
    first = slots.periods[0]
    if view == "trend" and first.period.days == 1:  # "did my pulse go up yesterday?"
        view = "compare"
    if view != "compare":
        return first.period, None, view
    others = (mention.period for mention in slots.periods if mention.period != first.period)  # said twice, a stretch is still one
    return first.period, next(others, None) or preceding(first), view
