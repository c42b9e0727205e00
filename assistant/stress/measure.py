"""Out-of-fold figures of a model, each with an interval over people; scikit-learn is not needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.stats import rankdata

from assistant.physiology.wave import Bools, Floats
from assistant.stress.fit import Fit
from assistant.stress.split import Indices, checked

__all__ = ["FIGURES", "Scores", "auc", "calibration_error", "out_of_fold", "scores"]

FIGURES = ("accuracy", "balanced accuracy", "AUC", "Brier score", "calibration error")
SAMPLES, BINS, SEED = 2000, 10, 0


@dataclass(frozen=True, slots=True)
class Scores:
    """A model's figures by name (`FIGURES`): value, and the ends of its 95 % interval. n: minutes. people: how many."""

    name: str
    n: int
    people: int
    figures: dict[str, tuple[float, float, float]]


def out_of_fold(fit: Fit, x: Floats, y: Bools, person: Indices, splits: Iterable[tuple[Indices, Indices]]) -> Floats:
    """A probability for each minute from a model that had not seen its person, shape (n,)."""
    p = np.full(len(y), np.nan)
    for learn, test in checked(splits, person):
        p[test] = fit(x[learn], y[learn], person[learn]).probability(x[test])
    return p


def scores(name: str, p: Floats, y: Bools, person: Indices) -> Scores:
    """Figures of the pooled predictions, with intervals from 2,000 samples of people with replacement."""
    people = np.unique(person)
    rows = [np.flatnonzero(person == one) for one in people]
    rng = np.random.default_rng(SEED)
    draws = (np.concatenate([rows[k] for k in rng.integers(0, len(rows), len(rows))]) for _ in range(SAMPLES))
    sampled = np.array([_figures(p[draw], y[draw]) for draw in draws])
    low, high = np.percentile(sampled, [2.5, 97.5], axis=0)
    values = _figures(p, y)
    return Scores(name, len(y), len(people), {figure: (values[n], float(low[n]), float(high[n])) for n, figure in enumerate(FIGURES)})


def auc(p: Floats, y: Bools) -> float:
    """Probability that a minute with a task is ranked above one without; ties count half. 0.5 where one kind is missing."""
    ranks = rankdata(p)
    yes, no = int(y.sum()), int((~y).sum())
    return float((ranks[y].sum() - yes * (yes + 1) / 2) / (yes * no)) if yes and no else 0.5


def calibration_error(p: Floats, y: Bools) -> float:
    """Mean distance of predicted from observed share in ten bins of equal count."""
    parts = np.array_split(np.argsort(p, kind="stable"), BINS)
    return float(sum(len(part) * abs(p[part].mean() - y[part].mean()) for part in parts if len(part)) / len(p))


def _figures(p: Floats, y: Bools) -> tuple[float, float, float, float, float]:
    said = p >= 0.5
    right = said == y
    balanced = (right[y].mean() if y.any() else 0.0) / 2 + (right[~y].mean() if (~y).any() else 0.0) / 2
    return float(right.mean()), float(balanced), auc(p, y), float(np.square(p - y).mean()), calibration_error(p, y)
