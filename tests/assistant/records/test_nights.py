"""Nights from phases: the complaints that people had of other programs, each as the night that broke them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.importers.outcome import Tally
from assistant.period import Period
from assistant.records.intake import StoreIntake
from assistant.records.nights import NIGHT_MEASURES, Spell, day_figures, row_of, spells, told
from assistant.records.priority import Priority
from assistant.records.sample import Night, Phase, PhaseKind
from assistant.records.store import RecordStore
from assistant.records.vault import Vault
from assistant.types import Person

MAY = Period(date(2026, 5, 1), date(2026, 5, 31))


def phases(*spans: tuple[PhaseKind, str, str], offset: str = "+02:00") -> tuple[Phase, ...]:
    """ "04 23:00" is the fourth of May."""

    def moment(text: str) -> datetime:
        day, clock = text.split(" ")
        return datetime.fromisoformat(f"2026-05-{day}T{clock}{'' if '+' in clock or '-' in clock else offset}")

    return tuple(Phase(kind, moment(start), moment(end)) for kind, start, end in spans)


def figures(*sources: tuple[str, Sequence[Phase]], prefer: Sequence[str] = ()) -> dict[int, dict[str, float]]:
    """Day of May → measure → value."""
    nights = told([night for source, own in sources for night in spells(source, map(row_of, own))], Priority(prefer))
    return {day.day: {name: value for name, by_source in found.items() for value in by_source.values()} for day, found in day_figures(nights).items()}


def test_a_whole_night_by_hand() -> None:
    night = phases(
        ("in_bed", "03 22:40", "04 07:00"),
        ("light", "03 23:00", "04 00:30"),
        ("deep", "04 00:30", "04 02:00"),
        ("awake", "04 02:00", "04 02:15"),
        ("rem", "04 02:15", "04 03:15"),
        ("light", "04 03:15", "04 06:45"),
        ("awake", "04 06:45", "04 06:55"),
    )
    assert figures(("Watch", night)) == {
        4: {
            "sleep_duration": 450,
            "light_sleep": 300,
            "deep_sleep": 90,
            "rem_sleep": 60,
            "awake": 15,  # what comes after the last sleep is getting up
            "time_in_bed": 500,
            "sleep_latency": 20,
            "sleep_efficiency": 90,
            "rem_share": pytest.approx(100 * 60 / 450),
            "deep_share": 20,
            "total_sleep": 450,
            "bedtime": -80,
            "wake_time": 6 * 60 + 45,
        }
    }


def test_sleep_without_stages_is_not_added_to_the_stages() -> None:
    """SparkyFitness#1016: 13 h 37 min where 6 h 49 min were slept."""
    generic = phases(("asleep", "03 23:41", "04 06:30"))
    stages = phases(("light", "03 23:41", "04 03:00"), ("deep", "04 03:00", "04 04:30"), ("rem", "04 04:30", "04 06:30"))
    assert figures(("Watch", generic + stages))[4]["sleep_duration"] == 6 * 60 + 49
    # What the stages leave open is filled by it, and it does not make anybody sleep who was seen awake.
    longer = phases(("asleep", "03 23:31", "04 06:40"), ("awake", "04 06:30", "04 06:40"))
    found = figures(("Watch", longer + stages))[4]
    assert found["sleep_duration"] == 6 * 60 + 59
    assert found["light_sleep"] + found["deep_sleep"] + found["rem_sleep"] == 6 * 60 + 49


