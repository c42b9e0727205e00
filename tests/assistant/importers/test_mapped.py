"""Tables of no known program."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from assistant.errors import UsageError
from assistant.importers.mapped import MAPPED
from assistant.importers.parcel import Parcel
from assistant.importers.registry import recognise
from assistant.testing import FakeIntake

Imported = Callable[..., FakeIntake]


def days(got: FakeIntake) -> dict[tuple[str, date], float]:
    return {(measure, value.day): value.value for measure, value in got.given}


def test_columns_called_like_measures_need_no_mapping(imported: Imported) -> None:
    got = imported(MAPPED, {"diary.csv": "Date,Soreness,Perceived stress,injury_risk,Mood\n2026-11-01,3,4,2,fine\n2026-11-02,11,,1,\n"})
    assert days(got) == {
        ("soreness", date(2026, 11, 1)): 3,
        ("perceived_stress", date(2026, 11, 1)): 4,
        ("injury_risk", date(2026, 11, 1)): 2,
        ("injury_risk", date(2026, 11, 2)): 1,
    }
    assert [reject.place for reject in got.rejects] == ["diary.csv:3 2026-11-02"]  # soreness of eleven
    assert any("Mood (1)" in note for note in got.notes)


def test_a_mapping_with_units_and_decimal_commas(imported: Imported) -> None:
    text = "Datum;Uhrzeit;Gewicht;Fett\n01.11.2026;07:30;93,5;20,1\n02.11.2026;07:31;93,1;\n"
    got = imported(MAPPED, {"waage.csv": text}, mapping={"Datum": "time", "Uhrzeit": "clock", "Gewicht": "weight kg", "Fett": "body_fat"})
    assert got.rows("weight") == [("2026-11-01 06:30:00", "waage.csv", 60, 93.5), ("2026-11-02 06:31:00", "waage.csv", 60, 93.1)]
    assert got.rows("body_fat") == [("2026-11-01 06:30:00", "waage.csv", 60, 20.1)]


@pytest.mark.parametrize(
    ("header", "options", "expected"),
    [
        ("weight (kg)", {}, 93.5),
        ("weight [lb]", {}, 42.41),
        ("weight", {"units": {"weight": "lb"}}, 42.41),
        ("weight", {"units": {"weight": "kg"}}, 93.5),
    ],
)
def test_kilograms_and_pounds(imported: Imported, header: str, options: dict[str, object], expected: float) -> None:
    got = imported(MAPPED, {"scale.csv": f"time,{header}\n2026-11-01T07:30:00Z,93.5\n"}, **options)
    assert [round(value, 2) for *_, value in got.rows("weight")] == [expected]


@pytest.mark.parametrize(("measure", "units"), [("weight", "kg or lb"), ("glucose", "mg/dL or mmol/L"), ("body_temperature", "°C or °F")])
def test_a_unit_that_nothing_tells_is_asked_about(imported: Imported, measure: str, units: str) -> None:
    with pytest.raises(UsageError, match=f"does not say whether its {measure.replace('_', ' ')} is in {units}"):
        imported(MAPPED, {"values.csv": f"time,{measure}\n2026-11-01T07:30:00Z,98\n"})


def test_two_kinds_of_variability_are_never_mixed(imported: Imported) -> None:
    """health-auto-export#75: SDNN and RMSSD went into one trend."""
    with pytest.raises(UsageError, match=r"which kind of variability its column 'HRV \(ms\)' holds"):
        imported(MAPPED, {"a.csv": "time,HRV (ms)\n2026-11-01T07:30:00Z,48\n"})
    got = imported(MAPPED, {"a.csv": "time,RMSSD,SDNN\n2026-11-01T07:30:00Z,48,61\n"})
    assert {batch.measure: batch.value.tolist() for batch in got.batches} == {"hrv": [48], "hrv_sdnn": [61]}


