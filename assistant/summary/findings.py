"""Gathers what a summary says: of each measure its average, where it is heading, how it stands to the time before, its unusual days; and what the
health record lists. Every figure comes from the same code that answers questions (`assistant.tasks.series`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TypeVar, get_args

from assistant.errors import PermissionDenied
from assistant.facts import Assessed, Compared, Fact, Line, Listed, Measured, Trended, Unusual
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.sample import ClinicalKind
from assistant.records.series import DayValue
from assistant.report import sources_of
from assistant.summary.lines import Lines, lines
from assistant.tasks.health_record import OVER, health_record
from assistant.tasks.series import Asked, View, examine
from assistant.tasks.spec import Context, Outcome
from assistant.tasks.trend import Slope, theil_sen

__all__ = ["DAYS", "Finding", "Summary", "gather", "last_days", "outside", "over"]

DAYS = 90
"""Of a summary that nobody gave a period: a season, long enough for a trend, short enough to be "now"."""

F = TypeVar("F", bound=Fact)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of one measure. days: the values that its chart shows. slope: of `trend`, before it was rounded, for an interval that would
    shrink to nothing. What could not be worked out is None."""

    average: Measured
    days: tuple[DayValue, ...]
    trend: Trended | None = None
    slope: Slope | None = None
    compared: Compared | None = None
    unusual: Unusual | None = None
    assessed: Assessed | None = None

    @property
    def measure(self) -> str:
        return self.average.measure

    @property
    def weight(self) -> int:
        """How much there is to say: out of a published range, a clear trend, another level than before, unusual days."""
        return (
            4 * (self.assessed is not None and self.assessed.verdict != "within")
            + 3 * (self.trend is not None and self.trend.direction != "steady")
            + 2 * (self.compared is not None and self.compared.verdict != "same")
            + (self.unusual is not None and bool(self.unusual.days))
        )

    @property
    def facts(self) -> tuple[Fact, ...]:
        found = (self.compared or self.average, self.trend, self.unusual, self.assessed)
        return tuple(fact for fact in found if fact is not None)


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that the page and the voice say, in the order of assets/summary/lines.toml.

    listed: what the health record lists, by kind. withheld: kinds of data that the person does not allow to be read.
    """

    period: Period
    findings: tuple[Finding, ...]
    listed: tuple[Listed, ...]
    withheld: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (*(fact for finding in self.findings for fact in finding.facts), *self.listed)

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the devices and records that it rests on."""
        titles = (source.title for source in sources_of(self.facts) if source.kind == "record")
        return tuple(dict.fromkeys(part for title in titles for part in title.split(", ") if part))

    def by_weight(self) -> tuple[Finding, ...]:
        """The findings with most to say first; equals in the order of the file."""
        return tuple(sorted(self.findings, key=lambda finding: -finding.weight))


def last_days(today: date) -> Period:
    return Period.last(DAYS, today)


def outside(line: Line) -> bool:
    """Whether a lab result is out of the range that came with it."""
    if line.value is None:
        return False
    return (line.low is not None and line.value < line.low) or (line.high is not None and line.value > line.high)


def over(line: Line) -> bool:
    """Whether an entry is of the past, by its status."""
    return line.status in OVER


async def gather(context: Context, period: Period, chosen: Lines | None = None) -> Summary:
    """The summary of a period, in the file's order. What may not be read is left out and named."""
    wanted = chosen or lines()
    withheld: list[str] = []
    findings: list[tuple[Finding, bool]] = []
    for line in wanted.lines:
        try:
            found = await _first(context, line.measures, period)
        except PermissionDenied:
            withheld.append(MEASURES[line.measures[0]].task)
            continue
        if found is not None:
            findings.append((found, line.always))
    kept = sorted(range(len(findings)), key=lambda place: (not findings[place][1], -findings[place][0].weight, place))[: wanted.most]
    listed: list[Listed] = []
    try:
        for kind in get_args(ClinicalKind):
            facts = await health_record.run(context, kind)
            listed += _of(Listed, facts.facts if isinstance(facts, Outcome) else facts)
    except PermissionDenied:
        withheld.append("health_record")
    return Summary(period, tuple(findings[place][0] for place in sorted(kept)), tuple(listed), tuple(dict.fromkeys(withheld)))


async def _first(context: Context, measures: Iterable[str], period: Period) -> Finding | None:
    for name in measures:
        found = await _finding(context, name, period)
        if found is not None:
            return found
    return None


async def _finding(context: Context, name: str, period: Period) -> Finding | None:
    async def asked(view: View) -> tuple[Fact, ...]:
        return await examine(context, name, Asked(period, view))

    averages = _of(Measured, await asked("summary"))
    if not averages or averages[0].measure != name:  # another figure stands in for it: its own line tells it
        return None
    average = averages[0]
    days = await context.records.days(context.person.id, name, average.period)
    trend = _only(Trended, await asked("trend"))
    slope = theil_sen([day.day.toordinal() for day in days], [day.value for day in days]) if trend is not None else None
    return Finding(
        average,
        days,
        trend=trend,
        slope=slope,
        compared=_only(Compared, await asked("compare")),
        unusual=_only(Unusual, await asked("unusual")),
        assessed=next((fact for fact in _of(Assessed, await asked("assess")) if fact.measured.measure == name), None),
    )


def _of(kind: type[F], facts: Iterable[Fact]) -> list[F]:
    return [fact for fact in facts if isinstance(fact, kind)]


def _only(kind: type[F], facts: Iterable[Fact]) -> F | None:
    return next(iter(_of(kind, facts)), None)
