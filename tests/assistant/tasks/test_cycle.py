"""Menstrual periods: days of flow at most two days apart are one, and a cycle runs from one first day to the next."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.facts import Absent, Counted, Cycle
from assistant.measures import Quantity
from assistant.period import Period
from assistant.tasks.cycle import cycle, cycles, starts

TODAY = date(2026, 11, 30)
OCTOBER = Period(date(2026, 10, 1), date(2026, 10, 31))


def flow(*began: str, days: int = 4) -> dict[str, dict[date, float]]:
    return {"menstruation": {date.fromisoformat(first) + timedelta(days=n): 2.0 for first in began for n in range(days)}}


async def test_last_period_day_and_usual_length(ask: Any) -> None:
    """Cycles of 28, 30 and 27 days: the usual length is 28."""
    days = flow("2026-08-20", "2026-09-17", "2026-10-17", "2026-11-13")
    (fact,) = await ask(cycle, days, measure="menstruation", period=OCTOBER)
    assert isinstance(fact, Cycle)
    assert (fact.started, fact.day, fact.usual, fact.cycles) == (date(2026, 11, 13), 18, Quantity(28.0, "days"), 3)
    assert fact.source.title == "fake watch"


async def test_the_first_day_is_day_one(ask: Any) -> None:
    (fact,) = await ask(cycle, flow("2026-11-30", days=1), measure="menstruation", period=OCTOBER)
    assert isinstance(fact, Cycle)
    assert (fact.started, fact.day, fact.usual, fact.cycles) == (TODAY, 1, None, 0)


@pytest.mark.parametrize(("began", "usual"), [(2, None), (3, Quantity(28.0, "days"))])
async def test_two_whole_cycles_make_a_usual_length(ask: Any, began: int, usual: Quantity | None) -> None:
    days = flow(*["2026-09-15", "2026-10-13", "2026-11-10"][-began:])
    (fact,) = await ask(cycle, days, measure="menstruation", period=OCTOBER)
    assert isinstance(fact, Cycle)
    assert (fact.usual, fact.cycles) == (usual, began - 1)


def test_a_day_between_without_flow_is_the_same_period_and_two_are_not() -> None:
    first = date(2026, 11, 1)
    assert starts([first, first + timedelta(days=2)]) == (first,)
    assert starts([first, first + timedelta(days=3)]) == (first, first + timedelta(days=3))
    assert starts([]) == ()


def test_a_long_silence_is_no_cycle() -> None:
    first = date(2028, 1, 31)
    assert cycles([first, first + timedelta(days=28), first + timedelta(days=118), first + timedelta(days=209)]) == (28, 90)
    # Over a leap day: 31 January to 1 March 2028 are thirty days.
    assert cycles([date(2028, 1, 31), date(2028, 3, 1)]) == (30,)


async def test_a_day_that_is_recorded_without_flow_begins_nothing(ask: Any) -> None:
    days = flow("2026-11-10")
    days["menstruation"][date(2026, 11, 20)] = 0.0
    (fact,) = await ask(cycle, days, measure="menstruation", period=OCTOBER)
    assert isinstance(fact, Cycle)
    assert fact.started == date(2026, 11, 10)
    only_none = {"menstruation": {date(2026, 11, 20): 0.0}}
    assert await ask(cycle, only_none, measure="menstruation", period=OCTOBER) == (Absent("menstruation", OCTOBER, Period.day(date(2026, 11, 20))),)


async def test_nothing_recorded(ask: Any) -> None:
    assert await ask(cycle, {}, measure="menstruation", period=OCTOBER) == (Absent("menstruation", OCTOBER, None),)


async def test_how_many_days_of_flow(ask: Any) -> None:
    days = flow("2026-09-29", "2026-10-27", days=5)
    (fact,) = await ask(cycle, days, measure="menstruation", period=OCTOBER, view="count")
    assert isinstance(fact, Counted)
    assert (fact.days_met, fact.limit.value, fact.bound) == (8, 1.0, "at_least")


async def test_what_is_recorded_for_days_to_come_does_not_count(ask: Any) -> None:
    (fact,) = await ask(cycle, flow("2026-11-03", "2026-12-01"), measure="menstruation", period=OCTOBER)
    assert isinstance(fact, Cycle)
    assert fact.started == date(2026, 11, 3)


@given(st.sets(st.dates(date(2024, 1, 1), date(2026, 11, 30)), min_size=1, max_size=80))
def test_every_day_of_flow_belongs_to_one_period(days: set[date]) -> None:
    ordered = sorted(days)
    began = starts(ordered)
    assert began[0] == ordered[0]
    assert set(began) <= days
    for first in began[1:]:
        assert not any(timedelta(0) < first - day <= timedelta(days=2) for day in days)
