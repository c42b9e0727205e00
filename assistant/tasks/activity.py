"""The task `activity`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Bound, Fact, Which
from assistant.period import Period
from assistant.tasks.series import Asked, View, examine
from assistant.tasks.spec import Context, task

__all__ = ["activity"]

ActivityMeasure = Literal[
    "steps",
    "distance",
    "active_minutes",
    "energy",
    "active_energy",
    "basal_energy",
    "light_minutes",
    "moderate_minutes",
    "vigorous_minutes",
    "sedentary_minutes",
    "floors",
    "vo2max",
]


@task(chat_name="Activity", permission="reads_person", family="records")
async def activity(
    context: Context,
    measure: ActivityMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
    limit: float | None = None,
    bound: Bound = "at_least",
    other: str | None = None,
) -> tuple[Fact, ...]:
    """The person's steps, distance, active minutes by intensity, energy, floors and VO2 max: summary, trend, best day, comparison, days over a limit.

    Today alone gives the value so far; in a longer period only complete days count.
    """
    return await examine(context, measure, Asked(period, view, which, against, limit, bound, other))
