"""Tree of thought against a scripted endpoint: what it promises whatever a model writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from assistant.errors import PlanError
from assistant.facts import Passage
from assistant.orchestrator import Orchestrator
from assistant.planning.candidates import closed, weighed
from assistant.planning.slots import slots_of
from assistant.planning.tree_of_thought import TreeOfThought
from assistant.protocols import Planner
from assistant.tasks.extract_text import extract_text
from assistant.tasks.registry import builtin_tasks
from assistant.tasks.search import search
from assistant.tasks.spec import TaskSpec
from assistant.testing import FakeModel
from assistant.trace import Trace, tracing
from assistant.types import Turn

Orchestra = Callable[[Planner, Sequence[TaskSpec]], Orchestrator]
Ask = Callable[..., Turn]

APPENDIX = (search, extract_text)
REFERENCE = {"from": "search-1", "take": "url"}
FEW = tuple(
    spec for spec in builtin_tasks() if spec.name in ("activity", "clock", "explain", "extract_text", "heart_rate", "knowledge", "search", "sleep")
)
"""A menu that is one prompt."""


def strategies(*sequences: list[str], decision: str = "1", reasoning: str = "The person wants advice, so a page is read.") -> str:
    three = (list(sequences) * 3)[:3]
    told = [{"tasks": tasks, "pros": "answers it", "cons": "takes time"} for tasks in three]
    return json.dumps({"reasoning": reasoning, "strategies": told, "decision": decision})


def terse(*sequences: list[str], decision: str = "1") -> str:
    three = (list(sequences) * 3)[:3]
    return json.dumps({"strategies": [{"tasks": tasks, "pro": "direct", "con": "slow"} for tasks in three], "decision": decision})


def steps(*told: dict[str, Any]) -> str:
    return json.dumps({"steps": list(told)})


def planner(model: Any, large: bool = True) -> TreeOfThought:
    async def give() -> Any:
        return model

    return TreeOfThought(give, large=large)


# --- the appendix example


async def test_how_to_improve_my_sleep(endpoint: Any, ask: Ask, orchestra: Orchestra) -> None:
    """Appendix 4: a search, the page that it found, and what the page says with its source."""
    endpoint.says(
        strategies(["search", "extract_text"], ["search"], ["extract_text"]),
        steps({"task": "search", "args": {"query": "tips to improve sleep"}}, {"task": "extract_text", "args": {"url": REFERENCE}}),
    )
    async with endpoint.model() as model:
        with tracing(Trace()) as trace:
            plan, results = await orchestra(planner(model), APPENDIX).run(ask(), trace)
    assert [(step.key, step.task, step.args) for step in plan.steps] == [
        ("search-1", "search", {"query": "tips to improve sleep"}),
        ("extract_text-2", "extract_text", {"url": REFERENCE}),
    ]
    assert [result.outcome for result in results] == ["done", "done"]
    (page,) = results[1].facts
    assert isinstance(page, Passage)
    assert page.source.url
    assert plan.grounds == "reasoned"
    assert plan.thoughts[0] == "The person wants advice, so a page is read."
    assert {"tree", "tree-steps"} <= trace.prompts.keys()
    first, second = ("\n".join(message["content"] for message in request["messages"]) for request in endpoint.requests)
    assert "search(query: text) → url, title" in first
    assert "The strategy: search → extract_text" in second


async def test_the_small_model_names_strategies_and_code_writes_the_arguments(ask: Ask, orchestra: Orchestra) -> None:
    model = FakeModel(terse(["search", "extract_text"], ["search"], ["extract_text"]))
    _, results = await orchestra(planner(model, large=False), APPENDIX).run(ask(), Trace())
    assert [(result.step.task, result.step.args) for result in results] == [
        ("search", {"query": "How to improve my sleep?"}),
        ("extract_text", {"url": REFERENCE}),
    ]
    assert len(model.asked) == 1  # all went well, so nobody was asked again


# --- code weighs and overrules


async def test_a_strategy_that_finds_a_page_and_does_not_read_it_is_overruled(ask: Ask) -> None:
    model = FakeModel(terse(["search"], ["search", "extract_text"], ["extract_text"]))
    plan = await planner(model, large=False).plan(ask(), APPENDIX)
    assert [step.task for step in plan.steps] == ["search", "extract_text"]
    assert "the model decided for search, but" in plan.why.lower()


async def test_no_model_makes_up_an_address(ask: Ask) -> None:
    """SmolLM2, asked for the page to read, wrote https://example.com/api/search/1234567890.json."""
    plan = await planner(FakeModel(terse(["extract_text"])), large=False).plan(ask(), APPENDIX)
    assert [step.task for step in plan.steps] == ["search", "extract_text"]
    assert plan.steps[1].args == {"url": REFERENCE}


