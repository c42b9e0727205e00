"""Days and times of day as files write them, with or without an offset, the day before the month or after it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Literal

from assistant.errors import UsageError
from assistant.importers.importer import Options
from assistant.importers.table import Row, Table

__all__ = ["DateForm", "Order", "Stamps", "at_home", "fixed"]

Order = Literal["D/M/Y", "M/D/Y"]
_ORDERS: tuple[Order, Order] = ("D/M/Y", "M/D/Y")

_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)")
_WORDS = re.compile(r"(?:([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})|(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ -](\d{4}))")
_CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([aApP])?\.?\s?(?:[mM]\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?")
_EPOCH = re.compile(r"(\d{10}|\d{13}|\d{16})(\.\d+)?")
_YEARS = range(1900, 2101)
_MONTHS = {name: month for month, name in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)}


class DateForm:
    """Finds out whether a file writes the day before the month: from numbers above twelve, else from the order of its rows.

    person: the column of whose row it is; the order of rows counts for each alone.
    """

    def __init__(self, table: Table, columns: Iterable[str], person: str = "") -> None:
        self._table = table
        self._columns = [table.columns.index(column) for column in columns]
        self._person = table.columns.index(person) if person else None
        self._before: dict[tuple[str, int], tuple[tuple[int, int, int], tuple[int, int, int]]] = {}
        self._first = self._second = 0  # lines with a first or a second number above twelve
        self._ups = {"D/M/Y": 0, "M/D/Y": 0}
        self._downs = {"D/M/Y": 0, "M/D/Y": 0}
        self._example = ""
        self._points = True

    def look(self, row: Row) -> None:
        for index in self._columns:
            found = _YEAR_LAST.match(row.cells[index])
            if found is None:
                continue
            a, b, year = int(found[1]), int(found[3]), int(found[4])
            self._first = self._first or (row.line if a > 12 else 0)
            self._second = self._second or (row.line if b > 12 else 0)
            if a != b:
                self._example = self._example or row.cells[index]
            self._points = self._points and found[2] == "."
            now = (year, b, a), (year, a, b)
            who = row.cells[self._person] if self._person is not None else "", index
            before = self._before.get(who, now)
            for order, old, new in zip(_ORDERS, before, now, strict=True):
                self._ups[order] += new > old
                self._downs[order] += new < old
            self._before[who] = now

    def order(self, options: Options) -> Order:
        """Raises `UsageError` when the file mixes both orders, or when nothing tells."""
        told = options.units.get("date", "")
        for order in _ORDERS:
            if told == order:
                return order
        if told:
            raise UsageError(f"An order of day and month is D/M/Y or M/D/Y, not {told!r}.")
        if self._first and self._second:
            raise UsageError(
                f"{self._table.name} puts the day first in line {self._first} and the month first in line {self._second}; none can be trusted."
            )
        if self._first or self._second:
            return "D/M/Y" if self._first else "M/D/Y"
        if not self._example or self._points:  # 4.12.2016: only languages that put the day first write points
            return "D/M/Y"
        steady = [order for order in _ORDERS if not (self._ups[order] and self._downs[order])]
        if len(steady) == 1:
            return steady[0]
        raise UsageError(
            f"{self._table.name} has dates like {self._example!r} and nothing that tells the day from the month; say it with --unit date=D/M/Y or"
            " --unit date=M/D/Y."
        )


class Stamps:
    """Reads days and moments.

    order: of day and month where the year comes last. zone: of times without an offset.
    A time that a clock shows twice, when it is set back in autumn, is the second one where the rows before it would go back in time otherwise.
    """

    def __init__(self, zone: tzinfo, order: Order = "D/M/Y") -> None:
        self._zone, self.order = zone, order
        self._days: dict[str, tuple[date, int]] = {}
        self._last: datetime | None = None

    def day(self, text: str) -> date:
        """The day that is written, whatever the time beside it. Raises `ValueError` with the reason."""
        return self._day(text)[0]

    def moment(self, text: str) -> datetime:
        """Aware, in the offset that is written, else in the one that the zone had then. Raises `ValueError` with the reason."""
        if len(text) >= 19 and text[4] == text[7] == "-":  # most files write ISO 8601, of which Python's own reading is many times faster
            try:
                quick = datetime.fromisoformat(text)
            except ValueError:
                pass
            else:
                if quick.year in _YEARS:
                    return quick if quick.tzinfo else self.local(quick)
        if found := _EPOCH.fullmatch(text):
            seconds = int(found[1]) / 10 ** (len(found[1]) - 10) + float(found[2] or 0) / 10 ** (len(found[1]) - 10)
            return at_home(datetime.fromtimestamp(seconds, UTC), self._zone)
        day, end = self._day(text)
        rest = text[end:].lstrip("T, \u00a0\u202f")
        if not rest:
            return self.local(datetime(day.year, day.month, day.day))
        clock = _CLOCK.fullmatch(rest.rstrip())
        if clock is None:
            raise ValueError(f"{text!r} is not a time")
        hour = int(clock[1])
        if half := clock[5]:
            if not 1 <= hour <= 12:
                raise ValueError(f"{text!r} is not a time")
            hour = hour % 12 + (12 if half in "pP" else 0)
        micros = int((clock[4] or "0")[:6].ljust(6, "0"))
        try:
            naive = datetime(day.year, day.month, day.day, hour, int(clock[2]), int(clock[3] or 0), micros)
        except ValueError as error:
            raise ValueError(f"{text!r} is not a time") from error
        return naive.replace(tzinfo=_offset(clock[6])) if clock[6] else self.local(naive)

    def local(self, naive: datetime) -> datetime:
        """A time of the zone's clocks as a moment."""
        if self._zone is UTC:
            return naive.replace(tzinfo=UTC)
        moment = naive.replace(tzinfo=self._zone).astimezone(UTC)  # a time that clocks skip in spring is the one that they showed instead
        if self._last is not None and moment < self._last <= (later := naive.replace(tzinfo=self._zone, fold=1).astimezone(UTC)):
            moment = later
        self._last = moment
        return at_home(moment, self._zone)

    def _day(self, text: str) -> tuple[date, int]:
        """The day and where it ends in the text."""
        key = text[:11].partition(" ")[0].partition("T")[0]
        if len(key) < 6:
            return self._read(text)
        known = self._days.get(key)
        if known is None:
            if len(self._days) > 50_000:
                self._days.clear()
            known = self._days[key] = self._read(text)
        return known

    def _read(self, text: str) -> tuple[date, int]:
        if found := _YEAR_FIRST.match(text):
            year, month, day = int(found[1]), int(found[3]), int(found[4])
        elif found := _YEAR_LAST.match(text):
            first, second, year = int(found[1]), int(found[3]), int(found[4])
            day, month = (first, second) if self.order == "D/M/Y" else (second, first)
            year = year if year > 99 else 2000 + year
        elif found := _WORDS.match(text):
            year, month, day = int(found[3] or found[6]), _MONTHS.get((found[1] or found[5])[:3].lower(), 0), int(found[2] or found[4])
        else:
            raise ValueError(f"{text!r} is not a date")
        if year not in _YEARS:
            raise ValueError(f"{text!r} is of a time in which nobody measured")
        try:
            return date(year, month, day), found.end()
        except ValueError as error:
            raise ValueError(f"{text!r} is no day of the calendar") from error


def at_home(moment: datetime, zone: tzinfo) -> datetime:
    """A moment in the offset that a zone had then.

    The offset and not the zone itself, because Python reckons within a zone by its clocks, by which some hours last two or none.
    """
    local = moment.astimezone(zone)
    return local.replace(tzinfo=fixed(local))


def fixed(moment: datetime) -> timezone:
    """The offset that held at a moment, as a zone of its own: a night is read in it from its beginning to its end."""
    return timezone(moment.utcoffset() or timedelta())


def _offset(text: str) -> timezone:
    if text in ("Z", "UTC", "GMT"):
        return UTC
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timezone(timedelta(minutes=-minutes if text[0] == "-" else minutes))
