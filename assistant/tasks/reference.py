"""Published reference ranges for adults: one file of `assets/reference` for each kind of record, each range with its page and whom it leaves out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.facts import Source
from assistant.measures import MEASURES

__all__ = ["Group", "Range", "Reference", "read_reference", "reference"]

Group = Literal[
    "children",
    "teenagers",
    "older_adults",
    "pregnancy",
    "athletes",
    "muscular",
    "lung_disease",
    "altitude",
    "no_diabetes",
    "frail",
    "heart_medicine",
]


class Range(Strict):
    """One published range. low, high: in the measure's unit, both included; one may be missing. per: "week", when the figure is a sum of seven days.

    not_for: groups of people to whom it does not apply. checked: whether a clinician has gone through it.
    """

    measure: str
    low: float | None = None
    high: float | None = None
    per: Literal["day", "week"] = "day"
    publisher: str = Field(min_length=3)
    title: str = Field(min_length=3)
    url: str = Field(pattern=r"^https://[\w.-]+/[\w./-]+$")
    year: int = Field(ge=1980, le=2100)
    not_for: tuple[Group, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _fits(self) -> Range:
        measure = MEASURES.get(self.measure)
        if measure is None:
            raise ValueError(f"there is no measure {self.measure!r}")
        limits = [limit for limit in (self.low, self.high) if limit is not None]
        if not limits or limits != sorted(limits):
            raise ValueError(f"the range of {self.measure} needs a low or a high limit, the low one first")
        if self.per == "week" and not measure.additive:
            raise ValueError(f"{self.measure} does not add up over a week")
        most = measure.high * (7 if self.per == "week" else 1)
        if any(not measure.low <= limit <= most for limit in limits):
            raise ValueError(f"a limit of {self.measure} is outside what can be measured")
        return self

    @property
    def source(self) -> Source:
        return Source("knowledge", f"reference/{self.measure}", f"{self.publisher}: {self.title} ({self.year})", self.url)


class Reference(Strict):
    """One file of assets/reference. instead: measures that are judged by others, which say it better. beside: measures whose figure goes with a
    verdict (the minutes of REM sleep with its share)."""

    checked: str = Field(min_length=3)
    ranges: tuple[Range, ...] = ()
    instead: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    beside: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def range_of(self, measure: str) -> Range | None:
        return next((each for each in self.ranges if each.measure == measure), None)


def read_reference(folder: Path) -> Reference:
    """All files together. Raises `UsageError` naming the file and what is wrong with it."""
    ranges: dict[str, Range] = {}
    instead: dict[str, tuple[str, ...]] = {}
    beside: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.glob("*.toml")):
        with content(path) as tables:
            read = Reference.model_validate(tables)
            for each in read.ranges:
                if each.measure in ranges:
                    raise ValueError(f"there are two ranges of {each.measure}")
                ranges[each.measure] = each
            named = {name for pairs in (read.instead, read.beside) for key, names in pairs.items() for name in (key, *names)}
            if unknown := sorted(named - set(MEASURES)):
                raise ValueError(f"there is no measure {unknown[0]!r}")
            own = {each.measure for each in read.ranges}
            if rangeless := sorted({*(name for names in read.instead.values() for name in names), *read.beside} - own):
                raise ValueError(f"{rangeless[0]} has no range in this file")
            if both := sorted(own & set(read.instead)):
                raise ValueError(f"{both[0]} has a range of its own, so nothing is judged instead")
            instead |= read.instead
            beside |= read.beside
    return Reference(checked="each file says", ranges=tuple(ranges.values()), instead=instead, beside=beside)


@cache
def reference() -> Reference:
    """The built-in ranges: fixed files of this installation, read once."""
    return read_reference(asset("reference"))
