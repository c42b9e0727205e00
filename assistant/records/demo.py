"""The demo person: 120 days of a life that nobody lived, the same on every machine.

What was planted on purpose (a sick week, bad nights, a week without the watch, two trends) is data in assets/demo/person.toml; the rest is
drawn from its seed, each series from a stream of its own, and rounded before it is stored. assets/demo/truths.json lists what must come out.

The last day is half lived: its night, resting pulse, HRV and weight are complete; steps, distance, active minutes, energy, heart rate and
glucose are what there was at 09:30.
"""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from assistant.assets import asset
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records import demo_more as more
from assistant.records.intake import StoreIntake
from assistant.records.pulse import intervals, photoplethysmogram
from assistant.records.recording import Recording
from assistant.records.sample import Clinical
from assistant.records.series import DayValue
from assistant.records.store import RecordStore
from assistant.types import Person

__all__ = ["Demo", "demo"]

Floats = NDArray[np.float64]
SLOT = 300  # seconds between samples of heart rate and glucose

# Decimals kept; at least those that are shown.
STORED = {
    "distance": 2,
    "heart_rate": 1,
    "glucose": 1,
    "hrv": 1,
    "weight": 1,
    "bmi": 2,
    **dict.fromkeys(("sleep_efficiency", "rem_share", "deep_share", "spo2", "time_in_range", "time_below_range"), 1),
    **dict.fromkeys(("time_above_range", "glucose_variability"), 1),
}
GROUPS = {
    "sleep": (
        *("sleep_duration", "deep_sleep", "rem_sleep", "light_sleep", "awake", "time_in_bed", "sleep_efficiency", "sleep_latency"),
        *("rem_share", "deep_share", "total_sleep", "bedtime", "wake_time", "spo2", "respiratory_rate"),
    ),
    "activity": ("steps", "distance", "active_minutes", "energy", "moderate_minutes", "vigorous_minutes", "floors", "vo2max"),
    "heart": ("resting_heart_rate", "heart_rate", "hrv", "walking_heart_rate", "max_heart_rate"),
    "scale": ("weight", "bmi"),
    "sensor": ("glucose", "time_in_range", "time_below_range", "time_above_range", "glucose_variability"),
}


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo person and everything that was ever measured of them."""

    person: Person
    period: Period
    days: Mapping[str, tuple[DayValue, ...]]
    recordings: tuple[Recording, ...]
    clinical: tuple[Clinical, ...]

    def load(self, store: RecordStore) -> None:
        """Put the person into a store; again is the same as once."""
        store.add(self.person)
        with StoreIntake(store, self.person.id) as intake:
            for measure, days in self.days.items():
                intake.days(measure, days)
            intake.clinical(self.clinical)
            for recording in self.recordings:
                intake.recording(recording)


def demo() -> Demo:
    """Draw the demo person."""
    planted = tomllib.loads(asset("demo", "person.toml").read_text(encoding="utf-8"))
    return _Body(planted).drawn()


class _Body:
    """One life, from what was planted in it."""

    def __init__(self, planted: Mapping[str, Any]) -> None:
        self.planted = planted
        self.period = Period(planted["first"], planted["last"])
        self.days = tuple(self.period)
        self.week = np.arange(len(self.days)) / 7
        self.weekday = np.array([day.weekday() for day in self.days])
        sick = Period(planted["sick"]["first"], planted["sick"]["last"])
        # 0 when well, 1 at the worst (the second day), then slowly better.
        course = [0.75, 1.0, 1.0, 0.9, 0.75, 0.6, 0.4]
        self.sick = np.array([course[(day - sick.start).days] if day in sick else 0.0 for day in self.days])
        self.restless = np.array([float(day in planted["insomnia"]["nights"]) for day in self.days])
        self.zone = ZoneInfo(planted["timezone"])

    def drawn(self) -> Demo:
        planted = self.planted
        person = Person(planted["id"], planted["name"], planted["timezone"], planted["clock"])
        steps = self._steps()
        resting = self._resting()
        hrv = self._hrv()
        sleep, sensor = self._sleep(), self._glucose()
        weight = planted["levels"]["weight"] + planted["trends"]["weight"] * self.week + self._noise("weight", 0.25)
        series = {
            **sleep,
            **more.nights(self._noise, self.weekday, sleep, self.restless),
            **self._activity(steps),
            "resting_heart_rate": resting,
            "heart_rate": self._heart_rate(resting, steps),
            "hrv": hrv,
            "weight": weight,
            "glucose": np.array([float(np.mean(day)) for day in sensor]),
            **more.glucose_shares(sensor),
            **more.fitness(self._noise, self.week, resting, self.sick, steps, weight),
        }
        some = {
            **more.cuff(self._noise, self.days, planted["cuff"], self.week),
            "menstruation": more.cycle(self.days, planted["cycle"]["starts"]),
            **more.ratings(self._noise, self.days, planted["rated"], sleep["sleep_duration"], steps),
        }
        record = planted["record"]
        clinical = more.clinical(record["entries"], record["source"])
        return Demo(person, self.period, {**self._kept(series), **self._some(some)}, self._recordings(resting, hrv), clinical)

    def _stream(self, name: str) -> np.random.Generator:
        """A generator of its own for each series, so that a change of one leaves the others alone."""
        return np.random.Generator(np.random.PCG64([self.planted["seed"], zlib.crc32(name.encode())]))

    def _noise(self, name: str, size: float) -> Floats:
        noise: Floats = size * self._stream(name).standard_normal(len(self.days))
        return noise

    def _sleep(self) -> dict[str, Floats]:
        """Whole minutes; the stages add up to the duration, and being awake comes on top."""
        usual = np.array(self.planted["levels"]["sleep"], float)[self.weekday]
        duration = np.round(usual + self._noise("sleep", 22) + 25 * self.sick - 125 * self.restless)
        deep = np.round(duration * (0.17 + self._noise("deep", 0.015) - 0.03 * self.sick - 0.03 * self.restless))
        rem = np.round(duration * (0.225 + self._noise("rem", 0.018) - 0.04 * self.restless))
        awake = np.round(np.maximum(8, 27 + self._noise("awake", 7) + 20 * self.sick + 60 * self.restless))
        return {"sleep_duration": duration, "deep_sleep": deep, "rem_sleep": rem, "light_sleep": duration - deep - rem, "awake": awake}

    def _steps(self) -> Floats:
        usual = np.array(self.planted["levels"]["steps"], float)[self.weekday] + self.planted["trends"]["steps"] * self.week
        ill = 1 - (1 - self.planted["sick"]["steps"]) * self.sick
        tired = 1 - 0.12 * self.restless
        whole = usual * ill * tired * np.exp(self._noise("steps", 0.13))
        # By 09:30 a working day has seen about a sixth of its steps: the way to work.
        whole[-1] *= 0.16
        steps: Floats = np.round(np.maximum(whole, 300))
        return steps

    def _activity(self, steps: Floats) -> dict[str, Floats]:
        stride = 0.00074 * (1 + self._noise("stride", 0.02))  # km
        active = np.maximum(0, steps / 165 - 8 + self._noise("active", 5))
        rest = np.full(len(self.days), 1720.0)
        rest[-1] *= 9.5 / 24
        return {
            "steps": steps,
            "distance": steps * stride,
            "active_minutes": np.minimum(active, steps / 90),
            "energy": rest + 0.042 * steps + self._noise("energy", 30),
        }

    def _resting(self) -> Floats:
        ill = self.planted["sick"]["resting_heart_rate"] * self.sick
        resting: Floats = np.round(self.planted["levels"]["resting_heart_rate"] + ill + 2.5 * self.restless + self._noise("resting", 1.1))
        return resting

    def _hrv(self) -> Floats:
        ill = 1 - (1 - self.planted["sick"]["hrv"]) * self.sick
        hrv: Floats = self.planted["levels"]["hrv"] * ill * (1 - 0.14 * self.restless) * np.exp(self._noise("hrv", 0.08))
        return hrv

    def _heart_rate(self, resting: Floats, steps: Floats) -> Floats:
        """Means of five-minute samples: low in the night, higher while awake, highest on foot."""
        rng = self._stream("heart_rate")
        means = []
        for day, rest, walked in zip(self.days, resting, steps, strict=True):
            hour = self._hours(day)
            awake = ((hour >= 7) & (hour < 23)).astype(float)
            circadian = 3 + 13 * awake + 4 * np.cos(2 * np.pi * (hour - 17) / 24)
            walking = awake * (rng.random(len(hour)) < min(walked, 16000) / 110 / 12 / 16) * rng.uniform(18, 40, len(hour))
            means.append(float(np.mean(rest + circadian + walking + 3 * rng.standard_normal(len(hour)))))
        return np.array(means)

    def _glucose(self) -> list[Floats]:
        """Each day's five-minute samples, mg/dL: three meals and a small rise at dawn."""
        rng = self._stream("glucose")
        samples = []
        for day, ill in zip(self.days, self.sick, strict=True):
            hour = self._hours(day)
            level = self.planted["levels"]["glucose"] - 9 + 4 * rng.standard_normal() + 6 * ill + 4 * np.exp(-((hour - 6) ** 2) / 2)
            for meal, height in ((7.8, 34), (13.1, 38), (19.2, 42)):
                after = np.maximum(0, hour - meal - rng.uniform(-0.5, 0.5))
                level = level + height * rng.uniform(0.7, 1.3) * (after / 0.75) * np.exp(1 - after / 0.75)
            samples.append(np.clip(level + 2 * rng.standard_normal(len(hour)), 55, 240))
        return samples

    def _hours(self, day: date) -> Floats:
        """Hours after local midnight of each sample: 288 of them, 300 when the clocks go back, and on the last day those until now."""
        midnight = datetime(day.year, day.month, day.day, tzinfo=self.zone).timestamp()
        following = day + timedelta(days=1)
        end = datetime(following.year, following.month, following.day, tzinfo=self.zone).timestamp()
        end = min(end, self.planted["clock"].timestamp())
        return np.arange(0, end - midnight, SLOT) / 3600

    def _kept(self, series: Mapping[str, Floats]) -> dict[str, tuple[DayValue, ...]]:
        """Rounded, named after their source, and without the days that were lost."""
        missing, sources = self.planted["missing"], self.planted["sources"]
        kept: dict[str, tuple[DayValue, ...]] = {}
        for group, measures in GROUPS.items():
            device = group if group in sources else "watch"
            lost = set[date](missing[group]) | (set(missing["watch"]) if device == "watch" else set())
            for measure in measures:
                values = (round(float(value), STORED.get(measure, MEASURES[measure].digits)) for value in series[measure])
                kept[measure] = tuple(DayValue(day, value, sources[device]) for day, value in zip(self.days, values, strict=True) if day not in lost)
        return kept

    def _some(self, series: Mapping[str, Mapping[date, float]]) -> dict[str, tuple[DayValue, ...]]:
        """What is not measured every day, by the person's own hand."""
        source = self.planted["sources"]["hand"]
        return {
            measure: tuple(DayValue(day, round(value, MEASURES[measure].digits), source) for day, value in values.items())
            for measure, values in series.items()
        }

    def _recordings(self, resting: Floats, hrv: Floats) -> tuple[Recording, ...]:
        """Sitting after breakfast: a few beats above the resting pulse, with the day's own variability."""
        pulse = self.planted["pulse"]
        return tuple(self._recording(day, pulse, resting[self.days.index(day)] + 5, hrv[self.days.index(day)]) for day in pulse["days"])

    def _recording(self, day: date, pulse: Mapping[str, Any], bpm: float, variability: float) -> Recording:
        rng = self._stream(f"pulse {day}")
        ibi = intervals(rng, pulse["seconds"], bpm, variability / 1000)
        samples = photoplethysmogram(rng, ibi, pulse["rate"], pulse["seconds"])
        start = datetime(day.year, day.month, day.day, 8, 10, tzinfo=self.zone)
        return Recording("ppg", start, float(pulse["rate"]), samples, self.planted["sources"]["watch"])
