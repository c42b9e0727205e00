"""The judge of plans, and that the frozen cases are what they were."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from assistant.assets import asset
from assistant.errors import UsageError
from assistant.evals.figures import share, wilson
from assistant.evals.planning import Case, evaluate, judge, read_cases, report
from assistant.facts import Fact, Noted, Source
from assistant.tasks.spec import Context, TaskSpec, task
from assistant.testing import FakePlanner, FakeRecords
from assistant.types import Plan, Step, StepResult, Turn

REGISTERED = frozenset({"sleep", "knowledge", "note"})
WEEK = "2026-11-23/2026-11-29"


def case(kind: str = "answer", *steps: dict[str, object]) -> Case:
    return Case.model_validate({"id": "c", "language": "en", "category": "data", "text": "x", "kind": kind, "steps": steps})


def answer(*steps: Step) -> Plan:
    return Plan("test", "answer", steps, "")


SLEEP = {"task": "sleep", "args": {"measure": "sleep_duration", "view": "summary", "period": WEEK}}


def sleep(**args: str) -> Step:
    return Step("s", "sleep", {"measure": "sleep_duration", "view": "summary", "period": WEEK, **args})


@pytest.mark.parametrize(
    ("plan", "exact", "first"),
    [
        (answer(sleep()), True, True),
        (answer(sleep(period="2026-11-22/2026-11-29")), False, True),
        (answer(sleep(view="extreme", which="lowest")), False, True),
        (answer(sleep(against="2026-11-16/2026-11-22")), False, True),
        (answer(sleep(), Step("k", "knowledge", {"query": "x"})), False, True),
        (answer(Step("k", "knowledge", {"query": "x"})), False, False),
        (Plan("test", "clarify", (), ""), False, False),
    ],
)
def test_exact_is_all_of_it(plan: Plan, exact: bool, first: bool) -> None:
    found = judge(case("answer", SLEEP), plan, REGISTERED)
    assert (found.exact, found.first) == (exact, first)


def test_a_period_that_nobody_named_may_be_any() -> None:
    wanted = {"task": "sleep", "args": {"measure": "sleep_duration", "view": "summary"}}
    assert judge(case("answer", wanted), answer(sleep()), REGISTERED).exact


def test_what_no_task_can_do_is_out_of_scope() -> None:
    wanted = case("answer", {"task": "remind", "args": {}})
    assert judge(wanted, Plan("t", "out_of_scope", (), ""), REGISTERED).exact
    assert judge(wanted, Plan("t", "somebody_else", (), ""), REGISTERED).exact
    assert not judge(wanted, answer(sleep()), REGISTERED).exact
    assert not judge(wanted, Plan("t", "out_of_scope", (), ""), REGISTERED | {"remind"}).exact


class Steps:
    """A planner of rounds: one step at a time."""

    name = "steps"

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan:
        if so_far:
            return Plan("steps", "answer", (Step("k", "knowledge", {"query": "x"}),), "")
        return Plan("steps", "answer", (sleep(),), "", more=True)


async def test_rounds_are_one_plan() -> None:
    wanted = case("answer", SLEEP, {"task": "knowledge", "args": {}})
    (found,) = await evaluate(Steps(), (), [wanted], FakeRecords())
    assert [step.task for step in found.plan.steps] == ["sleep", "knowledge"]


@task(chat_name="Note", permission="effect")
async def note(context: Context, query: str) -> tuple[Fact, ...]:
    """Writes something down."""
    assert context.diary is not None
    await context.diary.write(context.person.id, context.now, query)
    return (Noted(query, context.now, Source("diary", "d", "diary")),)


async def test_effects_are_counted_when_they_run() -> None:
    plan = answer(Step("n", "note", {"query": "hello"}))
    found = await evaluate(FakePlanner({"x": plan}), (note,), [case("answer", {"task": "note", "args": {}})], FakeRecords())
    assert (found[0].exact, found[0].effects) == (True, 0)
    figures = {figure.name: figure.value for figure in report(found, "fake").figures}
    assert (figures["exact plan"], figures["effects without a yes"]) == (1.0, 0.0)


def test_intervals_are_wilsons() -> None:
    low, high = wilson(90, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)
    assert share("none", []).n == 0


def test_a_line_that_is_wrong_is_named(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text('{"id": "1", "language": "en", "category": "x", "text": "hi", "kind": "greeting"}\n')
    with pytest.raises(UsageError, match=r"own\.jsonl, line 1: kind"):
        read_cases(path)


@pytest.mark.parametrize("suite", ["planning", "verifier"])
def test_frozen_cases_are_as_they_were(suite: str) -> None:
    folder = asset("evals", suite)
    for line in (folder / "FROZEN.sha256").read_text().splitlines():
        digest, name = line.split()
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name


def test_the_benchmark_is_as_large_as_it_says() -> None:
    found = read_cases()
    counts = {code: sum(case.language == code for case in found) for code in {case.language for case in found}}
    assert counts.pop("en") >= 80
    assert set(counts) == {"es", "fr", "de", "it", "pt", "fi", "hi", "zh", "ar"}
    assert min(counts.values()) >= 25
