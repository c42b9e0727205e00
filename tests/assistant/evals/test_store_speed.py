"""The benchmark of the store answers rightly before it says how fast."""

from __future__ import annotations

from assistant.evals.store_speed import measure


def test_what_is_timed_is_right() -> None:
    report = measure(60_000)
    figures = {figure.name: figure for figure in report.figures}
    right = figures["answers that equal what was generated"]
    assert (right.value, right.n) == (1.0, 5 + 4 + 1)
    assert figures["on disk"].value < 40
    assert all(figure.value > 0 for figure in report.figures)
