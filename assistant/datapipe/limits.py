"""How much a data pipe keeps."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.errors import UsageError

__all__ = ["LARGEST", "USUAL", "Limits"]

LARGEST = 8 * 2**20  # bytes of one value: a picture or a year of minutes fits, a page that never ends does not


@dataclass(frozen=True, slots=True)
class Limits:
    """For each person: so many values, of so many bytes together. What is above goes, the oldest first; the newest value always stays."""

    values: int = 1000
    bytes: int = 32 * LARGEST

    def __post_init__(self) -> None:
        if self.values < 1 or self.bytes < LARGEST:
            raise UsageError(f"A data pipe keeps at least one value, of up to {LARGEST:,} bytes; raise its limits.")


USUAL = Limits()
