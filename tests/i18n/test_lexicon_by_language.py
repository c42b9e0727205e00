"""Words that say what is asked for, who is meant and what is answered, in every language that has them."""

from __future__ import annotations

import pytest

from i18n.languages import LANGUAGES
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
fr: measures: Combien de pas ai-je faits ? | steps
fr: measures: Je ne dors pas bien | sleep_duration
fr: measures: Je n'ai pas couru |
fr: measures: mes pas et dix mille pas | steps steps
fr: measures: Quelle distance ai-je parcourue ? | distance
fr: measures: mon sommeil profond et mon sommeil paradoxal | deep_sleep rem_sleep
fr: measures: sommeil léger | light_sleep
fr: measures: Combien de fois me suis-je réveillé ? | awake
fr: measures: Combien de calories ai-je brûlées ? | energy
fr: measures: Combien de calories ai-je mangées ? |
fr: measures: Combien de calories y a-t-il dans une pomme ? |
fr: measures: ma fréquence cardiaque au repos | resting_heart_rate
fr: measures: mon pouls | heart_rate
fr: measures: un pouls de 50 au repos | resting_heart_rate
fr: measures: la variabilité de ma fréquence cardiaque | hrv
fr: measures: minutes d'activité | active_minutes
fr: measures: mon poids et ma glycémie | weight glucose
fr: measures: je n'arrive pas à m'endormir |
fr: hints: Combien ai-je marché ? | steps
fr: hints: Ai-je été actif ? | active_minutes
fr: views: Ai-je dormi plus que lundi ? | compare
fr: views: Ai-je plus marché en octobre qu'en septembre ? | compare
fr: views: par rapport au mois dernier | compare
fr: views: Mon sommeil s'améliore-t-il ? | trend
fr: views: Mon pouls est-il en baisse ? | trend
fr: views: ma nuit la plus longue | highest
fr: views: la meilleure nuit | highest
fr: views: mon pouls le plus bas | lowest
fr: views: la pire nuit | lowest
fr: views: ma plus mauvaise nuit | lowest
fr: views: au moins plus de 8 000 pas |
fr: clock: Quelle heure est-il ? | time
fr: clock: Quel jour sommes-nous ? | date
fr: clock: À quelle heure me suis-je couché ? |
fr: cues: le pouls de ma sœur | other
fr: cues: Comment mon mari a-t-il dormi ? | other other
fr: cues: les pas du voisin | other
fr: cues: Ma femme dit que je ronfle | self
fr: cues: Comment puis-je mieux dormir ? | advice
fr: cues: mon pouls | self
fr: account: Et pourquoi ? | account
fr: account: Comment le sais-tu ? | account
fr: account: Quelles tâches as-tu utilisées ? | account
fr: account: D'où vient ce chiffre ? | account
fr: account: Pourquoi est-ce que je dors mal ? |
fr: effects: Note que j'ai mal au dos | note
fr: effects: Rappelle-moi de boire | remind
fr: effects: Cherche des conseils sur internet | search search
fr: effects: Trouve-moi un article sur la sieste | search
fr: picture: Que dit cette boîte ? | picture
it: measures: Quanti passi ho fatto? | steps
it: measures: Quanto ho dormito? | sleep_duration
it: measures: Quanta strada ho fatto? | distance
it: measures: sonno profondo e sonno REM | deep_sleep rem_sleep
it: measures: il mio sonno leggero | light_sleep
it: measures: Quante volte mi sono svegliata? | awake
it: measures: Quante calorie ho bruciato? | energy
it: measures: Quante calorie ho mangiato? |
it: measures: il battito a riposo | resting_heart_rate
it: measures: la frequenza cardiaca a riposo | resting_heart_rate
it: measures: la mia frequenza cardiaca | heart_rate
it: measures: variabilità della frequenza cardiaca | hrv
it: measures: minuti di attività | active_minutes
it: measures: il mio peso e la glicemia | weight glucose
it: measures: non riesco ad addormentarmi | sleep_latency
it: hints: Quanto ho camminato? | steps
it: hints: Quanto sono stato attivo? | active_minutes
it: views: Ho dormito più di lunedì? | compare
it: views: rispetto al mese scorso | compare
it: views: Ho camminato più a ottobre che a settembre? | compare
it: views: Il mio sonno sta migliorando? | trend
it: views: Il mio battito è in calo? | trend
it: views: la notte più lunga di novembre | highest
it: views: il mio giorno migliore | highest
it: views: la notte più corta | lowest
it: views: la mia notte peggiore del mese scorso | lowest
it: views: la peggior notte di ottobre | lowest
it: views: almeno più di 8.000 passi |
it: clock: Che ore sono? | time
it: clock: Che giorno è oggi? | date
it: clock: A che ora mi sono svegliato? |
it: cues: il battito di mia sorella | other
it: cues: Come ha dormito mio marito? | other
it: cues: i passi del vicino | other
it: cues: Mia moglie dice che russo |
it: cues: Come posso dormire meglio? | advice
it: cues: il mio battito | self
it: cues: Quante calorie ci sono in una banana? |
it: account: Perché? | account
it: account: Come lo sai? | account
it: account: Quali compiti hai usato? | account
it: account: Da dove viene questo? | account
it: account: Perché dormo male? |
it: effects: Annota che ho mal di schiena | note
it: effects: Ricordami di bere | remind
it: effects: Cerca consigli su internet | search search
it: effects: Trova articoli sul pisolino | search
it: picture: Cosa dice questa etichetta? | picture picture
pt: measures: Quantos passos dei? | steps
pt: measures: Quanto dormi? | sleep_duration
pt: measures: Que distância percorri? | distance
pt: measures: sono profundo e sono REM | deep_sleep rem_sleep
pt: measures: meu sono leve | light_sleep
pt: measures: o meu sono ligeiro | light_sleep
pt: measures: Quantas vezes acordei? | awake
pt: measures: Quantas calorias queimei? | energy
pt: measures: Quantas calorias comi? |
pt: measures: minha frequência cardíaca em repouso | resting_heart_rate
pt: measures: o meu pulso em repouso | resting_heart_rate
pt: measures: meus batimentos cardíacos | heart_rate
pt: measures: variabilidade da frequência cardíaca | hrv
pt: measures: minutos de atividade | active_minutes
pt: measures: minutos activos | active_minutes
pt: measures: meu peso e minha glicemia | weight glucose
pt: hints: Quanto caminhei? | steps
pt: hints: Quão activo estive? | active_minutes
pt: views: Dormi mais do que na segunda? | compare
pt: views: Andei mais em outubro do que em setembro? | compare
pt: views: em relação ao mês passado | compare
pt: views: O meu sono está a melhorar? | trend
pt: views: Meu pulso está caindo? | trend
pt: views: minha noite mais longa | highest
pt: views: em que dia andei mais? | highest
pt: views: a minha noite mais curta | lowest
pt: views: a pior noite | lowest
pt: views: pelo menos mais de 8.000 passos |
pt: clock: Que horas são? | time
pt: clock: Que dia é hoje? | date
pt: clock: A que horas acordei? |
pt: cues: o pulso da minha irmã | other
pt: cues: Como o meu marido dormiu? | other
pt: cues: os passos do vizinho | other
pt: cues: o sono dela | other
pt: cues: Minha mulher diz que ronco |
pt: cues: Como posso dormir melhor? | advice
pt: cues: meu pulso | self
pt: account: Por quê? | account
pt: account: Como você sabe disso? | account
pt: account: Que tarefas usaste? | account
pt: account: De onde vem isso? | account
pt: account: Por que durmo mal? |
pt: effects: Anote que estou com dor nas costas | note
pt: effects: Lembre-me de beber água | remind
pt: effects: Procura dicas na internet | search search
pt: effects: Encontre artigos sobre a sesta | search
pt: picture: O que diz esta bula? | picture picture
fi: measures: Kuinka monta askelta otin? | steps
fi: measures: Montako askelta minulla oli, paljonko askeleita? | steps steps
fi: measures: Miten nukuin? | sleep_duration
fi: measures: Paljonko sain unta? | sleep_duration
fi: measures: uneni pituus | sleep_duration
fi: measures: Montako tuntia tuli nukuttua? | sleep_duration
fi: measures: Kuinka pitkän matkan kuljin? | distance
fi: measures: Montako kilometriä kävelin? | distance
fi: measures: syvää unta ja REM-unta | deep_sleep rem_sleep
fi: measures: syvän unen määrä | deep_sleep
fi: measures: kevyttä unta | light_sleep
fi: measures: Kauanko olin hereillä? | awake
fi: measures: Montako kertaa heräsin? | awake
fi: measures: Paljonko kaloreita kulutin? | energy
fi: measures: Montako kaloria söin? |
fi: measures: Montako kaloria on avokadossa? |
fi: measures: Mikä oli leposykkeeni? | resting_heart_rate
fi: measures: leposykettä | resting_heart_rate
fi: measures: sykkeeni levossa | resting_heart_rate
fi: measures: Mikä oli sykkeeni? | heart_rate
fi: measures: syke ja keskisykkeeni | heart_rate heart_rate
fi: measures: sykkeen vaihtelu ja sykevälivaihtelu | hrv hrv
fi: measures: aktiiviset minuutit | active_minutes
fi: measures: painoni ja verensokerini | weight glucose
fi: measures: unettomuus ja nukahtaminen | sleep_latency
fi: hints: Paljonko kävelin? | steps
fi: hints: Kuinka aktiivinen olin? | active_minutes
fi: views: Nukuinko enemmän kuin maanantaina? | compare
fi: views: viime kuuhun verrattuna | compare
fi: views: Onko uneni parantunut? | trend
fi: views: Onko leposykkeeni laskenut? | trend
fi: views: pisin yöni | highest
fi: views: Milloin kävelin eniten? | highest
fi: views: lyhin yöni | lowest
fi: views: matalin leposyke | lowest
fi: views: vähintään yli 8000 askelta |
fi: clock: Paljonko kello on? | time
fi: clock: Mikä päivä tänään on? | date
fi: clock: Mihin aikaan heräsin? |
fi: cues: siskoni syke | other
fi: cues: Miten mieheni nukkui? | other
fi: cues: mun vaimon askeleet | other
fi: cues: naapurin leposyke | other
fi: cues: Vaimoni sanoo että kuorsaan |
fi: cues: Miten voin nukkua paremmin? | advice
fi: cues: leposykkeeni | self
fi: account: Miksi? | account
fi: account: Mistä tiedät sen? | account
fi: account: Mitä tehtäviä käytit? | account
fi: account: Mistä tuo luku tulee? | account
fi: account: Miksi nukun huonosti? |
fi: effects: Kirjoita muistiin että selkää särkee | note
fi: effects: Muistuta minua juomaan | remind
fi: effects: Etsi vinkkejä netistä | search search
fi: effects: Löydä artikkeleita päiväunista | search
fi: picture: Mitä tässä lukee? | picture
en: measures: my deep sleep duration | deep_sleep
en: measures: what was my r e m like | rem_sleep
en: measures: my resting hard rate | resting_heart_rate
en: hints: and the light one | light_sleep
en: hints: and at rest | resting_heart_rate
en: views: is my pulse coming down | trend
en: joins: then tell me my pulse | and
en: cues: I went for a walk with my neighbour |
en: cues: compare my walk with my neighbour's | self other
pt: views: que dia da semana foi mais curto o meu sono | lowest
es: measures: la duración del sueño profundo | deep_sleep
es: measures: horas de sueño profundo | deep_sleep
es: views: ¿Qué noche de la semana pasada dormí más? | highest
es: views: ¿Qué día de octubre fue más corta mi noche? | lowest
es: views: dormí más de lo normal | compare
es: cues: salí a pasear con mi hermana |
fr: measures: le temps de sommeil profond | deep_sleep
fr: measures: la durée de sommeil paradoxal | rem_sleep
fr: measures: mon poul au repos | resting_heart_rate
fr: views: le jour où mon cœur a battu le plus lentement | lowest
fr: views: plus que d'habitude | compare
de: views: mein Puls war am allerhöchsten | highest
de: views: ist mein Schlaf länger geworden | trend
de: hints: und in Ruhe | resting_heart_rate
it: measures: la durata del sonno profondo | deep_sleep
it: views: più passi del solito | compare
it: hints: e a riposo | resting_heart_rate
pt: measures: a duração do sono leve | light_sleep
fi: measures: syvän unen kesto | deep_sleep
fi: measures: mun lepo syke | resting_heart_rate
fi: account: mistä sä ton tiesit | account
fi: effects: merkkaa tämä muistiin | note
"""

# What says yes and what says no to "shall I?".
CONSENT = """
en yes: yes | Yes, please! | ok do it | Go ahead. | Sure, thank you | please do
en no: no | No, thanks. | better not | don't | no, don't do it | Not now, please
es yes: sí | Sí, por favor | vale | adelante | claro que sí | hazlo
es no: no | No, gracias. | mejor no | no lo hagas | ahora no | déjalo
de yes: ja | Ja, bitte! | mach das | gern | okay | in Ordnung
de no: nein | Nein, danke. | lieber nicht | lass das | mach das nicht | jetzt nicht
fr yes: oui | Oui, s'il te plaît | vas-y | d'accord | bien sûr | fais-le
fr no: non | Non, merci. | pas maintenant | surtout pas | ne le fais pas | laisse tomber
it yes: sì | Sì, grazie | va bene | fallo | certo | d'accordo
it no: no | No, grazie. | meglio di no | non farlo | non ora | lascia stare
pt yes: sim | Sim, por favor | pode fazer | claro | está bem | faça isso
pt no: não | Não, obrigado. | melhor não | não faça isso | agora não | deixa pra lá
fi yes: kyllä | Joo, kiitos | tee se | ok | totta kai | anna mennä
fi no: ei | Ei kiitos. | ei nyt | älä tee sitä | anna olla | ei tarvitse
"""

NEITHER = """
en: thanks | yes and no | yes but tomorrow | no idea what you mean | do it again | how did I sleep? | yesterday | ? | please
es: gracias | sí, pero mañana | no sé | ¿cuánto dormí? | sí y no | por favor
de: danke | ja, aber morgen | ich weiß nicht | wie war mein Schlaf? | jein | bitte
fr: merci | oui mais demain | je ne sais pas | comment ai-je dormi ? | oui et non
it: grazie | sì, ma domani | non lo so | quanto ho dormito? | sì e no
pt: obrigado | sim, mas amanhã | não sei | quanto dormi? | sim e não
fi: kiitos | joo mutta huomenna | en tiedä | miten nukuin? | kyllä ja ei
"""

# The opening of a correction stands in brackets; where there are none, the text corrects nothing.
OPENINGS = """
en: [No, I meant] steps | [I meant] yesterday | [not that,] my sleep | [Sorry,] last week | [No,] REM | [not] steps, sleep | not bad | how was it
es: [No, quería decir] los pasos | [me refería a] ayer | [Perdón,] la semana pasada | [No,] los pasos | [eso no,] el sueño | no sé | ¿y ayer?
de: [Nein, ich meinte] die Schritte | [ich meinte] gestern | [nicht das,] meinen Schlaf | [Entschuldigung,] letzte Woche | nicht gut | und gestern?
fr: [Non, je voulais dire] les pas | [pas ça,] mon sommeil | [Pardon,] la semaine dernière | [Non,] hier | pas mal | et hier ?
it: [No, intendevo] i passi | [non quello,] il sonno | [Scusa,] la settimana scorsa | [No,] ieri | non male | e ieri?
pt: [Não, quis dizer] os passos | [isso não,] o sono | [Desculpe,] a semana passada | [Não,] ontem | não sei | e ontem?
fi: [Ei, tarkoitin] askelia | [ei sitä,] uneni | [Anteeksi,] viime viikko | [Eiku] eilen | [ei syke] vaan askeleet | en tiedä | entä eilen?
"""


def rows(table: str) -> list[tuple[str, str, str, list[str]]]:
    found: list[tuple[str, str, str, list[str]]] = []
    for line in table.strip().splitlines():
        key, _, says = line.partition(" |")
        language, section, text = key.split(": ", 2)
        found.append((language, section, text, says.split()))
    return found


def phrases(table: str) -> list[tuple[str, str]]:
    lines = (line.partition(": ") for line in table.strip().splitlines())
    return [(key, phrase.strip()) for key, _, texts in lines for phrase in texts.split(" | ")]


@pytest.mark.parametrize(("language", "section", "text", "says"), rows(FOUND))
def test_words(language: str, section: str, text: str, says: list[str]) -> None:
    assert [word.says for word in lexicon(language).find(section, text)] == says


@pytest.mark.parametrize(("key", "text"), phrases(CONSENT))
def test_a_yes_or_a_no(key: str, text: str) -> None:
    language, says = key.split()
    assert lexicon(language).whole("consent", text) == says
    assert lexicon(language).whole("consent", text.upper()) == says


@pytest.mark.parametrize(("language", "text"), [*phrases(NEITHER), *((language, "") for language in LANGUAGES)])
def test_anything_else_is_neither(language: str, text: str) -> None:
    assert lexicon(language).whole("consent", text) is None


@pytest.mark.parametrize(("language", "text"), phrases(OPENINGS))
def test_how_a_correction_opens(language: str, text: str) -> None:
    plain = text.replace("[", "").replace("]", "")
    word = lexicon(language).opening("correction", plain)
    assert (f"[{plain[word.start : word.end]}]{plain[word.end :]}" if word else plain) == text
