"""`auricle data list` and `show`: what a person sees of readings, nights and their health record."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from assistant.cli.main import app
from assistant.errors import NoData, UsageError
from assistant.records.intake import StoreIntake
from assistant.records.recording import Recording
from assistant.records.sample import Clinical, Night, Phase, Readings
from assistant.records.series import DayValue
from assistant.records.store import open_records
from assistant.settings import Settings
from assistant.types import Person

NOW = datetime.fromisoformat("2026-05-04T09:00:00+02:00")


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "test")
    store = open_records(Settings.read())
    store.add(Person("ana", "Ana", "Europe/Madrid", NOW))
    with StoreIntake(store, "ana") as intake:
        start = np.array([int(NOW.timestamp() * 1e6) - n * 60_000_000 for n in (2, 1)], np.int64)
        mmol = np.array([6.0, 7.0])
        intake.readings(Readings("glucose", "Sensor\x1b[31m", "mmol/L", start, start, np.full(2, 120, np.int16), mmol * 18.0156, mmol))
        intake.days("steps", [DayValue(date(2026, 5, n), 1000.0 * n, "Watch") for n in (1, 2, 3)])
        bed = NOW - timedelta(hours=9)
        stages = [Phase("light", bed, bed + timedelta(hours=6)), Phase("rem", bed + timedelta(hours=6), bed + timedelta(hours=7))]
        intake.nights([Night("Watch", tuple(stages))])
        intake.clinical([Clinical("lab", "l1", "HbA1c", "Clinic", start=date(2026, 2, 1), value=5.4, unit="%", low=4.0, high=5.6)])
        intake.recording(Recording("ibi", NOW, 0, np.full(70, 1000, np.int32), "Strap"))


def printed(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["data", *arguments])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def refused(kind: type[Exception], *arguments: str) -> str:
    done = CliRunner().invoke(app, ["data", *arguments])
    assert isinstance(done.exception, kind), (done.output, done.exception)
    return str(done.exception)


def test_the_list_names_everything() -> None:
    shown = printed("list")
    assert "  steps                2026-05-01 to 2026-05-03     3 days with data  Watch\n" in shown
    assert "1 day  with data  Sensor�[31m  2 readings\n" in shown
    assert "  nights               2026-05-04 to 2026-05-04     1 with their phases  Watch\n" in shown
    assert "  lab                  1 in the health record\n" in shown
    assert "  ibi                  2026-05-04 09:00  1.17 min beat by beat  Strap\n" in shown
    (person,) = json.loads(printed("list", "--json"))["people"]
    assert (person["nights"]["count"], person["entries"]) == (1, {"lab": 1})
    assert next(row for row in person["measures"] if row["measure"] == "glucose")["readings"] == 2


def test_days_are_shown_as_a_table() -> None:
    assert printed("show", "ana", "steps").splitlines() == [
        "day         value  unit   source",
        "2026-05-01  1000   count  Watch",
        "2026-05-02  2000   count  Watch",
        "2026-05-03  3000   count  Watch",
    ]
    assert printed("show", "ana", "steps", "2026-05-02").count("\n") == 2
    assert json.loads(printed("show", "ana", "steps", "2026-05-02/2026-05-09", "--json")) == {
        "person": "ana",
        "measure": "steps",
        "rows": [
            {"day": "2026-05-02", "value": 2000.0, "unit": "count", "source": "Watch"},
            {"day": "2026-05-03", "value": 3000.0, "unit": "count", "source": "Watch"},
        ],
    }


def test_single_readings_keep_what_stood_in_the_file() -> None:
    rows = json.loads(printed("show", "ana", "glucose", "--readings", "--json"))["rows"]
    assert [(row["start"], row["original"]) for row in rows] == [("2026-05-04T08:58:00+02:00", "6 mmol/L"), ("2026-05-04T08:59:00+02:00", "7 mmol/L")]
    assert "\x1b" not in printed("show", "ana", "glucose", "--readings")


def test_nights_and_the_health_record() -> None:
    (night,) = json.loads(printed("show", "ana", "nights", "--json"))["rows"]
    assert (night["day"], night["asleep_min"], night["rem_min"], night["deep_min"]) == ("2026-05-04", 420, 60, 0)
    assert "HbA1c" in printed("show", "ana", "lab")
    assert "5.4 %  4 to 5.6  Clinic" in printed("show", "ana", "lab")


def test_what_there_is_not_is_said() -> None:
    assert refused(NoData, "show", "ana", "weight") == "There is no weight of Ana (ana); `auricle data list` shows what there is."
    assert refused(NoData, "show", "ana", "steps", "2020-01-01").startswith("There is no steps of Ana (ana) in 2020-01-01/2020-01-01;")
    assert refused(NoData, "show", "ana", "nights", "2020-01-01").startswith("There are no nights of Ana (ana) in ")
    assert refused(UsageError, "show", "ana", "qqq").startswith("There is no measure 'qqq'; there are nights, condition, ")
    assert refused(UsageError, "show", "ana", "step") == "There is no measure 'step'; did you mean steps? `auricle data list` shows what there is."
    assert "did you mean heart_rate or" in refused(UsageError, "show", "ana", "Heart rate")


def test_a_day_is_shown_as_answers_show_it_and_the_json_is_exact() -> None:
    with StoreIntake(open_records(Settings.read()), "ana") as intake:
        intake.days("steps", [DayValue(date(2026, 4, 1), 9759.2, "A name that is far too long for " + "a table " * 9)])
        intake.days("bedtime", [DayValue(date(2026, 4, 1), -31, "Band"), DayValue(date(2026, 4, 2), 61.6, "Band")])
    shown = printed("show", "ana", "steps", "2026-04-01")
    assert "2026-04-01  9759   count  A name that is far too long for a table…\n" in shown
    (row,) = json.loads(printed("show", "ana", "steps", "2026-04-01", "--json"))["rows"]
    assert (row["value"], len(row["source"]) > 40) == (9759.2, True)
    assert [line.split()[:2] for line in printed("show", "ana", "bedtime", "2026-04-01/2026-04-02").splitlines()[1:]] == [
        ["2026-04-01", "23:29"],
        ["2026-04-02", "01:02"],
    ]


def test_recordings_are_listed_and_it_is_said_what_reads_them() -> None:
    shown = printed("show", "ana", "ibi").splitlines()
    assert shown[1].split() == ["2026-05-04T09:00:00+02:00", "70", "–", "70", "Strap"]
    assert "auricle tasks run pulse" in shown[-1]
    assert refused(NoData, "show", "ana", "ppg").startswith("There is no ppg of Ana (ana);")
