"""The verifier on replies worded by people who had not seen its rules, and on the faults that a small model makes with our facts."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from assistant.evals.verifier import GRAVE, evaluate, read_cases
from assistant.facts import Measured, Source
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.reply.claimed import claims_of
from assistant.reply.claims import CitationClaim, Claim, DoseClaim, NameClaim, PeriodClaim, QuantityClaim, VerdictClaim
from assistant.reply.verifier import LANGUAGES, verify_reply

SETS = Path(__file__).with_name("development")
LAST_WEEK = PeriodClaim(date(2026, 11, 23), date(2026, 11, 29), True)
WEEK_BEFORE = PeriodClaim(date(2026, 11, 16), date(2026, 11, 22), True)
LESS: tuple[Claim, ...] = (VerdictClaim("less"), QuantityClaim(6.5, "h"), QuantityClaim(7, "h"), LAST_WEEK, WEEK_BEFORE)


def mean(measure: str, value: float) -> tuple[Claim, ...]:
    week = Period(date(2026, 11, 23), date(2026, 11, 29))
    fact = Measured(measure, "mean", Quantity(value, MEASURES[measure].unit), week, 7, Source("record", "x", "Demo watch"))
    return claims_of((fact,), "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_replies_that_others_worded(language: str) -> None:
    scored = evaluate(read_cases(SETS / f"{language}.jsonl"))
    right = [one for one in scored if one.case.ok]
    assert len(right) >= 70
    refused = [(one.case.id, one.reasons) for one in right if not one.accepted]
    assert len(refused) <= 0.03 * len(right), refused
    assert [one.case.id for one in scored if not one.case.ok and one.accepted and one.case.mutation in GRAVE] == []


@pytest.mark.parametrize(
    ("language", "said", "well"),
    [
        ("en", "You had 1 hour 25 minutes of REM sleep last week.", "You had 1 hour 25 minutes of REM sleep a night last week."),
        ("es", "La semana pasada tuviste 1 hora y 25 minutos de sueño REM.", "La semana pasada tuviste de media 1 hora y 25 minutos de sueño REM."),
        ("fr", "La semaine dernière, vous avez eu 1 h 25 de sommeil REM.", "La semaine dernière, vous avez eu 1 h 25 de sommeil REM par nuit."),
        ("de", "Letzte Woche hatten Sie 1 Stunde 25 Minuten REM-Schlaf.", "Letzte Woche hatten Sie im Schnitt 1 Stunde 25 Minuten REM-Schlaf."),
        (
            "it",
            "La settimana scorsa ha avuto 1 ora e 25 minuti di sonno REM.",
            "La settimana scorsa ha avuto 1 ora e 25 minuti di sonno REM a notte.",
        ),
        ("pt", "Na semana passada teve 1 hora e 25 minutos de sono REM.", "Na semana passada teve em média 1 hora e 25 minutos de sono REM."),
        ("fi", "Viime viikolla REM-unta oli 1 tunti 25 minuuttia.", "Viime viikolla REM-unta oli keskimäärin 1 tunti 25 minuuttia."),
        ("hi", "पिछले हफ़्ते आपकी REM नींद 1 घंटा 25 मिनट थी।", "पिछले हफ़्ते आपकी REM नींद औसतन 1 घंटा 25 मिनट थी।"),
        ("zh", "上周您的REM睡眠是1小时25分钟。", "上周您的REM睡眠平均是1小时25分钟。"),
        ("ar", "في الأسبوع الماضي كان نوم REM 85 دقيقة.", "في الأسبوع الماضي كان نوم REM في المتوسط 85 دقيقة."),
    ],
)
def test_a_mean_is_told_as_one(language: str, said: str, well: str) -> None:
    claims = mean("rem_sleep", 85)
    assert QuantityClaim(85, "min", "night") in claims
    assert not verify_reply(said, claims, language).ok
    assert verify_reply(well, claims, language).reasons == ()
    assert verify_reply(said, (QuantityClaim(85, "min"), LAST_WEEK), language).reasons == ()  # nothing says that it is a mean


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "I slept 6 h 30 min last week."),
        ("en", "My sleep was 6 h 30 min."),
        ("es", "La semana pasada dormí 6 h 30 min."),
        ("fr", "J'ai dormi 6 h 30 la semaine dernière."),
        ("de", "Ich habe letzte Woche 6 h 30 min geschlafen."),
        ("it", "Ho dormito 6 h 30 min."),
        ("pt", "Eu dormi 6 h 30 min."),
        ("fi", "Nukuin 6 h 30 min."),
        ("hi", "मैं 6 घंटे 30 मिनट सोया।"),
        ("zh", "我上周睡了6小时30分钟。"),
        ("ar", "كان نومي 6 ساعات و30 دقيقة."),
    ],
)
def test_the_speaker_has_no_figures_of_its_own(language: str, said: str) -> None:
    verdict = verify_reply(said, (QuantityClaim(6.5, "h"), LAST_WEEK), language)
    assert any(reason.startswith("it speaks of somebody else") for reason in verdict.reasons), verdict


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "I have data for 7 days, and I found that you slept 6.5 hours."),
        ("de", "Ich habe für 7 Tage Daten gefunden: Sie haben 6,5 Stunden geschlafen."),
        ("es", "Tengo datos de 7 días: dormiste 6,5 horas."),
        ("fr", "J'ai trouvé des données pour 7 jours : vous avez dormi 6,5 heures."),
    ],
)
def test_what_the_assistant_has_found_it_may_say(language: str, said: str) -> None:
    assert verify_reply(said, (QuantityClaim(6.5, "h"), LAST_WEEK), language).reasons == ()


@pytest.mark.parametrize(
    "said", ["(6.5 hours of sleep.", ") You slept 6.5 hours.", "hours of sleep: 6.5.", "“You slept 6.5 hours.", "6.5.", "[You] slept 6.5 hours)."]
)
def test_fragments_are_refused(said: str) -> None:
    assert not verify_reply(said, (QuantityClaim(6.5, "h"),), "en").ok


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "You slept 6.5 hours (well done) :)"), ("de", "Laut „Uhr“ waren es 6,5 Stunden."), ("zh", "您睡了6.5小时（上周）。")],
)
def test_closed_brackets_and_quotations_pass(language: str, said: str) -> None:
    claims = (QuantityClaim(6.5, "h"), LAST_WEEK, CitationClaim("Uhr"))
    assert verify_reply(said, claims, language).reasons == ()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The thinker found 6.5 hours."),
        ("en", "Studies show that 6.5 hours is what you slept."),
        ("en", "According to experts, you slept 6.5 hours."),
        ("es", "Los expertos dicen que dormiste 6,5 horas."),
        ("fr", "Des études montrent que vous avez dormi 6,5 heures."),
        ("de", "Studien zeigen, dass Sie 6,5 Stunden schliefen."),
        ("it", "Secondo gli esperti ha dormito 6,5 ore."),
        ("pt", "Segundo especialistas, dormiu 6,5 horas."),
        ("fi", "Tutkimukset osoittavat, että nukuit 6,5 tuntia."),
        ("hi", "विशेषज्ञों के अनुसार आप 6.5 घंटे सोए।"),
        ("zh", "研究表明您睡了6.5小时。"),
        ("ar", "تظهر الدراسات أنك نمت 6.5 ساعات."),
    ],
)
def test_a_source_that_nobody_cited_is_refused(language: str, said: str) -> None:
    assert not verify_reply(said, (QuantityClaim(6.5, "h"), LAST_WEEK), language).ok


@pytest.mark.parametrize(
    ("said", "ok"),
    [
        ("The week before you slept more, 7 hours.", True),
        ("The week before you slept less, 7 hours.", False),
        ("From 16 to 22 November your nights were longer.", True),
        ("From 16 to 22 November your nights were shorter.", False),
        ("Last week you slept less than the week before.", True),
        ("Last week you slept more than the week before.", False),
        ("The week before it was 7 hours, so last week, at six and a half, you slept more.", False),
    ],
)
def test_which_of_two_periods_a_verdict_speaks_of(said: str, ok: bool) -> None:
    assert verify_reply(said, LESS, "en").ok is ok


@pytest.mark.parametrize(
    ("language", "said", "ok"),
    [
        ("en", "Saturday the 28th brought 8,412 steps.", True),
        ("en", "On Sunday the 28th you took 8,412 steps.", False),
        ("en", "On Saturday the 27th you took 8,412 steps.", False),
        ("de", "Am Samstag, dem 28., waren es 8.412 Schritte.", True),
        ("de", "Am 27. waren es 8.412 Schritte.", False),
        ("es", "El sábado 28 diste 8.412 pasos.", True),
        ("fr", "Le 28, vous avez fait 8 412 pas.", True),
        ("it", "Sabato 27 ha fatto 8.412 passi.", False),
        ("en", "In 2026, on Saturday 28 November, you took 8,412 steps.", True),
        ("en", "In 2025, on Saturday 28 November, you took 8,412 steps.", False),
    ],
)
def test_a_day_without_its_month(language: str, said: str, ok: bool) -> None:
    claims = (QuantityClaim(8412, "steps"), PeriodClaim(date(2026, 11, 28), date(2026, 11, 28)))
    assert verify_reply(said, claims, language).ok is ok


def test_a_night_may_be_named_by_either_of_its_days() -> None:
    night = (QuantityClaim(6.5, "h"), PeriodClaim(date(2026, 11, 29), date(2026, 11, 29), True))
    for day in ("Saturday", "Sunday"):
        assert verify_reply(f"In the night of {day} you slept 6.5 hours.", night, "en").ok
    assert not verify_reply("In the night of Friday you slept 6.5 hours.", night, "en").ok


@pytest.mark.parametrize(
    ("said", "ok"),
    [
        ("You can take one 400 mg tablet of ibuprofen three times a day, at most 1,200 mg in 24 hours.", True),
        ("Take two 400 mg tablets of ibuprofen three times a day.", False),
        ("Take at least 400 mg of ibuprofen three times a day.", False),
        ("You can safely take 400 mg of ibuprofen three times a day.", False),
        ("You cannot take 400 mg of ibuprofen three times a day.", False),
    ],
)
def test_what_is_said_around_a_dose(said: str, ok: bool) -> None:
    drug = {"en": "ibuprofen"}
    claims = (DoseClaim(400, "mg", 3, "day", drug), DoseClaim(1200, "mg", None, "day", drug))
    assert verify_reply(said, claims, "en").ok is ok


def test_of_two_medicines_both_are_named() -> None:
    claims = (NameClaim("drug", {"it": "ibuprofene"}), NameClaim("drug", {"it": "warfarin"}), VerdictClaim("unsafe"))
    assert verify_reply("Ibuprofene e warfarin insieme sono pericolosi.", claims, "it", whole=True).ok
    assert not verify_reply("Ibuprofene e zurfalone insieme sono pericolosi.", claims, "it", whole=True).ok


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "La sertraline et le tramadol ne présentent aucun risque."),
        ("it", "Il tramadolo con la sertralina non comporta nessun rischio."),
        ("es", "La sertralina con tramadol no supone ningún riesgo."),
    ],
)
def test_double_negation_denies_once(language: str, said: str) -> None:
    names = {"sertraline": ("sertraline", "sertralina"), "tramadol": ("tramadol", "tramadolo")}
    drugs = tuple(NameClaim("drug", {"fr": own[0], "it": own[1], "es": own[1] if name == "sertraline" else own[0]}) for name, own in names.items())
    assert verify_reply(said, (*drugs, VerdictClaim("safe")), language).ok
    assert not verify_reply(said, (*drugs, VerdictClaim("unsafe")), language).ok


@pytest.mark.parametrize(
    ("language", "said", "ok"),
    [
        ("en", "Yes, you reached your goal: 10,250 of 10,000 steps.", True),
        ("en", "You reached your goal: 10,250 of 10,000 steps.", True),
        ("en", "No, you missed your goal: 10,250 of 10,000 steps.", False),
        ("de", "Ja, Sie haben Ihr Ziel erreicht: 10.250 von 10.000 Schritten.", True),
        ("de", "Sie haben Ihr Ziel nicht erreicht: 10.250 von 10.000 Schritten.", False),
        ("fr", "Oui, vous avez atteint votre objectif : 10 250 pas sur 10 000.", True),
        ("it", "No, non hai raggiunto l'obiettivo: 10.250 passi su 10.000.", False),
    ],
)
def test_whether_a_goal_was_reached_answers_yes_or_no(language: str, said: str, ok: bool) -> None:
    claims = (VerdictClaim("yes"), QuantityClaim(10250, "steps"), QuantityClaim(10000, "steps"))
    assert verify_reply(said, claims, language, whole=True).ok is ok


@pytest.mark.parametrize(
    ("said", "ok"),
    [
        ("According to the NHS, a dark room helps.", True),
        ("According to the Sleep Foundation, a dark room helps.", True),
        ("According to the NHS: Sleeping Better, a dark room helps.", False),
        ("Source: NHS, Sleeping Better.", False),
        ("Source: NHS – better sleep.", False),
        ("According to the Sleep Institute, a dark room helps.", False),
        ("According to Mayo Clinic, a dark room helps.", False),
    ],
)
def test_a_page_may_be_cited_by_its_publisher(said: str, ok: bool) -> None:
    claims = (
        CitationClaim("NHS: Insomnia", "https://www.nhs.uk/conditions/insomnia/"),
        CitationClaim("Tips", "https://www.sleepfoundation.org/tips"),
    )
    assert verify_reply(said, claims, "en", whole=True).ok is ok


@pytest.mark.parametrize(
    ("said", "claims", "ok"),
    [
        ("Inject 20 units of insulin once daily.", (DoseClaim(20, "IU", 1, "day", {"en": "insulin"}),), True),
        ("Inject 20 mg of insulin once daily.", (DoseClaim(20, "IU", 1, "day", {"en": "insulin"}),), False),
        ("Your blood pressure was 128 over 82.", (QuantityClaim(128, "mmHg"), QuantityClaim(82, "mmHg")), True),
        ("Your pulse was 128 over 82 steps.", (QuantityClaim(128, "mmHg"), QuantityClaim(82, "mmHg")), False),
        ("You slept six and three quarter hours, 6:45 hours.", (QuantityClaim(6.75, "h"),), True),
        ("You slept six and a quarter hours.", (QuantityClaim(6.75, "h"),), False),
        ("Your pulse fell from 61 to 57.", (VerdictClaim("falling"), QuantityClaim(61, "bpm"), QuantityClaim(57, "bpm")), True),
    ],
)
def test_ways_to_write_an_amount(said: str, claims: tuple[Claim, ...], ok: bool) -> None:
    assert verify_reply(said, claims, "en").ok is ok
