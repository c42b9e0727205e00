"""Health records in FHIR: what becomes a reading, what an entry, and what is left out and said."""

from __future__ import annotations

import json
import time
from datetime import date
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from assistant.errors import UsageError
from assistant.importers.fhir import fhir
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.importers.registry import recognise
from assistant.testing import FakeIntake

BERLIN = ZoneInfo("Europe/Berlin")
ANA: dict[str, Any] = {
    "resourceType": "Patient",
    "id": "ana",
    "birthDate": "1980-05-04",
    "gender": "female",
    "name": [{"given": ["Ana"], "family": "Ruiz"}],
}


def of(kind: str, key: str, **parts: Any) -> dict[str, Any]:
    return {"resourceType": kind, "id": key, "subject": {"reference": "Patient/ana"}} | parts


def observation(key: str, code: str, value: Any = None, unit: str = "", at: str | None = "2026-11-20T08:00:00+01:00", **parts: Any) -> dict[str, Any]:
    measured = {} if value is None else {"valueQuantity": {"value": value, "unit": unit, "code": unit, "system": "http://unitsofmeasure.org"}}
    when = {} if at is None else {"effectiveDateTime": at}
    coded = {"code": {"coding": [{"system": "http://loinc.org", "code": code, "display": f"LOINC {code}"}]}}
    return of("Observation", key, status="final") | coded | measured | when | parts


