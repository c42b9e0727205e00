"""A made-up export of Apple Health of any size, shaped like a real one: overlapping sources, records with something inside, sleep, workouts."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

__all__ = ["DAYS_PER_MEGABYTE", "write_export", "write_zip"]

DAYS_PER_MEGABYTE = 2.33  # measured: about 1,000 records and 430 kB a day
_FIRST = datetime(2018, 1, 1, tzinfo=UTC)
_OFFSET = timedelta(hours=2)
_PROLOG = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
<!ATTLIST Record
  type          CDATA #REQUIRED
  value         CDATA #IMPLIED
]>
<HealthData locale="en_DE">
 <ExportDate value="2026-11-30 09:00:00 +0200"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-05-04" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
"""
_WATCH = (
    'sourceName="Max’s Apple\u00a0Watch" sourceVersion="10.3" device="&lt;&lt;HKDevice: 0x{:x}&gt;, name:Apple Watch, manufacturer:Apple Inc., '
    'model:Watch, hardware:Watch6,2, software:10.3&gt;"'
)
_PHONE = (
    'sourceName="Max’s iPhone" sourceVersion="17.3" device="&lt;&lt;HKDevice: 0x{:x}&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, '
    'hardware:iPhone13,2, software:17.3&gt;"'
)
_SCALE = 'sourceName="Scale" sourceVersion="5"'
_MOTION = '  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="{}"/>\n'


def _stamp(moment: datetime) -> str:
    return (moment + _OFFSET).strftime("%Y-%m-%d %H:%M:%S +0200")


