from datetime import date

import anyio
import pytest

from assistant.datapipe import MemoryPipe
from assistant.errors import NoData, PlanError, TaskError
from assistant.execution import Executor
from assistant.facts import Absent, Fact, Measured, Source
from assistant.measures import Quantity
from assistant.period import Period
from assistant.readback import readback
from assistant.tasks.spec import Context, Outcome, TaskSpec, task
from assistant.testing import NOON, FakeRecords
from assistant.types import Json, Person, Plan, Step, StepResult, Turn
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


async def test_no_way_of_failing_stops_the_neighbours() -> None:
    @task(chat_name="Leaver")
    async def leaver(context: Context) -> tuple[Fact, ...]:
        """Ends the program."""
        raise SystemExit(3)

    @task(chat_name="Quitter")
    async def quitter(context: Context) -> tuple[Fact, ...]:
        """Cancels itself."""
        raise anyio.get_cancelled_exc_class()

    @task(chat_name="Talker")
    async def talker(context: Context) -> tuple[Fact, ...]:
        """Fails with a page."""
        raise TaskError("sorry\n" * 100_000)

    @task(chat_name="Stranger")
    async def stranger(context: Context) -> tuple[Fact, ...]:
        """Gives what are no facts."""
        return "abc"  # type: ignore[return-value]  # what a plug-in without types may give

    names = ("leaver", "quitter", "talker", "stranger", "steps")
    found = await executor(leaver, quitter, talker, stranger, steps).run(
        TURN, plan(*(Step(name, name, {"period": str(DAY)} if name == "steps" else {}) for name in names))
    )
    assert [result.outcome for result in found] == ["failed", "failed", "failed", "failed", "done"]
    assert all(len(result.error or "") < 500 and "\n" not in (result.error or "") for result in found)


async def test_an_effect_is_never_tried_twice_on_one_yes() -> None:
    tries: list[str] = []

    @task(chat_name="Sender", permission="effect", retries=3)
    async def sender(context: Context, query: str) -> tuple[Fact, ...]:
        """Sends it, and then the line breaks."""
        tries.append(query)
        raise TaskError("The line broke.")

    (result,) = await executor(sender).run(TURN, plan(Step("e", "sender", {"query": "hello"})), confirmed=True)
    assert (result.outcome, tries) == ("failed", ["hello"])


async def test_an_effect_that_has_begun_is_told_as_it_ended() -> None:
    sent: list[str] = []

    @task(chat_name="Sender", permission="effect")
    async def sender(context: Context, query: str) -> tuple[Fact, ...]:
        """Takes longer than the plan has."""
        for _ in range(5):
            await anyio.lowlevel.checkpoint()
        sent.append(query)
        return ()

    (result,) = await executor(sender).run(TURN, plan(Step("e", "sender", {"query": "hello"})), confirmed=True, seconds=0.0)
    assert (sent, result.outcome) == (["hello"], "no_data")


async def test_what_waits_for_a_yes_is_whole_and_that_is_what_is_done() -> None:
    sent: list[str] = []

    @task(chat_name="Page", outputs={"title": {"type": "string", "description": "title"}})
    async def page(context: Context) -> Outcome:
        """Finds a title."""
        return Outcome((), {"title": "Sleep well"})

    @task(chat_name="Sender", permission="effect")
    async def sender(context: Context, query: str) -> tuple[Fact, ...]:
        """Sends it."""
        sent.append(query)
        return ()

    one = executor(page, sender)
    drafted = plan(Step("p", "page"), Step("e", "sender", {"query": {"from": "p", "take": "title"}}, after=("p",)))
    waiting = (await one.run(TURN, drafted))[1]
    assert (waiting.outcome, dict(waiting.step.args), sent) == ("waiting", {"query": "Sleep well"}, [])
    await one.run(TURN, plan(waiting.step), confirmed=True)
    assert sent == ["Sleep well"]


async def test_an_earlier_result_is_not_given_for_what_another_step_found() -> None:
    titles = iter(["first", "second"])

    @task(chat_name="Page", outputs={"title": {"type": "string", "description": "title"}})
    async def page(context: Context) -> Outcome:
        """Finds another title each time."""
        return Outcome((), {"title": next(titles)})

    @task(chat_name="Reader", fresh=60, outputs={"text": {"type": "string", "description": "text"}})
    async def reader(context: Context, title: str) -> Outcome:
        """Reads the page."""
        return Outcome((), {"text": f"about {title}"})

    one = executor(page, reader)
    asked = plan(Step("p", "page"), Step("r", "reader", {"title": {"from": "p", "take": "title"}}))
    assert [dict((await one.run(TURN, asked))[1].value) for _ in range(2)] == [{"text": "about first"}, {"text": "about second"}]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"query": "hello"}, "hello"),
        ({"query": "hello", "to": ["a@example.org", "b@example.org"]}, "query: hello, to 1: a@example.org, to 2: b@example.org"),
        ({"message": {"from": "me", "text": "hello"}, "copy": True}, "message from: me, message text: hello, copy: True"),
        ({}, None),
    ],
)
async def test_all_that_an_effect_would_do_is_read_back(args: dict[str, Json], said: str | None) -> None:
    async def send(context: Context, **args: object) -> tuple[Fact, ...]:
        return ()

    spec = TaskSpec("send", "Mail", "Sends it.", {"type": "object", "properties": {key: {} for key in args}}, send, permission="effect", bound=dict)
    (result,) = await executor(spec).run(TURN, plan(Step("e", "send", args)))
    assert result.outcome == "waiting"
    assert readback(result.step.args) == said


async def test_what_is_too_long_to_be_read_back_is_not_even_drafted() -> None:
    async def send(context: Context, **args: object) -> tuple[Fact, ...]:
        return ()

    spec = TaskSpec("send", "Mail", "Sends it.", {"type": "object", "properties": {"query": {}}}, send, permission="effect", bound=dict)
    (result,) = await executor(spec).run(TURN, plan(Step("e", "send", {"query": "x" * 30_000})))
    assert result.outcome == "failed"
    assert "read back" in (result.error or "")
