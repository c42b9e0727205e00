"""Glucose meters: iglu against a plain reading; Clarity and LibreView after headers and rows that public exports show (none itself is public)."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from assistant.errors import UsageError
from assistant.importers.glucose_meters import GLUCOSE_METERS
from assistant.testing import FakeIntake

Imported = Callable[..., FakeIntake]

CLARITY = """Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Event Subtype,Patient Info,Device Info,Source Device ID,Glucose Value ({unit}),\
Insulin Value (u),Transmitter ID
1,,FirstName,,Ana,,,,,
2,,Device,,,Dexcom G6 Mobile App,iPhone G6,,,
3,2026-10-25T01:57:00,EGV,,,,iPhone G6,{first},,8AM1EY
4,2026-10-25T02:02:00,EGV,,,,iPhone G6,Low,,8AM1EY
5,2026-10-25T02:57:00,EGV,,,,iPhone G6,{second},,8AM1EY
6,2026-10-25T02:02:00,EGV,,,,iPhone G6,{second},,8AM1EY
7,2026-10-25T02:10:00,Insulin,Fast-Acting,,,iPhone G6,,4,8AM1EY
"""

GERMAN = """Glukose-Werte,Erstellt am,25-02-2021 17:28 UTC,Erstellt von,Ana
Gerät,Seriennummer,Gerätezeitstempel,Aufzeichnungstyp,Glukosewert-Verlauf mmol/L,Glukose-Scan mmol/L,Notizen
FreeStyle LibreLink,1D48,18-02-2021 10:57,0,"6,1",,
FreeStyle LibreLink,1D48,18-02-2021 11:00,1,,"7,2",
FreeStyle LibreLink,1D48,18-02-2021 11:12,0,"5,0",,
FreeStyle LibreLink,1D48,18-02-2021 11:13,6,,,Kaffee
"""

SPANISH = """Datos de glucosa;Generado el;05-04-2024 10:00 UTC
Dispositivo;Número de serie;Sello de tiempo del dispositivo;Tipo de registro;Historial de glucosa mg/dL;Escaneo de glucosa mg/dL
FreeStyle Libre 3;5114;01-04-2024 00:01;0;126;
FreeStyle Libre 3;5114;02-04-2024 00:06;0;HI;
FreeStyle Libre 3;5114;13-04-2024 00:06;0;1260;
"""


@pytest.mark.parametrize(("file", "who"), [("example_data_5_subject.csv", "Subject 3"), ("example_data_hall.csv", "1636-69-001")])
def test_readings_are_those_of_the_file(shared_file: Callable[[str], Path], imported: Imported, file: str, who: str) -> None:
    path = shared_file(f"data/wearables/cgm/{file}")
    with path.open(newline="", encoding="utf-8") as opened:
        plain = [row for row in csv.DictReader(opened) if row["id"] == who]
    zone = ZoneInfo("America/Los_Angeles")
    expected = [(datetime.fromisoformat(row["time"]).replace(tzinfo=zone).timestamp(), float(row["gl"])) for row in plain]
    got = imported(GLUCOSE_METERS, path, subject=who, zone="America/Los_Angeles")
    taken = [(start / 1e6, value) for batch in got.batches for start, value in zip(batch.start.tolist(), batch.value.tolist(), strict=True)]
    assert len(expected) > 1000
    assert taken == expected
    assert not got.rejects


def test_clarity_words_days_and_the_hour_that_comes_twice(imported: Imported) -> None:
    got = imported(GLUCOSE_METERS, {"clarity.csv": CLARITY.format(unit="mg/dL", first=110, second=104)})
    assert got.rows("glucose") == [
        ("2026-10-24 23:57:00", "Dexcom", 120, 110.0),
        ("2026-10-25 00:57:00", "Dexcom", 120, 104.0),
        ("2026-10-25 01:02:00", "Dexcom", 60, 104.0),  # 02:02 again, after the clocks went back
    ]
    (reject,) = got.rejects
    assert reject.place == "clarity.csv:5"
    assert "'Low': below what the meter measures" in reject.reason
    assert any("Insulin (1)" in note for note in got.notes)


def test_millimoles_become_milligrams_by_one_constant(imported: Imported) -> None:
    got = imported(GLUCOSE_METERS, {"clarity.csv": CLARITY.format(unit="mmol/L", first=6.1, second=5.8)})
    (batch,) = got.batches
    assert batch.unit == "mmol/L"
    assert batch.original.tolist() == [6.1, 5.8, 5.8]
    assert batch.value.tolist() == pytest.approx([6.1 * 18.0156, 5.8 * 18.0156, 5.8 * 18.0156])


def test_a_value_in_the_other_unit_is_rejected_and_not_guessed(imported: Imported) -> None:
    got = imported(GLUCOSE_METERS, {"clarity.csv": CLARITY.format(unit="mg/dL", first=6.111, second=104)})
    assert [reject.place for reject in got.rejects] == ["clarity.csv:5", "clarity.csv:4"]
    assert "6.111" in got.rejects[1].reason


def test_libre_in_german_with_decimal_commas(imported: Imported) -> None:
    got = imported(GLUCOSE_METERS, {"libre.csv": GERMAN})
    rows = got.rows("glucose")
    assert [(start, source, offset) for start, source, offset, _ in rows] == [
        ("2021-02-18 09:57:00", "FreeStyle LibreLink", 60),
        ("2021-02-18 10:12:00", "FreeStyle LibreLink", 60),
    ]
    assert [value for *_, value in rows] == pytest.approx([6.1 * 18.0156, 5.0 * 18.0156])
    assert any("record type 1 (scan) (1)" in note and "record type 6 (note) (1)" in note for note in got.notes)


def test_libre_in_latin_1(imported: Imported) -> None:
    got = imported(GLUCOSE_METERS, {"libre.csv": GERMAN.encode("cp1252")})
    assert len(got.rows("glucose")) == 2


def test_libre_with_scans_alone(imported: Imported) -> None:
    got = imported(GLUCOSE_METERS, {"libre.csv": "\n".join(line for line in GERMAN.splitlines() if ",0," not in line)})
    assert [value for *_, value in got.rows("glucose")] == pytest.approx([7.2 * 18.0156])


def test_libre_in_spanish_puts_the_day_first_by_its_dates(imported: Imported) -> None:
    got = imported(GLUCOSE_METERS, {"libre.csv": SPANISH}, zone="Europe/Madrid")
    assert got.rows("glucose") == [("2024-03-31 22:01:00", "FreeStyle Libre 3", 120, 126.0)]
    assert {reject.place for reject in got.rejects} == {"libre.csv:4", "libre.csv:5"}


def test_a_plain_table_in_millimoles_is_asked_about(imported: Imported) -> None:
    files = {"cgm.csv": "id,time,gl\n1,2026-01-01 00:00:00,5.5\n1,2026-01-01 00:05:00,6.1\n"}
    with pytest.raises(UsageError, match="--unit glucose=mg/dL or --unit glucose=mmol/L"):
        imported(GLUCOSE_METERS, files)
    got = imported(GLUCOSE_METERS, files, units={"glucose": "mmol/L"})
    assert [value for *_, value in got.rows("glucose")] == pytest.approx([99.0858, 109.89516])


def test_a_plain_table_without_a_unit_says_which_one_was_taken(imported: Imported) -> None:
    files = {"cgm.csv": "id,time,gl\n1,2026-01-01 00:00:00,99\n1,2026-01-01 00:05:00,110\n"}
    said = "cgm.csv does not say its unit: its glucose was taken as mg/dL. If that is wrong, say --unit glucose=mmol/L."
    assert said in imported(GLUCOSE_METERS, files).notes
    assert said not in imported(GLUCOSE_METERS, files, units={"glucose": "mg/dL"}).notes


def test_several_people_are_asked_about(shared_file: Callable[[str], Path], imported: Imported) -> None:
    with pytest.raises(UsageError, match="about 5 people"):
        imported(GLUCOSE_METERS, shared_file("data/wearables/cgm/example_data_5_subject.csv"))
