"""From the minutes of a recording to a level 1–5, or to "unknown" and why. It estimates arousal: no diagnosis, and not how stress feels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from assistant.physiology.analysis import Window
from assistant.physiology.features import FEATURES
from assistant.physiology.wave import Floats
from assistant.stress.baseline import ENOUGH, Level, Scale, fifth
from assistant.stress.model import Arousal

__all__ = ["Estimate", "estimate", "usable"]

Unknown = Literal["", "signal", "baseline", "unsure"]
WIDE = 3  # levels between the quarters of a recording's minutes that make it unsure: they would span four of five


@dataclass(frozen=True, slots=True)
class Estimate:
    """level: None when it is unknown, for the reason `unknown`. signal: no minute passed the quality gate; baseline: fewer than six minutes of
    the person's own to compare with; unsure: the minutes disagree. minutes, usual: how many it rests on, and how many of the person's own."""

    level: Level | None
    unknown: Unknown
    minutes: int
    usual: int


def usable(windows: Iterable[Window]) -> Floats:
    """Features of the minutes that passed the quality gate, shape (n, 32)."""
    rows = [window.features.values for window in windows if window.quality.refused is None and window.features is not None]
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(FEATURES))


def estimate(own: Sequence[Window], baseline: Sequence[Window], model: Arousal) -> Estimate:
    """own: minutes of the recording. baseline: minutes of the person's earlier recordings."""
    now, usual = usable(own), usable(baseline)
    if not len(now):
        return Estimate(None, "signal", 0, len(usual))
    if len(usual) < ENOUGH:
        return Estimate(None, "baseline", len(now), len(usual))
    scale = Scale.of(usual)
    known = model.probability(scale.normal(usual))
    low, middle, high = np.quantile(model.probability(scale.normal(now)), (0.25, 0.5, 0.75))
    if fifth(float(high), known) - fifth(float(low), known) >= WIDE:
        return Estimate(None, "unsure", len(now), len(usual))
    return Estimate(fifth(float(middle), known), "", len(now), len(usual))
