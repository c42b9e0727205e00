"""Tables as programs and spreadsheets really write them: encodings, delimiters, decimal commas, dates, clocks."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from assistant.errors import UsageError
from assistant.importers.columns import NumberForm, Numbers, Wanted, conversion, unit_in
from assistant.importers.documents import number
from assistant.importers.importer import Options, Reject
from assistant.importers.parcel import Parcel
from assistant.importers.stamps import DateForm, Order, Stamps
from assistant.importers.table import Table, survey
from assistant.measures import MEASURES

BERLIN = ZoneInfo("Europe/Berlin")
OPTIONS = Options(BERLIN)


def table(folder: Path, content: str | bytes, name: str = "table.csv") -> Table:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return Table(Parcel(path), name)


def cells(table: Table, rejects: list[Reject] | None = None) -> list[tuple[str, ...]]:
    return [row.cells for row in table.rows(None if rejects is None else rejects.append)]


def numbers(table: Table, **units: str) -> Numbers:
    form = NumberForm(table, table.columns)
    survey(table, form)
    return form.numbers(Options(BERLIN, units=units))


def order(table: Table, column: str = "date", person: str = "") -> Order:
    form = DateForm(table, [column], person)
    survey(table, form)
    return form.order(OPTIONS)


TEXT = "Größe;Wert\n1,5;2\n3;4\n"


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("cp1252"),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.replace(";", "\t").encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        TEXT.replace("1,5", '"1,5"').encode(),
    ],
)
def test_the_same_table_in_every_encoding_and_delimiter(tmp_path: Path, content: bytes) -> None:
    read = table(tmp_path, content)
    assert read.columns == ("Größe", "Wert")
    assert cells(read) == [("1,5", "2"), ("3", "4")]


@pytest.mark.parametrize("measure", MEASURES)
def test_a_measure_may_always_be_in_its_own_unit(measure: str) -> None:
    read = conversion(Wanted("column", measure, MEASURES[measure].unit), OPTIONS, "table.csv")
    assert (read.factor, read.shift) == (1, 0)


@pytest.mark.parametrize("text", ["1_00", "\N{ARABIC-INDIC DIGIT THREE}", "6\N{ARABIC-INDIC DIGIT THREE}"])
def test_what_only_python_reads_as_a_number_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        Numbers(".").read(text)
    with pytest.raises(ValueError, match="which is no number"):
        number({"value": text}, "value")
    assert number({"value": "100.5"}, "value") == 100.5


def test_compressed(tmp_path: Path) -> None:
    assert cells(table(tmp_path, gzip.compress(TEXT.encode()), "table.csv.gz")) == [("1,5", "2"), ("3", "4")]
    with pytest.raises(UsageError, match="cut off or damaged"):
        cells(table(tmp_path, gzip.compress(TEXT.encode() * 100)[:-20], "cut.csv.gz"))


def test_empty_columns_that_spreadsheets_leave_at_the_end(tmp_path: Path) -> None:
    read = table(tmp_path, "a,b,,,\n1,2,,,\n,,,,\n3,,,,\n")
    assert read.columns == ("a", "b")
    assert cells(read) == [("1", "2"), ("3", "")]


def test_rows_that_do_not_fit_are_rejected_with_their_line(tmp_path: Path) -> None:
    rejects: list[Reject] = []
    read = table(tmp_path, 'a,b\n1,2\n"x\ny",4\nq,r,s\n7')
    assert cells(read, rejects) == [("1", "2"), ("x\ny", "4")]
    assert [(reject.place, reject.reason) for reject in rejects] == [
        ("table.csv:5", "it has 3 cells where the header has 2"),
        ("table.csv:6", "the file ends within this line"),
    ]


def test_a_line_without_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="line of more than a million characters"):
        cells(table(tmp_path, b"a,b\n1,2\n" + b"x" * 3_000_000))


def test_the_header_may_stand_further_down(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Report,of,today,x\n\nwhen;value\n1;2\n")
    read = Table(Parcel(tmp_path / "t.csv"), "t.csv", lambda row: "when" in row)
    assert (read.delimiter, read.columns) == (";", ("when", "value"))
    assert [(row.line, row.cells) for row in read.rows()] == [(4, ("1", "2"))]


@pytest.mark.parametrize(
    ("content", "text", "value"),
    [
        ("w;x\n93,5;1\n", "93,5", 93.5),  # openScale#589 made 935 of it
        ("w;x\n65,5;1\n", "65,5", 65.5),  # LiftLog#518 made 65 of it
        ("w;x\n93,5;1.234\n", "1.234", 1234),
        ('w,x\n93.5,"1,234"\n', "1,234", 1234),
        ('w,x\n"1,234",5\n', "1,234", 1234),
        ('w,x\n"93,5",5\n', "93,5", 93.5),
        ("w;x\n1.234,5;2\n", "1.234,5", 1234.5),
        ("w;x\n1,234.5;2\n", "1,234.5", 1234.5),
        ("w;x\n1'234.5;2\n", "1'234.5", 1234.5),
        ("w;x\n1\u202f234,5;2\n", "1\u202f234,5", 1234.5),
        ("w;x\n0,125;2\n", "0,125", 0.125),
        ("w;x\n12.345.678;2\n", "12.345.678", 12345678),
        ("w,x\n1.5e3,2\n", "1.5e3", 1500),
        ("w,x\n-.5,2\n", "-.5", -0.5),
    ],
)
def test_numbers_by_the_notation_of_their_file(tmp_path: Path, content: str, text: str, value: float) -> None:
    assert numbers(table(tmp_path, content)).read(text) == value


@pytest.mark.parametrize("content", ["w;x\n93,5;2.5\n", "w;x\n93,5;1\n94.5;1\n", 'w,x\n"93,5","1,234,567"\n'])
def test_a_file_that_mixes_notations_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(UsageError, match="mixes two ways of writing numbers"):
        numbers(table(tmp_path, content))


@pytest.mark.parametrize("content", ["w;x\n1,234;1\n", "w;x\n1.234;1\n", 'w,x\n"93,5","1,234"\n'])
def test_numbers_that_may_be_fractions_or_thousands_are_asked_about(tmp_path: Path, content: str) -> None:
    read = table(tmp_path, content)
    with pytest.raises(UsageError, match=r"may be a fraction or thousands; say .* --unit decimal=, or --unit decimal=\."):
        numbers(read)
    assert numbers(read, decimal=",").decimal == ","


@pytest.mark.parametrize("content", ["date,weight\n2026-01-01,93,5\n", "date,weight,fat\n2026-01-01,93,20\n2026-01-02,93,5,\n2026-01-03,93,5,20\n"])
def test_a_comma_for_columns_and_for_fractions_is_refused(tmp_path: Path, content: str) -> None:
    """health-md#90: a shifted row looks like any other."""
    with pytest.raises(UsageError, match="uses the comma both between columns and inside numbers"):
        cells(table(tmp_path, content))


