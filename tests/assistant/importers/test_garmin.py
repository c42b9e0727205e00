"""Garmin: JSON and CSV after the fields that open readers document, FIT files written here after the public protocol; no export itself is public."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import UsageError
from assistant.importers.garmin import GARMIN
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.testing import FakeIntake

Imported = Callable[..., FakeIntake]


def _module(name: str) -> Any:
    """A module beside this one: strangers' packages called `tests` stand in the way of importing it."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FIT = _module("fit")
fit, seconds = FIT.fit, FIT.seconds


def days(got: FakeIntake) -> dict[str, float]:
    return {measure: value.value for measure, value in got.given}


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def test_a_day_of_the_accounts_export(imported: Imported) -> None:
    day = {
        "calendarDate": "2026-07-01",
        "totalSteps": 9000,
        "totalDistanceMeters": 6500,
        "totalKilocalories": 2500.0,
        "activeKilocalories": 600.0,
        "moderateIntensityMinutes": 20,
        "vigorousIntensityMinutes": 10,
        "floorsAscendedInMeters": 30.48,
        "restingHeartRate": 55,
        "currentDayRestingHeartRate": 53,
        "averageStressLevel": 30,
        "wellnessStartTimeLocal": "2026-07-01T00:00:00.0",
    }
    old = {"calendarDate": {"date": "Apr 2, 2019 12:00:00 AM"}, "totalSteps": 5000}
    got = imported(GARMIN, {"DI_CONNECT/DI-Connect-Aggregator/UDSFile_2026.json": json.dumps([day, old, {"calendarDate": 5, "totalSteps": 1}])})
    july = {measure: value.value for measure, value in got.given if value.day == date(2026, 7, 1)}
    assert july == {
        "steps": 9000,
        "distance": 6.5,
        "energy": 2500,
        "active_energy": 600,
        "moderate_minutes": 20,
        "vigorous_minutes": 10,
        "floors": pytest.approx(10),
        "resting_heart_rate": 53,
    }
    assert [value.day for _, value in got.given if value.day != date(2026, 7, 1)] == [date(2019, 4, 2)]
    assert [(reject.place.rpartition(" ")[2], reject.reason) for reject in got.rejects] == [("entry:3", "it has no calendarDate")]


def test_a_night_of_which_there_are_sums_alone(imported: Imported) -> None:
    night = {
        "sleepStartTimestampGMT": "2026-06-30T21:30:00.0",
        "sleepEndTimestampGMT": "2026-07-01T05:00:00.0",
        "calendarDate": "2026-07-01",
        "deepSleepSeconds": 5400,
        "lightSleepSeconds": 14400,
        "remSleepSeconds": 5400,
        "awakeSleepSeconds": 1800,
        "averageRespiration": 14.0,
    }
    empty = {
        "sleepStartTimestampGMT": "2026-07-01T21:30:00.0",
        "sleepEndTimestampGMT": "2026-07-02T05:00:00.0",
        "sleepWindowConfirmationType": "OFF_WRIST",
    }
    got = imported(GARMIN, {"2026_sleepData.json": json.dumps([night, empty])})
    assert days(got) == {
        "sleep_duration": 420,
        "deep_sleep": 90,
        "light_sleep": 240,
        "rem_sleep": 90,
        "awake": 30,
        "time_in_bed": 450,
        "bedtime": -30,  # 23:30 in Berlin
        "wake_time": 420,
        "sleep_efficiency": pytest.approx(420 / 450 * 100),
        "deep_share": pytest.approx(90 / 420 * 100),
        "rem_share": pytest.approx(90 / 420 * 100),
        "respiratory_rate": 14,
    }
    assert {value.day for _, value in got.given} == {date(2026, 7, 1)}
    assert [reject.reason for reject in got.rejects] == ["this night has no sleep in it"]


