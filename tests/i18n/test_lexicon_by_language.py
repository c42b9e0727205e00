"""Words that say what is asked for, who is meant and what is answered, in every language that has them."""

from __future__ import annotations

import pytest

from i18n.lexicon import lexicon

# language: section: text | what is found, in order
FOUND = """
en: cues: my sister's pulse | other
en: cues: How did my wife sleep? | other
en: cues: my neighbour's resting heart rate | other
en: cues: How many steps did he take? | other
en: cues: her sleep last week | other
en: cues: somebody else's steps | other
en: cues: my husband says I snore |
en: cues: my doctor says my pulse is high | self self
en: cues: Did I sleep more than my brother? | self other
en: account: why? | account
en: account: But why? | account
en: account: How do you know that? | account
en: account: Which tasks did you use? | account
en: account: Where is that from? | account
en: account: which data? | account
en: account: Why do I sleep badly? |
en: account: Where can I measure my pulse? |
en: effects: Write down that my back hurts | note
en: effects: note: headache since noon | note
en: effects: Put in my diary that I felt dizzy | note
en: effects: Remind me to drink water | remind
en: effects: set an alarm for seven | remind
en: effects: Search for tips against snoring | search
en: effects: Find me some articles about naps | search
en: effects: find pages about back pain | search
en: effects: Look back pain up on the web | search search
en: effects: How many steps did I take? |
es: cues: el pulso de mi hermana | other
es: cues: ¿Cuánto durmió mi marido anoche? | other
es: cues: los pasos del vecino | other
es: cues: mi mujer dice que ronco |
es: cues: ¿Cuánto dormí? | self
es: account: ¿Por qué? | account
es: account: ¿Cómo lo sabes? | account
es: account: ¿Qué tareas has usado? | account
es: account: ¿De dónde sale eso? | account
es: account: ¿Por qué duermo mal? |
es: effects: Anota que me duele la espalda | note
es: effects: Recuérdame beber agua | remind
es: effects: Busca en internet consejos para dormir | search search
es: effects: Encuentra artículos sobre la siesta | search
de: cues: der Puls meiner Schwester | other
de: cues: Wie hat meine Frau geschlafen? | other
de: cues: die Schritte meines Mannes | other
de: cues: der Ruhepuls des Nachbarn | other
de: cues: Meine Frau sagt, dass es laut war |
de: cues: mein Puls | self
de: account: Warum? | account
de: account: Woher weißt du das? | account
de: account: Welche Aufgaben hast du benutzt? | account
de: account: Woher kommt das? | account
de: account: Warum schlafe ich schlecht? |
de: effects: Notiere, dass mein Rücken schmerzt | note
de: effects: Schreib das bitte in mein Tagebuch auf | note
de: effects: Erinnere mich ans Trinken | remind
de: effects: Such im Internet nach Tipps | search search
de: effects: Finde Artikel über Mittagsschlaf | search
en: measures: my heartbeat | heart_rate
de: measures: mein Kalorienverbrauch | energy
de: clock: Wieviel Uhr ist es? | time
"""

WHOLE = {
    "en": (["yes", "Yes, please!", "ok do it", "Go ahead.", "Sure, thank you", "please do"], ["no", "No, thanks.", "better not", "don't", "no, don't do it", "Not now, please"]),
    "es": (["sí", "Sí, por favor", "vale", "adelante", "claro que sí", "hazlo"], ["no", "No, gracias.", "mejor no", "no lo hagas", "ahora no", "déjalo"]),
    "de": (["ja", "Ja, bitte!", "mach das", "gern", "okay", "in Ordnung"], ["nein", "Nein, danke.", "lieber nicht", "lass das", "mach das nicht", "jetzt nicht"]),
}  # fmt: skip

NEITHER = {
    "en": ["thanks", "yes and no", "yes but tomorrow", "no idea what you mean", "do it again", "how did I sleep?", "yesterday", "", "?", "please"],
    "es": ["gracias", "sí, pero mañana", "no sé", "¿cuánto dormí?", "sí y no", "por favor", ""],
    "de": ["danke", "ja, aber morgen", "ich weiß nicht", "wie war mein Schlaf?", "jein", "bitte", ""],
}  # fmt: skip

# text: how much of it the opening is, or None
OPENINGS = {
    "en": [("No, I meant steps", "No, I meant"), ("I meant yesterday", "I meant"), ("not that, my sleep", "not that,"), ("Sorry, last week", "Sorry,"), ("No, REM", "No,"), ("not steps, sleep", "not"), ("not bad", None), ("how was last week", None)],
    "es": [("No, quería decir los pasos", "No, quería decir"), ("me refería a ayer", "me refería a"), ("Perdón, la semana pasada", "Perdón,"), ("No, los pasos", "No,"), ("eso no, el sueño", "eso no,"), ("no sé", None), ("¿y ayer?", None)],
    "de": [("Nein, ich meinte die Schritte", "Nein, ich meinte"), ("ich meinte gestern", "ich meinte"), ("nicht das, meinen Schlaf", "nicht das,"), ("Entschuldigung, letzte Woche", "Entschuldigung,"), ("nicht Schritte, Schlaf", "nicht"), ("nicht schlecht", None), ("und gestern?", None)],
}  # fmt: skip


def rows(table: str) -> list[tuple[str, str, str, list[str]]]:
    found: list[tuple[str, str, str, list[str]]] = []
    for line in table.strip().splitlines():
        key, _, says = line.partition(" |")
        language, section, text = key.split(": ", 2)
        found.append((language, section, text, says.split()))
    return found


@pytest.mark.parametrize(("language", "section", "text", "says"), rows(FOUND))
def test_words(language: str, section: str, text: str, says: list[str]) -> None:
    assert [word.says for word in lexicon(language).find(section, text)] == says


@pytest.mark.parametrize(
    ("language", "text", "says"),
    [(language, text, says) for language, both in WHOLE.items() for says, texts in zip(("yes", "no"), both, strict=True) for text in texts],
)
def test_a_yes_or_a_no(language: str, text: str, says: str) -> None:
    assert lexicon(language).whole("consent", text) == says
    assert lexicon(language).whole("consent", text.upper()) == says


@pytest.mark.parametrize(("language", "text"), [(language, text) for language, texts in NEITHER.items() for text in texts])
def test_anything_else_is_neither(language: str, text: str) -> None:
    assert lexicon(language).whole("consent", text) is None


@pytest.mark.parametrize(("language", "text", "opening"), [(language, *pair) for language, pairs in OPENINGS.items() for pair in pairs])
def test_how_a_correction_opens(language: str, text: str, opening: str | None) -> None:
    word = lexicon(language).opening("correction", text)
    assert (text[word.start : word.end] if word else None) == opening