@pytest.mark.parametrize("text", ["<19", "Low", "1.2.3", "12,34,5", "1e", "0x10", "inf", "1e400", "5 kg"])
def test_what_is_no_number_is_said_to_be_none(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        Numbers(".").read(text)


@pytest.mark.parametrize("text", ["", "-", "--", "NaN", "null", "N/A"])
def test_what_says_nothing_is_missing(text: str) -> None:
    assert Numbers(".").read(text) is None


@pytest.mark.parametrize(
    ("header", "unit"),
    [("Weight (kg)", "kg"), ("Glucose [mmol/L]", "mmol/L"), ("Historic Glucose mg/dL", "mg/dL"), ("weight", ""), ("Heart Rate", ""), ("m", "")],
)
def test_units_in_headers(header: str, unit: str) -> None:
    assert unit_in(header) == unit


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        ("4/12/2016 4/13/2016", "M/D/Y"),
        ("12/04/2016 13/04/2016", "D/M/Y"),
        ("1/4/16 2/4/16 13/4/16", "D/M/Y"),
        ("30.04.2016", "D/M/Y"),
        ("1.04.2016", "D/M/Y"),
        ("11/04/2016 12/04/2016 01/05/2016", "D/M/Y"),
        ("01/05/2016 12/04/2016 11/04/2016", "D/M/Y"),  # the newest first
        ("04/11/2016 04/12/2016 05/01/2016", "M/D/Y"),
        ("2016-04-12 2016-04-13", "D/M/Y"),
    ],
)
def test_the_order_of_day_and_month(tmp_path: Path, dates: str, expected: str) -> None:
    assert order(table(tmp_path, "date,x\n" + "".join(f"{day},1\n" for day in dates.split()))) == expected


