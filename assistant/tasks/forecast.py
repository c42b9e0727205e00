"""The task `forecast`: what today may bring, for a person who rates their days."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from anyio import to_thread

from assistant.facts import Absent, Fact, Forecast, Source
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.tasks.spec import Context, task
from assistant.types import Json, Provenance

__all__ = ["forecast"]

Target = Literal["perceived_stress", "soreness", "injury_risk"]
LOOKS_BACK = 365  # days whose ratings count


@task(chat_name="Forecast", permission="reads_person", family="signals", seconds=30)
async def forecast(context: Context, target: Target) -> tuple[Fact, ...]:
    """Predict today's stress, muscle soreness or injury risk (0 to 10) from the person's sleep, heart and activity, learnt from their own ratings.

    Below fifteen rated days, or where it does no better than the person's own mean, it gives no figure and says so.
    """
    from assistant.forecast import diary
    from assistant.forecast.predict import predict
    from assistant.forecast.rolling import NEEDED

    person, today = context.person.id, context.now.date()
    period = Period.last(LOOKS_BACK, today)
    rated = await context.records.days(person, target, Period(period.start, today - timedelta(days=1)))
    if not rated:
        return (Absent(target, period, await context.records.span(person, target)),)
    wider = Period(period.start - timedelta(days=diary.CHRONIC), today)
    held = {name: await context.records.days(person, name, wider) for name in diary.MEASURES}
    series = {name: {day.day: day.value for day in days} for name, days in held.items()}
    ratings = {day.day: day.value for day in rated}
    title = ", ".join(sorted({day.source for days in (rated, *held.values()) for day in days}))
    kept: Json = [[day.day.isoformat(), day.value, day.source] for day in rated]
    key = await context.pipe.put(person, kept, Provenance(forecast.name, {"target": target}, title), description=f"ratings of {target}")
    found = await to_thread.run_sync(predict, series, ratings, period)
    measure = MEASURES[target]
    quantity = None
    if found.useful and found.value is not None:
        quantity = Quantity(round(min(max(found.value, measure.low), measure.high), measure.digits) + 0.0, measure.unit)
    return (Forecast(target, today, quantity, found.labelled, NEEDED, found.useful, Source("record", key, title)),)
