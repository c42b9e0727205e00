"""How far a long job is: bytes done, rate, time left over the whole of it."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, Self

__all__ = ["Bar", "Progress", "Silent"]


class Progress(Protocol):
    """Told about a job in bytes. `expect` may be called again when more (or, negative, less) turns out to be needed."""

    def expect(self, count: int) -> None: ...

    def doing(self, what: str) -> None: ...

    def advance(self, count: int) -> None: ...


class Silent:
    """Says nothing."""

    def expect(self, count: int) -> None: ...

    def doing(self, what: str) -> None: ...

    def advance(self, count: int) -> None: ...


class Bar:
    """A bar on standard error: what is being done, bytes of all bytes, rate, time left. Without a terminal, one line for each thing done."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn, TransferSpeedColumn
        from rich.progress import Progress as Rich

        self._console = Console(stderr=True)
        self._rich = Rich(
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            TimeRemainingColumn(),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        self._task = self._rich.add_task("", total=0)
        self._total = 0
        self._done = 0

    def __enter__(self) -> Self:
        self._rich.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._rich.stop()

    def expect(self, count: int) -> None:
        self._total += count
        self._rich.update(self._task, total=self._total)

    def doing(self, what: str) -> None:
        self._rich.update(self._task, description=what)
        if not self._console.is_terminal:
            self._console.print(f"{what} ({self._done / 1e6:.0f} of {self._total / 1e6:.0f} MB done)", highlight=False)

    def advance(self, count: int) -> None:
        self._done += count
        self._rich.advance(self._task, count)
