"""What holds for every importer of files that programs export: the zone of the computer, broken bytes, and that each file is of one program."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import UsageError
from assistant.importers.importer import Importer, Options
from assistant.importers.parcel import Parcel
from assistant.importers.registry import importer_named, recognise
from assistant.measures import MEASURES
from assistant.testing import FakeIntake

HERE = Path(__file__)
FITBIT_SLEEP = {
    "logId": 1,
    "startTime": "2026-03-28T23:30:00.000",
    "endTime": "2026-03-29T07:30:00.000",
    "duration": 25_200_000,
    "levels": {"data": [{"dateTime": "2026-03-28T23:30:00.000", "level": "light", "seconds": 25_200}]},
}
OURA_SLEEP = {
    "bedtime_start": "2026-03-28T23:40:00+01:00",
    "bedtime_end": "2026-03-29T00:20:00+01:00",
    "day": "2026-03-29",
    "sleep_phase_5_min": "44222211",
    "average_hrv": 48,
}
GARMIN_SLEEP = {"sleepStartTimestampGMT": "2026-03-28T22:30:00.0", "sleepEndTimestampGMT": "2026-03-29T05:00:00.0", "deepSleepSeconds": 5400}
GARMIN_DAY = {"calendarDate": "2026-03-29", "totalSteps": 9000, "restingHeartRate": 55}
POINTS = {
    "Data Source": "merge",
    "Data Points": [
        {
            "dataTypeName": "com.google.heart_rate.bpm",
            "startTimeNanos": 1774742400000000000,
            "endTimeNanos": 1774742400000000000,
            "fitValue": [{"value": {"fpVal": 58.5}}],
        }
    ],
}
STEADY = "".join(f"{1774742400000 + 50 * index},{1000 + index * 7 % 90}\n" for index in range(300))

# An importer → a small export of its program.
SAMPLES: Mapping[str, Mapping[str, str]] = {
    "fitbit": {
        "hourlySteps_merged.csv": "Id,ActivityHour,StepTotal\n7,3/28/2026 11:00:00 PM,120\n7,3/29/2026 3:00:00 AM,15\n",
        "Global Export Data/sleep-2026-03-01.json": json.dumps([FITBIT_SLEEP]),
        "Global Export Data/steps-2026-03-28.json": json.dumps([{"dateTime": "03/28/26 23:30:00", "value": "12"}]),
    },
    "lifesnaps": {
        "daily.csv": "id,date,rmssd,filteredDemographicVO2Max,steps,bmi\n7,2026-03-28,57.4,41.2,8833.0,<19\n7,2026-03-29,50.1,41.3,99.0,21\n"
    },
    "oura": {"sleep.json": json.dumps({"data": [OURA_SLEEP]})},
    "garmin": {"sleepData.json": json.dumps([GARMIN_SLEEP]), "UDSFile.json": json.dumps([GARMIN_DAY])},
    "google_fit": {
        "Daily activity metrics.csv": "Date,Move Minutes count,Step count\n2026-03-28,30,5000\n",
        "2026-03-29.csv": "Start time,End time,Move Minutes count,Step count\n10:00:00.000+02:00,10:15:00.000+02:00,5,700\n",
        "heart.json": json.dumps(POINTS),
    },
    "glucose": {
        "clarity.csv": (
            "Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Glucose Value (mg/dL)\n1,2026-03-29T01:57:00,EGV,110\n2,2026-03-29T03:02:00,EGV,Low\n"
        ),
        "libre.csv": "x\nDevice,Device Timestamp,Record Type,Historic Glucose mmol/L\nL3,28-03-2026 10:57,0,6.1\n",
    },
    "signals": {"ppg.csv": "timestamp_ms,ppg\n" + STEADY, "HR.csv": "1774742400.0\n1.0\n61.5\n62.0\n"},
    "table": {"scale.csv": "Date;Time;weight (kg);steps\n28.03.2026;23:30;93,5;12\n29.03.2026;02:30;93,1;\n"},
}


def written(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def read(importer: Importer, path: Path, zone: str = "Europe/Berlin") -> FakeIntake:
    intake = FakeIntake()
    importer.read(Parcel(path), intake, Options(ZoneInfo(zone)))
    return intake


def told(intake: FakeIntake) -> list[str]:
    """All that was read, as text."""
    readings = [
        f"{batch.measure} {batch.source} {batch.start.tolist()} {batch.end.tolist()} {batch.offset.tolist()} {batch.value.tolist()}"
        for batch in intake.batches
    ]
    nights = [f"{night.source} {[(phase.kind, phase.start.isoformat(), phase.end.isoformat()) for phase in night.phases]}" for night in intake.slept]
    recordings = [f"{each.kind} {each.start.isoformat()} {each.rate} {each.samples.tolist()}" for each in intake.recorded]
    return sorted([*readings, *nights, *recordings, *map(repr, intake.given), *map(repr, intake.rejects), *intake.notes])


@pytest.mark.parametrize("name", SAMPLES)
def test_an_export_is_of_one_program(tmp_path: Path, name: str) -> None:
    parcel = Parcel(written(tmp_path, SAMPLES[name]))
    assert recognise(parcel).name == name
    got = read(importer_named(name), tmp_path)
    assert got.batches or got.given
    assert got.done == parcel.size


def test_the_zone_of_the_computer_makes_no_difference(tmp_path: Path) -> None:
    """elizaOS/eliza#31958: the same files gave other days on another computer."""
    for name, files in SAMPLES.items():
        written(tmp_path / name, files)
    code = (
        "import importlib.util, json, sys\n"
        f"spec = importlib.util.spec_from_file_location('formats', {str(HERE)!r})\n"
        "module = sys.modules['formats'] = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(module)\n"
        f"print(json.dumps({{name: module.told(module.read(module.importer_named(name), module.Path({str(tmp_path)!r}) / name))"
        " for name in module.SAMPLES}))"
    )
    said = [
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "TZ": zone}, capture_output=True, text=True, check=True, timeout=120).stdout
        for zone in ("UTC", "Asia/Tokyo")
    ]
    assert said[0] == said[1]
    assert json.loads(said[0]) == {name: told(read(importer_named(name), tmp_path / name)) for name in SAMPLES}


