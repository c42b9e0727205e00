"""What the records are for, from question to answer: the patient-record demo and the stress demo, by voice and in ten languages.

A question is spoken by our own voice, heard by our own recogniser, planned and answered out of the encrypted store, and the answer is heard again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from assistant.compose import load_demo_person, open_assistant, open_ear, open_voices
from assistant.facts import Assessed, Fact, Listed, Measured, Passage, Stressed
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.importers.registry import recognise
from assistant.pipeline import Assistant
from assistant.question import Answer, Question
from assistant.records.intake import StoreIntake
from assistant.settings import Settings
from assistant.types import Person
from audio.clip import AudioClip

F = TypeVar("F", bound=Fact)
LIFESNAPS = "data/wearables/lifesnaps/daily_fitbit_sema_df_unprocessed.csv"
STRESS = {
    "en": "Estimate my stress from yesterday's pulse recording.",
    "es": "Calcula mi estrés con la grabación del pulso de ayer.",
    "de": "Schätze meinen Stress aus der Pulsaufnahme von gestern.",
    "fr": "Estime mon stress à partir de l'enregistrement du pouls d'hier.",
    "it": "Stima il mio stress dalla registrazione del polso di ieri.",
    "pt": "Estime o meu estresse pela gravação do pulso de ontem.",
    "fi": "Arvioi stressini eilisestä pulssitallenteesta.",
    "hi": "कल की पल्स रिकॉर्डिंग से मेरे तनाव का अनुमान लगाओ।",
    "zh": "根据昨天的脉搏记录估计我的压力。",
    "ar": "قدّر توتري من تسجيل النبض بالأمس.",
}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(data=tmp_path_factory.mktemp("shows"), light=True, languages=tuple(STRESS))


@pytest.fixture(scope="module")
async def assistant(settings: Settings) -> AsyncIterator[Assistant]:
    load_demo_person(settings)
    async with open_assistant(settings) as opened:
        yield opened


async def said(text: str, language: str, settings: Settings) -> AudioClip:
    async def sentence() -> AsyncIterator[str]:
        yield text

    async with open_voices(settings) as (mouth, voices):
        clips = [chunk.clip async for chunk in mouth.speak(sentence(), voices(language))]
    return AudioClip(np.concatenate([clip.samples for clip in clips]), clips[0].rate)


def facts(answer: Answer, kind: type[F]) -> list[F]:
    return [fact for result in answer.results for fact in result.facts if isinstance(fact, kind)]


def tasks(answer: Answer) -> list[str]:
    return [step.task for step in answer.plan.steps] if answer.plan else []


@pytest.mark.slow
@pytest.mark.parametrize(("language", "says"), [("en", ("level", "heart rate", "66")), ("es", ("nivel", "frecuencia", "66"))])
async def test_stress_from_yesterdays_pulse_by_voice(language: str, says: tuple[str, ...], assistant: Assistant, settings: Settings) -> None:
    answer = await assistant.answer(Question("demo", clip=await said(STRESS[language], language, settings)))
    assert answer.turn.language == language
    assert tasks(answer) == ["recording", "pulse", "stress"]
    assert [fact.level for fact in facts(answer, Stressed)] == [2]
    assert answer.audio is not None
    heard = await open_ear(settings).transcribe(answer.audio)
    assert heard.language == language
    assert [word for word in says if word not in heard.text.casefold()] == [], heard.text


@pytest.mark.parametrize("language", list(STRESS))
async def test_the_level_is_the_same_in_every_language(language: str, assistant: Assistant) -> None:
    answer = await assistant.answer(Question("demo", text=STRESS[language], language=language, speak=False))
    assert tasks(answer) == ["recording", "pulse", "stress"], answer.reply.shown
    assert [fact.level for fact in facts(answer, Stressed)] == [2]


@pytest.mark.parametrize("text", ["What is PPG?", "What is heart rate variability?", "¿Qué es la fotopletismografía?", "Was ist HRV?"])
async def test_what_ppg_and_hrv_are_is_explained(text: str, assistant: Assistant) -> None:
    answer = await assistant.answer(Question("demo", text=text, speak=False))
    assert facts(answer, Passage), answer.reply.shown


async def test_the_record_is_read_out_and_nothing_else(assistant: Assistant) -> None:
    answer = await assistant.answer(Question("demo", text="Which medicines am I taking?", speak=False))
    (listed,) = facts(answer, Listed)
    assert [line.name for line in listed.entries] == ["Salbutamol 100 µg inhaler", "Ibuprofen 400 mg"]
    assert all(line.name in answer.reply.shown for line in listed.entries)


@pytest.fixture(scope="module")
def volunteer(settings: Settings, assistant: Assistant, shared_file: Callable[[str], Path]) -> str:
    """One person of LifeSnaps, imported like anybody's file; their clock stands in the middle of their data."""
    from datetime import datetime

    from assistant.records.store import open_records

    store = open_records(settings)
    zone = ZoneInfo("Europe/Athens")
    store.add(Person("volunteer", "Volunteer", "Europe/Athens", datetime(2021, 7, 5, 9, 30, tzinfo=zone)))
    parcel = Parcel(shared_file(LIFESNAPS))
    with StoreIntake(store, "volunteer") as intake:
        recognise(parcel).read(parcel, intake, Options(zone, subject="1"))
    return "volunteer"


async def test_the_patient_record_demo_over_a_person_of_lifesnaps(assistant: Assistant, volunteer: str) -> None:
    async def ask(text: str) -> Answer:
        return await assistant.answer(Question(volunteer, text=text, language="en", speak=False))

    sleep = await ask("Give me a summary of my sleep last week")
    assert tasks(sleep)[0] == "sleep"
    assert any(fact.measure == "sleep_duration" and fact.days_with_data > 0 for fact in facts(sleep, Measured)), sleep.reply.shown
    steps = await ask("How many steps did I take in June?")
    assert [fact.quantity.value for fact in facts(steps, Measured) if fact.statistic == "mean"], steps.reply.shown
    activity = await ask("Give me a summary of my activity last week")
    assert tasks(activity)[0] == "activity", activity.reply.shown
    rem = await ask("Is my REM sleep enough?")
    # Their file gives REM only against their own mean, which is no share of the night: said, not guessed.
    assert not facts(rem, Assessed), rem.reply.shown
    advice = await ask("How can I improve my sleep?")
    assert facts(advice, Passage), advice.reply.shown
