"""Files about several people: whose rows to take."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.errors import UsageError
from assistant.importers.table import Row, Table

__all__ = ["Subjects", "chosen"]

_SHOWN = 40


class Subjects:
    """The people of a table, by the column that names them, in the order in which they come."""

    def __init__(self, table: Table, column: str) -> None:
        self._table = table
        self._index = table.columns.index(column)
        self.names: dict[str, None] = {}

    def look(self, row: Row) -> None:
        if name := row.cells[self._index]:
            self.names[name] = None

    def chosen(self, subject: str) -> str:
        """Raises `UsageError` as `chosen` does."""
        return chosen(self.names, subject, self._table.name)


def chosen(names: Iterable[str], subject: str, where: str) -> str:
    """The one whose rows are taken. Raises `UsageError`, naming who there is, when the person must say it or has named somebody else."""
    known = list(dict.fromkeys(names))
    if subject in known:
        return subject
    if not subject and len(known) == 1:
        return known[0]
    if not known:
        raise UsageError(f"{where} has no rows.")
    shown = ", ".join(known[:_SHOWN]) + (f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else "")
    if subject:
        raise UsageError(f"{where} has nothing about {subject!r}; it is about {shown}.")
    raise UsageError(f"{where} is about {len(known)} people; say whose rows are yours with --subject: {shown}.")
