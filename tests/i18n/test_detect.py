import tomllib

import pytest

from assistant.assets import asset
from assistant.errors import UsageError
from assistant.planning.exemplars import read_exemplars
from assistant.tasks.registry import builtin_tasks
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


@pytest.mark.parametrize(
    "text",
    [
        "Combien de pas ai-je faits hier ?", "Quanto ho dormito la notte scorsa?", "Quantos passos eu dei ontem?",
        "Hoeveel stappen heb ik gisteren gezet?", "Kuinka monta askelta otin eilen?",
        "मैंने कल कितने कदम चले?", "我昨天走了多少步？", "كم خطوة مشيت أمس؟", "胸が痛い", "Сколько я спал?",
    ],
)  # fmt: skip
def test_another_language_is_told(detector: LanguageDetector, text: str) -> None:
    assert detector.foreign(text)


def test_our_languages_are_never_foreign(detector: LanguageDetector) -> None:
    sentences = [s.text for s in read_exemplars(builtin_tasks()).sentences if s.language in ("en", "es", "de")]
    assert len(sentences) > 300
    assert [text for text in (*sentences, "Anna Kowalska", "😀", "…", "HRV", "¿Cuántos Schritte did I take ayer?") if detector.foreign(text)] == []


def test_a_configured_language_is_not_foreign() -> None:
    detector = LanguageDetector(("en", "fr"), WORDS)
    assert not detector.foreign("Combien de pas ai-je faits hier ?")
    assert detector.detect("Combien de pas ai-je faits hier ?") == "fr"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Quantos passos dei ontem?", "pt"), ("olá", "pt"), ("Quanto tempo dormi na noite passada?", "pt"), ("obrigado", "pt"),
        ("¿Cuántos pasos di ayer?", "es"), ("Quanti passi ho fatto ieri?", "it"), ("Combien de pas hier ?", "fr"), ("hei", "fi"),
        ("Kuinka monta askelta otin eilen?", "fi"), ("kiitos", "fi"), ("कल मैं कितने कदम चला?", "hi"), ("नमस्ते", "hi"),
        ("我昨天走了多少步？", "zh"), ("你好", "zh"), ("كم خطوة مشيت أمس؟", "ar"), ("شكرا", "ar"), ("ja", "de"), ("hello", "en"),
    ],
)  # fmt: skip
def test_ten_languages_are_told_apart(text: str, language: str) -> None:
    assert LanguageDetector(("en", "es", "de", "fr", "it", "pt", "fi", "hi", "zh", "ar"), WORDS).detect(text) == language


@pytest.mark.parametrize("code", ["xx", "EN", "../x"])
def test_an_unknown_language_is_one_sentence(code: str) -> None:
    with pytest.raises(UsageError, match="name them by their codes"):
        LanguageDetector(("en", code), WORDS)


def test_no_listed_word_belongs_to_two_languages() -> None:
    listed = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    seen: dict[str, str] = {}
    for language, words in listed.items():
        for word in words:
            assert word == fold(word).text, f"{word} is not written plainly"
            assert seen.setdefault(word, language) == language, f"{word} is in {seen[word]} and {language}"
