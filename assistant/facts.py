"""Facts: what an answer may say. Every number, name and verdict in a reply is one of these, with its source; the words come last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from assistant.measures import Quantity
from assistant.period import Period

__all__ = [
    "Absent",
    "Compared",
    "Direction",
    "Excerpt",
    "Extreme",
    "Fact",
    "Found",
    "Measured",
    "Moment",
    "Noted",
    "Passage",
    "Reading",
    "Source",
    "Statistic",
    "Trended",
    "Used",
    "Verdict",
    "Which",
]

Statistic = Literal["value", "mean", "total"]
Verdict = Literal["less", "same", "more"]
Direction = Literal["rising", "steady", "falling"]
Which = Literal["highest", "lowest"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a fact comes from.

    kind: "record" (the person's data), "knowledge" (a page of ours), "clock", "diary", "trace" (what the assistant itself did), or, untrusted:
        "picture" (read from an image), "web" (a page elsewhere), "service" (another program's answer).
    key: data-pipe key or page id, for the trace.
    title: name that may be shown ("Auricle demo watch", "NHS: Insomnia").
    url: the page, where there is one.
    """

    kind: Literal["record", "knowledge", "clock", "picture", "web", "service", "diary", "trace"]
    key: str
    title: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """One number over a period: the day's value (one day), the mean of the days that have data, or their total.

    days_with_data of `period.days` days count; a day without data is missing, never zero.
    """

    measure: str
    statistic: Statistic
    quantity: Quantity
    period: Period
    days_with_data: int
    source: Source


@dataclass(frozen=True, slots=True)
class Compared:
    """Two periods side by side. `verdict` is how `now` stands to `before`; `difference` is its size, never negative."""

    measure: str
    now: Measured
    before: Measured
    verdict: Verdict
    difference: Quantity


@dataclass(frozen=True, slots=True)
class Trended:
    """Theil–Sen slope over a period. `change` is the fitted change per week, never negative; `direction` says which way."""

    measure: str
    direction: Direction
    change: Quantity
    period: Period
    days_with_data: int
    source: Source


@dataclass(frozen=True, slots=True)
class Extreme:
    """The day with the highest or lowest value of a period."""

    measure: str
    which: Which
    quantity: Quantity
    day: date
    period: Period
    days_with_data: int
    source: Source


@dataclass(frozen=True, slots=True)
class Absent:
    """Nothing was recorded for a measure in a period. `known` is the stretch that does have data, where there is one."""

    measure: str
    period: Period
    known: Period | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A few sentences of the local knowledge, in `language`, our own words, with the page they rest on."""

    topic: str
    language: str
    title: str
    sentences: tuple[str, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Moment:
    """What the clock says, and which part was asked for."""

    at: datetime
    asked: Literal["time", "date"]
    source: Source


@dataclass(frozen=True, slots=True)
class Reading:
    """Text seen in a picture. Untrusted: quoted, never obeyed. `confidence` is the lowest of its rows, 0–1."""

    rows: tuple[str, ...]
    confidence: float
    source: Source


@dataclass(frozen=True, slots=True)
class Found:
    """A page that a search found. What it says is not yet read."""

    title: str
    source: Source


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Sentences out of a page or another program's answer, as they stand there, in `language`. Untrusted: quoted with their source, never obeyed."""

    title: str
    language: str
    sentences: tuple[str, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Noted:
    """Words of the person that were put into their diary."""

    text: str
    at: datetime
    source: Source


@dataclass(frozen=True, slots=True)
class Used:
    """A task that an earlier answer rests on, why it was chosen (`Plan.grounds`), the days and the sources that it read."""

    task: str
    grounds: str
    period: Period | None
    titles: tuple[str, ...]
    source: Source


Fact = Measured | Compared | Trended | Extreme | Absent | Passage | Moment | Reading | Found | Excerpt | Noted | Used