def bundle(*resources: dict[str, Any]) -> dict[str, Any]:
    return {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": each} for each in resources]}


def read(folder: Path, *resources: Any, subject: str = "", name: str = "record.json", units: dict[str, str] | None = None) -> FakeIntake:
    path = folder / name
    path.write_text(json.dumps(bundle(*resources)), encoding="utf-8")
    return imported(path, subject=subject, units=units)


def imported(path: Path, *, subject: str = "", units: dict[str, str] | None = None) -> FakeIntake:
    intake = FakeIntake()
    fhir.read(Parcel(path), intake, Options(BERLIN, subject, units=units or {}))
    return intake


def reasons(intake: FakeIntake) -> dict[str, str]:
    return {reject.place.partition(": ")[2] or reject.place: reject.reason for reject in intake.rejects}


@pytest.mark.parametrize(
    ("code", "value", "unit", "measure", "expected"),
    [
        ("8867-4", 61, "/min", "heart_rate", 61.0),
        ("40443-4", 52, "{beats}/min", "resting_heart_rate", 52.0),
        ("59408-5", 97, "%", "spo2", 97.0),
        ("2708-6", 0.97, "1", "spo2", 97.0),
        ("9279-1", 14, "/min", "respiratory_rate", 14.0),
        ("8310-5", 98.6, "[degF]", "body_temperature", 37.0),
        ("8310-5", 36.6, "Cel", "body_temperature", 36.6),
        ("29463-7", 150, "[lb_av]", "weight", 68.0388555),
        ("29463-7", 70500, "g", "weight", 70.5),
        ("39156-5", 22.4, "kg/m2", "bmi", 22.4),
        ("41982-0", 31, "%", "body_fat", 31.0),
        ("8480-6", 16, "kPa", "systolic", 120.00986928),
        ("2339-0", 99, "mg/dL", "glucose", 99.0),
        ("15074-8", 6.111, "mmol/L", "glucose", 110.0933316),
        ("41653-7", 5.5, "mmol/L", "glucose", 99.0858),
        ("80404-7", 0.042, "s", "hrv_sdnn", 42.0),
    ],
)
def test_vital_signs_become_readings_in_our_units(tmp_path: Path, code: str, value: float, unit: str, measure: str, expected: float) -> None:
    intake = read(tmp_path, ANA, observation("a", code, value, unit))
    ((start, source, offset, found),) = intake.rows(measure)
    assert (start, source, offset) == ("2026-11-20 07:00:00", "health record", 60)
    assert found == pytest.approx(expected)
    assert (intake.batches[0].unit, intake.batches[0].original.tolist()) == (unit, [value])
    assert not intake.entries
    assert not intake.rejects


def test_blood_pressure_is_two_readings_of_one_moment(tmp_path: Path) -> None:
    parts = [
        {"code": {"coding": [{"system": "http://loinc.org", "code": code}]}, "valueQuantity": {"value": value, "unit": "mmHg", "code": "mm[Hg]"}}
        for code, value in (("8480-6", 128), ("8462-4", 79))
    ]
    intake = read(tmp_path, ANA, observation("bp", "85354-9", component=parts))
    assert [row[3] for row in intake.rows("systolic")] == [128.0]
    assert [row[3] for row in intake.rows("diastolic")] == [79.0]
    assert not intake.rejects


def test_whose_record_it_is_is_said_as_other_exports_say_it(tmp_path: Path) -> None:
    assert read(tmp_path, ANA).owner == "born 1980-05-04, female"
    assert read(tmp_path, ANA | {"gender": "unknown"}).owner == "born 1980-05-04"
    unknown = read(tmp_path, ANA | {"birthDate": "1980"})
    assert unknown.owner == ""
    assert unknown.notes == ["It names no birthday of ana (Ana Ruiz), so make sure that it is the record of the right person."]


def test_what_is_no_measure_is_a_lab_with_its_range(tmp_path: Path) -> None:
    ldl = observation(
        "ldl", "13457-7", 131, "mg/dL", referenceRange=[{"low": {"value": 0, "unit": "mg/dL"}, "high": {"value": 116, "unit": "mg/dL"}}]
    )
    culture = observation("cu", "630-4", valueString="No growth  after\u00a048 h\u202e")
    (first, second) = read(tmp_path, ANA, ldl, culture).entries
    assert (first.kind, first.id, first.name, first.code) == ("lab", "Observation/ldl", "LOINC 13457-7", "http://loinc.org|13457-7")
    assert (first.value, first.unit, first.low, first.high, first.start) == (131.0, "mg/dL", 0.0, 116.0, date(2026, 11, 20))
    assert (second.value, second.text) == (None, "No growth after 48 h")


def test_conditions_medicines_and_allergies(tmp_path: Path) -> None:
    """health-auto-export#66: "Dexketoprofeno " with a space at its end is the same medicine."""
    asthma = of(
        "Condition",
        "c1",
        code={"text": "Asthma"},
        clinicalStatus={"coding": [{"code": "active"}]},
        verificationStatus={"coding": [{"code": "confirmed"}]},
        onsetDateTime="2011-03-02",
    )
    dose = {"doseQuantity": {"value": 25, "unit": "mg"}}
    pain = of(
        "MedicationRequest",
        "m1",
        status="active",
        intent="order",
        medicationReference={"reference": "#inside"},
        contained=[{"resourceType": "Medication", "id": "inside", "code": {"text": "Dexketoprofeno "}}],
        authoredOn="2026-10-01T09:30:00Z",
        dosageInstruction=[{"doseAndRate": [dose], "timing": {"repeat": {"frequency": 2, "period": 1, "periodUnit": "d"}}}],
    )
    metformin = of(
        "MedicationStatement", "m2", status="completed", medicationReference={"reference": "urn:uuid:met"}, dosage=[{"text": "one  in the evening"}]
    )
    nuts = of("AllergyIntolerance", "a1", code={"coding": [{"system": "s", "code": "256349002", "display": "Peanut"}]})
    nuts |= {"reaction": [{"manifestation": [{"text": "Hives"}], "severity": "severe"}], "clinicalStatus": {"coding": [{"code": "active"}]}}
    nuts["patient"] = nuts.pop("subject")
    path = tmp_path / "r.json"
    medicine = {"fullUrl": "urn:uuid:met", "resource": {"resourceType": "Medication", "code": {"text": "Metformin"}}}
    path.write_text(json.dumps({"resourceType": "Bundle", "entry": [*bundle(ANA, asthma, pain, metformin, nuts)["entry"], medicine]}))
    intake = imported(path)
    rows = [(each.kind, each.name, each.status, each.start, each.text) for each in intake.entries]
    assert rows == [
        ("condition", "Asthma", "active", date(2011, 3, 2), ""),
        ("medication", "Dexketoprofeno", "active", date(2026, 10, 1), "25 mg, 2 × / d"),
        ("medication", "Metformin", "completed", None, "one in the evening"),
        ("allergy", "Peanut", "active", None, "Hives (severe)"),
    ]
    assert not intake.rejects


def test_mistakes_and_what_was_ruled_out_are_left_out_and_counted(tmp_path: Path) -> None:
    wrong = {"coding": [{"code": "entered-in-error"}]}
    intake = read(
        tmp_path,
        ANA,
        of("Condition", "c1", code={"text": "Cancer"}, verificationStatus={"coding": [{"code": "refuted"}]}),
        of("Condition", "c2", code={"text": "Flu"}, verificationStatus=wrong),
        of("AllergyIntolerance", "a1", code={"text": "Latex"}, verificationStatus=wrong),
        of("MedicationStatement", "m1", status="entered-in-error", medicationCodeableConcept={"text": "Warfarin"}),
        of("MedicationRequest", "m2", status="cancelled", medicationCodeableConcept={"text": "Warfarin"}),
        of("MedicationRequest", "m3", status="active", doNotPerform=True, medicationCodeableConcept={"text": "Aspirin"}),
        observation("o1", "8867-4", 61, "/min", status="entered-in-error"),
    )
    assert not intake.entries
    assert not intake.batches
    assert reasons(intake) == {
        "Condition/c1": "it was ruled out",
        "Condition/c2": "it was entered in error",
        "AllergyIntolerance/a1": "it was entered in error",
        "MedicationStatement/m1": "it was entered in error",
        "MedicationRequest/m2": "it was taken back",
        "MedicationRequest/m3": "it says that the medicine is not to be taken, or was not",
        "Observation/o1": "it was entered in error",
    }
    assert not any("error" in note or "ruled out" in note for note in intake.notes)  # the rejects say it, once


def test_a_date_without_a_day_is_not_given_one(tmp_path: Path) -> None:
    year = of("Condition", "c1", code={"text": "Migraine"}, onsetDateTime="2020")
    month = of("Condition", "c2", code={"text": "Sciatica"}, onsetDateTime="2020-05", abatementDateTime="2021")
    weight = observation("w", "29463-7", 70, "kg", at="2020-05")
    intake = read(tmp_path, ANA, year, month, weight)
    assert [(each.start, each.end, each.text) for each in intake.entries] == [(None, None, "2020"), (None, None, "2020-05 – 2021")]
    assert reasons(intake) == {"Observation/w": "it was measured on some day of 2020-05"}


def test_a_day_without_a_time_is_a_figure_of_that_day(tmp_path: Path) -> None:
    intake = read(
        tmp_path, ANA, observation("w", "29463-7", 70, "kg", at="2026-11-20"), observation("s", "41950-7", 8123, "/d", at="2026-11-19T23:59:00+01:00")
    )
    assert [(measure, value.day, value.value) for measure, value in intake.given] == [
        ("weight", date(2026, 11, 20), 70.0),
        ("steps", date(2026, 11, 19), 8123.0),
    ]


@pytest.mark.parametrize(
    ("written", "utc", "offset"),
    [
        ("2026-07-01T08:00:00", "2026-07-01 06:00:00", 120),  # no offset: the person's own zone
        ("2026-07-01T23:30:00Z", "2026-07-01 23:30:00", 120),  # the moment is known, the place is not
        ("2026-07-01T08:00:00+00:00", "2026-07-01 08:00:00", 0),
        ("2026-07-01T08:00:00.123-0500", "2026-07-01 13:00:00", -300),
        ("2026-03-29T02:30:00", "2026-03-29 01:30:00", 120),  # skipped by the clock
    ],
)
def test_offsets(tmp_path: Path, written: str, utc: str, offset: int) -> None:
    ((start, _, east, _),) = read(tmp_path, ANA, observation("h", "8867-4", 61, "/min", at=written)).rows("heart_rate")
    assert (start, east) == (utc, offset)


def test_what_cannot_be_taken_is_named_with_its_reason(tmp_path: Path) -> None:
    intake = read(
        tmp_path,
        ANA,
        observation("unitless", "29463-7", 70, ""),
        observation("centimetres", "29463-7", 70, "cm"),
        observation("heavy", "29463-7", 5000, "kg"),
        observation("words", "8867-4", valueString="fast"),
        observation("below", "2339-0", valueQuantity={"value": 40, "comparator": "<", "unit": "mg/dL"}),
        observation("when", "8867-4", 61, "/min", at=None),
        observation("never", "8867-4", 61, "/min", at="2026-02-30T10:00:00Z"),
        observation("absent", "8867-4", dataAbsentReason={"coding": [{"code": "error", "display": "Error"}]}),
        observation("rmssd", "", 41, "ms") | {"code": {"coding": [{"system": "http://loinc.org", "code": "80404-7", "display": "HRV RMSSD"}]}},
        observation("signal", "11524-6", valueSampledData={"data": "1 2 3"}),
        of("Condition", "nameless"),
        of("MedicationStatement", "lost", status="active", medicationReference={"reference": "Medication/77"}),
        {"no": "type"},
    )
    assert reasons(intake) == {
        "Observation/unitless": "weight has no unit; --unit weight=kg says what it is",
        "Observation/centimetres": "'cm' is no unit of weight",
        "Observation/heavy": "weight of 5000 kg is none of a living person",
        "Observation/words": "its value of heart rate is no number",
        "Observation/below": "it says only that glucose is < 40 mg/dL",
        "Observation/when": "it does not say when it was measured",
        "Observation/never": "it has a time that is none",
        "Observation/absent": "it has no value (Error)",
        "Observation/rmssd": "its code is that of SDNN and its name says RMSSD, which is another figure",
        "Observation/signal": "it holds a signal or a file, which is not read here",
        "Condition/nameless": "it has no name",
        "MedicationStatement/lost": "the medicine that it names did not come along",
        "record.json": "it is no FHIR resource",
    }
    assert not intake.entries


def test_the_person_may_say_what_unit_a_bare_number_has(tmp_path: Path) -> None:
    intake = read(tmp_path, ANA, observation("a", "29463-7", 154, ""), units={"weight": "lb"})
    assert intake.rows("weight")[0][3] == pytest.approx(69.85322498)


def test_kinds_that_are_not_read_are_counted_and_named(tmp_path: Path) -> None:
    intake = read(tmp_path, ANA, {"resourceType": "Claim"}, {"resourceType": "Claim"}, {"resourceType": "Encounter"})
    assert dict(intake.counts) == {"Patient": 1, "Claim": 2, "Encounter": 1}
    assert "Of these kinds nothing is read: Claim (2), Encounter (1)." in intake.notes


def test_questionnaires_and_ways_of_life_are_no_findings(tmp_path: Path) -> None:
    survey: dict[str, Any] = {"category": [{"coding": [{"code": "survey"}]}]}
    smoking = observation("s", "72166-2", valueCodeableConcept={"text": "Never smoked"}, category=[{"coding": [{"code": "social-history"}]}])
    walked = observation("w", "55423-8", 4000, "{steps}", **survey)
    lab = observation("l", "718-7", 13.9, "g/dL", category=[{"coding": [{"code": "laboratory"}]}])
    intake = read(tmp_path, ANA, smoking, walked, observation("q", "44249-1", 9, "{score}", **survey), lab)
    assert [(entry.name, entry.value, entry.unit) for entry in intake.entries] == [("LOINC 718-7", 13.9, "g/dL")]
    assert [row[3] for row in intake.rows("steps")] == [4000.0]
    assert "Answers to questionnaires and notes on the way of life are no findings, and were left out: 2." in intake.notes


def test_values_of_every_form_are_kept_as_they_stand(tmp_path: Path) -> None:
    def value(key: str, **parts: Any) -> dict[str, Any]:
        return observation(key, "x-1", **parts)

    amount = {"value": 5, "comparator": "<", "unit": "mg/L"}
    intake = read(
        tmp_path,
        ANA,
        value("below", valueQuantity=amount),
        value("whole", valueInteger=3),
        value("range", valueRange={"low": {"value": 1, "unit": "mg"}, "high": {"value": 2, "unit": "mg"}}),
        value("ratio", valueRatio={"numerator": {"value": 1}, "denominator": {"value": 128}}),
        value("yes", valueBoolean=True),
        value("kind", valueCodeableConcept={"coding": [{"code": "A", "display": "Blood group A"}]}),
        value("words", valueQuantity={"value": "12,5", "unit": "mg"}),
        value("unit", valueQuantity={"unit": "mg"}),
        value("zero", valueQuantity={"value": 0, "unit": "mg/L"}, referenceRange=[{"low": {"value": 9}, "high": {"value": 1}}]),
        value("group", component=[{"code": {"text": "Part"}, "valueString": "seen"}, {"code": {"text": "Rest"}}]),
        value("panel", hasMember=[{"reference": "Observation/zero"}]),
        value("early", valueQuantity=amount, status="preliminary", at=None, issued="2026-11-19T10:00:00Z"),
    )
    assert [(each.id.removeprefix("Observation/"), each.value, each.unit, each.text) for each in intake.entries] == [
        ("below", None, "", "< 5 mg/L"),
        ("whole", 3.0, "", ""),
        ("range", None, "", "1 mg – 2 mg"),
        ("ratio", None, "", "1 : 128"),
        ("yes", None, "", "true"),
        ("kind", None, "", "Blood group A"),
        ("zero", 0.0, "mg/L", ""),
        ("group#0", None, "", "seen"),
        ("early", None, "", "< 5 mg/L"),
    ]
    assert (intake.entries[-1].status, intake.entries[-1].start) == ("preliminary", date(2026, 11, 19))
    assert (intake.entries[6].low, intake.entries[6].high) == (None, None)
    assert [(reject.place, reject.reason) for reject in intake.rejects] == [
        ("record.json: Observation/words", "its value is no number"),
        ("record.json: Observation/unit", "it has no value"),
        ("record.json: Observation/group", "it has no value"),
    ]


def test_several_people_are_told_apart_only_by_the_person(tmp_path: Path) -> None:
    ben = {"resourceType": "Patient", "id": "ben", "name": [{"text": "Ben Roe"}], "birthDate": "1975"}
    his = observation("h", "8867-4", 99, "/min", subject={"reference": "Patient/ben"})
    nobody = observation("n", "8867-4", 50, "/min", subject=None)
    everything = (ANA, ben, observation("a", "8867-4", 61, "/min"), his, nobody)
    with pytest.raises(UsageError, match=r"2 people: ana \(Ana Ruiz, born 1980-05-04\); ben \(Ben Roe\)\. Say whose record it is with --subject"):
        read(tmp_path, *everything)
    for asked in ("ana", "Patient/ana", "ana ruiz"):
        intake = read(tmp_path, *everything, subject=asked)
        assert [row[3] for row in intake.rows("heart_rate")] == [61.0]
        assert "1 entry of other people was left out." in intake.notes
        assert reasons(intake) == {"Observation/n": "it does not say whose it is"}
    with pytest.raises(UsageError, match="Nobody in it goes by 'carla'"):
        read(tmp_path, *everything, subject="carla")


def test_one_person_with_numbers_of_two_hospitals_is_one(tmp_path: Path) -> None:
    there = ANA | {"id": "4711"}
    intake = read(
        tmp_path, ANA, there, observation("a", "8867-4", 61, "/min"), observation("b", "8867-4", 63, "/min", subject={"reference": "Patient/4711"})
    )
    assert [row[3] for row in intake.rows("heart_rate")] == [61.0, 63.0]


def test_the_folder_of_a_phone_is_about_its_owner_however_hospitals_call_them(tmp_path: Path) -> None:
    folder = tmp_path / "apple_health_export" / "clinical-records"
    folder.mkdir(parents=True)
    there = ANA | {"id": "4711", "name": [{"text": "Ruiz, Ana M."}]}
    second = observation("b", "8867-4", 63, "/min", subject={"reference": "Patient/4711"})
    for index, content in enumerate((ANA, there, observation("a", "8867-4", 61, "/min"), second)):
        (folder / f"{index}.json").write_text(json.dumps(content))
    assert [row[3] for row in imported(tmp_path).rows("heart_rate")] == [61.0, 63.0]
    with pytest.raises(UsageError, match="2 people"):
        imported(folder)


def test_references_of_every_form_are_followed(tmp_path: Path) -> None:
    ana = ANA | {"identifier": [{"system": "urn:mrn", "value": "4711"}]}
    forms = (
        *("Patient/ana", "https://clinic.example.org/r4/Patient/ana", "Patient/ana/_history/3", "urn:uuid:1-2", "Patient?identifier=urn:mrn|4711"),
        *("Patient?identifier=4711",),
    )
    everything = [observation(str(index), "8867-4", 60 + index, "/min", subject={"reference": form}) for index, form in enumerate(forms)]
    everything.append(observation("last", "8867-4", 70, "/min", subject={"identifier": {"value": "4711"}}))
    entries = [*bundle(*everything)["entry"], {"fullUrl": "urn:uuid:1-2", "resource": ana}]
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"resourceType": "Bundle", "entry": entries}))
    assert [row[3] for row in imported(path).rows("heart_rate")] == [60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 70.0]


