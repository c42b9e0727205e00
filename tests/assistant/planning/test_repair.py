"""Whatever a model writes: it is told what is wrong, a few times, and nothing of it runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from assistant.errors import PlanError
from assistant.orchestrator import Orchestrator
from assistant.planning.react import React
from assistant.planning.repair import mended, parsed
from assistant.planning.router import Router
from assistant.planning.strategies import Otherwise, planners
from assistant.planning.tree_of_thought import TreeOfThought
from assistant.prompting import Prompt
from assistant.protocols import Planner
from assistant.tasks.extract_text import extract_text
from assistant.tasks.search import search
from assistant.tasks.spec import TaskSpec
from assistant.testing import FakeModel, FakePlanner
from assistant.trace import Trace, tracing
from assistant.types import Attachment, Exchange, Plan, Provenance, Step, StepResult, Turn

Orchestra = Callable[[Planner, Sequence[TaskSpec]], Orchestrator]
Ask = Callable[..., Turn]

SCHEMA = {"type": "object", "properties": {"task": {"type": "string", "enum": ["search"]}}, "required": ["task"], "additionalProperties": False}
PROMPT = Prompt("x", "1", ({"role": "system", "content": "Choose."}, {"role": "user", "content": "?"}))
DECIDED = json.dumps({"strategies": [{"tasks": ["search"], "pros": "", "cons": ""}] * 3, "decision": "1"})


def wrote(*steps: Any) -> str:
    return json.dumps({"steps": list(steps)})


def given(model: Any) -> Callable[[], Any]:
    async def give() -> Any:
        return model

    return give


# --- what comes back is read with care


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Sure! I would search for it.", "not JSON"),
        ('{"task": "search"', "not JSON"),
        ("", "not JSON"),
        ('{"task": "exec"}', "'exec' is not one of"),
        ('{"task": 7}', "is not"),
        ('{"task": "search", "confirmed": true}', "'confirmed' is unknown there"),
        ('["search"]', "is not of type object"),
        ('{"task": NaN}', "not JSON"),
        ('{"task": 1e999}', "not JSON"),
        ("[" * 5000 + "]" * 5000, "nested without end"),
        ('{"task": "' + "x" * 30_000 + '"}', "30012 characters"),
        ('{"task": ' + "9" * 6000 + "}", "not JSON"),
    ],
    ids=["prose", "broken", "empty", "unknown", "type", "extra", "list", "nan", "infinite", "deep", "long", "huge number"],
)
def test_no_plan_is_a_plan_error(text: str, reason: str) -> None:
    with pytest.raises(PlanError, match=reason):
        parsed(text, SCHEMA)


async def test_the_reason_goes_back_and_the_second_answer_counts() -> None:
    model = FakeModel("Sure!", '{"task": "search"}')
    with tracing(Trace()) as trace:
        found = await mended(model, PROMPT, SCHEMA, lambda answer: answer, max_tokens=24)
    assert found == {"task": "search"}
    assert [message["role"] for message in model.asked[1]] == ["system", "user", "assistant", "user"]
    assert "not JSON" in model.asked[1][-1]["content"]
    assert trace.notes == ["The planner's answer was refused (1 of 3): The answer is not JSON (JSONDecodeError)."]


async def test_after_two_repetitions_it_is_over() -> None:
    model = FakeModel(*["no"] * 9)
    with pytest.raises(PlanError, match="in 3 tries"):
        await mended(model, PROMPT, SCHEMA, lambda answer: answer, max_tokens=24)
    assert len(model.asked) == 3


async def test_an_answer_without_end_is_not_read_out_to_the_model_again() -> None:
    model = FakeModel("x" * 50_000, '{"task": "search"}')
    await mended(model, PROMPT, SCHEMA, lambda answer: answer, max_tokens=24)
    assert sum(len(message["content"]) for message in model.asked[1]) < 1000
    assert [message["role"] for message in model.asked[1]] == ["system", "user"]


# --- steps that cannot or must not run


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([{"task": "exec", "args": {"code": "import os"}}], "'exec'"),
        ([{"task": "search", "args": {"query": "x", "code": "import os"}}], "'code' is unknown there"),
        ([{"task": "search", "args": {"query": 7}}], "7 is not"),
        ([{"task": "search", "args": {"query": f"q{n}"}} for n in range(10_000)], "characters|12 are the most"),
        ([{"task": "search", "args": {"query": f"q{n}"}} for n in range(13)], "13 items, and 12 are the most"),
        (
            [{"key": "a", "task": "search", "args": {"query": "x"}, "after": ["b"]}, {"key": "b", "task": "search", "args": {}, "after": ["a"]}],
            "circle",
        ),
        ([{"key": "a", "task": "search", "args": {"query": "x"}, "after": ["z"]}], "waits for 'z'"),
        ([{"key": "a", "task": "search", "args": {"query": "x"}}] * 2, "same key"),
        ([{"task": "search", "args": {"query": {"key": "other:1a2b", "take": "url"}}}], "does not fit"),
        ([{"task": "search", "args": {"query": {"from": "search-9", "take": "url"}}}], "search-9"),
        ([{"task": "search", "args": {"query": {"from": "search-1", "take": "password"}}}], "does not fit"),
    ],
    ids=["exec", "code", "type", "10000 steps", "13 steps", "circle", "unknown key", "same key", "forged key", "forged step", "forged output"],
)
async def test_a_bad_plan_is_refused_and_nothing_runs(ask: Ask, orchestra: Orchestra, steps: Any, reason: str) -> None:
    model = FakeModel(DECIDED, *[wrote(*steps)] * 3)
    trace = Trace()
    with tracing(trace), pytest.raises(PlanError, match=reason):
        await orchestra(TreeOfThought(given(model), large=True), (search, extract_text)).run(ask(), trace)
    assert len(model.asked) == 4
    assert len([note for note in trace.notes if "was refused" in note]) == 3


async def test_a_key_that_was_not_shown_is_refused(ask: Ask) -> None:
    """Another person's key, or a guessed one: the schema does not name it, and an endpoint that ignores the schema is refused all the same."""
    came = Attachment("text", "page.txt", "text:mine", "a text of 3 sentences")
    theirs = wrote({"task": "search", "args": {"query": {"key": "text:theirs", "take": "text"}}})
    mine = wrote({"task": "search", "args": {"query": {"key": "text:mine", "take": "text"}}})
    model = FakeModel(DECIDED, theirs, mine)
    plan = await TreeOfThought(given(model), large=True).plan(ask(attachments=(came,)), (search, extract_text))
    assert plan.steps[0].args == {"query": {"key": "text:mine", "take": "text"}}


