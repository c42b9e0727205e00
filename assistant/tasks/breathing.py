"""The task `breathing`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Bound, Fact, Which
from assistant.period import Period
from assistant.tasks.series import Asked, View, examine
from assistant.tasks.spec import Context, task

__all__ = ["breathing"]

BreathingMeasure = Literal[
    "spo2",
    "respiratory_rate",
]


@task(chat_name="Breathing", permission="reads_person", family="records")
async def breathing(
    context: Context,
    measure: BreathingMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
    limit: float | None = None,
    bound: Bound = "at_least",
    other: str | None = None,
) -> tuple[Fact, ...]:
    """The person's blood oxygen and breathing rate: summary, comparison, trend, extreme day, unusual days, "is it normal?"."""
    return await examine(context, measure, Asked(period, view, which, against, limit, bound, other))
