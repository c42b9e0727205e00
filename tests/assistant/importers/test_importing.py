"""`auricle data import`: from a file to a person's records, all of it or nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import anyio
import pytest
import typer
from typer.testing import CliRunner, Result

from assistant.cli.importing import import_data, machine_zone
from assistant.errors import UsageError
from assistant.period import Period
from assistant.records.store import open_records
from assistant.settings import Settings
from assistant.types import Person

ME = ' <Me HKCharacteristicTypeIdentifierDateOfBirth="{}" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>\n'
RECORD = ' <Record type="HKQuantityTypeIdentifier{}" sourceName="{}" unit="{}" creationDate="{}" startDate="{}" endDate="{}" value="{}"/>\n'
app = typer.Typer()
app.command()(import_data)


def record(kind: str, unit: str, value: float | str, start: str, end: str | None = None, source: str = "Max’s Apple\u00a0Watch") -> str:
    return RECORD.format(kind, source, unit, end or start, start, end or start, value)


def pulse(value: float | str, hour: int = 8) -> str:
    return record("HeartRate", "count/min", value, f"2026-11-19 {hour:02}:00:00 +0100")


def export(path: Path, *records: str, born: str = "") -> Path:
    text = f'<?xml version="1.0"?>\n<HealthData>\n{ME.format(born) if born else ""}{"".join(records)}</HealthData>\n'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("apple_health_export/export.xml", text)
    return path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "test")
    monkeypatch.delenv("AURICLE_PERSON", raising=False)
    return tmp_path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def printed(*arguments: str | Path) -> str:
    done = run(*arguments)
    assert done.exit_code == 0, (done.output, done.exception)
    return done.stdout


def refused(*arguments: str | Path) -> str:
    done = run(*arguments)
    assert isinstance(done.exception, UsageError), (done.output, done.exception)
    return str(done.exception)


def days(person: str, measure: str) -> dict[date, float]:
    store = open_records(Settings.read())
    found = anyio.run(store.days, person, measure, Period(date(2026, 1, 1), date(2026, 12, 31)))
    return {value.day: value.value for value in found}


def people() -> list[Person]:
    return list(open_records(Settings.read()).people())


def test_an_export_becomes_somebodys_records(tmp_path: Path) -> None:
    given = export(tmp_path / "export.zip", pulse(60), pulse(70, 9), record("BodyMass", "lb", 160, "2026-11-19 07:00:00 +0100"))
    text = printed(given, "--person", "max", "--name", "Max", "--zone", "Europe/Berlin")
    assert people() == [Person("max", "Max", "Europe/Berlin")]
    assert days("max", "heart_rate") == {date(2026, 11, 19): 65}
    assert days("max", "weight")[date(2026, 11, 19)] == pytest.approx(72.57, abs=0.01)
    assert "Apple Health export: 3 entries of 2 kinds." in text
    assert "These are records of Max (max), who is new; times without a zone were read in the zone Europe/Berlin." in text
    assert "These are records of Max (max)." in printed(given, "--person", "max")


def test_a_number_that_only_python_reads_is_rejected(tmp_path: Path) -> None:
    given = export(tmp_path / "export.zip", pulse("1_00"), pulse(70, 9))
    text = printed(given, "--person", "max", "--zone", "Europe/Berlin")
    assert days("max", "heart_rate") == {date(2026, 11, 19): 70}
    assert "1 rejected" in text


def test_importing_again_changes_nothing(tmp_path: Path) -> None:
    given = export(tmp_path / "export.zip", pulse(60), pulse(70, 9))
    printed(given, "--person", "max", "--zone", "Europe/Berlin")
    again = json.loads(printed(given, "--person", "max", "--json"))
    assert again["taken"]["heart_rate"] == {"read": 2, "new": 0, "changed": 0, "unchanged": 2}
    assert (again["as"], again["dry_run"]) == ("apple", False)
    assert days("max", "heart_rate") == {date(2026, 11, 19): 65}
    more = export(tmp_path / "later.zip", pulse(60), pulse(75, 9), pulse(80, 10))
    assert json.loads(printed(more, "--person", "max", "--json"))["taken"]["heart_rate"] == {"read": 3, "new": 1, "changed": 1, "unchanged": 1}


def test_phone_and_watch_are_not_added_up(tmp_path: Path) -> None:
    """apple-health-grafana#7: 12,500 and 12,200 steps of the same hours are 12,500, not 24,700."""
    span = "2026-11-19 08:00:00 +0100", "2026-11-19 20:00:00 +0100"
    given = export(
        tmp_path / "export.zip",
        record("StepCount", "count", 12_200, *span, source="Max’s iPhone"),
        record("StepCount", "count", 12_500, *span),
        pulse(60),
    )
    printed(given, "--person", "max", "--zone", "Europe/Berlin")
    assert days("max", "steps") == {date(2026, 11, 19): 12_500}


