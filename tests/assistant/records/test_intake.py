"""Imports: checked, counted, all or nothing, and again the same as once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import UsageError
from assistant.importers.importer import Reject
from assistant.importers.outcome import Tally
from assistant.period import Period
from assistant.records.intake import StoreIntake
from assistant.records.recording import Recording
from assistant.records.sample import Clinical, Readings
from assistant.records.series import DayValue
from assistant.records.store import RecordStore
from assistant.records.vault import Vault
from assistant.types import Person

NOW = datetime.fromisoformat("2026-11-30T09:30:00+01:00")
ALWAYS = Period(date(2000, 1, 1), date(2030, 1, 1))


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    store = RecordStore(tmp_path, Vault.open(tmp_path, "correct horse", lambda: None))
    for name in ("ana", "ben"):
        store.add(Person(name, name.title(), "Europe/Madrid", NOW))
    return store


def batch(measure: str, rows: Sequence[tuple[str, float, float]], source: str = "Watch", unit: str = "", factor: float = 1.0) -> Readings:
    """rows: (start with its offset, minutes that it lasts, value in the file's unit)."""
    starts = [datetime.fromisoformat(start) for start, _, _ in rows]
    start = np.array([round(moment.timestamp() * 1e6) for moment in starts], np.int64)
    length = np.array([round(minutes * 60e6) for _, minutes, _ in rows], np.int64)
    offset = np.array([(moment.utcoffset() or timedelta(0)) // timedelta(minutes=1) for moment in starts], np.int16)
    original = np.array([value for _, _, value in rows], float)
    return Readings(measure, source, unit, start, start + length, offset, original * factor, original)


def taken(store: RecordStore, *batches: Readings, dry_run: bool = False) -> dict[str, Tally]:
    with StoreIntake(store, "ana", dry_run) as intake:
        for one in batches:
            intake.readings(one)
    return intake.outcome("test").taken


PULSE = batch(
    "heart_rate", [("2026-11-02T10:00+01:00", 0, 60), ("2026-11-02T10:05+01:00", 0, 80), ("2026-12-01T00:10+01:00", 0, 50)], unit="count/min"
)


async def test_readings_come_back_as_they_were(store: RecordStore) -> None:
    sugar = batch("glucose", [("2026-11-02T10:00+01:00", 0, 6.1), ("2026-11-02T10:05+01:00", 0, 7.0)], unit="mmol/L", factor=18.0156)
    assert taken(store, PULSE, sugar)["heart_rate"] == Tally(3, 3, 0, 0)
    (pulse,) = await store.readings("ana", "heart_rate", Period.day(date(2026, 11, 2)))
    assert (pulse.source, pulse.unit, pulse.value.tolist()) == ("Watch", "count/min", [60, 80])
    assert pulse.offset.tolist() == [60, 60]
    (found,) = await store.readings("ana", "glucose", ALWAYS)
    assert (found.unit, found.original.tolist(), found.start.tolist()) == ("mmol/L", [6.1, 7.0], sugar.start.tolist())
    assert found.value.tolist() == sugar.value.tolist()
    days = await store.days("ana", "heart_rate", ALWAYS)
    assert [(day.day.isoformat(), day.value) for day in days] == [("2026-11-02", 70), ("2026-12-01", 50)]
    assert [day.value for day in await store.days("ana", "max_heart_rate", ALWAYS)] == [80, 50]
    assert await store.readings("ben", "heart_rate", ALWAYS) == ()


def test_again_is_the_same_as_once_and_writes_nothing(store: RecordStore, tmp_path: Path) -> None:
    taken(store, PULSE)
    before = (tmp_path / "records.sqlite").read_bytes()
    assert taken(store, PULSE, PULSE)["heart_rate"] == Tally(6, 0, 0, 6)
    assert (tmp_path / "records.sqlite").read_bytes() == before


async def test_a_changed_value_takes_the_old_ones_place(store: RecordStore) -> None:
    taken(store, PULSE)
    assert taken(store, batch("heart_rate", [("2026-11-02T10:00+01:00", 0, 90)], unit="count/min"))["heart_rate"] == Tally(1, 0, 1, 0)
    assert [day.value for day in await store.days("ana", "heart_rate", Period.day(date(2026, 11, 2)))] == [85]
    other = taken(store, batch("heart_rate", [("2026-11-02T10:00+01:00", 0, 90)], source="Band", unit="count/min"))
    assert other["heart_rate"] == Tally(1, 1, 0, 0)


async def test_a_dry_run_counts_the_same_and_keeps_nothing(store: RecordStore) -> None:
    dry = taken(store, PULSE, dry_run=True)
    assert await store.span("ana", "heart_rate") is None
    assert dry == taken(store, PULSE) == {"heart_rate": Tally(3, 3, 0, 0)}
    assert taken(store, PULSE, dry_run=True) == {"heart_rate": Tally(3, 0, 0, 3)}


async def test_what_cannot_be_is_rejected_with_its_line_and_nothing_is_dropped(store: RecordStore) -> None:
    rows = [
        ("2026-11-02T10:00+01:00", 0, 60),
        ("2026-11-02T10:01+01:00", 0, 900),
        ("2026-11-02T10:02+01:00", -1, 60),
        ("2026-12-02T10:00+01:00", 0, 60),
        ("2026-11-02T10:03+01:00", 20000, 60),
        ("2026-11-02T10:04+01:00", 0, float("nan")),
        ("2026-11-02T10:05+01:00", 0, 0),
    ]
    with StoreIntake(store, "ana") as intake:
        intake.readings(batch("heart_rate", rows, unit="bpm"), "export.xml", np.arange(10, 17))
        intake.days("stress_score", [DayValue(date(2026, 11, 1), 0, "Band"), DayValue(date(2026, 11, 2), 44, "Band")], "daily.csv")
        intake.days("weight", [DayValue(date(2026, 12, 20), 70, "Scale"), DayValue(date(2026, 11, 2), 7000, "Scale")], "daily.csv")
    outcome = intake.outcome("test")
    assert list(outcome.rejects) == [
        Reject("export.xml:11", "heart_rate of 900 bpm is outside 20 to 300 bpm"),
        Reject("export.xml:12", "heart_rate ends before it begins"),
        Reject("export.xml:13", "heart_rate of a time that is yet to come"),
        Reject("export.xml:14", "heart_rate of one reading that lasts more than 7 days"),
        Reject("export.xml:15", "heart_rate of nan bpm is outside 20 to 300 bpm"),
        Reject("daily.csv 2026-12-20", "weight of a day that is yet to come"),
        Reject("daily.csv 2026-11-02", "weight of 7000 kg is outside 2 to 500"),
    ]
    assert outcome.notes == (
        "heart_rate: a zero stood for “not measured” and was left out.",
        "stress_score: a zero stood for “not measured” and was left out.",
    )
    assert outcome.taken["heart_rate"] == Tally(7, 1, 0, 0)
    assert [day.value for day in await store.days("ana", "stress_score", ALWAYS)] == [44]
    assert await store.span("ana", "weight") is None


@pytest.mark.parametrize("dry_run", [True, False])
async def test_of_two_values_at_one_moment_the_first_stands_and_the_other_is_told_of(store: RecordStore, dry_run: bool) -> None:
    # What a clock showed in the hour that spring skips falls on the next hour.
    rows = [
        ("2026-03-29T03:30+02:00", 0, 60),
        ("2026-03-29T03:30+02:00", 0, 72),
        ("2026-03-29T03:30+02:00", 0, 60),
        ("2026-03-29T03:31+02:00", 0, 61),
    ]
    with StoreIntake(store, "ana", dry_run) as intake:
        intake.readings(batch("heart_rate", rows, unit="bpm"), "pulse.csv", np.arange(2, 6))
        intake.readings(batch("heart_rate", [("2026-03-29T03:30+02:00", 0, 90)], source="Band", unit="bpm"))  # another source may differ
        day = date(2026, 3, 29)
        intake.days("stress_score", [DayValue(day, value, "Band") for value in (40, 50, 40)], "daily.csv")
    outcome = intake.outcome("test")
    assert sorted((reject.place, reject.reason) for reject in outcome.rejects) == [
        ("Watch 2026-03-29T03:30:00+02:00", "heart_rate of 72 bpm at a moment of which it was 60 before, which was kept"),
        ("daily.csv 2026-03-29", "stress_score of 50 points for a day of which it was 40 before, which was kept"),
    ]
    assert outcome.taken == {"heart_rate": Tally(5, 3, 0, 1), "stress_score": Tally(3, 1, 0, 1)}
    if not dry_run:
        assert taken(store, batch("heart_rate", rows, unit="bpm"))["heart_rate"] == Tally(4, 0, 0, 3)  # again the same as once
        assert [part.value.tolist() for part in await store.readings("ana", "heart_rate", ALWAYS) if part.source == "Watch"] == [[60, 61]]


def test_an_import_that_breaks_leaves_the_records_as_they_were(store: RecordStore, tmp_path: Path) -> None:
    def broken() -> None:
        with StoreIntake(store, "ana") as intake:
            intake.readings(batch("steps", [("2026-11-02T10:00+01:00", 5, 100)]))
            raise RuntimeError("the file is cut off")

    taken(store, PULSE)
    before = (tmp_path / "records.sqlite").read_bytes()
    with pytest.raises(RuntimeError, match="cut off"):
        broken()
    assert (tmp_path / "records.sqlite").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["import.lock", "keys", "records.sqlite", "vault.json"]


async def test_everything_else_is_counted_too(store: RecordStore) -> None:
    drug = Clinical("medication", "m1", "Metformin", "Clinic", status="active", start=date(2026, 1, 1), text="500 mg")
    beats = Recording("ibi", NOW, 0, np.array([900, 910, 880], np.int32), "Strap")
    for expected in ((1, 0, 0), (0, 0, 1)):
        with StoreIntake(store, "ana") as intake:
            intake.clinical([drug, Clinical("medication", "m2", " ", "Clinic")])
            intake.recording(beats)
            intake.days("weight", [DayValue(date(2026, 11, 2), 70, "Scale")])
        counted = intake.outcome("test").taken
        assert counted["medication"] == Tally(2, *expected)
        assert counted["ibi"] == counted["weight"] == Tally(1, *expected)
    assert await store.clinical("ana", "medication") == (drug,)
    (kept,) = await store.recordings("ana")
    assert (kept.kind, kept.samples.tolist()) == ("ibi", [900, 910, 880])
    with StoreIntake(store, "ana") as intake:
        intake.clinical([Clinical("medication", "m1", "Metformin", "Clinic", status="stopped", start=date(2026, 1, 1), text="500 mg")])
    assert intake.outcome("test").taken["medication"] == Tally(1, 0, 1, 0)


def test_somebody_elses_export_is_refused(store: RecordStore) -> None:
    with StoreIntake(store, "ana") as intake:
        intake.about("born 1980-05-04, female")
        intake.readings(PULSE)
    with StoreIntake(store, "ana") as again:
        again.about("born 1980-05-04, female")
        again.about("patient 77")
    with (
        pytest.raises(UsageError, match=r"about somebody born 1980-05-04, female, and this file is about somebody born 1991"),
        StoreIntake(store, "ana") as other,
    ):
        other.about("born 1991-01-01, male")
    with StoreIntake(store, "ana") as unsaid:
        unsaid.about("born 1980-05-04")
    with StoreIntake(store, "ben") as his:
        his.about("born 1991-01-01, male")


def test_an_import_larger_than_the_memory_set_aside(store: RecordStore) -> None:
    rng = np.random.default_rng(3)
    n = 450_000
    start = rng.integers(int(datetime(2024, 1, 1, tzinfo=UTC).timestamp()), int(datetime(2026, 1, 1, tzinfo=UTC).timestamp()), n) * 1_000_000
    value = rng.integers(40, 180, n).astype(float)
    offset = np.where(rng.random(n) < 0.5, 60, 120).astype(np.int16)
    batches = [
        Readings("heart_rate", source, "bpm", start[at], start[at], offset[at], value[at], value[at])
        for begin in range(0, n, 30_000)
        for source, at in (("Watch", slice(begin, begin + 20_000)), ("Band", slice(begin + 20_000, begin + 30_000)))
    ]
    counted = taken(store, *batches)["heart_rate"]
    names = np.array(["Watch"] * 20_000 + ["Band"] * 10_000 * 1)
    source = np.tile(names, n // 30_000)
    first: dict[tuple[str, int], float] = {}
    contradicting = 0
    for place, number in zip(zip(source.tolist(), start.tolist(), strict=True), value.tolist(), strict=True):
        contradicting += first.setdefault(place, number) != number
    assert contradicting
    assert counted == Tally(n, len(first), 0, n - len(first) - contradicting)
    kept: dict[tuple[str, int], float] = {}
    for part in store.kept_readings("ana", "heart_rate"):
        kept |= zip(zip([part.source] * len(part), part.start.tolist(), strict=True), part.value.tolist(), strict=True)
    assert kept == first


row = st.tuples(st.integers(0, 60), st.sampled_from([0, 7, 30, 1500]), st.sampled_from([60, 120, -300]), st.integers(0, 2), st.integers(20, 300))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> RecordStore:
    folder = tmp_path_factory.mktemp("shared")
    return RecordStore(folder, Vault.open(folder, None, lambda: None))


@settings(max_examples=30)
@given(st.lists(st.lists(row, max_size=6), max_size=4))
def test_in_whatever_pieces_it_comes_the_days_are_the_same(shared: RecordStore, pieces: list[list[tuple[int, int, int, int, int]]]) -> None:
    """Over the end of a month, with readings of more than a day and three sources that tell of the same hours."""

    def batch_of(measure: str, hour: int, minutes: int, offset: int, source: int, value: int) -> Readings:
        start = np.array([1_774_900_000_000_000 + hour * 3_600_000_000])  # 2026-03-30 19:46 UTC
        values, east = np.array([float(value)]), np.array([offset], np.int16)
        return Readings(measure, ("Thing", "Watch", "Gadget")[source], "", start, start + minutes * 60_000_000, east, values, values)

    first: dict[tuple[int, int, int], int] = {}  # of one import the first value of a moment stands, of several the last one: here all say the same
    pieces = [[(*row[:4], first.setdefault((row[0], row[1], row[3]), row[4])) for row in piece] for piece in pieces]
    found = []
    for groups in (pieces, [[row for piece in pieces for row in piece]], [*pieces, *pieces[::-1], *pieces]):
        name = f"somebody {len(shared.people())}"
        shared.add(Person(name, name, "Europe/Madrid", NOW))
        for group in groups:
            with StoreIntake(shared, name) as intake:
                for kept in group:
                    for measure in ("steps", "heart_rate"):
                        intake.readings(batch_of(measure, *kept))
        found.append([shared.values(name, measure) for measure in ("steps", "heart_rate", "max_heart_rate")])
        shared.prefer(name, [])  # works every day out again
        assert [shared.values(name, measure) for measure in ("steps", "heart_rate", "max_heart_rate")] == found[-1]
    assert found[1] == found[0] == found[2]


@pytest.mark.parametrize("large", [5, 60, 10_000])
def test_a_year_that_grows_too_large_for_one_part_becomes_months(store: RecordStore, monkeypatch: pytest.MonkeyPatch, large: int) -> None:
    monkeypatch.setattr("assistant.records.parts._LARGE", large)
    rng = np.random.default_rng(large)
    kept: dict[tuple[int, str], float] = {}
    for _ in range(12):
        n = int(rng.integers(1, 40))
        start = np.unique(rng.integers(1_700_000_000, 1_770_000_000, n) // 100_000 * 100_000_000_000)  # some come again, in another import
        n = len(start)
        value, source = rng.integers(40, 180, n).astype(float), str(rng.choice(["Watch", "Band"]))
        one = Readings("heart_rate", source, "bpm", start, start, np.full(n, 60, np.int16), value, value)
        fresh = len({(at, source) for at in start.tolist()} - set(kept))
        assert taken(store, one, dry_run=True)["heart_rate"].new == fresh
        counted = taken(store, one)["heart_rate"]
        assert (counted.new, counted.new + counted.changed + counted.unchanged) == (fresh, n)
        kept |= {(at, source): number for at, number in zip(start.tolist(), value.tolist(), strict=True)}
    found = {
        (at, part.source): number for part in store.kept_readings("ana", "heart_rate") for at, number in zip(part.start, part.value, strict=True)
    }
    assert found == kept
    means: dict[tuple[date, str], list[float]] = {}
    for (at, source), number in kept.items():
        means.setdefault(((datetime.fromtimestamp(at / 1e6, UTC) + timedelta(hours=1)).date(), source), []).append(number)
    assert {(day.day, day.source): day.value for day in store.values("ana", "heart_rate")} == pytest.approx(
        {place: float(np.mean(numbers)) for place, numbers in means.items()}
    )
    ranges = store.day_ranges("ana", "heart_rate", ALWAYS)
    assert {(one.day, one.source): (one.lowest, one.highest, one.readings) for one in ranges} == {
        place: (min(numbers), max(numbers), len(numbers)) for place, numbers in means.items()
    }


async def test_what_is_burned_in_all_is_at_rest_and_by_moving(store: RecordStore) -> None:
    day = "2026-11-02T10:00+01:00"
    taken(store, batch("active_energy", [(day, 60, 300), ("2026-11-03T10:00+01:00", 60, 200)]))
    assert await store.days("ana", "energy", ALWAYS) == ()
    taken(store, batch("basal_energy", [(day, 60, 1500)], source="Phone"))
    assert await store.days("ana", "energy", ALWAYS) == (DayValue(date(2026, 11, 2), 1800, "Watch + Phone"),)
    taken(store, batch("energy", [(day, 60, 1700)], source="Band"))
    assert [value.value for value in await store.days("ana", "energy", ALWAYS)] == [1700]


def test_a_measure_names_only_the_sources_that_told_it(store: RecordStore) -> None:
    taken(store, PULSE, batch("weight", [("2026-11-02T07:00+01:00", 0, 80)], source="Scale", unit="kg"))
    assert {held.measure: held.sources for held in store.holdings("ana")} == {
        "heart_rate": ("Watch",),
        "max_heart_rate": ("Watch",),
        "weight": ("Scale",),
    }
