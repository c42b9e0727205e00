"""What a person allows is what tasks get; their own housekeeping always works."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import anyio
import pytest
from typer.testing import CliRunner

from assistant.cli.main import app
from assistant.errors import PermissionDenied, UsageError
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.consent import KINDS, Consent
from assistant.records.series import DayValue
from assistant.records.store import RecordStore
from assistant.records.vault import Vault
from assistant.types import Person

DAY = Period.day(date(2026, 5, 1))


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    store = RecordStore(tmp_path, Vault.open(tmp_path, "test", lambda: None))
    for name in ("ana", "ben"):
        store.add(Person(name, name.title(), "Europe/Madrid", datetime.fromisoformat("2026-05-31T09:30:00+02:00")))
        store.import_days(name, {"glucose": [DayValue(DAY.start, 100, "Sensor")], "steps": [DayValue(DAY.start, 9, "Watch")]})
    return store


async def test_own_data_may_be_read_and_nothing_fetched_until_somebody_says_so(store: RecordStore) -> None:
    held = store.consent("ana")
    for kind in KINDS:
        held.check_read(kind, "ana")
        with pytest.raises(PermissionDenied, match=r"have not allowed your .* to be fetched; `auricle data consent ana --fetch"):
            held.check_live(kind, "ana")


async def test_what_is_denied_is_not_read_by_any_way(store: RecordStore) -> None:
    store.give_consent("ana", Consent().denying(KINDS))
    sentence = "You do not allow your glucose data to be read; `auricle data consent ana --allow glucose` allows it again."
    for read in (store.days, store.readings):
        with pytest.raises(PermissionDenied) as refused:
            await read("ana", "glucose", DAY)
        assert str(refused.value) == sentence
    for measure in MEASURES:
        with pytest.raises(PermissionDenied):
            await store.span("ana", measure)
    with pytest.raises(PermissionDenied, match="your sleep data"):
        await store.nights("ana", DAY)
    with pytest.raises(PermissionDenied, match="your health record data"):
        await store.clinical("ana", "medication")
    with pytest.raises(PermissionDenied, match="your recording data"):
        await store.recordings("ana")
    assert [day.value for day in await store.days("ben", "glucose", DAY)] == [100]
    assert [held.measure for held in store.holdings("ana")] == ["steps", "glucose"]
    store.give_consent("ana", store.consent("ana").allowing(["glucose"]))
    assert [day.value for day in await store.days("ana", "glucose", DAY)] == [100]


def test_denying_ends_fetching() -> None:
    live = Consent().fetching(["sleep", "glucose"])
    assert live.denying(["sleep"]) == Consent(frozenset({"sleep"}), frozenset({"glucose"}))
    assert live.not_fetching(["glucose"]).live == {"sleep"}
    with pytest.raises(UsageError, match="There is no kind of data 'mood'; there are sleep, "):
        live.allowing(["mood"])


def test_the_command_line_says_and_changes_it(store: RecordStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "test")

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["data", *arguments])
        assert done.exit_code == 0, (done.output, done.exception)
        return done.stdout

    assert "glucose          may not be read, may not be fetched" in run("consent", "ana", "--deny", "glucose")
    assert "sleep            may be read, may be fetched" in run("consent", "ana", "--fetch", "sleep")
    assert '"glucose": {"read": false, "fetch": false}' in run("consent", "ana", "--json")
    with pytest.raises(PermissionDenied):
        anyio.run(store.days, "ana", "glucose", DAY)
    assert "100" in run("show", "ana", "glucose")  # whose it is sees it all the same
    assert "glucose          may be read" in run("consent", "ana", "--allow", "glucose")
    assert run("prefer", "ana", "watch") == "Ana (ana) prefers Watch.\n"
    assert run("prefer", "ana") == "Ana (ana) prefers Watch.\n"
    assert "There is no source 'Ring' of 'ana'; there are Sensor, Watch." in str(CliRunner().invoke(app, ["data", "prefer", "ana", "Ring"]).exception)
    assert run("prefer", "ana", "--reset") == "Ana (ana) prefers no source.\n"
