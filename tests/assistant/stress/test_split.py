"""No person on both sides."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import UsageError
from assistant.stress.fit import fit_logistic
from assistant.stress.measure import out_of_fold
from assistant.stress.split import by_person, checked, leave_one_out


@given(st.lists(st.integers(1, 12), min_size=20, max_size=200))
def test_a_person_is_in_one_fold_only_and_every_minute_is_tested_once(people: list[int]) -> None:
    person = np.array(people)
    for splits in (by_person(person, 5), leave_one_out(person)):
        tested = np.concatenate([test for _, test in checked([(learn, test) for learn, test in splits if len(test)], person)])
        assert sorted(tested) == list(range(len(person)))


def test_a_split_by_minutes_is_refused_by_the_trainer() -> None:
    rng = np.random.default_rng(1)
    x, person = rng.normal(size=(60, 32)), np.repeat(np.arange(6), 10)
    y = rng.random(60) < 0.4
    minutes = np.arange(60)
    with pytest.raises(UsageError, match="person 0 is both learnt from and tested on"):
        out_of_fold(fit_logistic, x, y, person, [(minutes[::2], minutes[1::2])])
