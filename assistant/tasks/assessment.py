"""Is it enough, is it normal: a figure against a published reference range (`assistant.tasks.reference`). It is no diagnosis.

A figure that equals a limit as it is shown keeps to it. Where nobody published a range for a measure, the range of a measure that says the same
better is used (the share of REM sleep for its minutes), and with none there is no verdict, only the figure.
"""

from __future__ import annotations

from typing import Literal

from assistant.facts import Assessed, Fact, Measured
from assistant.measures import MEASURES, Quantity
from assistant.tasks.reference import Range, reference
from assistant.tasks.spec import Context
from assistant.tasks.stretch import Stretch, stretch

__all__ = ["assess"]


async def assess(context: Context, found: Stretch) -> tuple[Fact, ...]:
    """The figure against its range, with what goes beside it. What others stand in for comes as it is, followed by their verdicts. Needs data."""
    known = reference()
    name = found.measure.name
    own = known.range_of(name)
    if own is not None:
        beside = [await stretch(context, MEASURES[other], found.period) for other in known.beside.get(name, ())]
        return (*(other.average() for other in beside if other.figure is not None), _held(found, own))
    judged: list[Fact] = []
    for other in known.instead.get(name, ()):
        standing, against = await stretch(context, MEASURES[other], found.period), known.range_of(other)
        if against is not None and standing.figure is not None:
            judged.append(_held(standing, against))
    return (found.average(), *judged)


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