async def test_a_measure_that_was_asked_for_is_not_left_out(ask: Ask) -> None:
    model = FakeModel(terse(["clock"], ["sleep"], ["knowledge"]))
    plan = await planner(model, large=False).plan(ask("How long did I sleep last week?"), FEW)
    assert [(step.task, step.args["period"]) for step in plan.steps] == [("sleep", "2026-11-23/2026-11-29")]
    assert not plan.more  # records answer or say that nothing was recorded


@pytest.mark.parametrize(
    ("text", "proposed", "wanted"),
    [
        ("How many hours did I sleep last week?", ["sleep", "knowledge"], ["sleep"]),
        ("How to improve my sleep?", ["sleep", "knowledge"], ["knowledge"]),
        ("How did I sleep last night and what helps me fall asleep?", ["sleep", "knowledge"], ["sleep", "knowledge"]),
        ("What is a healthy resting pulse?", ["knowledge"], ["knowledge"]),
    ],
)
async def test_what_nobody_asked_for_is_left_out(ask: Ask, text: str, proposed: list[str], wanted: list[str]) -> None:
    """The 1.5B model adds knowledge to figures and figures to advice, in all three of its strategies."""
    plan = await planner(FakeModel(terse(proposed)), large=False).plan(ask(text), FEW)
    assert [step.task for step in plan.steps] == wanted


async def test_the_models_decision_counts_between_equals(ask: Ask) -> None:
    model = FakeModel(terse(["search", "extract_text"], ["knowledge"], ["search"], decision="2"))
    plan = await planner(model, large=False).plan(ask("What is a good bedtime?"), FEW)
    assert [step.task for step in plan.steps] == ["knowledge"]


def test_dependencies_are_put_before_and_circles_are_no_plan(ask: Ask, made_up: dict[str, TaskSpec]) -> None:
    one, two = made_up["count_days"], made_up["write_note"]
    assert closed(["count_days"], (replace(one, dependencies=("write_note",)), two)) == ("write_note", "count_days")
    circle = (replace(made_up["broken"], dependencies=("write_note",)), replace(two, dependencies=("broken",)))
    turn = ask("Note it")
    candidate = weighed(["write_note"], turn, slots_of(turn), circle)
    assert not candidate.runs
    assert "before it" in candidate.reasons[0]


async def test_what_no_rule_knows_is_asked_of_the_model(ask: Ask, made_up: dict[str, TaskSpec]) -> None:
    model = FakeModel(terse(["count_days"]), json.dumps({"days": 12}))
    plan = await planner(model, large=False).plan(ask("Count twelve for me"), (made_up["count_days"],))
    assert [step.args for step in plan.steps] == [{"days": 12}]


# --- a large endpoint: taken, checked, corrected


async def test_days_and_measures_of_the_question_win_over_the_models(ask: Ask) -> None:
    wrong = {"measure": "rem_sleep", "view": "summary", "period": "2025-01-01/2025-01-07"}
    model = FakeModel(strategies(["sleep"]), steps({"task": "sleep", "args": wrong}))
    plan = await planner(model).plan(ask("How long was my deep sleep last week?"), FEW)
    assert plan.steps[0].args == {"measure": "deep_sleep", "view": "summary", "period": "2026-11-23/2026-11-29"}
    assert any("2025-01-01/2025-01-07" in thought for thought in plan.thoughts)


