"""A small multinomial logistic regression with a calibrated temperature, in numpy: what turns a sentence's vector into probabilities.

Trained on some thousand exemplars in some seconds by a deterministic solver that starts from zero; also with hundreds of classes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["Floats", "Head", "Reliability", "fit", "folds", "merged"]

Floats = NDArray[np.float64]

_Precision = TypeVar("_Precision", np.float32, np.float64)
_Small = NDArray[np.float32]  # precise enough for the slopes, and twice as fast

_STEPS = 80
_FOLDS = 10
_MANY = 60  # classes from which on calibration makes do with
_FEWER = 4  # folds
_PRECISION = 0.97  # of the plans that the router makes alone; the brief of the first release
_LOWEST_THRESHOLD = 0.5  # below an even chance the model is asked, whatever the exemplars say
# Sentences this close (cosine after centring) are translations or rewordings of each other; they leave the training set together.
_SIBLINGS = (0.6, 0.7, 0.8, 0.9)  # the first that leaves half of a class to learn from: a task may bring nothing but rewordings of one question


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far the probabilities can be trusted, measured on exemplars that were left out with their near-translations.

    accuracy: share of the best class being right. error: expected calibration error over ten bins, 0–1.
    coverage, precision: share of sentences at or above the threshold, and how many of them are right.
    """

    n: int
    accuracy: float
    error: float
    coverage: float
    precision: float


@dataclass(frozen=True, slots=True)
class Head:
    """Weights (features + 1, classes), the temperature that calibrates them, and the probability from which the router may act alone."""

    weights: Floats
    temperature: float
    threshold: float
    reliability: Reliability

    def probabilities(self, features: Floats) -> Floats:
        """(n, features) → (n, classes), rows sum to 1."""
        return _softmax(_with_one(features) @ self.weights / self.temperature)


def fit(
    features: Floats,
    labels: NDArray[np.int64],
    vectors: Floats,
    penalty: float,
    means: NDArray[np.int64],
    told: Callable[[Floats], Floats] = lambda p: p,
    alike: NDArray[np.int64] | None = None,
    asks: Collection[int] = (),
) -> Head:
    """Fit, cross-validate, calibrate. `vectors` (unit rows) tell which sentences are siblings; `penalty` is the L2 weight; `means[c]` is
    the class that class c stands for: two with the same meaning are no mistake. told: what becomes of the probabilities of all sentences before they
    are acted on. alike: as `means`, for classes that end in the same way although each has a meaning
    of its own. asks: columns that ask back, which is no plan that could be wrong. Some 2 CPU-seconds for 2,500
    sentences of 20 classes, 12 for 6,500 of 220."""
    from threadpoolctl import threadpool_limits  # looks the loaded libraries over, so not at module level

    # Products this small gain nothing from a second thread, and one that spins for the next of them took seven times the CPU.
    with threadpool_limits(1):
        return _fit(features, labels, vectors, penalty, means, told, means if alike is None else alike, asks)


def _fit(
    features: Floats,
    labels: NDArray[np.int64],
    vectors: Floats,
    penalty: float,
    means: NDArray[np.int64],
    told: Callable[[Floats], Floats],
    alike: NDArray[np.int64],
    asks: Collection[int],
) -> Head:
    classes = int(labels.max()) + 1
    left_out = np.zeros((len(labels), classes))
    number = _FOLDS if classes < _MANY else _FEWER
    groups = folds(vectors, labels, number)
    for fold in range(number):
        out = groups == fold
        left_out[out] = _with_one(features[out]) @ _solve(features[~out], labels[~out], classes, penalty)
    temperature = _temperature(left_out, labels)
    p = merged(told(merged(_softmax(left_out / temperature), means)), alike)
    planned = ~np.isin(p.argmax(1), list(asks))
    threshold = _threshold(p[planned], alike[labels][planned])
    return Head(_solve(features, labels, classes, penalty), temperature, threshold, _reliability(p, alike[labels], threshold, planned))


def merged(p: Floats, means: NDArray[np.int64]) -> Floats:
    """Probabilities of classes with the same meaning, added up under the one that they stand for."""
    total = np.zeros_like(p)
    for column, meaning in enumerate(means):
        total[:, meaning] += p[:, column]
    return total