def test_local_times_that_look_like_moments_are_not_read_as_such(imported: Imported) -> None:
    """python-garminconnect#405: the offset was applied twice. Slept in Tokyo, imported in Berlin."""
    start = ms("2026-07-01T23:00:00+09:00")
    night = {
        "dailySleepDTO": {
            "calendarDate": "2026-07-02",
            "sleepStartTimestampGMT": start,
            "sleepStartTimestampLocal": start + 9 * 3_600_000,
            "sleepEndTimestampGMT": start + 3 * 3_600_000,
            "sleepEndTimestampLocal": start + 12 * 3_600_000,
        },
        "sleepLevels": [
            {"startGMT": "2026-07-01T14:00:00.0", "endGMT": "2026-07-01T15:00:00.0", "activityLevel": 1.0},
            {"startGMT": "2026-07-01T15:00:00.0", "endGMT": "2026-07-01T16:00:00.0", "activityLevel": 0.0},
            {"startGMT": "2026-07-01T16:00:00.0", "endGMT": "2026-07-01T16:10:00.0", "activityLevel": -1},
            {"startGMT": "2026-07-01T16:10:00.0", "endGMT": "2026-07-01T17:00:00.0", "activityLevel": 2.0},
        ],
        "avgOvernightHrv": 55.0,
        "sleepHeartRate": [{"value": 52, "startGMT": start}],
    }
    got = imported(GARMIN, {"sleep.json": json.dumps(night)})
    (slept,) = got.slept
    assert (slept.start.isoformat(), slept.end.isoformat()) == ("2026-07-01T23:00:00+09:00", "2026-07-02T02:00:00+09:00")
    assert [phase.kind for phase in slept.phases] == ["light", "deep", "rem"]
    assert [(value.day, value.value) for measure, value in got.given if measure == "hrv"] == [(date(2026, 7, 2), 55)]
    assert got.rows("heart_rate") == [("2026-07-01 14:00:00", "Garmin", 540, 52.0)]


def test_heart_rates_variability_and_weight(imported: Imported) -> None:
    at = ms("2026-07-01T08:00:00+00:00")
    got = imported(
        GARMIN,
        {
            "hr.json": json.dumps({"calendarDate": "2026-07-01", "restingHeartRate": 54, "heartRateValues": [[at, 61], [at + 120_000, None]]}),
            "hrv.json": json.dumps(
                {
                    "hrvSummary": {"calendarDate": "2026-07-01", "lastNightAvg": 48},
                    "hrvReadings": [{"hrvValue": 50, "readingTimeGMT": "2026-07-01T01:00:00.0"}],
                }
            ),
            "weight.json": json.dumps({"dateWeightList": [{"date": at, "timestampGMT": at, "weight": 71500.0, "bmi": 22.5, "bodyFat": None}]}),
        },
    )
    assert got.rows("heart_rate") == [("2026-07-01 08:00:00", "Garmin", 120, 61.0)]
    assert got.rows("hrv") == [("2026-07-01 01:00:00", "Garmin", 120, 50.0)]
    assert [value for *_, value in got.rows("weight")] == [71.5]
    assert days(got) == {"resting_heart_rate": 54, "hrv": 48}


NIGHTS = """Sleep Score 4 Weeks,Score,Resting Heart Rate,Body Battery,Pulse Ox,Respiration,HRV Status,Quality,Duration,Sleep Need,Bedtime,Wake Time
"Jun 26, 2026",76,52,"+35",97,15,48,Good,5h 8min,9h 0min,12:31 AM,6:04 AM
2026-06-27,80,51,+40,96.5,14.63,--,Good,7h 55min,8h,10:45 PM,7:10 AM
2026-06-28,--,--,--,--,--,--,--,--,--,--,--
"""


