"""Fitbit: the tables of studies against a plain reading of the same files, and the account's archive.

No archive of an account is public; the small ones here are made after the layout that open readers of it document.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import pytest

from assistant.errors import UsageError
from assistant.importers.fitbit import FITBIT
from assistant.testing import FakeIntake

Imported = Callable[..., FakeIntake]
FOLDER = "data/wearables/fitbit"
WHO = "1503960366"


def rows(path: Path, who: str) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        return [row for row in csv.DictReader(file) if row["Id"] == who]


def days(got: FakeIntake, measure: str) -> dict[date, float]:
    return {value.day: value.value for name, value in got.given if name == measure}


def test_days_of_a_study(shared_file: Callable[[str], Path], imported: Imported) -> None:
    folder = shared_file(FOLDER)
    got = imported(FITBIT, folder, subject=WHO)
    plain = rows(folder / "dailyActivity_merged.csv", WHO)
    columns = {"steps": "TotalSteps", "distance": "TotalDistance", "vigorous_minutes": "VeryActiveMinutes", "sedentary_minutes": "SedentaryMinutes"}
    for measure, column in columns.items():
        expected = {datetime.strptime(row["ActivityDate"], "%m/%d/%Y").date(): float(row[column]) for row in plain}
        assert days(got, measure) == expected
    weights = [float(row["WeightKg"]) for row in rows(folder / "weightLogInfo_merged.csv", WHO)]
    assert [value for *_, value in got.rows("weight")] == weights
    assert not got.rejects
    assert got.owner == f"fitabase id {WHO}"


def test_hours_of_a_study(shared_file: Callable[[str], Path], imported: Imported) -> None:
    folder = shared_file(FOLDER)
    got = imported(FITBIT, folder, subject=WHO, zone="America/Chicago")
    plain = rows(folder / "hourlySteps_merged.csv", WHO)
    taken = got.rows("steps")
    assert len(taken) == len(plain)
    assert sum(value for *_, value in taken) == sum(int(row["StepTotal"]) for row in plain)
    assert taken[0] == ("2016-04-12 05:00:00", "Fitbit", -300, 373.0)  # 4/12/2016 12:00:00 AM
    assert taken[12][3] == 253  # 12:00:00 PM
    lengths = {int(end - start) for batch in got.batches if batch.measure == "steps" for start, end in zip(batch.start, batch.end, strict=True)}
    assert lengths == {3_600_000_000}


def test_a_sum_of_several_sleeps_is_no_night(shared_file: Callable[[str], Path], imported: Imported) -> None:
    folder = shared_file(FOLDER)
    got = imported(FITBIT, folder, subject=WHO)
    plain = rows(folder / "sleepDay_merged.csv", WHO)
    when = {row["SleepDay"]: datetime.strptime(row["SleepDay"], "%m/%d/%Y %I:%M:%S %p").date() for row in plain}
    assert days(got, "total_sleep") == {when[row["SleepDay"]]: float(row["TotalMinutesAsleep"]) for row in plain}
    single = [row for row in plain if row["TotalSleepRecords"] == "1"]
    assert len(single) < len(plain)
    assert days(got, "sleep_duration") == {when[row["SleepDay"]]: float(row["TotalMinutesAsleep"]) for row in single}


def test_rows_that_stand_twice_count_once(shared_file: Callable[[str], Path], imported: Imported) -> None:
    """Three of the 413 rows of sleep are there twice."""
    path = shared_file(FOLDER) / "sleepDay_merged.csv"
    with path.open(newline="", encoding="utf-8-sig") as file:
        everyone = [tuple(row) for row in csv.reader(file)][1:]
    twice = {row[0] for row in everyone if everyone.count(row) > 1}
    taken = 0
    for who in {row[0] for row in everyone}:
        got = imported(FITBIT, path, subject=who)
        taken += len(days(got, "total_sleep"))
        assert any("stand there twice" in note for note in got.notes) == (who in twice)
    assert (len(everyone), taken) == (413, 410)


def test_days_that_were_not_worn_arrive_as_they_are(shared_file: Callable[[str], Path], imported: Imported) -> None:
    path = shared_file(FOLDER) / "dailyActivity_merged.csv"
    with path.open(newline="", encoding="utf-8-sig") as file:
        everyone = list(csv.DictReader(file))
    zeros = sum(float(row["TotalSteps"]) == 0 for row in everyone)
    got = [imported(FITBIT, path, subject=who) for who in {row["Id"] for row in everyone}]
    assert sum(value == 0 for each in got for value in days(each, "steps").values()) == zeros
    assert any(value == 1440 for each in got for value in days(each, "sedentary_minutes").values())


def test_whose_rows(shared_file: Callable[[str], Path], imported: Imported) -> None:
    with pytest.raises(UsageError, match=r"is about 33 people; say whose rows are yours with --subject: 1503960366, "):
        imported(FITBIT, shared_file(FOLDER))


DAILY = "Id,ActivityDate,TotalSteps,TotalDistance,Calories\n"


@pytest.mark.parametrize(
    ("dates", "options", "first"),
    [
        (("4/12/2016", "4/13/2016"), {}, "2016-04-12"),
        (("12/04/2016", "13/04/2016"), {}, "2016-04-12"),
        (("11/04/2016", "12/04/2016", "1/05/2016"), {}, "2016-04-11"),  # only one order keeps the rows in order
        (("04/11/2016", "04/12/2016", "05/01/2016"), {}, "2016-04-11"),
        (("1/04/2016", "2/04/2016"), {"units": {"date": "D/M/Y"}}, "2016-04-01"),
        (("1/04/2016", "2/04/2016"), {"units": {"date": "M/D/Y"}}, "2016-01-04"),
        (("1.04.2016", "2.04.2016"), {}, "2016-04-01"),
    ],
)
def test_day_and_month(imported: Imported, dates: tuple[str, ...], options: dict[str, object], first: str) -> None:
    """The same file went round with the day first and with the month first."""
    got = imported(FITBIT, {"dailyActivity_merged.csv": DAILY + "".join(f"7,{day},5,1.5,2\n" for day in dates)}, **options)
    assert min(days(got, "steps")) == date.fromisoformat(first)


def test_day_and_month_that_nothing_tells_apart(imported: Imported) -> None:
    with pytest.raises(UsageError, match=r"dates like '1/04/2016' and nothing that tells .* --unit date=D/M/Y or --unit date=M/D/Y"):
        imported(FITBIT, {"dailyActivity_merged.csv": DAILY + "7,1/04/2016,5,1.5,2\n7,2/04/2016,5,1.5,2\n"})
    with pytest.raises(UsageError, match=r"day first in line 2 and the month first in line 3"):
        imported(FITBIT, {"dailyActivity_merged.csv": DAILY + "7,13/04/2016,5,1.5,2\n7,04/14/2016,5,1.5,2\n"})


def minutes(*entries: tuple[str, object]) -> str:
    return json.dumps([{"dateTime": time, "value": value} for time, value in entries])


ARCHIVE = "Takeout/Fitbit/Global Export Data/"


def test_minutes_of_an_account_are_in_utc(imported: Imported) -> None:
    """22:30 UTC on 29 March is half past midnight of the 30th in Berlin."""
    steps = minutes(("03/29/20 21:59:00", "4"), ("03/29/20 22:30:00", "10"), ("03/29/20 22:31:00", "10"), ("03/29/20 22:32:00", "0"))
    distance = minutes(("03/29/20 22:30:00", "750"))
    rate = minutes(("03/29/20 22:30:05", {"bpm": 64, "confidence": 3}), ("03/29/20 22:30:15", {"bpm": 70, "confidence": 0}))
    got = imported(
        FITBIT,
        {
            ARCHIVE + "steps-2020-03-29.json": steps,
            ARCHIVE + "distance-2020-03-29.json": distance,
            ARCHIVE + "heart_rate-2020-03-29.json": rate,
            ARCHIVE + "altitude-2020-03-29.json": "[]",
        },
    )
    assert got.rows("steps") == [
        ("2020-03-29 21:59:00", "Fitbit", 120, 4.0),
        ("2020-03-29 22:30:00", "Fitbit", 120, 20.0),  # two minutes alike are one reading
        ("2020-03-29 22:32:00", "Fitbit", 120, 0.0),
    ]
    assert got.rows("distance") == [("2020-03-29 22:30:00", "Fitbit", 120, pytest.approx(0.0075))]
    assert got.rows("heart_rate") == [("2020-03-29 22:30:05", "Fitbit", 120, 64.0)]
    assert any("no confidence" in reject.reason for reject in got.rejects)
    assert any("altitude-*.json (1)" in note for note in got.notes)


def test_nights_and_days_of_an_account_are_in_local_time(imported: Imported) -> None:
    log = {
        "logId": 1,
        "dateOfSleep": "2020-03-21",
        "startTime": "2020-03-21T00:30:00.000",
        "endTime": "2020-03-21T03:00:00.000",
        "duration": 9_000_000,
        "type": "stages",
        "levels": {
            "data": [
                {"dateTime": "2020-03-21T00:30:00.000", "level": "light", "seconds": 3600},
                {"dateTime": "2020-03-21T01:30:00.000", "level": "deep", "seconds": 3600},
                {"dateTime": "2020-03-21T02:30:00.000", "level": "rem", "seconds": 1800},
            ],
            "shortData": [{"dateTime": "2020-03-21T01:00:00.000", "level": "wake", "seconds": 120}],
        },
    }
    classic = {
        "logId": 2,
        "startTime": "2020-03-22T14:00:00.000",
        "endTime": "2020-03-22T14:40:00.000",
        "duration": 2_400_000,
        "levels": {
            "data": [
                {"dateTime": "2020-03-22T14:00:00.000", "level": "asleep", "seconds": 2280},
                {"dateTime": "2020-03-22T14:38:00.000", "level": "restless", "seconds": 120},
            ]
        },
    }
    got = imported(
        FITBIT,
        {
            ARCHIVE + "sleep-2020-03-01.json": json.dumps([log, classic, log, {"logId": 3, "startTime": "2020-03-23T01:00:00.000"}]),
            ARCHIVE + "resting_heart_rate-2020-03-01.json": minutes(
                ("03/01/20 00:00:00", {"date": "03/01/20", "value": 61.5, "error": 6.8}),
                ("03/02/20 00:00:00", {"date": None, "value": 0.0, "error": 0.0}),
            ),
            ARCHIVE + "very_active_minutes-2020-03-01.json": minutes(("03/01/20 00:00:00", "31")),
            "Takeout/Fitbit/Stress Score/Stress Score.csv": "DATE,STRESS_SCORE,STATUS\n2021-05-24T00:00:00,78,READY\n2021-05-25T00:00:00,0,NO_DATA\n",
            "Takeout/Fitbit/Heart Rate Variability/Daily Heart Rate Variability Summary - 2020-11-(15).csv": (
                "timestamp,rmssd,nremhr,entropy\n2020-11-15T00:00:00,39.9,56.1,2.9\n"
            ),
            "Takeout/Fitbit/Oxygen Saturation (SpO2)/Minute SpO2 - 2020-11-15.csv": "timestamp,value\n2020-11-15T23:30:00Z,96.5\n",
        },
    )
    night, nap = got.slept
    assert [(phase.kind, phase.start.strftime("%H:%M"), (phase.end - phase.start).seconds // 60) for phase in night.phases] == [
        ("light", "00:30", 30),
        ("awake", "01:00", 2),  # a short waking cuts into the phase around it
        ("light", "01:02", 28),
        ("deep", "01:30", 60),
        ("rem", "02:30", 30),
    ]
    assert night.start.isoformat() == "2020-03-21T00:30:00+01:00"
    assert [phase.kind for phase in nap.phases] == ["asleep", "awake"]
    assert days(got, "resting_heart_rate") == {date(2020, 3, 1): 61.5}
    assert days(got, "vigorous_minutes") == {date(2020, 3, 1): 31}
    assert days(got, "stress_score") == {date(2021, 5, 24): 78}
    assert days(got, "hrv") == {date(2020, 11, 15): 39.9}
    assert got.rows("spo2") == [("2020-11-15 23:30:00", "Fitbit", 60, 96.5)]
    assert [reject.reason for reject in got.rejects if "sleep-" in reject.place] == ["this sleep has no phases"]
    assert any("1 figures stand there twice" in note for note in got.notes)


@pytest.mark.parametrize(
    ("day", "end", "offset", "hours"),
    [
        ("2020-10-25", "06:00", "+02:00", 8.0),  # the clocks went back; Fitbit goes on in the offset of the beginning
        ("2020-10-25", "05:00", "+02:00", 8.0),  # the same night, told by the clock on the wall
        ("2020-03-29", "06:00", "+01:00", 8.0),
        ("2020-03-29", "07:00", "+01:00", 8.0),
    ],
)
def test_a_night_over_which_the_clocks_change_is_as_long_as_it_was(imported: Imported, day: str, end: str, offset: str, hours: float) -> None:
    year, month, number = map(int, day.split("-"))
    start = f"{date(year, month, number - 1)}T22:00:00.000"
    log = {
        "logId": 1,
        "startTime": start,
        "endTime": f"{day}T{end}:00.000",
        "duration": hours * 3_600_000,
        "levels": {"data": [{"dateTime": start, "level": "light", "seconds": hours * 3600}]},
    }
    (night,) = imported(FITBIT, {"sleep-2020-03-01.json": json.dumps([log])}).slept
    assert night.start.isoformat().endswith(offset)
    assert (night.end - night.start).total_seconds() == hours * 3600


def test_a_weight_without_a_unit_is_asked_about(imported: Imported) -> None:
    files = {"weight-2020-03-01.json": json.dumps([{"logId": 1, "weight": 151.2, "bmi": 22.4, "date": "03/10/20", "time": "23:59:59"}])}
    with pytest.raises(UsageError, match=r"does not say whether its weight is in kg or lb; say it with --unit weight=kg or --unit weight=lb"):
        imported(FITBIT, files)
    got = imported(FITBIT, files, units={"weight": "lb"})
    ((_, _, offset, value),) = got.rows("weight")
    assert (offset, round(value, 2)) == (60, 68.58)
    (batch,) = (batch for batch in got.batches if batch.measure == "weight")
    assert (batch.unit, batch.original.tolist()) == ("lb", [151.2])


def test_a_broken_file_does_not_stop_the_others(imported: Imported) -> None:
    got = imported(
        FITBIT, {ARCHIVE + "steps-2020-03-29.json": '[{"dateTime": "03/29/20', ARCHIVE + "steps-2020-03-30.json": minutes(("03/30/20 10:00:00", "7"))}
    )
    assert [value for *_, value in got.rows("steps")] == [7.0]
    assert "not JSON" in got.rejects[0].reason


GOOGLE = "Takeout/Google Health/Physical Activity_GoogleData/"
SLEEPS = "Takeout/Google Health/Health Fitness Data_GoogleData/"


def test_tables_of_google(imported: Imported) -> None:
    tables = {
        "Steps/steps_2026-07-01": (
            "timestamp,steps,data source",
            "2026-07-01T21:59:00Z,30,Google Fitbit Air",
            "2026-07-01T22:00:00Z,50,Google Fitbit Air",
            "2026-07-01T22:00:00Z,45,Phone Health Kit",
        ),
        "active_minutes_2026-07-01": ("timestamp,light,moderate,very,data source", "2026-07-01T08:00:00Z,0,1,0,Google Health App"),
        "heart_rate_2026-07-01": (
            "timestamp,beats per minute,data source",
            "2026-07-01T08:00:03Z,72.0,Charge 5",
            "2026-07-01T08:00:08Z,,Charge 5",
        ),
        "weight": ("timestamp,weight grams,data source", "2026-07-01T06:00:00Z,69500,Aria"),
        "daily_resting_heart_rate": (
            "timestamp,beats per minute,data source",
            "2026-07-01T00:00:00Z,57,Charge 5",
            "2026-07-01T22:01:13Z,58,Charge 5",
        ),
        "cardio_load_2026-07-01": ("timestamp,load", "2026-07-01T00:00:00Z,5"),
    }
    got = imported(FITBIT, {f"{GOOGLE}{name}.csv": "\n".join(lines) + "\n" for name, lines in tables.items()})
    assert got.rows("steps") == [
        ("2026-07-01 21:59:00", "Google Fitbit Air", 120, 30.0),  # one minute before midnight in Berlin
        ("2026-07-01 22:00:00", "Google Fitbit Air", 120, 50.0),
        ("2026-07-01 22:00:00", "Phone Health Kit", 120, 45.0),
    ]
    assert [value for *_, value in got.rows("heart_rate")] == [72]
    assert [value for *_, value in got.rows("weight")] == [69.5]
    minutes = {measure: [value for *_, value in got.rows(measure)] for measure in ("light_minutes", "moderate_minutes", "vigorous_minutes")}
    assert minutes == {"light_minutes": [0], "moderate_minutes": [1], "vigorous_minutes": [0]}
    assert days(got, "resting_heart_rate") == {date(2026, 7, 1): 57, date(2026, 7, 2): 58}
    assert any("cardio_load_*.csv (1)" in note for note in got.notes)
    assert not got.rejects


def test_sleep_of_google_with_its_offsets(imported: Imported) -> None:
    sleeps = "sleep_id,sleep_type,start_utc_offset,sleep_start,end_utc_offset,sleep_end,data_source\n"
    stages = "sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end\n"
    got = imported(
        FITBIT,
        {
            SLEEPS + "UserSleeps_2026-10-01.csv": sleeps
            + "111,STAGES,+09:00,2026-10-04 14:00:00+0000,+09:00,2026-10-04 17:00:00+0000,CHARGE_5\n"
            + "112,CLASSIC,+09:00,2026-10-05 05:00:00+0000,+09:00,2026-10-05 05:30:00+0000,CHARGE_5\n",
            SLEEPS + "UserSleepStages_2026-10-01.csv": stages
            + "111,1,LIGHT,+09:00,2026-10-04 14:00:00+0000,+09:00,2026-10-04 16:00:00+0000\n"
            + "111,2,REM,+09:00,2026-10-04 16:00:00+0000,+09:00,2026-10-04 17:00:00+0000\n"
            + "111,3,FLYING,+09:00,2026-10-04 17:00:00+0000,+09:00,2026-10-04 17:10:00+0000\n",
        },
    )
    night, nap = got.slept
    assert (night.source, night.start.isoformat(), night.end.isoformat()) == ("CHARGE_5", "2026-10-04T23:00:00+09:00", "2026-10-05T02:00:00+09:00")
    assert [phase.kind for phase in night.phases] == ["light", "rem"]
    assert [phase.kind for phase in nap.phases] == ["asleep"]
    assert [reject.reason for reject in got.rejects] == ["'FLYING' is no stage of sleep that is known here"]
