"""Learning the models (scikit-learn, the extra "train"). Nothing is tuned: every setting stands in docs/stress.md, written before the first run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from assistant.errors import UsageError
from assistant.physiology.wave import Bools, Floats
from assistant.stress.baseline import fifth
from assistant.stress.model import Arousal, Layer, Logistic, Network
from assistant.stress.split import Indices, by_person, checked

__all__ = ["Fit", "fit_logistic", "fit_network"]

Fit = Callable[[Floats, Bools, Indices], Arousal]
"""Features (n, k), whether a task was running (n,), whose (n,) → a model."""

STRENGTH = 0.05  # C of the regression
INNER = 5  # folds in which the calibration is learnt
SEED = 0
CODE, LAYERS = (24, 12, 24), (12, 8, 5)  # 32 → 24 → 12 → 24 → 32, whose first half encodes; 12 → 12 → 8 → 5 → 5


def fit_logistic(x: Floats, y: Bools, person: Indices) -> Logistic:
    """Regression, then Platt's line from predictions for people that the regression had not seen."""
    scores = np.empty(len(y))
    for learn, test in checked(by_person(person, INNER), person):
        scores[test] = _regression(x[learn], y[learn]).score(x[test])
    slope, offset = _platt(scores, y)
    model = _regression(x, y)
    return Logistic(model.mean, model.spread, model.weights, model.intercept, slope, offset)


def fit_network(x: Floats, y: Bools, person: Indices) -> Network:
    """The autoencoder on all minutes; then five levels, whose targets are those that the logistic model gives to people it has not seen: the fifth of
    the person's own minutes into which each falls. Platt's line from people that the network had not seen."""
    levels = np.empty(len(y), dtype=np.int64)
    for learn, test in checked(by_person(person, INNER), person):
        p = fit_logistic(x[learn], y[learn], person[learn]).probability(x[test])
        for name in np.unique(person[test]):
            own = person[test] == name
            levels[test[own]] = [fifth(one, p[own]) for one in p[own]]
    scores = np.empty(len(y))
    for learn, test in checked(by_person(person, INNER), person):
        scores[test] = _levels(x[learn], levels[learn]).score(x[test])
    slope, offset = _platt(scores, y)
    model = _levels(x, levels)
    return Network(model.mean, model.spread, model.encoder, model.layers, slope, offset)


def _regression(x: Floats, y: Bools) -> Logistic:
    linear, _ = _sklearn()
    mean, spread = _scale(x)
    fitted = linear.LogisticRegression(C=STRENGTH, max_iter=500, class_weight="balanced").fit((x - mean) / spread, y)
    return Logistic(mean, spread, fitted.coef_[0], float(fitted.intercept_[0]), 1.0, 0.0)


def _levels(x: Floats, levels: Indices) -> Network:
    _, neural = _sklearn()
    mean, spread = _scale(x)
    scaled = (x - mean) / spread
    options = {"activation": "relu", "max_iter": 200, "random_state": SEED}
    code = neural.MLPRegressor(hidden_layer_sizes=CODE, **options).fit(scaled, scaled)
    encoder = tuple(Layer(weights, bias) for weights, bias in zip(code.coefs_[:2], code.intercepts_[:2], strict=True))
    for layer in encoder:
        scaled = np.maximum(layer(scaled), 0)
    head = neural.MLPClassifier(hidden_layer_sizes=LAYERS, **options).fit(scaled, levels)
    return Network(mean, spread, encoder, tuple(Layer(weights, bias) for weights, bias in zip(head.coefs_, head.intercepts_, strict=True)), 1.0, 0.0)


def _platt(scores: Floats, y: Bools) -> tuple[float, float]:
    """A line through the scores whose logistic function is the probability; no balancing here, as probabilities are what is wanted."""
    linear, _ = _sklearn()
    fitted = linear.LogisticRegression(C=1e6).fit(scores[:, None], y)
    return float(fitted.coef_[0, 0]), float(fitted.intercept_[0])


def _scale(x: Floats) -> tuple[Floats, Floats]:
    spread = x.std(axis=0)
    return x.mean(axis=0), np.where(spread > 0, spread, 1.0)


def _sklearn() -> tuple[Any, Any]:
    try:
        from sklearn import linear_model, neural_network
    except ImportError as error:
        raise UsageError("Training needs scikit-learn; install it with pip install 'auricle[train]'.") from error
    return linear_model, neural_network
