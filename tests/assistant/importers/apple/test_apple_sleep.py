"""Sleep in Apple's export: every phase of every source arrives, once, in the night it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assistant.importers.apple import apple
from assistant.records.sample import Night
from assistant.testing import FakeIntake

Told = Callable[..., list[Night]]


@pytest.fixture
def nights(imported: Callable[..., FakeIntake], files: Any) -> Told:
    def read(*parts: str) -> list[Night]:
        intake = imported(apple, {"export.xml": files.export(*parts)})
        assert not intake.rejects
        return intake.slept

    return read


def shown(night: Night) -> list[str]:
    return [f"{phase.kind} {phase.start:%d %H:%M}-{phase.end:%H:%M%z}" for phase in night.phases]


def test_every_phase_has_its_kind(nights: Told, files: Any) -> None:
    names = ["InBed", "Asleep", "AsleepUnspecified", "AsleepCore", "AsleepDeep", "AsleepREM", "Awake"]
    (night,) = nights(
        *(files.sleep(name, f"2026-11-19 0{hour}:00:00 +0200", f"2026-11-19 0{hour + 1}:00:00 +0200") for hour, name in enumerate(names))
    )
    assert [phase.kind for phase in night.phases] == ["in_bed", "asleep", "asleep", "light", "deep", "rem", "awake"]
    assert night.source == files.WATCH


def test_time_in_bed_stages_and_unstaged_sleep_stay_apart(nights: Told, files: Any) -> None:
    """SparkyFitness#1016: what overlaps is told as it is; the records take the union, and stages before unstaged sleep."""
    (night,) = nights(
        files.sleep("Asleep", "2026-11-18 23:00:00 +0200", "2026-11-19 06:49:00 +0200"),
        files.sleep("InBed", "2026-11-18 22:30:00 +0200", "2026-11-19 07:00:00 +0200"),
        files.sleep("AsleepCore", "2026-11-18 23:00:00 +0200", "2026-11-19 02:00:00 +0200"),
        files.sleep("AsleepREM", "2026-11-19 02:00:00 +0200", "2026-11-19 06:49:00 +0200"),
    )
    assert shown(night) == ["in_bed 18 22:30-07:00+0200", "light 18 23:00-02:00+0200", "asleep 18 23:00-06:49+0200", "rem 19 02:00-06:49+0200"]


def test_sources_have_nights_of_their_own(nights: Told, files: Any) -> None:
    """SpeziHealthKit#58: two apps that tell of the same night must not become twelve hours."""
    told = nights(
        files.sleep("Asleep", "2026-11-18 23:00:00 +0200", "2026-11-19 05:00:00 +0200", "App one"),
        files.sleep("Asleep", "2026-11-18 23:10:00 +0200", "2026-11-19 05:05:00 +0200", "App two"),
    )
    assert [(night.source, night.end - night.start) for night in told] == [
        ("App one", told[0].end - told[0].start),
        ("App two", told[1].end - told[1].start),
    ]
    assert [shown(night) for night in told] == [["asleep 18 23:00-05:00+0200"], ["asleep 18 23:10-05:05+0200"]]


def test_nights_are_told_apart_by_gaps_not_by_the_clock(nights: Told, files: Any) -> None:
    """BRO3886/healthsync#18, haelan#50: up to 90 minutes awake are one night; phases need not stand in order."""
    told = nights(
        files.sleep("AsleepCore", "2026-11-20 03:01:00 +0200", "2026-11-20 05:00:00 +0200"),
        files.sleep("AsleepDeep", "2026-11-19 03:30:00 +0200", "2026-11-19 06:00:00 +0200"),
        files.sleep("AsleepCore", "2026-11-20 00:30:00 +0200", "2026-11-20 01:30:00 +0200"),
        files.sleep("AsleepCore", "2026-11-19 00:30:00 +0200", "2026-11-19 02:00:00 +0200"),
    )
    assert [shown(night) for night in told] == [
        ["light 19 00:30-02:00+0200", "deep 19 03:30-06:00+0200"],
        ["light 20 00:30-01:30+0200"],
        ["light 20 03:01-05:00+0200"],
    ]


def test_a_short_phase_inside_a_long_one_does_not_end_the_night(nights: Told, files: Any) -> None:
    (night,) = nights(
        files.sleep("InBed", "2026-11-18 22:00:00 +0200", "2026-11-19 07:00:00 +0200"),
        files.sleep("AsleepCore", "2026-11-18 22:30:00 +0200", "2026-11-18 23:00:00 +0200"),
        files.sleep("AsleepDeep", "2026-11-19 05:00:00 +0200", "2026-11-19 06:00:00 +0200"),
    )
    assert len(night.phases) == 3


def test_a_record_that_comes_twice_is_one_phase(nights: Told, files: Any) -> None:
    phase = files.sleep("AsleepREM", "2026-11-19 03:00:00 +0200", "2026-11-19 03:30:00 +0200")
    (night,) = nights(phase, phase)
    assert shown(night) == ["rem 19 03:00-03:30+0200"]


def test_offsets_stay_as_they_were_where_it_was_slept(nights: Told, files: Any) -> None:
    (night,) = nights(
        files.sleep("AsleepCore", "2026-10-25 00:30:00 +0200", "2026-10-25 02:30:00 +0200"),
        files.sleep("AsleepDeep", "2026-10-25 02:30:00 +0100", "2026-10-25 06:00:00 +0100"),
    )
    assert shown(night) == ["light 25 00:30-02:30+0200", "deep 25 02:30-06:00+0100"]
    assert (night.end - night.start).total_seconds() / 3600 == 6.5
