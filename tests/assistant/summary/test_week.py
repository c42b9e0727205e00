"""What changed in a week: only what chance does not explain, corrected for how much was looked at; silence otherwise."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.main import app
from assistant.errors import PermissionDenied
from assistant.facts import Absent, Compared, Fact, Measured, Unusual
from assistant.period import Period
from assistant.records.consent import KINDS
from assistant.records.series import DayValue
from assistant.records.store import open_records
from assistant.settings import Settings
from assistant.summary.lines import lines
from assistant.summary.telling import told
from assistant.summary.week import ALPHA, BASELINE_DAYS, holm, week
from assistant.tasks.insight import CHANGES, insight
from assistant.tasks.spec import Context
from assistant.testing import NOON, FakeRecords, fake_context
from assistant.types import Person

YESTERDAY = NOON.date() - timedelta(days=1)
Values = Mapping[str, Sequence[float | None]]


def until(values: Sequence[float | None], last: date = YESTERDAY) -> dict[date, float]:
    first = last - timedelta(days=len(values) - 1)
    return {first + timedelta(days=n): value for n, value in enumerate(values) if value is not None}


def context(values: Values, denied: Sequence[str] = ()) -> Context:
    return fake_context(records=FakeRecords({("ana", name): until(days) for name, days in values.items()}, denied=denied))


def wave(level: float, days: int = BASELINE_DAYS) -> list[float | None]:
    return [level + n % 5 - 2 for n in range(days)]


async def test_a_change_is_told_with_its_days() -> None:
    found = await week(context({"resting_heart_rate": [*wave(60), *wave(68, 7)], "weight": [*wave(80), *wave(80, 7)]}))
    assert found.tested == ("resting_heart_rate", "weight")
    (fact,) = found.facts
    assert (fact.measure, fact.verdict, fact.now.days_with_data, fact.before.days_with_data) == ("resting_heart_rate", "more", 7, 56)
    assert (fact.now.period.days, fact.now.period.end, fact.before.period.days) == (7, YESTERDAY, 56)
    words = " ".join(sentence.shown for sentence in told(found, "en", NOON))
    assert words.startswith("2 figures were tested, and these changed: Last week (23–29 November) your resting heart rate was 68 bpm")
    assert "7 of the 7 days" in words
    assert "56 of the 56 days" in words


@pytest.mark.parametrize("language", ["en", "es", "de"])
async def test_nothing_changed_is_said_shortly(language: str) -> None:
    found = await week(context({"weight": [*wave(80), *wave(80, 7)]}))
    assert found.facts == ()
    (sentence,) = told(found, language, NOON)
    assert sentence.shown.endswith(".")
    assert not any(letter.isdigit() for letter in sentence.shown)


async def test_a_sure_change_that_is_too_small_is_no_news() -> None:
    values: list[float | None] = [40.0, 41.0, 41.0, 41.0] * 14 + [42.0] * 7
    assert (await week(context({"hrv": values}))).facts == ()  # 42 and 41 ms: about the same


@pytest.mark.parametrize(("now", "before"), [(3, 56), (7, 13)])
async def test_too_few_days_are_not_tested(now: int, before: int) -> None:
    values = [None] * (BASELINE_DAYS - before) + wave(60, before) + [None] * (7 - now) + wave(80, now)
    assert (await week(context({"resting_heart_rate": values}))).tested == ()


async def test_the_week_is_over() -> None:
    """Today is in no week yet: what is recorded today changes nothing."""
    records = FakeRecords({("ana", "steps"): {**until([*wave(8000), *wave(8000, 7)]), NOON.date(): 90_000.0}})
    found = await week(fake_context(records=records))
    assert found.tested == ("steps",)
    assert found.facts == ()


async def test_of_each_line_one_measure_is_tested() -> None:
    days = [*wave(8000), *wave(3000, 7)]
    found = await week(context({"steps": days, "active_minutes": days, "distance": days}))
    assert found.tested == ("steps",)


async def test_what_may_not_be_read_is_not_tested() -> None:
    found = await week(context({"resting_heart_rate": [*wave(60), *wave(80, 7)]}, denied=("heart_rate",)))
    assert found.tested == ()


@pytest.mark.parametrize(
    ("chances", "kept"),
    [
        ((), ()),
        ((0.04,), (True,)),
        ((0.06,), (False,)),
        ((0.01, 0.03), (True, True)),
        ((0.03, 0.03), (False, False)),
        ((0.2, 0.001, 0.02), (False, True, True)),
        ((0.03, 0.001, 0.2), (False, True, False)),
    ],
)
def test_holm(chances: Sequence[float], kept: Sequence[bool]) -> None:
    assert holm(chances, ALPHA) == tuple(kept)


async def test_chance_alone_is_seldom_told() -> None:
    """Two hundred people of whom nothing changed, with every line of a summary: at most one in twenty hears of something."""
    chance = random.Random(20261130)
    names = [line.measures[0] for line in lines().lines]
    heard = 0
    for _ in range(200):
        values = {name: [round(chance.gauss(70, 8), 1) for _ in range(BASELINE_DAYS + 7)] for name in names}
        heard += bool((await week(context(values))).facts)
    assert heard <= 200 * ALPHA + 4


async def test_the_task_tells_the_surest_changes() -> None:
    names = [line.measures[0] for line in lines().lines if line.measures[0] not in ("glucose", "time_in_range")]
    shifted = {name: [*wave(70), *wave(90, 7)] for name in names[:6]}
    facts = await insight.run(context(shifted), **insight.bind({}))
    assert isinstance(facts, tuple)
    assert len(facts) == CHANGES
    assert all(isinstance(fact, Compared) for fact in facts)


async def test_the_task_says_what_stayed_as_usual() -> None:
    facts = await insight.run(context({"weight": [*wave(80), *wave(80, 7)]}), **insight.bind({}))
    assert isinstance(facts, tuple)
    (fact,) = facts
    assert isinstance(fact, Unusual)
    assert fact.days == ()


async def test_the_task_without_data_says_so() -> None:
    (fact,) = _facts(await insight.run(context({}), **insight.bind({})))
    assert isinstance(fact, Absent)
    assert fact.known is None


async def test_the_task_names_the_stretch_that_is_known() -> None:
    """Of the measure whose data is the most recent."""
    old = fake_context(records=FakeRecords({("ana", "steps"): OLD, ("ana", "weight"): {date(2015, 1, 1): 80.0}}))
    (fact,) = _facts(await insight.run(old, **insight.bind({})))
    assert isinstance(fact, Absent)
    assert (fact.measure, fact.known) == ("steps", Period(min(OLD), max(OLD)))


async def test_the_task_tells_the_few_days_that_there_are() -> None:
    (fact,) = _facts(await insight.run(context({"weight": wave(80, 2)}), **insight.bind({})))
    assert isinstance(fact, Measured)
    assert (fact.measure, fact.days_with_data) == ("weight", 2)


async def test_the_task_may_read_nothing() -> None:
    with pytest.raises(PermissionDenied, match="may be read"):
        await insight.run(context({"weight": wave(80, 63)}, denied=KINDS), **insight.bind({}))


OLD = {date(2016, 4, 12) + timedelta(days=n): 8000.0 for n in range(31)}


def _facts(told: object) -> tuple[Fact, ...]:
    assert isinstance(told, tuple)
    return told


@pytest.mark.parametrize(
    ("values", "denied", "said"),
    [
        ({}, (), "There is no data from the last seven days, nor from the eight weeks before. Nothing has been recorded for other times either."),
        (
            {"steps": OLD},
            ("body",),
            "There is no data from the last seven days, nor from the eight weeks before. The data I have runs from 12 April to 12 May 2016.",
        ),
        (
            {"weight": until(wave(80), YESTERDAY - timedelta(days=7))},
            (),
            "There is no data from the last seven days. The data I have runs from 28 September to 22 November.",
        ),
        (
            {"weight": until(wave(80, 3))},
            (),
            "Too few days have data for a comparison: it takes 4 of the last seven and 14 of the eight weeks before. "
            "The data I have runs from 27 November to 29 November.",
        ),
        (
            {"steps": OLD},
            KINDS,
            "You have not allowed that data to be read; the command auricle data consent can allow it again.",
        ),
    ],
)
async def test_why_nothing_was_compared_is_said(values: Mapping[str, Mapping[date, float]], denied: Sequence[str], said: str) -> None:
    records = FakeRecords({("ana", name): days for name, days in values.items()}, denied=denied)
    found = await week(fake_context(records=records))
    assert found.tested == ()
    for language in ("en", "es", "de"):
        words = " ".join(sentence.shown for sentence in told(found, language, NOON))
        assert words
        if language == "en":
            assert words == said


@pytest.fixture
def auricle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "test")
    store = open_records(Settings.read())
    store.add(Person("ana", "Ana", "Europe/Berlin", NOON))
    days = until([*wave(60), *wave(68, 7)])
    store.import_days("ana", {"resting_heart_rate": [DayValue(day, value, "Watch") for day, value in days.items()]})

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["data", *arguments])
        assert done.exit_code == 0, (done.output, done.exception)
        return done.stdout

    return run


def test_the_command(auricle: Callable[..., str]) -> None:
    assert "68 bpm" in auricle("insight", "ana")
    assert "Schläge" in auricle("insight", "ana", "-l", "de")
    found = json.loads(auricle("insight", "ana", "--json"))
    assert (found["on"], found["tested"], found["facts"][0]["measure"]) == (False, ["resting_heart_rate"], "resting_heart_rate")
    assert "once a week" in auricle("insight", "ana", "--on")
    assert json.loads(auricle("insight", "ana", "--json"))["on"] is True
    assert "only when they ask" in auricle("insight", "ana", "--off")
