"""From a recording to a level, through the three tasks, with the demo person's recordings."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

import numpy as np
import pytest

from assistant.errors import PermissionDenied, TaskError
from assistant.facts import Stressed
from assistant.period import Period
from assistant.records.demo import demo
from assistant.records.recording import Recording
from assistant.tasks.pulse import pulse
from assistant.tasks.recording import recording
from assistant.tasks.spec import Outcome
from assistant.tasks.stress import stress
from assistant.testing import FakeRecords, fake_context
from assistant.types import Provenance


@pytest.fixture(scope="module")
def recordings() -> tuple[Recording, ...]:
    return demo().recordings


async def level(recordings: tuple[Recording, ...], day: date) -> Stressed:
    context = fake_context(records=FakeRecords(recordings={"ana": recordings}))
    found = await recording.run(context, Period.day(day))
    assert isinstance(found, Outcome)
    worked_out = await pulse.run(context, found.value["recording"])
    assert isinstance(worked_out, Outcome)
    (fact,) = await stress.run(context, worked_out.value["pulse"])
    assert isinstance(fact, Stressed)
    return fact


async def test_yesterdays_pulse_has_a_level_against_the_five_before(recordings: tuple[Recording, ...]) -> None:
    fact = await level(recordings, date(2026, 11, 29))
    assert (fact.unknown, fact.recordings) == ("", 5)
    assert fact.level is not None
    assert fact.level == (await level(recordings, date(2026, 11, 29))).level


async def test_the_sick_day_is_the_most_aroused(recordings: tuple[Recording, ...]) -> None:
    """Nine beats quicker and with two thirds of the usual variability."""
    fact = await level(recordings, date(2026, 10, 14))
    assert (fact.level, fact.recordings) == (5, 3)


async def test_the_first_recording_has_nothing_to_stand_against(recordings: tuple[Recording, ...]) -> None:
    fact = await level(recordings, date(2026, 8, 5))
    assert (fact.level, fact.unknown, fact.recordings) == (None, "baseline", 0)


async def test_noise_is_unknown(recordings: tuple[Recording, ...]) -> None:
    rng = np.random.default_rng(1)
    noise = Recording("ppg", datetime.fromisoformat("2026-11-30T08:00:00+01:00"), 25.0, rng.integers(0, 4000, 25 * 300).astype(np.int32), "Toy")
    fact = await level((*recordings, noise), date(2026, 11, 30))
    assert (fact.level, fact.unknown) == (None, "signal")


async def test_a_later_recording_changes_nothing(recordings: tuple[Recording, ...]) -> None:
    later = replace(recordings[0], start=recordings[-1].start + timedelta(days=1))
    with_it, without = [await level(those, date(2026, 11, 29)) for those in ((*recordings, later), recordings)]
    assert (with_it.level, with_it.recordings) == (without.level, without.recordings)


async def test_an_earlier_recording_that_is_useless_is_passed_over(recordings: tuple[Recording, ...]) -> None:
    slow = replace(recordings[1], rate=2.0)
    fact = await level((recordings[0], slow, *recordings[2:]), date(2026, 11, 29))
    assert fact.unknown == ""


async def test_a_key_of_something_else_is_refused() -> None:
    context = fake_context()
    with pytest.raises(TaskError, match="work it out with the task pulse"):
        await stress.run(context, "nothing")
    key = await context.pipe.put("ana", {"steps": 3}, Provenance("note", {}, ""))
    with pytest.raises(TaskError, match="run pulse first"):
        await stress.run(context, key)


async def test_stress_that_may_not_be_read_is_not_estimated_either(recordings: tuple[Recording, ...]) -> None:
    """Although the recording itself may be read."""
    context = fake_context(records=FakeRecords(recordings={"ana": recordings}, denied=("stress",)))
    found = await recording.run(context, Period.day(date(2026, 11, 29)))
    assert isinstance(found, Outcome)
    worked_out = await pulse.run(context, found.value["recording"])
    assert isinstance(worked_out, Outcome)
    with pytest.raises(PermissionDenied, match="stress"):
        await stress.run(context, worked_out.value["pulse"])