def test_a_dry_run_keeps_nothing_and_makes_nobody_known(tmp_path: Path) -> None:
    given = export(tmp_path / "export.zip", pulse(60))
    text = printed(given, "--person", "max", "--dry-run")
    assert "1 new" in text
    assert "Nothing was kept" in text
    assert people() == []
    printed(given, "--person", "max")
    assert json.loads(printed(given, "--person", "max", "--dry-run", "--json"))["taken"]["heart_rate"]["unchanged"] == 1
    other = export(tmp_path / "other.zip", pulse(90, 12))
    printed(other, "--person", "max", "--dry-run")
    assert days("max", "heart_rate") == {date(2026, 11, 19): 60}


def test_rejects_are_all_written(tmp_path: Path) -> None:
    given = export(tmp_path / "export.zip", *(pulse(9000 + number, number % 24) for number in range(50)))
    text = printed(given, "--person", "max", "--rejects", tmp_path / "rejects.jsonl")
    assert f"50 rejected (all are in {tmp_path / 'rejects.jsonl'})" in text
    written = [json.loads(line) for line in (tmp_path / "rejects.jsonl").read_text().splitlines()]
    assert [reject["place"] for reject in written] == [f"apple_health_export/export.xml:{number}" for number in range(3, 53)]
    assert all("heart_rate" in reject["reason"] for reject in written)
    assert len(json.loads(printed(given, "--person", "max", "--json"))["rejects"]) == 50
    assert "There is no folder" in refused(given, "--person", "max", "--rejects", tmp_path / "none" / "x")


def test_somebody_elses_export_is_refused_unless_the_person_says_so(tmp_path: Path) -> None:
    mine = export(tmp_path / "mine.zip", pulse(60), born="1980-05-04")
    theirs = export(tmp_path / "theirs.zip", pulse(99, 12), born="1991-01-01")
    printed(mine, "--person", "max")
    message = refused(theirs, "--person", "max")
    assert "somebody born 1991-01-01, female" in message
    assert message.endswith("If it is theirs all the same, say so with --yes.")
    assert days("max", "heart_rate") == {date(2026, 11, 19): 60}
    printed(mine, "--person", "max")
    assert "taken over because of --yes" in printed(theirs, "--person", "max", "--yes")
    printed(theirs, "--person", "eva")
    assert [person.id for person in people()] == ["eva", "max"]