class _Writer:
    def __init__(self, days: int, seed: int) -> None:
        self._random, self._days = random.Random(seed), days

    def quantity(self, kind: str, source: str, unit: str, each_day: int, seconds: int, value: Callable[[random.Random], str]) -> Iterator[str]:
        """Readings spread over every day. seconds: how long each lasts."""
        drawn = self._random
        for day in range(self._days):
            begun = _FIRST + timedelta(days=day)
            for number in range(each_day):
                start = begun + timedelta(seconds=number * (86_400 // each_day) + drawn.randrange(60))
                end = start + timedelta(seconds=seconds)
                yield self._record(f"HKQuantityTypeIdentifier{kind}", source, unit, start, end, value(drawn))

    def _record(self, kind: str, source: str, unit: str, start: datetime, end: datetime, value: str) -> str:
        drawn = self._random
        said = f' unit="{unit}"' if unit else ""
        head = (
            f' <Record type="{kind}" {source.format(drawn.randrange(1 << 33))}{said} creationDate="{_stamp(end)}" startDate="{_stamp(start)}" '
            f'endDate="{_stamp(end)}" value="{value}"'
        )
        if kind.endswith("HeartRate") and "Watch" in source:
            return f"{head}>\n{_MOTION.format(drawn.randrange(3))} </Record>\n"
        if kind.endswith("SDNN"):
            beats = "".join(
                f'    <InstantaneousBeatsPerMinute bpm="{drawn.randrange(50, 90)}" time="8:{n:02d}:01,52"/>\n' for n in range(drawn.randrange(20, 60))
            )
            inside = f"  <HeartRateVariabilityMetadataList>\n{beats}  </HeartRateVariabilityMetadataList>\n"
            return f"{head}>\n{inside} </Record>\n"
        return f"{head}/>\n"

    def sleep(self) -> Iterator[str]:
        drawn, kind = self._random, "HKCategoryTypeIdentifierSleepAnalysis"
        for day in range(self._days):
            start = _FIRST + timedelta(days=day, hours=20, minutes=drawn.randrange(150))
            end = start + timedelta(hours=7, minutes=drawn.randrange(90))
            yield self._record(kind, _PHONE, "", start, end, "HKCategoryValueSleepAnalysisInBed")
            while start < end:
                stage = drawn.choice(("AsleepCore", "AsleepCore", "AsleepDeep", "AsleepREM", "Awake"))
                stop = min(end, start + timedelta(minutes=drawn.randrange(5, 40)))
                yield self._record(kind, _WATCH, "", start, stop, f"HKCategoryValueSleepAnalysis{stage}")
                start = stop

    def pressure(self) -> Iterator[str]:
        drawn = self._random
        for day in range(0, self._days, 3):
            at = _FIRST + timedelta(days=day, hours=6)
            both = [
                self._record(f"HKQuantityTypeIdentifierBloodPressure{kind}", _SCALE, "mmHg", at, at, str(drawn.randrange(*span)))
                for kind, span in (("Systolic", (105, 140)), ("Diastolic", (65, 90)))
            ]
            yield from both
            inner = "".join(f" {line}" for line in both)
            said = f'{_SCALE} creationDate="{_stamp(at)}" startDate="{_stamp(at)}" endDate="{_stamp(at)}"'
            yield f' <Correlation type="HKCorrelationTypeIdentifierBloodPressure" {said}>\n{inner} </Correlation>\n'

    def workouts(self) -> Iterator[str]:
        drawn = self._random
        for day in range(0, self._days, 2):
            start = _FIRST + timedelta(days=day, hours=16)
            end = start + timedelta(minutes=drawn.randrange(20, 80))
            span = f'startDate="{_stamp(start)}" endDate="{_stamp(end)}"'
            yield (
                f' <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="{(end - start).seconds / 60}" durationUnit="min" '
                f'{_WATCH.format(1)} creationDate="{_stamp(end)}" {span}>\n'
                '  <MetadataEntry key="HKIndoorWorkout" value="0"/>\n'
                f'  <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" {span} sum="{drawn.randrange(150, 700)}" unit="kcal"/>\n'
                f'  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" {span} sum="{drawn.uniform(2, 12):.3f}" unit="km"/>\n'
                " </Workout>\n"
            )

    def rings(self) -> Iterator[str]:
        for day in range(self._days):
            date = (_FIRST + timedelta(days=day)).date()
            yield (
                f' <ActivitySummary dateComponents="{date}" activeEnergyBurned="{self._random.randrange(200, 900)}" activeEnergyBurnedGoal="500" '
                'activeEnergyBurnedUnit="kcal" appleExerciseTime="31" appleExerciseTimeGoal="30" appleStandHours="12" appleStandHoursGoal="12"/>\n'
            )

    def lines(self) -> Iterator[str]:
        """Sorted as Apple sorts them: by kind, then by time."""
        yield from self.quantity("BodyMass", _SCALE, "kg", 1, 0, lambda drawn: f"{drawn.uniform(70, 74):.2f}")
        yield from self.quantity("HeartRate", _WATCH, "count/min", 300, 0, lambda drawn: str(drawn.randrange(48, 160)))
        yield from self.quantity("OxygenSaturation", _WATCH, "%", 12, 15, lambda drawn: f"0.{drawn.randrange(93, 100)}")
        yield from self.pressure()
        yield from self.quantity("RespiratoryRate", _WATCH, "count/min", 14, 0, lambda drawn: f"{drawn.uniform(12, 18):.1f}")
        yield from self.quantity("StepCount", _PHONE, "count", 25, 500, lambda drawn: str(drawn.randrange(10, 900)))
        yield from self.quantity("StepCount", _WATCH, "count", 45, 500, lambda drawn: str(drawn.randrange(10, 500)))
        yield from self.quantity("DistanceWalkingRunning", _PHONE, "km", 25, 500, lambda drawn: f"{drawn.uniform(0, 0.7):.6f}")
        yield from self.quantity("DistanceWalkingRunning", _WATCH, "km", 60, 300, lambda drawn: f"{drawn.uniform(0, 0.4):.7f}")
        yield from self.quantity("BasalEnergyBurned", _WATCH, "kcal", 90, 900, lambda drawn: f"{drawn.uniform(5, 20):.3f}")
        yield from self.quantity("ActiveEnergyBurned", _WATCH, "kcal", 320, 60, lambda drawn: f"{drawn.uniform(0, 3):.3f}")
        yield from self.quantity("FlightsClimbed", _PHONE, "count", 6, 30, lambda drawn: str(drawn.randrange(1, 4)))
        yield from self.quantity("AppleExerciseTime", _WATCH, "min", 20, 60, lambda drawn: "1")
        yield from self.quantity("RestingHeartRate", _WATCH, "count/min", 1, 60_000, lambda drawn: str(drawn.randrange(50, 65)))
        yield from self.quantity("VO2Max", _WATCH, "mL/min·kg", 1, 0, lambda drawn: f"{drawn.uniform(38, 44):.2f}")
        yield from self.quantity("EnvironmentalAudioExposure", _WATCH, "dBASPL", 30, 1800, lambda drawn: f"{drawn.uniform(40, 90):.4f}")
        yield from self.sleep()
        yield from self.quantity("HeartRateVariabilitySDNN", _WATCH, "ms", 8, 60, lambda drawn: f"{drawn.uniform(20, 90):.4f}")
        yield from self.workouts()
        yield from self.rings()


def write_export(path: Path, megabytes: float, seed: int = 1) -> None:
    """An export.xml of about so many megabytes, the same every time. Every day of it has all kinds."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(_PROLOG)
        file.writelines(_Writer(max(1, round(megabytes * DAYS_PER_MEGABYTE)), seed).lines())
        file.write("</HealthData>\n")


def write_zip(path: Path, export: Path) -> None:
    """An export.zip as the Health app makes it, around an export.xml."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        archive.write(export, "apple_health_export/export.xml")
        archive.writestr("apple_health_export/export_cda.xml", '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"/>')
