"""The verifier on what health records hold: units, levels and medicines in ten languages; a wrong one is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from assistant.facts import Assessed, Counted, Cycle, Fact, Line, Listed, Measured, Pulse, Source, Stressed
from assistant.measures import Quantity, Unit
from assistant.period import Period
from assistant.reply.claimed import claims_of
from assistant.reply.claims import QuantityClaim
from assistant.reply.verifier import LANGUAGES, verify_reply

WATCH = Source("record", "k", "the watch")
WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))
SUNDAY = datetime(2026, 11, 29, 14, 5, tzinfo=UTC)

# Unit, the value that is true, one that is not, and a sentence in each language.
SENTENCES: tuple[tuple[Unit, float, float, dict[str, str]], ...] = (
    (
        "mmHg",
        128,
        138,
        {
            "en": "Your blood pressure was {} mmHg.",
            "es": "Tu presión fue de {} mmHg.",
            "de": "Ihr Blutdruck betrug {} mmHg.",
            "fr": "Votre tension était de {} mmHg.",
            "it": "La tua pressione era di {} mmHg.",
            "pt": "A sua pressão foi de {} mmHg.",
            "fi": "Verenpaineesi oli {} mmHg.",
            "hi": "आपका रक्तचाप {} mmHg था।",
            "zh": "您的血压是{}毫米汞柱。",
            "ar": "كان ضغط دمك {} ملم زئبق.",
        },
    ),
    (
        "°C",
        36.6,
        38.6,
        {
            "en": "Your temperature was {} degrees Celsius.",
            "es": "Tu temperatura fue de {} °C.",
            "de": "Ihre Temperatur betrug {} Grad Celsius.",
            "fr": "Votre température était de {} °C.",
            "it": "La tua temperatura era di {} gradi.",
            "pt": "A sua temperatura foi de {} °C.",
            "fi": "Lämpösi oli {} astetta.",
            "hi": "आपका तापमान {} डिग्री था।",
            "zh": "您的体温是{}摄氏度。",
            "ar": "كانت حرارتك {} درجة مئوية.",
        },
    ),
    (
        "breaths/min",
        14,
        24,
        {
            "en": "You took {} breaths per minute.",
            "es": "Hiciste {} respiraciones por minuto.",
            "de": "Es waren {} Atemzüge pro Minute.",
            "fr": "Vous avez fait {} respirations par minute.",
            "it": "Hai fatto {} respiri al minuto.",
            "pt": "Foram {} respirações por minuto.",
            "fi": "Hengitit {} hengitystä minuutissa.",
            "hi": "आपने {} सांसें प्रति मिनट लीं।",
            "zh": "您每分钟呼吸{}次。",
            "ar": "كان تنفسك {} نفسا في الدقيقة.",
        },
    ),
    (
        "%",
        97,
        79,
        {
            "en": "Your oxygen was {}%.",
            "es": "Tu oxígeno fue del {} %.",
            "de": "Der Sauerstoff lag bei {} %.",
            "fr": "Votre oxygène était à {} %.",
            "it": "Il tuo ossigeno era al {} %.",
            "pt": "O seu oxigénio foi de {}%.",
            "fi": "Happesi oli {} %.",
            "hi": "आपका ऑक्सीजन {}% था।",
            "zh": "您的血氧是{}%。",
            "ar": "كان الأكسجين {}٪.",
        },
    ),
    (
        "mg/dL",
        105,
        150,
        {
            "en": "Your glucose was {} mg/dL.",
            "es": "Tu glucosa fue de {} mg/dL.",
            "de": "Ihr Blutzucker lag bei {} mg/dl.",
            "fr": "Votre glycémie était de {} mg/dL.",
            "it": "La tua glicemia era di {} mg/dL.",
            "pt": "A sua glicose foi de {} mg/dL.",
            "fi": "Glukoosisi oli {} mg/dl.",
            "hi": "आपका ग्लूकोज़ {} mg/dL था।",
            "zh": "您的血糖是{} mg/dL。",
            "ar": "كان السكر {} ملغ/دل.",
        },
    ),
    (
        "mL/kg/min",
        38,
        48,
        {
            "en": "Your fitness was {} mL/kg/min.",
            "es": "Tu capacidad fue de {} mL/kg/min.",
            "de": "Ihre Fitness lag bei {} mL/kg/min.",
            "fr": "Votre capacité était de {} mL/kg/min.",
            "it": "La tua capacità era di {} mL/kg/min.",
            "pt": "A sua capacidade foi de {} mL/kg/min.",
            "fi": "Kuntosi oli {} mL/kg/min.",
            "hi": "आपकी क्षमता {} mL/kg/min थी।",
            "zh": "您的心肺能力是{} mL/kg/min。",
            "ar": "كانت لياقتك {} mL/kg/min.",
        },
    ),
)
LEVELS = {
    "en": "Your body was at level {} of 5.",
    "es": "Tu cuerpo estaba en el nivel {} de 5.",
    "de": "Ihr Körper war auf Stufe {} von 5.",
    "fr": "Votre corps était au niveau {} sur 5.",
    "it": "Il tuo corpo era al livello {} su 5.",
    "pt": "O seu corpo estava no nível {} de 5.",
    "fi": "Kehosi oli tasolla {}/5.",
    "hi": "आपका शरीर स्तर {} पर था।",
    "zh": "您的身体处于第{}级。",
    "ar": "كان جسمك في المستوى {} من 5.",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("unit", "right", "wrong", "said"), SENTENCES, ids=[unit for unit, *_ in SENTENCES])
def test_a_figure_with_its_unit_is_the_claim_or_refused(language: str, unit: Unit, right: float, wrong: float, said: dict[str, str]) -> None:
    comma = language in ("es", "de", "fr", "it", "pt", "fi")
    for value, ok in ((right, True), (wrong, False)):
        text = said[language].format(str(value).replace(".", ",") if comma else value)
        assert verify_reply(text, (QuantityClaim(right, unit),), language).ok is ok, text
        assert not verify_reply(text, (QuantityClaim(right, "kg"),), language).ok, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_level_is_refused(language: str) -> None:
    claims = claims_of((Stressed(SUNDAY, 4, "", 12, WATCH),), language)
    assert [level for level in range(1, 6) if verify_reply(LEVELS[language].format(level), claims, language).ok] == [4]


MEDICINES = Listed("medication", (Line("Metformin 500 mg tablet", "active", text="1 tablet twice a day"),), Source("record", "fhir", "the clinic"))


@pytest.mark.parametrize(
    ("said", "ok"),
    [
        ("Your list has Metformin 500 mg tablet: 1 tablet twice a day.", True),
        ("Your list has metformin.", True),
        ("Your list has ibuprofen.", False),
        ("Your list has Metformin 850 mg tablet.", False),
        ("Your list has metformin and ramipril.", False),
        ("Your list has metformin, and you can stop taking it.", False),
    ],
)
def test_another_medicine_a_dose_or_an_advice_is_refused(said: str, ok: bool) -> None:
    assert verify_reply(said, claims_of((MEDICINES,), "en"), "en").ok is ok


def measured(measure: str, value: float, unit: Unit) -> Measured:
    return Measured(measure, "value", Quantity(value, unit), Period.day(WEEK.end), 1, WATCH)


CYCLE = Cycle(date(2026, 11, 12), 19, Quantity(28, "days"), 5, WATCH)
PULSE = Pulse(SUNDAY, 300, Quantity(64, "bpm"), Quantity(42, "ms"), None, Quantity(93, "%"), WATCH)
PULSE_RATE = Assessed(measured("resting_heart_rate", 58, "bpm"), "below", Quantity(60, "bpm"), Quantity(100, "bpm"), WATCH)
STEPS = Counted("steps", "above", Quantity(8000, "count"), 4, WEEK, 7, WATCH)


@pytest.mark.parametrize(
    ("fact", "said", "ok"),
    [
        (measured("bedtime", -48, "clock"), "You went to bed at 23:12.", True),
        (measured("bedtime", -48, "clock"), "You went to bed at 22:12.", False),
        (measured("bedtime", -48, "clock"), "You went to bed at 11:12 p.m.", True),
        (measured("wake_time", 421, "clock"), "You woke up at 07:901.", False),
        (measured("bmi", 24.1, "kg/m2"), "Your BMI was 24.1.", True),
        (measured("bmi", 24.1, "kg/m2"), "Your BMI was 34.1.", False),
        (measured("floors", 12, "count"), "You climbed 12 floors.", True),
        (measured("floors", 12, "count"), "You took 12 steps.", False),
        (measured("soreness", 3, "points"), "Your soreness was 3 out of 10.", True),
        (measured("soreness", 3, "points"), "Your soreness was 10 out of 10.", False),
        (STEPS, "You took more than 8,000 steps on 4 of the 7 days.", True),
        (STEPS, "You took more than 8,000 steps on 5 of the 7 days.", False),
        (STEPS, "You took less than 8,000 steps on 4 of the 7 days.", False),
        (PULSE, "Your heart rate was 64 bpm and its variability 42 ms.", True),
        (PULSE, "Your heart rate was 42 bpm.", False),
        (CYCLE, "It is day 19 of a cycle that lasts 28 days.", True),
        (CYCLE, "It is day 20 of your cycle.", False),
        (PULSE_RATE, "Your resting heart rate was 58 bpm, below the 60 to 100 bpm of the guide.", True),
        (PULSE_RATE, "Your resting heart rate was 58 bpm, which is too high.", False),
    ],
)
def test_facts_of_records_are_held_to_their_figures(fact: Fact, said: str, ok: bool) -> None:
    assert verify_reply(said, claims_of((fact,), "en"), "en").ok is ok, said


def test_every_fact_gives_claims_in_every_language(table: Callable[[str], dict[str, tuple[Fact, ...]]]) -> None:
    for name, facts in table("en").items():
        for language in LANGUAGES:
            assert claims_of(facts, language) or name.startswith("picture without"), (name, language)
