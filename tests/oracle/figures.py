"""Every figure a second time: from the raw files, by docs/records.md alone, in pandas; nothing of the product is imported here.

A person is a table of days (one row a local day, one column a measure) and, where the file has them, single glucose readings. Files are read by
`lifesnaps`, `fitbit`, `cgm` and `exported`; `summary`, `compare`, `trend`, … give plain numbers, unrounded where a verdict does not rest on the
rounded one. `Measure` repeats what assistant/measures.py promises, so that a slip there is seen, too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

__all__ = [
    "MEASURES",
    "RANGES",
    "Person",
    "Span",
    "assess",
    "cgm",
    "compare",
    "count",
    "exported",
    "extreme",
    "figure",
    "fitbit",
    "lifesnaps",
    "relate",
    "shown",
    "trend",
    "unusual",
]

MG_PER_MMOL = 18.0156
LEAST_FOR_TREND, LEAST_BASELINE, LEAST_FOR_RELATION, LEAST_FOR_GMI, LEAST_NIGHTS = 7, 14, 14, 14, 5


class Measure(NamedTuple):
    digits: int
    same: float  # about the same
    low: float
    high: float
    additive: bool = False
    growing: bool = False


MEASURES = {
    "sleep_duration": Measure(0, 10, 1, 1440),
    "deep_sleep": Measure(0, 5, 0, 1440),
    "rem_sleep": Measure(0, 5, 0, 1440),
    "light_sleep": Measure(0, 10, 0, 1440),
    "awake": Measure(0, 5, 0, 1440),
    "time_in_bed": Measure(0, 10, 1, 1440),
    "sleep_efficiency": Measure(0, 2, 1, 100),
    "sleep_latency": Measure(0, 3, 0, 720),
    "rem_share": Measure(0, 2, 0, 100),
    "deep_share": Measure(0, 2, 0, 100),
    "total_sleep": Measure(0, 10, 1, 1440),
    "bedtime": Measure(0, 15, -1440, 1440),
    "wake_time": Measure(0, 15, -1440, 1440),
    "sleep_regularity": Measure(0, 10, 0, 720),
    "steps": Measure(0, 200, 0, 200_000, True, True),
    "distance": Measure(1, 0.2, 0, 400, True, True),
    "active_minutes": Measure(0, 3, 0, 1440, True, True),
    "energy": Measure(0, 40, 0, 20_000, True, True),
    "light_minutes": Measure(0, 10, 0, 1440, True, True),
    "moderate_minutes": Measure(0, 3, 0, 1440, True, True),
    "vigorous_minutes": Measure(0, 3, 0, 1440, True, True),
    "sedentary_minutes": Measure(0, 20, 0, 1440, True, True),
    "floors": Measure(0, 1, 0, 2_000, True, True),
    "vo2max": Measure(1, 1, 5, 100),
    "resting_heart_rate": Measure(0, 1, 20, 200),
    "heart_rate": Measure(0, 1, 20, 300, growing=True),
    "max_heart_rate": Measure(0, 3, 20, 300, growing=True),
    "walking_heart_rate": Measure(0, 2, 20, 300),
    "hrv": Measure(0, 2, 1, 500),
    "spo2": Measure(0, 1, 50, 100),
    "respiratory_rate": Measure(1, 0.5, 3, 80),
    "skin_temperature": Measure(1, 0.2, 20, 45),
    "weight": Measure(1, 0.3, 2, 500),
    "bmi": Measure(1, 0.2, 5, 150),
    "body_fat": Measure(1, 0.5, 1, 80),
    "systolic": Measure(0, 3, 40, 300),
    "diastolic": Measure(0, 2, 20, 200),
    "glucose": Measure(0, 3, 20, 600, growing=True),
    "time_in_range": Measure(0, 3, 0, 100, growing=True),
    "time_below_range": Measure(0, 1, 0, 100, growing=True),
    "time_above_range": Measure(0, 3, 0, 100, growing=True),
    "glucose_variability": Measure(0, 2, 0, 100, growing=True),
    "gmi": Measure(1, 0.2, 3, 20, growing=True),
    "stress_score": Measure(0, 3, 1, 100),
}
# For adults, both limits included, as the pages that docs and answers name give them: NHLBI and the National Sleep Foundation (sleep), MedlinePlus
# (vital signs), the international consensus on time in range (glucose).
RANGES: dict[str, tuple[float | None, float | None]] = {
    "sleep_duration": (420, 540),
    "sleep_efficiency": (85, None),
    "rem_share": (20, 25),
    "deep_share": (13, 23),
    "resting_heart_rate": (60, 100),
    "respiratory_rate": (12, 18),
    "spo2": (95, 100),
    "bmi": (18.5, 24.9),
    "time_in_range": (70, None),
    "time_below_range": (None, 4),
    "time_above_range": (None, 25),
    "glucose_variability": (None, 36),
}
MOVING = ["steps", "distance", "floors", "active_minutes", "light_minutes", "moderate_minutes", "vigorous_minutes"]


class Span(NamedTuple):
    """Local days, both ends included."""

    first: date
    last: date

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    def before(self, days: int | None = None) -> Span:
        return Span(self.first - timedelta(days=days or self.days), self.first - timedelta(days=1))

    def __str__(self) -> str:
        return f"{self.first}/{self.last}"


@dataclass(frozen=True)
class Person:
    """days: index of dates, a column a measure, NaN where missing. glucose: mg/dL by local time, of those that have readings. today: None
    where the records lie in the past."""

    days: pd.DataFrame
    glucose: pd.Series = field(default_factory=lambda: pd.Series(dtype=float, index=pd.DatetimeIndex([])))
    today: date | None = None

    def values(self, measure: str, span: Span) -> pd.Series:
        """Of the days with data, oldest first."""
        if measure not in self.days:
            return pd.Series(dtype=float)
        days = self.days[measure].dropna()
        return days[(days.index >= span.first) & (days.index <= span.last)]

    def asked(self, measure: str, span: Span, other: str = "") -> Span:
        """The days that an answer is about: until today, or until yesterday for what grows over a day, unless today is all that is asked about."""
        if self.today is None or span.first >= self.today or span.last < self.today:
            return span
        growing = MEASURES[measure].growing or (other in MEASURES and MEASURES[other].growing)
        return Span(span.first, self.today - timedelta(days=1) if growing else self.today)

    def known(self, measure: str) -> Span | None:
        days = self.days.index[self.days[measure].notna()].tolist() if measure in self.days else []
        return Span(days[0], days[-1]) if days else None


# — raw files —


def lifesnaps(path: Path, who: str) -> Person:
    rows = pd.read_csv(path, dtype={"id": str, "bmi": str})
    rows = rows[rows["id"] == who]
    columns = {
        "steps": "steps",
        "energy": "calories",
        "light_minutes": "lightly_active_minutes",
        "moderate_minutes": "moderately_active_minutes",
        "vigorous_minutes": "very_active_minutes",
        "sedentary_minutes": "sedentary_minutes",
        "heart_rate": "bpm",
        "resting_heart_rate": "resting_hr",
        "hrv": "rmssd",
        "spo2": "spo2",
        "respiratory_rate": "full_sleep_breathing_rate",
        "skin_temperature": "nightly_temperature",
        "vo2max": "filteredDemographicVO2Max",
        "stress_score": "stress_score",
        "sleep_duration": "minutesAsleep",
    }
    days = rows[list(columns.values())].set_axis(list(columns), axis="columns").astype(float)
    days["distance"] = rows["distance"] / 1000
    days["time_in_bed"] = rows["sleep_duration"] / 60_000  # milliseconds
    days["awake"] = rows["minutesAwake"] - rows["minutesToFallAsleep"] - rows["minutesAfterWakeup"]  # only while the night lasts
    days["sleep_latency"] = rows["minutesToFallAsleep"].where(rows["minutesToFallAsleep"] > 0)
    days["sleep_efficiency"] = 100 * days["sleep_duration"] / days["time_in_bed"]
    days["bmi"] = pd.to_numeric(rows["bmi"], errors="coerce")  # "<19" is no number
    days.index = pd.Index(pd.to_datetime(rows["date"]).dt.date)
    return Person(_worn(_possible(days)).sort_index())


def fitbit(folder: Path, who: str, day_first: bool = False) -> Person:
    """The four tables of a study; hours of steps are readings and speak before the day's own figure, unless that is larger."""
    daily, hourly, sleep, scale = (
        _whose(folder / f"{name}_merged.csv", who) for name in ("dailyActivity", "hourlySteps", "sleepDay", "weightLogInfo")
    )
    columns = {
        "steps": "TotalSteps",
        "distance": "TotalDistance",
        "energy": "Calories",
        "light_minutes": "LightlyActiveMinutes",
        "moderate_minutes": "FairlyActiveMinutes",
        "vigorous_minutes": "VeryActiveMinutes",
        "sedentary_minutes": "SedentaryMinutes",
    }
    days = daily[list(columns.values())].set_axis(list(columns), axis="columns").astype(float)
    days.index = _dates(daily["ActivityDate"], day_first)
    hours = hourly.groupby(_dates(hourly["ActivityHour"], day_first))["StepTotal"].sum()
    days["steps"] = days["steps"].where(days["steps"] > hours.reindex(days.index), hours.reindex(days.index).fillna(days["steps"]))
    sleep = sleep.drop_duplicates()
    sleep.index = _dates(sleep["SleepDay"], day_first)
    days = days.reindex(days.index.union(sleep.index))
    days["total_sleep"] = sleep["TotalMinutesAsleep"].astype(float)
    single = sleep[sleep["TotalSleepRecords"] == 1]
    days["sleep_duration"] = single["TotalMinutesAsleep"].astype(float)
    days["time_in_bed"] = single["TotalTimeInBed"].astype(float)
    days["sleep_efficiency"] = 100 * days["sleep_duration"] / days["time_in_bed"]
    if len(scale):
        scale = scale.assign(day=_dates(scale["Date"], day_first)).groupby("day").last()
        days = days.reindex(days.index.union(scale.index))
        for measure, column in {"weight": "WeightKg", "bmi": "BMI", "body_fat": "Fat"}.items():
            days[measure] = scale[column]
    return Person(_worn(_possible(days)))


