"""Tasks out of other distributions: the page's own example as a real wheel, and every way in which one can be wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from assistant.plugins import load_plugins
from assistant.settings import Settings
from assistant.tasks.registry import builtin_tasks, tasks_for

PAGE = Path(__file__).parents[2] / "docs/tasks.md"


def block(opening: str) -> str:
    """The code of docs/tasks.md that begins so."""
    found = re.search(rf"```\w+\n({re.escape(opening)}.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None, f"docs/tasks.md has no code that begins {opening!r}"
    return found[1]


def run(*command: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip put the wheel of the page's plug-in; no index is asked."""
    folder = tmp_path_factory.mktemp("plugin")
    source = folder / "source"
    source.mkdir()
    code = block('"""A task for Auricle')
    lines = [line for line in code.splitlines() if line.strip()]
    assert len(lines) <= 20
    (source / "auricle_stones.py").write_text(code, encoding="utf-8")
    (source / "pyproject.toml").write_text(block("[build-system]"), encoding="utf-8")
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder / "dist", source, cwd=folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps", "--no-index")
    run(*pip, "--target", folder / "site", wheel, cwd=folder)
    return folder / "site"


def auricle(tmp_path: Path, site: Path, *arguments: str, plugins: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AURICLE_")}
    settings = {"AURICLE_DATA": str(tmp_path / "data"), "AURICLE_PASSPHRASE": "test", "AURICLE_LIGHT": "1", "AURICLE_PLUGINS": plugins}
    command = [sys.executable, "-c", "from assistant.cli.main import main; main()", *arguments]
    return subprocess.run(
        command, cwd=tmp_path, env=kept | settings | {"PYTHONPATH": str(site)}, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=200
    )


def test_the_pages_plug_in_works_out_of_its_wheel(installed: Path, tmp_path: Path) -> None:
    listed = auricle(tmp_path, installed, "tasks", "list", "--json", plugins='["Auricle_Stones"]')
    assert listed.returncode == 0, listed.stderr
    names = [task["name"] for task in json.loads(listed.stdout)["tasks"]]
    assert names == sorted([*(spec.name for spec in builtin_tasks()), "stones"])
    ran = auricle(tmp_path, installed, "tasks", "run", "stones", "stone=13", "pounds=4", "--json", plugins='["auricle-stones"]')
    assert ran.returncode == 0, ran.stderr
    (fact,) = json.loads(ran.stdout)["facts"]
    assert "84.4 kg" in json.dumps(fact)
    refused = auricle(tmp_path, installed, "tasks", "run", "stones", "stone=13", "pounds=14", plugins='["auricle-stones"]')
    assert refused.returncode == 1
    assert refused.stderr == "auricle: A weight in stones has no minus sign, and fewer than 14 pounds beside it.\n"


def test_what_is_installed_but_not_allowed_is_not_even_imported(installed: Path, tmp_path: Path) -> None:
    found = auricle(tmp_path, installed, "tasks", "run", "stones", "stone=13", plugins="[]")
    assert found.returncode == 2
    assert "There is no task 'stones'" in found.stderr


def test_the_pages_test_passes(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "test_stones.py").write_text(block("from functools import partial"), encoding="utf-8")
    run(sys.executable, "-m", "pytest", "-q", "test_stones.py", cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(installed)})


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("plug_"):
            del sys.modules[name]


GOOD = """from assistant.facts import Fact
from assistant.tasks.spec import Context, TaskSpec, task

@task(chat_name="{name}")
async def {name}(context: Context) -> tuple[Fact, ...]:
    '''Does a thing.'''
    return ()
"""


def put(site: Path, distribution: str, code: str, *tasks: str) -> None:
    """An installed distribution with one module and its entry points."""
    module = f"plug_{distribution.replace('-', '_')}"
    (site / f"{module}.py").write_text(code, encoding="utf-8")
    info = site / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n", encoding="utf-8")
    entries = "\n".join(f"{name} = {module}:{name}" for name in tasks)
    (info / "entry_points.txt").write_text(f"[auricle.tasks]\n{entries}\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "name", "said"),
    [
        ("raise RuntimeError('no')", "a", r"cannot be loaded \(RuntimeError\)"),
        ("import no_such_module", "a", r"cannot be loaded \(ModuleNotFoundError\)"),
        ("raise SystemExit(3)", "a", r"cannot be loaded \(SystemExit\)"),
        ("def (", "a", r"cannot be loaded \(SyntaxError\)"),
        ("b = 1", "a", r"cannot be loaded \(AttributeError\)"),
        ("a = 1", "a", "is no task"),
        (GOOD.format(name="sleep"), "sleep", "that name is taken"),
        (GOOD.format(name="a").replace("'''Does a thing.'''", ""), "a", r"cannot be loaded \(UsageError\)"),
        (GOOD.format(name="a") + "a = TaskSpec('Bad Name', 'x', 'd', {}, a.run)", "a", "lower case"),
        (GOOD.format(name="a") + "a = TaskSpec('a', 'x', ' ', {}, a.run)", "a", "no description"),
        (GOOD.format(name="a") + "a = TaskSpec('a', 'x', 'd', {'type': 'nonsense'}, a.run)", "a", "schema of it does not hold"),
        (GOOD.format(name="a") + "a = TaskSpec('a', 'x', 'd', {'type': 'object'}, a.run)", "a", "no properties"),
        (GOOD.format(name="a") + "a = TaskSpec('a', 'x', 'd', {'properties': {}}, a.run, seconds=float('inf'))", "a", "time limit"),
    ],
)
def test_a_plug_in_that_is_wrong_is_told_and_left_out(code: str, name: str, said: str, site: Path) -> None:
    put(site, "wrong-one", code, name)
    put(site, "good-one", GOOD.format(name="fine"), "fine")
    told: list[str] = []
    tasks = tasks_for(Settings(plugins=("wrong-one", "good-one")), told.append)
    assert [spec.name for spec in tasks] == sorted([*(spec.name for spec in builtin_tasks()), "fine"])
    (problem,) = told
    assert re.search(said, problem)
    assert "'wrong-one'" in problem
    assert problem.endswith(".")


def test_the_first_of_two_plug_ins_keeps_a_name(site: Path) -> None:
    put(site, "one", GOOD.format(name="same"), "same")
    put(site, "two", GOOD.format(name="same"), "same")
    found = load_plugins(("two", "one"), ())
    assert found.owners == ("two",)
    assert len(found.problems) == 1


def test_the_same_folder_twice_is_no_collision(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(site, "one", GOOD.format(name="same"), "same")
    monkeypatch.setattr(sys, "path", [str(site), str(site), *sys.path])
    found = load_plugins(("one", "One"), ())
    assert [spec.name for spec in found.tasks] == ["same"]
    assert found.problems == ()


def test_what_is_not_installed_is_said() -> None:
    assert "is not installed" in load_plugins(("no-such-plugin",), ()).problems[0]


def test_nothing_is_loaded_unless_it_is_allowed(site: Path) -> None:
    put(site, "lurking", "raise SystemExit('imported')", "a")
    assert tasks_for(Settings(plugins=())) == builtin_tasks()
