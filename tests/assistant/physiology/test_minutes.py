"""Minutes on their way through the data pipe."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest

from assistant.errors import TaskError
from assistant.physiology.analysis import traced
from assistant.physiology.features import FEATURES
from assistant.physiology.minutes import Minutes

from .synthetic import noise, pulse

START = datetime.fromisoformat("2026-11-29T09:00:00+01:00")


def minutes() -> Minutes:
    samples = pulse(66, 25, seconds=180)[0]
    samples[60 * 25 : 120 * 25] = 5000 * noise("white", 25, 60, 1)
    return Minutes(START, "ppg", "watch", None, traced("ppg", samples, 25).windows(60, 60))


def test_they_come_back_as_they_were() -> None:
    own = minutes()
    back = Minutes.read(json.loads(json.dumps(own.json(), allow_nan=False)))
    assert (back.start, back.kind, back.source, back.refused) == (START, "ppg", "watch", None)
    assert [window.quality for window in back.windows] == [window.quality for window in own.windows]
    assert [window.quality.refused for window in back.windows] == [None, "noisy", None]
    for one, other in zip(own.windows, back.windows, strict=True):
        assert (one.at, one.seconds) == (other.at, other.seconds)
        assert (one.features is None) == (other.features is None)
        if one.features is not None and other.features is not None:
            np.testing.assert_array_equal(one.features.values, other.features.values)


def test_no_raw_sample_is_kept() -> None:
    assert len(json.dumps(minutes().json())) < 4000


@pytest.mark.parametrize("held", [None, [], "x", b"x", {}, {"pulse": "key"}, {"start": "2026-11-29T09:00:00+01:00", "minutes": []}])
def test_what_is_something_else_is_refused(held: object) -> None:
    with pytest.raises(TaskError, match="run pulse first"):
        Minutes.read(held)


def test_other_features_are_refused() -> None:
    held = minutes().json()
    assert isinstance(held, dict)
    with pytest.raises(TaskError, match="another version"):
        Minutes.read({**held, "features": list(reversed(FEATURES))})
    cut = replace(minutes(), windows=()).json()
    assert isinstance(cut, dict)
    one = {"at": 0, "seconds": 60, "shape": 1, "kept": 1, "beats": 60, "refused": None, "values": [1.0]}
    with pytest.raises(TaskError, match="another version"):
        Minutes.read({**cut, "minutes": [one]})
