"""`auricle data pull` against a server that is really there, into records that are really there."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import anyio
import pytest
import typer
from pydantic import Field
from typer.testing import CliRunner, Result

from assistant.cli import pulling
from assistant.errors import PermissionDenied, TaskError, UsageError
from assistant.live.configured import LiveSource, SourceName
from assistant.period import Period
from assistant.records.store import RecordStore, open_records
from assistant.settings import Settings
from assistant.types import Person

DAY = Period.day(date(2026, 11, 20))
PATIENT = {"resourceType": "Patient", "id": "p1", "birthDate": "1980-05-04", "gender": "female"}
PULSE = {
    "resourceType": "Observation",
    "id": "o1",
    "status": "final",
    "subject": {"reference": "Patient/p1"},
    "code": {"coding": [{"system": "http://loinc.org", "code": "8867-4"}]},
    "effectiveDateTime": "2026-11-20T08:00:00+01:00",
    "valueQuantity": {"value": 61, "unit": "/min"},
}
ASTHMA = {"resourceType": "Condition", "id": "c1", "subject": {"reference": "Patient/p1"}, "code": {"text": "Asthma \u202e\u001b[31m"}}


def bundle(*resources: Any, further: str = "") -> dict[str, Any]:
    link = [{"relation": "next", "url": further}] if further else []
    return {"body": {"resourceType": "Bundle", "link": link, "entry": [{"resource": each} for each in resources]}}


def clinic(path: str, query: dict[str, list[str]]) -> dict[str, Any]:
    if path == "/Patient/p1":
        return {"body": PATIENT}
    if path.startswith("/Patient"):
        return {"status": 404}
    return bundle(*{"/Observation": [PULSE] if "code" in query else [], "/Condition": [ASTHMA]}.get(path, []))


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: Any) -> RecordStore:
    class WithSources(Settings):
        sources: dict[SourceName, LiveSource] = Field(default_factory=dict)

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AURICLE_CONFIG", raising=False)
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "test")
    monkeypatch.setattr(pulling, "Settings", WithSources)
    server.answer = clinic
    (tmp_path / "auricle.toml").write_text(
        f'[sources.clinic]\nkind = "fhir"\nbase_url = "{server.url}"\npatient = "p1"\nperson = "ana"\ntoken = "s3cret"\ntimeout = 5\n'
    )
    records = open_records(WithSources.read())
    records.add(Person("ana", "Ana", "Europe/Berlin"))
    return records


def allow(store: RecordStore, *kinds: str) -> None:
    store.give_consent("ana", store.consent("ana").fetching(kinds))


def auricle(*arguments: str) -> Result:
    app = typer.Typer()
    app.command()(pulling.pull_data)
    return CliRunner().invoke(app, list(arguments))


def kept(store: RecordStore) -> tuple[list[float], list[str]]:
    days, entries = anyio.run(store.days, "ana", "heart_rate", DAY), anyio.run(store.clinical, "ana", "condition")
    return [day.value for day in days], [entry.name for entry in entries]


def test_what_was_allowed_is_kept_and_coming_again_changes_nothing(store: RecordStore, server: Any) -> None:
    allow(store, "heart_rate", "health_record")
    done = auricle("clinic", "--since", "2026-11-01")
    assert done.exit_code == 0, done.exception
    first, *_, last = done.stdout.splitlines()
    assert first == (
        "clinic (127.0.0.1) is asked about patient p1, for the records of ana: heart rate, health record, what is new since 2026-11-01; "
        "your token goes along."
    )
    assert last == "These are records of Ana (ana)."
    assert kept(store) == ([61.0], ["Asthma [31m"])
    again = json.loads(auricle("--json").stdout)
    assert {name: (tally["new"], tally["unchanged"]) for name, tally in again["sources"][0]["taken"].items()} == {
        "condition": (0, 1),
        "heart_rate": (0, 1),
    }
    assert "s3cret" not in done.output


def test_a_dry_run_keeps_nothing(store: RecordStore) -> None:
    allow(store, "heart_rate")
    done = auricle("--dry-run")
    assert done.exit_code == 0, done.exception
    assert "Nothing was kept, for this was a dry run." in done.stdout
    assert kept(store) == ([], [])


def test_nothing_is_asked_without_consent(store: RecordStore, server: Any) -> None:
    done = auricle("clinic")
    assert isinstance(done.exception, PermissionDenied)
    assert "`auricle data consent ana --fetch KIND`" in str(done.exception)
    assert not server.asked


def test_a_pull_that_breaks_off_stores_nothing(store: RecordStore, server: Any) -> None:
    """The second page of many ends in the middle: the first must not be there either."""
    allow(store, "heart_rate")

    def answer(path: str, query: dict[str, list[str]]) -> dict[str, Any]:
        if path != "/Observation":
            return clinic(path, query)
        return bundle(PULSE | {"id": "o2"}) | {"cut": 30} if "page" in query else bundle(PULSE, further="/Observation?page=2")

    server.answer = answer
    done = auricle("clinic")
    assert isinstance(done.exception, TaskError)
    assert str(done.exception) == "127.0.0.1 broke off before the answer was there."
    assert kept(store) == ([], [])


def test_the_record_of_somebody_else_is_refused_whole(store: RecordStore, server: Any) -> None:
    allow(store, "heart_rate", "health_record")
    assert auricle("clinic").exit_code == 0
    server.answer = lambda path, query: {"body": PATIENT | {"birthDate": "1991-01-01"}} if path == "/Patient/p1" else bundle(PULSE | {"id": "o9"})
    done = auricle("clinic")
    assert isinstance(done.exception, UsageError)
    assert "somebody born 1991-01-01, female" in str(done.exception)
    assert kept(store) == ([61.0], ["Asthma [31m"])


def test_what_cannot_be_asked_is_said(store: RecordStore, tmp_path: Path) -> None:
    assert "There is no source 'lab' in the settings; there are clinic." in str(auricle("lab").exception)
    assert "--since wants a day such as 2026-11-01, not 'May'." in str(auricle("--since", "May").exception)
    (tmp_path / "auricle.toml").write_text("")
    assert str(auricle().exception).startswith("No source is set up; name one in the settings, such as [sources.clinic]")


def test_one_source_that_fails_does_not_stop_the_others(store: RecordStore, server: Any, tmp_path: Path) -> None:
    allow(store, "heart_rate")
    told = (tmp_path / "auricle.toml").read_text()
    (tmp_path / "auricle.toml").write_text(told.replace("[sources.clinic]", "[sources.away]").replace('"p1"', '"p2"') + told)
    done = auricle("--json")
    assert isinstance(done.exception, TaskError)
    assert done.stderr.splitlines()[-1].startswith("away: The source 'away' (127.0.0.1) has no such patient")
    (only,) = json.loads(done.stdout)["sources"]
    assert (only["source"], only["taken"]["heart_rate"]["new"]) == ("clinic", 1)
