"""What a pass over an export gives: records by the thousand, and the places that are broken."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Broken", "Head", "Rows"]


@dataclass(frozen=True, slots=True)
class Head:
    """What many records share. kind: "HKQuantityTypeIdentifierHeartRate"."""

    kind: str
    source: str
    unit: str


@dataclass(slots=True)
class Rows:
    """Records, columns of the same length.

    heads: numbers of `Scan.heads`. span: beginning and end as they stand, with `apple_times.BETWEEN` between them. value: None where there is none.
    zone: by row, the time zone in which it was recorded, where that is told. nested: they stood inside another element.
    """

    nested: bool = False
    heads: list[int] = field(default_factory=list)
    span: list[bytes] = field(default_factory=list)
    value: list[bytes | None] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    zone: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.heads)


@dataclass(frozen=True, slots=True)
class Broken:
    """A place in which something cannot be made out. text: how it begins."""

    line: int
    text: str
