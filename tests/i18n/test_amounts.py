"""Amounts in ten languages: digits in every habit, number words, halves, times of day, units."""

from __future__ import annotations

import pytest

from i18n.amounts import find_amounts

# language: text | value unit of each amount, in order
FOUND = """
en: more than 10,000 steps | 10000
en: ten thousand steps | 10000
en: twenty-five thousand five hundred | 25500
en: under seven and a half hours | 7.5 hours
en: 7 hours 30 minutes | 450 minutes
en: half an hour | 30 minutes
en: after midnight | 0 clock
en: before half past eleven | 690 clock
en: at 11:30 pm | 1410 clock
en: 8k | 8000
en: above 10 mmol | 10 mmol
en: under 150 pounds | 150 pounds
en: three days in a row above 75 | 3 days; 75
en: 140/90 | 140; 90
en: H1N1, VO2 and one thing |
de: mehr als achttausend Schritte | 8000
de: unter siebeneinhalb Stunden | 7.5 hours
de: vor halb zwölf | 690 clock
de: nach 23 Uhr | 1380 clock
de: über 8.000 Schritte, unter 7,5 Stunden | 8000; 7.5 hours
es: menos de siete horas y media | 7.5 hours
es: antes de las once y media de la noche | 1410 clock
es: ocho mil pasos | 8000
fr: plus de 10 000 pas | 10000
fr: avant 23h30 | 1410 clock
fr: sept heures et demie | 7.5 hours
it: più di diecimila passi | 10000
it: sette ore e mezza | 7.5 hours
pt: depois da meia-noite | 0 clock
pt: dez mil passos | 10000
fi: yli kymmenentuhatta askelta | 10000
fi: alle seitsemän ja puoli tuntia | 7.5 hours
hi: दस हज़ार कदम | 10000
hi: साढ़े सात घंटे | 7.5 hours
hi: रात ११ बजे | 660 clock
zh: 超过一万步 | 10000
zh: 七个半小时 | 7.5 hours
zh: 晚上11点之后 | 1380 clock
zh: 百分之多少 |
ar: أكثر من عشرة آلاف خطوة | 10000
ar: سبع ساعات ونصف | 7.5 hours
ar: بعد منتصف الليل | 0 clock
ja: 8000 | 8000
"""
CASES = [
    (language.strip(), text.strip(), [found.strip() for found in wanted.split(";") if found.strip()])
    for language, text, wanted in ((line.partition(":")[0], *line.partition(":")[2].rsplit("|", 1)) for line in FOUND.strip().splitlines())
]


@pytest.mark.parametrize(("language", "text", "wanted"), CASES)
def test_amounts(language: str, text: str, wanted: list[str]) -> None:
    assert [f"{amount.value:g} {amount.unit}".strip() for amount in find_amounts(text, language)] == wanted


def test_offsets_are_those_of_the_text() -> None:
    text = "Straße: über 8.000 Schritte"
    (amount,) = find_amounts(text, "de")
    assert text[amount.start : amount.end] == "8.000"
