"""Rolling-origin cross-validation: every rated day is predicted from the days before it alone, with a gap between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.forecast.diary import Table
from assistant.forecast.ridge import fit

__all__ = ["GAP", "NEEDED", "Rolled", "explained", "interval", "roll"]

Floats = NDArray[np.float64]

NEEDED = 15
"""Rated days before anything is predicted."""
GAP = 1
"""Days before a day whose ratings are not used for it: yesterday's may not have been given yet."""
BLOCK, SAMPLES, SEED = 7, 2000, 0


@dataclass(frozen=True, slots=True, eq=False)
class Rolled:
    """One row a tested day: what was rated, what was predicted, and the mean of the ratings until then, which is the baseline. All shape (n,)."""

    rated: Floats
    predicted: Floats
    usual: Floats

    def __len__(self) -> int:
        return len(self.rated)


def roll(table: Table) -> Rolled:
    """Learn anew before each rated day, once fifteen rated days lie before the gap."""
    rows = np.array(list(_rows(table)), dtype=np.float64).reshape(-1, 3)
    return Rolled(rows[:, 0], rows[:, 1], rows[:, 2])


def explained(rolled: Rolled) -> float:
    """R² out of sample: 1 − squared error ÷ squared error of the mean until then. Below 0 when the mean does better; NaN without tested days."""
    naive = float(np.square(rolled.rated - rolled.usual).sum())
    return 1 - float(np.square(rolled.rated - rolled.predicted).sum()) / naive if naive else float("nan")


def interval(people: list[Rolled]) -> tuple[float, float]:
    """95 % interval of the pooled R²: weeks in a row are drawn, of people drawn before (of one person, weeks alone)."""
    weeks = [[_cut(one, start) for start in range(0, len(one), BLOCK)] for one in people if len(one)]
    if not weeks:
        return float("nan"), float("nan")
    rng = np.random.default_rng(SEED)
    found = []
    for _ in range(SAMPLES):
        chosen = [weeks[k] for k in rng.integers(0, len(weeks), len(weeks))]
        found.append(explained(_joined([own[k] for own in chosen for k in rng.integers(0, len(own), len(own))])))
    low, high = np.nanpercentile(found, [2.5, 97.5])
    return float(low), float(high)


def _rows(table: Table) -> Iterator[tuple[float, float, float]]:
    rated = np.isfinite(table.rating)
    for n in np.flatnonzero(rated):
        past = np.flatnonzero(rated[: max(0, n - GAP)])
        if len(past) >= NEEDED:
            model = fit(table.known[past], table.rating[past])
            yield float(table.rating[n]), float(model.predict(table.known[n : n + 1])[0]), model.usual


def _cut(rolled: Rolled, start: int) -> Rolled:
    part = slice(start, start + BLOCK)
    return Rolled(rolled.rated[part], rolled.predicted[part], rolled.usual[part])


def _joined(parts: list[Rolled]) -> Rolled:
    return Rolled(*(np.concatenate([getattr(part, name) for part in parts]) for name in Rolled.__slots__))
