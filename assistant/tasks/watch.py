"""The task `watch`: a limit that the person sets, kept after their yes."""

from __future__ import annotations

from typing import Literal

from anyio import to_thread

from assistant.errors import NoData
from assistant.facts import Bound, Fact
from assistant.tasks.spec import Context, task
from assistant.watches.book import Opens, WatchBook, checked
from assistant.watches.check import fact

__all__ = ["WatchedMeasure", "watch"]

WatchedMeasure = Literal[
    "resting_heart_rate",
    "heart_rate",
    "max_heart_rate",
    "walking_heart_rate",
    "hrv",
    "hrv_sdnn",
    "systolic",
    "diastolic",
    "glucose",
    "time_in_range",
    "time_below_range",
    "time_above_range",
    "glucose_variability",
    "weight",
    "bmi",
    "body_fat",
    "body_temperature",
    "skin_temperature",
    "spo2",
    "respiratory_rate",
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
    "steps",
    "distance",
    "active_minutes",
    "energy",
    "active_energy",
    "basal_energy",
    "light_minutes",
    "moderate_minutes",
    "vigorous_minutes",
    "sedentary_minutes",
    "floors",
    "vo2max",
    "menstruation",
    "stress_score",
    "perceived_stress",
    "soreness",
    "injury_risk",
]


@task(chat_name="Limit to watch", permission="effect", family="records", check=checked)
async def watch(context: Context, measure: WatchedMeasure, limit: float, bound: Bound = "above", days: int = 1) -> tuple[Fact, ...]:
    """Tell the person when a measure of theirs is beyond a limit, on one day or on several days in a row.

    `limit` is in the measure's own unit. It is looked at after every import and whenever the person asks something.
    """
    if not isinstance(context.records, Opens):
        raise NoData("There is no store that a limit could be kept in.")
    checked(measure, limit, bound, days)
    book, person = WatchBook(context.records), context.person.id
    kept = await to_thread.run_sync(lambda: book.add(person, measure, bound, limit, days, context.now.date()))
    return (fact(kept),)
