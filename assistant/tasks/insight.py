"""The task `insight`: what changed in the last week."""

from __future__ import annotations

from assistant.errors import PermissionDenied
from assistant.facts import Fact, Unusual
from assistant.summary.week import week
from assistant.tasks.series import Asked, examine
from assistant.tasks.spec import Context, task

__all__ = ["CHANGES", "STEADY", "insight"]

CHANGES = 3
"""Changes that are told, the surest first."""
STEADY = 2
"""Measures that are told of when nothing changed."""


@task(chat_name="What changed", permission="reads_person", seconds=30.0, family="records")
async def insight(context: Context) -> tuple[Fact, ...]:
    """What changed in the person's health data in the last week against the weeks before, in all measures at once.

    Only changes that pass a test are told (`assistant.summary.week`). When none does, the answer is that the most important measures stayed in the
    person's own usual range, or were what they were. Where too few days have data, it is what there is of the measure with the latest data.
    """
    found = await week(context)
    if not found.tested:
        if found.nearest is None:
            raise PermissionDenied("Nothing that a week could be compared by may be read; `auricle data consent` shows what you allow.")
        return await examine(context, found.nearest, Asked(found.period))
    if found.facts:
        return found.facts[:CHANGES]
    steady: list[Fact] = []
    for name in found.tested:
        told = await examine(context, name, Asked(found.period, "unusual"))
        if len(told) == 1 and isinstance(told[0], Unusual) and not told[0].days:
            steady += told
        if len(steady) == STEADY:
            break
    if not steady and found.tested:
        steady += (await examine(context, found.tested[0], Asked(found.period, "compare", against=found.baseline)))[:1]
    return tuple(steady)