def cgm(path: Path, who: str) -> Person:
    rows = pd.read_csv(path, dtype={"id": str})
    rows = rows[(rows["id"] == who) & rows["gl"].between(MEASURES["glucose"].low, MEASURES["glucose"].high)]
    return _by_readings(pd.Series(rows["gl"].to_numpy(dtype=float), index=pd.DatetimeIndex(pd.to_datetime(rows["time"]))).sort_index())


def exported(folder: Path, today: date) -> Person:
    """What `auricle data export` wrote: the days as the product keeps them, so that only figures over several days are worked out again."""
    found = {path.stem: pd.read_csv(path, parse_dates=["day"]).set_index("day")["value"] for path in sorted((folder / "records").glob("*.csv"))}
    days = pd.DataFrame({name: values.astype(float) for name, values in found.items()})
    days.index = pd.Index(days.index.date)
    return Person(days.sort_index(), today=today)


def _whose(path: Path, who: str) -> pd.DataFrame:
    rows = pd.read_csv(path, dtype={"Id": str})
    return rows[rows["Id"] == who].reset_index(drop=True)


def _dates(texts: pd.Series, day_first: bool) -> pd.Index:
    return pd.Index(pd.to_datetime(texts.str.split(" ").str[0], format="%d/%m/%Y" if day_first else "%m/%d/%Y").dt.date)


