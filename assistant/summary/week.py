"""What changed in the last seven whole days against the person's own eight weeks before.

A change is told only when chance is an unlikely cause: Mann–Whitney's test of the week's days against the earlier ones, two-sided, its p-values
corrected for all measures that were tested (Holm 1979), 5 %; and when the two averages differ by more than the measure's "about the same".
Days follow each other and are not independent, so a p-value is a sieve here and is never told. At least four of the seven days and fourteen of the
earlier ones must have data.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """facts: the changes, the least likely by chance first. tested: the measures that had enough data, by name."""

    period: Period
    baseline: Period
    facts: tuple[Compared, ...]
    tested: tuple[str, ...]


async def week(context: Context, chosen: Lines | None = None) -> Week:
    """Of each line of assets/summary/lines.toml the first measure that has enough days is tested; what may not be read is not."""
    period = Period.last(7, context.now.date() - timedelta(days=1))
    baseline = Period.last(BASELINE_DAYS, period.start - timedelta(days=1))
    found: list[tuple[str, float]] = []
    for line in (chosen or lines()).lines:
        for name in line.measures:
            chance = await _chance(context, name, period, baseline)
            if chance is not None:
                found.append((name, chance))
                break
    kept = holm([chance for _, chance in found], ALPHA)
    changed = sorted((chance, place) for place, (_, chance) in enumerate(found) if kept[place])
    facts: list[Compared] = []
    for _, place in changed:
        told = await examine(context, found[place][0], Asked(period, "compare", against=baseline))
        facts += [fact for fact in told if isinstance(fact, Compared) and fact.verdict != "same"]
    return Week(period, baseline, tuple(facts), tuple(name for name, _ in found))


async def _chance(context: Context, name: str, period: Period, baseline: Period) -> float | None:
    """How likely chance alone makes the two stretches differ so much; None without enough days."""
    try:
        now = await context.records.days(context.person.id, name, period)
        before = await context.records.days(context.person.id, name, baseline)
    except PermissionDenied:
        return None
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