def test_an_import_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    whole = export(tmp_path / "export.zip", *(pulse(60 + number % 20, number % 24) for number in range(200))).read_bytes()
    broken = bytearray(whole)
    broken[300:340] = b"\xaa" * 40
    (tmp_path / "broken.zip").write_bytes(broken)
    (tmp_path / "cut.zip").write_bytes(whole[: len(whole) // 2])
    assert "damaged" in refused(tmp_path / "broken.zip", "--person", "max")
    assert "cut off" in refused(tmp_path / "cut.zip", "--person", "max")
    assert people() == [], "somebody new is forgotten again"
    printed(tmp_path / "export.zip", "--person", "max")
    before = days("max", "heart_rate")
    refused(tmp_path / "broken.zip", "--person", "max")
    assert days("max", "heart_rate") == before


def test_a_failing_import_leaves_what_another_one_kept_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two imports for somebody new at the same time: the first makes them known, fails, and must not forget the second's records."""

    def fail(self: object, parcel: object, intake: object, options: object) -> None:
        monkeypatch.undo()
        monkeypatch.setenv("AURICLE_DATA", str(tmp_path / "data"))
        monkeypatch.setenv("AURICLE_PASSPHRASE", "test")
        printed(export(tmp_path / "whole.zip", pulse(60)), "--person", "max")
        raise UsageError("The other file is damaged.")

    given = export(tmp_path / "export.zip", pulse(70))
    monkeypatch.setattr("assistant.importers.apple.AppleHealth.read", fail)
    assert "damaged" in refused(given, "--person", "max")
    assert days("max", "heart_rate") == {date(2026, 11, 19): 60}


INTERRUPTED = """
import os, signal, sys
from assistant.importers import apple_readings
take = apple_readings.Gatherer.rows
def rows(self, *arguments):
    take(self, *arguments)
    os.kill(os.getpid(), signal.SIGINT)
apple_readings.Gatherer.rows = rows
import typer
from assistant.cli.importing import import_data
app = typer.Typer()
app.command()(import_data)
app(sys.argv[1:])
"""


def test_ctrl_c_leaves_the_records_as_they_were(tmp_path: Path) -> None:
    printed(export(tmp_path / "export.zip", pulse(60)), "--person", "max")
    more = export(tmp_path / "more.zip", pulse(99, 9), pulse(98, 10))
    for whose in ("max", "eva"):
        done = subprocess.run(
            [sys.executable, "-c", INTERRUPTED, str(more), "--person", whose], capture_output=True, timeout=60, env=os.environ, check=False
        )
        assert done.returncode in (130, -signal.SIGINT), done.stderr
    assert days("max", "heart_rate") == {date(2026, 11, 19): 60}
    assert [person.id for person in people()] == ["max"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Say whose data it is with --person"),
        (("--person", "Max Power"), "A person's ID has small letters"),
        (("--person", "max", "--zone", "Mars/Base"), "There is no time zone 'Mars/Base'"),
        (("--person", "max", "--unit", "weight"), "--unit wants MEASURE=UNIT"),
        (("--person", "max", "--unit", "height=cm"), "There is no measure 'height'"),
        (("--person", "max", "--map", "Weight"), "--map wants COLUMN=MEASURE UNIT"),
        (("--person", "max", "--as", "abacus"), "There is no importer 'abacus'"),
    ],
)
def test_wrong_options_are_said_before_anything_is_read(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(export(tmp_path / "export.zip", pulse(60)), *arguments)
    assert people() == []


def test_wrong_files_are_said(tmp_path: Path) -> None:
    assert "There is no file" in refused(tmp_path / "none.zip", "--person", "max")
    (tmp_path / "cat.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert "it looks like a picture (PNG)" in refused(tmp_path / "cat.png", "--person", "max")
    assert "holds no export.xml" in refused(tmp_path / "cat.png", "--person", "max", "--as", "apple")
    assert people() == []


def test_what_files_say_cannot_command_a_terminal(tmp_path: Path) -> None:
    given = export(tmp_path / "export.zip", ' <Record type="HK&#x9b;31mRed" sourceName="x" startDate="1" endDate="2" value="3"/>\n')
    assert "\x9b" not in printed(given, "--person", "max")


def test_the_units_and_columns_that_a_person_names_arrive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    from assistant.importers.apple import AppleHealth

    def read(self: AppleHealth, parcel: Any, intake: Any, options: Any) -> None:
        seen.append(options)

    monkeypatch.setattr(AppleHealth, "read", read)
    given = export(tmp_path / "export.zip", pulse(60))
    printed(
        given,
        "--person",
        "max",
        "--zone",
        "Asia/Tokyo",
        "--unit",
        "weight=lb",
        "--unit",
        "decimal=,",
        "--map",
        "a=b=weight kg",
        "--map",
        "When=time",
        "--subject",
        "7",
    )
    (options,) = seen
    assert (options.units, options.mapping, options.subject) == ({"weight": "lb", "decimal": ","}, {"a=b": "weight kg", "When": "time"}, "7")
    assert str(options.zone) == "Asia/Tokyo"
    printed(given, "--person", "max")
    assert str(seen[1].zone) == "Asia/Tokyo", "the person's own, once they have one"


def test_the_zone_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert machine_zone() == "Asia/Tokyo"
    monkeypatch.setenv("TZ", "XYZ-3")
    with pytest.raises(UsageError, match="does not name its time zone"):
        machine_zone()


def test_a_terminal_sees_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from assistant.cli import importing
    from assistant.importers.parcel import Parcel

    parcel = Parcel(export(tmp_path / "export.zip", pulse(60)))
    with importing._progress(parcel, quiet=False) as told:
        assert told is None, "no terminal here"
    monkeypatch.setenv("FORCE_COLOR", "1")
    with importing._progress(parcel, quiet=False) as told:
        assert isinstance(told, Callable)  # type: ignore[arg-type]  # a typing alias that isinstance takes
        told(parcel.size // 2)
        told(parcel.size)
    assert "keeping" in capsys.readouterr().err
    with importing._progress(parcel, quiet=True) as told:
        assert told is None
