"""The task `glucose`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Bound, Fact, Which
from assistant.period import Period
from assistant.tasks.series import Asked, View, examine
from assistant.tasks.spec import Context, task

__all__ = ["glucose"]

GlucoseMeasure = Literal[
    "glucose",
    "time_in_range",
    "time_below_range",
    "time_above_range",
    "glucose_variability",
    "gmi",
]


@task(chat_name="Glucose", permission="reads_person", family="records")
async def glucose(
    context: Context,
    measure: GlucoseMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
    limit: float | None = None,
    bound: Bound = "at_least",
    other: str | None = None,
) -> tuple[Fact, ...]:
    """The person's glucose: mean, time in, below and above range, variability and glucose management indicator, in any view.

    Figures of a period come from all its readings. `gmi` needs fourteen days with data; with fewer the answer is the mean.
    """
    return await examine(context, measure, Asked(period, view, which, against, limit, bound, other))
