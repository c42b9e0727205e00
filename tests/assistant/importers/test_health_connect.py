"""Health Connect: a database made after its own schema (no export is public), and Google Fit after the columns of its Takeout."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from assistant.errors import UsageError
from assistant.importers.google import GOOGLE_FIT
from assistant.importers.health_connect import HEALTH_CONNECT
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.testing import FakeIntake

Imported = Callable[..., FakeIntake]

SCHEMA = """
CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER);
CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, uuid BLOB, app_info_id INTEGER, device_info_id INTEGER, start_time INTEGER,
    start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER, local_date INTEGER, count INTEGER);
CREATE TABLE total_calories_burned_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER, start_time INTEGER, start_zone_offset INTEGER,
    end_time INTEGER, energy REAL);
CREATE TABLE weight_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER, time INTEGER, zone_offset INTEGER, weight REAL);
CREATE TABLE blood_glucose_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER, time INTEGER, zone_offset INTEGER, level REAL);
CREATE TABLE blood_pressure_record_table (row_id INTEGER PRIMARY KEY, time INTEGER, zone_offset INTEGER, systolic REAL, diastolic REAL);
CREATE TABLE menstruation_flow_record_table (row_id INTEGER PRIMARY KEY, time INTEGER, zone_offset INTEGER, flow INTEGER);
CREATE TABLE heart_rate_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER, device_info_id INTEGER, start_zone_offset INTEGER);
CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, epoch_millis INTEGER, beats_per_minute INTEGER);
CREATE TABLE sleep_session_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER, device_info_id INTEGER, start_time INTEGER,
    start_zone_offset INTEGER, end_time INTEGER);
CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER);
CREATE TABLE hydration_record_table (row_id INTEGER PRIMARY KEY, volume REAL);
INSERT INTO application_info_table VALUES (1, 'com.sec.android.app.shealth', 'Samsung Health');
INSERT INTO device_info_table VALUES (1, 'Samsung', 'SM-R910', 1);
INSERT INTO hydration_record_table VALUES (1, 250);
"""


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def export(fill: str) -> bytes:
    database = sqlite3.connect(":memory:")
    database.executescript(SCHEMA + fill)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("health_connect_export.db", database.serialize())
    return held.getvalue()


def given(tmp_path: Path, fill: str) -> Path:
    path = tmp_path / "Health Connect.zip"
    path.write_bytes(export(fill))
    return path


def test_amounts_keep_their_offset_and_their_source(tmp_path: Path, imported: Imported) -> None:
    """open-wearables#1151: half past eleven in the evening in Tokyo is that day, wherever it is imported."""
    late = ms("2026-07-01T23:30:00+09:00")
    got = imported(
        HEALTH_CONNECT, given(tmp_path, f"INSERT INTO steps_record_table VALUES (7, x'00', 1, 1, {late}, 32400, {late + 60000}, 32400, 0, 120);")
    )
    assert got.rows("steps") == [("2026-07-01 14:30:00", "Samsung Health (SM-R910, watch)", 540, 120.0)]
    assert (got.batches[0].end - got.batches[0].start).tolist() == [60_000_000]
    assert any("hydration_record_table (1)" in note for note in got.notes)


def test_units(tmp_path: Path, imported: Imported) -> None:
    at = ms("2026-07-01T08:00:00+00:00")
    got = imported(
        HEALTH_CONNECT,
        given(
            tmp_path,
            f"""
            INSERT INTO weight_record_table VALUES (1, 1, {at}, NULL, 71500);
            INSERT INTO total_calories_burned_record_table VALUES (1, 1, {at}, 7200, {at + 3600000}, 95000);
            INSERT INTO blood_glucose_record_table VALUES (1, 1, {at}, 0, 6.1), (2, 1, {at}, 0, 110), (3, 1, {at}, 0, NULL);
            INSERT INTO blood_pressure_record_table VALUES (1, {at}, 0, 121, 79);
            INSERT INTO menstruation_flow_record_table VALUES (1, {at}, 0, 2), (2, {at}, 0, 0);
            """,
        ),
    )
    value = {batch.measure: (batch.value.tolist(), batch.original.tolist(), batch.unit, batch.offset.tolist()[0]) for batch in got.batches}
    assert value["weight"] == ([71.5], [71500], "g", 120)  # without an offset: the person's own zone
    assert value["energy"] == ([95], [95000], "cal", 120)
    assert value["glucose"] == ([pytest.approx(109.89516)], [6.1], "mmol/L", 0)
    assert (value["systolic"][0], value["diastolic"][0]) == ([121], [79])
    assert value["menstruation"][0] == [2]
    assert {reject.place.rpartition(" ")[2] for reject in got.rejects} == {
        "blood_glucose_record_table:2",
        "blood_glucose_record_table:3",
        "menstruation_flow_record_table:2",
    }


def test_nights_and_heart_rates(tmp_path: Path, imported: Imported) -> None:
    start = ms("2026-03-28T23:00:00+01:00")
    minute = 60_000
    got = imported(
        HEALTH_CONNECT,
        given(
            tmp_path,
            f"""
            INSERT INTO heart_rate_record_table VALUES (3, 1, 1, 3600);
            INSERT INTO heart_rate_record_series_table VALUES (3, {start}, 61), (3, {start + minute}, 62), (9, {start}, 60);
            INSERT INTO sleep_session_record_table VALUES (4, 1, 1, {start}, 3600, {start + 300 * minute}), (5, 1, 1, {start}, 3600, {start}),
                (6, 1, 1, {start + 900 * minute}, 7200, {start + 930 * minute});
            INSERT INTO sleep_stages_table VALUES (4, {start}, {start + 200 * minute}, 4), (4, {start + 200 * minute}, {start + 260 * minute}, 5),
                (4, {start + 260 * minute}, {start + 300 * minute}, 6);
            """,
        ),
    )
    night, nap = got.slept
    assert [(phase.kind, (phase.end - phase.start).total_seconds() / 60) for phase in night.phases] == [("light", 200), ("deep", 60), ("rem", 40)]
    assert (night.start.isoformat(), night.end.isoformat()) == ("2026-03-28T23:00:00+01:00", "2026-03-29T04:00:00+01:00")
    assert [phase.kind for phase in nap.phases] == ["asleep"]
    assert [value for *_, value in got.rows("heart_rate")] == [61, 62]
    assert len(got.rejects) == 2


