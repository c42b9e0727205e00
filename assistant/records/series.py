"""A person's measurements, as tasks see them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

__all__ = ["DayValue"]


@dataclass(frozen=True, slots=True)
class DayValue:
    """One measure on one local day. A night belongs to the day on which it ends. `source` is the device or file it came from."""

    day: date
    value: float
    source: str
