"""From a question's period to a recording to a pulse: through the executor, with the demo person's recordings and others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from assistant.datapipe import MemoryPipe
from assistant.errors import NoData, TaskError
from assistant.execution import Executor
from assistant.facts import Pulse, Signal, Unusable
from assistant.measures import Quantity
from assistant.period import Period
from assistant.physiology.features import FEATURES
from assistant.physiology.minutes import Minutes
from assistant.records.demo import demo
from assistant.records.recording import Recording
from assistant.records.sample import Readings
from assistant.tasks.pulse import pulse
from assistant.tasks.recording import recording
from assistant.tasks.spec import Context, Outcome
from assistant.testing import NOON, FakePeople, FakeRecords, fake_context
from assistant.types import Json, Plan, Provenance, Step, Turn

YESTERDAY = Period.day(date(2026, 11, 29))
EARLIER = Period(date(2026, 8, 1), date(2026, 9, 30))
DEMO = demo().recordings


class Shelf(FakeRecords):
    """Recordings, and heart rates that a device gave."""

    def __init__(self, *recordings: Recording, rates: tuple[Readings, ...] = ()) -> None:
        super().__init__()
        self._recordings, self._rates = recordings, rates

    async def recordings(self, person: str, period: Period | None = None) -> tuple[Recording, ...]:
        return tuple(one for one in self._recordings if person == "ana" and (period is None or one.start.date() in period))

    async def readings(self, person: str, measure: str, period: Period) -> tuple[Readings, ...]:
        return self._rates if person == "ana" and measure == "heart_rate" else ()


def context(*recordings: Recording, pipe: MemoryPipe | None = None, rates: tuple[Readings, ...] = (), person: str = "ana") -> Context:
    return replace(fake_context(pipe=pipe or MemoryPipe(), person=person), records=Shelf(*recordings, rates=rates))


def rates(one: Recording, bpm: float, source: str | None = None) -> Readings:
    n = int(one.seconds // 5)
    start = (int(one.start.timestamp() * 1e6) + 5_000_000 * np.arange(n)).astype(np.int64)
    value = np.full(n, bpm)
    return Readings("heart_rate", source or one.source, "bpm", start, start, np.full(n, 60, dtype=np.int16), value, value)


async def of(run: Any, context: Context, **arguments: Any) -> Outcome:
    outcome = await run.run(context, **arguments)
    assert isinstance(outcome, Outcome)
    return outcome


async def test_the_last_recording_of_the_period_is_found() -> None:
    pipe = MemoryPipe()
    outcome = await of(recording, context(*DEMO, pipe=pipe), period=YESTERDAY)
    (fact,) = outcome.facts
    assert isinstance(fact, Signal)
    assert (fact.kind, fact.seconds, fact.start.isoformat()) == ("ppg", 600, "2026-11-29T08:10:00+01:00")
    key = outcome.value["recording"]
    assert fact.source.key == key
    held = await pipe.get("ana", str(key))
    assert held == {"kind": "ppg", "start": "2026-11-29T08:10:00+01:00", "rate": 25.0, "seconds": 600.0, "source": DEMO[-1].source}


async def test_no_recording_is_said_and_not_a_failure() -> None:
    for task in (recording, pulse):
        outcome = await of(task, context(*DEMO), period=Period.day(date(2026, 11, 20)))
        (fact,) = outcome.facts
        assert isinstance(fact, Unusable)
        assert (fact.reason, fact.start) == ("none", None)
        assert outcome.value == {}
    assert isinstance((await of(pulse, context())).facts[0], Unusable)


async def test_the_plan_of_the_demo_runs_and_no_sample_is_shown() -> None:
    pipe = MemoryPipe()
    steps = (Step("r", "recording", {"period": str(YESTERDAY)}), Step("p", "pulse", {"recording": {"from": "r", "take": "recording"}}))
    executor = Executor({"recording": recording, "pulse": pulse}, Shelf(*DEMO), pipe)
    turn = Turn("t", 0, FakePeople().person("ana"), "estimate my stress from yesterday's PPG", "en", NOON)
    found, measured = await executor.run(turn, Plan("test", "answer", steps, ""))
    assert (found.outcome, measured.outcome) == ("done", "done")
    (fact,) = measured.facts
    assert isinstance(fact, Pulse)
    minutes = Minutes.read(await pipe.get("ana", str(measured.value["pulse"])))
    assert len(minutes.windows) == 10
    assert minutes.start == DEMO[-1].start
    assert all(window.features is not None and len(window.features.values) == len(FEATURES) for window in minutes.windows)
    # Whatever a planner is shown of both: keys and a line each.
    assert len(json.dumps([dict(found.value), dict(measured.value)])) < 300


async def test_the_pulse_of_the_demo_person_is_as_it_was_planted() -> None:
    (planted,) = (day.value for day in demo().days["hrv"] if day.day == date(2026, 11, 29))
    (resting,) = (day.value for day in demo().days["resting_heart_rate"] if day.day == date(2026, 11, 29))
    (fact,) = (await of(pulse, context(*DEMO), period=YESTERDAY)).facts
    assert isinstance(fact, Pulse)
    assert fact.heart_rate.value == pytest.approx(resting + 5, abs=1)
    assert fact.rmssd.value == pytest.approx(planted, rel=0.1)
    assert fact.sdnn is not None
    assert (fact.heart_rate.unit, fact.rmssd.unit, fact.sdnn.unit) == ("bpm", "ms", "ms")
    assert fact.kept == Quantity(100, "%")
    assert fact.seconds == 600
    assert all(quantity.value == round(quantity.value) for quantity in (fact.heart_rate, fact.rmssd, fact.sdnn))


async def test_without_a_recording_the_last_of_the_period_or_of_all_is_taken() -> None:
    (fact,) = (await of(pulse, context(*DEMO), period=EARLIER)).facts
    assert isinstance(fact, Pulse)
    assert fact.start == DEMO[1].start
    (fact,) = (await of(pulse, context(*DEMO))).facts
    assert isinstance(fact, Pulse)
    assert fact.start == DEMO[-1].start


async def test_only_whole_minutes_are_kept_for_later_steps() -> None:
    pipe = MemoryPipe()
    for seconds, whole in ((125, 2), (119, 1), (50, 0)):
        outcome = await of(pulse, context(replace(DEMO[0], samples=DEMO[0].samples[: 25 * seconds]), pipe=pipe))
        assert isinstance(outcome.facts[0], Pulse)
        minutes = Minutes.read(await pipe.get("ana", str(outcome.value["pulse"])))
        assert [window.seconds for window in minutes.windows] == [60] * whole


async def test_of_two_minutes_no_sdnn_is_said() -> None:
    short = replace(DEMO[0], samples=DEMO[0].samples[: 25 * 125])
    (fact,) = (await of(pulse, context(short))).facts
    assert isinstance(fact, Pulse)
    assert fact.sdnn is None


def altered(change: Mapping[str, Any]) -> Recording:
    return replace(DEMO[0], **change)


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (altered({"samples": DEMO[0].samples[: 25 * 8]}), "short"),
        (altered({"samples": np.full(7500, 4000, dtype=np.int32)}), "noisy"),
        (altered({"samples": np.random.default_rng(1).integers(0, 9999, 7500).astype(np.int32)}), "noisy"),
        (altered({"samples": np.tile([800, 1700], 200).astype(np.int32), "kind": "ibi", "rate": 0.0}), "gaps"),
    ],
    ids=["eight seconds", "flat", "noise", "gaps"],
)
async def test_an_unusable_recording_says_why_and_stress_can_see_it(one: Recording, reason: str) -> None:
    pipe = MemoryPipe()
    outcome = await of(pulse, context(one, pipe=pipe))
    (fact,) = outcome.facts
    assert isinstance(fact, Unusable)
    assert (fact.reason, fact.start) == (reason, one.start)
    minutes = Minutes.read(await pipe.get("ana", str(outcome.value["pulse"])))
    assert minutes.refused == reason
    assert all(window.quality.refused is not None for window in minutes.windows)


async def test_a_pulse_with_much_noise_has_no_variability_to_tell() -> None:
    """Its heart rate would be right and its RMSSD the double."""
    samples = DEMO[0].samples + (DEMO[0].samples.std() * np.random.default_rng(1).standard_normal(15000)).astype(np.int32)
    outcome = await of(pulse, context(replace(DEMO[0], samples=samples)))
    (fact,) = outcome.facts
    assert isinstance(fact, Unusable)
    assert fact.reason == "noisy"


async def test_the_devices_own_heart_rate_is_asked() -> None:
    one = DEMO[0]
    for bpm, source, usable in ((66, None, True), (110, None, False), (110, "another watch", False)):
        (fact,) = (await of(pulse, context(one, rates=(rates(one, bpm, source),)))).facts
        assert isinstance(fact, Pulse) == usable
        if isinstance(fact, Unusable):
            assert fact.reason == "disagrees"
    # Its own device's word counts more than another's.
    both = (rates(one, 66), rates(one, 110, "another watch"))
    assert isinstance((await of(pulse, context(one, rates=both))).facts[0], Pulse)
    # What was said at another time says nothing.
    late = replace(rates(one, 110), start=rates(one, 110).start + 3_600_000_000, end=rates(one, 110).end + 3_600_000_000)
    assert isinstance((await of(pulse, context(one, rates=(late,)))).facts[0], Pulse)


async def test_a_rate_over_a_stretch_speaks_for_its_middle() -> None:
    one = DEMO[0]
    hours = int(one.start.timestamp() * 1e6)
    # Two hours with a mean of 110, of which the recording is the first ten minutes.
    long = Readings(
        "heart_rate",
        one.source,
        "bpm",
        np.array([hours], dtype=np.int64),
        np.array([hours + 7_200_000_000], dtype=np.int64),
        np.array([60], dtype=np.int16),
        np.array([110.0]),
        np.array([110.0]),
    )
    assert isinstance((await of(pulse, context(one, rates=(long,)))).facts[0], Pulse)


async def test_a_key_of_something_else_or_of_somebody_else_is_not_opened() -> None:
    pipe = MemoryPipe()
    key = str((await of(recording, context(*DEMO, pipe=pipe), period=YESTERDAY)).value["recording"])
    others = [
        await pipe.put("ana", value, Provenance("test", {}, "")) for value in ({"steps": 8000}, b"bytes", [1], {"kind": 1, "start": 2, "source": 3})
    ]
    for wrong in ("none", *others):
        with pytest.raises(TaskError, match="no recording under the key"):
            await pulse.run(context(*DEMO, pipe=pipe), recording=wrong)
    with pytest.raises(TaskError, match="no recording under the key"):
        await pulse.run(context(*DEMO, pipe=pipe, person="ben"), recording=key)


async def test_a_recording_that_was_erased_meanwhile() -> None:
    pipe = MemoryPipe()
    key = str((await of(recording, context(*DEMO, pipe=pipe), period=YESTERDAY)).value["recording"])
    with pytest.raises(NoData, match="no longer there"):
        await pulse.run(context(*DEMO[:-1], pipe=pipe), recording=key)


async def test_a_recording_that_runs_over_midnight_asks_both_days() -> None:
    asked: list[Period] = []

    class Watching(Shelf):
        async def readings(self, person: str, measure: str, period: Period) -> tuple[Readings, ...]:
            asked.append(period)
            return ()

    late = replace(DEMO[0], start=datetime.fromisoformat("2026-08-05T23:55:00+02:00"))
    await pulse.run(replace(fake_context(), records=Watching(late)))
    assert asked == [Period(late.start.date(), late.start.date() + timedelta(days=1))]


def test_what_planners_are_told() -> None:
    assert pulse.permission == recording.permission == "reads_person"
    assert pulse.schema["required"] == []
    assert set(pulse.schema["properties"]) == {"recording", "period"}
    assert recording.schema["required"] == ["period"]
    assert set(pulse.outputs) == {"pulse"}
    assert set(recording.outputs) == {"recording"}


def test_json_is_json() -> None:
    """The value of the pipe has no number that is none."""
    held: Json = Minutes(NOON, "ppg", "", None, ()).json()
    json.dumps(held, allow_nan=False)
