"""How fast questions over many readings are: 50 million of the heart rate, eight years, one every five seconds, sealed as a person's own are.

CPU seconds of the whole process, with opening and reading the parts; beside them the same questions to a plain table that DuckDB holds in memory,
neither sealed nor stored. What the store answers is compared with what was generated.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, TypeVar

import numpy as np

from assistant.evals.figures import Figure, Report
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.parts import EPOCH
from assistant.records.sample import Readings
from assistant.records.samples import DAY, MINUTE

__all__ = ["READINGS", "measure"]

READINGS = 50_000_000
WEEK_LIMIT, ALL_LIMIT = 0.1, 1.5  # CPU seconds
_TIMES = 5
_MONTH = 518_400  # readings of thirty days
_FIRST = 1_451_606_400  # 2016-01-01 00:00 UTC

T = TypeVar("T")


def measure(readings: int = READINGS) -> Report:
    """Generates, stores, asks; some minutes and 1.5 GB of memory for 50 million, most of it for the plain table."""
    from assistant.records.intake import StoreIntake
    from assistant.records.store import RecordStore
    from assistant.records.vault import Vault
    from assistant.types import Person

    with TemporaryDirectory() as folder:
        store = RecordStore(Path(folder), Vault.open(Path(folder), None, lambda: None))
        store.add(Person("bench", "Bench", "Europe/Berlin"))
        true: dict[int, tuple[float, float, float, int]] = {}
        stored = 0.0
        for batch in _life(readings):
            _note(true, batch)
            stored += _seconds(partial(_take, StoreIntake(store, "bench"), batch))[0]
        days = sorted(true)
        everything = Period(date.fromordinal(EPOCH + days[0]), date.fromordinal(EPOCH + days[-1]))
        weeks = [Period.last(7, date.fromordinal(EPOCH + days[len(days) * n // (_TIMES + 1)])) for n in range(1, _TIMES + 1)]
        first = _first(Path(folder), weeks[0])
        asked = [_seconds(partial(store.readings_of, "bench", "heart_rate", week)) for week in weeks]
        ranged = [_seconds(partial(store.day_ranges, "bench", "heart_rate", everything)) for _ in range(_TIMES)]
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    right = [
        sum(map(len, found)) == sum(true[day.toordinal() - EPOCH][3] for day in week if day.toordinal() - EPOCH in true)
        for week, (_, found) in zip(weeks, asked, strict=True)
    ]
    for found in ranged[0][1]:
        lowest, total, highest, count = true[found.day.toordinal() - EPOCH]
        right.append((found.lowest, found.highest, found.readings) == (lowest, highest, count) and abs(found.mean - total / count) < 1e-9)
    right.append(len(ranged[0][1]) == len(true))
    plain_week, plain_all = _plain(readings, weeks)
    week, everywhere = median(seconds for seconds, _ in asked), median(seconds for seconds, _ in ranged)
    figures = (
        Figure(f"a week of readings (at most {WEEK_LIMIT:g})", week, _TIMES, baseline=plain_week, unit="CPU-s"),
        Figure("a week of readings, the first question of a program", first, 1, unit="CPU-s"),
        Figure(f"lowest, mean, highest of every day (at most {ALL_LIMIT:g})", everywhere, _TIMES, baseline=plain_all, unit="CPU-s"),
        Figure("storing, with working out the days", stored / readings * 1e6, readings, unit="CPU-µs a reading"),
        Figure("on disk", size / readings, readings, unit="bytes a reading"),
        Figure("answers that equal what was generated", sum(right) / len(right), len(right)),
    )
    return Report("store_speed", figures, untested="disks that are slow: what was just written is read from the memory of the operating system")


def _life(readings: int) -> Iterator[Readings]:
    """A month at a time, whole seconds and beats, with the clocks of Berlin changing as they do; the same in every run."""
    rng = np.random.default_rng(7)
    at = _FIRST
    for begin in range(0, readings, _MONTH):
        n = min(_MONTH, readings - begin)
        seconds = at + np.cumsum(rng.integers(4, 7, n))
        at = int(seconds[-1])
        hour = seconds / 3600 % 24
        value = np.clip(62 + 14 * np.sin((hour - 9) * np.pi / 12) + 8 * rng.standard_normal(n), 38, 190).round()
        summer = (seconds // 86_400 % 365 > 85) & (seconds // 86_400 % 365 < 300)
        offset = np.where(summer, 120, 60).astype(np.int16)
        start = seconds * 1_000_000
        yield Readings("heart_rate", "Bench watch", MEASURES["heart_rate"].unit, start, start, offset, value, value)


def _note(true: dict[int, tuple[float, float, float, int]], batch: Readings) -> None:
    """Lowest, total, highest and count of each local day, by sorting: a path of its own."""
    days = (batch.start + batch.offset.astype(np.int64) * MINUTE) // DAY
    order = np.argsort(days, kind="stable")
    values, days = batch.value[order], days[order]
    edges = np.flatnonzero(np.append(True, np.diff(days) > 0))
    for day, own in zip(days[edges].tolist(), np.split(values, edges[1:]), strict=True):
        low, total, high, count = true.get(day, (np.inf, 0.0, -np.inf, 0))
        true[day] = (min(low, float(own.min())), total + float(own.sum()), max(high, float(own.max())), count + len(own))


def _take(intake: Any, batch: Readings) -> None:
    with intake:
        intake.readings(batch)


def _plain(readings: int, weeks: list[Period]) -> tuple[float, float]:
    """CPU seconds of both questions to a table in memory."""
    import duckdb

    with closing(duckdb.connect(":memory:", config={"threads": 2})) as database:
        database.execute("CREATE TABLE plain (start BIGINT, local_date INTEGER, value DOUBLE)")
        for batch in _life(readings):
            days = (batch.start + batch.offset.astype(np.int64) * MINUTE) // DAY
            database.register("fresh", {"start": batch.start, "local_date": days.astype(np.int32), "value": batch.value})
            database.execute("INSERT INTO plain SELECT * FROM fresh")
            database.unregister("fresh")

        def week(asked: Period) -> object:
            edges = [day.toordinal() - EPOCH for day in (asked.start, asked.end)]
            return database.execute("SELECT start, value FROM plain WHERE local_date BETWEEN ? AND ?", edges).fetchnumpy()

        def everything() -> object:
            return database.execute("SELECT local_date, min(value), avg(value), max(value), count(*) FROM plain GROUP BY 1 ORDER BY 1").fetchnumpy()

        one = median(_seconds(partial(week, asked))[0] for asked in weeks)
        return one, median(_seconds(everything)[0] for _ in range(_TIMES))


_FRESH = """
import sys
from pathlib import Path
from time import process_time
from assistant.period import Period
from assistant.records.store import RecordStore
from assistant.records.vault import Vault
store = RecordStore(Path(sys.argv[1]), Vault.open(Path(sys.argv[1]), None, lambda: None))
begun = process_time()
store.readings_of("bench", "heart_rate", Period.parse(sys.argv[2]))
print(process_time() - begun)
"""


def _first(folder: Path, week: Period) -> float:
    """CPU seconds of the same question in a program that has not asked any, so that DuckDB is loaded for it."""
    return float(subprocess.run([sys.executable, "-c", _FRESH, str(folder), str(week)], check=True, capture_output=True, text=True).stdout)


def _seconds(work: Callable[[], T]) -> tuple[float, T]:
    begun = process_time()
    found = work()
    return process_time() - begun, found
