"""What a figure looks like without a case, and a folder that takes no report."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.main import app
from assistant.errors import UsageError
from assistant.evals.figures import Figure, Report, share, writable


def test_a_share_of_no_cases_is_no_number() -> None:
    table = Report("suite", (share("none", []), share("half", [True, False], baseline=0.25))).table()
    none, half = table.splitlines()
    assert none.split() == ["none", "–", "n=0"]
    assert half.split() == ["half", "0.500", "[0.095,", "0.905]", "n=2", "baseline", "0.250"]


def test_what_is_no_share_is_written_with_its_unit_and_its_interval() -> None:
    table = Report("suite", (Figure("off", 4.444, 1168, 3.911, 4.982, unit="bpm"), Figure("time", 12.5, 100, unit="ms"))).table()
    off, time = table.splitlines()
    assert off.split(maxsplit=1)[1] == "4.444 [3.911, 4.982] bpm  n=1168"
    assert time.split(maxsplit=1)[1] == "12.5 ms  n=100"


def test_a_folder_that_is_still_to_be_made_is_writable_and_is_not_made(tmp_path: Path) -> None:
    writable(tmp_path / "new" / "results")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_permission_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda place, mode: place != tmp_path)  # a superuser may write anywhere
    with pytest.raises(UsageError, match=f"The folder {tmp_path / 'results'} cannot be written to; choose another with --out"):
        writable(tmp_path / "results")


@pytest.mark.parametrize("suite", ["planning", "verifier", "overhead"])
def test_a_file_in_the_folders_place_is_said_before_the_run(tmp_path: Path, suite: str) -> None:
    (tmp_path / "results").write_text("mine")
    done = CliRunner().invoke(app, ["eval", suite, "--out", str(tmp_path / "results")])
    assert isinstance(done.exception, UsageError)
    assert "is a file, so no results can be written" in str(done.exception)
    assert not done.stdout
