"""Limits that people set: when a row of days counts, that each is told once, and the whole way from the question to the telling."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.main import app
from assistant.datapipe import MemoryPipe
from assistant.errors import NoData, TaskError, UsageError
from assistant.events import Event, Said
from assistant.execution import Executor
from assistant.facts import Watched
from assistant.measures import MEASURES
from assistant.orchestrator import Orchestrator
from assistant.pipeline import Assistant
from assistant.question import Question
from assistant.records.consent import Consent
from assistant.records.intake import StoreIntake
from assistant.records.series import DayValue
from assistant.records.store import RecordStore, open_records
from assistant.reply.grounded import GroundedReply
from assistant.settings import Settings
from assistant.summary.opted import opt
from assistant.tasks.watch import watch
from assistant.tasks.whole import WHOLE_ONLY
from assistant.testing import (
    NOON,
    FakeEar,
    FakeGuard,
    FakeHeart,
    FakeLanguages,
    FakeMouth,
    FakePeople,
    FakePlanner,
    FakeRecords,
    FakeResponder,
    fake_assistant,
    fake_context,
    fake_voice,
)
from assistant.types import Alarm, Json, Person, Plan, Sentence, Step
from assistant.watches.book import MOST, Kept, WatchBook
from assistant.watches.check import news, reached
from assistant.watches.notices import Noticing, notices
from i18n.catalog import Catalogue

TODAY = NOON.date()
PULSE = "resting_heart_rate"
ARGS = {"measure": PULSE, "bound": "above", "limit": 75.0, "days": 3}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RecordStore:
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "test")
    kept = open_records(Settings.read())
    kept.add(Person("ana", "Ana", "Europe/Berlin", NOON))
    return kept


def days(values: Sequence[float | None], last: date = TODAY) -> list[DayValue]:
    """Values of the days that end with `last`; None has no data."""
    first = last - timedelta(days=len(values) - 1)
    return [DayValue(first + timedelta(days=n), value, "Watch") for n, value in enumerate(values) if value is not None]


def put(store: RecordStore, values: Sequence[float | None], last: date = TODAY, measure: str = PULSE) -> None:
    store.import_days("ana", {measure: days(values, last)})


def kept(**more: object) -> Kept:
    known: dict[str, object] = {"number": 1, "measure": PULSE, "bound": "above", "limit": 75.0, "days": 3, "since": TODAY}
    return Kept(**{**known, **more})


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([76, 77, 76], True),
        ([60, 76, 77, 76], True),
        ([76, 77, 75], False),  # 75 is not above 75
        ([76, 77, 75.4], False),  # it is shown as 75
        ([76, 77, 75.6], True),  # it is shown as 76
        ([76, None, 77, 76], False),  # a missing day breaks the row
        ([77, 76], False),
        ([76, 77, 78, 60], False),  # it ended before the limit was set
        ([], False),
    ],
)
def test_a_row_of_days_beyond_the_limit(values: Sequence[float | None], told: bool) -> None:
    found = reached(kept(), days(values))
    assert (found is not None) == told
    if found is not None:
        assert found.last == TODAY


@pytest.mark.parametrize(("bound", "value", "told"), [("at_least", 75, True), ("at_most", 75, True), ("below", 75, False), ("above", 75, False)])
def test_each_side_of_a_limit(bound: str, value: float, told: bool) -> None:
    assert (reached(kept(bound=bound, days=1), days([value])) is not None) == told


def test_a_row_is_told_once_and_the_next_one_again() -> None:
    one = kept(since=TODAY - timedelta(days=9), told=TODAY - timedelta(days=5))
    beyond: list[float | None] = [80, 80, 80, 80, 80, 80, 80, 80]
    assert reached(one, days(beyond)) is None  # it still goes on
    assert reached(one, days([80, 80, 80, 70, 80, 80, 80])) is not None
    assert reached(one, days([80, 80, 80, None, 80, 80, 80])) is not None


async def test_what_grows_over_the_day_counts_when_it_is_over(store: RecordStore) -> None:
    book = WatchBook(store)
    book.add("ana", "steps", "below", 4000, 1, TODAY - timedelta(days=3))
    put(store, [9000, 500], measure="steps")
    assert await news(store, book, "ana", NOON) == ()
    (told,) = await news(store, book, "ana", NOON + timedelta(days=1))
    assert told.reached == TODAY


async def test_news_are_told_once_and_remembered_on_disk(store: RecordStore) -> None:
    book = WatchBook(store)
    book.add("ana", PULSE, "above", 75, 3, TODAY)
    assert await news(store, book, "ana", NOON) == ()
    put(store, [76, 77, 78])
    (told,) = await news(store, book, "ana", NOON)
    assert (told.measure, told.limit.value, told.days, told.reached, told.source.title) == (PULSE, 75, 3, TODAY, "Watch")
    assert await news(store, WatchBook(open_records(Settings.read())), "ana", NOON) == ()
    put(store, [79, 79], TODAY + timedelta(days=2))
    assert await news(store, book, "ana", NOON + timedelta(days=2)) == ()


async def test_of_two_programs_one_tells(store: RecordStore) -> None:
    book = WatchBook(store)
    one = book.add("ana", PULSE, "above", 75, 1, TODAY)
    assert book.tell("ana", {one.number: TODAY}) == {one.number}
    assert book.tell("ana", {one.number: TODAY}) == frozenset()


async def test_what_may_not_be_read_is_not_looked_at(store: RecordStore) -> None:
    book = WatchBook(store)
    book.add("ana", PULSE, "above", 75, 1, TODAY)
    put(store, [80])
    store.give_consent("ana", Consent(frozenset({"heart_rate"})))
    assert await news(store, book, "ana", NOON) == ()
    store.give_consent("ana", Consent())
    assert len(await news(store, book, "ana", NOON)) == 1


def test_the_book_keeps_lists_and_removes(store: RecordStore) -> None:
    book = WatchBook(store)
    one = book.add("ana", PULSE, "above", 75, 3, TODAY)
    assert book.add("ana", PULSE, "above", 75, 3, TODAY + timedelta(days=1)) == one  # the same again
    two = book.add("ana", PULSE, "above", 80, 1, TODAY)
    assert [found.number for found in book.all("ana")] == [1, 2]
    book.remove("ana", one.number)
    assert book.all("ana") == (two,)
    with pytest.raises(UsageError, match="there is 2"):
        book.remove("ana", 7)
    for limit in range(MOST - 1):
        book.add("ana", "weight", "above", 60.0 + limit, 1, TODAY)
    with pytest.raises(UsageError, match="which is the most"):
        book.add("ana", "weight", "above", 100, 1, TODAY)


def test_limits_are_sealed_and_erased_with_the_person(store: RecordStore, tmp_path: Path) -> None:
    WatchBook(store).add("ana", PULSE, "above", 75, 3, TODAY)
    opt(store, "ana", True)
    assert all(PULSE.encode() not in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    store.erase("ana")
    store.add(Person("ana", "Ana", "Europe/Berlin", NOON))
    assert WatchBook(store).all("ana") == ()


def test_every_measure_with_days_can_be_watched() -> None:
    assert set(watch.schema["properties"]["measure"]["enum"]) == set(MEASURES) - WHOLE_ONLY
    assert watch.permission == "effect"


@pytest.mark.parametrize(("change", "said"), [({"limit": 7500}, "no limit of it"), ({"days": 0}, "in a row"), ({"days": 400}, "in a row")])
async def test_a_limit_that_means_nothing_is_refused(store: RecordStore, change: Mapping[str, float], said: str) -> None:
    context = fake_context(records=store)
    with pytest.raises(TaskError, match=said):
        await watch.run(context, **watch.bind({**ARGS, **change}))
    assert WatchBook(store).all("ana") == ()


async def test_without_a_store_nothing_is_promised() -> None:
    with pytest.raises(NoData, match="no store"):
        await watch.run(fake_context(records=FakeRecords()), **watch.bind(ARGS))


def assistant(store: RecordStore, guard: FakeGuard | None = None, args: Mapping[str, Json] = ARGS) -> Assistant:
    """The task, the real store and the real words behind a planner that follows a script."""
    pipe = MemoryPipe()
    plan = Plan("fake", "answer", (Step("watch-1", "watch", args),), "A limit.")
    planner = FakePlanner({"tell me if my resting pulse is above 75 three days in a row": plan})
    return Assistant(
        people=FakePeople(),
        detector=FakeLanguages(),
        ear=FakeEar(),
        heart=FakeHeart(),
        guard=guard or FakeGuard(),
        orchestrator=Orchestrator({"fake": planner}, (watch,), Executor({"watch": watch}, store, pipe), default="fake"),
        responder=GroundedReply(Catalogue(), emergency_number="112"),
        mouth=FakeMouth(),
        voices=fake_voice,
        languages=("en", "es", "de"),
        pipe=pipe,
    )


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            {"measure": "steps", "limit": 5000.0, "bound": "below", "days": 500},
            "I can watch a limit for at most 31 days in a row. Please name fewer days.",
        ),
        ({**ARGS, "limit": 7500.0}, "Your resting heart rate can only be between 20 and 200 bpm. Please name a limit in between."),
    ],
)
async def test_what_cannot_be_watched_is_said_before_anybody_is_asked(store: RecordStore, args: Mapping[str, Json], said: str) -> None:
    question = Question("ana", "tell me if my resting pulse is above 75 three days in a row", speak=False)
    asked = await assistant(store, args=args).answer(question)
    assert asked.reply.shown == said
    agreed = await assistant(store, args=args).answer(Question("ana", "yes", history=(asked.exchange,), speak=False))
    assert "I will tell you" not in agreed.reply.shown
    assert WatchBook(store).all("ana") == ()


async def test_from_the_wish_to_the_telling(store: RecordStore) -> None:
    talk = Noticing(assistant(store), store)
    asked = await talk.answer(Question("ana", "tell me if my resting pulse is above 75 three days in a row", speak=False))
    assert asked.reply.shown == "Shall I tell you when your resting heart rate is above 75 bpm for 3 days in a row? Please say yes or no."
    assert WatchBook(store).all("ana") == ()  # nothing before the yes

    agreed = await talk.answer(Question("ana", "yes", history=(asked.exchange,), speak=False))
    assert agreed.reply.shown.startswith("I will tell you when your resting heart rate is above 75 bpm for 3 days in a row.")
    assert [(one.measure, one.limit, one.days) for one in WatchBook(store).all("ana")] == [(PULSE, 75.0, 3)]

    put(store, [76, 77, 78])
    heard: list[Event] = []

    async def listen(event: Event) -> None:
        heard.append(event)

    then = await talk.answer(Question("ana", "hello?", speak=False), listen)
    said = [event.sentence.shown for event in heard if isinstance(event, Said)]
    assert said[0] == ("You asked me to tell you: your resting heart rate was above 75 bpm for 3 days in a row, the last time on Monday 30 November.")
    assert then.reply.shown.startswith(said[0])
    assert said == [sentence.shown for sentence in then.reply.sentences]
    again = await talk.answer(Question("ana", "hello?", speak=False))
    assert "You asked me" not in again.reply.shown


async def test_an_alarm_comes_first(store: RecordStore) -> None:
    WatchBook(store).add("ana", PULSE, "above", 75, 1, TODAY)
    put(store, [80])
    talk = Noticing(assistant(store, FakeGuard("chest")), store)
    alarmed = await talk.answer(Question("ana", "my chest hurts", speak=False))
    assert isinstance(alarmed.alarm, Alarm)
    assert "You asked me" not in alarmed.reply.shown
    calm = await talk.answer(Question("ana", "hello?", speak=False))
    assert calm.reply.shown.startswith("You asked me")


async def test_an_answer_is_given_even_when_the_limits_cannot_be_read(store: RecordStore, tmp_path: Path) -> None:
    talk = Noticing(fake_assistant(), store)
    store.erase("ana")
    answer = await talk.answer(Question("ana", "hello?", speak=False))
    assert answer.reply.shown == FakeResponder().notice("out_of_scope", "en").shown


@pytest.mark.parametrize(
    ("language", "begins"),
    [("en", "You asked me to tell you"), ("es", "Me pediste"), ("de", "Ich sollte Ihnen Bescheid sagen")],
)
async def test_notices_in_each_language(store: RecordStore, language: str, begins: str) -> None:
    WatchBook(store).add("ana", PULSE, "above", 75, 1, TODAY)
    put(store, [80])
    (said,) = await notices(store, store.person("ana"), language, NOON)
    assert isinstance(said, Sentence)
    assert said.shown.startswith(begins), said.shown
    assert isinstance(said.facts[0], Watched)


async def test_the_weekly_insight_is_told_once_a_week_and_only_if_wanted(store: RecordStore) -> None:
    put(store, [60 + n % 3 for n in range(56)], TODAY - timedelta(days=8))
    put(store, [70, 71, 72, 70, 71, 72, 70], TODAY - timedelta(days=1))
    person = store.person("ana")
    assert await notices(store, person, "en", NOON, weekly=True) == ()
    opt(store, "ana", True)
    assert await notices(store, person, "en", NOON) == ()  # not in a single question
    said = await notices(store, person, "en", NOON, weekly=True)
    assert "resting heart rate" in " ".join(sentence.shown for sentence in said)
    assert await notices(store, person, "en", NOON + timedelta(days=6), weekly=True) == ()
    opt(store, "ana", False)
    assert await notices(store, person, "en", NOON + timedelta(days=8), weekly=True) == ()


async def test_the_weekly_insight_is_silent_when_nothing_changed(store: RecordStore) -> None:
    put(store, [60 + n % 3 for n in range(63)], TODAY - timedelta(days=1))
    opt(store, "ana", True)
    assert await notices(store, store.person("ana"), "en", NOON, weekly=True) == ()


def auricle(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["data", *arguments])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def test_the_command_lists_and_removes(store: RecordStore) -> None:
    assert auricle("watches", "ana") == "Ana (ana) has set no limits.\n"
    WatchBook(store).add("ana", PULSE, "above", 75, 3, TODAY)
    assert auricle("watches", "ana") == "1: I will tell you when your resting heart rate is above 75 bpm for 3 days in a row.\n"
    (row,) = json.loads(auricle("watches", "ana", "--json"))["watches"]
    assert (row["number"], row["since"], row["measure"]) == (1, "2026-11-30", PULSE)
    assert auricle("watches", "ana", "--remove", "1") == "Limit 1 of Ana (ana) is removed.\n"
    assert WatchBook(store).all("ana") == ()


def test_an_import_tells(store: RecordStore, tmp_path: Path) -> None:
    WatchBook(store).add("ana", PULSE, "above", 75, 2, TODAY - timedelta(days=1))
    table = tmp_path / "pulse.csv"
    table.write_text("day,pulse\n2026-11-28,76\n2026-11-29,77\n")
    order = ("import", str(table), "--person", "ana", "--map", "day=time", "--map", f"pulse={PULSE} bpm")
    told = "You asked me to tell you: your resting heart rate was above 75 bpm for 2 days in a row"
    assert told not in auricle(*order, "--dry-run")
    assert told in auricle(*order)
    assert told not in auricle(*order)


def test_readings_count_as_days(store: RecordStore) -> None:
    """What comes as single readings is watched as the day that they make."""
    import numpy as np

    from assistant.records.sample import Readings

    WatchBook(store).add("ana", "weight", "below", 60, 1, TODAY)
    at = np.array([round(datetime.fromisoformat("2026-11-30T07:00:00+01:00").timestamp() * 1e6)], np.int64)
    with StoreIntake(store, "ana") as intake:
        intake.readings(Readings("weight", "Scale", "kg", at, at, np.array([60], np.int16), np.array([59.5]), np.array([59.5])))
    assert "below 60 kg" in "".join(_said(store))


def _said(store: RecordStore) -> list[str]:
    import anyio

    return [sentence.shown for sentence in anyio.run(notices, store, store.person("ana"), "en", NOON)]
