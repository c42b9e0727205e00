"""The task `blood_pressure`."""

from __future__ import annotations

from typing import Literal

from assistant.facts import Absent, Bound, Fact, Which
from assistant.period import Period
from assistant.tasks.series import Asked, View, examine
from assistant.tasks.spec import Context, task

__all__ = ["blood_pressure"]

PressureMeasure = Literal["systolic", "diastolic"]
# A limit or an extreme day belongs to one of the two figures.
_ALONE = frozenset[View]({"count", "extreme", "relate"})


@task(chat_name="Blood pressure", permission="reads_person", family="records")
async def blood_pressure(
    context: Context,
    measure: PressureMeasure,
    period: Period,
    view: View = "summary",
    which: Which = "highest",
    against: Period | None = None,
    limit: float | None = None,
    bound: Bound = "at_least",
    other: str | None = None,
) -> tuple[Fact, ...]:
    """The person's blood pressure, systolic and diastolic together: summary, comparison, trend, unusual days, "is it normal?".

    `systolic` stands for blood pressure as a whole and gives both figures, save where a limit or one day is asked for; `diastolic` gives its own.
    """
    asked = Asked(period, view, which, against, limit, bound, other)
    facts = await examine(context, measure, asked)
    if measure == "diastolic" or view in _ALONE or all(isinstance(fact, Absent) for fact in facts):
        return facts
    return (*facts, *await examine(context, "diastolic", asked))
