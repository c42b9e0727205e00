"""Questions about a series of days: what it was, how two stretches compare, where it is heading, its best day, on how many days it kept to a limit,
what was out of the ordinary, whether it is enough, what it goes together with.

Every measure is answered here, in one way:

- What the days cannot tell is not made up: a trend of fewer than seven days, unusual days with fewer than fourteen to know the usual by, a
  reference range that nobody published: the answer is then what they can tell, their average.
- A day so far against a whole one gives two numbers side by side, without a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import anyio.to_thread

from assistant.errors import TaskError, UsageError
from assistant.facts import Absent, Bound, Compared, Fact, Source, Verdict, Which
from assistant.measures import MEASURES, Measure
from assistant.period import Period
from assistant.tasks.assessment import assess
from assistant.tasks.counting import counted
from assistant.tasks.relation import related
from assistant.tasks.spec import Context
from assistant.tasks.stretch import Stretch, absent, difference, stretch
from assistant.tasks.trend import TREND_DAYS, trended
from assistant.tasks.unusual import NEEDED, baseline, unusual
from assistant.tasks.variability import recorded
from assistant.tasks.whole import WHOLE_ONLY
from assistant.types import Provenance

__all__ = ["Asked", "View", "examine"]

View = Literal["summary", "compare", "trend", "extreme", "count", "unusual", "assess", "relate"]

# Views of single days, which a figure of a whole period does not have.
_OF_DAYS = frozenset[View]({"trend", "extreme", "count", "unusual", "relate"})
# What is told of a whole figure that rests on too few days.
_INSTEAD = {"sleep_regularity": ("bedtime", "wake_time"), "gmi": ("glucose",)}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a measure. which: the extreme. against: the stretch that is compared with, the one just before without it.
    limit, bound: of a count, in the measure's own unit. other: the measure that it is related to."""

    period: Period
    view: View = "summary"
    which: Which = "highest"
    against: Period | None = None
    limit: float | None = None
    bound: Bound = "at_least"
    other: str | None = None


async def examine(context: Context, name: str, asked: Asked) -> tuple[Fact, ...]:
    """Facts about one measure in one view. Nothing recorded gives `Absent`, with the stretch that is known.

    Raises `TaskError` for a count without a limit, `UsageError` for a relation without another measure.
    """
    _check(name, asked)
    periods = (asked.period, asked.against or asked.period.before()) if asked.view == "compare" else (asked.period,)
    measure = MEASURES[await recorded(context, name, periods, asked.other)]
    if measure.name in WHOLE_ONLY:
        return await _whole(context, measure, replace(asked, view="summary") if asked.view in _OF_DAYS else asked)
    # "My HRV" is whichever there is; who asks for SDNN by name hears that it is not what follows.
    missing = (await absent(context, MEASURES[name], asked.period),) if name == "hrv_sdnn" != measure.name else ()
    return (*missing, *await _answer(context, measure, asked))


def _check(name: str, asked: Asked) -> None:
    if asked.view == "count" and asked.limit is None:
        raise TaskError(f"Counting days of {name} needs a limit; say how much is meant, such as “at least 8000 steps”.")
    if asked.view != "relate":
        return
    if asked.other is None:
        raise UsageError(f"What should {name} be related to? Name another measure, such as sleep_duration.")
    if asked.other not in MEASURES or asked.other == name or asked.other in WHOLE_ONLY:
        raise UsageError(f"{name} cannot be related to {asked.other!r} from day to day; name another measure, such as sleep_duration.")


async def _answer(context: Context, measure: Measure, asked: Asked) -> tuple[Fact, ...]:
    if asked.view == "compare":
        return await _compare(context, measure, asked.period, asked.against or asked.period.before())
    found = await stretch(context, measure, asked.period)
    if not found.recorded:
        return (await absent(context, measure, found.period),)
    match asked.view:
        case "assess":
            return await assess(context, found)
        case "extreme" if found.days:
            return (found.extreme(asked.which),)
        case "trend" if len(found.days) >= TREND_DAYS:
            return (await anyio.to_thread.run_sync(trended, found),)
        case "count" if found.days and asked.limit is not None:
            return (counted(found, asked.bound, asked.limit),)
        case "unusual" if found.days:
            before = await context.records.days(context.person.id, measure.name, baseline(found.period))
            return (unusual(found, before),) if len(before) >= NEEDED else found.summary()
        case "relate" if found.days:
            return await _relate(context, found, asked)
    return found.summary()


async def _whole(context: Context, measure: Measure, asked: Asked) -> tuple[Fact, ...]:
    """A figure of whole periods, or what can be told instead when one of them has too few days for it."""
    periods = (asked.period, asked.against or asked.period.before()) if asked.view == "compare" else (asked.period,)
    found = [await stretch(context, measure, period) for period in periods]
    if all(each.figure is not None for each in found):
        return await _answer(context, measure, asked)
    if not any(each.recorded for each in found):
        known = await context.records.span(context.person.id, _INSTEAD[measure.name][0])
        return (Absent(measure.name, found[0].period, known),)
    view: View = "compare" if asked.view == "compare" else "summary"
    told = [await _answer(context, MEASURES[name], replace(asked, view=view)) for name in _INSTEAD[measure.name]]
    return tuple(fact for facts in told for fact in facts)


async def _compare(context: Context, measure: Measure, period: Period, against: Period) -> tuple[Fact, ...]:
    now, before = await stretch(context, measure, period), await stretch(context, measure, against)
    if not (now.recorded and before.recorded):
        return (await _either(context, now), await _either(context, before))
    one, two = now.average(), before.average()
    today = context.now.date()
    if measure.growing and Period.day(today) in (now.period, before.period):
        return (one, two)
    gap = one.quantity.value - two.quantity.value
    apart = difference(measure, abs(gap))
    verdict: Verdict = "same" if apart.value < measure.same_within else "more" if gap > 0 else "less"
    return (Compared(measure.name, one, two, verdict, apart),)


async def _either(context: Context, found: Stretch) -> Fact:
    return found.average() if found.recorded else await absent(context, found.measure, found.period)


async def _relate(context: Context, one: Stretch, asked: Asked) -> tuple[Fact, ...]:
    """With another measure over the same days, kept in the data pipe as pairs."""
    name = await recorded(context, asked.other or "", (asked.period,), one.measure.name)
    two = await stretch(context, MEASURES[name], asked.period)
    if not two.days:
        return (await absent(context, two.measure, two.period),)
    values = {day.day: day.value for day in two.days}
    title = ", ".join(dict.fromkeys((one.source.title, two.source.title)))
    key = await context.pipe.put(
        context.person.id,
        [[day.day.isoformat(), day.value, values[day.day]] for day in one.days if day.day in values],
        Provenance(one.measure.task, {"measure": one.measure.name, "other": name, "period": str(asked.period)}, title),
    )
    return (related(one, two, Source("record", key, title)),)
