"""Apple Health: what people's exports hold, in all their units, and what is told of what was not taken over."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assistant.errors import UsageError
from assistant.importers.apple import apple
from assistant.importers.importer import Options, Reject
from assistant.importers.parcel import Parcel
from assistant.importers.registry import recognise
from assistant.testing import FakeIntake

Imported = Callable[..., FakeIntake]
XML = "apple_health_export/export.xml"


@pytest.fixture
def told(imported: Imported, files: Any) -> Callable[..., FakeIntake]:
    """What comes of an export with these records."""

    def read(*parts: str, **more: Any) -> FakeIntake:
        return imported(apple, {XML: files.export(*parts)}, **more)

    return read


def value(intake: FakeIntake, measure: str) -> float:
    ((_, _, _, only),) = intake.rows(measure)
    return only


def test_a_zip_a_folder_and_the_bare_file_are_recognised_and_read_alike(tmp_path: Path, files: Any) -> None:
    text = files.export(files.record("HeartRate", "62"), files.sleep("AsleepDeep", "2026-11-18 23:00:00 +0200", "2026-11-19 01:00:00 +0200"))
    folder = files.write(tmp_path / "a" / XML, text).parents[1]
    for path in (
        folder,
        folder / "apple_health_export",
        folder / XML,
        files.zipped(tmp_path / "export.zip", [(XML, text), ("apple_health_export/export_cda.xml", files.CDA)]),
        # The names are translated where the phone speaks another language.
        files.zipped(tmp_path / "Export.zip", [("apple_health_export/Exportieren.xml", text)]),
    ):
        parcel, intake = Parcel(path), FakeIntake()
        assert recognise(parcel, [apple]) is apple
        apple.read(parcel, intake, Options(zone=None))  # type: ignore[arg-type]  # it must not matter
        assert intake.rows("heart_rate") == [("2026-11-19 06:00:00", files.WATCH, 120, 62.0)]
        assert [phase.kind for night in intake.slept for phase in night.phases] == ["deep"]
        assert intake.done


def test_the_other_document_alone_is_no_export(tmp_path: Path, files: Any) -> None:
    path = files.write(tmp_path / "export_cda.xml", files.CDA)
    assert not apple.recognises(Parcel(path))
    with pytest.raises(UsageError, match=r"holds no export\.xml"):
        apple.read(Parcel(path), FakeIntake(), Options(zone=None))  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize(
    ("kind", "unit", "given", "measure", "wanted"),
    [
        ("StepCount", "count", "120", "steps", 120),
        ("DistanceWalkingRunning", "km", "1.25", "distance", 1.25),
        ("DistanceWalkingRunning", "mi", "1", "distance", 1.609344),
        ("DistanceWalkingRunning", "m", "250", "distance", 0.25),
        ("FlightsClimbed", "count", "3", "floors", 3),
        ("ActiveEnergyBurned", "kcal", "12.5", "active_energy", 12.5),
        ("ActiveEnergyBurned", "Cal", "12.5", "active_energy", 12.5),
        ("BasalEnergyBurned", "kJ", "418.4", "basal_energy", 100),
        ("AppleExerciseTime", "min", "1", "active_minutes", 1),
        ("HeartRate", "count/min", "62", "heart_rate", 62),
        ("HeartRate", "count/s", "1.5", "heart_rate", 90),
        ("RestingHeartRate", "count/min", "55", "resting_heart_rate", 55),
        ("WalkingHeartRateAverage", "count/min", "95.5", "walking_heart_rate", 95.5),
        ("HeartRateVariabilitySDNN", "ms", "41.2", "hrv_sdnn", 41.2),
        ("HeartRateVariabilityRMSSD", "ms", "38", "hrv", 38),
        ("OxygenSaturation", "%", "0.97", "spo2", 97),
        ("OxygenSaturation", "%", "1", "spo2", 100),
        ("OxygenSaturation", "%", "97", "spo2", 97),
        ("RespiratoryRate", "count/min", "14.5", "respiratory_rate", 14.5),
        ("BodyTemperature", "degF", "98.6", "body_temperature", 37),
        ("BodyTemperature", "degC", "36.6", "body_temperature", 36.6),
        ("AppleSleepingWristTemperature", "degC", "35.1", "skin_temperature", 35.1),
        ("BodyMass", "kg", "72.4", "weight", 72.4),
        ("BodyMass", "lb", "160", "weight", 72.5747792),
        ("BodyMass", "st", "11", "weight", 69.85322498),
        ("BodyMassIndex", "count", "23.4", "bmi", 23.4),
        ("BodyFatPercentage", "%", "0.215", "body_fat", 21.5),
        ("BloodPressureSystolic", "mmHg", "121", "systolic", 121),
        ("BloodPressureDiastolic", "kPa", "10", "diastolic", 75.00616827),
        ("BloodGlucose", "mg/dL", "110", "glucose", 110),
        ("BloodGlucose", "mmol&lt;180.1558800000541&gt;/L", "6.1", "glucose", 6.1 * 18.0156),
        ("BloodGlucose", "mmol/L", "6.1", "glucose", 6.1 * 18.0156),
        ("VO2Max", "mL/min·kg", "41.3", "vo2max", 41.3),
    ],
)
def test_every_unit_of_every_country(
    told: Callable[..., FakeIntake], files: Any, kind: str, unit: str, given: str, measure: str, wanted: float
) -> None:
    intake = told(files.record(kind, given, unit=unit))
    assert value(intake, measure) == pytest.approx(wanted, rel=1e-9)
    (batch,) = intake.batches
    assert batch.unit == unit.replace("&lt;", "<").replace("&gt;", ">")
    assert batch.original.tolist() == [float(given)], "what stood in the file is kept"
    assert not intake.rejects


def test_a_unit_that_is_not_known_is_asked_for(told: Callable[..., FakeIntake], files: Any) -> None:
    """Pounds or kilograms: never guessed (weight-csv-to-gfit#6, openScale#920)."""
    for unit, said in (("", "without a unit"), ("stein", "in 'stein', a unit that is not known for it")):
        intake = told(files.record("BodyMass", "160", unit=unit), files.record("BodyMass", "161", unit=unit))
        assert intake.rejects == [Reject(f"{XML}:{line}", f"BodyMass is {said}; say which it is with --unit weight=UNIT") for line in (11, 12)]
        assert not intake.batches
    assert value(told(files.record("BodyMass", "160", unit=""), units={"weight": "lb"}), "weight") == pytest.approx(72.5747792)


def test_sdnn_and_rmssd_never_mix(told: Callable[..., FakeIntake], files: Any) -> None:
    """health-auto-export#75"""
    intake = told(files.record("HeartRateVariabilitySDNN", "41", unit="ms"), files.record("HeartRateVariabilityRMSSD", "60", unit="ms"))
    assert value(intake, "hrv_sdnn") == 41
    assert value(intake, "hrv") == 60


def test_sources_stay_apart_with_their_names_and_offsets(told: Callable[..., FakeIntake], files: Any) -> None:
    """apple-health-grafana#7: summing phone and watch is for the records to avoid, so they must know which is which. open-wearables#1151: offsets."""
    intake = told(
        files.record("StepCount", "500", "2026-11-19 23:50:00 -0800", "2026-11-19 23:59:00 -0800", unit="count", source="Max’s iPhone"),
        files.record("StepCount", "480", "2026-11-20 08:50:00 +0530", "2026-11-20 08:59:00 +0530", unit="count"),
        files.record("StepCount", "7", "2026-11-20 09:50:00 +0530", unit="count", source=" Sam &amp; Max&#8217;s &lt;Watch&gt; "),
    )
    assert intake.rows("steps") == [
        ("2026-11-20 03:20:00", "Max’s Apple\u00a0Watch", 330, 480.0),
        ("2026-11-20 04:20:00", "Sam & Max’s <Watch>", 330, 7.0),
        ("2026-11-20 07:50:00", "Max’s iPhone", -480, 500.0),
    ]
    lengths = {batch.source: (batch.end - batch.start).tolist() for batch in intake.batches}
    assert lengths["Max’s iPhone"] == [9 * 60 * 1_000_000]


@pytest.mark.parametrize("beside", ["", "  <NewThing/>\n"])
def test_a_traveller_slept_where_they_were(told: Callable[..., FakeIntake], files: Any, beside: str) -> None:
    """The phone writes every time in the zone it is in on the day of the export; where a record names its own, that counts."""
    inside = f'  <MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/>\n{beside}'
    intake = told(
        files.record("HeartRate", "50", "2026-07-19 16:00:00 +0200", inside=inside),
        files.record("HeartRate", "51", "2026-07-19 17:00:00 +0200", inside=inside.replace("Asia/Tokyo", "Mars/Base")),
        files.record("HeartRate", "52", "2026-07-19 18:00:00 +0200"),
        files.record("HeartRate", "53", "2026-12-19 16:00:00 +0200", inside=inside.replace("Asia/Tokyo", "America/New_York")),
        files.record(
            "HKCategoryTypeIdentifierSleepAnalysis",
            "HKCategoryValueSleepAnalysisAsleepDeep",
            "2026-07-19 16:00:00 +0200",
            "2026-07-19 23:00:00 +0200",
            unit="",
            inside=inside,
        ),
    )
    assert [(row[2], row[3]) for row in intake.rows("heart_rate")] == [(540, 50), (120, 51), (120, 52), (-300, 53)]
    (night,) = intake.slept
    assert f"{night.start:%d %H:%M} {night.end:%d %H:%M %z}" == "19 23:00 20 06:00 +0900"


def test_names_with_blanks_around_them_are_known(told: Callable[..., FakeIntake], files: Any) -> None:
    """health-auto-export#66: identifiers that came with a blank at the end."""
    intake = told(files.record("HeartRate", " 62 ", unit="count/min "), files.record("HKQuantityTypeIdentifierHeartRate ", "63"))
    assert [row[3] for row in intake.rows("heart_rate")] == [62, 63]
    assert intake.counts["HKQuantityTypeIdentifierHeartRate"] == 2


def test_what_stands_in_a_correlation_counts_once(told: Callable[..., FakeIntake], files: Any) -> None:
    systolic, diastolic = (files.record(f"BloodPressure{kind}", number, unit="mmHg") for kind, number in (("Systolic", "121"), ("Diastolic", "79")))
    food = files.record("DietaryProtein", "21", unit="g")
    inner = f' <Correlation type="HKCorrelationTypeIdentifierBloodPressure">\n {systolic} {diastolic} </Correlation>\n'
    eaten = f' <Correlation type="HKCorrelationTypeIdentifierFood">\n  <MetadataEntry key="HKFoodType" value="Soup"/>\n {food} </Correlation>\n'
    for parts in ((systolic, diastolic, inner, food, eaten), (inner, eaten, food, systolic, diastolic)):
        intake = told(*parts)
        assert (value(intake, "systolic"), value(intake, "diastolic")) == (121, 79)
        assert intake.counts["HKQuantityTypeIdentifierBloodPressureSystolic"] == 1
        assert intake.counts["HKQuantityTypeIdentifierDietaryProtein"] == 1
        assert intake.counts["Correlation"] == 2
    alone = told(inner)
    assert (value(alone, "systolic"), value(alone, "diastolic")) == (121, 79), "a pair that stands only there is not lost"


def test_a_record_inside_a_workout_is_not_lost(told: Callable[..., FakeIntake], files: Any) -> None:
    inner = files.record("HeartRate", "140", indent=2)
    workout = f' <Workout workoutActivityType="HKWorkoutActivityTypeYoga" duration="30" durationUnit="min">\n{inner} </Workout>\n'
    intake = told(workout)
    assert value(intake, "heart_rate") == 140
    assert intake.counts["HKQuantityTypeIdentifierHeartRate"] == 1


def test_workouts_are_added_up_from_their_statistics_and_told(told: Callable[..., FakeIntake], files: Any) -> None:
    """apple-health-mcp#27: from iOS 15 on the totals stand in children. iOS 16 wrote two startDates into them."""
    start = 'startDate="2026-11-19 08:00:00 +0200"'
    new = (
        f' <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" totalDistance="99" totalDistanceUnit="km">\n'
        f'  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" {start} {start} sum="3.1" unit="mi"/>\n'
        f'  <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" {start} sum="1255.2" unit="kJ"/>\n'
        f'  <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" {start} average="140" unit="count/min"/>\n </Workout>\n'
    )
    old = (
        ' <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="1" durationUnit="hr" totalDistance="20" totalDistanceUnit="km" '
        'totalEnergyBurned="400" totalEnergyBurnedUnit="kcal"/>\n'
    )
    intake = told(new, old, new, files.record("HeartRate", "62"))
    assert intake.counts["Workout"] == 3
    assert intake.notes == [
        "3 workouts (Running 2, Cycling 1; 2.0 h, 30.0 km, 1,000 kcal): not kept as such, for the readings hold what they burnt and walked."
    ]
    assert [batch.measure for batch in intake.batches] == ["heart_rate"]


def test_menstrual_flow_in_the_words_of_old_and_new_phones(told: Callable[..., FakeIntake], files: Any) -> None:
    words = ["MenstrualFlowNone", "MenstrualFlowLight", "VaginalBleedingMedium", "MenstrualFlowHeavy", "VaginalBleedingUnspecified", "Odd"]
    kind = "HKCategoryTypeIdentifierMenstrualFlow"
    intake = told(*(files.record(kind, f"HKCategoryValue{word}", f"2026-11-0{day} 00:00:00 +0200", unit="") for day, word in enumerate(words, 1)))
    assert [row[3] for row in intake.rows("menstruation")] == [0, 1, 2, 3, 1]
    assert intake.rejects == [Reject(f"{XML}:16", "MenstrualFlow has no value that can be read ('HKCategoryValueOdd')")]


def test_every_reject_has_its_line_and_its_reason(told: Callable[..., FakeIntake], files: Any) -> None:
    intake = told(
        files.record("HeartRate", None),
        files.record("HeartRate", "fast", inside='  <MetadataEntry key="a" value="b"/>\n'),
        files.record("HeartRate", "62", "2026-02-30 08:00:00 +0200"),
        files.record("HeartRate", "62", "2026-11-19T08:00:00Z"),
        files.record("HeartRate", "nan"),
        files.record("HeartRate", "4000"),
        files.record("HeartRate", "62", "2026-11-19 08:00:00 +0200", "2026-11-19 07:00:00 +0200"),
        files.record("HeartRate", "63"),
        files.sleep("Dozing", "2026-11-18 23:00:00 +0200", "2026-11-19 01:00:00 +0200"),
        files.sleep("InBed", "2026-11-18 23:00:00 +0200", "2026-11-22 01:00:00 +0200"),
        files.sleep("AsleepREM", "2026-11-18 23:00:00 +0200", "2026-11-18 22:00:00 +0200"),
    )
    lines = {int(reject.place.rpartition(":")[2]): reject.reason for reject in intake.rejects}
    assert {reject.place.rpartition(":")[0] for reject in intake.rejects} == {XML}
    assert lines == {
        11: "HeartRate has no value that can be read (nothing)",
        12: "HeartRate has no value that can be read ('fast')",
        15: "HeartRate has no time that can be read ('2026-02-30 08:00:00 +0200')",
        16: "HeartRate has no time that can be read ('2026-11-19T08:00:00Z')",
        17: "HeartRate has no value that can be read ('nan')",
        18: "heart_rate is 4000 count/min, or ends before it begins",
        19: "heart_rate is 62 count/min, or ends before it begins",
        21: "SleepAnalysis says 'HKCategoryValueSleepAnalysisDozing', which is no phase of sleep that is known",
        22: "SleepAnalysis lasts 74 hours",
        23: "SleepAnalysis ends before it begins",
    }
    assert [row[3] for row in intake.rows("heart_rate")] == [63]


def test_what_has_no_measure_here_is_counted_and_listed(told: Callable[..., FakeIntake], files: Any) -> None:
    """Medication and moods of newer phones included: never dropped in silence."""
    intake = told(
        files.record("HKDataTypeUserAnnotatedMedicationConcept", "Dexketoprofeno ", unit=""),
        files.record("EnvironmentalAudioExposure", "61", unit="dBASPL"),
        files.record("EnvironmentalAudioExposure", "62", unit="dBASPL"),
        ' <ActivitySummary dateComponents="2026-11-19" activeEnergyBurned="500" activeEnergyBurnedUnit="kcal"/>\n',
        ' <StateOfMind valence="0.5"/>\n',
    )
    (note,) = intake.notes
    assert note == (
        "Not taken over, for there is no measure of it here: EnvironmentalAudioExposure 2, UserAnnotatedMedicationConcept 1, "
        "ActivitySummary 1, StateOfMind 1."
    )
    assert intake.counts["HKQuantityTypeIdentifierEnvironmentalAudioExposure"] == 2
    assert not intake.batches
    assert not intake.rejects


def test_the_files_around_are_counted(tmp_path: Path, files: Any) -> None:
    text = files.export(files.record("HeartRate", "62"))
    folder = "apple_health_export"
    others = [(f"{folder}/export_cda.xml", files.CDA), (f"{folder}/workout-routes/a.gpx", "<gpx/>"), (f"{folder}/workout-routes/b.gpx", "<gpx/>")]
    intake = FakeIntake()
    apple.read(Parcel(files.zipped(tmp_path / "export.zip", [(XML, text), *others])), intake, Options(zone=None))  # type: ignore[arg-type]  # as above
    assert intake.notes == ["export_cda.xml says the same again in another form; it was not read.", "Files that were not read: 2 .gpx."]
    assert intake.counts == {"HKQuantityTypeIdentifierHeartRate": 1, "export_cda.xml": 1, "file (.gpx)": 2}


def test_clinical_records_go_to_the_importer_of_fhir(tmp_path: Path, files: Any, imported: Imported) -> None:
    condition = (
        '{"resourceType": "Condition", "id": "c1", "code": {"text": "Asthma"}, "clinicalStatus": {"coding": [{"code": "active"}]}, '
        '"subject": {"reference": "Patient/p"}}'
    )
    intake = imported(
        apple,
        {XML: files.export(files.record("HeartRate", "62")), "apple_health_export/clinical-records/Condition-c1.json": condition},
    )
    assert [(entry.kind, entry.name, entry.status) for entry in intake.entries] == [("condition", "Asthma", "active")]
    assert value(intake, "heart_rate") == 62


def test_somebody_elses_export_is_refused(tmp_path: Path, files: Any) -> None:
    path = files.write(tmp_path / "export.xml", files.export(files.record("HeartRate", "62"), me=files.ME.format("1980-05-04", "Female")))
    intake = FakeIntake()
    apple.read(Parcel(path), intake, Options(zone=None))  # type: ignore[arg-type]  # as above
    assert intake.owner == "born 1980-05-04, female"
    with pytest.raises(UsageError, match="not of born 1980-05-04, female"):
        apple.read(Parcel(path), FakeIntake("born 1991-01-01, male"), Options(zone=None))  # type: ignore[arg-type]  # as above
    nobody = files.write(tmp_path / "other.xml", files.export(files.record("HeartRate", "62"), me=files.ME.format("", "NotSet")))
    apple.read(Parcel(nobody), FakeIntake("born 1991-01-01, male"), Options(zone=None))  # type: ignore[arg-type]  # as above


def test_large_batches_are_handed_over_as_they_fill(tmp_path: Path, files: Any) -> None:
    lines = [
        files.record("HeartRate", str(50 + number % 50), f"2026-11-19 {number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02} +0200")
        for number in range(86_400)
    ]
    path = files.write(tmp_path / "export.xml", files.export(*lines, *lines, *lines))
    intake = FakeIntake()
    apple.read(Parcel(path), intake, Options(zone=None))  # type: ignore[arg-type]  # as above
    sizes = [len(batch) for batch in intake.batches]
    assert sum(sizes) == 3 * 86_400
    assert len(sizes) == 2
    assert sizes[0] >= 200_000
    values = np.concatenate([batch.value for batch in intake.batches])
    assert values.tolist() == [50 + number % 50 for number in range(86_400)] * 3
    assert intake.done == path.stat().st_size


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_the_zone_of_the_computer_does_not_matter(tmp_path: Path, files: Any, zone: str) -> None:
    """elizaOS/eliza#31958"""
    path = files.write(
        tmp_path / "export.xml",
        files.export(files.record("HeartRate", "62"), files.sleep("AsleepREM", "2026-03-29 01:30:00 +0100", "2026-03-29 03:30:00 +0200")),
    )
    script = f"""
from pathlib import Path
from assistant.importers.apple import apple
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.testing import FakeIntake
intake = FakeIntake()
apple.read(Parcel(Path({str(path)!r})), intake, Options(zone=None))
(night,) = intake.slept
print(intake.batches[0].start, intake.batches[0].offset, night.start.isoformat(), night.end - night.start)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True, env={**os.environ, "TZ": zone})
    assert done.stdout == "[1795068000000000] [120] 2026-03-29T01:30:00+01:00 1:00:00\n"
