"""From what importers read, through the store, to what is answered: the figures by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import stdev

import numpy as np
import pytest

from assistant.datapipe import MemoryPipe
from assistant.facts import Assessed, Fact, Measured
from assistant.measures import Quantity
from assistant.period import Period
from assistant.records.intake import StoreIntake
from assistant.records.sample import Night, Phase, Readings
from assistant.records.store import RecordStore
from assistant.records.vault import Vault
from assistant.tasks.activity import activity
from assistant.tasks.glucose import glucose
from assistant.tasks.sleep import sleep
from assistant.tasks.spec import Context, TaskSpec
from assistant.types import Person

NOW = datetime.fromisoformat("2026-11-30T09:30:00+01:00")
WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    store = RecordStore(tmp_path, Vault.open(tmp_path, "correct horse", lambda: None))
    store.add(Person("ana", "Ana", "Europe/Berlin", NOW))
    return store


async def answer(store: RecordStore, spec: TaskSpec, measure: str, view: str = "summary") -> tuple[Fact, ...]:
    asked = Context(store.person("ana"), store, NOW, "en", "", (), MemoryPipe())
    facts = await spec.run(asked, **spec.bind({"measure": measure, "period": str(WEEK), "view": view}))
    assert isinstance(facts, tuple)
    return facts


def stamp(moment: str) -> datetime:
    return datetime.fromisoformat(moment)


def night(day: date, bed: str, asleep: str, rem: str, wake: str) -> Night:
    """In bed, light sleep from `asleep`, REM from `rem`, until `wake`; times after noon are those of the evening before."""

    def at(time: str) -> datetime:
        before = timedelta(days=1 if time >= "12:00" else 0)
        return stamp(f"{day - before}T{time}+01:00")

    phases = (Phase("in_bed", at(bed), at(wake)), Phase("light", at(asleep), at(rem)), Phase("rem", at(rem), at(wake)))
    return Night("Watch", phases)


async def test_nights_become_shares_and_regularity(store: RecordStore) -> None:
    """Five nights, each with 80 minutes of REM in 400 of sleep, that begin at different times."""
    beds = {24: ("23:40", "23:50", "05:10", "06:30"), 25: ("00:10", "00:20", "05:40", "07:00"), 26: ("23:40", "23:50", "05:10", "06:30")}
    beds |= {27: ("00:40", "00:50", "06:10", "07:30"), 28: ("00:10", "00:20", "05:40", "07:00")}
    with StoreIntake(store, "ana") as intake:
        intake.nights(night(date(2026, 11, number), *times) for number, times in beds.items())
    minutes, share = await answer(store, sleep, "rem_sleep", "assess")
    assert isinstance(minutes, Measured)
    assert isinstance(share, Assessed)
    assert (minutes.quantity, minutes.days_with_data) == (Quantity(80.0, "min"), 5)
    assert (share.measured.quantity, share.verdict) == (Quantity(20.0, "%"), "within")
    (fact,) = await answer(store, sleep, "sleep_regularity")
    assert isinstance(fact, Measured)
    middles = [(-20 + 390) / 2, (10 + 420) / 2, (-20 + 390) / 2, (40 + 450) / 2, (10 + 420) / 2]
    assert (fact.quantity.value, fact.days_with_data) == (round(stdev(middles)), 5)
    (fact,) = await answer(store, sleep, "bedtime")
    assert isinstance(fact, Measured)
    assert fact.quantity == Quantity(4.0, "clock")


def readings(measure: str, source: str, unit: str, rows: Sequence[tuple[str, int, float]], factor: float = 1.0) -> Readings:
    """rows: (start, minutes, value as the file has it)."""
    begun = [stamp(start) for start, _, _ in rows]
    start = np.array([round(moment.timestamp() * 1e6) for moment in begun], np.int64)
    offset = np.array([(moment.utcoffset() or timedelta()) // timedelta(minutes=1) for moment in begun], np.int16)
    original = np.array([value for _, _, value in rows], np.float64)
    return Readings(measure, source, unit, start, start + np.array([m for _, m, _ in rows]) * 60_000_000, offset, original * factor, original)


async def test_glucose_is_of_all_readings_of_the_source_that_speaks(store: RecordStore) -> None:
    """A sensor in mmol/L on two days and a meter on one of them: the sensor speaks for both, and 20 of its 24 readings are in range."""
    sensor = [(f"2026-11-{day}T{hour:02}:00+01:00", 0, 5.0 if day == 28 else 11.0) for day, hours in ((28, 20), (29, 4)) for hour in range(hours)]
    with StoreIntake(store, "ana") as intake:
        intake.readings(readings("glucose", "Sensor", "mmol/L", sensor, 18.0156))
        intake.readings(readings("glucose", "Meter", "mg/dL", [("2026-11-29T08:00+01:00", 0, 300.0)]))
    for measure, value, unit in (("glucose", 108.0, "mg/dL"), ("time_in_range", 83.0, "%"), ("time_above_range", 17.0, "%")):
        (fact,) = await answer(store, glucose, measure)
        assert isinstance(fact, Measured)
        assert (fact.quantity.value, fact.quantity.unit, fact.days_with_data, fact.source.title) == (value, unit, 2, "Sensor")


async def test_two_devices_that_made_up_a_day_are_both_named(store: RecordStore) -> None:
    """The watch counted 3000 steps until ten; the phone 800 in the same hour and 500 later: 3500, from both."""
    with StoreIntake(store, "ana") as intake:
        intake.readings(readings("steps", "Ana's Watch", "count", [("2026-11-29T09:00+01:00", 60, 3000.0)]))
        intake.readings(readings("steps", "Ana's Phone", "count", [("2026-11-29T09:00+01:00", 60, 800.0), ("2026-11-29T18:00+01:00", 60, 500.0)]))
    (fact,) = await answer(store, activity, "steps")
    assert isinstance(fact, Measured)
    assert (fact.quantity.value, fact.days_with_data, fact.source.title) == (3500.0, 1, "Ana's Phone, Ana's Watch")
