"""Error rates count what was misheard, not how it is written."""

from __future__ import annotations

import pytest

from assistant.evals.wording import edits, error_rate, units


@pytest.mark.parametrize(
    ("said", "heard", "language"),
    [
        ("Turn on the living room light.", "turn on the living-room light", "en"),
        ("sixty two beats", "62 beats", "en"),
        ("seven thousand five hundred steps", "7,500 steps", "en"),
        ("siebentausendfünfhundert Schritte", "7.500 Schritte", "de"),
        ("zweiundzwanzig Komma eins Grad", "22,1 Grad", "de"),
        ("ocho mil pasos", "8.000 pasos", "es"),
        ("Comment t’appelles-tu ?", "comment t'appelles tu", "fr"),
        ("リビングの電気をつけて。", "リビングの 電気をつけて", "ja"),
    ],
)
def test_the_same_words(said: str, heard: str, language: str) -> None:
    assert error_rate(said, heard, language) == 0


@pytest.mark.parametrize(
    ("said", "heard", "language", "rate"),
    [
        ("one two three four", "one two four", "en", 0.25),
        ("one two three four", "one two too three four", "en", 0.25),
        ("one two three four", "", "en", 1.0),
        ("one", "one two three", "en", 2.0),
        ("打开客厅的灯", "打開客廳的燈", "zh", 0.5),
        ("six hours", "7 hours", "en", 0.5),
    ],
)
def test_other_words(said: str, heard: str, language: str, rate: float) -> None:
    assert error_rate(said, heard, language) == pytest.approx(rate)


def test_nothing_said_has_no_rate() -> None:
    with pytest.raises(ValueError, match="were said"):
        error_rate("...", "hello", "en")


def test_edits_are_least() -> None:
    assert edits("kitten", "sitting") == 3
    assert edits("", "abc") == 3
    assert edits("abc", "abc") == 0


def test_characters_where_words_are_not_spaced() -> None:
    assert units("거실 불", "ko") == ("거", "실", "불")
