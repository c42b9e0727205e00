"""Sentences are cut where they end, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audio.chunk import sentences


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Your temperature was 98.6 degrees. | Dr. Smith said so! | Take 2.5 mg, e.g. with water. | Really? | Yes."),
        ("en", "At 9 a.m. Monday you walked 7,500 steps. | Then you slept."),
        ("en", "J. Smith wrote it. | See No. 4 of St. Mary's."),
        ("en", 'She said "Sleep well." | And then?'),
        ("de", "Die Temperatur war 22,1 °C. | Am 3. März haben Sie 7.500 Schritte gemacht. | Ihr Puls war 62. | Danach nicht."),
        ("de", "Letzte Woche (23.–29. November) haben Sie 6 h geschlafen. | Gut."),
        ("de", "Essen Sie z. B. Obst, d. h. Äpfel o. ä. Sachen. | Dr. Meier rät dazu. | Am 30. November ca. 7 Std. Schlaf."),
        ("de", "Das war der 2. Tag der 3. Woche. | Gut!"),
        ("es", "Coma fruta, p. ej. manzanas. | El Sr. Gil durmió 6,5 h. | ¿Cómo está? | ¡Bien!"),
        ("fr", "M. Petit a dormi 6 h. | Mangez p. ex. des fruits. | Ça va ?"),
        ("it", "Il dott. Rossi dorme ca. 7 ore. | Bene!"),
        ("ja", "よく眠れましたか。|はい！|次です。"),
        ("hi", "आप छह घंटे सोए। | यह अच्छा है।"),
        ("xx", "One. | Two."),
        ("en", "A list: | - one thing | - another thing"),
        ("en", "1. Go to bed early. | 2. Drink less coffee."),
    ],
)
def test_sentences(language: str, text: str) -> None:
    wanted = tuple(piece.strip() for piece in text.split("|"))
    whole = text.replace("|", "\n" if "- one" in text else "")
    assert sentences(whole, language) == wanted


def test_nothing_gives_nothing() -> None:
    assert sentences("", "en") == ()
    assert sentences(" \n ", "en") == ()


def test_an_endless_sentence_is_cut_at_its_commas() -> None:
    pieces = sentences(", ".join(["you slept six hours"] * 60) + ".", "en")
    assert len(pieces) > 2
    assert all(len(piece) <= 400 for piece in pieces)
    assert all(piece.endswith(",") for piece in pieces[:-1])


@given(st.text(alphabet="aB1.,!? \n«»。", max_size=300), st.sampled_from(["en", "de", "es", "ja"]))
def test_no_word_is_lost(text: str, language: str) -> None:
    assert "".join("".join(sentences(text, language)).split()) == "".join(text.split())
