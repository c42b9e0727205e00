"""Limits: which amount, on which side, in the measure's unit; and what the words of a question about the records come to."""

from __future__ import annotations

from datetime import date

import pytest

from assistant.measures import MEASURES
from assistant.planning.limits import find_limit, limit_in
from assistant.planning.slots import find_slots

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("language", "text", "measure", "bound", "value"),
    [
        ("en", "How many days did I walk more than 8,000 steps?", "steps", "above", 8000),
        ("en", "nights under 7 hours", "sleep_duration", "below", 420),
        ("en", "nights under 7", "sleep_duration", "below", 420),
        ("en", "at least 90 minutes of deep sleep", "deep_sleep", "at_least", 90),
        ("en", "my glucose above 10 mmol", "glucose", "above", 180.2),
        ("en", "my sugar was over 7.8", "glucose", "above", 140.5),
        ("en", "days over 180", "glucose", "above", 180),
        ("en", "under 170 pounds", "weight", "below", 77.1),
        ("en", "over 100 degrees", "body_temperature", "above", 37.8),
        ("en", "over 38.5", "body_temperature", "above", 38.5),
        ("en", "at least 5 miles", "distance", "at_least", 8.0),
        ("en", "in bed after midnight", "bedtime", "above", 0),
        ("en", "in bed before 11", "bedtime", "below", -60),
        ("en", "to bed after 1 am", "bedtime", "above", 60),
        ("en", "up before 7", "wake_time", "below", 420),
        ("en", "no more than 10 floors", "floors", "at_most", 10),
        ("en", "8000 or more", "steps", "at_least", 8000),
        ("de", "höchstens achttausend", "steps", "at_most", 8000),
        ("fi", "alle seitsemän tuntia", "sleep_duration", "below", 420),
        ("zh", "8000步以上", "steps", "at_least", 8000),
        ("hi", "8000 से ज़्यादा कदम", "steps", "above", 8000),
        ("ar", "أقل من سبع ساعات", "sleep_duration", "below", 420),
    ],
)
def test_limits(language: str, text: str, measure: str, bound: str, value: float) -> None:
    limit, _, _ = find_limit(text, language)
    assert limit is not None
    assert limit.bound == bound
    assert limit_in(MEASURES[measure], limit.amount) == pytest.approx(value, abs=0.06)


def test_hours_are_no_weight() -> None:
    limit, _, _ = find_limit("more than 7 hours", "en")
    assert limit is not None
    assert limit_in(MEASURES["weight"], limit.amount) is None


def test_days_are_no_limit() -> None:
    slots = find_slots("My steps over the past 30 days", "en", TODAY)
    assert slots.limit is None
    assert slots.view == "summary"


@pytest.mark.parametrize(
    ("language", "text", "measures", "view"),
    [
        ("en", "On how many days was I over 8000 steps?", ["steps"], "count"),
        ("en", "Did I walk more than 8000 steps yesterday?", ["steps"], "count"),
        ("en", "When did I go to bed last night?", ["bedtime"], "summary"),
        ("en", "When did I wake up?", ["wake_time"], "summary"),
        ("en", "How often did I wake up last night?", ["awake"], "summary"),
        ("en", "Is my REM sleep enough?", ["rem_sleep"], "assess"),
        ("en", "Is 6 hours of sleep enough?", ["sleep_duration"], "summary"),
        ("en", "Does my sleep affect my resting heart rate?", ["sleep_duration", "resting_heart_rate"], "relate"),
        ("en", "Anything unusual in my pulse this week?", ["heart_rate"], "unusual"),
        ("en", "What was my maximum heart rate on Sunday?", ["max_heart_rate"], "summary"),
        ("en", "Is my sleep regular?", ["sleep_regularity"], "summary"),
        ("en", "What is my blood pressure?", ["systolic"], "summary"),
        ("en", "What was my diastolic blood pressure?", ["diastolic"], "summary"),
        ("de", "Wann bin ich ins Bett gegangen?", ["bedtime"], "summary"),
        ("de", "Ist mein Blutdruck zu hoch?", ["systolic"], "assess"),
        ("es", "¿Cuántas noches dormí menos de siete horas?", ["sleep_duration"], "count"),
        ("fr", "À quelle heure me suis-je couché ?", ["bedtime"], "summary"),
        ("it", "In quanti giorni ho fatto più di 8000 passi?", ["steps"], "count"),
        ("pt", "O meu oxigênio está bom?", ["spo2"], "assess"),
        ("fi", "Mihin aikaan menin nukkumaan?", ["bedtime"], "summary"),
        ("hi", "क्या मेरी REM नींद काफ़ी है?", ["rem_sleep"], "assess"),
        ("zh", "我的睡眠影响我的静息心率吗？", ["sleep_duration", "resting_heart_rate"], "relate"),
        ("ar", "في كم يوم مشيت أكثر من 8000 خطوة؟", ["steps"], "count"),
    ],
)
def test_what_words_come_to(language: str, text: str, measures: list[str], view: str) -> None:
    slots = find_slots(text, language, TODAY)
    assert list(dict.fromkeys(word.says for word in slots.measures)) == measures
    assert slots.view == view


def test_a_question_about_ones_own_figures_is_no_advice() -> None:
    assert "advice" not in find_slots("Is my blood pressure too high?", "en", TODAY).cues
    assert "advice" in find_slots("Is a pulse of 50 normal?", "en", TODAY).cues
    helped = find_slots("What helps when my blood pressure is too high?", "en", TODAY)
    assert helped.view == "summary"
    assert "advice" in helped.cues


def test_days_in_a_row() -> None:
    slots = find_slots("Tell me if my resting pulse is above 75 three days in a row", "en", TODAY)
    assert (slots.effect, slots.days) == ("watch", 3)
    assert slots.limit is not None
    assert slots.limit.amount.value == 75
