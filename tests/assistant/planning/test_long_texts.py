"""Work on a long text grows with its length, not with its square: it holds up everybody's turn."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

import pytest

from assistant.planning.slots import find_slots
from i18n.lexicon import Lexicon, Word


@pytest.mark.parametrize(
    ("text", "language"), [("last week ", "en"), ("not my sleep but my ", "en"), ("1.1. ", "de"), ("上周", "zh"), ("وبال", "ar")]
)
def test_words_are_looked_for_as_often_in_a_long_text_as_in_a_short_one(text: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    find = Lexicon.find

    def counted(self: Lexicon, section: str, text: str, leave: Collection[str] = ()) -> tuple[Word, ...]:
        looked.append(section)
        return find(self, section, text, leave)

    monkeypatch.setattr(Lexicon, "find", counted)
    find_slots(text * 2, language, date(2026, 11, 30))
    short = len(looked)
    looked.clear()
    find_slots(text * 200, language, date(2026, 11, 30))
    assert len(looked) == short
