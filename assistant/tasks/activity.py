"""The task `activity`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Fact, Which
from assistant.period import Period
from assistant.tasks.series import View, examine
from assistant.tasks.spec import Context, task

__all__ = ["activity"]

ActivityMeasure = Literal["steps", "distance", "active_minutes", "energy"]


@task(chat_name="Activity", permission="reads_person", family="records")
async def activity(
    context: Context,
    measure: ActivityMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
) -> tuple[Fact, ...]:
    """The person's steps, distance walked, active minutes and energy burned: a summary, comparison, trend or extreme day.

    Today alone gives the value so far; in a longer period only complete days count.
    `against` is what a comparison compares with: the stretch just before, if it is not given.
    """
    return await examine(context, measure, view, period, which, against)
