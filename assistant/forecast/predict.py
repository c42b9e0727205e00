"""One day's prediction, and whether it may be believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assistant.forecast.diary import Values, table
from assistant.forecast.ridge import fit
from assistant.forecast.rolling import GAP, NEEDED, explained, interval, roll
from assistant.period import Period

__all__ = ["TESTED", "Prediction", "predict"]

TESTED = 10
"""Days on which it must have been tested before its word is passed on."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """value: None below fifteen rated days. labelled: rated days that it learnt from.

    tested, r2: days on which it was tested, and how much better than the person's own mean it did there. least: the lower end of its 95 % interval.
    """

    value: float | None
    labelled: int
    tested: int
    r2: float
    least: float

    @property
    def useful(self) -> bool:
        """Better than the person's own mean beyond chance."""
        return self.value is not None and self.tested >= TESTED and self.least > 0


def predict(series: Mapping[str, Values], ratings: Values, period: Period) -> Prediction:
    """For the last day of the period, from the days before it."""
    days = table(series, ratings, period, GAP)
    past = np.flatnonzero(np.isfinite(days.rating[: -1 - GAP]))
    if len(past) < NEEDED:
        return Prediction(None, len(past), 0, float("nan"), float("nan"))
    tested = roll(days)
    value = float(fit(days.known[past], days.rating[past]).predict(days.known[-1:])[0])
    return Prediction(value, len(past), len(tested), explained(tested), interval([tested])[0])