def test_the_order_of_rows_counts_for_each_person_alone(tmp_path: Path) -> None:
    rows = ["a,11/04/2016", "a,12/04/2016", "a,01/05/2016", "b,11/04/2016", "b,12/04/2016", "b,01/05/2016"]
    assert order(table(tmp_path, "id,date\n" + "\n".join(rows) + "\n"), person="id") == "D/M/Y"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-10-24T10:00:00", "2026-10-24T10:00:00+02:00"),
        ("2026-10-24 10:00:00.250", "2026-10-24T10:00:00.250000+02:00"),
        ("2026-10-24T10:00:00Z", "2026-10-24T10:00:00+00:00"),
        ("2026-10-24 10:00:00 +0200", "2026-10-24T10:00:00+02:00"),
        ("2026-10-24T10:00:00-05:30", "2026-10-24T10:00:00-05:30"),
        ("10/24/2026 12:05:09 AM", "2026-10-24T00:05:09+02:00"),
        ("10/24/2026 12:05:09 PM", "2026-10-24T12:05:09+02:00"),
        ("10/24/2026 1:05 p.\u00a0m.", "2026-10-24T13:05:00+02:00"),
        ("10-24-26 7:05 am", "2026-10-24T07:05:00+02:00"),
        ("Jun 26, 2026", "2026-06-26T00:00:00+02:00"),
        ("26 Jun 2026 14:30", "2026-06-26T14:30:00+02:00"),
        ("1792828800", "2026-10-24T10:00:00+02:00"),
        ("1792828800000", "2026-10-24T10:00:00+02:00"),
        ("1792828800.5", "2026-10-24T10:00:00.500000+02:00"),
        ("2026-03-29 02:30", "2026-03-29T03:30:00+02:00"),  # a time that clocks skip
    ],
)
def test_moments(text: str, expected: str) -> None:
    assert Stamps(BERLIN, "M/D/Y").moment(text).isoformat() == expected


@pytest.mark.parametrize(
    "text",
    ["", "yesterday", "2026-13-01", "31/31/2026", "2026-01-01 25:00", "2026-01-01 13:00 PM", "2026-01-01 10:00 or so", "Foo 3, 2026", "0001-01-01"],
)
def test_what_is_no_moment(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a|is no day|nobody measured"):
        Stamps(BERLIN, "M/D/Y").moment(text)


def test_the_hour_that_comes_twice_goes_on() -> None:
    stamps = Stamps(BERLIN)
    times = ["2026-10-25 01:55", "2026-10-25 02:00", "2026-10-25 02:55", "2026-10-25 02:00", "2026-10-25 02:55", "2026-10-25 03:00"]
    moments = [stamps.moment(text) for text in times]
    assert [(b - a).total_seconds() / 60 for a, b in pairwise(moments)] == [5, 55, 5, 55, 5]


def test_a_day_is_the_one_that_is_written() -> None:
    assert Stamps(BERLIN).day("2022-01-01T23:30:00Z") == date(2022, 1, 1)


def test_the_zone_of_the_computer_makes_no_difference() -> None:
    """elizaOS/eliza#31958: stamps without an offset were read in the zone of the host."""
    code = (
        "from zoneinfo import ZoneInfo; from assistant.importers.stamps import Stamps;"
        "print(*(Stamps(ZoneInfo('Europe/Berlin')).moment(text).isoformat() for text in ('2026-10-25 01:30', '2026-07-01', '1792828800')))"
    )
    said = {
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "TZ": zone}, capture_output=True, text=True, check=True, timeout=60).stdout
        for zone in ("UTC", "Asia/Tokyo", "America/Los_Angeles")
    }
    assert said == {"2026-10-25T01:30:00+02:00 2026-07-01T00:00:00+02:00 2026-10-24T10:00:00+02:00\n"}
    assert datetime.fromisoformat(said.pop().split()[0]).utcoffset() is not None
