"""docs/licences.md lists what is really installed and loaded."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def rows() -> list[list[str]]:
    lines = (ROOT / "docs/licences.md").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]


@pytest.mark.parametrize("lock", ["lock.txt", "lock-all.txt"])
def test_every_locked_distribution_is_listed_with_its_version_and_licence(lock: str) -> None:
    listed = {(row[0], row[1]): row[2] for row in rows() if len(row) == 4}
    pins = re.findall(r"^([a-z0-9-]+)==([^\s;]+)", (ROOT / "requirements" / lock).read_text(), re.MULTILINE)
    assert len(pins) > 50
    missing = [pin for pin in pins if not listed.get(pin)]
    assert missing == [], "run `make lock`, or setup/licences.py"


def test_nothing_is_listed_that_is_not_locked() -> None:
    pins = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements/lock-all.txt").read_text(), re.MULTILINE))
    assert {row[0] for row in rows() if len(row) == 4} - pins == {"Distribution", "---"}


def test_every_weight_is_listed_with_its_licence() -> None:
    listed = {row[0].split(":")[0]: row[2] for row in rows() if len(row) == 5}
    models = tomllib.loads((ROOT / "assets/models.toml").read_text())["model"]
    assert models
    assert {model["name"]: model["licence"] for model in models}.items() <= listed.items()


def test_strong_copyleft_is_explained() -> None:
    """Whatever is GPL or AGPL must be in the section that says how it is kept apart."""
    page = (ROOT / "docs/licences.md").read_text(encoding="utf-8")
    explained = page.split("## Copyleft")[1].split("## ")[0]
    strong = {row[0] for row in rows() if len(row) == 4 and re.search(r"\bA?GPL", row[2])}
    assert "piper-tts" in strong
    assert [name for name in strong if name not in explained] == []


def test_gpl_voices_are_never_imported() -> None:
    """Piper is GPL: it runs in a process of its own, started from a file that nothing of ours imports."""
    importing = re.compile(r"^\s*(?:import|from)\s+(?:piper|espeakng|espeak)\b", re.MULTILINE)
    files = {
        str(file.relative_to(ROOT)) for package in ("assistant", "audio", "emotion", "i18n", "ui") for file in (ROOT / package).rglob("*.py")
        if importing.search(file.read_text(encoding="utf-8"))
    }  # fmt: skip
    workers = {file for file in files if "worker" in Path(file).name}
    assert files == workers
    for worker in workers:
        module = re.compile(rf"\b{Path(worker).stem}\b")
        sources = [file for file in ROOT.glob("a*/**/*.py") if str(file.relative_to(ROOT)) != worker]
        named = [line for file in sources for line in file.read_text(encoding="utf-8").splitlines() if module.search(line)]
        assert not [line for line in named if re.match(r"\s*(import|from)\s", line)]
