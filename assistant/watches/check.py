"""Whether a limit was reached: so many days in a row, each with data, each beyond it.

- A day without data breaks the row: nobody knows what it was, and a warning rests on what is known.
- A row is told once, however long it goes on; after a day that keeps to the limit, or is missing, the next row is told again.
- Only rows count that end on the day the limit was set, or later: what lies before is asked about, not told.
- Of what grows over the day (steps, heart rate) today does not count until it is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from anyio import to_thread

from assistant.errors import PermissionDenied
from assistant.facts import Source, Watched
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.protocols import Records
from assistant.records.series import DayValue
from assistant.tasks.counting import keeps
from assistant.tasks.stretch import quantity
from assistant.watches.book import Kept, WatchBook

__all__ = ["WINDOW", "fact", "news", "reached"]

WINDOW = 366
"""Days back that are looked at: an import may bring a year, and older rows are no news."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Row:
    """Days in a row beyond a limit."""

    first: date
    last: date
    source: str

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1


async def news(records: Records, book: WatchBook, person: str, now: datetime) -> tuple[Watched, ...]:
    """Limits that were reached and not told yet; they count as told from now on. What the person does not allow to be read is not looked at."""
    found: dict[int, Watched] = {}
    for kept in await to_thread.run_sync(book.all, person):
        try:
            days = await records.days(person, kept.measure, _looked_at(kept, now.date()))
        except PermissionDenied:
            continue
        row = reached(kept, days)
        if row is not None:
            found[kept.number] = fact(kept, row.last, row.source)
    if not found:
        return ()
    mine = await to_thread.run_sync(book.tell, person, {number: told.reached for number, told in found.items() if told.reached is not None})
    return tuple(told for number, told in found.items() if number in mine)


def reached(kept: Kept, days: Sequence[DayValue]) -> _Row | None:
    """The last row of days that reached the limit and is news."""
    rows = [row for row in _rows(kept, days) if row.days >= kept.days and row.last >= kept.since]
    if not rows or (kept.told is not None and rows[-1].first <= kept.told):
        return None
    return rows[-1]


def fact(kept: Kept, day: date | None = None, title: str = "") -> Watched:
    limit = Quantity(kept.limit, MEASURES[kept.measure].unit)
    return Watched(kept.measure, kept.bound, limit, kept.days, day, Source("record", f"watch/{kept.number}", title))


def _looked_at(kept: Kept, today: date) -> Period:
    end = today - _DAY if MEASURES[kept.measure].growing else today
    start = max(min(kept.since - kept.days * _DAY, end), end - WINDOW * _DAY)
    # A row that was told before is known again by its days, so it is looked at from there on.
    return Period(min(start, kept.told) if kept.told is not None and kept.told > end - WINDOW * _DAY else start, end)


def _rows(kept: Kept, days: Sequence[DayValue]) -> list[_Row]:
    measure = MEASURES[kept.measure]
    rows: list[_Row] = []
    for day in days:
        if not keeps(quantity(measure, day.value).value, kept.bound, kept.limit):
            continue
        if rows and rows[-1].last + _DAY == day.day:
            rows[-1] = _Row(rows[-1].first, day.day, day.source)
        else:
            rows.append(_Row(day.day, day.day, day.source))
    return rows
