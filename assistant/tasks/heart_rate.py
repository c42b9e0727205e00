"""The task `heart_rate`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Fact, Which
from assistant.period import Period
from assistant.tasks.series import View, examine
from assistant.tasks.spec import Context, task

__all__ = ["heart_rate"]

HeartMeasure = Literal["resting_heart_rate", "heart_rate", "hrv"]


@task(chat_name="Heart rate", permission="reads_person", family="records")
async def heart_rate(
    context: Context,
    measure: HeartMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
) -> tuple[Fact, ...]:
    """The person's resting heart rate, average heart rate and heart rate variability: a summary, comparison, trend or extreme day.

    `hrv` is the RMSSD of the night in milliseconds; `heart_rate` is the mean of the day.
    `against` is what a comparison compares with: the stretch just before, if it is not given.
    """
    return await examine(context, measure, view, period, which, against)
