"""The suite about forecasts finds effects that were written, and says what it does not know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.errors import UsageError
from assistant.evals.forecast import LIFESNAPS, evaluate, made_up


def test_made_up_people_are_the_same_every_time_and_rate_most_days() -> None:
    assert made_up("soreness") == made_up("soreness")
    assert all(30 < len(ratings) < 60 for _, ratings, _ in made_up("soreness"))


def test_written_effects_are_found_and_every_figure_has_its_baseline(shared_file: Callable[[str], Path]) -> None:
    report = evaluate(shared_file(f"data/{LIFESNAPS}").parents[2])
    r2 = {figure.name.partition(" (")[0]: figure for figure in report.figures if figure.name.startswith("R²")}
    assert all(figure.baseline == 0 and figure.low is not None for figure in r2.values())
    assert r2["R² of perceived_stress, made-up people"].value > 0.05
    assert r2["R² of injury_risk, made-up people"].value > 0.05
    # On real people it is no better than their own mean, which is why nobody is told.
    assert r2["R² of tense or anxious"].value < 0.05
    assert "soreness" in report.untested


def test_a_folder_without_the_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="wearables/lifesnaps with --data"):
        evaluate(tmp_path)
