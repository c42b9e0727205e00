"""The order in which facts make sense in a reply, and which of them are one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.facts import (
    Absent,
    Assessed,
    Compared,
    Counted,
    Cycle,
    Excerpt,
    Extreme,
    Fact,
    Forecast,
    Found,
    Listed,
    Measured,
    Passage,
    Pulse,
    Reading,
    Related,
    Signal,
    Stressed,
    Trended,
    Unusable,
    Unusual,
    Watched,
)
from assistant.reply.writer import counted_by_nights, known_measure

__all__ = ["Days", "about_of", "days_counted", "in_order", "paired"]

Days = Measured | Trended | Extreme | Counted | Unusual
"""Figures that rest on a number of days."""


def in_order(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The order in which facts make sense whatever the order of the steps: each once, tasks together, numbers before what is missing,
    the picture and the person's data before general knowledge. A number that a comparison says is not said twice."""
    once = tuple(dict.fromkeys(facts))
    if any(
        isinstance(fact, Passage | Excerpt) for fact in once
    ):  # the page that was found has been read: naming what was found beside it says nothing more
        once = tuple(fact for fact in once if not isinstance(fact, Found))
    told = {part for fact in once if isinstance(fact, Compared | Assessed) for part in days_counted(fact)}
    begun = {fact.start for fact in once if isinstance(fact, Pulse | Unusable | Stressed)}  # what a recording shows says that it was found
    kept = [fact for fact in once if fact not in told and not (isinstance(fact, Signal) and fact.start in begun)]
    tasks = list(dict.fromkeys(_task(fact) for fact in kept))

    def place(fact: Fact) -> tuple[int, int, int]:
        general = 1 if isinstance(fact, Passage | Excerpt | Found) else 0
        rank = next(n for n, kinds in enumerate(_RANK) if isinstance(fact, kinds))
        return (general, tasks.index(_task(fact)), rank)

    return tuple(sorted(kept, key=place))


_RANK: tuple[tuple[type, ...], ...] = (
    (Compared, Measured, Assessed),
    (Trended,),
    (Extreme,),
    (Counted,),
    (Unusual,),
    (Related,),
    (Absent,),
    (Unusable,),
    (Stressed,),
    (Pulse,),
    (Signal,),
    (object,),
)


def _task(fact: Fact) -> str:
    match fact:
        case Measured() | Compared() | Trended() | Extreme() | Counted() | Unusual() | Related() | Absent():
            return known_measure(fact.measure).task
        case Assessed():
            return known_measure(fact.measured.measure).task
        case Signal() | Pulse() | Unusable() | Stressed():
            return "recording"  # each is about the one before
        case Listed():
            return "health_record"
        case Cycle():
            return "cycle"
        case Forecast():
            return "forecast"
        case Watched():
            return "watch"
        case Reading():
            return "picture"
        case Passage() | Excerpt() | Found():
            return "knowledge"
        case _:
            return "clock"


def about_of(fact: Fact) -> object:
    """What a following sentence need not name again: a period, or a recording."""
    match fact:
        case Measured() | Trended() | Extreme() | Counted() | Unusual():
            return (fact.period, counted_by_nights(fact.measure))
        case Assessed():
            return about_of(fact.measured)
        case Compared():
            return about_of(fact.now)
        case Pulse() | Stressed() | Unusable():
            return fact.start
        case _:
            return None


def days_counted(fact: Fact) -> tuple[Days, ...]:
    """The figures of a fact that rest on a number of days."""
    match fact:
        case Compared():
            return (fact.now, fact.before)
        case Assessed():
            return (fact.measured,)
        case Measured() | Trended() | Extreme() | Counted() | Unusual():
            return (fact,)
        case _:
            return ()


def paired(facts: Sequence[Fact]) -> tuple[tuple[Fact, ...], ...]:
    """Each fact by itself; both figures of the blood pressure over the same days together."""
    groups: list[tuple[Fact, ...]] = []
    for fact in facts:
        if groups and len(groups[-1]) == 1 and _pressure(groups[-1][0], fact):
            pair = (groups[-1][0], fact)
            groups[-1] = pair if _measure(fact) == "diastolic" else pair[::-1]
        else:
            groups.append((fact,))
    return tuple(groups)


def _pressure(one: Fact, other: Fact) -> bool:
    if not (isinstance(one, Measured | Assessed) and isinstance(other, Measured | Assessed)):
        return False
    first, second = (fact.measured if isinstance(fact, Assessed) else fact for fact in (one, other))
    same = (first.period, first.statistic, first.days_with_data) == (second.period, second.statistic, second.days_with_data)
    return same and {first.measure, second.measure} == {"systolic", "diastolic"}


def _measure(fact: Fact) -> str:
    return fact.measured.measure if isinstance(fact, Assessed) else fact.measure if isinstance(fact, Measured) else ""