def _possible(days: pd.DataFrame) -> pd.DataFrame:
    for name in days:
        days[name] = days[name].where(days[name].between(MEASURES[str(name)].low, MEASURES[str(name)].high))
    return days


def _worn(days: pd.DataFrame) -> pd.DataFrame:
    """Zeros of movement and energy are missing on days on which nothing says that the device was worn."""
    worn = days[[name for name in MOVING if name in days]].gt(0).any(axis=1)
    if "heart_rate" in days:
        worn |= days["heart_rate"].notna()
    for name in [*MOVING, "energy"]:
        if name in days:
            days[name] = days[name].where(worn | (days[name] != 0))
    return days


def _by_readings(readings: pd.Series) -> Person:
    by_day = readings.groupby(pd.Index(readings.index.date))
    days = pd.DataFrame({"glucose": by_day.mean()})
    for name in ("time_in_range", "time_below_range", "time_above_range", "glucose_variability"):
        days[name] = by_day.apply(lambda some, name=name: _glucose(name, some))
    return Person(days, readings)


# — figures over a period —


def shown(measure: str, value: float) -> float:
    return float(round(value, MEASURES[measure].digits))


def figure(person: Person, measure: str, span: Span) -> tuple[float | None, int]:
    """The mean, or the figure that stands for the period, and of how many days it is; None where there is none."""
    if measure == "sleep_regularity":
        middles = ((person.values("bedtime", span) + person.values("wake_time", span)) / 2).dropna()
        return (float(middles.std(ddof=1)) if len(middles) >= LEAST_NIGHTS else None), len(middles)
    values = person.values("glucose" if measure == "gmi" else measure, span)
    if measure in ("glucose", "time_in_range", "time_below_range", "time_above_range", "glucose_variability", "gmi"):
        when = pd.Index(person.glucose.index.date)
        readings = person.glucose[(when >= span.first) & (when <= span.last)]
        if len(readings):
            days = len(set(readings.index.date))
            return (None if measure == "gmi" and days < LEAST_FOR_GMI else _glucose(measure, readings)), days
    if not len(values):
        return None, 0
    if measure == "gmi":
        return (3.31 + 0.02392 * values.mean() if len(values) >= LEAST_FOR_GMI else None), len(values)
    return float(values.mean()), len(values)


def _glucose(measure: str, readings: pd.Series) -> float:
    share = {"time_in_range": readings.between(70, 180), "time_below_range": readings < 70, "time_above_range": readings > 180}
    if measure in share:
        return float(100 * share[measure].mean())
    if measure == "glucose_variability":
        return float(100 * readings.std(ddof=1) / readings.mean())
    return float(3.31 + 0.02392 * readings.mean() if measure == "gmi" else readings.mean())


