"""A stretch of local days, both ends included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from assistant.errors import UsageError

__all__ = ["Period"]


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """Local days from `start` to `end`, both included. Written "2026-11-23/2026-11-29"."""

    start: date
    end: date

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise UsageError(f"The period ends ({self.end}) before it starts ({self.start}).")

    def __str__(self) -> str:
        return f"{self.start.isoformat()}/{self.end.isoformat()}"

    def __iter__(self) -> Iterator[date]:
        return (self.start + timedelta(days=n) for n in range(self.days))

    def __contains__(self, day: date) -> bool:
        return self.start <= day <= self.end

    @property
    def days(self) -> int:
        return (self.end - self.start).days + 1

    @classmethod
    def day(cls, day: date) -> Period:
        return cls(day, day)

    @classmethod
    def last(cls, days: int, until: date) -> Period:
        """The `days` days that end with `until`. Raises `UsageError` when they begin before the calendar."""
        try:
            return cls(until - timedelta(days=days - 1), until)
        except OverflowError as error:
            raise UsageError(f"No calendar reaches {days:,} days back from {until.isoformat()}; name a shorter period.") from error

    @classmethod
    def parse(cls, text: str) -> Period:
        """Read "start/end" or a single ISO day; raises `UsageError`."""
        start, _, end = text.partition("/")
        try:
            return cls(date.fromisoformat(start), date.fromisoformat(end or start))
        except ValueError as error:
            raise UsageError(f"{text!r} is not a period; write it as 2026-11-23/2026-11-29.") from error

    @classmethod
    def of(cls, value: object) -> Period | None:
        """The period that an argument is; None for anything else, as somebody's task may call other things so ("last week")."""
        try:
            return cls.parse(value) if isinstance(value, str) else None
        except UsageError:
            return None

    def before(self, days: int | None = None) -> Period:
        """The stretch of the same length, or of so many days, that ends the day before this one starts. Raises `UsageError` like `last`."""
        days = days or self.days
        return Period(Period.last(days + 1, self.start).start, self.start - timedelta(days=1))
