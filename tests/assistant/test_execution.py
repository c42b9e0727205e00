from datetime import date

import anyio
import pytest

from assistant.datapipe import MemoryPipe
from assistant.errors import NoData, PlanError, TaskError
from assistant.execution import Executor
from assistant.facts import Absent, Fact, Measured, Source
from assistant.measures import Quantity
from assistant.period import Period
from assistant.tasks.spec import Context, TaskSpec, task
from assistant.testing import NOON, FakeRecords
from assistant.types import Person, Plan, Step, StepResult, Turn
from assistant.waves import waves

DAY = Period.parse("2026-11-29")
TURN = Turn("t1", 0, Person("ana", "Ana", "Europe/Berlin"), "how many steps yesterday", "en", NOON)


def plan(*steps: Step) -> Plan:
    return Plan("test", "answer", steps, "because")


@task(chat_name="Steps", permission="reads_person")
async def steps(context: Context, period: Period) -> tuple[Fact, ...]:
    """Steps in a period."""
    days = await context.records.days(context.person.id, "steps", period)
    if not days:
        return (Absent("steps", period),)
    source = Source("record", "k", "fake watch")
    return (Measured("steps", "total", Quantity(sum(day.value for day in days), "count"), period, len(days), source),)


@task(chat_name="Broken")
async def broken(context: Context) -> tuple[Fact, ...]:
    """Always fails."""
    raise ZeroDivisionError("secret detail")


@task(chat_name="Sorry")
async def sorry(context: Context) -> tuple[Fact, ...]:
    """Fails with a sentence."""
    raise TaskError("The scale is not connected.")


@task(chat_name="Empty")
async def empty(context: Context) -> tuple[Fact, ...]:
    """Knows nothing."""
    raise NoData("I know nothing about that.")


@task(chat_name="Sleeper", seconds=0.01)
async def sleeper(context: Context) -> tuple[Fact, ...]:
    """Hangs."""
    await anyio.sleep_forever()
    return ()


def executor(*tasks: TaskSpec) -> Executor:
    records = FakeRecords({("ana", "steps"): {date(2026, 11, 29): 8000.0}, ("eva", "steps"): {date(2026, 11, 29): 1.0}})
    return Executor({spec.name: spec for spec in tasks}, records, MemoryPipe())


async def test_a_step_reads_the_persons_own_records() -> None:
    (result,) = await executor(steps).run(TURN, plan(Step("s1", "steps", {"period": str(DAY)})))
    assert result.outcome == "done"
    assert isinstance(result.facts[0], Measured)
    assert result.facts[0].quantity == Quantity(8000.0, "count")
    assert result.provenance.source == "fake watch"


async def test_no_data_is_an_answer() -> None:
    found = await executor(steps, empty).run(TURN, plan(Step("s1", "steps", {"period": "2026-01-01"}), Step("s2", "empty")))
    assert [result.outcome for result in found] == ["no_data", "no_data"]
    assert found[1].error == "I know nothing about that."


async def test_a_task_that_fails_or_hangs_leaves_its_neighbours_alone() -> None:
    heard: list[str] = []

    async def listen(result: StepResult) -> None:
        heard.append(result.step.key)

    found = await executor(steps, broken, sorry, sleeper).run(
        TURN, plan(Step("a", "broken"), Step("b", "sleeper"), Step("c", "sorry"), Step("d", "steps", {"period": str(DAY)})), listen
    )
    assert [result.outcome for result in found] == ["failed", "failed", "failed", "done"]
    assert "secret detail" not in str(found[0].error)
    assert found[1].error == "Sleeper took longer than 0.01 seconds."
    assert found[2].error == "The scale is not connected."
    assert sorted(heard) == ["a", "b", "c", "d"]


async def test_a_step_whose_need_failed_does_not_run() -> None:
    found = await executor(broken, empty).run(TURN, plan(Step("a", "broken"), Step("b", "empty", after=("a",))))
    assert found[1].outcome == "failed"
    assert found[1].error == "It needs step a, which failed."


def test_waves_follow_dependencies() -> None:
    found = waves((Step("c", "empty", after=("a", "b")), Step("a", "empty"), Step("d", "empty"), Step("b", "empty", after=("a",))), [empty])
    assert [[step.key for step in wave] for wave in found] == [["a", "d"], ["b"], ["c"]]


@pytest.mark.parametrize(
    "steps_given",
    [
        (Step("a", "empty", after=("b",)), Step("b", "empty", after=("a",))),
        (Step("a", "empty", after=("ghost",)),),
        (Step("a", "empty"), Step("a", "empty")),
        (Step("a", "format_disk"),),
        (Step("a", "empty", {"path": "/etc/passwd"}),),
    ],
)
async def test_an_invalid_plan_runs_nothing(steps_given: tuple[Step, ...]) -> None:
    heard: list[StepResult] = []

    async def listen(result: StepResult) -> None:
        heard.append(result)

    with pytest.raises(PlanError):
        await executor(empty).run(TURN, plan(*steps_given), listen)
    assert heard == []
