"""The task `sleep`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Fact, Which
from assistant.period import Period
from assistant.tasks.series import View, examine
from assistant.tasks.spec import Context, task

__all__ = ["sleep"]

SleepMeasure = Literal["sleep_duration", "deep_sleep", "rem_sleep", "light_sleep", "awake"]


@task(chat_name="Sleep", permission="reads_person", family="records")
async def sleep(
    context: Context,
    measure: SleepMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
) -> tuple[Fact, ...]:
    """How long the person slept, their sleep stages and time awake: a summary, comparison, trend or extreme night.

    A night belongs to the day on which it ends. `awake` is the time awake between falling asleep and getting up.
    `against` is what a comparison compares with: the stretch just before, if it is not given.
    """
    return await examine(context, measure, view, period, which, against)
