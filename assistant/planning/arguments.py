"""Arguments of steps: those that code knows (slots, the person's own words, outputs of earlier steps), and a check of those that a model wrote.

What the words of a question say about measures and days is found by rules; a model that says otherwise is corrected. Nothing that a model writes may
carry figures or addresses out to the network that the person did not say and no step found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.errors import PlanError
from assistant.period import Period
from assistant.planning.slots import Slots
from assistant.planning.steps import arguments, picture_steps, steps_for
from assistant.references import reference
from assistant.tasks.spec import TaskSpec
from assistant.types import Json, Plan, Step, StepResult, Turn
from assistant.waves import in_order

__all__ = ["Draft", "corrected", "drafts", "known_keys", "numbered", "read_on", "runnable", "with_pictures"]

_WORDS = ("text", "question", "words", "query")  # arguments that are the person's own words
_HOUSE = ("measure", "view", "which", "period", "against", "asked", "image")  # what slots decide
_NUMBER = re.compile(r"\d+")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Draft:
    """A step as far as code knows it. missing: required arguments that only a model could find."""

    step: Step
    missing: tuple[str, ...] = ()


def drafts(sequence: Sequence[str], turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> tuple[Draft, ...]:
    """Steps for a sequence of tasks. An argument with the name of an earlier output is a reference to it, so that "search, extract_text" reads the
    page that was found; a question about two measures gives two steps, and what has run does not run again. Raises `PlanError` for a task that
    does not exist."""
    specs = {spec.name: spec for spec in tasks}
    found: list[Draft] = []
    for name in sequence:
        if name not in specs:
            raise PlanError(f"There is no task {name!r}; there are {', '.join(sorted(specs)) or 'none'}.")
        for step in _of(name, turn, slots, tasks):
            draft = _wired(step, specs, turn, [one.step for one in found], so_far)
            known = [*(one.step for one in found), *(result.step for result in so_far)]
            if all((draft.step.task, draft.step.args) != (other.task, other.args) for other in known):
                key = numbered(step.task, len(found) + len(so_far) + 1, [*(one.step.key for one in found), *(one.step.key for one in so_far)])
                found.append(replace(draft, step=replace(draft.step, key=key)))
    return tuple(found)


def numbered(task: str, number: int, taken: Sequence[str]) -> str:
    """A key for a step: "search-1"; the next number that is free."""
    while f"{task}-{number}" in taken:
        number += 1
    return f"{task}-{number}"


def _of(name: str, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec]) -> tuple[Step, ...]:
    spec = next(spec for spec in tasks if spec.name == name)
    if "measure" in spec.schema.get("properties", {}):
        try:
            return steps_for(name, turn, slots, tasks)
        except PlanError:  # it wants more than slots give
            pass
    return (Step(name, name, arguments(spec, turn, slots)),)


def _wired(step: Step, specs: Mapping[str, TaskSpec], turn: Turn, before: Sequence[Step], so_far: Sequence[StepResult]) -> Draft:
    spec = specs[step.task]
    properties: Mapping[str, Mapping[str, Any]] = spec.schema.get("properties", {})
    args = dict(step.args)
    missing: list[str] = []
    for name in spec.schema.get("required", ()):
        if name in _HOUSE and name in args:
            continue
        taken = _output(name, properties[name], specs, before, so_far)
        if taken is not None:
            args[name] = taken
        elif name in args:
            continue
        elif name == "url" and (said := _ADDRESS.search(turn.text)) is not None:
            args[name] = said[0].rstrip(".,;:!?)\"'")
        elif (came := next((attachment.key for attachment in turn.attachments if attachment.kind == name), None)) is not None:
            args[name] = came
        elif name in _WORDS and properties[name].get("type") == "string" and "enum" not in properties[name]:
            args[name] = turn.text
        else:
            missing.append(name)
    return Draft(replace(step, args=args), tuple(missing))


def _output(
    name: str, schema: Mapping[str, Any], specs: Mapping[str, TaskSpec], before: Sequence[Step], so_far: Sequence[StepResult]
) -> dict[str, Json] | None:
    """A reference to the latest output of this name and type."""
    givers = [*(result.step for result in so_far if result.outcome == "done" and name in result.value), *before]
    for step in reversed(givers):
        given = specs[step.task].outputs.get(name) if step.task in specs else None
        if given is not None and given.get("type") == schema.get("type"):
            return {"from": step.key, "take": name}
    return None


def read_on(plan: Plan, turn: Turn, tasks: Sequence[TaskSpec]) -> Plan:
    """A plan that finds a page for a question, and the step that reads it: nobody wants a list of addresses read to them. In general: the one task of
    the menu that lacks nothing but an output of the plan's only step is added."""
    giver = next((spec for spec in tasks if len(plan.steps) == 1 and spec.name == plan.steps[0].task), None)
    if giver is None or not giver.outputs:
        return plan
    readers = [spec for spec in tasks if spec.name != giver.name and set(spec.schema.get("required", ())) & giver.outputs.keys()]
    if len(readers) != 1:
        return plan
    step = _wired(Step(readers[0].name, readers[0].name), {spec.name: spec for spec in tasks}, turn, plan.steps, ())
    if step.missing:
        return plan
    later = replace(step.step, key=numbered(readers[0].name, 2, [plan.steps[0].key]))
    return replace(plan, steps=runnable([*plan.steps, later], turn, tasks), why=f"{plan.why} What {giver.name} finds is read by {readers[0].name}.")


