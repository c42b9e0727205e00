"""Ridge regression for few days and many figures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["PENALTIES", "Ridge", "fit"]

Floats = NDArray[np.float64]

PENALTIES = (10.0, 30.0, 100.0, 300.0, 1000.0, 1e6)
"""In days: how many days of nothing the figures are weighed against. The last comes to the person's own mean. Chosen anew at every fit."""


@dataclass(frozen=True, slots=True, eq=False)
class Ridge:
    """mean, spread, weights: shape (columns,). usual: the mean rating."""

    mean: Floats
    spread: Floats
    weights: Floats
    usual: float

    def predict(self, known: Floats) -> Floats:
        """Ratings for rows of figures, shape (n, columns); what is missing counts as the person's usual."""
        return np.asarray(self.usual + _scaled(known, self.mean, self.spread) @ self.weights)


def fit(known: Floats, rating: Floats) -> Ridge:
    """From at least one rated day; known may hold NaN, rating may not."""
    there = np.isfinite(known)
    count = np.maximum(there.sum(axis=0), 1)
    mean: Floats = np.asarray(np.where(there, known, 0).sum(axis=0) / count, dtype=np.float64)
    variance = np.where(there, (known - mean) ** 2, 0).sum(axis=0) / count
    spread: Floats = np.asarray(np.where(variance > 0, np.sqrt(variance), 1.0), dtype=np.float64)
    usual = float(rating.mean())
    return Ridge(mean, spread, _weights(_scaled(known, mean, spread), rating - usual), usual)


def _weights(x: Floats, y: Floats) -> Floats:
    """With the penalty whose predictions of each day from the others are best, worked out at once (Allen's PRESS)."""
    u, size, v = np.linalg.svd(x, full_matrices=False)
    own = u.T @ y
    best, chosen = np.inf, np.zeros(x.shape[1])
    for penalty in PENALTIES:
        shrunk = size**2 / (size**2 + penalty)
        # The mean was learnt from the day itself, too: one n-th of its weight.
        left = (y - u @ (shrunk * own)) / (1 - 1 / len(y) - np.square(u) @ shrunk)
        error = float(np.square(left).sum())
        if error < best:
            best, chosen = error, v.T @ (size / (size**2 + penalty) * own)
    return chosen


def _scaled(known: Floats, mean: Floats, spread: Floats) -> Floats:
    return np.asarray(np.nan_to_num((known - mean) / spread, nan=0.0))
