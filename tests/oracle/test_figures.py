"""Hundreds of questions about four kinds of people, answered twice: by the tasks on an encrypted store that the importers filled, and by
figures.py from the raw files. Numbers, verdicts and counts of days must be the same."""

from __future__ import annotations

import importlib.util
import math
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from assistant.cli.data import app
from assistant.compose import load_demo_person
from assistant.datapipe import MemoryPipe
from assistant.errors import TaskError, UsageError
from assistant.facts import Absent, Assessed, Compared, Counted, Extreme, Fact, Measured, Related, Trended, Unusual
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.importers.registry import recognise
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.intake import StoreIntake
from assistant.records.store import RecordStore
from assistant.settings import Settings
from assistant.tasks.registry import builtin_tasks
from assistant.tasks.spec import Context
from assistant.types import Person


def _beside(name: str) -> ModuleType:
    """A module of this folder: strangers' packages called `tests` stand in the way of importing it."""
    spec = importlib.util.spec_from_file_location(f"oracle_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


oracle = _beside("figures")
Span = oracle.Span

SEED = 20261130
LATER = datetime.fromisoformat("2026-11-30T09:30:00+01:00")  # for people of the research data the records lie in the past
LIFESNAPS = ("1", "4", "7", "17", "23", "27", "52")
FITBIT = ("4388161847", "4702921684", "8378563200", "1844505072", "1927972279", "1503960366", "6290855005", "8583815059", "6962181067")
CGM = tuple(f"Subject {n}" for n in range(1, 6))
HALL = ("1636-69-001", "1636-70-1010", "2133-018")  # two of them with a gap of weeks or a year
# Of a period, not of a day; with too few days for them, what they rest on is told.
INSTEAD = {"gmi": ("glucose",), "sleep_regularity": ("bedtime", "wake_time")}
EVER = Period(date(2010, 1, 1), date(2026, 11, 30))
VIEWS = ("summary", "compare", "trend", "extreme", "count", "unusual", "relate")


@dataclass
class World:
    """The store, and of everybody what the second implementation read."""

    settings: Settings
    store: RecordStore
    people: dict[str, Any] = field(default_factory=dict)
    tasks: dict[str, Any] = field(default_factory=lambda: {task.name: task for task in builtin_tasks()})

    async def ask(self, who: str, measure: str, span: Any, view: str = "summary", **more: Any) -> tuple[Fact, ...]:
        person = self.store.person(who)
        context = Context(person, self.store, person.clock or LATER, "en", "", (), MemoryPipe())
        spec = self.tasks[MEASURES[measure].task]
        facts = await spec.run(context, **spec.bind({"measure": measure, "period": str(span), "view": view, **more}))
        assert isinstance(facts, tuple)
        return facts


@pytest.fixture(scope="module")
def world(shared_file: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> World:
    folder = shared_file("data/wearables")
    settings = Settings(data=tmp_path_factory.mktemp("oracle"), light=True)
    store = load_demo_person(settings)
    world = World(settings, store)
    written = tmp_path_factory.mktemp("demo")
    done = CliRunner().invoke(app, ["export", "demo", "--out", str(written)], env={"AURICLE_DATA": str(settings.data)})
    assert done.exit_code == 0, done.output
    world.people["demo"] = oracle.exported(written, date(2026, 11, 30))

    def take(who: str, path: Path, subject: str, zone: str) -> None:
        store.add(Person(who, who, zone))
        parcel = Parcel(path)
        importer = recognise(parcel)
        with StoreIntake(store, who) as intake:
            importer.read(parcel, intake, Options(ZoneInfo(zone), subject))

    daily = folder / "lifesnaps/daily_fitbit_sema_df_unprocessed.csv"
    for subject in LIFESNAPS:
        take(f"lifesnaps-{subject}", daily, subject, "Europe/Athens")
        world.people[f"lifesnaps-{subject}"] = oracle.lifesnaps(daily, subject)
    turned = _day_first(folder / "fitbit", tmp_path_factory.mktemp("fitbit"))
    for n, subject in enumerate(FITBIT):
        path = turned if n % 2 else folder / "fitbit"
        take(f"fitbit-{subject}", path, subject, "America/Chicago")
        world.people[f"fitbit-{subject}"] = oracle.fitbit(path, subject, day_first=bool(n % 2))
    for name, subjects, zone in (("example_data_5_subject.csv", CGM, "America/Phoenix"), ("example_data_hall.csv", HALL, "America/New_York")):
        for subject in subjects:
            who = f"cgm-{subject.lower().replace(' ', '-')}"
            take(who, folder / "cgm" / name, subject, zone)
            world.people[who] = oracle.cgm(folder / "cgm" / name, subject)
    return world


def _day_first(folder: Path, to: Path) -> Path:
    """The same tables with the day before the month, as they went round in another copy: "12/04/2016"."""
    for path in folder.glob("*.csv"):
        rows = pd.read_csv(path, dtype=str)
        column = next(name for name in rows if name in ("ActivityDate", "ActivityHour", "SleepDay", "Date"))
        rows[column] = rows[column].str.replace(r"^(\d+)/(\d+)/", lambda found: f"{int(found[2]):02}/{int(found[1]):02}/", regex=True)
        rows.to_csv(to / path.name, index=False)
    return to


# — questions —


@dataclass(frozen=True)
class Query:
    who: str
    measure: str
    view: str
    span: Any
    more: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.who} {self.measure} {self.view} {self.span} {dict(self.more) or ''}"


def queries(people: Mapping[str, Any]) -> list[Query]:
    """Every person in every view, with measures and periods by lot: a day, a week, a month, half a year, over the ends of the data, too."""
    lot = np.random.default_rng(SEED)
    found: dict[str, Query] = {}
    for who, person in people.items():
        for view in VIEWS:
            for _ in range(15 if who == "demo" else 6):
                query = _query(lot, who, person, view)
                found[str(query)] = query
    return list(found.values())


def _query(lot: np.random.Generator, who: str, person: Any, view: str) -> Query:
    names = _measures(person)
    asked = [name for name in names if name != "stress_score"]  # no task tells it; it may be related to
    measure = asked[lot.integers(len(asked))]
    known = person.known({"gmi": "glucose", "sleep_regularity": "bedtime"}.get(measure, measure))
    span = _span(lot, known, view)
    more: dict[str, Any] = {}
    if view == "compare" and lot.random() < 0.5:
        more["against"] = str(_span(lot, known, view))
    if view == "extreme":
        more["which"] = ("highest", "lowest")[lot.integers(2)]
    if view == "count":
        values = person.days[measure].dropna() if measure in person.days else pd.Series([5.0])
        # Often exactly a day's value as it is shown: the limit itself must count where it should.
        more["limit"] = oracle.shown(measure, float(lot.choice(values.to_numpy())))
        more["bound"] = ("at_least", "above", "at_most", "below")[lot.integers(4)]
    if view == "relate":
        others = [name for name in names if name not in (measure, *INSTEAD)]
        more["other"] = others[lot.integers(len(others))]
    return Query(who, measure, view, span, more)


def _measures(person: Any) -> list[str]:
    names = [name for name in person.days if name in oracle.MEASURES and person.known(name)]
    return names + ["gmi"] * ("glucose" in names) + ["sleep_regularity"] * ("bedtime" in names)


def _span(lot: np.random.Generator, known: Any, view: str) -> Any:
    # Two in three begin before the day that leaves room behind them, so that most have data.
    shortest = {"trend": 5, "unusual": 1, "relate": 10}.get(view, 1)
    length = int(lot.choice([1, 2, 7, 10, 14, 28, 31, 61, 92, 183]))
    length = max(length, shortest)
    first = known.first + timedelta(days=int(lot.integers(-3, max(known.days - 1, 1))))
    if lot.random() < 0.1:  # today, or the last day there is
        return Span(known.last - timedelta(days=length - 1), known.last)
    return Span(first, first + timedelta(days=length - 1))


# — what should be said —


def expected(person: Any, query: Query) -> list[dict[str, Any]]:
    both = query.measure == "systolic" and query.view in ("summary", "compare", "trend", "unusual")
    measures = ("systolic", "diastolic") if both else (query.measure,)
    return [fact for measure in measures for fact in _expected(person, measure, query)]


def _expected(person: Any, measure: str, query: Query) -> list[dict[str, Any]]:
    other = "" if measure in INSTEAD else query.more.get("other", "")
    span, view = person.asked(measure, query.span, other), query.view
    values = person.values(measure, span)
    plain = _summary(person, measure, span)
    if measure in INSTEAD and view not in ("summary", "compare"):
        return plain  # one number a period: it has no days
    if view == "compare":
        return _compared(person, measure, query, span)
    if plain[0]["fact"] == "absent":
        return plain
    if view == "trend" and len(values) >= oracle.LEAST_FOR_TREND:
        direction, change, low, high, digits = oracle.trend(measure, values)
        return [_of(measure, "trended", span, len(values), direction=direction, value=abs(change), low=low, high=high, digits=digits)]
    if view == "extreme":
        day, value = oracle.extreme(measure, values, query.more["which"])
        return [_of(measure, "extreme", span, len(values), day=day, value=value)]
    if view == "count":
        return [_of(measure, "counted", span, len(values), met=oracle.count(measure, values, query.more["bound"], query.more["limit"]))]
    if view == "unusual" and (found := oracle.unusual(person, measure, span)):
        low, high, odd = found
        return [_of(measure, "unusual", span, len(values), low=low, high=high, odd=odd)]
    if view == "relate":
        others = person.values(query.more["other"], span)
        if not len(others):
            return [{"fact": "absent", "measure": query.more["other"], "period": str(span)}]
        n, rho, low, high, sign, strength = oracle.relate(values, others)
        return [{"fact": "related", "digits": 2, "n": n, "rho": rho, "low": low, "high": high, "sign": sign, "strength": strength}]
    return plain


def _of(measure: str, fact: str, span: Any, n: int, **more: Any) -> dict[str, Any]:
    return {"fact": fact, "measure": measure, "period": str(span), "n": n, **more}


def _summary(person: Any, measure: str, span: Any) -> list[dict[str, Any]]:
    value, n = oracle.figure(person, measure, span)
    if n == 0:
        return [{"fact": "absent", "measure": measure, "period": str(span)}]
    if value is None:
        return [fact for name in INSTEAD[measure] for fact in _summary(person, name, span)]
    facts = [_of(measure, "measured", span, n, statistic="value" if span.days == 1 else "mean", value=value)]
    whole = oracle.total(person, measure, span)
    if whole is not None and span.days > 1:
        facts.append(_of(measure, "measured", span, n, statistic="total", value=whole))
    return facts


def _compared(person: Any, measure: str, query: Query, span: Any) -> list[dict[str, Any]]:
    against = person.asked(measure, _parsed(query.more["against"]) if "against" in query.more else query.span.before())
    (now, n), (before, m) = oracle.figure(person, measure, span), oracle.figure(person, measure, against)
    if measure in INSTEAD and ((now is None and n) or (before is None and m)):
        return [fact for name in INSTEAD[measure] for fact in _compared(person, name, query, span)]
    if measure in INSTEAD and not n and not m:
        return _summary(person, measure, span)
    unfinished = oracle.MEASURES[measure].growing and person.today is not None and person.today in (span.last, against.last)
    if now is None or before is None or unfinished:  # half a day is no less than a whole one
        return [fact for days in (span, against) for fact in _summary(person, measure, days)[:1]]  # no totals where means are compared
    verdict, size = oracle.compare(measure, now, before)
    return [_of(measure, "compared", span, n, value=now, before=before, against=str(against), m=m, verdict=verdict, difference=size)]


def _parsed(text: str) -> Any:
    return Span(*(date.fromisoformat(part) for part in text.split("/")))


# — what is said —


def told(fact: Fact) -> dict[str, Any]:
    match fact:
        case Measured():
            return {"fact": "measured", **_told(fact), "statistic": fact.statistic, "value": fact.quantity.value}
        case Compared():
            found = {"fact": "compared", **_told(fact.now), "value": fact.now.quantity.value, "before": fact.before.quantity.value}
            more = {"against": str(fact.before.period), "m": fact.before.days_with_data, "verdict": fact.verdict}
            return {**found, **more, "difference": fact.difference.value}
        case Trended():
            assert fact.low is not None
            assert fact.high is not None
            more = {"direction": fact.direction, "value": fact.change.value, "low": fact.low.value, "high": fact.high.value}
            return {"fact": "trended", **_told(fact), **more}
        case Extreme():
            return {"fact": "extreme", **_told(fact), "day": fact.day, "value": fact.quantity.value}
        case Counted():
            return {"fact": "counted", **_told(fact), "met": fact.days_met}
        case Unusual():
            odd = {each.day: each.which for each in fact.days}
            return {"fact": "unusual", **_told(fact), "low": fact.low.value, "high": fact.high.value, "odd": odd}
        case Related():
            numbers = {"n": fact.days_with_data, "rho": fact.rho, "low": fact.low, "high": fact.high}
            return {"fact": "related", **numbers, "sign": fact.sign, "strength": fact.strength}
        case Absent():
            return {"fact": "absent", "measure": fact.measure, "period": str(fact.period)}
    raise AssertionError(f"an unexpected fact: {fact}")


def _told(fact: Any) -> dict[str, Any]:
    return {"measure": fact.measure, "period": str(fact.period), "n": fact.days_with_data}


def alike(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Numbers as they are shown; where the unrounded one lies within a millionth of a half, either neighbour will do."""
    mine = dict(mine)
    digits = mine.pop("digits", None)  # of a trend
    if digits is None and "measure" in mine:
        digits = oracle.MEASURES[mine["measure"]].digits
    if mine.keys() != theirs.keys():
        return False
    return all(_near(value, theirs[name], digits) if isinstance(value, float) else value == theirs[name] for name, value in mine.items())


def _near(mine: float, theirs: float, digits: int) -> bool:
    step = 10.0**-digits
    half = abs(mine / step - math.floor(mine / step) - 0.5) < 1e-6
    return abs(theirs - round(mine, digits)) < 1e-9 or (half and abs(theirs - mine) <= 0.5 * step + 1e-6)


async def test_every_figure_is_found_again(world: World) -> None:
    asked = queries(world.people)
    wrong: list[str] = []
    kinds: Counter[tuple[str, str]] = Counter()
    for query in asked:
        mine = expected(world.people[query.who], query)
        try:
            theirs = [told(fact) for fact in await world.ask(query.who, query.measure, query.span, query.view, **query.more)]
        except (TaskError, UsageError) as error:
            theirs = [{"fact": f"error: {error}"}]
        kinds[query.who.split("-")[0], mine[0]["fact"]] += 1
        if len(mine) != len(theirs) or not all(map(alike, mine, theirs)):
            wrong.append(f"{query}\n   records: {mine}\n   answer:  {theirs}")
    print(sorted(kinds.items()))
    assert not wrong, f"{len(wrong)} of {len(asked)}\n" + "\n".join(wrong)
    assert len(asked) >= 300


async def test_every_day_is_found_again(world: World) -> None:
    """Also the days that must be missing: zeros of a watch that nobody wore, scores of zero, rows that stand twice."""
    wrong: list[str] = []
    days = missing = 0
    for who, person in world.people.items():
        if who == "demo":
            continue
        for measure in MEASURES:
            theirs = {day.day: day.value for day in await world.store.days(who, measure, EVER)}
            mine = person.days[measure].dropna().to_dict() if measure in person.days else {}
            days, missing = days + len(mine), missing + (int(person.days[measure].isna().sum()) if mine else 0)
            if mine.keys() != theirs.keys():
                wrong.append(f"{who} {measure}: {sorted(mine.keys() ^ theirs.keys())}")
            wrong += [
                f"{who} {measure} {day}: {mine[day]} {theirs[day]}" for day in mine.keys() & theirs.keys() if abs(mine[day] - theirs[day]) > 1e-6
            ]
    assert not wrong, "\n".join(wrong)
    assert days > 10_000
    assert missing > 1_000


async def test_enough_is_the_figure_against_the_published_range(world: World) -> None:
    wrong: list[str] = []
    verdicts: Counter[str] = Counter()
    lot = np.random.default_rng(SEED)
    for who, person in world.people.items():
        for measure in oracle.RANGES:
            if not (known := person.known(measure)):
                continue
            span = _span(lot, known, "assess")
            value, n = oracle.figure(person, measure, person.asked(measure, span))
            said = [fact for fact in await world.ask(who, measure, span, "assess") if isinstance(fact, Assessed) and fact.measured.measure == measure]
            if value is None:
                assert not said
                continue
            verdict = oracle.assess(measure, value)
            verdicts[verdict] += 1
            if [(fact.verdict, fact.measured.days_with_data) for fact in said] != [(verdict, n)] or not _near(
                value, said[0].measured.quantity.value, oracle.MEASURES[measure].digits
            ):
                wrong.append(f"{who} {measure} {span}: {value} {verdict} of {n}; {said}")
    assert not wrong, "\n".join(wrong)
    assert min(verdicts[name] for name in ("below", "within", "above")) >= 3, verdicts
