"""Facts of every kind, as the demo person could have them, for the golden table and the verifier's tests."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Literal

import pytest

from assistant.facts import Absent, Compared, Direction, Extreme, Fact, Measured, Moment, Passage, Reading, Source, Statistic, Trended, Verdict
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.reply.grounded import GroundedReply
from assistant.types import Person, Plan, Provenance, Sentence, Step, StepResult, Turn
from emotion.emotion import Emotion
from i18n.catalog import Catalogue

NOW = datetime(2026, 11, 30, 9, 30, tzinfo=UTC)
WATCH = Source("record", "nights", "Auricle demo watch")
LAST_WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))
WEEK_BEFORE = LAST_WEEK.before()
YESTERDAY = Period.day(date(2026, 11, 29))
LAST_NIGHT = Period.day(date(2026, 11, 30))

VALUES = {
    "sleep_duration": 372,
    "deep_sleep": 61,
    "rem_sleep": 60,
    "light_sleep": 211,
    "awake": 1,
    "steps": 8412,
    "distance": 5.4,
    "active_minutes": 41,
    "energy": 2301,
    "resting_heart_rate": 58,
    "heart_rate": 71,
    "hrv": 47,
    "weight": 70.5,
    "glucose": 105,
}
PERIODS = {
    "last week": LAST_WEEK,
    "week before": WEEK_BEFORE,
    "yesterday": YESTERDAY,
    "today": LAST_NIGHT,
    "this week": Period(date(2026, 11, 30), date(2026, 12, 6)),
    "Saturday": Period.day(date(2026, 11, 28)),
    "last month": Period(date(2026, 10, 1), date(2026, 10, 31)),
    "this month": Period(date(2026, 11, 1), date(2026, 11, 30)),
    "September": Period(date(2026, 9, 1), date(2026, 9, 30)),
    "last 14 days": Period(date(2026, 11, 17), date(2026, 11, 30)),
    "two months": Period(date(2026, 10, 28), date(2026, 11, 3)),
    "two years": Period(date(2025, 12, 28), date(2026, 1, 3)),
    "last year": Period(date(2025, 11, 1), date(2025, 11, 7)),
    "a day last year": Period.day(date(2025, 3, 1)),
}


def measured(
    measure: str, value: float | None = None, period: Period = LAST_WEEK, statistic: Statistic | None = None, days: int | None = None
) -> Measured:
    quantity = Quantity(VALUES[measure] if value is None else value, MEASURES[measure].unit)
    return Measured(measure, statistic or ("value" if period.days == 1 else "mean"), quantity, period, period.days if days is None else days, WATCH)


def compared(measure: str, now: float, before: float, verdict: Verdict, period: Period = LAST_WEEK, earlier: Period | None = None) -> Compared:
    unit = MEASURES[measure].unit
    difference = Quantity(round(abs(now - before), MEASURES[measure].digits), unit)
    return Compared(measure, measured(measure, now, period), measured(measure, before, earlier or period.before()), verdict, difference)


def fact_table() -> dict[str, tuple[Fact, ...]]:
    """Name of a shape → the facts of one reply."""
    table: dict[str, tuple[Fact, ...]] = {}
    for measure in MEASURES:
        table[f"mean {measure}"] = (measured(measure),)
        table[f"value {measure}"] = (measured(measure, period=LAST_NIGHT if MEASURES[measure].task == "sleep" else YESTERDAY),)
    for measure in ("sleep_duration", "deep_sleep", "rem_sleep", "light_sleep", "awake", "steps", "distance", "active_minutes", "energy"):
        table[f"total {measure}"] = (measured(measure, statistic="total"),)
    for name, period in PERIODS.items():
        table[f"steps {name}"] = (measured("steps", period=period),)
        table[f"sleep {name}"] = (measured("sleep_duration", period=period),)
        table[f"no sleep {name}"] = (Absent("sleep_duration", period, Period(date(2026, 8, 3), date(2026, 11, 30))),)
        table[f"no steps {name}"] = (Absent("steps", period, Period(date(2025, 8, 3), date(2026, 11, 30))),)
    for measure in MEASURES:
        table[f"none ever {measure}"] = (Absent(measure, LAST_WEEK),)
        table[f"rising {measure}"] = (trend(measure, "rising"),)
        table[f"highest {measure}"] = (extreme(measure, "highest"),)
    table["only one day"] = (Absent("weight", LAST_WEEK, Period.day(date(2026, 11, 3))),)
    table["falling"] = (trend("weight", "falling"),)
    table["steady"] = (trend("glucose", "steady"),)
    table["lowest"] = (extreme("resting_heart_rate", "lowest"),)
    table["lowest sleep"] = (extreme("sleep_duration", "lowest"),)
    table["less sleep"] = (compared("sleep_duration", 372, 396, "less"),)
    table["more sleep by an hour"] = (compared("sleep_duration", 432, 372, "more"),)
    table["same sleep"] = (compared("sleep_duration", 372, 376, "same"),)
    table["fewer steps"] = (compared("steps", 7201, 8412, "less"),)
    table["one step more"] = (compared("steps", 8413, 8412, "more"),)
    table["lower pulse"] = (compared("resting_heart_rate", 57, 58, "less"),)
    table["higher weight"] = (compared("weight", 71.3, 70.1, "more"),)
    table["yesterday and the day before"] = (compared("steps", 4300, 8412, "less", YESTERDAY),)
    table["last night and the night before"] = (compared("sleep_duration", 301, 396, "less", LAST_NIGHT),)
    table["last month and the one before"] = (compared("steps", 4300, 8412, "less", PERIODS["last month"], PERIODS["September"]),)
    table["this week and last week"] = (compared("steps", 4300, 8412, "less", Period(date(2026, 11, 23), date(2026, 11, 30)), LAST_WEEK),)
    table["five days"] = (compared("hrv", 43, 47, "less", Period(date(2026, 11, 9), date(2026, 11, 13))),)
    table["distant"] = (compared("hrv", 43, 47, "less", LAST_WEEK, Period(date(2026, 10, 5), date(2026, 10, 11))),)
    table["missing nights"] = (measured("sleep_duration", days=5),)
    table["missing days"] = (measured("steps", days=1),)
    gap = compared("sleep_duration", 372, 396, "less")
    table["missing nights in one of two weeks"] = (
        Compared(gap.measure, gap.now, measured("sleep_duration", 396, WEEK_BEFORE, days=6), "less", gap.difference),
    )
    table["stages"] = (measured("sleep_duration"), measured("deep_sleep"), measured("rem_sleep"))
    table["a day"] = (measured("steps", period=YESTERDAY), measured("distance", period=YESTERDAY))
    table["a night"] = (measured("sleep_duration", period=LAST_NIGHT), measured("deep_sleep", period=LAST_NIGHT))
    table["mixed, in the wrong order"] = (
        Absent("glucose", LAST_WEEK, None),
        passage("en"),
        measured("steps"),
        trend("sleep_duration", "falling"),
        measured("sleep_duration"),
    )
    other = Source("record", "phone", "the phone")
    table["two sources"] = (measured("steps"), Measured("weight", "mean", Quantity(70.5, "kg"), LAST_WEEK, 7, other))
    for hour, minute in ((9, 30), (1, 5), (13, 0), (0, 0)):
        table[f"time {hour}:{minute:02}"] = (Moment(NOW.replace(hour=hour, minute=minute), "time", Source("clock", "clock", "clock")),)
    table["date"] = (Moment(NOW, "date", Source("clock", "clock", "clock")),)
    table["picture"] = (Reading(("Ibuprofen 400 mg", "1-2 tablets, max 3/day"), 0.95, Source("picture", "image", "label.png")),)
    table["picture, hard to read"] = (Reading(tuple(f"row {n}" for n in range(1, 12)), 0.4, Source("picture", "image", "label.png")),)
    table["picture without text"] = (Reading((), 0.0, Source("picture", "image", "label.png")),)
    return table


def passage(language: str) -> Passage:
    sentences = {
        "en": ("Going to bed at the same time every day helps.", "Most adults need 7 to 9 hours of sleep."),
        "es": ("Acostarse cada día a la misma hora ayuda.", "La mayoría de los adultos necesita entre 7 y 9 horas de sueño."),
        "de": ("Es hilft, jeden Tag zur gleichen Zeit ins Bett zu gehen.", "Die meisten Erwachsenen brauchen 7 bis 9 Stunden Schlaf."),
    }
    return Passage(
        "insomnia",
        language,
        "Insomnia",
        sentences[language],
        Source("knowledge", "insomnia", "NHS: Insomnia", "https://www.nhs.uk/conditions/insomnia/"),
    )


def trend(measure: str, direction: Direction) -> Trended:
    change = {"rising": 1.2, "falling": 3.0, "steady": 0.1}[direction]
    unit = MEASURES[measure].unit
    value = round(change * 10) if unit in ("min", "count", "kcal") else change
    return Trended(measure, direction, Quantity(value, unit), PERIODS["this month"], 30, WATCH)


def extreme(measure: str, which: Literal["highest", "lowest"]) -> Extreme:
    quantity = Quantity(VALUES[measure], MEASURES[measure].unit)
    return Extreme(measure, which, quantity, date(2026, 11, 12), PERIODS["this month"], 30, WATCH)


def random_facts(chance: random.Random) -> Iterator[Fact]:
    """Facts without end, of every measured kind, with values that a person could have."""
    while True:
        measure = chance.choice(list(MEASURES.values()))
        start = NOW.date() - timedelta(days=chance.randint(1, 110))
        period = Period(start, start + timedelta(days=chance.choice([0, 6, 6, 13, 29])))
        low, high = {
            "min": (31, 540),
            "count": (900, 15000),
            "kcal": (300, 2900),
            "bpm": (45, 120),
            "ms": (20, 90),
            "km": (1, 12),
            "kg": (50, 99),
            "mg/dL": (70, 180),
        }[measure.unit]
        value, other = (round(chance.uniform(low, high), measure.digits) for _ in range(2))
        match chance.randint(0, 3):
            case 0:
                yield measured(measure.name, value, period)
            case 1 if value != other:
                yield compared(measure.name, value, other, "less" if value < other else "more", period)
            case 2:
                yield replace(
                    trend(measure.name, chance.choice(["rising", "falling"])), change=Quantity(round(chance.uniform(2, 25), 1), measure.unit)
                )
            case _:
                yield replace(
                    extreme(measure.name, chance.choice(["highest", "lowest"])),
                    day=date(2026, 11, chance.randint(2, 29)),
                    quantity=Quantity(value, measure.unit),
                )


@pytest.fixture
def make() -> SimpleNamespace:
    """Builders of single facts, and the periods of the table."""
    return SimpleNamespace(
        now=NOW,
        periods=PERIODS,
        measured=measured,
        compared=compared,
        trend=trend,
        extreme=extreme,
        passage=passage,
        random_facts=random_facts,
    )


@pytest.fixture
def table() -> Callable[[str], dict[str, tuple[Fact, ...]]]:
    """The facts of every shape, with knowledge in the language asked for."""

    def of(language: str) -> dict[str, tuple[Fact, ...]]:
        return {name: tuple(passage(language) if isinstance(fact, Passage) else fact for fact in facts) for name, facts in fact_table().items()}

    return of


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return Catalogue()


@pytest.fixture
def responder(catalogue: Catalogue) -> GroundedReply:
    return GroundedReply(catalogue, emergency_number="112", crisis_number="116 123")


@pytest.fixture
def reply(responder: GroundedReply) -> Callable[..., Awaitable[tuple[Sentence, ...]]]:
    """Sentences of the grounded reply for facts, a plan's kind, a feeling and results of other outcomes."""

    async def write(
        language: str = "en", *facts: Fact, emotion: Emotion | None = None, plan: Plan | None = None, **more: object
    ) -> tuple[Sentence, ...]:
        step = Step("a", "sleep")
        results = more.get("results")
        if results is None:
            results = (StepResult("a", step, facts, Provenance("sleep", {}, "test"), "done", 0.0),) if facts else ()
        turn = Turn("1", 0, Person("ana", "Ana", "Europe/Berlin"), "…", language, NOW, emotion=emotion or Emotion.unknown())
        spoken = (more.get("responder") or responder).respond(turn, plan or Plan("router", "answer", (step,), "test"), results)
        return tuple([sentence async for sentence in spoken])

    return write
