"""What changed in the last seven whole days against the person's own eight weeks before.

A change is told only when chance is an unlikely cause: Mann–Whitney's test of the week's days against the earlier ones, two-sided, its p-values
corrected for all measures that were tested (Holm 1979), 5 %; and when the two averages differ by more than the measure's "about the same".
Days follow each other and are not independent, so a p-value is a sieve here and is never told. At least four of the seven days and fourteen of the
earlier ones must have data.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

import anyio.to_thread

from assistant.errors import PermissionDenied
from assistant.facts import Compared
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.summary.lines import Lines, lines
from assistant.tasks.series import Asked, examine
from assistant.tasks.spec import Context
from assistant.tasks.stretch import quantity

__all__ = ["ALPHA", "BASELINE_DAYS", "LEAST_BEFORE", "LEAST_NOW", "Week", "holm", "week"]

BASELINE_DAYS = 56
LEAST_NOW = 4
LEAST_BEFORE = 14
ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Week:
    """facts: the changes, the least likely by chance first. tested: the measures that had enough data, by name.

    withheld: kinds of data that the person does not allow to be read. Where nothing could be tested, nearest: the measure with the most recent data,
    the first one where nothing is recorded, None where nothing may be read; known: from the first to the last day of any measure's data.
    """

    period: Period
    baseline: Period
    facts: tuple[Compared, ...]
    tested: tuple[str, ...]
    withheld: tuple[str, ...] = ()
    nearest: str | None = None
    known: Period | None = None


async def week(context: Context, chosen: Lines | None = None) -> Week:
    """Of each line of assets/summary/lines.toml the first measure that has enough days is tested; what may not be read is not."""
    period = Period.last(7, context.now.date() - timedelta(days=1))
    baseline = Period.last(BASELINE_DAYS, period.start - timedelta(days=1))
    wanted = chosen or lines()
    found: list[tuple[str, float]] = []
    withheld: list[str] = []
    for line in wanted.lines:
        for name in line.measures:
            try:
                chance = await _chance(context, name, period, baseline)
            except PermissionDenied:
                withheld.append(MEASURES[name].task)
                continue
            if chance is not None:
                found.append((name, chance))
                break
    nearest, known = (None, None) if found else await _recorded(context, [name for line in wanted.lines for name in line.measures])
    kept = holm([chance for _, chance in found], ALPHA)
    changed = sorted((chance, place) for place, (_, chance) in enumerate(found) if kept[place])
    facts: list[Compared] = []
    for _, place in changed:
        told = await examine(context, found[place][0], Asked(period, "compare", against=baseline))
        facts += [fact for fact in told if isinstance(fact, Compared) and fact.verdict != "same"]
    return Week(period, baseline, tuple(facts), tuple(name for name, _ in found), tuple(dict.fromkeys(withheld)), nearest, known)


async def _recorded(context: Context, names: Iterable[str]) -> tuple[str | None, Period | None]:
    """The measure that has the most recent data, else the first that may be read; and the stretch over which any of them has data."""
    spans: list[tuple[str, Period | None]] = []
    for name in names:
        try:
            spans.append((name, await context.records.span(context.person.id, name)))
        except PermissionDenied:
            continue
    known = [(name, span) for name, span in spans if span is not None]
    if not known:
        return (spans[0][0] if spans else None), None
    nearest, _ = max(known, key=lambda pair: pair[1].end)
    return nearest, Period(min(span.start for _, span in known), max(span.end for _, span in known))


async def _chance(context: Context, name: str, period: Period, baseline: Period) -> float | None:
    """How likely chance alone makes the two stretches differ so much; None without enough days."""
    now = await context.records.days(context.person.id, name, period)
    before = await context.records.days(context.person.id, name, baseline)
    if len(now) < LEAST_NOW or len(before) < LEAST_BEFORE:
        return None
    shown = [[quantity(MEASURES[name], day.value).value for day in days] for days in (now, before)]
    return await anyio.to_thread.run_sync(partial(_mann_whitney, *shown))


def _mann_whitney(now: Sequence[float], before: Sequence[float]) -> float:
    from scipy.stats import mannwhitneyu

    if len({*now, *before}) == 1:
        return 1.0
    return float(mannwhitneyu(now, before, alternative="two-sided", method="asymptotic").pvalue)


def holm(chances: Sequence[float], alpha: float) -> tuple[bool, ...]:
    """Which of the p-values stand when all of them were looked at (Holm 1979)."""
    kept = [False] * len(chances)
    for rank, place in enumerate(sorted(range(len(chances)), key=lambda place: chances[place])):
        if chances[place] > alpha / (len(chances) - rank):
            break
        kept[place] = True
    return tuple(kept)
