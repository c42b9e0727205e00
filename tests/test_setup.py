"""The set-up on a bare machine: which Python, which packages, when it does nothing."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def setup() -> ModuleType:
    spec = importlib.util.spec_from_file_location("setup_install", ROOT / "setup/install.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


class Recorder:
    """Takes commands instead of running them; `failing`: a word of the command that fails."""

    def __init__(self, failing: str | None = None) -> None:
        self.commands: list[str] = []
        self.failing = failing

    def __call__(self, command: Sequence[str]) -> int:
        self.commands.append(" ".join(command))
        return int(self.failing is not None and self.failing in command)


def find_python(path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    shell = shutil.which("sh")
    assert shell is not None
    return subprocess.run([shell, str(ROOT / "setup/python.sh")], env={"PATH": str(path), **environment}, capture_output=True, text=True, check=False)


def fake_python(path: Path, name: str, *, works: bool) -> None:
    """A command that is the running Python, or one that fails as the shim of a version switcher does."""
    file = path / name
    file.write_text(f"#!{shutil.which('sh')}\n" + (f'exec {sys.executable} "$@"\n' if works else "exit 127\n"))
    file.chmod(0o755)


def test_the_first_python_that_works_is_taken(tmp_path: Path) -> None:
    fake_python(tmp_path, "python3", works=False)
    fake_python(tmp_path, "python3.11", works=True)
    found = find_python(tmp_path)
    assert found.returncode == 0
    assert Path(found.stdout.strip()).samefile(sys.executable)


def test_no_python_is_one_sentence(tmp_path: Path) -> None:
    fake_python(tmp_path, "python3", works=False)
    found = find_python(tmp_path)
    assert found.returncode == 1
    assert found.stdout == ""
    assert len(found.stderr.splitlines()) == 1
    assert "3.11" in found.stderr


def test_a_python_that_is_too_old_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "python3").write_text(f"#!{shutil.which('sh')}\necho /usr/bin/python3\nexit 1\n")  # as the probe exits under 3.9
    (tmp_path / "python3").chmod(0o755)
    assert find_python(tmp_path).returncode == 1


def test_a_named_python_is_the_only_one_tried(tmp_path: Path) -> None:
    fake_python(tmp_path, "python3", works=True)
    found = find_python(tmp_path, PYTHON="/nowhere/python3")
    assert found.returncode == 1
    assert "/nowhere/python3" in found.stderr


def test_system_parts_come_through_apt_for_root(setup: ModuleType) -> None:
    part = setup.System("left-ear", "hearing", commands=("no-such-command",))
    runs = Recorder()
    setup.prepare_system([part], root=True, apt=True, run=runs)
    assert any(command.endswith("install -y --no-install-recommends left-ear") for command in runs.commands)


def test_others_are_told_the_line_to_run(setup: ModuleType) -> None:
    parts = [setup.System(name, "hearing", library="libnowhere.so.9") for name in ("left-ear", "right-ear")]
    runs = Recorder()
    with pytest.raises(setup.SetupFailed, match=r"(?m)^  sudo apt-get install -y --no-install-recommends left-ear right-ear$"):
        setup.prepare_system(parts, root=False, apt=True, run=runs)
    assert runs.commands == []


def test_a_failing_apt_is_one_sentence(setup: ModuleType) -> None:
    with pytest.raises(setup.SetupFailed, match="could not install left-ear"):
        setup.prepare_system([setup.System("left-ear", "hearing")], root=True, apt=True, run=Recorder(failing="install"))


def test_parts_that_are_there_are_left_alone(setup: ModuleType) -> None:
    runs = Recorder()
    setup.prepare_system(
        [setup.System("dash", "the shell", commands=("sh",)), setup.System("libc6", "C", library="libc.so.6")], root=False, apt=True, run=runs
    )
    assert runs.commands == []


def test_a_part_off_the_path_is_found_by_its_files(setup: ModuleType, tmp_path: Path) -> None:
    part = setup.System("cellar", "storing", commands=("no-such-command",), files=f"{tmp_path}/*/bin/initdb")
    assert not part.present()
    for version in ("15", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin/initdb").touch()
    assert part.present()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("requirements", "setup"):
        (tmp_path / name).mkdir()
    (tmp_path / "requirements/lock.txt").write_text("anyio==4.16.0\npip==26.3\n")
    (tmp_path / "requirements/lock-all.txt").write_text("anyio==4.16.0\npip==26.3\ntorch==2.13.0\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    (tmp_path / "setup/install.py").write_text("")
    return tmp_path


@pytest.mark.parametrize("changed", ["requirements/lock.txt", "pyproject.toml", "setup/install.py"])
def test_a_change_installs_again(setup: ModuleType, checkout: Path, changed: str) -> None:
    demo = setup.TARGETS["demo"]
    before = setup.key(demo, checkout, "3.11.7")
    (checkout / changed).write_text("other")
    assert setup.key(demo, checkout, "3.11.7") != before


def test_another_python_or_place_installs_again(setup: ModuleType, checkout: Path, tmp_path: Path) -> None:
    demo = setup.TARGETS["demo"]
    moved = shutil.copytree(checkout, tmp_path / "moved")
    assert len({setup.key(demo, checkout, "3.11.7"), setup.key(demo, checkout, "3.12.1"), setup.key(demo, moved, "3.11.7")}) == 3


def test_the_second_run_does_nothing(setup: ModuleType, checkout: Path) -> None:
    """The environment of the tests covers that of the demo; neither covers a changed lock."""
    venv, stamps = Path(sys.prefix), checkout / ".setup"
    demo, test = setup.TARGETS["demo"], setup.TARGETS["test"]
    assert not setup.is_done(demo, checkout, venv, stamps)
    stamps.mkdir()
    (stamps / "test").write_text(setup.key(test, checkout, setup.version_of(venv)))
    assert setup.is_done(test, checkout, venv, stamps)
    assert setup.is_done(demo, checkout, venv, stamps)
    (checkout / "requirements/lock-all.txt").write_text("anyio==4.17.0\n")
    assert not setup.is_done(demo, checkout, venv, stamps)


def test_the_demo_does_not_cover_the_tests(setup: ModuleType, checkout: Path) -> None:
    venv, stamps = Path(sys.prefix), checkout / ".setup"
    stamps.mkdir()
    (stamps / "demo").write_text(setup.key(setup.TARGETS["demo"], checkout, setup.version_of(venv)))
    assert not setup.is_done(setup.TARGETS["test"], checkout, venv, stamps)


def test_pip_and_torch_come_first_with_its_dependencies_and_the_rest_as_locked(setup: ModuleType, checkout: Path) -> None:
    runs = Recorder()
    setup.install(setup.TARGETS["test"], checkout, Path(sys.prefix), run=runs)
    pip, torch, rest, project = runs.commands
    assert pip.endswith("lock-all.txt pip==26.3")
    assert torch.endswith("lock-all.txt torch==2.13.0")
    assert "--no-deps" not in torch
    assert f"--no-deps --requirement {checkout / 'requirements/lock-all.txt'}" in rest
    assert project.endswith(f"--editable {checkout}")


def test_a_failed_install_says_that_make_goes_on(setup: ModuleType, checkout: Path) -> None:
    with pytest.raises(setup.SetupFailed, match="run make again"):
        setup.install(setup.TARGETS["demo"], checkout, Path(sys.prefix), run=Recorder(failing="--requirement"))


def test_a_folder_that_is_no_environment_is_not_taken_for_one(setup: ModuleType, tmp_path: Path) -> None:
    assert setup.version_of(tmp_path) is None
    assert setup.version_of(Path(sys.prefix)) == ".".join(map(str, sys.version_info[:3]))


# the locks


def pins(name: str) -> dict[str, str]:
    """Version by distribution; a line that pins nothing fails."""
    found: dict[str, str] = {}
    for line in (ROOT / "requirements" / name).read_text().splitlines():
        requirement = line.split(";")[0].strip()
        match = re.fullmatch(r"([a-z0-9-]+)==([0-9][0-9a-z.!]*)", requirement)
        assert match, f"{name}: {line!r} is not a plain pin"  # no local versions (+cpu), no paths, no addresses
        found[match[1]] = match[2]
    return found


def test_the_default_installation_has_no_torch() -> None:
    locked = pins("lock.txt")
    assert not {"torch", "torchaudio", "speechbrain", "transformers", "argostranslate", "spacy", "stanza"} & locked.keys()
    assert not [name for name in locked if name.startswith(("nvidia-", "cuda-"))]


def test_the_locks_agree() -> None:
    small, all_ = pins("lock.txt"), pins("lock-all.txt")
    assert small.items() <= all_.items()
    assert {"torch": "2.13.0", "speechbrain": "1.1.2", "argostranslate": "1.11.0"}.items() <= all_.items()
    assert {"transformers", "pytest", "mypy", "ruff", "hypothesis", "playwright"} <= all_.keys()


def test_the_locks_are_what_is_tested_here() -> None:
    """The environment that runs this is the one that the lock describes: else the suite proves something about another one."""
    from importlib.metadata import PackageNotFoundError, version

    from packaging.requirements import Requirement

    wrong = []
    for line in (ROOT / "requirements/lock-all.txt").read_text().splitlines():
        requirement = Requirement(line)
        if requirement.marker and not requirement.marker.evaluate():
            continue
        try:
            if not requirement.specifier.contains(version(requirement.name).split("+")[0]):
                wrong.append(f"{requirement} (found {version(requirement.name)})")
        except PackageNotFoundError:
            wrong.append(f"{requirement} (not installed)")
    assert not wrong


# make and the continuous integration


@pytest.mark.parametrize("command", [["make"], ["make", "help"]])
def test_make_alone_says_what_there_is_to_make(command: list[str]) -> None:
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env={**os.environ, "MAKEFLAGS": ""}).stdout
    assert {"demo", "test", "web", "bench", "lock", "clean", "help"} <= set(re.findall(r"^make (\w+)", said, re.MULTILINE))


def dry_run(*arguments: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL", "AURICLE_LIGHT", "LIGHT"}}
    return subprocess.run(["make", "-n", *arguments], cwd=ROOT, capture_output=True, text=True, check=True, env=environment).stdout


def test_light_leaves_the_large_model_out() -> None:
    assert "models assemble --light" in dry_run("demo", "LIGHT=1")
    assert "--light" not in dry_run("demo")


def test_the_integration_runs_make_test() -> None:
    script = (ROOT / ".ci/run").read_text().splitlines()
    assert script[0].startswith("#!")
    assert script[-1] == "exec make --no-print-directory test </dev/null"


def test_make_test_ends_with_pytest() -> None:
    assert "-m pytest" in dry_run("test").strip().splitlines()[-1]
