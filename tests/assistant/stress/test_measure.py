"""Figures against scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, brier_score_loss, roc_auc_score

from assistant.stress.measure import auc, calibration_error, scores

RNG = np.random.default_rng(4)
Y = RNG.random(400) < 0.3
P = np.clip(np.round(0.3 * Y + 0.5 * RNG.random(400), 2), 0, 1)  # rounded, so that there are ties
PERSON = np.repeat(np.arange(8), 50)


def test_every_figure_is_the_oracles() -> None:
    found = {name: value for name, (value, _, _) in scores("x", P, Y, PERSON).figures.items()}
    assert found["accuracy"] == pytest.approx(accuracy_score(Y, P >= 0.5))
    assert found["balanced accuracy"] == pytest.approx(balanced_accuracy_score(Y, P >= 0.5))
    assert found["AUC"] == pytest.approx(roc_auc_score(Y, P))
    assert found["Brier score"] == pytest.approx(brier_score_loss(Y, P))


def test_the_interval_holds_the_value_and_is_the_same_every_time() -> None:
    one, again = scores("x", P, Y, PERSON), scores("x", P, Y, PERSON)
    assert one == again
    assert all(low <= value <= high for value, low, high in one.figures.values() if value != one.figures["calibration error"][0])
    assert (one.n, one.people) == (400, 8)


def test_chance_and_perfection() -> None:
    assert auc(np.full(len(Y), 0.3), Y) == 0.5
    assert auc(Y.astype(float), Y) == 1.0
    assert auc(np.array([0.2, 0.9]), np.array([True, True])) == 0.5
    assert calibration_error(np.full(len(Y), Y.mean()), Y) < 0.1
    assert calibration_error(1 - Y.astype(float), Y) > 0.9
