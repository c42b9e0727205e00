"""Facts of every kind, as the demo person could have them, for the golden table and the verifier's tests."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Literal

import pytest

from assistant.facts import (
    Absent,
    Assessed,
    Bound,
    Compared,
    Counted,
    Cycle,
    Direction,
    Extreme,
    Fact,
    Forecast,
    Line,
    Listed,
    Measured,
    Moment,
    Odd,
    Passage,
    Pulse,
    Reading,
    Related,
    Signal,
    Source,
    Statistic,
    Stressed,
    Trended,
    Unusable,
    Unusual,
    Verdict,
    Watched,
)
from assistant.measures import MEASURES, Quantity, Unit
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
    "time_in_bed": 445,
    "sleep_efficiency": 88,
    "sleep_latency": 14,
    "rem_share": 21,
    "deep_share": 16,
    "naps": 25,
    "total_sleep": 397,
    "bedtime": -48,
    "wake_time": 421,
    "sleep_regularity": 42,
    "active_energy": 512,
    "basal_energy": 1501,
    "light_minutes": 180,
    "moderate_minutes": 31,
    "vigorous_minutes": 1,
    "sedentary_minutes": 601,
    "floors": 12,
    "vo2max": 38.5,
    "max_heart_rate": 151,
    "walking_heart_rate": 101,
    "hrv_sdnn": 51,
    "spo2": 97,
    "respiratory_rate": 14.2,
    "body_temperature": 36.6,
    "skin_temperature": 34.1,
    "bmi": 24.1,
    "body_fat": 21.5,
    "systolic": 128,
    "diastolic": 82,
    "time_in_range": 71,
    "time_below_range": 2,
    "time_above_range": 27,
    "glucose_variability": 33,
    "gmi": 6.9,
    "menstruation": 2,
    "stress_score": 62,
    "perceived_stress": 4,
    "soreness": 3,
    "injury_risk": 1,
}
ADDITIVE = tuple(name for name, measure in MEASURES.items() if measure.additive)
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
    difference = Quantity(round(abs(now - before), MEASURES[measure].digits), apart(unit))
    return Compared(measure, measured(measure, now, period), measured(measure, before, earlier or period.before()), verdict, difference)


def fact_table() -> dict[str, tuple[Fact, ...]]:
    """Name of a shape → the facts of one reply."""
    table: dict[str, tuple[Fact, ...]] = {}
    for measure in MEASURES:
        table[f"mean {measure}"] = (measured(measure),)
        table[f"value {measure}"] = (measured(measure, period=LAST_NIGHT if MEASURES[measure].task == "sleep" else YESTERDAY),)
    for measure in ("sleep_duration", "deep_sleep", "rem_sleep", "light_sleep", "awake", *ADDITIVE):
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
        table[f"higher {measure}"] = (compared(measure, VALUES[measure] + 5, VALUES[measure], "more"),)
        table[f"count {measure}"] = (counted(measure, "at_least"),)
    table |= series_table()
    table |= clinical_table()
    table |= bodily_table()
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


def series_table() -> dict[str, tuple[Fact, ...]]:
    """What can be said of a series beyond its figures."""
    weight = trend("weight", "falling")
    table: dict[str, tuple[Fact, ...]] = {
        "rising, likely": (replace(trend("steps", "rising"), low=Quantity(3, "count"), high=Quantity(25, "count")),),
        "falling, likely": (replace(weight, low=Quantity(-4.1, "kg"), high=Quantity(-1.2, "kg")),),
        "weight and where it goes": (measured("weight", period=PERIODS["this month"]), weight, extreme("weight", "lowest")),
        "later bedtime, likely": (replace(trend("bedtime", "rising"), low=Quantity(5, "min"), high=Quantity(19, "min")),),
        "earlier bedtime": (trend("bedtime", "falling"),),
        "falling, bounds that disagree": (replace(weight, low=Quantity(-4.1, "kg"), high=Quantity(0.2, "kg")),),
        "lowest bedtime": (extreme("bedtime", "lowest"),),
        "earlier than before": (compared("bedtime", -48, -20, "less"),),
        "later than before": (compared("wake_time", 421, 60, "more"),),
        "same bedtime": (compared("bedtime", -48, -45, "same"),),
        "fewer percentage points": (compared("spo2", 96, 97, "less"),),
        "blood pressure": (measured("systolic"), measured("diastolic")),
        "blood pressure of a day": (measured("diastolic", period=YESTERDAY), measured("systolic", period=YESTERDAY)),
        "blood pressure, other days": (measured("systolic"), measured("diastolic", days=5)),
        "other days of each": (measured("resting_heart_rate", days=3), measured("weight", days=5), measured("glucose", days=5), measured("steps")),
        "other days of each, two periods": (
            measured("weight", days=3),
            measured("steps", days=5),
            measured("weight", period=PERIODS["this month"], days=9),
        ),
        "blood pressure against a guide": (assessed("systolic", "above", None, 120), assessed("diastolic", "within", 60, 80)),
        "steps and days with them": (measured("steps", days=6), replace(counted("steps", "at_least"), days_met=4, days_with_data=6)),
    }
    for bound in ("at_least", "above", "at_most", "below"):
        for measure in ("steps", "resting_heart_rate", "sleep_duration", "bedtime", "glucose"):
            table[f"{bound} {measure}"] = (counted(measure, bound),)
    for met in (0, 1, 7):
        table[f"{met} of 7"] = (replace(counted("steps", "at_least"), days_met=met),)
        table[f"{met} of 7 nights"] = (replace(counted("sleep_duration", "at_least"), days_met=met),)
    for met in (0, 1):
        table[f"{met} of the only day"] = (replace(counted("steps", "at_least"), days_met=met, days_with_data=1),)
        table[f"{met} of the only night"] = (replace(counted("sleep_duration", "at_least"), days_met=met, days_with_data=1),)
        table[f"{met} of yesterday"] = (replace(counted("steps", "above"), days_met=met, period=YESTERDAY, days_with_data=1),)
    for measure in ("steps", "resting_heart_rate", "sleep_duration", "bedtime", "soreness"):
        table[f"nothing unusual {measure}"] = (unusual(measure, 0),)
        table[f"unusual {measure}"] = (unusual(measure, 1),)
    table["unusual days"] = (unusual("steps", 3),)
    table["many unusual nights"] = (unusual("sleep_duration", 6),)
    table["very many unusual days"] = (unusual("steps", 7),)
    for verdict in ("below", "within", "above"):
        table[f"{verdict} a range"] = (assessed("resting_heart_rate", verdict, 60, 100),)
        table[f"{verdict} from a least"] = (assessed("sleep_duration", verdict, 420, None),)
        table[f"{verdict} to a most"] = (assessed("glucose", verdict, None, 140),)
    table["bedtime against a guide"] = (assessed("bedtime", "above", -120, 0),)
    for sign in ("together", "against", "none"):
        for strength in ("weak", "moderate", "strong"):
            table[f"{sign}, {strength}"] = (related(sign, strength),)
        table[f"{sign}, the day after"] = (replace(related(sign, "strong"), lag=1),)
    table["together by one day"] = (replace(related("none", "weak"), days_with_data=1),)
    table["together, two times of day"] = (replace(related("together", "moderate"), measure="bedtime", other="wake_time"),)
    table["against, a time of day"] = (replace(related("against", "moderate"), measure="bedtime"),)
    table["against, another time of day"] = (replace(related("against", "moderate"), other="bedtime"),)
    table["sleep and deep sleep"] = (replace(related("together", "strong"), other="deep_sleep"),)
    return table


def counted(measure: str, bound: Bound) -> Counted:
    return Counted(measure, bound, Quantity(VALUES[measure], MEASURES[measure].unit), 4, LAST_WEEK, 7, WATCH)


def unusual(measure: str, days: int) -> Unusual:
    """Days out of the range, by turns above and below it."""
    unit, value = MEASURES[measure].unit, VALUES[measure]
    odd = tuple(
        Odd(LAST_WEEK.start + timedelta(days=n), Quantity(value + (9 if n % 2 else -2), unit), "highest" if n % 2 else "lowest") for n in range(days)
    )
    baseline = Period.last(60, LAST_WEEK.start - timedelta(days=1))
    return Unusual(measure, odd, Quantity(value - 1, unit), Quantity(value + 6, unit), baseline, LAST_WEEK, 7, WATCH)


def assessed(measure: str, verdict: Literal["below", "within", "above"], low: float | None, high: float | None) -> Assessed:
    unit = MEASURES[measure].unit
    guide = Source("knowledge", "guide", "NHS: Sleep and tiredness", "https://www.nhs.uk/live-well/")
    ends = (None if end is None else Quantity(end, unit) for end in (low, high))
    return Assessed(measured(measure), verdict, *ends, guide)


def related(sign: Literal["together", "against", "none"], strength: Literal["weak", "moderate", "strong"]) -> Related:
    return Related("steps", "sleep_duration", sign, strength, -0.42, -0.7, -0.1, 0, PERIODS["this month"], 24, WATCH)


RECORD = Source("record", "fhir", "Riverside clinic")


def clinical_table() -> dict[str, tuple[Fact, ...]]:
    """What a health record lists, and cycles."""
    metformin = Line("Metformin 500 mg tablet", "active", date(2024, 3, 5), text="1 tablet twice a day with food")
    plain = Line("ibuprofen")
    table: dict[str, tuple[Fact, ...]] = {
        "a medicine": (Listed("medication", (metformin,), RECORD),),
        "medicines": (
            Listed("medication", (metformin, replace(metformin, name="Lisinopril 10 mg", status="stopped", end=date(2025, 1, 7))), RECORD),
        ),
        "many medicines": (Listed("medication", tuple(replace(plain, name=f"Medicine {n}") for n in "ABCDEFGHIJ"), RECORD),),
        "one medicine too many": (Listed("medication", tuple(replace(plain, name=f"Medicine {n}") for n in "ABCDEFGHI"), RECORD),),
        "a medicine by name": (Listed("medication", (metformin,), RECORD, "found"),),
        "a medicine by a name that is not there": (Listed("medication", (metformin,), RECORD, "unknown"),),
        "a condition": (Listed("condition", (Line("Type 2 diabetes mellitus", "active", date(2019, 6, 1)),), RECORD),),
        "conditions": (Listed("condition", (Line("asthma", "resolved", end=date(2020, 6, 1)), Line("Hypertension", "a local state")), RECORD),),
        "an allergy": (Listed("allergy", (Line("Penicillin", "confirmed", text="rash"),), RECORD),),
        "allergies": (Listed("allergy", (plain, Line("Peanut")), RECORD),),
        "a lab result": (Listed("lab", (Line("HbA1c", "final", date(2026, 3, 3), value=6.1, unit="%", low=4.0, high=5.6),), RECORD),),
        "lab results": (
            Listed(
                "lab",
                (
                    Line("LDL cholesterol", "", date(2026, 3, 3), value=131.0, unit="mg/dL", high=100.0),
                    Line("HDL cholesterol", "preliminary", date(2026, 3, 3), value=40.0, unit="mg/dL", low=39.0),
                    Line("Blood group", "", date(2026, 3, 3), date(2026, 3, 3), text="A positive"),
                    Line("INR", value=1.1),
                ),
                RECORD,
            ),
        ),
        "cycle": (Cycle(date(2026, 11, 12), 19, Quantity(28, "days"), 5, WATCH),),
        "cycle, one whole": (Cycle(date(2026, 11, 30), 1, Quantity(28, "days"), 1, WATCH),),
        "cycle, length unknown": (Cycle(date(2026, 11, 29), 2, None, 1, WATCH),),
    }
    for kind in ("condition", "medication", "allergy", "lab"):
        table[f"no {kind}"] = (Listed(kind, (), RECORD),)
    states = ("inactive", "remission", "recurrence", "relapse", "completed", "on-hold", "intended", "not-taken", "unknown", "unconfirmed")
    for status in (*states, "amended", "corrected"):
        table[f"status {status}"] = (Listed("condition", (Line("Asthma", status),), RECORD),)
    return table


def bodily_table() -> dict[str, tuple[Fact, ...]]:
    """Recordings, what they show, estimates and limits."""
    start = datetime(2026, 11, 29, 14, 5, tzinfo=UTC)
    watch = Source("record", "ppg", "Auricle demo watch")
    pulse = Pulse(start, 300, Quantity(64, "bpm"), Quantity(42, "ms"), Quantity(51, "ms"), Quantity(93, "%"), watch)
    short = replace(pulse, seconds=90, start=start.replace(day=28), sdnn=None, kept=Quantity(100, "%"))
    table: dict[str, tuple[Fact, ...]] = {"pulse": (pulse,), "a short pulse": (short,)}
    for kind, seconds in (("ppg", 300), ("ecg", 30.4), ("ibi", 125)):
        table[f"signal {kind}"] = (Signal(kind, start, seconds, watch),)
    for reason in ("noisy", "gaps", "short", "disagrees"):
        table[f"unusable {reason}"] = (Unusable(reason, start, watch),)
    table["unusable none"] = (Unusable("none", None, watch),)
    for level in (1, 2, 3, 4, 5):
        table[f"stressed {level}"] = (Stressed(start, level, "", 12 if level > 1 else 1, watch),)
    for unknown in ("signal", "baseline", "unsure"):
        table[f"stressed unknown {unknown}"] = (Stressed(start, None, unknown, 3, watch),)
    for recordings in (0, 1):
        table[f"stressed, {recordings} recordings"] = (Stressed(start, None, "baseline", recordings, watch),)
    table["recording, pulse and stress"] = (Signal("ppg", start, 300, watch), pulse, Stressed(start, 4, "", 12, watch))
    table["recording refused"] = (Signal("ppg", start, 300, watch), Unusable("noisy", start, watch), Stressed(start, None, "signal", 12, watch))
    for target in ("perceived_stress", "soreness", "injury_risk"):
        some = Forecast(target, date(2026, 12, 1), Quantity(4, "points"), 31, 15, True, watch)
        table[f"forecast {target}"] = (some,)
        table[f"forecast {target}, few"] = (replace(some, quantity=None, labelled=9, useful=False),)
        table[f"forecast {target}, useless"] = (replace(some, quantity=None, useful=False),)
    table["forecast, one"] = (replace(some, quantity=None, labelled=1, useful=False),)
    table["forecast for today"] = (replace(some, day=date(2026, 11, 30), labelled=15),)
    for days in (1, 3):
        watched = Watched("resting_heart_rate", "above", Quantity(75, "bpm"), days, None, watch)
        table[f"watched {days}"] = (watched,)
        table[f"watched {days}, reached"] = (replace(watched, reached=date(2026, 11, 29)),)
    table["watched bedtime"] = (Watched("bedtime", "above", Quantity(30, "clock"), 2, None, watch),)
    table["watched bedtime, reached"] = (Watched("bedtime", "at_most", Quantity(-90, "clock"), 2, date(2026, 11, 29), watch),)
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


def apart(unit: Unit) -> Unit:
    """Of the difference between two values: between times of day it is a duration."""
    return "min" if unit == "clock" else unit


def trend(measure: str, direction: Direction) -> Trended:
    change = {"rising": 1.2, "falling": 3.0, "steady": 0.1}[direction]
    unit = apart(MEASURES[measure].unit)
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
            "%": (2, 98),
            "kg/m2": (18, 39),
            "mmHg": (61, 160),
            "°C": (33, 40),
            "breaths/min": (9, 25),
            "mL/kg/min": (20, 60),
            "clock": (-180, 600),
            "points": (measure.low, measure.high),
        }[measure.unit]
        value, other = (round(chance.uniform(low, high), measure.digits) for _ in range(2))
        match chance.randint(0, 3):
            case 0:
                yield measured(measure.name, value, period)
            case 1 if value != other:
                yield compared(measure.name, value, other, "less" if value < other else "more", period)
            case 2:
                yield replace(
                    trend(measure.name, chance.choice(["rising", "falling"])), change=Quantity(round(chance.uniform(2, 25), 1), apart(measure.unit))
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
