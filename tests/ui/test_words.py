"""The page's words: the same messages in each language, and none that the page asks for is missing."""

from __future__ import annotations

import re

import pytest

from i18n.catalog import Catalogue
from ui.page import STATIC
from ui.words import page_languages, page_words

CATALOGUE = Catalogue()
WORDS = page_words(CATALOGUE, ("en", "es", "de"), emergency="112", host="models.example")


@pytest.mark.parametrize("language", ["es", "de"])
def test_every_language_has_the_same_messages_and_slots(language: str) -> None:
    mine, english = ({m for m in CATALOGUE.messages(code) if m.startswith(("ui-", "trace-"))} for code in (language, "en"))
    assert mine == english
    for name, text in WORDS["en"].items():
        assert set(re.findall(r"\{\w+\}", WORDS[language][name])) == set(re.findall(r"\{\w+\}", text)), name


def test_the_page_asks_for_no_word_that_does_not_exist() -> None:
    asked = set(re.findall(r'data-[wlp]="([\w-]+)"', (STATIC / "talk.html").read_text(encoding="utf-8")))
    for script in STATIC.glob("*.js"):
        asked |= set(re.findall(r'say\("([\w-]+)"', script.read_text(encoding="utf-8")))
    assert len(asked) > 30
    assert asked <= set(WORDS["en"])
    states = set(re.findall(r"data-state=(\w+)", (STATIC / "page.css").read_text(encoding="utf-8")))
    assert {f"state-{state}" for state in states} <= set(WORDS["en"])


def test_what_leaves_the_machine_and_whom_to_call_are_named() -> None:
    assert "models.example" in WORDS["de"]["leaves"]
    assert "112" in WORDS["es"]["not-doctor"]
    assert WORDS["en"]["call"] == "Call {number}"


def test_languages_without_a_catalogue_are_not_offered() -> None:
    assert page_languages(("fr", "de", "it")) == ("de",)
    assert page_languages(("fr",)) == ("en",)
