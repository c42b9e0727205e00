"""A table whose notation of numbers and dates was found, read cell by cell; what cannot be read is rejected with its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from assistant.importers.columns import NumberForm
from assistant.importers.gathering import Gathering
from assistant.importers.importer import Options
from assistant.importers.stamps import DateForm, Stamps
from assistant.importers.subjects import Subjects
from assistant.importers.table import Row, Table, Watcher, survey

__all__ = ["Sheet"]

_TICK = 4096


class Sheet:
    """numbers, dates: the columns that hold them; absent ones are left out. person: the column of whose row it is. words: others that are read.

    Every other column is counted as one without a measure. Raises `UsageError` where the notation is mixed or not to be told.
    """

    def __init__(
        self,
        table: Table,
        gathering: Gathering,
        options: Options,
        *,
        numbers: Sequence[str],
        dates: Sequence[str],
        person: str = "",
        words: Sequence[str] = (),
        watchers: Sequence[Watcher] = (),
    ) -> None:
        self.table, self.name = table, table.name
        self._gathering = gathering
        self._index = {name: index for index, name in reversed(list(enumerate(table.columns)))}
        self._person = person if person in self._index else ""
        numbers = [column for column in numbers if column in self._index]
        dates = [column for column in dates if column in self._index]
        form, order = NumberForm(table, numbers), DateForm(table, dates, self._person)
        self.subjects = Subjects(table, self._person) if self._person else None
        survey(table, form, order, *watchers, *([self.subjects] if self.subjects else []))
        self._numbers = form.numbers(options)
        self.stamps = Stamps(options.zone, order.order(options))
        read = {*numbers, *dates, *words, self._person}
        self._others = [(index, name or "a column without a name") for index, name in enumerate(table.columns) if name not in read]

    def has(self, column: str) -> bool:
        return column in self._index

    def place(self, row: Row) -> str:
        return self.table.place(row.line)

    def rows(self, who: str = "") -> Iterator[Row]:
        """Of one person, where the table has a column for it."""
        person = self._index.get(self._person, -1)
        for count, row in enumerate(self.table.rows(self._gathering.intake.reject)):
            if count % _TICK == 0:
                self._gathering.tick()
            if person >= 0 and row.cells[person] != who:
                continue
            for index, name in self._others:
                if row.cells[index]:
                    self._gathering.foreign(name)
            yield row

    def text(self, row: Row, column: str) -> str:
        """ "" where there is no such column."""
        index = self._index.get(column)
        return "" if index is None else row.cells[index]

    def number(self, row: Row, column: str) -> float | None:
        """None for an empty cell, and for one that is no number, which is rejected."""
        text = self.text(row, column)
        if not text:
            return None
        self._gathering.seen(column)
        try:
            return self._numbers.read(text)
        except ValueError as error:
            self._gathering.reject(self.place(row), f"{column}: {error}")
            return None

    def day(self, row: Row, column: str) -> date | None:
        """None for one that is no day, which is rejected."""
        try:
            return self.stamps.day(self.text(row, column))
        except ValueError as error:
            self._gathering.reject(self.place(row), f"{column}: {error}")
            return None

    def moment(self, row: Row, column: str, clock: str = "") -> datetime | None:
        """None for one that is no time, which is rejected. clock: the column of the time of day, where it has one of its own."""
        try:
            return self.stamps.moment(f"{self.text(row, column)} {self.text(row, clock)}".rstrip())
        except ValueError as error:
            self._gathering.reject(self.place(row), f"{column}: {error}")
            return None
