"""The real 1.5B model as planner, a few questions a language: that it plans at all, not how well. Minutes on two busy cores."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from assistant.planning.constrained import ModelPlanner, plan_schema, prefix_messages
from assistant.settings import Settings
from assistant.tasks.registry import builtin_tasks
from assistant.types import Person, Turn

NOW = datetime(2026, 11, 30, 9, 30, tzinfo=timezone(timedelta(hours=1)))
PERSON = Person("demo", "Demo", "Europe/Berlin", NOW)
QUESTIONS = [
    ("en", "How did my nights go in October?", "sleep"),
    ("en", "Is it bad to drink tea right before bed?", "knowledge"),
    ("en", "Order me a taxi to the station.", "out_of_scope"),
    ("es", "¿Cuántos kilómetros hice a pie el domingo?", "activity"),
    ("es", "¿Cuántas pulsaciones tuve de media ayer?", "heart_rate"),
    ("de", "Wie tief habe ich am Freitag geschlafen?", "sleep"),
    ("de", "Besten Dank und auf Wiedersehen!", "small_talk"),
]


@pytest.mark.slow
async def test_the_embedded_model_plans() -> None:
    from assistant.models.embedded import EmbeddedServer
    from assistant.models.store import ModelStore

    settings, tasks = Settings(), builtin_tasks()
    async with EmbeddedServer.of(settings, ModelStore(settings.models)) as server:
        await server.prepare(prefix_messages(tasks), plan_schema(tasks))
        planner = ModelPlanner(server.model)
        found = [await planner.choose(Turn("t", 0, PERSON, text, language, NOW), tasks) for language, text, _ in QUESTIONS]
    right = sum(label == expected for label, (_, _, expected) in zip(found, QUESTIONS, strict=True))
    assert right >= 5, list(zip(found, QUESTIONS, strict=True))
