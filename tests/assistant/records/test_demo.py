"""The demo person: what was planted is found again from a loaded store, by plain counting."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from assistant.assets import asset
from assistant.cli.data import app
from assistant.datapipe import MemoryPipe
from assistant.facts import Absent, Compared, Measured, Trended
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.demo import demo
from assistant.records.store import RecordStore
from assistant.records.truths import truths
from assistant.records.vault import Vault
from assistant.tasks.activity import activity
from assistant.tasks.sleep import sleep
from assistant.tasks.spec import Context

WHOLE = Period(date(2026, 8, 3), date(2026, 11, 30))
SICK = Period(date(2026, 10, 12), date(2026, 10, 18))
WELL = Period(date(2026, 9, 28), date(2026, 10, 11))
OFF = Period(date(2026, 9, 21), date(2026, 9, 27))
BY_HAND = {"systolic", "diastolic", "menstruation", "soreness", "perceived_stress"}


@dataclass(frozen=True)
class Life:
    """The store as a person's tasks see it."""

    store: RecordStore
    truths: dict[str, Any]

    async def values(self, measure: str, period: Period = WHOLE) -> dict[date, float]:
        return {day.day: day.value for day in await self.store.days("demo", measure, period)}

    def asked(self) -> Context:
        person = self.store.person("demo")
        assert person.clock is not None
        return Context(person, self.store, person.clock, "en", "", (), MemoryPipe())


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    folder = tmp_path_factory.mktemp("demo")
    store = RecordStore(folder, Vault.open(folder, "demo", lambda: None))
    demo().load(store)
    return Life(store, json.loads((asset("demo") / "truths.json").read_text(encoding="utf-8")))


def test_the_truths_are_those_of_the_generator() -> None:
    """If this fails after an edit: python -m assistant.records.truths."""
    assert truths(demo()) == json.loads((asset("demo") / "truths.json").read_text(encoding="utf-8"))


async def test_every_truth_is_found_again_in_the_store(life: Life) -> None:
    assert set(life.truths["measures"]) == set(demo().days) <= set(MEASURES)
    for measure, true in life.truths["measures"].items():
        values = await life.values(measure)
        assert len(values) == true["days"]
        assert [day.isoformat() for day in WHOLE if day not in values] == true["missing"]
        for month, totals in true["months"].items():
            own = [value for day, value in values.items() if day.isoformat().startswith(month)]
            assert len(own) == totals["days"]
            assert fmean(own) == pytest.approx(totals["mean"], abs=0.001)
            assert sum(own) == pytest.approx(totals["sum"], abs=0.01)
        for which, best in (("highest", max), ("lowest", min)):
            assert best(values.values()) == true[which]["value"]
            assert min(day for day, value in values.items() if value == true[which]["value"]).isoformat() == true[which]["day"]


async def test_every_day_has_its_device(life: Life) -> None:
    for measure, source in (("sleep_duration", "Demo watch"), ("weight", "Demo scale"), ("glucose", "Demo glucose sensor")):
        assert {day.source for day in await life.store.days("demo", measure, WHOLE)} == {source}


async def test_about_six_days_in_a_hundred_are_missing_and_not_the_same_ones(life: Life) -> None:
    missing = {}
    for measure in set(demo().days) - BY_HAND:
        values = await life.values(measure)
        missing[measure] = frozenset(day for day in WHOLE if day not in values)
        assert 0.05 <= len(missing[measure]) / WHOLE.days <= 0.08
    assert len({missing[name] for name in ("sleep_duration", "steps", "hrv", "weight", "glucose")}) == 5


async def test_the_watch_lay_in_a_drawer_for_a_week(life: Life) -> None:
    for measure in ("sleep_duration", "steps", "resting_heart_rate", "hrv"):
        assert await life.values(measure, OFF) == {}
    assert await life.values("weight", OFF)
    (fact,) = await sleep.run(life.asked(), measure="sleep_duration", period=OFF)
    assert fact == Absent("sleep_duration", OFF, WHOLE)