async def test_two_measures_keep_their_own_days(ask: Ask) -> None:
    one = {"measure": "sleep_duration", "view": "summary", "period": "2026-11-30/2026-11-30"}
    two = {"measure": "steps", "view": "summary", "period": "2026-11-30/2026-11-30"}
    model = FakeModel(strategies(["sleep", "activity"]), steps({"task": "sleep", "args": one}, {"task": "activity", "args": two}))
    plan = await planner(model).plan(ask("How did I sleep last night and how many steps did I take yesterday?"), FEW)
    assert [step.args["period"] for step in plan.steps] == ["2026-11-30/2026-11-30", "2026-11-29/2026-11-29"]


async def test_small_talk_and_doubt_are_decisions_too(ask: Ask) -> None:
    talk = await planner(FakeModel(strategies(["search"], decision="small_talk"))).plan(ask("Hello"), APPENDIX)
    assert (talk.kind, talk.steps) == ("small_talk", ())
    unclear = await planner(FakeModel(strategies(["search"], ["extract_text"], decision="unclear"))).plan(ask("That"), APPENDIX)
    assert unclear.clarify is not None
    assert unclear.clarify.readings == ("search", "extract_text")


async def test_days_without_records_are_asked_back(ask: Ask) -> None:
    plan = await planner(FakeModel(strategies(["sleep"]))).plan(ask("How will I sleep tomorrow?"), FEW)
    assert (plan.kind, plan.steps) == ("clarify", ())


# --- another way, where one failed


async def test_a_failed_task_is_planned_around(ask: Ask, orchestra: Orchestra, made_up: dict[str, TaskSpec]) -> None:
    tasks = (*APPENDIX, made_up["broken"])
    model = FakeModel(
        strategies(["broken"]),
        steps({"task": "broken", "args": {"query": "sleep"}}),
        strategies(["search", "extract_text"]),
        steps(
            {"task": "search", "args": {"query": "sleep"}},
            {"task": "extract_text", "args": {"url": {"from": "search-2", "take": "url"}}},
        ),
        strategies(["search"], decision="enough"),
    )
    plan, results = await orchestra(planner(model), tasks).run(ask(), Trace())
    assert [(result.step.key, result.outcome) for result in results] == [("broken-1", "failed"), ("search-2", "done"), ("extract_text-3", "done")]
    assert [step.task for step in plan.steps] == ["broken", "search", "extract_text"]
    assert 'failed: "The place is closed."' in model.asked[2][-1]["content"]


async def test_a_small_model_is_not_offered_what_failed(ask: Ask, orchestra: Orchestra, made_up: dict[str, TaskSpec]) -> None:
    tasks = (*APPENDIX, made_up["broken"])
    model = FakeModel(terse(["broken"], ["broken"], ["broken"]), terse(["search", "extract_text"]))
    _, results = await orchestra(planner(model, large=False), tasks).run(ask(), Trace())
    assert [result.outcome for result in results] == ["failed", "done", "done"]
    assert "- broken" in model.asked[0][0]["content"]
    assert "- broken" not in model.asked[1][0]["content"]


async def test_none_that_can_run_is_an_error_of_one_sentence(ask: Ask) -> None:
    page = tuple(spec for spec in APPENDIX if spec.name == "extract_text")
    with pytest.raises(PlanError, match="no plan that can run"):
        await planner(FakeModel(*[terse(["exec"])] * 3), large=False).plan(ask(), page)


async def test_an_address_that_the_person_named_is_read(ask: Ask) -> None:
    page = tuple(spec for spec in APPENDIX if spec.name == "extract_text")
    plan = await planner(FakeModel(terse(["extract_text"])), large=False).plan(ask("What does https://pages.example/sleep say?"), page)
    assert [step.args for step in plan.steps] == [{"url": "https://pages.example/sleep"}]
