"""Our tasks as an MCP server, for one person.

A client names a task and its arguments; whose data it is, it cannot name. What comes back is facts in JSON and the catalogue's sentences. An effect
is not offered unless that was asked for, and then takes two calls: the first gives what would be done, to be read to the person; only the same call
again with `confirmed` does it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from assistant.errors import PlanError
from assistant.execution import Executor
from assistant.protocols import Guard, ResponseGenerator
from assistant.report import citations, fact_json
from assistant.tasks.spec import TaskSpec
from assistant.types import Person, Plan, Step, StepResult, Turn
from i18n.detect import LanguageDetector

if TYPE_CHECKING:
    from mcp.server import Server
    from mcp.types import Tool

__all__ = ["LEFT_OUT", "Served", "ServedTasks"]

LEFT_OUT = ("explain", "read_picture")
"""They are about an earlier answer and about pictures that came along, and a call has neither."""

MOST_DRAFTS = 100
LONGEST_QUESTION = 2000
_QUESTION = {
    "type": "string",
    "maxLength": LONGEST_QUESTION,
    "description": "The person's own words that this call answers, unchanged and in their language. Some tasks do only what these words ask for.",
}
_CONFIRMED = {
    "type": "boolean",
    "description": "Leave it out at first: nothing is done, and what would be done is returned. Repeat the very same call with true only after the "
    "person themselves has read that and agreed to it.",
}
_DAYS = "First and last day, such as 2026-11-23/2026-11-29."


@dataclass(frozen=True, slots=True)
class Served:
    """What a call gives. text: sentences for people; content: the same as facts."""

    text: str
    content: Mapping[str, Any]
    failed: bool = False


class ServedTasks:
    """The tasks of one person. now: the time of a call; languages: those that a question is told apart in, the first for calls without words.

    effects: offer those that change something, too. allow: tasks of permission "network" that may run; others are not offered.
    """

    def __init__(
        self,
        tasks: Sequence[TaskSpec],
        executor: Executor,
        person: Person,
        responder: ResponseGenerator,
        guard: Guard,
        detector: LanguageDetector,
        *,
        language: str,
        now: Callable[[], datetime],
        effects: bool = False,
        allow: frozenset[str] = frozenset(),
    ) -> None:
        self._tasks = _offered(tasks, effects, allow)
        self._executor = executor
        self._person = person
        self._responder = responder
        self._guard = guard
        self._detector = detector
        self._language = language
        self._now = now
        self._drafts: dict[str, None] = {}
        self._needed = {name for spec in self._tasks.values() for name in spec.dependencies}
        self._before: dict[str, StepResult] = {}  # the last of each task that others need

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._tasks)

    def schema(self, name: str) -> dict[str, Any]:
        """The arguments of a task as a client sees them."""
        spec = self._tasks[name]
        own = {each: {**schema, "description": _DAYS} if _is_days(schema) else dict(schema) for each, schema in spec.schema["properties"].items()}
        more = {"question": _QUESTION} | ({"confirmed": _CONFIRMED} if spec.permission == "effect" else {})
        return {**spec.schema, "properties": {**more, **own}}

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Served:
        """Runs one task. What is wrong is said in a sentence, never raised."""
        if name not in self._tasks:
            return _refused(f"There is no task {name[:60]!r}; there are {', '.join(self._tasks)}.")
        spec = self._tasks[name]
        given = dict(arguments)
        question = given.pop("question", "") if "question" not in spec.schema["properties"] else ""
        confirmed = given.pop("confirmed", False) if spec.permission == "effect" else False
        if not isinstance(question, str) or len(question) > LONGEST_QUESTION:
            return _refused(f"The question is text of at most {LONGEST_QUESTION} characters.")
        language = self._detector.detect(question, self._language) if question.strip() else self._language
        turn = Turn("mcp", 0, self._person, question, language, self._now())
        step = Step(f"{name}-1", name, given)
        plan = Plan("mcp", "answer", (step,), "asked for by an MCP client")
        try:
            spec.bind(given)  # here, too, so that no argument is a reference into the data pipe
            draft = json.dumps([name, given, question], sort_keys=True)
            if lacking := next((needed for needed in spec.dependencies if needed not in self._before), None):
                return _refused(f"{name} needs what {lacking} gives; call {lacking} first and pass on its value.")
            before = [self._before[needed] for needed in spec.dependencies]
            (result,) = await self._executor.run(turn, plan, so_far=before, confirmed=confirmed is True and draft in self._drafts)
        except PlanError as error:
            return _refused(str(error))
        if name in self._needed and result.value:
            self._before[name] = result
        if result.outcome == "waiting":
            self._drafts = dict.fromkeys([*self._drafts, draft][-MOST_DRAFTS:])
        elif spec.permission == "effect":
            self._drafts.pop(draft, None)  # a yes is for once
        alarm = self._guard.alarm(question, language)
        said = list(self._responder.alarm(alarm)) if alarm is not None else []
        said += [sentence async for sentence in self._responder.respond(turn, plan, (result,))]
        content = {
            "outcome": result.outcome,
            "alarm": alarm.kind if alarm is not None else None,
            "trusted": result.provenance.trusted,
            "facts": [fact_json(fact) for fact in result.facts],
            "value": dict(result.value),
            "citations": citations(result.facts),
            "error": result.error,
        }
        text = " ".join(sentence.shown for sentence in said)
        return Served(f"{text} {result.error or ''}".strip(), content, result.outcome == "failed")

    def server(self) -> Server:
        """The library's server, for any transport."""
        from importlib.metadata import version

        from mcp.server import Server
        from mcp.types import CallToolResult, ListToolsResult, TextContent

        async def list_tools(context: Any, params: Any) -> ListToolsResult:
            return ListToolsResult(tools=[self._tool(name) for name in self._tasks])

        async def call_tool(context: Any, params: Any) -> CallToolResult:
            served = await self.call(params.name, params.arguments or {})
            return CallToolResult(content=[TextContent(text=served.text)], structured_content=dict(served.content) or None, is_error=served.failed)

        return Server(
            "auricle",
            version=version("auricle"),
            instructions="Facts about one person, measured or looked up, each with its source. Say no number that is not among them.",
            on_list_tools=list_tools,
            on_call_tool=call_tool,
        )

    def _tool(self, name: str) -> Tool:
        from mcp.types import Tool, ToolAnnotations

        spec = self._tasks[name]
        effect = spec.permission == "effect"
        hints = ToolAnnotations(read_only_hint=not effect, destructive_hint=False, open_world_hint=spec.permission == "network" or spec.untrusted)
        return Tool(name=name, title=spec.chat_name, description=spec.description, input_schema=self.schema(name), annotations=hints)


def _offered(tasks: Sequence[TaskSpec], effects: bool, allow: frozenset[str]) -> dict[str, TaskSpec]:
    """A task that needs another one's output is there only with that one: a client calls that first and passes on the key that it gave."""
    found = {spec.name: spec for spec in tasks if spec.name not in LEFT_OUT and _allowed(spec, effects, allow)}
    while lacking := [spec.name for spec in found.values() if not set(spec.dependencies) <= found.keys()]:
        for name in lacking:
            del found[name]
    return found


def _allowed(spec: TaskSpec, effects: bool, allow: frozenset[str]) -> bool:
    return effects if spec.permission == "effect" else spec.permission != "network" or spec.name in allow


def _is_days(schema: Mapping[str, Any]) -> bool:
    return r"/\d{4}" in schema.get("pattern", "")


def _refused(sentence: str) -> Served:
    return Served(sentence, {}, failed=True)