async def test_a_night_begins_and_ends_where_its_time_in_bed_does(life: Life) -> None:
    bed, wake, inside = [await life.values(name) for name in ("bedtime", "wake_time", "time_in_bed")]
    asleep, awake, latency = [await life.values(name) for name in ("sleep_duration", "awake", "sleep_latency")]
    for day, minutes in inside.items():
        assert wake[day] - bed[day] == minutes == asleep[day] + awake[day] + latency[day]


async def test_what_is_measured_by_hand_is_there_on_its_days(life: Life) -> None:
    systolic, diastolic = await life.values("systolic"), await life.values("diastolic")
    assert set(systolic) == set(diastolic) == {day for day in WHOLE if day.weekday() in (0, 3)}
    assert all(systolic[day] > diastolic[day] for day in systolic)
    assert [len(await life.values(name)) for name in ("menstruation", "soreness", "perceived_stress")] == [20, 102, 9]
    assert [entry.name for entry in await life.store.clinical("demo", "medication")] == ["Ibuprofen 400 mg", "Salbutamol 100 µg inhaler"]


async def test_stages_add_up_to_the_night(life: Life) -> None:
    nights = await life.values("sleep_duration")
    parts = [await life.values(stage) for stage in ("deep_sleep", "rem_sleep", "light_sleep")]
    for day, minutes in nights.items():
        assert sum(part[day] for part in parts) == minutes
        assert all(part[day] > 0 for part in parts)


async def test_the_sick_week_shows(life: Life) -> None:
    async def mean(measure: str, period: Period) -> float:
        return fmean((await life.values(measure, period)).values())

    assert await mean("resting_heart_rate", SICK) - await mean("resting_heart_rate", WELL) > 4
    assert await mean("hrv", SICK) < 0.8 * await mean("hrv", WELL)
    assert await mean("steps", SICK) < 0.6 * await mean("steps", WELL)


async def test_bad_nights_are_short_and_broken(life: Life) -> None:
    bad = {date(2026, 9, 9), date(2026, 9, 10), date(2026, 10, 28), date(2026, 11, 24), date(2026, 11, 26), date(2026, 11, 27)}
    nights, awake = await life.values("sleep_duration"), await life.values("awake")
    assert max(nights[day] for day in bad) < 360
    assert min(awake[day] for day in bad) > fmean(awake.values())
    assert fmean(nights[day] for day in nights if day not in bad) > 420


async def test_last_week_was_worse_than_the_week_before(life: Life) -> None:
    """The first question of the demonstration has a clear answer, with one night missing on the other side."""
    (fact,) = await sleep.run(life.asked(), measure="sleep_duration", period=Period(date(2026, 11, 23), date(2026, 11, 29)), view="compare")
    assert isinstance(fact, Compared)
    assert fact.verdict == "less"
    assert (fact.now.days_with_data, fact.before.days_with_data) == (7, 6)
    assert fact.difference.value == fact.before.quantity.value - fact.now.quantity.value


async def test_the_week_has_its_shape(life: Life) -> None:
    by_weekday: dict[int, list[float]] = {n: [] for n in range(7)}
    for day, value in (await life.values("steps")).items():
        if day not in SICK and day != WHOLE.end:
            by_weekday[day.weekday()].append(value)
    means = {weekday: fmean(values) for weekday, values in by_weekday.items()}
    assert max(means, key=lambda weekday: means[weekday]) == 5
    assert min(means, key=lambda weekday: means[weekday]) == 6


async def test_planted_trends_are_found(life: Life) -> None:
    (steps,) = await activity.run(life.asked(), measure="steps", period=WHOLE, view="trend")
    assert isinstance(steps, Trended)
    assert steps.direction == "rising"
    assert 80 <= steps.change.value <= 180  # planted: 130 a week
    weight = await life.values("weight")
    days = np.array([day.toordinal() for day in weight])
    slope = np.polyfit(days, np.array(list(weight.values())), 1)[0] * 7
    assert slope == pytest.approx(-0.2, abs=0.03)
    (nights,) = await sleep.run(life.asked(), measure="sleep_duration", period=Period(WHOLE.start, date(2026, 10, 11)), view="trend")
    assert isinstance(nights, Trended)
    assert nights.direction == "steady"