def folds(vectors: Floats, labels: NDArray[np.int64], number: int = _FOLDS) -> NDArray[np.int64]:
    """A fold for each sentence; siblings of a class share one. Largest families first, each into the emptiest fold: no chance in it."""
    families = [family for label in np.unique(labels) for family in _families(vectors, np.flatnonzero(labels == label))]
    fold = np.zeros(len(labels), dtype=np.int64)
    filled = np.zeros(number)
    for relatives in sorted(families, key=len, reverse=True):
        target = int(np.argmin(filled))
        fold[relatives] = target
        filled[target] += len(relatives)
    return fold


def _families(vectors: Floats, members: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The members of a class, siblings together, no family larger than half of them."""
    similarity = vectors[members] @ vectors[members].T
    for bound in _SIBLINGS:
        family = np.arange(len(members))
        for row, column in np.argwhere(np.triu(similarity > bound, 1)):
            family[family == family[column]] = family[row]
        families = [members[family == name] for name in np.unique(family)]
        if 2 * max(map(len, families)) <= len(members):
            return families
    return [np.array([member]) for member in members]


def _solve(features: Floats, labels: NDArray[np.int64], classes: int, penalty: float) -> Floats:
    """Accelerated descent from zero, each step measured by Böhning's bound of the curvature (Annals of the Institute of Statistical Mathematics
    44, 1992), which never changes: one inverse, and some dozen steps do the work of thousands. Classes weigh alike, whatever their sizes."""
    x = _with_one(features)
    rows = np.arange(len(labels))
    share = 1.0 / (np.bincount(labels, minlength=classes)[labels] * classes)
    decay = np.full(x.shape[1], penalty)
    decay[-1] = 1e-9  # the intercept is free, and the bound stays invertible
    weighted = (x * share[:, None]).T
    inverse = np.linalg.inv(0.5 * weighted @ x + np.diag(decay)).astype(np.float32)
    small, sloping, pull = x.astype(np.float32), weighted.astype(np.float32), decay.astype(np.float32)[:, None]
    weights: _Small = np.zeros((x.shape[1], classes), dtype=np.float32)
    momentum = weights
    for step in range(_STEPS):
        wrong = _softmax(small @ momentum)
        wrong[rows, labels] -= 1
        moved = momentum - inverse @ (sloping @ wrong + pull * momentum)
        momentum = moved + np.float32(step / (step + 3)) * (moved - weights)
        weights = moved
    return weights.astype(np.float64)


def _temperature(logits: Floats, labels: NDArray[np.int64]) -> float:
    """The one number that makes the left-out sentences most likely."""
    grid = np.geomspace(0.1, 5, 120)
    rows = np.arange(len(labels))
    losses = [-np.mean(np.log(_softmax(logits / t)[rows, labels] + 1e-12)) for t in grid]
    return float(grid[int(np.argmin(losses))])


def _threshold(p: Floats, labels: NDArray[np.int64]) -> float:
    """The lowest probability from which upwards precision holds."""
    best, right = p.max(1), p.argmax(1) == labels
    for candidate in np.arange(_LOWEST_THRESHOLD, 0.99, 0.01):
        kept = best >= candidate
        if kept.any() and right[kept].mean() >= _PRECISION:
            return float(round(candidate, 2))
    return 0.99


def _reliability(p: Floats, labels: NDArray[np.int64], threshold: float, planned: NDArray[np.bool_]) -> Reliability:
    best, right = p.max(1), p.argmax(1) == labels
    bins = np.minimum((best * 10).astype(int), 9)
    error = sum(abs(best[bins == b].mean() - right[bins == b].mean()) * np.mean(bins == b) for b in np.unique(bins))
    kept = best >= threshold
    precision = float(right[kept & planned].mean()) if (kept & planned).any() else 1.0
    return Reliability(len(labels), float(right.mean()), float(error), float(kept.mean()), precision)


def _with_one(features: Floats) -> Floats:
    return np.hstack([features, np.ones((len(features), 1))])


def _softmax(logits: NDArray[_Precision]) -> NDArray[_Precision]:
    shifted: NDArray[_Precision] = np.exp(logits - logits.max(axis=1, keepdims=True))
    shifted /= shifted.sum(axis=1, keepdims=True)
    return shifted
