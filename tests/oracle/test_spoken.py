"""The same figures in words: plain questions in three languages about real people's days, through the whole assistant.

Each person of the research data lives at a clock within their records, so that "last week" has data. The reply must hold the second
implementation's numbers as that language writes them.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from types import ModuleType
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from assistant.compose import open_assistant
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.importers.registry import recognise
from assistant.pipeline import Assistant
from assistant.question import Question
from assistant.records.intake import StoreIntake
from assistant.records.store import open_records
from assistant.report import answer_json
from assistant.settings import Settings
from assistant.types import Person


def _beside(name: str) -> ModuleType:
    """A module of this folder: strangers' packages called `tests` stand in the way of importing it."""
    spec = importlib.util.spec_from_file_location(f"oracle_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


oracle = _beside("figures")
Span = oracle.Span


@dataclass(frozen=True)
class Life:
    """Somebody of the research data at a moment: whose rows, the last whole week, a whole month before it, and their words for the month."""

    path: str
    subject: str
    zone: str
    clock: datetime
    last_week: Any
    month: Any
    words: dict[str, str]


JUNE = {"en": "June", "es": "junio", "de": "Juni"}
LIVES = {
    "ana": Life(  # LifeSnaps
        "lifesnaps/daily_fitbit_sema_df_unprocessed.csv",
        "1",
        "Europe/Athens",
        datetime.fromisoformat("2021-07-19T09:00:00+03:00"),
        Span(date(2021, 7, 12), date(2021, 7, 18)),
        Span(date(2021, 6, 1), date(2021, 6, 30)),
        JUNE,
    ),
    "ben": Life(  # Fitbit: half of the month of April is missing
        "fitbit",
        "1503960366",
        "America/Chicago",
        datetime.fromisoformat("2016-05-09T09:00:00-05:00"),
        Span(date(2016, 5, 2), date(2016, 5, 8)),
        Span(date(2016, 4, 1), date(2016, 4, 30)),
        {"en": "April", "es": "abril", "de": "April"},
    ),
    "cam": Life(  # a glucose sensor
        "cgm/example_data_5_subject.csv",
        "Subject 1",
        "America/New_York",
        datetime.fromisoformat("2015-07-01T09:00:00-04:00"),
        Span(date(2015, 6, 22), date(2015, 6, 28)),
        Span(date(2015, 6, 1), date(2015, 6, 30)),
        JUNE,
    ),
}
MEASURES = {
    "ana": {
        "steps": {"en": "step count", "es": "número de pasos", "de": "Schrittzahl"},
        "sleep_duration": {"en": "sleep duration", "es": "duración del sueño", "de": "Schlafdauer"},
        "distance": {"en": "walking distance", "es": "distancia caminada", "de": "Gehstrecke"},
        "resting_heart_rate": {"en": "resting heart rate", "es": "frecuencia cardíaca en reposo", "de": "Ruhepuls"},
    },
    "ben": {"steps": {"en": "step count", "es": "número de pasos", "de": "Schrittzahl"}},
    "cam": {"glucose": {"en": "glucose", "es": "glucosa", "de": "Blutzucker"}},
}
ASKED = {
    "en": {
        "week": "What was my {m} last week?",
        "month": "What was my average {m} in {month}?",
        "compare": "Compare my {m} last week with the week before.",
        "extreme": "On which day was my {m} highest last week?",
        "count": "On how many days last week did I walk at least 10,000 steps?",
    },
    "es": {
        "week": "¿Cuál fue mi {m} la semana pasada?",
        "month": "¿Cuál fue mi {m} de media en {month}?",
        "compare": "Compara mi {m} de la semana pasada con la semana anterior.",
        "extreme": "¿Qué día fue más alto mi {m} la semana pasada?",
        "count": "¿Cuántos días de la semana pasada caminé al menos 10.000 pasos?",
    },
    "de": {
        "week": "Wie war meine {m} letzte Woche?",
        "month": "Wie war meine {m} im {month} im Durchschnitt?",
        "compare": "Vergleiche meine {m} letzte Woche mit der Woche davor.",
        "extreme": "An welchem Tag war meine {m} letzte Woche am höchsten?",
        "count": "An wie vielen Tagen bin ich letzte Woche mindestens 10.000 Schritte gegangen?",
    },
}


ONE = {"es": "uno de los", "de": "einem von"}  # a single day is a word there


@dataclass(frozen=True)
class Case:
    who: str
    language: str
    measure: str
    kind: str
    text: str


def _cases() -> list[Case]:
    found: list[Case] = []
    for who, measures in MEASURES.items():
        for measure, words in measures.items():
            for language, templates in ASKED.items():
                kinds = ("month",) if who == "cam" else [kind for kind in templates if kind != "count" or measure == "steps"]
                for kind in kinds:
                    text = templates[kind].format(m=words[language], month=LIVES[who].words[language])
                    found.append(Case(who, language, measure, kind, text))
    return found


@pytest.fixture(scope="module")
def people(shared_file: Callable[[str], Path]) -> dict[str, Any]:
    folder = shared_file("data/wearables")
    ana, ben, cam = LIVES.values()
    return {
        "ana": oracle.lifesnaps(folder / ana.path, ana.subject),
        "ben": oracle.fitbit(folder / ben.path, ben.subject),
        "cam": oracle.cgm(folder / cam.path, cam.subject),
    }


@pytest.fixture(scope="module")
async def assistant(shared_file: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Assistant]:
    folder = shared_file("data/wearables")
    settings = Settings(data=tmp_path_factory.mktemp("spoken"), light=True)
    store = open_records(settings)
    for who, life in LIVES.items():
        store.add(Person(who, who.title(), life.zone, life.clock))
        parcel = Parcel(folder / life.path)
        with StoreIntake(store, who) as intake:
            recognise(parcel).read(parcel, intake, Options(ZoneInfo(life.zone), life.subject))
    async with open_assistant(settings) as built:
        yield built


def must_say(person: Any, case: Case) -> list[str]:
    """The numbers that the reply has to hold, as the language writes them."""
    life, measure = LIVES[case.who], case.measure
    span = life.month if case.kind == "month" else life.last_week
    values = person.values(measure, span)
    value, n = oracle.figure(person, measure, span)
    shown = written(case, value)
    if case.kind == "compare":
        before, _ = oracle.figure(person, measure, span.before())
        verdict, size = oracle.compare(measure, value, before)
        return [shown, written(case, before)] + ([written(case, size)] if verdict != "same" else [])
    if case.kind == "extreme":
        day, most = oracle.extreme(measure, values, "highest")
        return [str(day.day), written(case, most)]
    if case.kind == "count":
        met = oracle.count(measure, values, "at_least", 10_000)
        return [ONE.get(case.language, "1") if met == 1 else str(met), str(n)]
    return [shown] if n == span.days else [shown, str(n), str(span.days)]


def written(case: Case, value: float) -> str:
    value = oracle.shown(case.measure, value)
    if case.measure == "sleep_duration":
        hours, minutes = divmod(int(value), 60)
        return f"{hours} h {minutes} min" if hours and minutes else f"{hours} h" if hours else f"{minutes} min"
    text = f"{value:,.{oracle.MEASURES[case.measure].digits}f}"
    return text if case.language == "en" else text.translate(str.maketrans(",.", ".,"))


async def test_replies_hold_the_figures_as_the_language_writes_them(assistant: Assistant, people: dict[str, Any]) -> None:
    cases = _cases()
    assert len(cases) >= 30
    assert {case.language for case in cases} == {"en", "es", "de"}
    wrong: list[str] = []
    for case in cases:
        report = answer_json(await assistant.answer(Question(person=case.who, text=case.text, language=case.language, speak=False)))
        said = report["reply"]["shown"].replace("\u00a0", " ").replace("\u202f", " ")
        missing = [number for number in must_say(people[case.who], case) if not _holds(said, number)]
        if missing:
            wrong.append(f"{case.who}: {case.text} → {said} lacks {missing}")
    assert not wrong, f"{len(wrong)} of {len(cases)}\n" + "\n".join(wrong)


def _holds(said: str, number: str) -> bool:
    """As a number of its own: 1.5 is not said by 21.5, nor by 1.54."""
    for start in range(len(said)):
        if said.startswith(number, start):
            before, after = said[max(start - 2, 0) : start], said[start + len(number) : start + len(number) + 2]
            joined = before[-1:].isdigit() or (before[-1:] in ".," and before[:1].isdigit())
            if not joined and not after[:1].isdigit() and not (after[:1] in ".," and after[1:2].isdigit()):
                return True
    return False


def test_a_number_is_held_only_by_itself() -> None:
    assert _holds("You took 9,125 steps.", "9,125")
    assert _holds("5,9 km", "5,9")
    assert not _holds("15,9 km and 5,94 km", "5,9")
    assert not _holds("9,125 steps", "125")
