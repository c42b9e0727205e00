"""Oura after the documented fields of its API (version 2) and the names of its export; no export itself is public."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date

import pytest

from assistant.importers.oura import OURA
from assistant.testing import FakeIntake

Imported = Callable[..., FakeIntake]

SLEEP = {
    "id": "a",
    "average_breath": 14.5,
    "average_hrv": 48,
    "bedtime_start": "2026-03-28T23:40:00+01:00",
    "bedtime_end": "2026-03-29T01:20:00+01:00",
    "day": "2026-03-29",
    "efficiency": 85,
    "heart_rate": {"interval": 300.0, "items": [None, 58, 57.5], "timestamp": "2026-03-28T23:40:00.000+01:00"},
    "hrv": {"interval": 300.0, "items": [41, None, 55], "timestamp": "2026-03-28T23:40:00.000+01:00"},
    "latency": 600,
    "lowest_heart_rate": 51,
    "sleep_phase_5_min": "44222211113333444422",
    "time_in_bed": 6000,
    "total_sleep_duration": 4200,
    "type": "long_sleep",
}
ACTIVITY = {
    "id": "b",
    "day": "2026-03-28",
    "active_calories": 520,
    "average_met_minutes": 1.6,
    "equivalent_walking_distance": 9120,
    "high_activity_time": 600,
    "low_activity_time": 9000,
    "medium_activity_time": 1800,
    "sedentary_time": 30000,
    "steps": 8421,
    "total_calories": 2650,
}


def answer(*entries: object) -> str:
    return json.dumps({"data": list(entries), "next_token": None})


def days(got: FakeIntake) -> dict[str, float]:
    return {measure: value.value for measure, value in got.given}


def test_a_night_from_its_digits(imported: Imported) -> None:
    got = imported(OURA, {"sleep.json": answer(SLEEP)}, zone="America/New_York")
    (night,) = got.slept
    in_bed, *stages = night.phases
    assert (in_bed.kind, in_bed.start.isoformat(), in_bed.end.isoformat()) == ("in_bed", "2026-03-28T23:40:00+01:00", "2026-03-29T01:20:00+01:00")
    assert [(phase.kind, int((phase.end - phase.start).total_seconds() / 60)) for phase in stages] == [
        ("awake", 10),
        ("light", 20),
        ("deep", 20),
        ("rem", 20),
        ("awake", 20),
        ("light", 10),
    ]
    assert days(got) == {"resting_heart_rate": 51, "hrv": 48, "respiratory_rate": 14.5}
    assert {value.day for _, value in got.given} == {date(2026, 3, 29)}
    assert got.rows("hrv") == [("2026-03-28 22:40:00", "Oura Ring", 60, 41.0), ("2026-03-28 22:50:00", "Oura Ring", 60, 55.0)]
    assert [value for *_, value in got.rows("heart_rate")] == [58, 57.5]
    assert not got.rejects


def test_half_minutes_are_finer(imported: Imported) -> None:
    got = imported(OURA, {"sleep.json": answer({**SLEEP, "bedtime_end": "2026-03-28T23:45:00+01:00", "sleep_phase_30_sec": "4422221111"})})
    assert [(phase.kind, (phase.end - phase.start).seconds) for phase in got.slept[0].phases[1:]] == [("awake", 60), ("light", 120), ("deep", 120)]


def test_naps_rests_and_deleted_sleep(imported: Imported) -> None:
    nap = {
        **SLEEP,
        "type": "late_nap",
        "bedtime_start": "2026-03-29T15:00:00+02:00",
        "bedtime_end": "2026-03-29T15:20:00+02:00",
        "sleep_phase_5_min": "2222",
    }
    got = imported(OURA, {"sleep.json": answer(nap, {**SLEEP, "type": "rest"}, {**SLEEP, "type": "deleted"})})
    assert [night.start.isoformat() for night in got.slept] == ["2026-03-29T15:00:00+02:00"]
    assert not got.given  # the figures of a nap are not those of the night
    assert any("“deleted” (1), sleep of the type “rest” (1)" in note for note in got.notes)


def test_a_day_of_activity(imported: Imported) -> None:
    assert days(imported(OURA, {"activity.json": answer(ACTIVITY)})) == {
        "steps": 8421,
        "distance": pytest.approx(9.12),
        "active_energy": 520,
        "energy": 2650,
        "vigorous_minutes": 10,
        "moderate_minutes": 30,
        "light_minutes": 150,
        "sedentary_minutes": 500,
    }


def test_heart_rates_in_utc_come_home(imported: Imported) -> None:
    beats = answer({"bpm": 61, "source": "awake", "timestamp": "2026-07-01T22:30:00+00:00"})
    got = imported(OURA, {"heartrate.json": beats, "spo2.json": answer({"day": "2026-07-01", "spo2_percentage": {"average": 97.2}})})
    assert got.rows("heart_rate") == [("2026-07-01 22:30:00", "Oura Ring", 120, 61.0)]
    assert days(got) == {"spo2": 97.2}


def test_the_accounts_export(imported: Imported) -> None:
    columns = ["id", "day", "type", "bedtime_start", "bedtime_end", "sleep_phase_5_min", "average_hrv", "heart_rate", "readiness"]
    series = '"{""interval"":300,""items"":[58,null],""timestamp"":""2026-03-28T23:40:00+01:00""}"'
    row = ["a", "2026-03-29", "long_sleep", "2026-03-28T23:40:00+01:00", "2026-03-29T00:00:00+01:00", "4211", "48", series, "null"]
    got = imported(OURA, {"App Data/sleepmodel.csv": ";".join(columns) + "\n" + ";".join(row) + "\n"})
    assert [phase.kind for phase in got.slept[0].phases] == ["in_bed", "awake", "light", "deep"]
    assert days(got) == {"hrv": 48}
    assert [value for *_, value in got.rows("heart_rate")] == [58]


def test_the_table_of_trends(imported: Imported) -> None:
    text = (
        "date,Sleep Score,Total Sleep Duration,REM Sleep Duration,Sleep Efficiency,Bedtime Start,Bedtime End,Lowest Resting Heart Rate,"
        "Steps,Total Burn\n"
        "2026-03-29,81,25200,5400,91,2026-03-28T23:40:00+01:00,2026-03-29T07:20:00+02:00,51,8421,2650\n"
        "2026-03-30,,,,,,,,,\n"
    )
    got = imported(OURA, {"oura_trends.csv": text})
    assert days(got) == {"sleep_duration": 420, "rem_sleep": 90, "sleep_efficiency": 91, "resting_heart_rate": 51, "steps": 8421, "energy": 2650}
    assert any("sleep_score (1)" in note for note in got.notes)


def test_what_cannot_be_read_is_said(imported: Imported) -> None:
    wrong = [
        {**SLEEP, "sleep_phase_5_min": "4421x"},
        {**SLEEP, "bedtime_end": "2026-03-28T20:20:00+01:00"},
        {**SLEEP, "bedtime_start": 5},
        {**ACTIVITY, "steps": "many"},
        "text",
    ]
    got = imported(OURA, {"sleep.json": answer(*wrong)})
    assert {reject.place.rpartition(" entry:")[2]: reject.reason for reject in got.rejects} == {
        "1": "'x' is no stage of sleep; there are 1, 2, 3 and 4",
        "2": "this sleep ends before it begins",
        "3": "it has no bedtime_start",
        "4": "steps is 'many', which is no number",
        "5": "it is not an entry with names and values",
    }
    assert not got.slept
