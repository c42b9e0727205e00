"""`auricle eval forecast`: how well days are predicted, by rolling origin, in people of whom nobody knows anything, and in people who were made up.

Real: LifeSnaps (CC BY 4.0), whose people ticked "tense or anxious" on some days. Made up: there are no public ratings of soreness or injury risk, so
their figures are about people whose effects we wrote ourselves; they show that the method finds what is there, and nothing about real soreness.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.errors import UsageError
from assistant.evals.figures import Figure, Report
from assistant.forecast.diary import table
from assistant.forecast.rolling import GAP, NEEDED, Rolled, explained, interval, roll
from assistant.period import Period

__all__ = ["evaluate", "made_up"]

Floats = NDArray[np.float64]
Someone = tuple[dict[str, dict[date, float]], dict[date, float], Period]
"""Figures by measure, ratings, and the days."""

PEOPLE, DAYS, SEED = 28, 60, 2026  # as many people and about as many days each as in the coaching study
FIRST = date(2026, 8, 1)
LIFESNAPS = Path("wearables", "lifesnaps", "daily_fitbit_sema_df_unprocessed.csv")
COLUMNS = {
    "minutesAsleep": "sleep_duration",
    "minutesAwake": "awake",
    "rmssd": "hrv",
    "resting_hr": "resting_heart_rate",
    "steps": "steps",
    "calories": "energy",
}
UNTESTED = (
    "real ratings of soreness and of injury risk (none are public); stress as people rate it from 0 to 10; people who are ill; "
    "what anybody does after a prediction"
)


def evaluate(data: Path | None = None) -> Report:
    """data: the folder that holds LifeSnaps; None leaves the real people out. Raises `UsageError` where it is not there."""
    figures, cases = [], []
    for target in ("perceived_stress", "soreness", "injury_risk"):
        found = _rolled(made_up(target))
        figures += _figures(f"{target}, made-up people", found)
        cases += [{"target": target, "person": f"made up {n}", "days": len(one), "r2": explained(one)} for n, one in enumerate(found)]
    if data is not None:
        found = _rolled(_lifesnaps(data / LIFESNAPS))
        figures += _figures("tense or anxious (yes or no), LifeSnaps", found)
        cases += [{"target": "tense", "person": str(n), "days": len(one), "r2": explained(one)} for n, one in enumerate(found)]
    return Report("forecast", tuple(figures), tuple(cases), UNTESTED)


def made_up(target: str) -> list[Someone]:
    """People with effects that we wrote."""
    weights = {"perceived_stress": (-0.8, -0.7, 0.0), "soreness": (-0.3, -0.2, 0.8), "injury_risk": (-0.5, -0.3, 0.7)}[target]
    rng = np.random.default_rng([SEED, *target.encode()])
    people = []
    for _ in range(PEOPLE):
        period = Period(FIRST, FIRST + timedelta(days=DAYS - 1))
        sleep, hrv, load = (_wave(rng, DAYS) for _ in range(3))
        own = rng.normal(1, 0.3, 3) * weights  # effects differ between people, and some have none
        mood = rng.uniform(3, 6) + own[0] * sleep + own[1] * hrv + own[2] * np.roll(load, 1) + 1.3 * rng.standard_normal(DAYS)
        days = tuple(period)
        worn, rated = rng.random(DAYS) < 0.9, rng.random(DAYS) < 0.8
        series = {
            "sleep_duration": _kept(days, 420 + 50 * sleep, worn),
            "hrv": _kept(days, 45 + 8 * hrv, worn),
            "resting_heart_rate": _kept(days, 62 - 2 * hrv + rng.standard_normal(DAYS), worn),
            "steps": _kept(days, np.maximum(500, 8000 + 2500 * load), worn),
            "active_minutes": _kept(days, np.maximum(0, 40 + 20 * load + 8 * rng.standard_normal(DAYS)), worn),
        }
        people.append((series, _kept(days, np.clip(np.round(mood), 0, 10), rated), period))
    return people


def _wave(rng: np.random.Generator, n: int) -> Floats:
    """Standardised, each day a little like the one before."""
    x = np.empty(n)
    x[0] = rng.standard_normal()
    for k in range(1, n):
        x[k] = 0.4 * x[k - 1] + np.sqrt(1 - 0.16) * rng.standard_normal()
    return x


def _kept(days: tuple[date, ...], values: Floats, there: NDArray[np.bool_]) -> dict[date, float]:
    return {day: float(value) for day, value, known in zip(days, values, there, strict=True) if known}


def _lifesnaps(path: Path) -> list[Someone]:
    series: dict[str, dict[str, dict[date, float]]] = defaultdict(lambda: defaultdict(dict))
    ratings: dict[str, dict[date, float]] = defaultdict(dict)
    try:
        with path.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                day = date.fromisoformat(row["date"])
                for column, measure in COLUMNS.items():
                    if row[column] and (measure != "steps" or float(row[column]) > 0):
                        series[row["id"]][measure][day] = float(row[column])
                if row["TENSE/ANXIOUS"]:
                    ratings[row["id"]][day] = float(row["TENSE/ANXIOUS"])
    except OSError as error:
        raise UsageError(f"There is no {path}; name the folder that holds wearables/lifesnaps with --data.") from error
    return [(dict(series[who]), own, Period(min(own), max(own))) for who, own in ratings.items()]


def _rolled(people: list[Someone]) -> list[Rolled]:
    found = [roll(table(series, ratings, period, GAP)) for series, ratings, period in people]
    return [one for one in found if len(one)]


def _figures(name: str, people: list[Rolled]) -> list[Figure]:
    pooled = Rolled(*(np.concatenate([getattr(one, column) for one in people]) for column in Rolled.__slots__))
    low, high = interval(people)
    return [
        Figure(f"R² of {name} ({len(people)} people, gap {GAP} day, from {NEEDED} rated days on)", explained(pooled), len(pooled), low, high, 0.0),
        Figure(
            f"mean error of {name}, points",
            float(np.abs(pooled.rated - pooled.predicted).mean()),
            len(pooled),
            None,
            None,
            float(np.abs(pooled.rated - pooled.usual).mean()),
            unit="points",
        ),
    ]