def total(person: Person, measure: str, span: Span) -> float | None:
    values = person.values(measure, span)
    return float(values.sum()) if MEASURES[measure].additive and len(values) == span.days else None


def compare(measure: str, now: float, before: float) -> tuple[str, float]:
    """Verdict and size, of the figures as they are shown."""
    difference = round(shown(measure, now) - shown(measure, before), MEASURES[measure].digits)
    size = abs(difference)
    return ("same" if size < MEASURES[measure].same else "more" if difference > 0 else "less"), size


def trend(measure: str, values: pd.Series) -> tuple[str, float, float, float, int]:
    """Direction, change a week, its 95 % interval, and the decimals that they are shown with: a change that is clear is never shown as zero."""
    weeks = np.array([(day - values.index[0]).days / 7 for day in values.index])
    y = values.to_numpy()
    slope, _, low, high = stats.theilslopes(y, weeks, 0.95)
    clear = _mann_kendall(y) < 0.05 and abs(slope) * weeks[-1] > MEASURES[measure].same
    digits = MEASURES[measure].digits
    while clear and digits < 2 and any(value and round(value, digits) == 0 for value in (slope, low, high)):
        digits += 1
    return ("steady" if not clear else "rising" if slope > 0 else "falling"), float(slope), float(low), float(high), digits


def _mann_kendall(y: np.ndarray) -> float:
    """Two-sided p, with the correction for ties and for continuity."""
    n = len(y)
    s = sum(np.sign(y[i + 1 :] - y[i]).sum() for i in range(n))
    ties = np.unique(y, return_counts=True)[1]
    variance = (n * (n - 1) * (2 * n + 5) - (ties * (ties - 1) * (2 * ties + 5)).sum()) / 18
    return float(2 * stats.norm.sf(max(abs(s) - 1, 0) / np.sqrt(variance))) if variance > 0 else 1.0


def extreme(measure: str, values: pd.Series, which: str) -> tuple[date, float]:
    """Of the values as they are shown; the first of days that are alike."""
    values = values.map(lambda value: shown(measure, value))
    day = values.idxmax() if which == "highest" else values.idxmin()
    return day, float(values[day])


def count(measure: str, values: pd.Series, bound: str, limit: float) -> int:
    rounded = values.map(lambda value: shown(measure, value))
    kept = {"at_least": rounded >= limit, "above": rounded > limit, "at_most": rounded <= limit, "below": rounded < limit}[bound]
    return int(kept.sum())


def unusual(person: Person, measure: str, span: Span) -> tuple[float, float, dict[date, str]] | None:
    """The usual range and the days outside it, with their side, both as they are shown; None with too few days to know it."""
    base = person.values(measure, span.before(60))
    if len(base) < LEAST_BASELINE:
        return None
    middle = float(base.median())
    half = max(3 * 1.4826 * float((base - middle).abs().median()), MEASURES[measure].same)
    low, high = max(middle - half, MEASURES[measure].low), min(middle + half, MEASURES[measure].high)
    least, most = shown(measure, low), shown(measure, high)
    values = person.values(measure, span).map(lambda value: shown(measure, value))
    odd = {day: "lowest" if value < least else "highest" for day, value in values.items() if not least <= value <= most}
    return low, high, odd


def assess(measure: str, value: float) -> str:
    """The figure as it is shown against its published range."""
    low, high = RANGES[measure]
    value = shown(measure, value)
    return "below" if low is not None and value < low else "above" if high is not None and value > high else "within"


def relate(one: pd.Series, other: pd.Series) -> tuple[int, float, float, float, str, str]:
    """Days that have both, rho, its interval, sign, strength."""
    both = pd.concat([one, other], axis=1, join="inner").dropna()
    n = len(both)
    if n < 4 or (both.nunique() == 1).any():  # no correlation, or none with an interval
        return n, 0.0, -1.0, 1.0, "none", "weak"
    rho = float(stats.spearmanr(both.iloc[:, 0], both.iloc[:, 1]).statistic)
    spread = 1.959964 * np.sqrt((1 + rho**2 / 2) / (n - 3))
    with np.errstate(divide="ignore"):  # of ranks that are the same, up to rho = ±1
        low, high = float(np.tanh(np.arctanh(rho) - spread)), float(np.tanh(np.arctanh(rho) + spread))
    rho, low, high = (round(number, 2) for number in (rho, low, high))  # what is said of them is said of them as they are shown
    strength = "weak" if abs(rho) < 0.3 else "moderate" if abs(rho) < 0.5 else "strong"
    linked = n >= LEAST_FOR_RELATION and (low > 0 or high < 0)
    return n, rho, low, high, ("none" if not linked else "together" if rho > 0 else "against"), strength
