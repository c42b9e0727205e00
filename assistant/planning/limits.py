"""The limit of a question ("more than 7 hours", "under 8,000", "after midnight"): which amount it is, on which side, and in a measure's own unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from assistant.facts import Bound
from assistant.measures import Measure, Unit
from assistant.planning.retraction import without
from i18n.amounts import Amount, find_amounts
from i18n.lexicon import Word, lexicon
from i18n.spans import Span, overlap

__all__ = ["Limit", "find_limit", "limit_in"]

_NEGATIVE = re.compile(r"(?:^|\s)[-−]$")  # below zero there is nothing to hold a value against
_NEAR = 30  # letters between "more than" and its number: "more than, let us say, about 8,000"
_HOURS = 24  # a bare number up to this beside how long somebody slept is in hours
_MMOL = 35  # a bare glucose below this is in millimoles per litre
_CELSIUS = 45  # a bare temperature above this is in degrees Fahrenheit
_LONG = frozenset({"sleep_duration", "total_sleep", "time_in_bed", "sedentary_minutes"})  # what people give in hours
_FACTORS: Mapping[Unit, Mapping[str, float]] = MappingProxyType(
    {
        "min": {"": 1.0, "minutes": 1.0, "hours": 60.0, "clock": 1.0},
        "km": {"": 1.0, "km": 1.0, "miles": 1.609344, "metres": 0.001},
        "kg": {"": 1.0, "kg": 1.0, "pounds": 0.45359237, "stone": 6.35029318},
        "mg/dL": {"": 1.0, "mg": 1.0, "mmol": 18.0156},
        "%": {"": 1.0, "percent": 1.0},
        "count": {"": 1.0},
    }
)


@dataclass(frozen=True, slots=True)
class Limit:
    """An amount and the side of it that is meant; None when no word says which."""

    amount: Amount
    bound: Bound | None


_BOUNDS: Mapping[str, Bound] = MappingProxyType({"at_least": "at_least", "above": "above", "at_most": "at_most", "below": "below"})


def find_limit(text: str, language: str, taken: Sequence[Span] = ()) -> tuple[Limit | None, tuple[Amount, ...], tuple[Span, ...]]:
    """The limit, all amounts of the text, and what the limit's words cover. taken: spans whose numbers are something else (days)."""
    amounts = tuple(amount for amount in find_amounts(text, language) if not any(overlap(amount, span) for span in taken))
    figures = [amount for amount in amounts if amount.unit != "days" and not _NEGATIVE.search(text, 0, amount.start)]
    if not figures:
        return None, amounts, ()
    words = lexicon(language).find("bounds", without(text, [(span.start, span.end) for span in figures]))
    pairs = (
        sorted(
            (_gap(word, amount), word.start, amount.start, word, amount)
            for word in words
            for amount in figures
            if _gap(word, amount) <= _NEAR and not _between(word, amount, figures)
        )
        if words
        else []
    )
    if not pairs:
        return Limit(figures[0], None), amounts, ()
    *_, word, amount = pairs[0]
    return Limit(amount, _BOUNDS[word.says]), amounts, (word, amount)


def limit_in(measure: Measure, amount: Amount) -> float | None:
    """The amount in the measure's unit; None when it is of another kind (hours of a weight)."""
    if measure.unit == "clock":
        return _clock(measure.name, amount)
    if measure.unit == "°C":
        return _celsius(amount)
    factors = _FACTORS.get(measure.unit, {"": 1.0})
    if amount.unit not in factors:
        return None
    value = amount.value * factors[amount.unit]
    if amount.unit == "" and measure.name in _LONG and amount.value <= _HOURS:
        value = amount.value * 60
    if amount.unit == "" and measure.unit == "mg/dL" and amount.value < _MMOL:
        value = amount.value * factors["mmol"]
    return round(value, max(1, measure.digits))


def _celsius(amount: Amount) -> float | None:
    if amount.unit not in ("", "degrees", "celsius", "fahrenheit"):
        return None
    foreign = amount.unit == "fahrenheit" or (amount.unit != "celsius" and amount.value > _CELSIUS)
    return round((amount.value - 32) / 1.8 if foreign else amount.value, 1)


def _clock(name: str, amount: Amount) -> float | None:
    """Minutes after midnight of the day on which the night ends: going to bed at 11 is an hour before it, at 1 an hour after."""
    if amount.unit not in ("", "clock", "hours") or amount.value < 0:
        return None
    minutes = amount.value if amount.unit == "clock" else amount.value * 60
    if minutes > 24 * 60:
        return None
    if name != "bedtime":
        return minutes
    if minutes >= 12 * 60:
        return minutes - 24 * 60
    return minutes - 12 * 60 if minutes >= 6 * 60 else minutes  # "before 11": nobody means the morning


def _gap(one: Span, two: Span) -> int:
    return max(0, two.start - one.end if two.start >= one.start else one.start - two.end)


def _between(word: Word, amount: Amount, figures: Iterable[Amount]) -> bool:
    left, right = sorted((word.end, amount.start)) if word.start <= amount.start else sorted((amount.end, word.start))
    return any(left <= other.start and other.end <= right for other in figures if other is not amount)
