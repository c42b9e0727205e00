"""What a speaker takes back in the same breath, in every language, and what looks like it and is none."""

from __future__ import annotations

from datetime import date

import pytest

from assistant.planning.slots import find_slots

MONDAY = date(2026, 11, 30)

# language: text | measures | days
SAID = """
en: my steps on Friday, no wait, on Thursday | steps | 11-26
en: show me the distance, sorry I mean the calories burned, for Friday | energy | 11-27
en: did I sleep well last week no hang on this month | sleep_duration | 11-01/11-30
en: how much deep sleep, no, make that REM sleep, did I get last night | rem_sleep | 11-30
en: not yesterday but the day before yesterday, my steps | steps | 11-28
en: how many steps did I actually take on Friday | steps | 11-27
en: compare my steps on Friday and my steps on Wednesday | steps steps | 11-27; 11-25
en: I mean my steps on Friday | steps | 11-27
en: note that I walked on Friday, no wait, on Thursday | | 11-27; 11-26
es: los pasos del viernes, digo, del jueves | steps | 11-26
es: mi pulso de ayer no espera el de anteayer | heart_rate | 11-28
es: no ayer sino anteayer, mis pasos | steps | 11-28
fr: mes pas de vendredi, euh non, de jeudi | steps | 11-26
fr: mon pouls, pardon je veux dire mon sommeil, de la nuit dernière | sleep_duration | 11-30
de: meine Schritte am Freitag, nein warte, am Donnerstag | steps | 11-26
de: meinen Puls, ach Quatsch, meinen Tiefschlaf letzte Nacht | deep_sleep | 11-30
de: nicht gestern, sondern vorgestern, meine Schritte | steps | 11-28
it: i passi di venerdì, anzi, di giovedì | steps | 11-26
it: la distanza no scusa i passi di ieri | steps | 11-29
it: non ieri ma l'altro ieri, i miei passi | steps | 11-28
pt: os passos de sexta, não, espera, de quinta | steps | 11-26
pt: o meu pulso, quero dizer, o sono profundo da noite passada | deep_sleep | 11-30
fi: askeleet perjantaina, ei kun torstaina | steps | 11-26
fi: eilisen syke, tarkoitan eilisen matka | distance | 11-29; 11-29
hi: शुक्रवार के कदम, नहीं रुको, गुरुवार के | steps | 11-26
hi: कल के कदम, मेरा मतलब कल की दूरी | distance | 11-29
zh: 周五的步数，啊不，周四的 | steps | 11-26
zh: 昨天的心率，不对，是昨天的距离 | distance | 11-29
ar: خطوات يوم الجمعة، لا أقصد يوم الخميس | steps | 11-26
ar: نبضي أمس، عفوا، أقصد المسافة أمس | distance | 11-29
"""


def lines() -> list[tuple[str, str, str, str]]:
    found = []
    for line in SAID.strip().splitlines():
        language, _, rest = line.partition(": ")
        text, measures, days = (part.strip() for part in rest.split("|"))
        found.append((language, text, measures, days))
    return found


@pytest.mark.parametrize(("language", "text", "measures", "days"), lines())
def test_only_what_the_speaker_stands_by_counts(language: str, text: str, measures: str, days: str) -> None:
    slots = find_slots(text, language, MONDAY)
    assert " ".join(word.says for word in slots.measures) == measures
    spans = [(mention.period.start.strftime("%m-%d"), mention.period.end.strftime("%m-%d")) for mention in slots.periods]
    short = [start if start == end else f"{start}/{end}" for start, end in spans]
    wanted = [part.strip() for part in days.split(";")]
    assert list(dict.fromkeys(short)) == list(dict.fromkeys(wanted))


def test_two_weekdays_in_a_row_are_one_stretch_unless_they_are_compared() -> None:
    one = find_slots("my pulse on Saturday and Sunday", "en", MONDAY)
    assert ([str(mention.period) for mention in one.periods], one.view) == (["2026-11-28/2026-11-29"], "summary")
    two = find_slots("compare my pulse on Saturday and Sunday", "en", MONDAY)
    assert (len(two.periods), two.view) == (2, "compare")
    apart = find_slots("my pulse on Thursday and Sunday", "en", MONDAY)
    assert (len(apart.periods), apart.view) == (2, "compare")
