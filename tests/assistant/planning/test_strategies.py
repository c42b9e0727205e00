"""The default strategy on the appendix example, and a large endpoint behind it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from assistant.orchestrator import Orchestrator
from assistant.planning.auto import AutoPlanner
from assistant.planning.router import Heard, Router
from assistant.planning.slots import slots_of
from assistant.planning.strategies import planners, prefixes
from assistant.protocols import Planner
from assistant.tasks.extract_text import extract_text
from assistant.tasks.registry import builtin_tasks
from assistant.tasks.search import search
from assistant.tasks.spec import TaskSpec
from assistant.testing import FakeModel
from assistant.trace import Trace
from assistant.types import Alternative, Turn

Orchestra = Callable[[Planner, Sequence[TaskSpec]], Orchestrator]
Ask = Callable[..., Turn]


class Fixed(Router):
    """A router that hears what it is told to."""

    def __init__(self, **p: float) -> None:
        super().__init__()
        self._p = p

    async def hear(self, turn: Turn, tasks: Sequence[TaskSpec]) -> Heard:
        ranked = sorted(self._p.items(), key=lambda item: -item[1])
        return Heard(tuple(Alternative(name, p) for name, p in ranked), 0.8, slots_of(turn))


def given(model: Any) -> Any:
    async def give() -> Any:
        return model

    return give


async def test_auto_searches_and_reads_what_was_found(ask: Ask, orchestra: Orchestra) -> None:
    """The appendix example: the router doubts, the model agrees, code adds the reading."""
    auto = AutoPlanner(Fixed(search=0.6, out_of_scope=0.4), given(FakeModel(json.dumps({"task": "search"}))))
    plan, results = await orchestra(auto, (search, extract_text)).run(ask(), Trace())
    assert [(step.task, step.args) for step in plan.steps] == [
        ("search", {"query": "How to improve my sleep?"}),
        ("extract_text", {"url": {"from": "search-1", "take": "url"}}),
    ]
    assert [result.outcome for result in results] == ["done", "done"]
    assert plan.strategy == "router+model"


async def test_what_a_search_finds_is_read(ask: Ask) -> None:
    auto = AutoPlanner(Fixed(search=0.95, out_of_scope=0.05))
    plan = await auto.plan(ask("Search for pages about naps"), builtin_tasks())
    assert [step.task for step in plan.steps] == ["search", "extract_text"]


async def test_a_large_endpoint_weighs_what_the_router_doubts(endpoint: Any, ask: Ask, orchestra: Orchestra) -> None:
    told = {"reasoning": "Advice.", "strategies": [{"tasks": ["search", "extract_text"], "pros": "", "cons": ""}] * 3, "decision": "1"}
    steps = [{"task": "search", "args": {"query": "tips"}}, {"task": "extract_text", "args": {"url": {"from": "search-1", "take": "url"}}}]
    endpoint.says(json.dumps(told), json.dumps({"steps": steps}))
    async with endpoint.model() as model:
        auto = planners(Fixed(search=0.5, knowledge=0.5), given(model), large=True)["auto"]
        plan, results = await orchestra(auto, (search, extract_text)).run(ask(), Trace())
    assert [result.outcome for result in results] == ["done", "done"]
    assert (plan.strategy, plan.grounds) == ("tree_of_thought", "reasoned")


async def test_a_large_endpoint_is_not_asked_what_the_router_knows(endpoint: Any, ask: Ask) -> None:
    async with endpoint.model() as model:
        auto = planners(Fixed(sleep=0.95, knowledge=0.05), given(model), large=True)["auto"]
        plan = await auto.plan(ask("How did I sleep last night?"), builtin_tasks())
    assert plan.steps[0].task == "sleep"
    assert endpoint.requests == []


async def test_the_prefixes_are_what_the_planners_say(ask: Ask) -> None:
    """What is saved must be what is sent, byte by byte, or it saves nothing. One family, whose prompt is that of "all"."""
    tasks = tuple(spec for spec in builtin_tasks() if spec.family == "records")
    known = {name: messages for name, messages, _ in prefixes(tasks, ("auto", "tree_of_thought", "react"))}
    assert set(known) == {"planner all", "tree of thought all", "react all"}
    for strategy, prefix in (("tree_of_thought", "tree of thought all"), ("react", "react all")):
        model = FakeModel()
        plan = await planners(Fixed(out_of_scope=0.9, sleep=0.1), given(model))[strategy].plan(ask("Well?"), tasks)
        assert list(model.asked[0][:-1]) == known[prefix]
        assert "could not plan" in plan.why  # the script is empty
