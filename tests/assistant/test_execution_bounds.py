"""What the executor grants, repeats, resolves, keeps and refuses."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import anyio
import pytest

from assistant.datapipe import MemoryPipe
from assistant.errors import PlanError, TaskError
from assistant.execution import Executor
from assistant.facts import Fact, Found, Measured, Source
from assistant.measures import Quantity
from assistant.period import Period
from assistant.tasks.spec import Context, Outcome, Provider, TaskSpec, task
from assistant.testing import NOON, FakeRecords
from assistant.types import Json, Person, Plan, Step, StepResult, Turn

TURN = Turn("t1", 0, Person("ana", "Ana", "Europe/Berlin"), "question", "en", NOON)


def page(title: str) -> Found:
    return Found(title, Source("web", title, title, f"https://{title}.example/"))


@task(chat_name="Look", outputs={"url": {"type": "string"}, "hits": {"type": "integer"}}, untrusted=True)
async def look(context: Context, query: str) -> Outcome:
    """Finds a page."""
    return Outcome((page(query),), {"url": f"https://{query}.example/", "hits": 3})


@task(chat_name="Read", dependencies=("look",))
async def read(context: Context, url: str, times: float = 1.0) -> tuple[Fact, ...]:
    """Reads a page."""
    return (page(url),)


@dataclass
class Runs:
    """How often a task ran; it fails for the first `failing` times."""

    failing: int = 0
    count: int = 0
    pauses: list[float] = field(default_factory=list)

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def spec(self, **options: Any) -> TaskSpec:
        async def flaky(context: Context, query: str = "x") -> tuple[Fact, ...]:
            """Fails at first."""
            self.count += 1
            if self.count <= self.failing:
                raise TaskError("The line is busy.")
            return (page(query),)

        return task(chat_name="Flaky", **options)(flaky)


def executor(*specs: TaskSpec, **options: Any) -> Executor:
    return Executor({spec.name: spec for spec in specs}, FakeRecords(), MemoryPipe(), **options)


async def run(runner: Executor, *steps: Step, turn: Turn = TURN, **options: Any) -> tuple[StepResult, ...]:
    return await runner.run(turn, Plan("test", "answer", steps, ""), **options)


# --- references


async def test_a_step_takes_an_output_of_another_and_waits_for_it_by_itself() -> None:
    take: Json = {"from": "l", "take": "url"}
    results = await run(executor(look, read), Step("r", "read", {"url": take}), Step("l", "look", {"query": "naps"}))
    assert [result.step.key for result in results] == ["r", "l"]
    assert isinstance(results[0].facts[0], Found)
    assert results[0].facts[0].title == "https://naps.example/"
    assert not results[0].provenance.trusted  # what comes of untrusted input is untrusted


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ((Step("l", "look", {"query": "x"}), Step("r", "read", {"url": {"from": "l", "take": "body"}})), "look has no output 'body'"),
        ((Step("l", "look", {"query": "x"}), Step("r", "read", {"url": {"from": "l", "take": "hits"}})), "wants url as string, and hits"),
        ((Step("r", "read", {"url": {"from": "r", "take": "url"}}),), "no output"),
        ((Step("r", "read", {"url": {"from": "gone", "take": "url"}}),), "waits for 'gone'"),
        ((Step("r", "read", {"url": {"from": "l", "key": "k", "take": "url"}}),), "A reference in a plan is"),
        ((Step("r", "read", {"url": {"from": "l", "take": "url", "code": "rm -rf /"}}),), "A reference in a plan is"),
        ((Step("r", "read", {"url": "https://a.example/"}),), "read needs look before it"),
        (tuple(Step(f"l{n}", "look", {"query": str(n)}) for n in range(10_000)), "has 10000 steps; 12 are the most"),
        ((Step("exec", "exec", {"code": "import os"}),), "There is no task 'exec'"),
    ],
)
async def test_a_plan_that_cannot_be_is_refused_before_anything_runs(steps: tuple[Step, ...], reason: str) -> None:
    with pytest.raises(PlanError, match=reason.replace("(", r"\(")):
        await run(executor(look, read), *steps)


async def test_a_number_may_take_an_integer() -> None:
    steps = (Step("l", "look", {"query": "x"}), Step("r", "read", {"url": {"from": "l", "take": "url"}, "times": {"from": "l", "take": "hits"}}))
    assert [result.outcome for result in await run(executor(look, read), *steps)] == ["done", "done"]


# --- repetitions, freshness, time


async def test_a_failure_that_may_pass_is_tried_again_with_growing_pauses() -> None:
    runs = Runs(failing=2)
    (result,) = await run(executor(runs.spec(retries=3), pause=runs.pause), Step("f", "flaky"))
    assert (result.outcome, result.attempts, runs.pauses) == ("done", 3, [0.2, 0.4])
    runs = Runs(failing=9)
    (result,) = await run(executor(runs.spec(retries=2), pause=runs.pause), Step("f", "flaky"))
    assert (result.outcome, result.error, result.attempts) == ("failed", "The line is busy.", 3)


async def test_a_fresh_result_is_used_again_by_the_same_person_only() -> None:
    runs, now = Runs(), [0.0]
    runner = executor(runs.spec(fresh=60), clock=lambda: now[0])
    ben = Turn("t2", 0, Person("ben", "Ben", "Europe/Berlin"), "question", "en", NOON)
    first = await run(runner, Step("f", "flaky"))
    again = await run(runner, Step("g", "flaky"))
    assert ([result.reused for result in (*first, *again)], again[0].step.key, runs.count) == ([False, True], "g", 1)
    await run(runner, Step("f", "flaky"), turn=ben)
    now[0] = 61
    await run(runner, Step("f", "flaky"))
    assert runs.count == 3


async def test_what_is_not_done_in_time_fails_and_the_rest_is_kept() -> None:
    @task(chat_name="Slow")
    async def slow(context: Context) -> tuple[Fact, ...]:
        """Hangs."""
        await anyio.sleep_forever()
        return ()

    heard: list[str] = []

    async def listen(result: StepResult) -> None:
        heard.append(f"{result.step.key} {result.outcome}")

    results = await run(executor(look, slow), Step("l", "look", {"query": "x"}), Step("s", "slow"), listen=listen, seconds=0.05)
    assert [(result.outcome, result.error) for result in results] == [("done", None), ("failed", "There was no time left for it.")]
    assert heard == ["l done", "s failed"]


# --- permissions


def provider() -> Provider:
    return Provider("Weather Ltd", "weather.example", "none needed", "https://weather.example/privacy", "the name of your town")


async def test_the_network_is_off_until_it_is_named_and_the_refusal_says_what_would_leave() -> None:
    runs = Runs()
    spec = runs.spec(permission="network", provider=provider(), retries=5)
    (result,) = await run(executor(spec, pause=runs.pause), Step("f", "flaky"))
    assert (result.outcome, result.refused, runs.count, runs.pauses) == ("failed", True, 0, [])
    assert result.error == "Flaky sends the name of your town to weather.example, so it is off; add 'flaky' to the setting allow to use it."
    (result,) = await run(executor(spec, allow=frozenset({"flaky"})), Step("f", "flaky"))
    assert result.outcome == "done"


async def test_an_effect_waits_and_what_needs_it_does_not_run() -> None:
    runs = Runs()
    runner = executor(runs.spec(permission="effect"), look)
    steps = (Step("f", "flaky"), Step("l", "look", {"query": "x"}, after=("f",)))
    results = await run(runner, *steps)
    assert ([result.outcome for result in results], runs.count) == (["waiting", "failed"], 0)
    assert results[1].error == "It needs step f, which waits for a yes."
    results = await run(runner, *steps, confirmed=True)
    assert [result.outcome for result in results] == ["done", "done"]


async def test_an_effect_that_leaves_is_refused_before_anybody_is_asked() -> None:
    runs = Runs()
    spec = runs.spec(permission="effect", provider=provider())
    (result,) = await run(executor(spec), Step("f", "flaky"))
    assert (result.outcome, "add 'flaky' to the setting allow" in (result.error or "")) == ("failed", True)
    (result,) = await run(executor(spec, allow=frozenset({"flaky"})), Step("f", "flaky"))
    assert (result.outcome, runs.count) == ("waiting", 0)


async def test_what_was_read_in_the_records_is_given_to_no_task_that_sends_it_away() -> None:
    @task(chat_name="Steps", permission="reads_person", outputs={"text": {"type": "string"}})
    async def steps(context: Context) -> Outcome:
        """The person's steps."""
        return Outcome((page("steps"),), {"text": "7836 steps"})

    runs = Runs()
    runner = executor(steps, runs.spec(permission="network", provider=provider()), allow=frozenset({"flaky"}))
    results = await run(runner, Step("s", "steps"), Step("f", "flaky", {"query": {"from": "s", "take": "text"}}))
    assert [result.outcome for result in results] == ["done", "failed"]
    assert (results[1].error, runs.count) == ("Flaky would send your records away, which no setting allows; nothing was sent.", 0)
    later = await run(runner, Step("g", "flaky", {"query": {"key": results[0].key, "take": "text"}}))
    assert (later[0].outcome, runs.count) == ("failed", 0)