@pytest.mark.parametrize("name", SAMPLES)
def test_broken_bytes_are_rejected_or_refused_in_a_sentence(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    importer = importer_named(name)
    folder = tmp_path_factory.mktemp(name)
    refused: list[str] = []

    @settings(max_examples=60)
    @given(st.sampled_from(sorted(SAMPLES[name])), st.floats(0, 1, exclude_max=True), st.binary(max_size=6), st.integers(0, 8))
    def broken(file: str, where: float, put: bytes, cut: int) -> None:
        content = SAMPLES[name][file].encode()
        at = int(where * len(content))
        written(folder, {**SAMPLES[name], file: content[:at] + put + content[at + cut :]})
        intake = FakeIntake()
        try:
            parcel = Parcel(folder)
            if importer.recognises(parcel):
                importer.read(parcel, intake, Options(ZoneInfo("Europe/Berlin"), units={"start": "2026-03-29T10:00"}))
        except UsageError as error:
            refused.append(str(error))
        for batch in intake.batches:
            assert np.isfinite(batch.value).all()
            assert batch.measure in MEASURES
        assert all(night.phases for night in intake.slept)

    broken()
    assert all(sentence.endswith(".") for sentence in refused)


EXTREMES = ("1e400", "-1", "1e30", "NaN", "Infinity", "9" * 30, "null", "true", '"x"', "[]", "{}", "0", "0001", "")


@pytest.mark.parametrize("name", SAMPLES)
def test_numbers_that_cannot_be_are_rejected_or_refused(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    importer = importer_named(name)
    folder = tmp_path_factory.mktemp(name)

    @settings(max_examples=150)
    @given(st.sampled_from(sorted(SAMPLES[name])), st.floats(0, 1, exclude_max=True), st.sampled_from(EXTREMES))
    def odd(file: str, where: float, put: str) -> None:
        numbers = list(re.finditer(r"-?\d+(?:\.\d+)?", SAMPLES[name][file]))
        found = numbers[int(where * min(len(numbers), 60))]
        written(folder, {**SAMPLES[name], file: SAMPLES[name][file][: found.start()] + put + SAMPLES[name][file][found.end() :]})
        intake = FakeIntake()
        parcel = Parcel(folder)
        with suppress(UsageError):
            if importer.recognises(parcel):
                importer.read(parcel, intake, Options(ZoneInfo("Europe/Berlin"), units={"start": "2026-03-29T10:00"}))
        assert all(np.isfinite(batch.value).all() for batch in intake.batches)
        assert all((night.end - night.start).total_seconds() > 0 for night in intake.slept)

    odd()


def test_every_file_of_the_research_data_is_known(shared_file: Callable[[str], Path]) -> None:
    expected = {
        "wearables/fitbit": "fitbit",
        "wearables/lifesnaps/daily_fitbit_sema_df_unprocessed.csv": "lifesnaps",
        "wearables/cgm/example_data_hall.csv": "glucose",
        "ppg/bidmc": "signals",
        "ppg/opencha_test_ppg.csv": "signals",
        "stress-predict/Raw_data/S05": "signals",
    }
    data = shared_file("data")
    assert {name: recognise(Parcel(data / name)).name for name in expected} == expected


def test_the_importers_alone_are_quick_to_load() -> None:
    assert importlib.util.find_spec("scipy") is not None
    code = (
        "import sys; from assistant.importers.registry import importers; importers(); print(*({'scipy', 'fitdecode', 'pandas'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert said.stdout.split() == []