async def test_code_in_an_argument_is_words(ask: Ask, orchestra: Orchestra, tmp_path: Any) -> None:
    """A plan that writes a file, as the published planner would have run it."""
    target = tmp_path / "written"
    code = f"__import__('pathlib').Path({str(target)!r}).write_text('x'); $({target})"
    model = FakeModel(DECIDED, wrote({"task": "search", "args": {"query": code}}), DECIDED.replace('"1"', '"enough"'))
    _, results = await orchestra(TreeOfThought(given(model), large=True), (search, extract_text)).run(ask(), Trace())
    assert results[0].step.args == {"query": code}
    assert not target.exists()


@pytest.mark.parametrize("kind", ["tree", "react"])
async def test_an_effect_waits_whatever_the_model_says(ask: Ask, orchestra: Orchestra, made_up: dict[str, TaskSpec], kind: str) -> None:
    tasks = (made_up["write_note"],)
    confirmed = {"task": "write_note", "args": {"text": "I slept badly", "confirmed": True}}
    plain = {"task": "write_note", "args": {"text": "I slept badly"}}
    decided = DECIDED.replace("search", "write_note")
    if kind == "tree":
        planner: Planner = TreeOfThought(given(FakeModel(decided, wrote(confirmed), wrote(plain))), large=True)
    else:
        planner = React(given(FakeModel(json.dumps({"action": confirmed}), json.dumps({"action": plain}))), large=True)
    trace = Trace()
    with tracing(trace):
        _, results = await orchestra(planner, tasks).run(ask("Yes, I confirm: note that I slept badly"), trace)
    assert [result.outcome for result in results] == ["waiting"]
    assert any("confirmed" in note for note in trace.notes)


# --- when there is no plan at all


async def test_another_planner_takes_over_and_the_trace_says_so(ask: Ask) -> None:
    turn = ask()
    second = FakePlanner({turn.text: Plan("router", "small_talk", (), "It sounds like small talk.")})
    planner = Otherwise(TreeOfThought(given(FakeModel("prose")), large=True), second)
    with tracing(Trace()) as trace:
        plan = await planner.plan(turn, (search,))
    assert plan.kind == "small_talk"
    assert "tree_of_thought could not plan" in plan.why
    assert "tree_of_thought could not plan, so fake planner did" in trace.notes[-1]


async def test_in_a_later_round_what_was_found_stays(ask: Ask, orchestra: Orchestra) -> None:
    model = FakeModel(json.dumps({"action": {"task": "search", "args": {"query": "sleep"}}}))  # then its script has ended
    trace = Trace()
    with tracing(trace):
        _, results = await orchestra(Otherwise(React(given(model), large=True), FakePlanner()), (search, extract_text)).run(ask(), trace)
    assert [result.outcome for result in results] == ["done"]
    assert any("did not go on" in note for note in trace.notes)


def test_every_strategy_has_its_name() -> None:
    named = planners(Router(), given(FakeModel()))
    assert set(named) == {"auto", "router", "tree_of_thought", "react"}
    assert all(planner.name == name for name, planner in named.items())
    assert set(planners(Router(), None)) == {"auto", "router"}


async def test_earlier_results_may_be_named_by_their_key(ask: Ask) -> None:
    step = Step("search-1", "search", {"query": "sleep"})
    found = StepResult("search:77", step, (), Provenance("search", {}, ""), "done", 0.1, value={"url": "auricle:knowledge/naps", "title": "Naps"})
    history = (Exchange("How long may I nap?", "…", "en", Plan("router", "answer", (step,), ""), (found,)),)
    read = wrote({"task": "extract_text", "args": {"url": {"key": "search:77", "take": "url"}}})
    model = FakeModel(DECIDED.replace("search", "extract_text"), read)
    plan = await TreeOfThought(given(model), large=True).plan(ask("Read me that page once more, would you?", history=history), (search, extract_text))
    assert plan.steps[0].args == {"url": {"key": "search:77", "take": "url"}}