async def test_an_effect_that_needed_others_runs_alone_on_the_yes() -> None:
    runs = Runs()
    spec = runs.spec(permission="effect", dependencies=("look",))
    runner = executor(look, spec)
    drafted = await run(runner, Step("l", "look", {"query": "naps"}), Step("f", "flaky", {"query": {"from": "l", "take": "url"}}))
    waiting = next(result.step for result in drafted if result.outcome == "waiting")
    assert waiting.args == {"query": "https://naps.example/"}
    (result,) = await run(runner, waiting, confirmed=True)
    assert (result.outcome, runs.count) == ("done", 1)


# --- what a task may give


def giving(value: Mapping[str, Any], *facts: Fact, outputs: Mapping[str, Any] | None = None) -> TaskSpec:
    @task(chat_name="Odd", outputs=outputs or {"text": {"type": "string"}})
    async def odd(context: Context) -> Outcome:
        """Gives something."""
        return Outcome(tuple(facts), value)

    return odd


NAN = Measured("steps", "value", Quantity(math.nan, "count"), Period.parse("2026-11-29"), 1, Source("record", "k", "watch"))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (giving({"text": 5}), "gave text that is not what it declares"),
        (giving({"secret": "x"}), "gave an output that it does not declare"),
        (giving({"text": "x" * 50_000_000}), "gave what cannot be kept"),
        (giving({"n": math.nan}, outputs={"n": {"type": "number"}}), "gave what cannot be kept"),
        (giving({}, NAN), "gave a number that is none"),
    ],
)
async def test_what_no_reply_may_rest_on_is_a_failure_with_a_sentence(spec: TaskSpec, said: str) -> None:
    (result,) = await run(executor(spec), Step("o", "odd"))
    assert result.outcome == "failed"
    assert said in (result.error or "")
