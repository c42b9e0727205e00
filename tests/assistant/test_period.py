from datetime import date

import pytest

from assistant.errors import UsageError
from assistant.period import Period


def test_a_period_counts_both_ends() -> None:
    week = Period.parse("2026-11-23/2026-11-29")
    assert week.days == 7
    assert next(iter(week)) == date(2026, 11, 23)
    assert date(2026, 11, 29) in week
    assert date(2026, 11, 30) not in week
    assert str(week) == "2026-11-23/2026-11-29"


def test_the_stretch_before_touches_and_has_the_same_length() -> None:
    assert Period.parse("2026-11-23/2026-11-29").before() == Period.parse("2026-11-16/2026-11-22")
    assert Period.parse("2026-03-01").before() == Period.parse("2026-02-28")


def test_the_stretch_before_may_have_another_length() -> None:
    assert Period.parse("2026-11-23/2026-11-29").before(3) == Period.parse("2026-11-20/2026-11-22")


def test_nothing_is_before_the_calendar() -> None:
    first = Period(date.min, date(2026, 11, 29))
    for reach in (first.before, lambda: first.before(60), lambda: Period.last(10**9, date(2026, 11, 29)), lambda: Period.last(10**12, date.min)):
        with pytest.raises(UsageError, match="days back from"):
            reach()


@pytest.mark.parametrize("text", ["", "yesterday", "2026-02-30", "2026-11-29/2026-11-23", "2026-11-23/"[:3]])
def test_nonsense_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(UsageError, match="period"):
        Period.parse(text)


def test_what_is_no_period_is_none() -> None:
    assert Period.of("2026-11-23/2026-11-29") == Period.parse("2026-11-23/2026-11-29")
    assert [Period.of(value) for value in ("last week", "", None, 7, {"from": "a", "take": "b"}, "2026-11-29/2026-11-23")] == [None] * 6
