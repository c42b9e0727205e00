"""Who speaks where several know the same day; and days that nobody knows, though a file says zero."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import pytest

from assistant.period import Period
from assistant.records.priority import Priority, kind_of
from assistant.records.series import DayValue
from assistant.records.store import RecordStore
from assistant.records.vault import Vault
from assistant.types import Person

MAY = Period(date(2026, 5, 1), date(2026, 5, 31))


def given(store: RecordStore, measure: str, source: str, *values: float | None) -> None:
    """From the first of May on; None is a day without."""
    days = [DayValue(date(2026, 5, n), value, source) for n, value in enumerate(values, 1) if value is not None]
    store.import_days("ana", {measure: days})


@pytest.fixture
def store(tmp_path: Path) -> RecordStore:
    store = RecordStore(tmp_path, Vault.open(tmp_path, "correct horse", lambda: None))
    store.add(Person("ana", "Ana", "Europe/Madrid", datetime.fromisoformat("2026-05-31T09:30:00+02:00")))
    return store


async def told(store: RecordStore, measure: str) -> list[tuple[int, float, str]]:
    return [(day.day.day, day.value, day.source) for day in await store.days("ana", measure, MAY)]


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("Ana's Apple Watch", "watch"),
        ("Galaxy Watch4", "watch"),
        ("Oura", "ring"),
        ("Fitbit", "band"),
        ("Mi Band 7", "band"),
        ("iPhone de Ana", "phone"),
        ("Bathroom scale", "scale"),
        ("Health Mate app", "app"),
        ("Bandana", "other"),
        ("Watchman's diary", "other"),
        ("", "other"),
    ],
)
def test_a_source_is_what_its_name_says(source: str, kind: str) -> None:
    assert kind_of(source) == kind


def test_the_order_of_sources() -> None:
    days = {"Zepp": 9, "iPhone": 300, "Oura": 2, "Abc": 9, "Apple Watch": 1, "Def": 10}
    assert Priority().order(days) == ("Apple Watch", "Oura", "iPhone", "Def", "Abc", "Zepp")
    assert Priority(["ZEPP", "iphone"]).order(days) == ("Zepp", "iPhone", "Apple Watch", "Oura", "Def", "Abc")


async def test_a_person_says_whom_they_believe(store: RecordStore) -> None:
    given(store, "steps", "Watch", 1000, 2000)
    given(store, "steps", "Phone", 900, 1900, 1800)
    assert await told(store, "steps") == [(1, 1000, "Watch"), (2, 2000, "Watch"), (3, 1800, "Phone")]
    store.prefer("ana", ["Phone"])
    assert await told(store, "steps") == [(1, 900, "Phone"), (2, 1900, "Phone"), (3, 1800, "Phone")]
    assert store.preferred("ana") == ("Phone",)


async def test_zero_is_not_worn_unless_something_says_otherwise(store: RecordStore) -> None:
    """get-based#365: a watch in a drawer is no day without a step."""
    given(store, "steps", "Band", 0, 0, 0, 0, 5000, 0)
    given(store, "energy", "Band", 1700, 1700, 1700, 1700, 2100, 0)
    given(store, "sedentary_minutes", "Band", 1440, 1440, 1440, 1440, 600, 1440)
    given(store, "heart_rate", "Band", None, 61)
    given(store, "light_minutes", "Band", 0, 0, 12)
    given(store, "heart_rate", "Strap", 60)  # another device says nothing of the band
    assert await told(store, "steps") == [(2, 0, "Band"), (3, 0, "Band"), (5, 5000, "Band")]
    assert [day for day, _, _ in await told(store, "light_minutes")] == [2, 3]
    assert [day for day, _, _ in await told(store, "energy")] == [1, 2, 3, 4, 5]
    assert [day for day, _, _ in await told(store, "sedentary_minutes")] == [1, 2, 3, 4, 5, 6]
    assert await store.span("ana", "steps") == Period(date(2026, 5, 2), date(2026, 5, 5))
    (held,) = [held for held in store.holdings("ana") if held.measure == "steps"]
    assert held.days == 3


async def test_where_the_better_device_lay_in_a_drawer_the_other_one_speaks(store: RecordStore) -> None:
    given(store, "steps", "Watch", 0, 8000)
    given(store, "steps", "Phone", 6000, 7000)
    assert await told(store, "steps") == [(1, 6000, "Phone"), (2, 8000, "Watch")]
