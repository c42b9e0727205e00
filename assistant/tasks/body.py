"""The task `body`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Bound, Fact, Which
from assistant.period import Period
from assistant.tasks.series import Asked, View, examine
from assistant.tasks.spec import Context, task

__all__ = ["body"]

BodyMeasure = Literal[
    "body_temperature",
    "skin_temperature",
    "weight",
    "bmi",
    "body_fat",
]


@task(chat_name="Body", permission="reads_person", family="records")
async def body(
    context: Context,
    measure: BodyMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
    limit: float | None = None,
    bound: Bound = "at_least",
    other: str | None = None,
) -> tuple[Fact, ...]:
    """The person's weight, body mass index, body fat and temperature: summary, comparison, trend, extreme day, "is it normal?"."""
    return await examine(context, measure, Asked(period, view, which, against, limit, bound, other))
