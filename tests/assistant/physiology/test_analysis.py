"""Whole recordings: the demo person's known beats, and what must be refused."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.physiology.analysis import Analysis, analyse
from assistant.records.demo import demo

RECORDINGS = demo().recordings


@pytest.mark.parametrize("number", range(len(RECORDINGS)))
def test_the_demo_persons_recordings_are_usable(number: int) -> None:
    found = analyse(RECORDINGS[number])
    assert isinstance(found, Analysis)
    assert found.quality.steady
    assert len(found.minutes) == 10
    assert np.isfinite(found.features.values).all()
