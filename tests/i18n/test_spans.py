from __future__ import annotations

import random
from dataclasses import dataclass, field

from i18n.folding import fold
from i18n.spans import apart, overlap


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int


@dataclass(slots=True)
class _Watched:
    """Counts how often anybody looks where it begins."""

    at: int
    end: int
    looks: list[int] = field(default_factory=list)

    @property
    def start(self) -> int:
        self.looks.append(1)
        return self.at


def test_the_longest_wins_then_the_first_and_the_order_is_that_of_the_text() -> None:
    long, early, late, inside = _Span(4, 12), _Span(0, 4), _Span(12, 15), _Span(5, 7)
    assert apart([inside, late, long, early]) == [early, long, late]
    same = [_Watched(0, 5), _Watched(0, 5)]
    assert apart(same)[0] is same[0]


def test_nothing_is_lost_and_nothing_overlaps_in_any_crowd() -> None:
    chance = random.Random(7)
    for _ in range(200):
        crowd = [_Span(start, start + chance.randint(1, 9)) for start in (chance.randint(0, 60) for _ in range(30))]
        chosen = apart(crowd)
        assert not any(overlap(one, two) for n, one in enumerate(chosen) for two in chosen[n + 1 :])
        assert all(any(overlap(span, kept) for kept in chosen) for span in crowd)
        assert all(any(overlap(span, kept) and kept.end - kept.start >= span.end - span.start for kept in chosen) for span in crowd)


def test_a_text_with_thousands_of_dates_is_not_compared_pair_by_pair() -> None:
    crowd = [_Watched(5 * n, 5 * n + 4) for n in range(2000)]
    assert len(apart(crowd)) == 2000
    assert sum(len(span.looks) for span in crowd) < 20 * len(crowd)


def test_a_text_is_folded_once_however_many_lists_of_words_are_looked_for() -> None:
    text = "Wie lange habe ich letzte Nacht geschlafen?"
    assert fold(text) is fold("".join(list(text)))
