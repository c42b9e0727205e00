import tomllib

import pytest

from assistant.assets import asset
from i18n.detect import LanguageDetector
from i18n.folding import fold

WORDS = asset("languages.toml")


@pytest.fixture(scope="module")
def detector() -> LanguageDetector:
    return LanguageDetector(("en", "es", "de"), WORDS)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How did I sleep last week?", "en"),
        ("cuantos pasos di ayer", "es"),
        ("Wie war mein Ruhepuls im letzten Monat?", "de"),
        ("me duele el pecho", "es"),
        ("hola", "es"),
        ("Gracias!", "es"),
        ("Hallo", "de"),
        ("danke schön", "de"),
        ("hello", "en"),
        ("thank you", "en"),
    ],
)
def test_the_language_of_a_text(detector: LanguageDetector, text: str, language: str) -> None:
    assert detector.detect(text) == language
    assert detector.detect(text.upper()) == language


@pytest.mark.parametrize("text", ["ok", "102", "👍", "?", "HRV", ""])
def test_a_text_that_says_nothing_keeps_the_language_of_the_conversation(detector: LanguageDetector, text: str) -> None:
    assert detector.detect(text, preferred="es") == "es"
    assert detector.detect(text) == "en"


def test_no_listed_word_belongs_to_two_languages() -> None:
    listed = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    seen: dict[str, str] = {}
    for language, words in listed.items():
        for word in words:
            assert word == fold(word).text, f"{word} is not written plainly"
            assert seen.setdefault(word, language) == language, f"{word} is in {seen[word]} and {language}"
