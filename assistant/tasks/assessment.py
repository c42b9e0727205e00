"""Is it enough, is it normal: a figure against a published reference range for adults (`assets/reference`). It is no diagnosis.

A figure that equals a limit as it is shown keeps to it. Where nobody published a range for a measure, the range of a measure that says the same
better is used (the share of REM sleep for its minutes), and with none there is no verdict.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.facts import Assessed, Fact, Measured, Source
from assistant.measures import MEASURES, Quantity
from assistant.tasks.spec import Context
from assistant.tasks.stretch import Stretch, stretch

__all__ = ["Group", "Range", "Reference", "assess", "read_reference", "reference"]

Group = Literal[
    "children",
    "teenagers",
    "older_adults",
    "pregnancy",
    "athletes",
    "muscular",
    "lung_disease",
    "altitude",
    "diabetes",
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
    """One file of assets/reference. instead: measures that are judged by others, which say it better."""

    checked: str = Field(min_length=3)
    ranges: tuple[Range, ...] = ()
    instead: dict[str, tuple[str, ...]] = Field(default_factory=dict)


def read_reference(folder: Path) -> Reference:
    """All files together. Raises `UsageError` naming the file and what is wrong with it."""
    ranges: dict[str, Range] = {}
    instead: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    for path in sorted(folder.glob("*.toml")):
        with content(path) as tables:
            read = Reference.model_validate(tables)
            for each in read.ranges:
                if each.measure in ranges:
                    raise ValueError(f"there are two ranges of {each.measure}")
                ranges[each.measure] = each
            if unknown := sorted({name for pair in read.instead.items() for name in (pair[0], *pair[1])} - set(MEASURES)):
                raise ValueError(f"there is no measure {unknown[0]!r}")
            if rangeless := sorted({name for names in read.instead.values() for name in names} - {each.measure for each in read.ranges}):
                raise ValueError(f"{rangeless[0]} stands in for another measure and has no range in this file")
            instead |= read.instead
    return Reference(checked="each file says", ranges=tuple(ranges.values()), instead=instead)


@cache
def reference() -> Reference:
    """The built-in ranges: fixed files of this installation, read once."""
    return read_reference(asset("reference"))


async def assess(context: Context, found: Stretch) -> tuple[Fact, ...]:
    """The figure against its range. What others stand in for comes as it is, followed by their verdicts. Needs data."""
    known = reference()
    ranges = {each.measure: each for each in known.ranges}
    name = found.measure.name
    if name in ranges:
        return (_held(found, ranges[name]),)
    judged = [await stretch(context, MEASURES[other], found.period) for other in known.instead.get(name, ())]
    return (*found.summary()[:1], *(_held(other, ranges[other.measure.name]) for other in judged if other.recorded))


def _held(found: Stretch, against: Range) -> Assessed:
    measured, low, high = found.average(), against.low, against.high
    if against.per == "week":
        if len(found.days) == found.period.days == 7:
            measured = found.total()
        else:  # the mean of the days that there are, against a seventh
            low, high = (None if limit is None else round(limit / 7, 1) for limit in (low, high))
    value = measured.quantity.value
    verdict: Literal["below", "within", "above"] = (
        "below" if low is not None and value < low else "above" if high is not None and value > high else "within"
    )
    return Assessed(measured, verdict, _limit(measured, low), _limit(measured, high), against.source)


def _limit(measured: Measured, value: float | None) -> Quantity | None:
    return None if value is None else Quantity(value, measured.quantity.unit)