async def test_today_has_only_its_morning(life: Life) -> None:
    (today,) = await activity.run(life.asked(), measure="steps", period=Period.day(WHOLE.end))
    assert isinstance(today, Measured)
    assert 500 < today.quantity.value < 3000
    assert (await life.values("sleep_duration"))[WHOLE.end] > 360


def beats(samples: Iterable[int], rate: float) -> list[float]:
    """Times of the pulse's steepest rises, by a plain threshold on the slope: a path of its own to the heart rate."""
    slope = np.diff(np.asarray(list(samples), float))
    slope = np.convolve(slope, np.ones(3) / 3, "same")
    limit = 0.5 * np.quantile(slope, 0.99)
    found: list[float] = []
    for n in range(1, len(slope) - 1):
        if slope[n] > limit and slope[n - 1] <= slope[n] > slope[n + 1] and (not found or n / rate - found[-1] > 0.4):
            curve = slope[n - 1] - 2 * slope[n] + slope[n + 1]
            found.append((n + 0.5 * (slope[n - 1] - slope[n + 1]) / curve) / rate)
    return found


async def test_recordings_pulse_as_the_person_does(life: Life) -> None:
    recordings = await life.store.recordings("demo")
    assert [recording.start.isoformat() for recording in recordings] == [true["start"] for true in life.truths["recordings"]]
    resting, hrv = await life.values("resting_heart_rate"), await life.values("hrv")
    for recording, true in zip(recordings, life.truths["recordings"], strict=True):
        assert (recording.rate, recording.seconds, int(recording.samples.sum())) == (25.0, 600.0, true["checksum"])
        between = np.diff(beats(recording.samples, recording.rate))
        day = recording.start.date()
        assert 60 / between.mean() == pytest.approx(resting[day] + 5, abs=1)
        rmssd = 1000 * np.sqrt(np.mean(np.diff(between) ** 2))
        assert rmssd == pytest.approx(hrv[day], rel=0.15)


async def test_loading_again_changes_nothing(life: Life) -> None:
    before = {measure: await life.values(measure) for measure in MEASURES}
    demo().load(life.store)
    assert {measure: await life.values(measure) for measure in MEASURES} == before
    assert len(await life.store.recordings("demo")) == 6


def run(folder: Path, *arguments: str, answer: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments, env={"AURICLE_DATA": str(folder), "AURICLE_PASSPHRASE": "demo"}, input=answer)
    return result.exit_code, result.output + (str(result.exception) if result.exception else "")


def test_the_command_line_loads_lists_and_erases(tmp_path: Path) -> None:
    assert "`auricle data demo` makes a demo person" in run(tmp_path, "list")[1]
    start = time.perf_counter()
    assert run(tmp_path, "demo")[0] == 0
    assert time.perf_counter() - start < 10
    code, shown = run(tmp_path, "list")
    assert code == 0
    assert "demo: Alex Demo, Europe/Berlin" in shown
    assert "2026-08-03 to 2026-11-30   111 days with data  Demo watch" in shown
    (person,) = json.loads(run(tmp_path, "list", "--person", "demo", "--json")[1])["people"]
    assert {row["measure"]: row["days"] for row in person["measures"]} == {
        name: true["days"] for name, true in json.loads((asset("demo") / "truths.json").read_text())["measures"].items()
    }
    assert len(person["recordings"]) == 6
    assert "There is no person 'eve'; there are: demo" in run(tmp_path, "list", "--person", "eve")[1]
    assert "Nothing was erased" in run(tmp_path, "erase", "demo", answer="n\n")[1]
    assert "are gone" in run(tmp_path, "erase", "demo", answer="y\n")[1]
    assert json.loads(run(tmp_path, "list", "--json")[1]) == {"people": []}