def test_a_server_that_bundles_name_tells_records_of_two_hospitals_apart(tmp_path: Path) -> None:
    one, two = (of("Condition", "1", code={"text": name}) for name in ("Asthma", "Gout"))
    entries = [{"fullUrl": f"https://{host}/Condition/1", "resource": each} for host, each in (("a.example.org", one), ("b.example.org", two))]
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"resourceType": "Bundle", "entry": entries}))
    assert [(each.source, each.id) for each in imported(path).entries] == [
        ("health record (a.example.org)", "Condition/1"),
        ("health record (b.example.org)", "Condition/1"),
    ]


def test_folders_zips_lines_and_single_resources_read_alike(tmp_path: Path) -> None:
    first, second = observation("a", "8867-4", 61, "/min"), observation("b", "8867-4", 63, "/min")
    lines = tmp_path / "observations.ndjson"
    lines.write_text(f"\ufeff{json.dumps(ANA)}\n\n{json.dumps(first)}\n{{broken\n{json.dumps(second)}\n", encoding="utf-8")
    intake = imported(lines)
    assert [row[3] for row in intake.rows("heart_rate")] == [61.0, 63.0]
    assert [(reject.place, reject.reason) for reject in intake.rejects] == [("observations.ndjson:4", "it is no JSON (column 2)")]
    folder = tmp_path / "folder"
    folder.mkdir()
    for name, content in (("p.json", ANA), ("a.json", first), ("b.json", [second])):
        (folder / name).write_text(json.dumps(content))
    (folder / "readme.txt").write_text("hello")
    intake = imported(folder)
    assert [row[3] for row in intake.rows("heart_rate")] == [61.0, 63.0]
    assert "Files that are neither JSON nor NDJSON, and were not read: readme.txt." in intake.notes


