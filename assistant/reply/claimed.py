"""What facts claim: everything that a free reply about them may say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Literal

from assistant.facts import (
    Absent,
    Assessed,
    Bound,
    Compared,
    Counted,
    Cycle,
    Excerpt,
    Extreme,
    Fact,
    Forecast,
    Found,
    Line,
    Listed,
    Measured,
    Moment,
    Noted,
    Passage,
    Pulse,
    Reading,
    Related,
    Signal,
    Source,
    Stressed,
    Trended,
    Unusable,
    Unusual,
    Used,
    Watched,
)
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.reply.claims import (
    CitationClaim,
    Claim,
    DateClaim,
    NameClaim,
    PeriodClaim,
    QuantityClaim,
    QuoteClaim,
    TimeClaim,
    VerdictClaim,
)
from assistant.reply.series import ODD_DAYS, told_bound
from assistant.reply.writer import counted_by_nights
from i18n.languages import resolve
from i18n.slots import clock_time

__all__ = ["claims_of"]


def claims_of(facts: Iterable[Fact], language: str) -> tuple[Claim, ...]:
    """What a reply in `language` may say of these facts; raises `UsageError` for a language that is not known. Quotations stay as they are."""
    resolve(language)
    told: list[Claim] = []
    for claim in (claim for fact in facts for claim in _claims(fact)):
        if claim not in told:  # names are mappings, so that not every claim has a hash
            told.append(claim)
    return tuple(told)


def _claims(fact: Fact) -> Iterator[Claim]:
    match fact:
        case Measured():
            yield from _measured(fact)
        case Compared():
            yield VerdictClaim(fact.verdict)
            yield _change(fact.measure, fact.difference)
            yield from _measured(fact.now)
            # What is compared with may go without its "on average": "24 min less than the 6 h 36 min of the week before".
            yield from _value(fact.measure, fact.before.quantity)
            yield from (claim for claim in _measured(fact.before) if not isinstance(claim, QuantityClaim) or not claim.per)
        case Trended():
            yield VerdictClaim(fact.direction)
            for quantity in (fact.change, fact.low, fact.high):
                yield from () if quantity is None else (_change(fact.measure, Quantity(abs(quantity.value), quantity.unit)),)
            yield from _counted(fact.measure, fact.period, fact.days_with_data)
            yield from _source(fact.source)
        case Extreme():
            yield VerdictClaim(fact.which)
            yield from _value(fact.measure, fact.quantity)
            yield PeriodClaim(fact.day, fact.day, _nights(fact.measure))
            yield from _counted(fact.measure, fact.period, fact.days_with_data)
            yield from _source(fact.source)
        case Counted():
            yield from _bound(told_bound(fact))
            yield from _value(fact.measure, fact.limit)
            yield from (QuantityClaim(fact.days_met, unit) for unit in ("", "days"))  # without its unit it must be said (`verifier.missing`)
            yield from _counted(fact.measure, fact.period, fact.days_with_data)
            yield from _source(fact.source)
        case Unusual():
            yield from () if fact.days else (VerdictClaim("normal"),)
            for odd in fact.days:
                yield VerdictClaim("more" if odd.which == "highest" else "less")
                yield from _value(fact.measure, odd.quantity)
                yield PeriodClaim(odd.day, odd.day, _nights(fact.measure))
            yield from (claim for end in (fact.low, fact.high) for claim in _value(fact.measure, end))
            yield from (QuantityClaim(count, "days") for count in (len(fact.days), max(0, len(fact.days) - ODD_DAYS)))
            yield PeriodClaim(fact.baseline.start, fact.baseline.end, _nights(fact.measure))
            yield from _counted(fact.measure, fact.period, fact.days_with_data)
            yield from _source(fact.source)
        case Assessed():
            yield VerdictClaim({"below": "low", "within": "normal", "above": "high"}[fact.verdict])
            yield from _measured(fact.measured)
            yield from (claim for end in (fact.low, fact.high) if end is not None for claim in _value(fact.measured.measure, end))
            yield from _source(fact.reference)
        case Related():
            yield from _counted(fact.measure, fact.period, fact.days_with_data)
            yield from _source(fact.source)
        case Listed():
            yield QuantityClaim(len(fact.entries))
            yield from (claim for line in fact.entries for claim in _line(fact, line))
            yield from _source(fact.source)
        case Cycle():
            yield PeriodClaim(fact.started, fact.started)
            yield from (QuantityClaim(fact.day), QuantityClaim(fact.cycles))
            yield from () if fact.usual is None else (_quantity(fact.usual),)
            yield from _source(fact.source)
        case Signal():
            yield from _recorded(fact.start)
            yield QuantityClaim(round(fact.seconds), "s")
            yield from _source(fact.source)
        case Pulse():
            yield from _recorded(fact.start)
            yield from (_quantity(quantity) for quantity in (fact.heart_rate, fact.rmssd, fact.sdnn, fact.kept) if quantity is not None)
            yield from _source(fact.source)
        case Unusable():
            yield from () if fact.start is None else _recorded(fact.start)
            yield from _source(fact.source)
        case Stressed():
            yield from _recorded(fact.start)
            yield from () if fact.level is None else (QuantityClaim(fact.level, "level"),)
            yield QuantityClaim(fact.recordings)
            yield from _source(fact.source)
        case Forecast():
            yield PeriodClaim(fact.day, fact.day)
            yield from () if fact.quantity is None else _value(fact.target, fact.quantity)
            yield from (QuantityClaim(count, "days") for count in (fact.labelled, fact.needed))
            yield from _source(fact.source)
        case Watched():
            yield from _bound(fact.bound)
            yield from _value(fact.measure, fact.limit)
            yield QuantityClaim(fact.days, "days")
            yield from () if fact.reached is None else (PeriodClaim(fact.reached, fact.reached),)
        case Absent():
            yield from () if fact.measure not in _SAID else (VerdictClaim(_SAID[fact.measure]),)
            yield PeriodClaim(fact.period.start, fact.period.end, _nights(fact.measure))
            if fact.known is not None:
                yield PeriodClaim(fact.known.start, fact.known.end, _nights(fact.measure))
        case Moment():
            yield TimeClaim(fact.at.time().replace(second=0, microsecond=0))
            yield DateClaim(fact.at.date())
        case Passage() | Excerpt():
            yield from (QuoteClaim(sentence) for sentence in fact.sentences)
            yield CitationClaim(fact.title, fact.source.url)
            yield from _source(fact.source)
        case Found():
            yield CitationClaim(fact.title, fact.source.url)
            yield from _source(fact.source)
        case Reading():
            yield from (QuoteClaim(row) for row in fact.rows)
        case Noted():
            yield QuoteClaim(fact.text)
        case Used():
            yield from (CitationClaim(title) for title in fact.titles)
            if fact.period is not None:
                yield from _counted("sleep_duration" if fact.task == "sleep" else "steps", fact.period, fact.period.days)


# Figures of a whole period, out of all its nights or readings: no mean of days, and not told as one (docs/records.md).
_WHOLE = frozenset({"sleep_regularity", "gmi", "glucose_variability", "time_in_range", "time_below_range", "time_above_range"})


def _measured(fact: Measured) -> Iterator[Claim]:
    per: Literal["day", "night"] | None = None
    if fact.statistic == "mean" and fact.period.days > 1 and fact.measure not in _WHOLE:
        per = "night" if _nights(fact.measure) else "day"
    yield from _value(fact.measure, fact.quantity, per)
    yield from _counted(fact.measure, fact.period, fact.days_with_data)
    yield from _source(fact.source)


def _line(fact: Listed, line: Line) -> Iterator[Claim]:
    """An entry of a health record: its words may be quoted, its name is a name, and its figures and days are its own."""
    yield from (QuoteClaim(text) for text in (line.name, line.text, line.status) if text)
    if fact.kind == "medication":
        bare = re.split(r"\s*\d", line.name)[0]  # "Metformin 500 mg tablet" may be called metformin
        yield from (NameClaim("drug", {"en": name}) for name in dict.fromkeys((line.name, bare)) if name)
    elif fact.kind == "condition":
        yield NameClaim("condition", {"en": line.name})
    if line.value is not None:
        yield QuantityClaim(line.value, line.unit)
    yield from (QuantityClaim(end) for end in (line.low, line.high) if end is not None)
    yield from (DateClaim(day) for day in (line.start, line.end) if day is not None)


def _recorded(start: datetime) -> Iterator[Claim]:
    yield DateClaim(start.date())
    yield TimeClaim(start.time().replace(second=0, microsecond=0))


def _bound(bound: Bound) -> Iterator[Claim]:
    """On which side of a limit something is; "at least" and "at most" hold the limit itself and are no verdict."""
    if bound in ("above", "below"):
        yield VerdictClaim("more" if bound == "above" else "less")


# Measures that are called by a verdict: "your peak heart rate".
_SAID: Mapping[str, str] = {"max_heart_rate": "highest", "time_in_range": "normal"}


def _counted(measure: str, period: Period, days_with_data: int) -> Iterator[Claim]:
    if measure in _SAID:
        yield VerdictClaim(_SAID[measure])
    yield PeriodClaim(period.start, period.end, _nights(measure))
    yield QuantityClaim(days_with_data, "days")


def _source(source: Source) -> Iterator[Claim]:
    if source.title:
        yield CitationClaim(source.title, source.url)


def _value(measure: str, quantity: Quantity, per: Literal["day", "night"] | None = None) -> Iterator[Claim]:
    """A measure's value: a time of day, or a number with its unit."""
    if quantity.unit == "clock":
        yield TimeClaim(clock_time(quantity.value))
    elif quantity.unit == "points":
        yield QuantityClaim(round(quantity.value, 2), "points", per)
    else:
        unit = {"kg/m2": "", "count": "floor" if measure == "floors" else "count"}.get(quantity.unit, quantity.unit)
        yield QuantityClaim(round(quantity.value, 2), unit, per)


def _change(measure: str, quantity: Quantity) -> QuantityClaim:
    """A difference: of times of day a duration, of points a number of points."""
    units: Mapping[str, str] = {"clock": "min", "kg/m2": "", "points": "point", "count": "floor" if measure == "floors" else "count"}
    return QuantityClaim(round(quantity.value, 2), units.get(quantity.unit, quantity.unit))


def _quantity(quantity: Quantity) -> QuantityClaim:
    return QuantityClaim(round(quantity.value, 2), quantity.unit)


def _nights(measure: str) -> bool:
    return measure in MEASURES and counted_by_nights(measure)