def test_the_table_of_nights(imported: Imported) -> None:
    got = imported(GARMIN, {"Sleep.csv": NIGHTS})
    first = {measure: value.value for measure, value in got.given if value.day == date(2026, 6, 26)}
    assert first == {
        "resting_heart_rate": 52,
        "spo2": 97,
        "respiratory_rate": 15,
        "hrv": 48,
        "sleep_duration": 308,
        "bedtime": 31,
        "wake_time": 364,
        "time_in_bed": 333,
    }
    second = {measure: value.value for measure, value in got.given if value.day == date(2026, 6, 27)}
    assert (second["bedtime"], second["wake_time"], second["time_in_bed"]) == (-75, 430, 505)
    assert "hrv" not in second
    assert not got.rejects
    with pytest.raises(UsageError, match="does not say of which year its nights are"):
        imported(GARMIN, {"Sleep.csv": NIGHTS.replace('"Jun 26, 2026"', "Jun 26")})


def test_activities_are_told_of_and_not_counted_twice(imported: Imported) -> None:
    text = 'Activity Type,Date,Favorite,Title,Distance,Calories,Time\nRunning,2026-06-26 06:04:00,false,Run,6.91,"4,614",00:57:17\n'
    got = imported(GARMIN, {"Activities.csv": text})
    assert not got.batches
    assert not got.given
    assert got.counts == {"activity Running": 1}
    assert got.notes == ["1 activities (Running 1) were not kept as such: the account's export has the days that they are part of."]


def info(utc: str, local: str) -> object:
    return 103, [(253, "u32", seconds(utc)), (0, "u32", seconds(local))]


def walked(moment: str, steps: int, metres: int = 0) -> object:
    return 55, [(253, "u32", seconds(moment)), (5, "enum", 6), (3, "u32", steps), (2, "u32", metres * 100)]


def test_steps_of_a_watch_are_not_halved(imported: Imported) -> None:
    """ryanbr/noop#568. Counters go on over files, and begin anew at local midnight."""
    first = fit(
        info("2026-07-01T15:00:00+00:00", "2026-07-02T00:00:00"),
        walked("2026-07-01T15:00:00+00:00", 8000, 6000),  # midnight in Tokyo: what the day that ends has counted
        walked("2026-07-02T00:00:00+00:00", 1200, 900),
        walked("2026-07-02T01:00:00+00:00", 1500, 1100),
    )
    second = fit(info("2026-07-02T03:00:00+00:00", "2026-07-02T12:00:00"), walked("2026-07-02T03:00:00+00:00", 4000, 3000))
    got = imported(GARMIN, {"B.FIT": second, "A.FIT": first})
    assert got.rows("steps") == [
        ("2026-06-30 15:00:00", "Garmin", 540, 8000.0),
        ("2026-07-01 15:00:00", "Garmin", 540, 1200.0),
        ("2026-07-02 00:00:00", "Garmin", 540, 300.0),
        ("2026-07-02 01:00:00", "Garmin", 540, 2500.0),
    ]
    assert sum(value for *_, value in got.rows("distance")) == pytest.approx(9.0)


def test_steps_whose_kind_is_packed_with_its_intensity(imported: Imported) -> None:
    packed = (55, [(253, "u32", seconds("2026-07-02T08:00:00+00:00")), (24, "byte", 6 | 3 << 5), (3, "u32", 1001)])
    ridden = (55, [(253, "u32", seconds("2026-07-02T09:00:00+00:00")), (5, "enum", 2), (3, "u32", 800), (19, "u16", 90)])
    got = imported(GARMIN, {"A.FIT": fit(packed, ridden)})
    assert [value for *_, value in got.rows("steps")] == [1001]  # odd: half of it is no number of steps
    assert [value for *_, value in got.rows("active_energy")] == [90]


def test_heart_rates_whose_times_are_cut_short(imported: Imported) -> None:
    start = seconds("2026-07-02T08:00:00+00:00")
    beats = [(55, [(26, "u16", (start + 60 * index) & 0xFFFF), (27, "u8", 60 + index)]) for index in range(1, 1500, 7)]
    got = imported(GARMIN, {"A.FIT": fit(info("2026-07-02T08:00:00+00:00", "2026-07-02T17:00:00"), *[(n, f) for n, f in beats if f[1][2] < 250])})
    rows = got.rows("heart_rate")
    assert rows[0] == ("2026-07-02 08:01:00", "Garmin", 540, 61.0)
    assert rows[-1][0] == "2026-07-02 11:03:00"
    assert len(rows) == 27
    late = fit((55, [(26, "u16", 77), (27, "u8", 60)]))
    assert [reject.reason for reject in imported(GARMIN, {"B.FIT": late}).rejects] == ["a message of monitoring has no time"]


