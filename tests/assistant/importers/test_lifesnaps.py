"""LifeSnaps against a plain reading of the same file."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from assistant.errors import UsageError
from assistant.importers.lifesnaps import LIFESNAPS
from assistant.testing import FakeIntake

FILE = "data/wearables/lifesnaps/daily_fitbit_sema_df_unprocessed.csv"

SMALL = """id,date,rmssd,filteredDemographicVO2Max,stress_score,sleep_duration,minutesAsleep,minutesAwake,minutesToFallAsleep,minutesAfterWakeup,\
bmi,sleep_deep_ratio,steps,mood
7,2021-05-24,57.4,41.2,78,31260000.0,445.0,76.0,0.0,6.0,<19,1.24,8833.0,good
7,2021-05-25,0.0,,0.0,31260000.0,440.0,81.0,5.0,6.0,24.0,.9,0.0,
"""


def rows(path: Path, who: str) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["id"] == who]


@pytest.mark.parametrize("who", ["1", "24", "52"])
def test_days_are_those_of_the_file(shared_file: Callable[[str], Path], imported: Callable[..., FakeIntake], who: str) -> None:
    path = shared_file(FILE)
    expected = rows(path, who)
    assert expected
    got = imported(LIFESNAPS, path, subject=who)
    columns = {
        ("steps", 1.0): "steps",
        ("distance", 0.001): "distance",
        ("energy", 1.0): "calories",
        ("resting_heart_rate", 1.0): "resting_hr",
        ("time_in_bed", 1 / 60_000): "sleep_duration",
        ("light_minutes", 1.0): "lightly_active_minutes",
    }
    rejected = sum("bmi" not in reject.reason for reject in got.rejects)  # by the measures' limits
    for (measure, factor), column in columns.items():
        plain = {date.fromisoformat(row["date"]): float(row[column]) * factor for row in expected if row[column]}
        taken = {value.day: value.value for name, value in got.given if name == measure}
        assert taken.items() <= plain.items()
        assert len(plain) - len(taken) <= rejected
    texts = sum(row["bmi"] in ("<19", ">=30") for row in expected)
    assert sum("bmi" in reject.reason for reject in got.rejects) == texts


def test_efficiency_is_time_asleep_in_time_in_bed(shared_file: Callable[[str], Path], imported: Callable[..., FakeIntake]) -> None:
    """The file's own efficiency of the first night is 93 with 445 minutes asleep of 521 in bed."""
    got = imported(LIFESNAPS, shared_file(FILE), subject="1")
    taken = {measure: value.value for measure, value in got.given if value.day == date(2021, 5, 24)}
    assert taken["sleep_efficiency"] == pytest.approx(100 * 445 / 521)
    assert got.counts["sleep_efficiency"] == 63
    assert any("short waking" in note for note in got.notes)


def test_several_people_are_asked_about(shared_file: Callable[[str], Path], imported: Callable[..., FakeIntake]) -> None:
    with pytest.raises(UsageError, match=r"about 71 people; say whose rows are yours with --subject: 1, 2, 3"):
        imported(LIFESNAPS, shared_file(FILE))
    with pytest.raises(UsageError, match="has nothing about '99'"):
        imported(LIFESNAPS, shared_file(FILE), subject="99")


def test_zeros_texts_milliseconds_and_ratios(imported: Callable[..., FakeIntake]) -> None:
    got = imported(LIFESNAPS, {"daily.csv": SMALL})
    taken = {(measure, value.day.day): value.value for measure, value in got.given}
    assert taken["time_in_bed", 24] == 521
    assert taken["sleep_duration", 24] == 445
    assert (taken["awake", 24], taken["awake", 25]) == (70, 70)  # between falling asleep and the last waking
    assert taken["sleep_latency", 25] == 5
    assert ("sleep_latency", 24) not in taken
    assert taken["steps", 25] == 0  # whether it was worn is for the store to say
    assert ("stress_score", 25) not in taken
    assert ("hrv", 25) not in taken
    assert ("bmi", 24) not in taken
    assert [(reject.place, reject.reason) for reject in got.rejects if "bmi" in reject.reason] == [("daily.csv:2", "bmi: '<19' is not a number")]
    assert not any(measure.startswith("deep") for measure, _ in got.given)
    said = " ".join(got.notes)
    assert "ratios" in said
    assert "mood (1)" in said
    assert got.counts["sleep_deep_ratio"] == 2
    assert got.owner == "lifesnaps participant 7"