def test_it_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(bundle(ANA)))
    assert recognise(Parcel(path)).name == "fhir"
    (tmp_path / "y.json").write_text('{"steps": 1}')
    assert not fhir.recognises(Parcel(tmp_path / "y.json"))
    xml = tmp_path / "z.xml"
    xml.write_text('<Bundle xmlns="http://hl7.org/fhir"/>')
    assert fhir.recognises(Parcel(xml))
    with pytest.raises(UsageError, match="FHIR in XML, which is not read; export it as JSON"):
        imported(xml)


def test_a_cut_off_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(bundle(ANA), indent=1)[:60])
    with pytest.raises(UsageError, match=r"x\.json cannot be read: it is cut off in line 4\."):
        imported(path)


@pytest.mark.parametrize("machine", ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
def test_the_machines_own_zone_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    """elizaOS#31958: times without an offset were read in the zone of the computer."""
    monkeypatch.setenv("TZ", machine)
    time.tzset()
    try:
        late = observation("a", "8867-4", 61, "/min", at="2026-11-20T23:30:00")
        condition = of("Condition", "c", code={"text": "Flu"}, onsetDateTime="2026-11-20T23:30:00Z")
        intake = read(tmp_path, ANA, late, condition, observation("w", "29463-7", 70, "kg", at="2026-11-20"))
    finally:
        monkeypatch.undo()
        time.tzset()
    assert intake.rows("heart_rate") == [("2026-11-20 22:30:00", "health record", 60, 61.0)]
    assert intake.entries[0].start == date(2026, 11, 21)  # in Berlin it was half past midnight
    assert intake.given[0][1].day == date(2026, 11, 20)
