"""Levels against the person's own usual, and when there is none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.physiology.analysis import Window
from assistant.physiology.features import Features
from assistant.physiology.quality import Quality, Reason
from assistant.physiology.wave import Floats
from assistant.stress.baseline import FARTHEST, Scale, fifth
from assistant.stress.estimate import estimate


class FirstFeature:
    """A model that looks at the first feature alone."""

    def probability(self, normal: Floats) -> Floats:
        return np.asarray(1 / (1 + np.exp(-normal[:, 0])))


def minutes(*values: float, refused: Reason | None = None) -> list[Window]:
    return [Window(60.0 * n, 60.0, Quality(0.95, 0.95, 60, refused), Features(np.full(32, value))) for n, value in enumerate(values)]


USUAL = minutes(*np.arange(60.0, 80.0))


@pytest.mark.parametrize(("value", "level"), [(40, 1), (65, 2), (69.5, 3), (74, 4), (100, 5)])
def test_a_level_is_a_fifth_of_ones_own_minutes(value: float, level: int) -> None:
    found = estimate(minutes(value, value), USUAL, FirstFeature())
    assert (found.level, found.unknown, found.minutes, found.usual) == (level, "", 2, 20)


def test_what_others_would_call_high_is_ones_own_usual() -> None:
    assert estimate(minutes(115.0), minutes(*np.arange(105.0, 125.0)), FirstFeature()).level == 3


def test_without_a_clean_minute_it_is_unknown() -> None:
    assert estimate(minutes(70.0, 71.0, refused="noisy"), USUAL, FirstFeature()).unknown == "signal"
    assert estimate([], USUAL, FirstFeature()).unknown == "signal"


def test_without_six_minutes_of_ones_own_it_is_unknown() -> None:
    found = estimate(minutes(70.0), USUAL[:5], FirstFeature())
    assert (found.level, found.unknown, found.usual) == (None, "baseline", 5)
    assert estimate(minutes(70.0), minutes(*range(60, 80), refused="gaps"), FirstFeature()).unknown == "baseline"


def test_minutes_that_disagree_by_three_levels_are_unknown() -> None:
    assert estimate(minutes(65.0, 65.0, 74.0, 74.0), USUAL, FirstFeature()).unknown == ""
    assert estimate(minutes(60.0, 60.0, 79.0, 79.0), USUAL, FirstFeature()).unknown == "unsure"


@given(st.floats(0, 1), st.floats(0, 1), st.lists(st.floats(0, 1), min_size=6, max_size=60))
def test_a_higher_probability_never_has_a_lower_level(one: float, two: float, usual: list[float]) -> None:
    low, high = sorted((one, two))
    assert fifth(low, np.array(usual)) <= fifth(high, np.array(usual))


def test_a_feature_that_never_changes_or_flies_off_stays_finite() -> None:
    scale = Scale.of(np.ones((6, 32)))
    assert np.abs(scale.normal(np.full((1, 32), 1e9))).max() == FARTHEST
    assert np.isfinite(scale.normal(np.ones((1, 32)))).all()
