from __future__ import annotations

import pytest
from babel import Locale

from assistant.errors import UsageError
from i18n.languages import LANGUAGES, reply_language, resolve


@pytest.mark.parametrize(
    ("written", "code"),
    [("de", "de"), ("DE", "de"), ("es-MX", "es"), ("en_US", "en"), (" it ", "it"), ("pt-PT", "pt"), ("zh_Hans", "zh"), ("AR", "ar")],
)
def test_codes_are_found_however_they_are_written(written: str, code: str) -> None:
    assert resolve(written).code == code


@pytest.mark.parametrize("unknown", ["xx", "", "english", "d"])
def test_an_unknown_language_names_the_known_ones(unknown: str) -> None:
    with pytest.raises(UsageError, match=r"use one of en \(English\), es \(Spanish\), .*, pt \(Portuguese\), .*, ar \(Arabic\)"):
        resolve(unknown)


def test_the_table_agrees_with_cldr_and_the_catalogues() -> None:
    for language in LANGUAGES.values():
        locale = Locale.parse(language.locale)
        assert locale.language == language.code
        assert locale.get_display_name().lower().startswith(language.endonym.lower())
        assert language.direction == ("rtl" if locale.text_direction == "rtl" else "ltr")
        assert language.replies == (language.address is not None)


def test_who_cannot_be_answered_in_their_language_is_answered_in_english() -> None:
    assert [reply_language(code) for code in ("es", "de", "fr", "xx")] == ["es", "de", "en", "en"]
