"""Facts: what an answer may say. Every number, name and verdict in a reply is one of these, with its source; the words come last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from assistant.measures import Quantity
from assistant.period import Period

__all__ = [
    "Absent",
    "Assessed",
    "Bound",
    "Compared",
    "Counted",
    "Cycle",
    "Direction",
    "Excerpt",
    "Extreme",
    "Fact",
    "Forecast",
    "Found",
    "Line",
    "Listed",
    "Measured",
    "Moment",
    "Noted",
    "Odd",
    "Passage",
    "Pulse",
    "Reading",
    "Related",
    "Signal",
    "Source",
    "Statistic",
    "Stressed",
    "Trended",
    "Unusable",
    "Unusual",
    "Used",
    "Verdict",
    "Watched",
    "Which",
]

Statistic = Literal["value", "mean", "total"]
Verdict = Literal["less", "same", "more"]
Direction = Literal["rising", "steady", "falling"]
Which = Literal["highest", "lowest"]
Bound = Literal["at_least", "above", "at_most", "below"]


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
    """Theil–Sen slope over a period. `change` is the fitted change per week, never negative; `direction` says which way.

    low, high: 95 % interval of the change per week (Sen 1968), signed: both below zero when it falls for sure; None where it was not worked out.
    """

    measure: str
    direction: Direction
    change: Quantity
    period: Period
    days_with_data: int
    source: Source
    low: Quantity | None = None
    high: Quantity | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """On how many of the days with data a measure kept to a limit: "on 4 of 7 days at least 8,000 steps"."""

    measure: str
    bound: Bound
    limit: Quantity
    days_met: int
    period: Period
    days_with_data: int
    source: Source


@dataclass(frozen=True, slots=True)
class Odd:
    """A day outside the person's own usual range, and on which side."""

    day: date
    quantity: Quantity
    which: Which


@dataclass(frozen=True, slots=True)
class Unusual:
    """Days of a period that are out of the person's own usual range (`low` to `high`, from the days of `baseline`); none is an answer, too."""

    measure: str
    days: tuple[Odd, ...]
    low: Quantity
    high: Quantity
    baseline: Period
    period: Period
    days_with_data: int
    source: Source


@dataclass(frozen=True, slots=True)
class Assessed:
    """A figure against a reference range: `low` or `high` is None where there is no limit on that side. reference: the page that gives the range."""

    measured: Measured
    verdict: Literal["below", "within", "above"]
    low: Quantity | None
    high: Quantity | None
    reference: Source


@dataclass(frozen=True, slots=True)
class Related:
    """Whether two measures go together from day to day: Spearman's rank correlation, with a 95 % interval, over days that have both.

    sign: "together", "against", or "none" when the interval holds zero or the days are too few. lag: days by which `other` comes later (0 or 1).
    It says nothing about causes.
    """

    measure: str
    other: str
    sign: Literal["together", "against", "none"]
    strength: Literal["weak", "moderate", "strong"]
    rho: float
    low: float
    high: float
    lag: int
    period: Period
    days_with_data: int
    source: Source


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a health record, as its source names it. value with unit, low and high: of a lab and its reference range."""

    name: str
    status: str = ""
    start: date | None = None
    end: date | None = None
    text: str = ""
    value: float | None = None
    unit: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """What a health record lists, most recent first. No entries: the record holds none of this kind, which does not mean that there are none.

    named: whether something was asked for by name: "found" when these are what resembles it, "unknown" when nothing does and this is all of the kind.
    """

    kind: Literal["condition", "medication", "allergy", "lab"]
    entries: tuple[Line, ...]
    source: Source
    named: Literal["", "found", "unknown"] = ""


@dataclass(frozen=True, slots=True)
class Cycle:
    """The last menstrual period that is recorded, which day of the cycle today is, and the usual length over `cycles` whole cycles.

    usual: None below two whole cycles.
    """

    started: date
    day: int
    usual: Quantity | None
    cycles: int
    source: Source


@dataclass(frozen=True, slots=True)
class Signal:
    """A recording that was found: its kind ("ppg", "ecg", "ibi"), when it began, how long it is."""

    kind: str
    start: datetime
    seconds: float
    source: Source


@dataclass(frozen=True, slots=True)
class Pulse:
    """Heart rate and its variability out of a recording. kept: share of beat-to-beat intervals that passed the quality gate, %.

    sdnn: None below five minutes, for which it is not defined.
    """

    start: datetime
    seconds: float
    heart_rate: Quantity
    rmssd: Quantity
    sdnn: Quantity | None
    kept: Quantity
    source: Source


@dataclass(frozen=True, slots=True)
class Unusable:
    """A recording that gives no figure, and why. noisy: no steady pulse shape; gaps: too few intervals are clean; short: too few beats;
    disagrees: the device's own heart rate says otherwise; none: there is no recording. start: None then."""

    reason: Literal["noisy", "gaps", "short", "disagrees", "none"]
    start: datetime | None
    source: Source


@dataclass(frozen=True, slots=True)
class Stressed:
    """How aroused the body was in a recording, level 1 (as calm as at the calmest) to 5, against the person's own recordings; an estimate.

    level: None when it is unknown, for `unknown`'s reason. recordings: of the person's own baseline.
    """

    start: datetime
    level: Literal[1, 2, 3, 4, 5] | None
    unknown: Literal["", "signal", "baseline", "unsure"]
    recordings: int
    source: Source


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a day's figures suggest for a target ("perceived_stress", "soreness", "injury_risk"), in points of 0–10.

    quantity: None with too few labelled days (`labelled` below `needed`), or when the model is no better
    than the person's average (`useful` is False).
    """

    target: str
    day: date
    quantity: Quantity | None
    labelled: int
    needed: int
    useful: bool
    source: Source


@dataclass(frozen=True, slots=True)
class Watched:
    """A limit that the person set: tell when `measure` is beyond it on `days` days in a row. reached: the last of those days, when it happened."""

    measure: str
    bound: Bound
    limit: Quantity
    days: int
    reached: date | None
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


Fact = (
    Measured
    | Compared
    | Trended
    | Extreme
    | Counted
    | Unusual
    | Assessed
    | Related
    | Listed
    | Cycle
    | Signal
    | Pulse
    | Unusable
    | Stressed
    | Forecast
    | Watched
    | Absent
    | Passage
    | Moment
    | Reading
    | Found
    | Excerpt
    | Noted
    | Used
)