def corrected(steps: Sequence[Step], turn: Turn, slots: Slots, tasks: Sequence[TaskSpec]) -> tuple[tuple[Step, ...], tuple[str, ...]]:
    """A model's steps with what the question itself says, and what was put right, a sentence each. An argument that is lacking and that code knows
    is filled in; one whose value contradicts the measures or days that the words name is replaced."""
    specs = {spec.name: spec for spec in tasks}
    fixed: list[Step] = []
    notes: list[str] = []
    for step in steps:
        if step.task not in specs:
            fixed.append(step)  # `runnable` says what is wrong
            continue
        own = _nearest(step, turn, slots, tasks)
        properties = specs[step.task].schema.get("properties", {})
        args: dict[str, Json] = {name: value for name, value in step.args.items() if value is not None}
        for name in ("measure", "period", "against", "view", "which", "asked"):
            value = args.get(name)
            if name not in properties or value is None or isinstance(value, dict):
                continue
            if _contradicts(name, value, own, slots, properties[name]):
                notes.append(f"The question says {name} {own.get(name)}, so {value!r} of {step.task} was replaced.")
                del args[name]
                args |= {name: own[name]} if name in own else {}
        lacking = {name: value for name, value in own.items() if name not in args and name in specs[step.task].schema.get("required", ())}
        if args.get("view") == "compare" and "against" in own and "against" in properties and "against" not in args:
            lacking["against"] = own["against"]
        fixed.append(replace(step, args={**args, **lacking}))
    return tuple(fixed), tuple(notes)


def _nearest(step: Step, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec]) -> Mapping[str, Json]:
    """What code would have written for this step: of several ("my sleep last night and my steps yesterday") the one about its measure."""
    ours = [other.args for other in _of(step.task, turn, slots, tasks) if other.task == step.task]
    return next((args for args in ours if args.get("measure") == step.args.get("measure")), ours[0] if ours else {})


def _contradicts(name: str, value: Json, own: Mapping[str, Json], slots: Slots, schema: Mapping[str, Any]) -> bool:
    if name == "measure":
        possible = schema.get("enum", ())
        named = {word.says for word in (*slots.measures, *slots.hints) if word.says in possible}
        return bool(named) and value not in named
    if name in ("period", "against"):
        said = {str(mention.period) for mention in slots.periods}
        if name == "against":
            return own.get("against") is not None and value != own["against"]
        return (bool(said) and (value not in said or value != own.get("period", value))) or not _period(value)
    if name == "view":
        return slots.view != "summary" and own.get("view") is not None and value != own["view"]
    if name == "which":
        return slots.view == "extreme" and value != own.get("which", value)
    return slots.clock is not None and value != own.get("asked", value)


def _period(value: Json) -> bool:
    try:
        Period.parse(str(value))
    except Exception:
        return False
    return True


def runnable(steps: Sequence[Step], turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> tuple[Step, ...]:
    """The steps in an order in which they can run. Raises `PlanError` when they cannot (`waves`), when one has run already, when they name a key of
    the data pipe that this turn did not show, or when a task that goes out would carry what the person did not say."""
    ordered = in_order(steps, tasks, so_far)
    keys = known_keys(turn, so_far)
    specs = {spec.name: spec for spec in tasks}
    for step in ordered:
        if any((before.step.task, dict(before.step.args)) == (step.task, dict(step.args)) for before in so_far):
            raise PlanError(f"{step.task} has run with these arguments already; use what it gave, or choose another task.")
        for value in step.args.values():
            found = reference(value)
            if found is not None and found.key is not None and found.key not in keys:
                raise PlanError(f"There is nothing under the key {found.key!r}; use only keys that were shown.")
        _check_what_leaves(step, turn, so_far, outside=specs[step.task].permission == "network")
    return ordered


def known_keys(turn: Turn, so_far: Sequence[StepResult] = ()) -> frozenset[str]:
    """Keys of the person's data pipe that a plan of this turn may name: what came along, and what earlier steps left."""
    earlier = (result.key for exchange in turn.history for result in exchange.results)
    return frozenset((*(attachment.key for attachment in turn.attachments), *earlier, *(result.key for result in so_far)))


def _check_what_leaves(step: Step, turn: Turn, so_far: Sequence[StepResult], outside: bool) -> None:
    """A page may ask to be sent the record: a model that obeyed would write figures into a search, or an address of its own."""
    given = [value for result in so_far for value in result.value.values() if isinstance(value, str)]
    said = " ".join([turn.text, *(exchange.asked for exchange in turn.history)])
    own, seen = _NUMBER.findall(said), _NUMBER.findall(repr([result.facts for result in so_far]))
    for name, value in [(name, said_there) for name, given_there in step.args.items() for said_there in _said_in(given_there)]:
        if value in given:
            continue
        if not isinstance(value, str):  # how many pages, or a figure of the record
            if outside and any(figure in seen and figure not in own for figure in _NUMBER.findall(repr(value))):
                raise PlanError(f"{step.task} goes out, so its {name} may be no figure that a step found and the person did not say.")
            continue
        for address in _ADDRESS.findall(value):
            if address not in said:
                raise PlanError(f"{step.task} may read only addresses that the person gave or a step found; take {name} from a step.")
        figures = _NUMBER.findall(_ADDRESS.sub(" ", value)) if outside else []
        if any(figure not in own for figure in figures):
            raise PlanError(f"{step.task} goes out, so its {name} may have no figures that the person did not say.")


def _said_in(value: Json) -> Iterator[str | float]:
    """Texts and numbers of an argument, those inside of lists too; a reference says nothing itself."""
    if isinstance(value, list):
        for inner in value:
            yield from _said_in(inner)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield value


def with_pictures(steps: Sequence[Step], turn: Turn, tasks: Sequence[TaskSpec]) -> tuple[Step, ...]:
    """Pictures that came along are read whatever else is done."""
    return (*picture_steps(turn, tasks), *steps)