def test_two_apps_tell_of_one_night() -> None:
    """SpeziHealthKit#58: twelve hours for six."""
    one, two = phases(("asleep", "03 23:00", "04 05:00")), phases(("asleep", "03 23:10", "04 05:20"))
    assert figures(("Pillow", one), ("AutoSleep", two))[4]["total_sleep"] == 370  # the longer one
    assert "naps" not in figures(("Pillow", one), ("AutoSleep", two))[4]
    staged = phases(("light", "03 23:20", "04 04:20"))
    assert figures(("Pillow", one), ("Ring", staged))[4]["sleep_duration"] == 300  # the one with stages
    assert figures(("Pillow", one), ("Ring", staged), prefer=["pillow"])[4]["sleep_duration"] == 360  # the one that the person prefers
    phone = phases(("in_bed", "03 21:00", "04 09:00"))
    assert figures(("Pillow", one), ("Phone", phone), prefer=["Phone"])[4]["sleep_duration"] == 360  # one that knows nothing of sleep cannot tell it


def test_a_night_that_was_exported_while_it_grew() -> None:
    """train-libre#424: 23:00–00:05, 23:00–01:18, … are one night, as long as the longest."""
    growing = phases(("asleep", "03 23:00", "04 00:05"), ("asleep", "03 23:00", "04 01:18"), ("asleep", "03 23:00", "04 06:00"))
    assert figures(("Watch", growing))[4]["total_sleep"] == 420
    assert len(list(spells("Watch", map(row_of, growing)))) == 1
    again = phases(("light", "03 23:00", "03 23:30"), ("light", "03 23:00", "03 23:20"), ("deep", "03 23:10", "04 01:00"))
    found = figures(("Watch", again))[4]
    assert (found["light_sleep"], found["deep_sleep"], found["sleep_duration"]) == (10, 110, 120)


def test_no_hour_of_the_clock_parts_nights() -> None:
    """healthsync#18: a shift worker's night runs from noon to eight, and a night without data is missing, not zero."""
    found = figures(("Watch", phases(("asleep", "03 12:00", "03 20:00"), ("asleep", "05 01:00", "05 08:00"))))
    assert {day: values["sleep_duration"] for day, values in found.items()} == {3: 480, 5: 420}
    assert found[3]["bedtime"] == 720


def test_to_bed_after_midnight_is_the_same_day() -> None:
    """fitbit-grafana#69: the night belongs to the day on which it ends, and bedtime is counted from its midnight."""
    late, early = figures(("W", phases(("asleep", "04 00:10", "04 07:00")))), figures(("W", phases(("asleep", "03 23:50", "04 07:00"))))
    assert (late[4]["bedtime"], early[4]["bedtime"]) == (10, -10)
    assert late[4]["wake_time"] == early[4]["wake_time"] == 420