def test_an_unknown_unit_is_named(imported: Imported) -> None:
    with pytest.raises(UsageError, match="gives weight in 'zl', which is not known here; it can be in kg, lb"):
        imported(MAPPED, {"values.csv": "time,w\n2026-11-01,98\n"}, mapping={"w": "weight zl"})


def test_amounts_without_an_end_are_summed_up_by_local_day(imported: Imported) -> None:
    """open-wearables#1151: a dropped offset moved steps to another day."""
    text = "time,steps\n2026-11-01T23:30:00+09:00,100\n2026-11-01T23:50:00+09:00,50\n2026-11-02T00:10:00+09:00,7\n"
    got = imported(MAPPED, {"steps.csv": text}, zone="America/New_York")
    assert days(got) == {("steps", date(2026, 11, 1)): 150, ("steps", date(2026, 11, 2)): 7}
    assert any("summed up by day" in note for note in got.notes)


def test_amounts_with_an_end_are_readings(imported: Imported) -> None:
    text = "begin,until,n\n2026-11-01 10:00,2026-11-01 11:00,500\n2026-11-01 12:00,,5\n"
    got = imported(MAPPED, {"steps.csv": text}, mapping={"time": "begin", "end": "until", "n": "steps"})
    (batch,) = got.batches
    assert (batch.end - batch.start).tolist() == [3_600_000_000]
    assert [reject.place for reject in got.rejects] == ["steps.csv:3"]


def test_days_of_bleeding_in_words(imported: Imported) -> None:
    got = imported(MAPPED, {"cycle.csv": "date,menstruation\n2026-11-01,light\n2026-11-02,heavy\n2026-11-03,2\n2026-11-04,lots\n"})
    assert list(days(got).values()) == [1, 3, 2]
    assert [(reject.place, reject.reason) for reject in got.rejects] == [("cycle.csv:5", "menstruation: 'lots' is not a number")]


def test_several_people_in_one_table(imported: Imported) -> None:
    files = {"team.csv": "who,date,soreness\nana,2026-11-01,3\nbo,2026-11-01,8\n"}
    mapping = {"who": "person", "soreness": "soreness"}
    with pytest.raises(UsageError, match="about 2 people; say whose rows are yours with --subject: ana, bo"):
        imported(MAPPED, files, mapping=mapping)
    assert list(days(imported(MAPPED, files, mapping=mapping, subject="bo")).values()) == [8]


@pytest.mark.parametrize("mapping", [{}, {"Level": "glucose mg/dL"}])
def test_of_thousands_of_columns_a_sentence_names_a_few(imported: Imported, mapping: dict[str, str]) -> None:
    files = {"wide.csv": ",".join(f"c{n}" for n in range(5000)) + "\n" + ",".join("1" * 5000) + "\n"}
    with pytest.raises(UsageError, match="'c29', …") as told:
        imported(MAPPED, files, mapping=mapping)
    assert "'c30'" not in str(told.value)


def test_what_cannot_be_guessed_is_asked_about(imported: Imported) -> None:
    files = {"x.csv": "when,level\n2026-11-01,3\n"}
    with pytest.raises(UsageError, match=r"does not say by itself what its columns are \('when', 'level'\); say it like --map COLUMN=time"):
        imported(MAPPED, files)
    with pytest.raises(UsageError, match="has no column 'Level'; it has 'when', 'level'"):
        imported(MAPPED, files, mapping={"Level": "glucose mg/dL"})
    with pytest.raises(UsageError, match="There is no measure 'sugar' for the column 'level'; there are active_energy"):
        imported(MAPPED, files, mapping={"time": "when", "level": "sugar"})


def test_a_program_that_is_known_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "cgm.csv"
    path.write_text("id,time,gl\n1,2026-01-01 00:00:00,99\n")
    assert recognise(Parcel(path)).name == "glucose"
    path.write_text("time,soreness\n2026-01-01,3\n")
    assert recognise(Parcel(path)).name == "table"