def test_sleep_oxygen_breathing_and_variability_of_a_watch(imported: Imported) -> None:
    def level(minute: int, kind: int) -> object:
        return 275, [(253, "u32", seconds("2026-07-01T22:00:00+00:00") + 60 * minute), (0, "enum", kind)]

    at = seconds("2026-07-02T02:00:00+00:00")
    got = imported(
        GARMIN,
        {
            "sleep.fit": fit(level(0, 1), level(1, 2), level(2, 2), level(3, 3), level(4, 0), level(5, 4)),
            "more.fit": fit(
                (269, [(253, "u32", at), (0, "u8", 95)]),
                (297, [(253, "u32", at), (0, "s16", 1450)]),
                (297, [(253, "u32", at), (0, "s16", -200)]),
                (370, [(253, "u32", at), (1, "u16", 48 * 128)]),
                (371, [(253, "u32", at), (0, "u16", 52 * 128)]),
                (211, [(253, "u32", at), (0, "u8", 55), (1, "u8", 53)]),
                (20, [(253, "u32", at), (3, "u8", 120)]),
                (227, [(1, "u32", at), (0, "s16", 20)]),
            ),
        },
    )
    assert [(phase.kind, (phase.end - phase.start).seconds // 60) for phase in got.slept[0].phases] == [
        ("awake", 1),
        ("light", 2),
        ("deep", 1),
        ("rem", 1),
    ]
    assert got.slept[0].start.isoformat() == "2026-07-02T00:00:00+02:00"
    for measure, value in (("spo2", 95), ("respiratory_rate", 14.5), ("hrv", 52), ("resting_heart_rate", 53), ("heart_rate", 120)):
        assert [each for *_, each in got.rows(measure)] == [value]
    assert days(got) == {"hrv": 48}
    said = " ".join(got.notes)
    assert "stress_level (1)" in said
    assert "sleep_level that was not measurable (1)" in said
    assert "respiration_rate that was not measured (1)" in said


def test_a_damaged_file_keeps_what_was_before(imported: Imported) -> None:
    whole = fit(walked("2026-07-02T08:00:00+00:00", 500), walked("2026-07-02T09:00:00+00:00", 700))
    got = imported(GARMIN, {"A.FIT": whole[:-20]})
    assert [value for *_, value in got.rows("steps")] == [500]
    assert "damaged from some point on" in got.rejects[0].reason


def test_broken_bytes_in_a_file_of_a_watch(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("fit")
    whole = fit(
        info("2026-07-02T00:00:00+00:00", "2026-07-02T09:00:00"),
        walked("2026-07-02T08:00:00+00:00", 500),
        (55, [(26, "u16", 77), (27, "u8", 60)]),
        (275, [(253, "u32", seconds("2026-07-01T22:00:00+00:00")), (0, "enum", 2)]),
        (371, [(253, "u32", seconds("2026-07-01T22:00:00+00:00")), (0, "u16", 6000)]),
    )

    @settings(max_examples=400)
    @given(st.integers(0, len(whole) - 1), st.binary(max_size=4), st.integers(0, 4))
    def broken(at: int, put: bytes, cut: int) -> None:
        (folder / "A.FIT").write_bytes(whole[:at] + put + whole[at + cut :])
        parcel, intake = Parcel(folder), FakeIntake()
        if GARMIN.recognises(parcel):
            GARMIN.read(parcel, intake, Options(ZoneInfo("Europe/Berlin")))
        assert all(reject.reason for reject in intake.rejects)
        assert all((night.end - night.start).total_seconds() > 0 for night in intake.slept)

    broken()
