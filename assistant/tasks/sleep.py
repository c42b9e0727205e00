"""The task `sleep`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Bound, Fact, Which
from assistant.period import Period
from assistant.tasks.series import Asked, View, examine
from assistant.tasks.spec import Context, task

__all__ = ["sleep"]

SleepMeasure = Literal[
    "sleep_duration",
    "deep_sleep",
    "rem_sleep",
    "light_sleep",
    "awake",
    "time_in_bed",
    "sleep_efficiency",
    "sleep_latency",
    "rem_share",
    "deep_share",
    "naps",
    "total_sleep",
    "bedtime",
    "wake_time",
    "sleep_regularity",
]


@task(chat_name="Sleep", permission="reads_person", family="records")
async def sleep(
    context: Context,
    measure: SleepMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
    limit: float | None = None,
    bound: Bound = "at_least",
    other: str | None = None,
) -> tuple[Fact, ...]:
    """How long, how well and how regularly the person slept, with stages, naps and bedtimes: summary, trend, extreme, comparison, "enough?".

    A night belongs to the day on which it ends. `awake` is the time awake between falling asleep and getting up; `rem_share` and `deep_share` are
    shares of the night. Times of day are minutes after midnight, negative before it. `sleep_regularity` is one figure of a period, from five
    nights on; with fewer the answer is when they began and ended.
    """
    return await examine(context, measure, Asked(period, view, which, against, limit, bound, other))
