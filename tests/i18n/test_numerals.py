from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words

from i18n.numerals import ordinal, plain_number, read_words, spoken_integer


@pytest.mark.parametrize("language", ["en", "es", "de"])
@given(value=st.integers(2, 99_999))
def test_number_words_are_read_back(language: str, value: int) -> None:
    words = str(num2words(value, lang=language))
    if value % 1000 == 1:
        return  # "… uno" at the end is read with its thousands in another test
    assert read_words(f"so {words} here", language) == f"so {value} here"


@given(value=st.integers(2, 99_999), gender=st.sampled_from(["m", "f"]))
def test_spanish_numbers_before_a_noun_are_read_back(value: int, gender: str) -> None:
    said = spoken_integer(value, "es", gender)  # type: ignore[arg-type]  # a literal
    assert read_words(f"{said} x", "es") == f"{value} x"


@pytest.mark.parametrize(
    ("language", "text", "read"),
    [
        ("en", "one of the two, no one, a thousand and one steps", "one of the 2, no one, 1001 steps"),
        ("en", "one hundred and twenty-one, five hundred", "121, 500"),
        ("es", "uno de los dos, mil uno", "uno de los 2, 1001"),
        ("de", "eine von zwei, tausendeins, einundzwanzig", "eine von 2, 1001, 21"),
        ("en", "well-known and mid-November", "well known and mid-November"),
    ],
)
def test_words_in_running_text(language: str, text: str, read: str) -> None:
    assert read_words(text, language) == read


@pytest.mark.parametrize(
    ("value", "language", "gender", "said"),
    [
        (1, "es", "f", "una"),
        (1, "es", "m", "un"),
        (21, "es", "m", "veintiún"),
        (21, "es", "f", "veintiuna"),
        (31, "es", "m", "treinta y un"),
        (11, "es", "f", "11"),
        (500, "es", "f", "quinientas"),
        (500, "es", "m", "500"),
        (1, "de", "f", "eine"),
        (1, "de", "m", "ein"),
        (1, "en", "f", "1"),
    ],
)
def test_a_number_agrees_with_its_noun(value: int, language: str, gender: str, said: str) -> None:
    assert spoken_integer(value, language, gender) == said  # type: ignore[arg-type]  # a literal


def test_days_of_the_month() -> None:
    assert [ordinal(day, "en") for day in (1, 2, 3, 11, 23)] == ["1st", "2nd", "3rd", "11th", "23rd"]
    assert [ordinal(day, "de") for day in (1, 3, 7, 23)] == ["ersten", "dritten", "siebten", "dreiundzwanzigsten"]


@pytest.mark.parametrize(
    ("written", "language", "plain"),
    [
        ("1,200", "en", "1200"),
        ("1.200", "en", "1.200"),
        ("1.200", "de", "1200"),
        ("5,4", "es", "5.4"),
        ("0.5", "de", "0.5"),
        ("0.500", "de", "0.500"),
        ("1.2.3", "en", None),
        ("1,2", "en", None),
        ("12,345.6", "en", "12345.6"),
        ("12.345,6", "de", "12345.6"),
        ("7", "it", "7"),
    ],
)
def test_a_written_number_is_read_by_its_language(written: str, language: str, plain: str | None) -> None:
    assert plain_number(written, language) == plain
