"""A person's own usual: what their features are compared with, and into which fifth of it a probability falls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import numpy as np

from assistant.physiology.wave import Floats

__all__ = ["ENOUGH", "FARTHEST", "Level", "Scale", "fifth"]

Level = Literal[1, 2, 3, 4, 5]

ENOUGH = 6
"""Minutes of one's own that make a baseline."""
FARTHEST = 8.0  # standard deviations: beyond, a feature says no more than "far"


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """Mean and standard deviation of a person's features at their usual; both shape (features,)."""

    mean: Floats
    spread: Floats

    @classmethod
    def of(cls, minutes: Floats) -> Scale:
        """From minutes of features, shape (n, features), n ≥ 2."""
        return cls(minutes.mean(axis=0), minutes.std(axis=0, ddof=1))

    def normal(self, minutes: Floats) -> Floats:
        """Features in standard deviations from the person's own mean, within ±8."""
        return np.clip((minutes - self.mean) / (self.spread + 1e-6), -FARTHEST, FARTHEST)


def fifth(p: float, usual: Floats) -> Level:
    """The fifth of the person's usual probabilities, shape (n,), into which `p` falls: 1 is their calmest, 3 usual, 5 their most aroused."""
    return cast("Level", 1 + int(np.searchsorted(np.quantile(usual, (0.2, 0.4, 0.6, 0.8)), p, side="left")))
