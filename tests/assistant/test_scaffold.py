"""A new task and its test are right as they are written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assistant.errors import UsageError
from assistant.scaffold import scaffold

RULES = "E,F,W,I,UP,B,SIM,RUF,PT,C4,PIE,TID,ASYNC,PERF"


def check(folder: Path, *command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_both_files_pass_every_check_at_once(tmp_path: Path) -> None:
    files = scaffold("water_goal", tmp_path / "new" / "folder", ())
    assert [file.name for file in files] == ["water_goal.py", "test_water_goal.py"]
    check(files[0].parent, "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), *(file.name for file in files))
    check(files[0].parent, "pytest", "-q", "-p", "no:cacheprovider", ".")


@pytest.mark.parametrize("name", ["water_goal", "go", "a" * 12 + "_" + "b" * 12, "a_", "class_"])
def test_a_name_of_any_length_leaves_no_line_too_long(name: str, tmp_path: Path) -> None:
    scaffold(name, tmp_path, ())
    for length in ("88", "150"):
        check(tmp_path, "ruff", "check", "--isolated", "--line-length", length, "--select", RULES, ".")
        check(tmp_path, "ruff", "format", "--isolated", "--line-length", length, "--check", ".")


def test_in_a_package_it_is_imported_by_its_full_name(tmp_path: Path) -> None:
    package = tmp_path / "mine" / "tasks"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    _, test = scaffold("water_goal", package, ())
    assert "from mine.tasks.water_goal import water_goal\n" in test.read_text(encoding="utf-8")
    check(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", ".")


@pytest.mark.parametrize("name", ["", "Water", "water-goal", "1water", "class", "../water", "w", "a" * 26, "wäter"])
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be called"):
        scaffold(name, tmp_path, ())
    assert list(tmp_path.iterdir()) == []


def test_a_taken_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="already"):
        scaffold("sleep", tmp_path, {"sleep"})


@pytest.mark.parametrize("there", ["water_goal.py", "test_water_goal.py"])
def test_nothing_is_overwritten(there: str, tmp_path: Path) -> None:
    (tmp_path / there).write_text("mine")
    with pytest.raises(UsageError, match="is there already"):
        scaffold("water_goal", tmp_path, ())
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(there, "mine")]


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        scaffold("water_goal", tmp_path / "file" / "folder", ())
