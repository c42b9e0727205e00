"""Tables of text as programs and spreadsheets write them: any encoding, any delimiter, headers that are not in the first line."""

from __future__ import annotations

import csv
import gzip
import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import BinaryIO, Protocol, TextIO, cast

from assistant.errors import UsageError
from assistant.importers.importer import Reject
from assistant.importers.parcel import Parcel

__all__ = ["Row", "Table", "Watcher", "opened", "survey", "text_of"]

_SAMPLE = 1 << 16
_LONGEST = 1 << 20  # characters of one line; a longer one is no table, and must not fill the memory
_DELIMITERS = ",;\t|"
_WHOLE = re.compile(r"-?\d+")

Rejects = Callable[[Reject], None]


@dataclass(frozen=True, slots=True)
class Row:
    """line: of the file, from 1. cells: without spaces around them, as many as there are columns."""

    line: int
    cells: tuple[str, ...]


class Watcher(Protocol):
    """Learns something of a whole table before its rows are read."""

    def look(self, row: Row) -> None: ...


@contextmanager
def opened(parcel: Parcel, name: str) -> Iterator[BinaryIO]:
    """A file of a parcel, unpacked on the way when it is a .gz. Raises `UsageError` where it is damaged."""
    with parcel.open(name) as stream:
        if not name.endswith(".gz"):
            yield stream
            return
        try:
            with gzip.GzipFile(fileobj=stream) as unpacked:
                yield cast(BinaryIO, unpacked)
        except (gzip.BadGzipFile, EOFError, OSError) as error:
            raise UsageError(f"{name} is cut off or damaged; export or download it again.") from error


def text_of(stream: BinaryIO, head: bytes) -> TextIO:
    """The text of a file whose first bytes are `head`, line ends as they are. Bytes that are not UTF-8 stay as surrogates, see `_mended`."""
    return io.TextIOWrapper(stream, encoding=_encoding(head), errors="surrogateescape", newline="")


class Table:
    """One table.

    header: tells the row with the names of the columns, where it is not the first. columns: those names, without the empty ones that spreadsheets
    leave at the end. preface: the rows above.
    Raises `UsageError` when there is no such row.
    """

    def __init__(self, parcel: Parcel, name: str, header: Callable[[Sequence[str]], bool] | None = None) -> None:
        self.name = name
        self._parcel = parcel
        with opened(parcel, name) as stream:
            self._head = stream.read(_SAMPLE)
        with io.BytesIO(self._head) as sample:
            lines = [_mended(line) for line in text_of(sample, self._head)]
        if len(self._head) == _SAMPLE and len(lines) > 1:
            lines.pop()
        found = [each for delimiter in _DELIMITERS if (each := _headed(lines[:200], delimiter, header))]
        if not found:
            raise UsageError(f"{name} has no line with the names of its columns that is known here.")
        best = max(found, key=lambda each: (len(each.columns) > 1, each.fitting > 0.5, len(each.columns)))
        self.delimiter, self.columns, self.preface, self._skip = best.delimiter, best.columns, best.preface, best.line

    def has(self, *names: str) -> bool:
        return all(name in self.columns for name in names)

    def place(self, line: int) -> str:
        return f"{self.name}:{line}"

    def rows(self, rejects: Rejects | None = None) -> Iterator[Row]:
        """Every row below the header that says anything.

        Rows that do not fit the header go to `rejects`. Raises `UsageError` when a comma is both the delimiter and part of numbers: every row of such
        a file may be shifted.
        """
        tell = rejects or (lambda reject: None)
        wide = len(self.columns)
        with opened(self._parcel, self.name) as stream:
            lines = _Lines(text_of(stream, self._head), self.name)
            reader = csv.reader(lines, delimiter=self.delimiter)
            while True:
                try:
                    cells = [cell.strip() for cell in next(reader)]
                except StopIteration:
                    return
                except csv.Error as error:
                    if reader.line_num > self._skip:
                        tell(Reject(self.place(reader.line_num), f"the line cannot be read as a row ({error})"))
                    continue
                line = reader.line_num
                if line <= self._skip or not any(cells):
                    continue
                while len(cells) > wide and not cells[-1]:
                    cells.pop()
                if len(cells) > wide:
                    if self.delimiter == "," and any(_WHOLE.fullmatch(a) and b.isdigit() for a, b in pairwise(cells)):
                        raise UsageError(
                            f"{self.place(line)} uses the comma both between columns and inside numbers, so that no row can be trusted;"
                            " export it again with semicolons or tabs between the columns, or with points in the numbers."
                        )
                    tell(Reject(self.place(line), f"it has {len(cells)} cells where the header has {wide}"))
                elif len(cells) < wide and lines.cut:
                    tell(Reject(self.place(line), "the file ends within this line"))
                else:
                    yield Row(line, tuple(cells) + ("",) * (wide - len(cells)))


def survey(table: Table, *watchers: Watcher) -> None:
    """Show every row to the watchers."""
    for row in table.rows():
        for watcher in watchers:
            watcher.look(row)


class _Lines:
    """The lines of a text, none longer than the memory can bear. cut: the last one has no end."""

    def __init__(self, text: TextIO, name: str) -> None:
        self._text, self._name = text, name
        self.cut = False

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._text.readline(_LONGEST)
        if not line:
            raise StopIteration
        if len(line) == _LONGEST:
            raise UsageError(f"{self._name} is no table: it has a line of more than a million characters.")
        self.cut = not line.endswith(("\n", "\r"))
        return _mended(line)


@dataclass(frozen=True, slots=True)
class _Header:
    """fitting: share of the rows below that are as wide."""

    delimiter: str
    columns: tuple[str, ...]
    preface: tuple[tuple[str, ...], ...]
    line: int
    fitting: float


def _headed(lines: list[str], delimiter: str, header: Callable[[Sequence[str]], bool] | None) -> _Header | None:
    reader = csv.reader(lines, delimiter=delimiter)
    above: list[tuple[str, ...]] = []
    columns: tuple[str, ...] = ()
    line = rows = fitting = 0
    try:
        for cells in reader:
            row = tuple(cell.strip() for cell in cells)
            while row and not row[-1]:
                row = row[:-1]
            if columns:
                rows += bool(row)
                fitting += 0 < len(row) <= len(columns)
            elif row and (header is None or header(row)):
                columns, line = row, reader.line_num
            elif row:
                above.append(row)
    except csv.Error:
        return None
    return _Header(delimiter, columns, tuple(above), line, fitting / rows if rows else 1.0) if columns else None


def _encoding(head: bytes) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if head[1:64:2].count(0) > 8:
        return "utf-16-le"
    if head[0:64:2].count(0) > 8:
        return "utf-16-be"
    return "utf-8-sig"


def _mended(line: str) -> str:
    """Older spreadsheets on Windows write their own code page; a line that is not UTF-8 is read as that."""
    if line.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in line):
        return line
    return line.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