def test_other_and_broken_databases(tmp_path: Path, imported: Imported) -> None:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE contacts (name TEXT)")
    whole = database.serialize()
    with pytest.raises(UsageError, match=r"x\.db is a database, but none of Health Connect"):
        imported(HEALTH_CONNECT, {"x.db": whole})
    with pytest.raises(UsageError, match=r"x\.db is a damaged database"):
        imported(HEALTH_CONNECT, {"x.db": whole[:100] + b"\xff" * 2000})


def test_broken_bytes_in_a_database(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("database")
    at = ms("2026-07-01T08:00:00+00:00")
    database = sqlite3.connect(":memory:")
    database.executescript(
        SCHEMA
        + f"""
        INSERT INTO weight_record_table VALUES (1, 1, {at}, 7200, 71500);
        INSERT INTO heart_rate_record_table VALUES (3, 1, 1, 3600);
        INSERT INTO heart_rate_record_series_table VALUES (3, {at}, 61);
        INSERT INTO sleep_session_record_table VALUES (4, 1, 1, {at}, 3600, {at + 6000000});
        """
    )
    whole = database.serialize()
    full = [index for index, byte in enumerate(whole) if byte]

    @settings(max_examples=300)
    @drawn(st.sampled_from(full), st.binary(min_size=1, max_size=4))
    def broken(where: int, put: bytes) -> None:
        (folder / "x.db").write_bytes(whole[:where] + put + whole[where + len(put) :])
        parcel, intake = Parcel(folder), FakeIntake()
        with suppress(UsageError):
            if HEALTH_CONNECT.recognises(parcel):
                HEALTH_CONNECT.read(parcel, intake, Options(ZoneInfo("Europe/Berlin")))
        assert all(batch.source for batch in intake.batches)

    broken()


DAYS = "Date,Move Minutes count,Calories (kcal),Distance (m),Heart Points,Average heart rate (bpm),Step count,Average weight (kg)\n"
QUARTERS = "Start time,End time,Move Minutes count,Calories (kcal),Distance (m),Step count\n"


def test_google_fit(imported: Imported) -> None:
    nanos = ms("2026-07-01T07:00:00+02:00") * 1_000_000
    point = {"dataTypeName": "com.google.heart_rate.bpm", "startTimeNanos": nanos, "endTimeNanos": nanos, "fitValue": [{"value": {"fpVal": 58.0}}]}
    sleep = [
        {
            "dataTypeName": "com.google.sleep.segment",
            "startTimeNanos": nanos + index * 3_600_000_000_000,
            "endTimeNanos": nanos + (index + 1) * 3_600_000_000_000,
            "fitValue": [{"value": {"intVal": kind}}],
        }
        for index, kind in enumerate((4, 5, 6, 9))
    ]
    merged = {
        "Data Source": "derived:com.google.heart_rate.bpm:com.google.android.gms:merge_heart_rate_bpm",
        "Data Points": [point, {**point, "fitValue": []}],
    }
    raw = {"Data Source": "raw:com.google.heart_rate.bpm:com.example", "Data Points": [point]}
    got = imported(
        GOOGLE_FIT,
        {
            "Takeout/Fit/Daily activity metrics/Daily activity metrics.csv": DAYS
            + "2026-07-01,30,1800.5,4000,12,71,5321,\n2026-07-02,,1700,,,,,80.5\n",
            "Takeout/Fit/Daily activity metrics/2026-07-01.csv": QUARTERS
            + "10:00:00.000+02:00,10:15:00.000+02:00,10,20,1000,1300\n23:45:00.000+02:00,00:00:00.000+02:00,,18,,\n",
            "Takeout/Fit/All Data/derived_heart.json": json.dumps(merged),
            "Takeout/Fit/All Data/raw_heart.json": json.dumps(raw),
            "Takeout/Fit/All Data/sleep_merged.json": json.dumps({"Data Source": "x:merged", "Data Points": sleep}),
            "Takeout/archive_browser.html": "<html>",
        },
    )
    days = {(measure, value.day): value.value for measure, value in got.given}
    assert days["steps", date(2026, 7, 1)] == 5321
    assert days["distance", date(2026, 7, 1)] == 4
    assert days["weight", date(2026, 7, 2)] == 80.5
    assert ("steps", date(2026, 7, 2)) not in days  # missing, not zero
    assert got.rows("steps") == [("2026-07-01 08:00:00", "Google Fit", 120, 1300.0)]
    last = max(int(end) for batch in got.batches if batch.measure == "energy" for end in batch.end)
    assert last == ms("2026-07-02T00:00:00+02:00") * 1000
    assert got.rows("heart_rate") == [("2026-07-01 05:00:00", "Google Fit", 120, 58.0)]
    assert [phase.kind for phase in got.slept[0].phases] == ["light", "deep", "rem"]
    assert sorted(reject.reason for reject in got.rejects) == ["9 is no stage of sleep", "it has no value"]
    assert any("com.google.heart_rate.bpm (1)" in note for note in got.notes)
