"""Claims: what a free reply may say, one dataclass for each kind that the verifier tells apart.

They come from our own facts (`claims_of`) or from lines of a file (`read_claims`), whose form is these fields; others are left unread:
`{"kind": "quantity", "value": 6.7, "unit": "h"}`, `{"kind": "name", "category": "drug", "names": {"en": "ibuprofen", "es": "ibuprofeno"}}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from assistant.content import fault
from assistant.errors import UsageError
from assistant.facts import Absent, Compared, Excerpt, Extreme, Fact, Found, Measured, Moment, Noted, Passage, Reading, Source, Trended, Used
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from i18n.languages import resolve

__all__ = [
    "AdviceClaim",
    "CitationClaim",
    "Claim",
    "DateClaim",
    "DoseClaim",
    "NameClaim",
    "PeriodClaim",
    "QuantityClaim",
    "QuoteClaim",
    "TimeClaim",
    "VerdictClaim",
    "claims_of",
    "read_claims",
]


@dataclass(frozen=True, slots=True)
class QuantityClaim:
    """A number with its unit, "" for a bare count. Its own digits say how exact it is: 6.7 h is 6 h 42 min within 3 minutes.

    per: a mean over several days or nights, which a reply must say as one; None where nothing is known of that.
    """

    value: float
    unit: str = ""
    per: Literal["day", "night"] | None = None
    kind: Literal["quantity"] = "quantity"


@dataclass(frozen=True, slots=True)
class DateClaim:
    value: date
    kind: Literal["date"] = "date"


@dataclass(frozen=True, slots=True)
class PeriodClaim:
    """Local days from `start` to `end`, both included. nights: each day may also be named by the evening before it."""

    start: date
    end: date
    nights: bool = False
    kind: Literal["period"] = "period"


@dataclass(frozen=True, slots=True)
class TimeClaim:
    value: time
    kind: Literal["time"] = "time"


@dataclass(frozen=True, slots=True)
class NameClaim:
    """names: language → the name there. A name may be said as in any of them."""

    category: Literal["drug", "person", "place", "condition"]
    names: Mapping[str, str]
    kind: Literal["name"] = "name"


@dataclass(frozen=True, slots=True)
class DoseClaim:
    """`value` of `unit`, `times` `per` day or week; None where the fact is silent. drug: language → name, where the dose says whose it is."""

    value: float
    unit: str
    times: float | None = None
    per: Literal["day", "week"] | None = None
    drug: Mapping[str, str] | None = None
    kind: Literal["dose"] = "dose"


@dataclass(frozen=True, slots=True)
class VerdictClaim:
    """value: less, same, more; falling, steady, rising; lowest, highest; no, yes; unsafe, safe; missed, reached; low, normal, high."""

    value: str
    kind: Literal["verdict"] = "verdict"


@dataclass(frozen=True, slots=True)
class AdviceClaim:
    """texts: language → what a reply must say, word for word."""

    texts: Mapping[str, str]
    kind: Literal["advice"] = "advice"


@dataclass(frozen=True, slots=True)
class CitationClaim:
    title: str
    url: str | None = None
    kind: Literal["citation"] = "citation"


@dataclass(frozen=True, slots=True)
class QuoteClaim:
    """Words that may be said as they stand: a sentence of our knowledge, a row of a picture, a note."""

    text: str
    kind: Literal["quote"] = "quote"


Claim = QuantityClaim | DateClaim | PeriodClaim | TimeClaim | NameClaim | DoseClaim | VerdictClaim | AdviceClaim | CitationClaim | QuoteClaim


@cache
def _form() -> TypeAdapter[tuple[Claim, ...]]:
    return TypeAdapter(tuple[Annotated[Claim, Field(discriminator="kind")], ...])


def read_claims(facts: Sequence[Mapping[str, Any]]) -> tuple[Claim, ...]:
    """Claims out of JSON; raises `UsageError` that names the first field which does not fit."""
    try:
        return _form().validate_python(tuple(facts))
    except ValidationError as error:
        raise UsageError(f"The facts are wrong: {fault(error)}; write them as assistant/reply/claims.py says.") from error


def claims_of(facts: Iterable[Fact], language: str) -> tuple[Claim, ...]:
    """What a reply in `language` may say of these facts; raises `UsageError` for a language that is not known. Quotations stay as they are."""
    resolve(language)
    return tuple(dict.fromkeys(claim for fact in facts for claim in _claims(fact)))


def _claims(fact: Fact) -> Iterator[Claim]:
    match fact:
        case Measured():
            yield from _measured(fact)
        case Compared():
            yield VerdictClaim(fact.verdict)
            yield _quantity(fact.difference)
            yield from _measured(fact.now)
            # What is compared with may go without its "on average": "24 min less than the 6 h 36 min of the week before".
            yield _quantity(fact.before.quantity)
            yield from (claim for claim in _measured(fact.before) if not isinstance(claim, QuantityClaim) or not claim.per)
        case Trended():
            yield VerdictClaim(fact.direction)
            yield _quantity(fact.change)
            yield from _counted(fact.measure, fact.period, fact.days_with_data)
            yield from _source(fact.source)
        case Extreme():
            yield VerdictClaim(fact.which)
            yield _quantity(fact.quantity)
            yield PeriodClaim(fact.day, fact.day, _nights(fact.measure))
            yield from _counted(fact.measure, fact.period, fact.days_with_data)
            yield from _source(fact.source)
        case Absent():
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


def _measured(fact: Measured) -> Iterator[Claim]:
    per: Literal["day", "night"] | None = None
    if fact.statistic == "mean" and fact.period.days > 1:
        per = "night" if _nights(fact.measure) else "day"
    yield _quantity(fact.quantity, per)
    yield from _counted(fact.measure, fact.period, fact.days_with_data)
    yield from _source(fact.source)


def _counted(measure: str, period: Period, days_with_data: int) -> Iterator[Claim]:
    yield PeriodClaim(period.start, period.end, _nights(measure))
    yield QuantityClaim(days_with_data, "days")


def _source(source: Source) -> Iterator[Claim]:
    if source.title:
        yield CitationClaim(source.title, source.url)


def _quantity(quantity: Quantity, per: Literal["day", "night"] | None = None) -> QuantityClaim:
    return QuantityClaim(round(quantity.value, 2), quantity.unit, per)


def _nights(measure: str) -> bool:
    return measure in MEASURES and MEASURES[measure].task == "sleep"
