"""What a task is: an ordinary typed function, and the specification that the decorator reads off it.

    @task(permission="reads_person", chat_name="Sleep")
    async def sleep(context: Context, measure: SleepMeasure, period: Period) -> tuple[Fact, ...]:
        '''Hours and stages of sleep in a period.'''

The planner's description is the docstring's first line; argument names and types are the schema. An argument is a `Literal`, `str`, `int`,
`float`, `bool` or `Period` (written "start/end"), optionally `| None` with a default. A task gives facts; one that also has something for later
steps gives an `Outcome` and names its `outputs`.
"""

from __future__ import annotations

import inspect
import math
import types
import typing
from collections.abc import Awaitable, Callable, Container, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from assistant.errors import PlanError, UsageError
from assistant.facts import Fact
from assistant.period import Period
from assistant.types import Image, Json, Person

if TYPE_CHECKING:
    from assistant.protocols import DataPipe, Diary, Records, Web
    from assistant.types import Attachment, Exchange

__all__ = ["Context", "Cost", "Outcome", "Permission", "Provider", "TaskFunction", "TaskSpec", "task"]

Permission = Literal["none", "reads_person", "network", "effect"]
Cost = Literal["instant", "seconds", "network"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Facts for the reply, and typed outputs by name for later steps and the planner."""

    facts: tuple[Fact, ...]
    value: Mapping[str, Json] = field(default_factory=dict)


TaskFunction = Callable[..., Awaitable[tuple[Fact, ...] | Outcome]]


@dataclass(frozen=True, slots=True)
class Provider:
    """Who answers a hosted task: shown by `auricle doctor` and before consent.

    host: where it goes. key_from: where its key comes from, in words ("register at …", "none needed"). privacy: link of its privacy policy.
    leaves: what leaves the machine, in words ("the words of your question").
    """

    name: str
    host: str
    key_from: str
    privacy: str
    leaves: str


@dataclass(frozen=True, slots=True)
class Context:
    """What a task may use: the person, their records, the time, the reply's language, the question's own words, what came with it, the data pipe,
    what was said before, pages elsewhere (`web`, closed unless hosts are allowed) and the person's diary (None but for confirmed effects)."""

    person: Person
    records: Records
    now: datetime
    language: str
    question: str
    images: tuple[Image, ...]
    pipe: DataPipe
    history: tuple[Exchange, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    web: Web | None = None
    diary: Diary | None = None


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """A task as planners, the executor and people see it.

    name: snake_case; what a plan calls.
    chat_name: what a person sees.
    description: one sentence for the planner.
    schema: JSON schema of its arguments (draft 2020-12, one object, no extra properties).
    permission: "none", "reads_person", "network" (runs only when the setting `allow` names it) or "effect" (runs only after the person's yes).
    seconds: time limit of one run. retries: further runs after a failure that may pass, with a growing pause.
    untrusted: True when its results come from outside (web, OCR, files): data, never instruction.
    exemplars: questions it answers, per language, for the router; the built-in tasks keep theirs in assets.
    dependencies: tasks whose outputs it needs; a plan that lacks them is not valid.
    outputs: typed outputs by name, as JSON schemas with a description; what a reference may take.
    output: "pipe" keeps them in the data pipe and tells the planner key and description; "planner" hands them over as they are.
    return_direct: its result ends the turn; nobody plans on.
    cost: a hint for planners. fresh: seconds for which an equal call is answered with the earlier result; 0 runs it again.
    family: groups tasks into one planner prompt ("records", "knowledge", …). provider: who answers a hosted task.
    check: called with the typed arguments of an effect before the person is asked for a yes; raises `TaskError` for what could not be done.
    """

    name: str
    chat_name: str
    description: str
    schema: Mapping[str, Any]
    run: TaskFunction
    permission: Permission = "none"
    seconds: float = 10.0
    untrusted: bool = False
    exemplars: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dependencies: tuple[str, ...] = ()
    outputs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    output: Literal["pipe", "planner"] = "planner"
    return_direct: bool = False
    cost: Cost = "instant"
    retries: int = 0
    fresh: float = 0.0
    family: str = "other"
    provider: Provider | None = None
    bound: Callable[[Mapping[str, Json]], dict[str, Any]] | None = None
    check: Callable[..., None] | None = None

    def bind(self, args: Mapping[str, Json], later: Container[str] = ()) -> dict[str, Any]:
        """Typed arguments for `run`; raises `PlanError` with the reason when `args` do not fit. Those named in `later` are references, whose values
        are not known yet: only their names are checked. A task that is no Python function of ours (a tool of another program) brings its own
        check, `bound`."""
        if self.bound is not None:
            if strange := sorted(set(args) - self.schema["properties"].keys()):
                raise PlanError(f"{self.name} has no argument {strange[0]!r}; it takes {', '.join(self.schema['properties']) or 'none'}.")
            return self.bound(args) if not any(name in later for name in args) else dict(args)
        hints = _arguments(self.run)
        unknown = set(args) - set(hints)
        if unknown:
            raise PlanError(f"{self.name} has no argument {sorted(unknown)[0]!r}; it takes {', '.join(hints) or 'none'}.")
        bound: dict[str, Any] = {}
        for name, (hint, default) in hints.items():
            if name in later:
                continue
            if args.get(name) is None:
                if default is inspect.Parameter.empty:
                    raise PlanError(f"{self.name} needs the argument {name!r}.")
                bound[name] = default
            else:
                bound[name] = _convert(self.name, name, hint, args[name])
        return bound


def task(
    *,
    chat_name: str,
    permission: Permission = "none",
    seconds: float = 10.0,
    untrusted: bool = False,
    exemplars: Mapping[str, tuple[str, ...]] | None = None,
    dependencies: tuple[str, ...] = (),
    outputs: Mapping[str, Mapping[str, Any]] | None = None,
    output: Literal["pipe", "planner"] = "planner",
    return_direct: bool = False,
    cost: Cost = "instant",
    retries: int = 0,
    fresh: float = 0.0,
    family: str = "other",
    provider: Provider | None = None,
    check: Callable[..., None] | None = None,
) -> Callable[[TaskFunction], TaskSpec]:
    """Make a `TaskSpec` of a typed async function whose first parameter is a `Context`."""

    def make(run: TaskFunction) -> TaskSpec:
        description = (inspect.getdoc(run) or "").partition("\n")[0].strip()
        if not description:
            raise UsageError(f"The task {run.__name__!r} needs a docstring: its first line is what the planner reads.")
        hints = _arguments(run)
        schema = {
            "type": "object",
            "properties": {name: _schema(hint) for name, (hint, _) in hints.items()},
            "required": [name for name, (_, default) in hints.items() if default is inspect.Parameter.empty],
            "additionalProperties": False,
        }
        return TaskSpec(
            name=run.__name__,
            chat_name=chat_name,
            description=description,
            schema=schema,
            run=run,
            permission=permission,
            seconds=seconds,
            untrusted=untrusted,
            exemplars=exemplars or {},
            dependencies=dependencies,
            outputs=outputs or {},
            output=output,
            return_direct=return_direct,
            cost=cost,
            retries=retries,
            fresh=fresh,
            family=family,
            provider=provider,
            check=check,
        )

    return make


def _arguments(run: TaskFunction) -> dict[str, tuple[Any, Any]]:
    """Name → (type without None, default) of every parameter after the context."""
    # TYPE_CHECKING-only names (Context's own fields) are not needed to resolve the arguments.
    hints = typing.get_type_hints(run)
    parameters = list(inspect.signature(run).parameters.values())[1:]
    return {p.name: (_without_none(hints[p.name]), p.default) for p in parameters}


def _without_none(hint: Any) -> Any:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        rest = [part for part in typing.get_args(hint) if part is not type(None)]
        if len(rest) == 1:
            return rest[0]
    return hint


_SIMPLE: Mapping[Any, Mapping[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Period: {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}/\d{4}-\d{2}-\d{2}$"},
}


def _schema(hint: Any) -> dict[str, Any]:
    if typing.get_origin(hint) is Literal:
        return {"type": "string", "enum": list(typing.get_args(hint))}
    if hint in _SIMPLE:
        return dict(_SIMPLE[hint])
    raise UsageError(f"A task's argument cannot be of type {hint!r}; use Literal, str, int, float, bool or Period.")


def _convert(task_name: str, name: str, hint: Any, value: Json) -> Any:
    problem = PlanError(f"{task_name}: {name}={value!r} does not fit; expected {_schema(hint)}.")
    if typing.get_origin(hint) is Literal:
        if value in typing.get_args(hint):
            return value
        raise problem
    if hint is Period and isinstance(value, str):
        try:
            return Period.parse(value)
        except UsageError as error:
            raise PlanError(f"{task_name}: {name}={value!r} does not fit. {error}") from error
    if hint is float and isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    # bool is an int in Python; a plan that says `true` where a number belongs is wrong.
    if hint in (str, int, bool) and type(value) is hint:
        return value
    raise problem
