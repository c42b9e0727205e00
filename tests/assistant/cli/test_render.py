"""What `--explain` and `--json` tell of a turn beyond its answer: how steps went, what waits, what the models took and cost."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import anyio
import pytest

from assistant.cli.render import explanation, result_lines
from assistant.errors import TaskError
from assistant.facts import Fact, Noted, Related, Source
from assistant.models.prices import Price
from assistant.period import Period
from assistant.question import Answer, Question
from assistant.report import answer_json
from assistant.tasks.spec import Context, task
from assistant.testing import fake_assistant
from assistant.trace import Usage
from assistant.types import Attachment, Plan, Provenance, Step, StepResult

LARGE, OURS = "large at models.example.org", "embedded"
PRICES = {LARGE: Price(2.0, 10.0)}
tries: list[str] = []


@task(chat_name="Echo", retries=1, untrusted=True, fresh=60.0)
async def echo(context: Context, query: str) -> tuple[Fact, ...]:
    """Says it again, at the second try."""
    tries.append(query)
    if len(tries) == 1:
        raise TaskError("Not yet.")
    return (Noted(query, context.now, Source("diary", "d", "diary")),)


@task(chat_name="Letter", permission="effect")
async def letter(context: Context, query: str) -> tuple[Fact, ...]:
    """Sends a letter."""
    raise AssertionError("nobody said yes")


PLAN = Plan(
    "tree_of_thought",
    "answer",
    (Step("echo-1", "echo", {"query": "hi"}), Step("letter-1", "letter", {"query": "dear"})),
    "because",
    thoughts=("First this.\nThen that.",),
)


@pytest.fixture
def answers() -> tuple[Answer, Answer]:
    """The same question twice: at first it takes two tries, then the result is still fresh."""

    async def twice() -> tuple[Answer, Answer]:
        tries.clear()
        assistant = fake_assistant(plans={"hello": PLAN}, tasks=(echo, letter))
        question = Question("ana", "hello", speak=False)
        return await assistant.answer(question), await assistant.answer(question)

    return anyio.run(twice)


def used(answer: Answer, *calls: Usage) -> Answer:
    answer.trace.usage.extend(calls)
    answer.trace.prompts["tree.txt"] = "3f2a"
    came = Attachment("table", "steps.csv", "attach:1", "table of 31 rows")
    return replace(answer, turn=replace(answer.turn, attachments=(came,)))


CALLS = (Usage("planner", LARGE, 1000, 100, 1.5), Usage("planner", OURS, 500, 10, 0.5), Usage("responder", LARGE, 200, 50, 1.0))


def test_the_explanation_tells_how_steps_went_and_what_waits(answers: tuple[Answer, Answer]) -> None:
    first, again = (explanation(answer, prices=PRICES) for answer in answers)
    (step,) = (line for line in first if line.startswith("step     echo-1"))
    assert step.startswith("step     echo-1: done, ")
    assert step.endswith(", 2 attempts, untrusted")
    (step,) = (line for line in again if line.startswith("step     echo-1"))
    assert step.endswith("2 attempts, reused, untrusted")
    assert "waits    letter(query=dear): nothing is done until you say yes" in first
    assert not [line for line in first if line.startswith(("found    letter", "cost"))]
    assert "rounds   1" in first


def test_the_explanation_adds_up_what_models_took_and_cost(answers: tuple[Answer, Answer]) -> None:
    lines = explanation(used(answers[0], *CALLS), prices=PRICES)
    assert "role     planner: 2 calls, 1500 + 110 tokens, 2.00 s" in lines
    assert "role     responder: 1 call, 200 + 50 tokens, 1.00 s" in lines
    assert "cost     0.0039; 3 calls, 1700 + 160 tokens, 3.00 s" in lines
    assert [line for line in lines if line.startswith(("prompt", "thought", "came"))] == [
        "came     steps.csv: table of 31 rows",
        "thought  First this.",
        "thought  Then that.",
        "prompt   tree.txt: 3f2a",
    ]


def test_a_model_without_a_price_is_named_and_one_of_our_own_is_free(answers: tuple[Answer, Answer]) -> None:
    lines = explanation(used(answers[0], *CALLS), prices={LARGE: Price()})
    assert f"cost     unknown, as no price is set for {LARGE}; 3 calls, 1700 + 160 tokens, 3.00 s" in lines
    assert "cost     0; 1 call, 500 + 10 tokens, 0.50 s" in explanation(used(answers[1], CALLS[1]), prices=PRICES)


def test_programs_get_the_same(answers: tuple[Answer, Answer]) -> None:
    first, again = answers
    report = answer_json(used(first, *CALLS), prices=PRICES)
    assert report["waiting"] == [{"key": "letter-1", "task": "letter", "args": {"query": "dear"}}]
    assert report["costs"]["price"] == pytest.approx(0.0039)
    assert {role: (sums["calls"], sums["price"]) for role, sums in report["costs"]["roles"].items()} == {
        "planner": (2, pytest.approx(0.003)),
        "responder": (1, pytest.approx(0.0009)),
    }
    result = report["results"][0]
    assert (result["attempts"], result["reused"], result["trusted"]) == (2, False, False)
    assert answer_json(again)["results"][0]["reused"] is True
    assert report["rounds"] == 1
    assert report["given"]["attachments"][0]["key"] == "attach:1"
    assert report["plan"]["thoughts"] == ["First this.\nThen that."]
    assert report["prompts"] == {"tree.txt": "3f2a"}


def test_without_prices_nothing_is_said_to_be_free(answers: tuple[Answer, Answer]) -> None:
    asked = used(answers[0], *CALLS)
    assert not [line for line in explanation(asked) if line.startswith("cost")]
    costs = answer_json(asked)["costs"]
    assert (costs["price"], costs["unpriced"]) == (None, (LARGE, OURS))


def test_a_link_over_too_few_days_is_not_called_strong() -> None:
    period, source = Period(date(2026, 11, 1), date(2026, 11, 30)), Source("record", "k", "Watch")
    few = Related("steps", "sleep_duration", "none", "strong", 0.67, -0.1, 0.9, 0, period, 13, source)
    made = Provenance("activity", {}, "Watch")
    step = Step(key="a", task="activity", args={})
    line, clear = (result_lines(StepResult("a", step, (fact,), made, "done", 0.0))[0] for fact in (few, replace(few, days_with_data=14)))
    assert "too few days" in line
    assert "rho" not in line
    assert "strong" not in line
    assert "rho 0.67" in clear
    assert "too few" not in clear
