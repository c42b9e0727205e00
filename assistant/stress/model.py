"""The trained models, as numbers: what `make train-stress` writes to assets/stress. Running them takes no library but numpy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol

import numpy as np

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.physiology.features import FEATURES
from assistant.physiology.wave import Floats

__all__ = ["Arousal", "Layer", "Logistic", "Name", "Network", "arousal", "logistic_function"]

Name = Literal["logistic", "network"]


class Arousal(Protocol):
    """Minutes of normalised features, shape (n, 32) → calibrated probability of a task period, shape (n,)."""

    def probability(self, normal: Floats) -> Floats: ...


def logistic_function(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -40, 40))))


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """Logistic regression on scaled features, then Platt's line. mean, spread, weights: shape (32,)."""

    mean: Floats
    spread: Floats
    weights: Floats
    intercept: float
    slope: float
    offset: float

    def score(self, normal: Floats) -> Floats:
        """Log odds before calibration."""
        return np.asarray((normal - self.mean) / self.spread @ self.weights + self.intercept)

    def probability(self, normal: Floats) -> Floats:
        return logistic_function(self.slope * self.score(normal) + self.offset)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """weights: shape (inputs, outputs). bias: shape (outputs,)."""

    weights: Floats
    bias: Floats

    def __call__(self, x: Floats) -> Floats:
        return np.asarray(x @ self.weights + self.bias)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The network of openCHA's demo: the encoder half of an autoencoder, 32 → 12, then four layers 12 → 12 → 8 → 5 → 5 with five levels.

    Rectified between layers, softmax at the end. Its probability is Platt's line through the expected level.
    """

    mean: Floats
    spread: Floats
    encoder: tuple[Layer, ...]
    layers: tuple[Layer, ...]
    slope: float
    offset: float

    def levels(self, normal: Floats) -> Floats:
        """Probability of each level 1–5, shape (n, 5)."""
        x = (normal - self.mean) / self.spread
        for layer in self.encoder:
            x = np.maximum(layer(x), 0)
        for layer in self.layers[:-1]:
            x = np.maximum(layer(x), 0)
        x = self.layers[-1](x)
        odds = np.exp(x - x.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True))

    def score(self, normal: Floats) -> Floats:
        """Expected level, 1–5."""
        return np.asarray(self.levels(normal) @ np.arange(1.0, 6.0))

    def probability(self, normal: Floats) -> Floats:
        return logistic_function(self.slope * self.score(normal) + self.offset)


class _Layer(Strict):
    weights: tuple[tuple[float, ...], ...]
    bias: tuple[float, ...]


class _Logistic(Strict):
    features: tuple[str, ...]
    mean: tuple[float, ...]
    spread: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float
    slope: float
    offset: float


class _Network(Strict):
    features: tuple[str, ...]
    mean: tuple[float, ...]
    spread: tuple[float, ...]
    encoder: tuple[_Layer, ...]
    layers: tuple[_Layer, ...]
    slope: float
    offset: float


@lru_cache(maxsize=2)
def arousal(name: Name = "logistic") -> Arousal:
    """A shipped model. Raises `UsageError` when its file is broken or made for other features."""
    path = asset("stress", f"{name}.json")
    with content(path) as held:
        form = (_Logistic if name == "logistic" else _Network).model_validate(held)
        if form.features != FEATURES:
            raise ValueError("it was trained on other features; run `make train-stress`")
        mean, spread = np.array(form.mean), np.array(form.spread)
        if isinstance(form, _Logistic):
            return Logistic(mean, spread, np.array(form.weights), form.intercept, form.slope, form.offset)
        return Network(mean, spread, _layers(form.encoder), _layers(form.layers), form.slope, form.offset)


def _layers(layers: tuple[_Layer, ...]) -> tuple[Layer, ...]:
    return tuple(Layer(np.array(layer.weights), np.array(layer.bias)) for layer in layers)
