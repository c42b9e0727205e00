"""Stretches of days, as people say them. Today is Monday 30 November 2026 unless a test says otherwise."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.period import Period
from i18n.dates import find_periods, preceding, reaches_beyond
from i18n.languages import LANGUAGES

MONDAY = date(2026, 11, 30)


def periods(text: str, language: str, today: date = MONDAY) -> list[str]:
    return [str(mention.period) for mention in find_periods(text, language, today)]


def short(found: list[str]) -> str:
    """ "11-23/11-29; 11-30": enough to read in a table, all of them in 2026."""
    parts = [period.replace("2026-", "") for period in found]
    return "; ".join(start if start == end else f"{start}/{end}" for start, _, end in (part.partition("/") for part in parts))


ENGLISH = """
How did I sleep last week compared with the week before? | 11-23/11-29; 11-16/11-22
how many steps did I take yesterday | 11-29
Steps the day before yesterday? | 11-28
did I sleep well last night | 11-30
Was last night better than the night before last? | 11-30; 11-29
Was last night better than the night before? | 11-30; 11-29
how far did I walk on Saturday | 11-28
How was last Monday? | 11-23
How did I sleep on Saturday night? | 11-29
What about the night from Friday to Saturday? | 11-28
steps on Tuesday evening | 11-24
Monday of last week | 11-23
every Saturday I run |
do I sleep worse on Mondays |
next Friday |
my steps this week | 11-30
this week versus last week | 11-30; 11-23/11-29
compare this and last week | 11-30; 11-23/11-29
the week before last | 11-16/11-22
how did I sleep the week before | 11-16/11-22
the previous week | 11-23/11-29
resting pulse last month | 10-01/10-31
is this month better than last month | 11-01/11-30; 10-01/10-31
last month against the one before | 10-01/10-31; 09-01/09-30
in September | 09-01/09-30
In September and October | 09-01/09-30; 10-01/10-31
from September to October | 09-01/10-31
on 5 November | 11-05
November 5th | 11-05
November the fifth | 11-05
on the third of October | 10-03
on Saturday the 7th of November | 11-07
from the 3rd to the 10th of November | 11-03/11-10
between November 3 and 10 | 11-03/11-10
between the 28th of October and the 3rd of November | 10-28/11-03
3-10 November | 11-03/11-10
since Wednesday | 11-25/11-30
since last week | 11-23/11-30
since the beginning of October | 10-01/11-30
from Monday to Wednesday | 11-23/11-25
the past 7 days | 11-24/11-30
over the past week | 11-24/11-30
last three weeks | 11-10/11-30
past ten days and the ten days before | 11-21/11-30; 11-11/11-20
the last couple of weeks | 11-17/11-30
the last fortnight | 11-17/11-30
two weeks ago | 11-16/11-22
a week ago | 11-23/11-29
3 days ago | 11-27
two months ago | 09-01/09-30
at the weekend | 11-28/11-29
last weekend and the weekend before | 11-28/11-29; 11-21/11-22
on 2026-11-05 | 11-05
2026-11-01/2026-11-10 | 11-01/11-10
this year | 01-01/11-30
in the first week of November | 11-01/11-07
May I ask a question? |
What may help? |
may 5 hours of sleep be enough |
I march 10 kilometres a day |
my second question |
how did I sleep in May | 05-01/05-31
in March and in April | 03-01/03-31; 04-01/04-30
on May 5th | 05-05
how much sleep do I need per night |
have I been sleeping badly lately |
the last time I ran |
how many steps a day should I take |
what should I do tomorrow |
the difference between last week and this week | 11-23/11-29; 11-30
difference between Monday and Tuesday | 11-23; 11-24
is it half past seven |
did i sleep more LAST WEEK | 11-23/11-29
this morning's heart rate | 11-30
yesterday's steps | 11-29
on the 14th | 11-14
Did I walk more in October than in September? | 10-01/10-31; 09-01/09-30
last week from Tuesday to Thursday | 11-24/11-26
two weeks ago, from Tuesday to Thursday | 11-17/11-19
my steps last week and from Tuesday to Thursday | 11-23/11-29; 11-24/11-26
"""

SPANISH = """
¿Cuántos pasos di ayer? | 11-29
cuanto dormi anoche | 11-30
¿Dormí mejor anoche que anteanoche? | 11-30; 11-29
anteayer | 11-28
¿y la noche del viernes al sábado? | 11-28
el sábado | 11-28
el lunes pasado | 11-23
el martes por la noche | 11-25
esta semana y la pasada | 11-30; 11-23/11-29
¿Cómo dormí la semana pasada comparada con la anterior? | 11-23/11-29; 11-16/11-22
semana pasada | 11-23/11-29
ultima semana | 11-24/11-30
la semana antepasada | 11-16/11-22
hace dos semanas | 11-16/11-22
hace 3 días | 11-27
los últimos 30 días | 11-01/11-30
las dos últimas semanas | 11-17/11-30
el mes pasado | 10-01/10-31
este mes | 11-01/11-30
este mes y el anterior | 11-01/11-30; 10-01/10-31
en septiembre | 09-01/09-30
el 5 de noviembre | 11-05
el cinco de noviembre | 11-05
el lunes 9 de noviembre | 11-09
del 3 al 10 de noviembre | 11-03/11-10
entre el 3 y el 10 de noviembre | 11-03/11-10
del 28 de octubre al 3 de noviembre | 10-28/11-03
desde el miércoles | 11-25/11-30
desde hace 10 días | 11-21/11-30
de lunes a miércoles | 11-23/11-25
el fin de semana | 11-28/11-29
mañana por la mañana |
pasado mañana |
esta mañana | 11-30
ayer por la mañana | 11-29
el próximo lunes |
la semana que viene |
todos los lunes |
¿me conviene tomar el sol? |
este año | 01-01/11-30
la noche del martes | 11-25
octubre frente a septiembre | 10-01/10-31; 09-01/09-30
la diferencia entre ayer y anteayer | 11-29; 11-28
"""

GERMAN = """
Wie war mein Ruhepuls im letzten Monat? | 10-01/10-31
Wie viele Schritte bin ich gestern gegangen? | 11-29
vorgestern | 11-28
letzte Nacht | 11-30
Wie habe ich heute Nacht geschlafen? | 11-30
vorletzte Nacht | 11-29
in der Nacht von Freitag auf Samstag | 11-28
in der Nacht auf Sonntag | 11-29
Samstagnacht | 11-29
am Samstag | 11-28
letzten Dienstag | 11-24
Montagmorgen | 11-23
montags |
jeden Montag |
letzte woche | 11-23/11-29
in der letzten Woche | 11-23/11-29
Letzte Woche im Vergleich zur Woche davor | 11-23/11-29; 11-16/11-22
diese Woche und die Vorwoche | 11-30; 11-23/11-29
vorletzte Woche | 11-16/11-22
vor zwei Wochen | 11-16/11-22
vor 3 Tagen | 11-27
in den letzten 7 Tagen | 11-24/11-30
die vergangenen vierzehn Tage | 11-17/11-30
seit drei Tagen | 11-28/11-30
seit Mittwoch | 11-25/11-30
diesen Monat | 11-01/11-30
im September | 09-01/09-30
am 5. November | 11-05
am fünften November | 11-05
vom 3. bis zum 10. November | 11-03/11-10
zwischen dem 3. und dem 10. November | 11-03/11-10
vom 28. Oktober bis zum 3. November | 10-28/11-03
von Montag bis Mittwoch | 11-23/11-25
am 05.11.2026 | 11-05
am Wochenende | 11-28/11-29
am Morgen |
Wie wird es morgen? |
heute Morgen | 11-30
übermorgen |
nächste Woche |
im Mai | 05-01/05-31
im März | 03-01/03-31
dieses Jahr | 01-01/11-30
Oktober verglichen mit September | 10-01/10-31; 09-01/09-30
Unterschied zwischen letzter und vorletzter Woche | 11-23/11-29; 11-16/11-22
am 14. | 11-14
"""

FRENCH = """
Combien de pas ai-je faits hier ? | 11-29
la semaine dernière et la semaine d'avant | 11-23/11-29; 11-16/11-22
le mois dernier | 10-01/10-31
les 7 derniers jours | 11-24/11-30
il y a deux semaines | 11-16/11-22
du 3 au 10 novembre | 11-03/11-10
cette nuit | 11-30
samedi dernier | 11-28
demain |
"""

ITALIAN = """
Quanti passi ho fatto ieri? | 11-29
la settimana scorsa rispetto a quella precedente | 11-23/11-29; 11-16/11-22
il mese scorso | 10-01/10-31
gli ultimi 7 giorni | 11-24/11-30
due settimane fa | 11-16/11-22
dal 3 al 10 novembre | 11-03/11-10
stanotte | 11-30
sabato scorso | 11-28
domani |
"""


def rows(table: str, language: str) -> list[tuple[str, str, str]]:
    return [(language, text.strip(), expected.strip()) for text, _, expected in (line.partition("|") for line in table.strip().splitlines())]


CASES = [*rows(ENGLISH, "en"), *rows(SPANISH, "es"), *rows(GERMAN, "de"), *rows(FRENCH, "fr"), *rows(ITALIAN, "it")]


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_what_people_say(language: str, text: str, expected: str) -> None:
    assert short(periods(text, language)) == expected


def test_a_year_that_is_said_is_kept() -> None:
    assert periods("in September 2025", "en") == ["2025-09-01/2025-09-30"]
    assert periods("el 5 de noviembre de 2025", "es") == ["2025-11-05/2025-11-05"]
    assert periods("im Oktober letzten Jahres", "de") == ["2025-10-01/2025-10-31"]
    assert periods("in December", "en") == ["2025-12-01/2025-12-31"]


def test_the_same_words_on_another_day() -> None:
    sunday = date(2026, 11, 29)
    assert periods("last weekend", "en", sunday) == ["2026-11-28/2026-11-29"]
    assert periods("on Sunday", "en", sunday) == ["2026-11-22/2026-11-22"]
    assert periods("this week", "en", sunday) == ["2026-11-23/2026-11-29"]
    assert periods("last month", "en", date(2026, 3, 31)) == ["2026-02-01/2026-02-28"]
    assert periods("the past month", "en", date(2026, 3, 31)) == ["2026-03-01/2026-03-31"]


def test_a_day_that_does_not_exist_gives_nothing() -> None:
    assert periods("on 31 November 2026", "en") == []
    assert periods("on 2026-02-30", "en") == []


def test_offsets_point_into_the_text_as_it_was_written() -> None:
    text = "¿Y ESTA SEMANA, Ümit, frente a la Última Semana?"
    first, second = find_periods(text, "es", MONDAY)
    assert text[first.start : first.end] == "ESTA SEMANA"
    assert text[second.start : second.end] == "la Última Semana"


def test_the_week_before_stands_to_what_was_spoken_of() -> None:
    week = Period.parse("2026-11-09/2026-11-15")
    assert [str(m.period) for m in find_periods("and the week before?", "en", MONDAY, week)] == ["2026-11-02/2026-11-08"]
    assert [str(m.period) for m in find_periods("und die davor?", "de", MONDAY, week)] == ["2026-11-02/2026-11-08"]
    assert find_periods("and the one before?", "en", MONDAY) == ()


def test_what_precedes_follows_the_calendar() -> None:
    def before(text: str) -> str:
        return str(preceding(find_periods(text, "en", MONDAY)[0]))

    assert before("this week") == "2026-11-23/2026-11-29"
    assert before("this month") == "2026-10-01/2026-10-31"
    assert before("on Saturday") == "2026-11-21/2026-11-21"
    assert before("the past 7 days") == "2026-11-17/2026-11-23"
    assert before("last weekend") == "2026-11-21/2026-11-22"


def test_a_language_without_words_still_reads_dates_in_digits() -> None:
    assert periods("マラソン 2026-11-05 last week", "ja") == ["2026-11-05/2026-11-05"]


@settings(deadline=None)  # the first text in a language reads its words
@given(st.text(max_size=60), st.sampled_from([*LANGUAGES]), st.dates(date(1990, 1, 1), date(2090, 12, 31)))
def test_any_text_gives_past_periods_inside_it(text: str, language: str, today: date) -> None:
    for mention in find_periods(text, language, today):
        assert mention.period.end <= today
        assert 0 <= mention.start < mention.end <= len(text)


BEYOND = """
en: how many steps will I take tomorrow | in the next few days | next week | the next 7 days | do I sleep worse on Mondays | every Saturday
en: at weekends | steps in the last hour | 20 minutes ago | on 31 November | on 2026-02-30 | on 24 December 2026
es: ¿Cuántos pasos daré mañana? | la próxima semana | el lunes que viene | los próximos 7 días | los lunes | los fines de semana | en la última hora
es: hace dos horas | el 31 de noviembre
de: Wie viele Schritte werde ich morgen gehen? | nächste Woche | in den nächsten Tagen | montags | an Wochenenden | in der letzten Stunde
de: vor zwei Stunden | am 31. November
fr: combien de pas demain
it: quanti passi domani
"""
WITHIN = """
en: how did I sleep last night | this morning | the last 7 days | on Monday | Monday's steps | did I sleep more than 7 hours
en: a pulse below 60 last week
es: ¿Cuántos pasos di esta mañana? | ayer por la mañana | por la mañana | el lunes | la última semana | a las diez de la mañana
de: heute Morgen | gestern Morgen | am Morgen | guten Morgen | am Montag | die letzten 7 Tage | Montagmorgen
"""


def _phrases(table: str) -> list[tuple[str, str]]:
    lines = (line.partition(": ") for line in table.strip().splitlines())
    return [(language, phrase.strip()) for language, _, phrases in lines for phrase in phrases.split(" | ")]


@pytest.mark.parametrize(("language", "text"), _phrases(BEYOND))
def test_a_time_that_no_past_days_are(language: str, text: str) -> None:
    assert reaches_beyond(text, language, MONDAY)
    assert periods(text, language) == []


@pytest.mark.parametrize(("language", "text"), _phrases(WITHIN))
def test_a_time_that_can_be_answered_for(language: str, text: str) -> None:
    assert not reaches_beyond(text, language, MONDAY)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Was my resting heart rate below 60 last week?", "11-23/11-29"),
        ("en", "below 60 the previous week", "11-23/11-29"),
        ("en", "the 3 last weeks", "11-10/11-30"),
        ("de", "War mein Ruhepuls unter 60 letzten Monat?", "10-01/10-31"),
        ("de", "War mein Ruhepuls unter 60 letzte Woche?", "11-23/11-29"),
        ("de", "die 3 letzten Wochen", "11-10/11-30"),
        ("es", "¿Estuvo por debajo de 60 la semana pasada?", "11-23/11-29"),
        ("fr", "Mon pouls sous 60 la semaine dernière", "11-23/11-29"),
        ("it", "sotto i 60 la settimana scorsa", "11-23/11-29"),
    ],
)
def test_a_limit_beside_last_week_is_no_count_of_weeks(language: str, text: str, expected: str) -> None:
    assert short(periods(text, language)) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "steps a week ago today", "11-23"),
        ("en", "this time last week", "11-23"),
        ("es", "hoy hace una semana", "11-23"),
        ("es", "en la última quincena", "11-17/11-30"),
        ("de", "heute vor einer Woche", "11-23"),
        ("de", "heute vor zwei Wochen", "11-16"),
        ("de", "am Mittwoch vor einer Woche", "11-18"),
    ],
)
def test_one_day_some_weeks_ago(language: str, text: str, expected: str) -> None:
    assert short(periods(text, language)) == expected
