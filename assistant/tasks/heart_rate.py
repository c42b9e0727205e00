"""The task `heart_rate`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Bound, Fact, Which
from assistant.period import Period
from assistant.tasks.series import Asked, View, examine
from assistant.tasks.spec import Context, task

__all__ = ["heart_rate"]

HeartMeasure = Literal[
    "resting_heart_rate",
    "heart_rate",
    "max_heart_rate",
    "walking_heart_rate",
    "hrv",
    "hrv_sdnn",
]


@task(chat_name="Heart rate", permission="reads_person", family="records")
async def heart_rate(
    context: Context,
    measure: HeartMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
    limit: float | None = None,
    bound: Bound = "at_least",
    other: str | None = None,
) -> tuple[Fact, ...]:
    """The person's resting, average, walking and maximal heart rate and heart rate variability: summary, comparison, trend, extreme day, "normal?".

    `hrv` is RMSSD and `hrv_sdnn` SDNN, both in milliseconds. They are never mixed: asked for one where only the other is recorded, the
    answer is the other, under its own name.
    """
    return await examine(context, measure, Asked(period, view, which, against, limit, bound, other))
