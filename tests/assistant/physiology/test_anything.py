"""Whatever comes in, what goes out is in order, finite, and within the recording."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.physiology.analysis import traced
from assistant.physiology.beats import pulse_beats
from assistant.physiology.ecg import r_peaks
from assistant.physiology.wave import apart, highest, sharpened

VALUES = st.one_of(st.floats(-1e9, 1e9), st.sampled_from([0.0, np.nan, np.inf, -np.inf, 1.0]))


@pytest.mark.parametrize(("find", "slowest"), [(pulse_beats, 10.0), (r_peaks, 50.0)])
@given(samples=st.lists(VALUES, max_size=400), repeat=st.integers(1, 8), faster=st.sampled_from([1.0, 1.96, 2.5, 6.4, 12.5]))
def test_beats_are_in_order_and_within_the_recording(find: object, slowest: float, samples: list[float], repeat: int, faster: float) -> None:
    rate = slowest * faster
    x = np.tile(np.array(samples, dtype=np.float64), repeat)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        times = find(x, rate)  # type: ignore[operator]  # parametrised
    assert np.isfinite(times).all()
    assert (np.diff(times) > 0.2).all()
    assert not len(times) or (times[0] >= -0.5 / rate and times[-1] <= len(x) / rate)


@given(
    samples=st.lists(st.one_of(st.floats(-3000, 3000), VALUES.filter(lambda value: not abs(value) > 1e5)), max_size=300),
    kind=st.sampled_from(["ppg", "ecg", "ibi"]),
    repeat=st.integers(1, 30),
)
def test_windows_are_finite_or_refused(samples: list[float], kind: str, repeat: int) -> None:
    trace = traced(kind, np.tile(np.array(samples, dtype=np.float64), repeat), 50.0)  # type: ignore[arg-type]  # drawn
    for window in trace.windows(30, 30):
        assert 0 <= window.quality.kept <= 1
        assert window.features is None or np.isfinite(window.features.values).all()
        assert window.features is not None or window.quality.refused is not None


def test_the_highest_of_each_stretch() -> None:
    y = np.array([0, 3, 1, 9, 2, 5, 8, 7, 0, 4], dtype=np.float64)
    assert highest(y, np.array([0, 4, 9]), np.array([3, 8, 10])).tolist() == [1, 6, 9]
    assert highest(y, np.array([0, 3]), np.array([3, 10])).tolist() == [1, 3]
    assert highest(y, np.array([], dtype=np.int64), np.array([], dtype=np.int64)).tolist() == []


def test_of_peaks_near_each_other_the_highest_stays() -> None:
    y = np.zeros(100)
    at = np.array([10, 14, 30, 33, 36, 60])
    y[at] = [1, 2, 3, 2, 4, 1]
    assert apart(y, at, 5).tolist() == [14, 30, 36, 60]
    assert apart(y, at, 7).tolist() == [14, 36, 60]


def test_a_parabola_is_placed_exactly() -> None:
    at = np.arange(20)
    y = 5 - (at - 7.3) ** 2
    assert sharpened(y, np.array([7])).tolist() == pytest.approx([7.3])
    assert sharpened(np.array([1.0, 2.0]), np.array([1])).tolist() == [1.0]
    assert sharpened(y, np.array([0, 19])).tolist() == [0.0, 19.0]
