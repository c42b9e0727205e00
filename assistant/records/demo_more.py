"""What else is known of the demo person: the rest of their nights, their breathing, a cuff twice a week, a cycle, ratings, and a health record.

Each series has a stream of its own, so that those of `assistant.records.demo` stay what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.records.sample import Clinical

__all__ = ["clinical", "cuff", "cycle", "fitness", "glucose_shares", "nights", "ratings"]

Floats = NDArray[np.float64]
Noise = Callable[[str, float], Floats]
"""Name of a stream and its size → one value a day."""
Some = dict[date, float]

HEIGHT = 1.76  # m


def nights(noise: Noise, weekday: NDArray[np.int64], sleep: Mapping[str, Floats], restless: Floats) -> dict[str, Floats]:
    """The rest of each night: bedtime and wake time in minutes after midnight of the day on which it ends."""
    asleep, awake = sleep["sleep_duration"], sleep["awake"]
    weekend = np.isin(weekday, (5, 6))
    latency: Floats = np.asarray(np.round(np.clip(14 + noise("latency", 5) + 35 * restless, 2, 120)), dtype=np.float64)
    wake = np.round(np.where(weekend, 490.0, 415.0) + noise("wake", 12))
    in_bed = asleep + awake + latency
    return {
        "sleep_latency": latency,
        "time_in_bed": in_bed,
        "sleep_efficiency": 100 * asleep / in_bed,
        "rem_share": 100 * sleep["rem_sleep"] / asleep,
        "deep_share": 100 * sleep["deep_sleep"] / asleep,
        "total_sleep": asleep,
        "wake_time": wake,
        "bedtime": wake - in_bed,
    }


def fitness(noise: Noise, week: Floats, resting: Floats, sick: Floats, steps: Floats, weight: Floats) -> dict[str, Floats]:
    return {
        "spo2": np.clip(96.6 - 1.6 * sick + noise("spo2", 0.5), 88, 100),
        "respiratory_rate": 14.4 + 2.2 * sick + noise("breath", 0.5),
        "vo2max": 38.5 + 0.09 * week - 1.2 * sick + noise("vo2max", 0.25),
        "walking_heart_rate": resting + 38 + noise("walking", 2.5),
        "max_heart_rate": np.minimum(resting + 62 + steps / 350 + noise("peak", 6), 185),
        "moderate_minutes": np.maximum(0, steps / 330 - 4 + noise("moderate", 3)),
        "vigorous_minutes": np.maximum(0, steps / 900 - 5 + noise("vigorous", 3)),
        "floors": np.maximum(0, steps / 900 + noise("floors", 2)),
        "bmi": weight / HEIGHT**2,
    }


def glucose_shares(samples: Sequence[Floats]) -> dict[str, Floats]:
    """Of each day's readings, mg/dL."""
    return {
        "time_in_range": np.array([100 * np.mean((day >= 70) & (day <= 180)) for day in samples]),
        "time_below_range": np.array([100 * np.mean(day < 70) for day in samples]),
        "time_above_range": np.array([100 * np.mean(day > 180) for day in samples]),
        "glucose_variability": np.array([100 * day.std(ddof=1) / day.mean() for day in samples]),
    }


def cuff(noise: Noise, days: Sequence[date], planted: Mapping[str, Any], week: Floats) -> dict[str, Some]:
    """Blood pressure in the morning of some weekdays; slowly a little lower."""
    upper = planted["systolic"] + planted["trend"] * week + noise("systolic", 5)
    lower = planted["diastolic"] + 0.5 * planted["trend"] * week + noise("diastolic", 3.5)
    chosen = [n for n, day in enumerate(days) if day.weekday() in planted["weekdays"]]
    return {name: {days[n]: float(values[n]) for n in chosen} for name, values in (("systolic", upper), ("diastolic", lower))}


def cycle(days: Sequence[date], starts: Sequence[date]) -> Some:
    """Flow from 1 (light) to 3 (heavy) on the five days of each period."""
    flow = (2.0, 3.0, 2.0, 1.0, 1.0)
    return {day: flow[(day - start).days] for start in starts for day in days if 0 <= (day - start).days < len(flow)}


def ratings(noise: Noise, days: Sequence[date], planted: Mapping[str, Any], sleep: Floats, steps: Floats) -> dict[str, Some]:
    """Soreness follows the steps of the day before, stress the night; the first is rated for months, the second for nine days."""
    before = np.concatenate([steps[:1], steps[:-1]])
    sore = 3.2 + 1.6 * (before - steps.mean()) / steps.std() + noise("sore", 0.9)
    tense = 4.5 - 1.3 * (sleep - sleep.mean()) / sleep.std() + noise("tense", 1.0)
    rated = {"soreness": (sore, planted["soreness"]), "perceived_stress": (tense, planted["perceived_stress"])}
    return {
        name: {day: float(np.clip(value, 0, 10)) for day, value in zip(days, values, strict=True) if since <= day < days[-1]}
        for name, (values, since) in rated.items()
    }


def clinical(planted: Sequence[Mapping[str, Any]], source: str) -> tuple[Clinical, ...]:
    return tuple(Clinical(id=f"demo-{number}", source=source, **entry) for number, entry in enumerate(planted, 1))
