"""Every number that a person is told equals a result, and every result equals the records.

A hundred and more questions are made from measures × views × periods × languages and asked of the whole assistant (router, tasks, catalogue;
no language model). The checks share no code with what they check: numbers are taken out of the reply by a regular expression and looked up
in the JSON results, and the results are computed again from the days in the store.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from assistant.compose import load_demo_person, open_assistant
from assistant.measures import MEASURES
from assistant.pipeline import Assistant
from assistant.question import Question
from assistant.records.store import RecordStore
from assistant.report import answer_json
from assistant.settings import Settings

LAST_WEEK, WEEK_BEFORE = ("2026-11-23", "2026-11-29"), ("2026-11-16", "2026-11-22")
OCTOBER, SEPTEMBER = ("2026-10-01", "2026-10-31"), ("2026-09-01", "2026-09-30")
YESTERDAY = ("2026-11-29", "2026-11-29")

WORDS = {
    "en": {
        "sleep_duration": "sleep duration",
        "deep_sleep": "deep sleep",
        "rem_sleep": "REM sleep",
        "steps": "step count",
        "distance": "walking distance",
        "active_minutes": "active minutes",
        "resting_heart_rate": "resting heart rate",
        "hrv": "heart rate variability",
    },
    "es": {
        "sleep_duration": "duración del sueño",
        "deep_sleep": "sueño profundo",
        "rem_sleep": "sueño REM",
        "steps": "número de pasos",
        "distance": "distancia caminada",
        "active_minutes": "tiempo en minutos activos",
        "resting_heart_rate": "pulso en reposo",
        "hrv": "variabilidad de la frecuencia cardíaca",
    },
    "de": {
        "sleep_duration": "Schlafdauer",
        "deep_sleep": "Tiefschlaf",
        "rem_sleep": "REM-Schlaf",
        "steps": "Schrittzahl",
        "distance": "Gehstrecke",
        "active_minutes": "aktive Zeit in Minuten",
        "resting_heart_rate": "Ruhepuls",
        "hrv": "Herzfrequenzvariabilität",
    },
}
ASKED = {
    "en": {
        "last week": ("What was my {m} last week?", "summary", LAST_WEEK, None),
        "yesterday": ("What was my {m} yesterday?", "summary", YESTERDAY, None),
        "october": ("What was my average {m} in October?", "summary", OCTOBER, None),
        "weeks": ("Compare my {m} last week with the week before.", "compare", LAST_WEEK, WEEK_BEFORE),
        "months": ("Compare my {m} in October with September.", "compare", OCTOBER, SEPTEMBER),
        "trend": ("What is the trend of my {m} in October?", "trend", OCTOBER, None),
        "best": ("On which day was my {m} highest last week?", "extreme", LAST_WEEK, None),
    },
    "es": {
        "last week": ("¿Cuál fue mi {m} la semana pasada?", "summary", LAST_WEEK, None),
        "yesterday": ("¿Cuál fue mi {m} ayer?", "summary", YESTERDAY, None),
        "october": ("¿Cuál fue mi {m} de media en octubre?", "summary", OCTOBER, None),
        "weeks": ("Compara mi {m} de la semana pasada con la semana anterior.", "compare", LAST_WEEK, WEEK_BEFORE),
        "trend": ("¿Cuál es la tendencia de mi {m} en octubre?", "trend", OCTOBER, None),
        "best": ("¿Qué día fue más alto mi {m} la semana pasada?", "extreme", LAST_WEEK, None),
    },
    "de": {
        "last week": ("Wie war meine {m} letzte Woche?", "summary", LAST_WEEK, None),
        "yesterday": ("Wie war meine {m} gestern?", "summary", YESTERDAY, None),
        "october": ("Wie war meine {m} im Oktober im Durchschnitt?", "summary", OCTOBER, None),
        "weeks": ("Vergleiche meine {m} letzte Woche mit der Woche davor.", "compare", LAST_WEEK, WEEK_BEFORE),
        "trend": ("Wie ist der Trend bei {m} im Oktober?", "trend", OCTOBER, None),
        "best": ("An welchem Tag war meine {m} letzte Woche am höchsten?", "extreme", LAST_WEEK, None),
    },
}


@dataclass(frozen=True)
class Case:
    language: str
    text: str
    measure: str
    view: str
    period: tuple[str, str]
    against: tuple[str, str] | None


CASES = [
    Case(language, template.format(m=word), measure, view, period, against)
    for language, templates in ASKED.items()
    for measure, word in WORDS[language].items()
    for template, view, period, against in templates.values()
]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(data=tmp_path_factory.mktemp("records"), light=True)


@pytest.fixture(scope="module")
async def assistant(settings: Settings) -> AsyncIterator[Assistant]:
    load_demo_person(settings)
    async with open_assistant(settings) as built:
        yield built


def test_there_are_enough_questions() -> None:
    assert len(CASES) >= 100
    assert {case.language for case in CASES} == {"en", "es", "de"}
    assert len({case.text for case in CASES}) == len(CASES)


async def test_every_number_equals_a_result_and_every_result_the_records(assistant: Assistant, settings: Settings) -> None:
    store = load_demo_person(settings)
    wrong: list[str] = []
    planned = 0
    for case in CASES:
        report = answer_json(await assistant.answer(Question(person="demo", text=case.text, language=case.language, speak=False)))
        strange = stray_numbers(report, case.language)
        if strange:
            wrong.append(f"{case.text} → {report['reply']['shown']}: {strange} in no result")
        if report["plan"]["kind"] != "answer":
            continue
        planned += 1
        wrong += [f"{case.text}: {fault}" for fault in await faults(case, report, store)]
    assert not wrong, "\n".join(wrong)
    assert planned >= 0.9 * len(CASES), f"only {planned} of {len(CASES)} plain questions were planned without asking back"


# — numbers in the reply —

SPOKEN_DECIMAL = re.compile(r"(\d+) (?:point|coma|Komma) (\d+)")
NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f]\d{3})*(?:[.,]\d+)?")


def stray_numbers(report: dict[str, Any], language: str) -> list[str]:
    allowed = {round(value, 3) for value in allowed_numbers(report)}
    spoken = SPOKEN_DECIMAL.sub(r"\1.\2" if language == "en" else r"\1,\2", report["reply"]["spoken"])
    shown = report["reply"]["shown"] + " " + spoken
    return [token for token in NUMBER.findall(shown) if round(parsed(token, language), 3) not in allowed]


def parsed(token: str, language: str) -> float:
    thousands, decimal = (",", ".") if language == "en" else (".", ",")
    plain = re.sub(rf"[\u00a0\u202f]|{re.escape(thousands)}(?=\d{{3}}(?:\D|$))", "", token)
    return float(plain.replace(decimal, "."))


def allowed_numbers(report: dict[str, Any]) -> set[float]:
    allowed: set[float] = set()
    for result in report["results"]:
        before = result.get("before") or {}
        for value in (result["value"], result.get("difference"), before.get("value")):
            if isinstance(value, int | float):
                allowed |= {value, value // 60, value % 60}
        allowed |= {n for n in (result.get("days_with_data"), before.get("days_with_data")) if n is not None}
        for period in filter(None, (result["period"], before.get("period"), result.get("known"))):
            start, end = (date.fromisoformat(part) for part in period.split("/"))
            allowed |= {(end - start).days + 1, start.day, start.year, end.day, end.year}
        if result.get("day"):
            allowed.add(date.fromisoformat(result["day"]).day)
    return allowed


# — results against the records —


async def faults(case: Case, report: dict[str, Any], store: RecordStore) -> list[str]:
    step = report["plan"]["steps"][0]
    args = step["args"]
    expected = {"measure": case.measure, "view": case.view, "period": "/".join(case.period)}
    if case.against:
        expected["against"] = "/".join(case.against)
    found = [f"{name} is {args.get(name)}, not {value}" for name, value in expected.items() if args.get(name) != value]
    if found or step["task"] != MEASURES[case.measure].task:
        return [*found, f"task {step['task']}"]
    first = report["results"][0]
    values = await day_values(store, case.measure, case.period)
    return check(case, first, values, await day_values(store, case.measure, case.against) if case.against else {})


async def day_values(store: RecordStore, measure: str, period: tuple[str, str]) -> dict[date, float]:
    from assistant.period import Period

    return {day.day: day.value for day in await store.days("demo", measure, Period.parse("/".join(period)))}


def mean(case: Case, values: dict[date, float]) -> float:
    return float(round(statistics.fmean(values.values()), MEASURES[case.measure].digits))


def check(case: Case, first: dict[str, Any], values: dict[date, float], before: dict[date, float]) -> list[str]:
    if not values:
        return [] if first["fact"] == "absent" else [f"{first['fact']} where nothing was recorded"]
    if case.view == "summary":
        return [] if close(first["value"], mean(case, values)) else [f"{first['value']} is not the mean {mean(case, values)}"]
    if case.view == "compare" and before:
        now, then = mean(case, values), mean(case, before)
        right = close(first["value"], now) and close(first["before"]["value"], then) and close(first["difference"], abs(now - then))
        width = MEASURES[case.measure].same_within
        verdict = "same" if abs(now - then) < width else "more" if now > then else "less"
        return [] if right and verdict == first["verdict"] else [f"{first} is not {now} against {then}: {verdict}"]
    if case.view == "extreme":
        best = max(values.values())
        day = min(day for day, value in values.items() if value == best)
        right = close(first["value"], round(best, MEASURES[case.measure].digits)) and first["day"] == day.isoformat()
        return [] if right else [f"{first['day']} {first['value']} is not {day} {best}"]
    if case.view == "trend" and first["fact"] == "trended":
        slopes = [(values[b] - values[a]) / ((b - a) / timedelta(weeks=1)) for a in values for b in values if a < b]
        slope = statistics.median(slopes)
        digits = MEASURES[case.measure].digits
        return [] if abs(first["value"] - abs(slope)) <= 0.5 * 10**-digits + 0.051 else [f"{first['value']} is not the slope {slope}"]
    return []


def close(a: float, b: float) -> bool:
    return abs(a - b) < 1e-6


def test_the_check_itself_sees_a_wrong_number(tmp_path: Path) -> None:
    result = {"value": 372.0, "period": "2026-11-23/2026-11-29", "days_with_data": 6}
    report = {"results": [result], "reply": {"shown": "You slept 6 h 12 min on 6 of 7 nights.", "spoken": ""}}
    assert stray_numbers(report, "en") == []
    report["reply"]["shown"] = "You slept 6 h 13 min on 5 of 7 nights."
    assert stray_numbers(report, "en") == ["13", "5"]
    assert parsed("8.214", "de") == parsed("8,214", "en") == 8214
    assert parsed("5,4", "es") == parsed("5.4", "en") == 5.4
