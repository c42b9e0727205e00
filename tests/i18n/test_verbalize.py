"""What a voice would read wrongly is said in words; every row was read aloud wrongly by one of the voices, or is its counterpart."""

from __future__ import annotations

import pytest

from assistant.errors import UsageError
from i18n.verbalize import sayable, verbalize

CASES = [
    # marks that are for the eye
    ("en", "**Sleep** well, _please_!", "Sleep well, please!"),
    ("en", "# Heading\n- one\n- two\n\n> three", "Heading. one. two. three"),
    ("en", "See [the page](https://nhs.uk/x) or https://a.b/c?d=1.", "See the page or"),
    ("en", "Well done 👍🏽 👩‍⚕️ ❤️!!!", "Well done!"),
    ("en", "<speak>hi</speak> [[h@loU]] `code` there", "hi code there"),
    ("en", "| a | b |\n|---|---|\n| c | d |", "a, b. c, d"),
    ("en", "...", ""),
    ("en", "💊", ""),
    ("en", "", ""),
    ("en", "snake_case stays, 5 * 3 too", "snake_case stays, 5 3 too"),
    ("en", "line\u202eone\u00a0two\u200b", "lineone two"),
    # units, decimals, thousands
    ("en", "5.4 mmol/L, 105 mg/dL, 1 mg, 72 bpm", "5 point 4 millimoles per litre, 105 milligrams per decilitre, 1 milligram, 72 beats per minute"),
    ("en", "1,200 mg/day, 3/day and/or more", "1200 milligrams per day, 3 per day and/or more"),
    ("en", "0.05 kg at 38.5 °C and 98%", "0 point 0 5 kilograms at 38 point 5 degrees Celsius and 98 percent"),
    ("en", "500 μg or 500 µg", "500 micrograms or 500 micrograms"),
    ("en", "version 1.2.3, room 5a", "version 1.2.3, room 5a"),
    ("es", "1,5 l, 21 kcal, 200 kcal, 1 h, 1.200 mg", "1 coma 5 litros, veintiuna kilocalorías, doscientas kilocalorías, una hora, 1200 miligramos"),
    ("de", "5,4 mmol/l, 1 h, 1.200 mg, 0.5 mg", "5 Komma 4 Millimol pro Liter, eine Stunde, 1200 Milligramm, 0 Komma 5 Milligramm"),
    ("fr", "1,5 l et 98 %", "1 virgule 5 litres et 98 pour cent"),
    ("it", "37,2 °C", "37 virgola 2 gradi centigradi"),
    # ranges, blood pressure, signs
    ("en", "1-2 tablets, 7–9 h, -5 °C", "1 to 2 tablets, 7 to 9 hours, minus 5 degrees Celsius"),
    ("en", "120/80 mmHg", "120 over 80 millimetres of mercury"),
    ("es", "120/80 mmHg, 3-4 veces", "120 sobre 80 milímetros de mercurio, 3 a 4 veces"),
    ("de", "120/80 mmHg, 3–4 Mal", "120 zu 80 Millimeter Quecksilber, 3 bis 4 Mal"),
    ("en", "≥ 3 g, <5 g, 2 × 5", "at least 3 grams, less than 5 grams, 2 times 5"),
    ("en", "0800-111-222 and 2-3-4", "0800-111-222 and 2-3-4"),
    # dates and times
    ("en", "2026-11-30", "30th of November 2026"),
    ("en", "on 30/11/2026 or 11/30/2026", "on 30th of November 2026 or 30th of November 2026"),
    ("en", "03/04/2026", "3, 4, 2026"),
    ("en", "2026-13-45", "2026-13-45"),
    ("es", "el 30/11/2026 a las 10:30", "el 30 de noviembre de 2026 a las 10 y 30"),
    ("de", "am 30.11.2026 um 10:30 Uhr", "am dreißigsten November 2026 um 10 Uhr 30"),
    ("de", "um 10:00 Uhr", "um 10 Uhr"),
    ("fr", "le 2026-11-01 à 10:30", "le 1er novembre 2026 à 10 heures 30"),
    ("it", "il 2026-11-02 alle 10:30", "il 2 novembre 2026 alle 10 e 30"),
    # abbreviations
    ("en", "E.g. tea, i.e. herbal, etc.", "For example tea, that is herbal, and so on"),
    ("es", "P. ej. té; Dra. Ruiz", "Por ejemplo té; doctora Ruiz"),
    ("de", "Z. B. Tee, ca. 5 min, bzw. mehr", "Zum Beispiel Tee, circa 5 Minuten, beziehungsweise mehr"),
    ("en", "Most adults (18–64 years) need sleep (7 h).", "Most adults, 18 to 64 years, need sleep, 7 hours."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "spoken"), CASES)
def test_words_for_the_ear(language: str, text: str, spoken: str) -> None:
    assert verbalize(text, language) == spoken


@pytest.mark.parametrize(("language", "text"), [(language, text) for language, text, _ in CASES])
def test_saying_it_twice_changes_nothing(language: str, text: str) -> None:
    once = verbalize(text, language)
    assert verbalize(once, language) == once


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UsageError):
        verbalize("hello", "xx")


def test_a_language_without_words_says_so() -> None:
    assert sayable("fr")
    assert not sayable("ja")
