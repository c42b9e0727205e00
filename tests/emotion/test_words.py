"""Feelings in words: tables of our own, look-alikes, negation, and the held-out cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.errors import UsageError
from emotion.words import LANGUAGES, WordAffect, lexicon

HELD_OUT = Path(__file__).parents[1] / "heldout" / "feeling.jsonl"

FEELINGS = [
    ("en", "I feel so sad since my dog died", "sad"),
    ("en", "I can't stop crying", "sad"),
    ("en", "I'm really worried about my heart", "anxious"),
    ("en", "I am fed up with this watch", "angry"),
    ("en", "This makes me furious", "angry"),
    ("en", "I'm so happy, I beat my record", "happy"),
    ("en", "My knee hurts a lot", "pain"),
    ("en", "I have a terrible headache again", "pain"),
    ("en", "I'm completely exhausted", "tired"),
    ("en", "I have no energy at all", "tired"),
    ("es", "Estoy muy triste desde que murió mi padre", "sad"),
    ("es", "Me da mucho miedo el resultado", "anxious"),
    ("es", "Estoy harta de esta aplicación", "angry"),
    ("es", "¡Qué alegría, estoy feliz!", "happy"),
    ("es", "Me duele mucho la espalda", "pain"),
    ("es", "Estoy agotado", "tired"),
    ("es", "No he dormido nada", "tired"),
    ("de", "Ich bin so traurig", "sad"),
    ("de", "Ich habe Angst vor dem Ergebnis", "anxious"),
    ("de", "Das nervt mich total", "angry"),
    ("de", "Ich freue mich riesig", "happy"),
    ("de", "Mein Rücken tut weh", "pain"),
    ("de", "Ich bin total erschöpft", "tired"),
    ("fr", "Je suis très inquiète", "anxious"),
    ("fr", "J'ai mal au dos", "pain"),
    ("it", "Sono molto stanca", "tired"),
    ("it", "Ho paura", "anxious"),
]
NOTHING = [
    ("en", "How did I sleep last week?"),
    ("en", "The test was positive"),
    ("en", "My biopsy came back negative"),
    ("en", "My blood sugar is high again"),
    ("en", "I'm not worried"),
    ("en", "I am not in pain"),
    ("en", "Show me my stress level"),
    ("en", "How many steps did I take yesterday?"),
    ("en", "Happy birthday to my sister"),
    ("es", "¿Cómo dormí la semana pasada?"),
    ("es", "El resultado fue positivo"),
    ("es", "No estoy preocupada"),
    ("es", "Muéstrame el nivel de estrés"),
    ("es", "Tengo la tensión alta"),
    ("de", "Wie habe ich letzte Woche geschlafen?"),
    ("de", "Der Test war negativ"),
    ("de", "Ich bin nicht traurig"),
    ("de", "Mein Blutdruck ist hoch"),
    ("de", "Zeig mir mein Stresslevel"),
    ("fr", "Combien de pas ai-je faits hier ?"),
    ("it", "Il test è positivo"),
    ("en", ""),
    ("en", "…!?"),
]


@pytest.fixture(scope="module")
def words() -> WordAffect:
    return WordAffect()


@pytest.mark.parametrize(("language", "text", "feeling"), FEELINGS)
def test_feelings(words: WordAffect, language: str, text: str, feeling: str) -> None:
    emotion = words.read(text, language)
    assert (emotion.label, emotion.status, emotion.source) == (feeling, "heard", "words")
    assert emotion.valence is not None
    assert (emotion.valence > 0) == (feeling == "happy")
    assert all(piece in text for piece in emotion.evidence)
    assert emotion.arousal is None


@pytest.mark.parametrize(("language", "text"), NOTHING)
def test_nothing_is_read_into_data_and_results(words: WordAffect, language: str, text: str) -> None:
    assert words.read(text, language).label in {None, "neutral"}


@pytest.mark.parametrize(("language", "text", "feeling"), FEELINGS)
def test_writing_does_not_count(words: WordAffect, language: str, text: str, feeling: str) -> None:
    for other in (text.upper(), text.lower(), f"  {text.replace(' ', '  ')} !!", text.replace("'", "’")):
        assert words.read(other, language).label == feeling


def test_negated_joy_is_no_joy(words: WordAffect) -> None:
    assert words.read("I am not happy", "en").label == "sad"
    assert words.read("Ich bin nicht glücklich", "de").label != "happy"
    assert words.read("No estoy contento", "es").label != "happy"


def test_need_is_heard_before_joy(words: WordAffect) -> None:
    assert words.read("Great, another sleepless night, I'm exhausted", "en").label == "tired"


def test_a_feeling_beside_a_question_is_heard(words: WordAffect) -> None:
    assert words.read("I'm so exhausted. How did I sleep last night?", "en").label == "tired"


def test_unknown_language_is_unknown(words: WordAffect) -> None:
    assert words.read("Jestem smutny", "pl").status == "unknown"
    assert words.read(None, "en").status == "unknown"


def test_a_damaged_lexicon_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "en.toml"
    path.write_text("language = 'en'\n[[phrase]]\nfeeling = 'hungry'\nweight = 2\nvalence = 0\nany = ['food']\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"en\.toml"):
        lexicon(path)


def test_every_language_has_every_feeling() -> None:
    from assistant.assets import asset

    for language in LANGUAGES:
        assert {cue.feeling for cue in lexicon(asset("emotion", f"{language}.toml")).cues} == {
            "sad", "anxious", "angry", "happy", "pain", "tired", "neutral",
        }  # fmt: skip


@pytest.mark.parametrize(("language", "floor"), [("en", 0.92), ("es", 0.92), ("de", 0.92)])
def test_held_out(words: WordAffect, language: str, floor: float) -> None:
    cases = [case for case in map(json.loads, HELD_OUT.read_text(encoding="utf-8").splitlines()) if case["language"] == language]
    right = sum((words.read(case["text"], language).label or "none").replace("neutral", "none") == case["expect"] for case in cases)
    assert len(cases) == 27
    assert right / len(cases) >= floor, f"{right} of {len(cases)}"


@pytest.mark.parametrize(
    "text",
    ["I have no chest pain, how many steps did I walk?", "I had no pain last night", "My deadline is killing me", "my back pain is finally gone"],
)
def test_pain_that_is_not_there_is_not_heard(words: WordAffect, text: str) -> None:
    assert words.read(text, "en").label in {None, "neutral"}


@pytest.mark.parametrize("text", ["my knees are killing me", "I have no idea why my head hurts", "no wonder my back hurts"])
def test_pain_that_is_there_is_heard(words: WordAffect, text: str) -> None:
    assert words.read(text, "en").label == "pain"
