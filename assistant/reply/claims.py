"""Claims: what a free reply may say, one dataclass for each kind that the verifier tells apart.

They come from our own facts (`assistant.reply.claimed`) or from lines of a file (`read_claims`), whose form is these fields; others are left unread:
`{"kind": "quantity", "value": 6.7, "unit": "h"}`, `{"kind": "name", "category": "drug", "names": {"en": "ibuprofen", "es": "ibuprofeno"}}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from assistant.content import fault
from assistant.errors import UsageError

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