def test_the_second_half_of_a_night_is_no_nap() -> None:
    """haelan#50: up for an hour at three; and a real nap is told apart, on every surface by the same rule."""
    halves = phases(("light", "03 23:00", "04 03:00"), ("light", "04 04:00", "04 07:00"), ("light", "04 14:00", "04 14:40"))
    assert figures(("Watch", halves)) == {4: figures(("Watch", halves))[4]}
    found = figures(("Watch", halves))[4]
    assert (found["sleep_duration"], found["naps"], found["total_sleep"]) == (420, 40, 460)
    apart = phases(("light", "03 23:00", "04 03:00"), ("light", "04 04:31", "04 07:00"))
    assert figures(("Watch", apart))[4]["naps"] == 149


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [("2026-03-28T23:00", "2026-03-29T07:00", 420), ("2026-10-24T23:00", "2026-10-25T07:00", 540)],
)
def test_the_night_in_which_the_clocks_change(start: str, end: str, minutes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """fitbit-googlefit#86: as long as it was, by the clock on the wall when it ends; the computer's own zone does not matter."""
    berlin = ZoneInfo("Europe/Berlin")
    moments = [datetime.fromisoformat(text).replace(tzinfo=berlin) for text in (start, end)]
    for zone in ("UTC", "Asia/Tokyo"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        (found,) = day_figures(spells("Watch", [row_of(Phase("asleep", *moments))])).values()
        assert found["sleep_duration"] == {"Watch": minutes}
        assert found["wake_time"] == {"Watch": 420}
        assert found["bedtime"] == {"Watch": -60}
    monkeypatch.undo()
    time.tzset()


def test_lying_awake_for_hours_is_no_latency() -> None:
    found = figures(("Watch", phases(("in_bed", "03 19:00", "04 07:00"), ("light", "03 22:30", "04 06:00"))))[4]
    assert "sleep_latency" not in found
    assert (found["time_in_bed"], found["sleep_efficiency"]) == (720, pytest.approx(62.5))
    assert "sleep_latency" not in figures(("Watch", phases(("light", "03 22:30", "04 06:00"))))[4]


def test_only_in_bed_is_no_sleep() -> None:
    assert figures(("Phone", phases(("in_bed", "03 23:00", "04 07:00")))) == {4: {"time_in_bed": 480, "bedtime": -60}}


span = st.tuples(st.sampled_from(["in_bed", "asleep", "light", "deep", "rem", "awake"]), st.integers(0, 300), st.integers(1, 120))


@given(st.lists(span, min_size=1, max_size=12))
def test_minutes_are_those_of_counting_every_minute(spans: list[tuple[PhaseKind, int, int]]) -> None:
    """However phases overlap: the stages never add up to more than was slept."""
    zero = datetime.fromisoformat("2026-05-03T22:00:00+02:00")
    own = [Phase(kind, zero + timedelta(minutes=start), zero + timedelta(minutes=start + length)) for kind, start, length in spans]
    apart = list(spells("Watch", map(row_of, own)))
    nights = [spell.night() for spell in apart]
    for spell, night in zip(apart, nights, strict=True):
        assert Spell.of(night) == spell
        sleep = spell.sleep
        covered = [dict.fromkeys(("asleep", "light", "deep", "rem", "awake"), False) for _ in range(500)]
        for phase in night.phases:
            for minute in range(int((phase.start - zero).total_seconds() // 60), int((phase.end - zero).total_seconds() // 60)):
                if phase.kind != "in_bed":
                    covered[minute][phase.kind] = True
        staged = sum(any(minute[kind] for kind in ("light", "deep", "rem", "awake")) for minute in covered)
        generic = sum(minute["asleep"] and not any(minute[kind] for kind in ("light", "deep", "rem", "awake")) for minute in covered)
        waking = sum(minute["awake"] and not any(minute[kind] for kind in ("light", "deep", "rem")) for minute in covered)
        assert sleep.staged <= staged
        assert generic <= sleep.asleep <= staged + generic - waking
        assert sleep.asleep == pytest.approx(sleep.staged + generic)
    assert all((two.start - one.end) > timedelta(minutes=90) for one, two in pairwise(nights))


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    store = RecordStore(tmp_path, Vault.open(tmp_path, "correct horse", lambda: None))
    store.add(Person("ana", "Ana", "Europe/Madrid", datetime.fromisoformat("2026-05-31T09:30:00+02:00")))
    return store


def taken(store: RecordStore, *nights: Night, dry_run: bool = False) -> Tally:
    with StoreIntake(store, "ana", dry_run) as intake:
        intake.nights(nights)
    return intake.outcome("test").taken["nights"]


async def test_the_store_keeps_nights_and_works_out_the_days_again_as_they_grow(store: RecordStore) -> None:
    first = Night("Watch", phases(("light", "03 22:30", "03 23:40")))
    grown = Night("Watch", phases(("light", "03 22:30", "04 00:30"), ("deep", "04 00:30", "04 02:00")))
    assert taken(store, first, dry_run=True) == Tally(1, 1, 0, 0)
    assert await store.nights("ana", MAY) == ()
    assert taken(store, first) == Tally(1, 1, 0, 0)
    assert [(day.day.day, day.value) for day in await store.days("ana", "sleep_duration", MAY)] == [(3, 70)]
    assert taken(store, grown) == Tally(1, 0, 1, 0)
    assert taken(store, grown, first) == Tally(2, 0, 0, 2)
    assert [(day.day.day, day.value) for day in await store.days("ana", "sleep_duration", MAY)] == [(4, 210)]
    (night,) = await store.nights("ana", Period.day(date(2026, 5, 4)))
    assert night == grown
    assert await store.nights("ana", Period.day(date(2026, 5, 3))) == ()
    assert taken(store, Night("Ring", phases(("rem", "04 03:00", "04 04:00"))), Night("Watch", phases(("light", "20 23:00", "21 06:00")))) == Tally(
        2, 2
    )
    assert [night.source for night in await store.nights("ana", MAY)] == ["Watch", "Ring", "Watch"]
    assert [(day.day.day, day.value, day.source) for day in await store.days("ana", "naps", MAY)] == [(4, 60, "Watch")]


async def test_another_source_speaks_when_the_person_wishes(store: RecordStore) -> None:
    taken(store, Night("Watch", phases(("light", "03 23:00", "04 06:00"))), Night("Ring", phases(("light", "03 23:30", "04 05:00"))))
    assert [(day.value, day.source) for day in await store.days("ana", "sleep_duration", MAY)] == [(420, "Watch")]
    store.prefer("ana", ["Ring"])
    assert [(day.value, day.source) for day in await store.days("ana", "sleep_duration", MAY)] == [(330, "Ring")]
    assert [night.source for night in await store.nights("ana", MAY)] == ["Ring"]
    store.prefer("ana", [])
    assert [(day.value, day.source) for day in await store.days("ana", "sleep_duration", MAY)] == [(420, "Watch")]


def test_phases_that_cannot_be_are_rejected(store: RecordStore) -> None:
    good, backwards = phases(("light", "03 23:00", "04 06:00"), ("deep", "05 06:00", "05 05:00"))
    late = phases(("rem", "03 23:00", "04 06:00"))[0]
    with StoreIntake(store, "ana") as intake:
        intake.nights([Night("Watch", (good, backwards, Phase("rem", late.start.replace(tzinfo=None), late.end)))], "sleep.csv")
    assert [(reject.place, reject.reason) for reject in intake.outcome("test").rejects] == [
        ("sleep.csv 2026-05-05T06:00:00+02:00", "deep ends before it begins"),
        ("sleep.csv 2026-05-03T23:00:00", "rem without an offset"),
    ]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> RecordStore:
    folder = tmp_path_factory.mktemp("shared")
    return RecordStore(folder, Vault.open(folder, None, lambda: None))


slept = st.tuples(st.integers(0, 120), st.integers(1, 500), st.sampled_from(["light", "asleep", "in_bed"]), st.sampled_from(["Watch", "Ring"]))


@settings(max_examples=25)
@given(st.lists(st.lists(slept, min_size=1, max_size=5), min_size=1, max_size=5))
def test_days_worked_out_piece_by_piece_are_those_of_all_at_once(shared: RecordStore, pieces: list[list[tuple[int, int, PhaseKind, str]]]) -> None:
    name = f"somebody {len(shared.people())}"
    shared.add(Person(name, name, "Europe/Madrid", datetime.fromisoformat("2026-05-31T09:30:00+02:00")))
    zero = datetime.fromisoformat("2026-05-03T22:00:00+02:00")
    for piece in pieces:
        with StoreIntake(shared, name) as intake:
            for hour, minutes, kind, source in piece:
                start = zero + timedelta(hours=hour)
                intake.nights([Night(source, (Phase(kind, start, start + timedelta(minutes=minutes)),))])
    found = {measure: shared.values(name, measure) for measure in NIGHT_MEASURES}
    every = shared.kept_nights(name)
    for day in MAY:
        assert shared.kept_nights(name, Period.day(day)) == tuple(night for night in every if night.end.date() == day)
    shared.prefer(name, [])  # works every day out again
    assert {measure: shared.values(name, measure) for measure in NIGHT_MEASURES} == found
