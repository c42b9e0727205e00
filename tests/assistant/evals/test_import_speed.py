"""The measurement of imports measures what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.errors import AuricleError
from assistant.evals import import_speed
from assistant.evals.import_speed import measure


def test_a_small_export_is_measured_in_processes_of_their_own(tmp_path: Path) -> None:
    report = measure(0.5, folder=tmp_path)
    found = {figure.name: figure for figure in report.figures}
    assert found["import again: new or changed"].value == 0
    assert found["import: taken over"].value > 500
    assert found["import: CPU ÷ bare loop"].value == pytest.approx(found["import: CPU"].value / (found["import: CPU"].baseline or 1))
    assert 30 < found["import: peak memory"].value < 250
    assert found["import: CPU"].n > 900
    assert [case["what"] for case in report.cases] == ["loop", "import", "again"]
    assert (tmp_path / "export-0.5.xml").exists(), "kept for the next time"


def test_a_measurement_that_breaks_is_no_figure(tmp_path: Path) -> None:
    (tmp_path / "export-1.xml").write_text("no XML")
    with pytest.raises(AuricleError, match="The measurement ended early"):
        measure(1, folder=tmp_path)
    assert import_speed.MEGABYTES == 1000
