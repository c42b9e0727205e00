"""Wheel and sdist: both build offline, hold everything, and run from a clean environment; and nobody may take our package names unnoticed."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from assistant.packaging import PACKAGES, clashes

ROOT = Path(__file__).parents[1]


def run(command: Sequence[str | Path], cwd: Path, *, status: int | None = 0, env: Mapping[str, str] | None = None) -> str:
    """Its output; `status` None takes any exit status."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, env=env)
    assert status is None or done.returncode == status, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def build(source: Path, out: Path, *options: str) -> Path:
    """Build without isolation, hence without a network; gives the one file that was asked for."""
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", out, *options, source], cwd=out.parent)
    (file,) = out.iterdir()
    return file


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("built") / "wheel", "--wheel")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("built") / "sdist", "--sdist")


@pytest.fixture(scope="module")
def wheel_of_sdist(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return build(source, tmp_path_factory.mktemp("built") / "again", "--wheel")


class Environment:
    """A fresh virtual environment with one wheel of ours in it."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        venv.create(folder, symlinks=True)
        self.python = folder / "bin/python"
        (self.packages,) = (folder / "lib").glob("python*/site-packages")
        self.install(wheel)

    def install(self, wheel: Path) -> None:
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--no-index", "--no-deps", "--quiet", "--disable-pip-version-check"]
        run([*pip, wheel], cwd=self.folder)

    def share_dependencies(self) -> None:
        """Let it see what is installed where the tests run, last in its path. Our editable installation there stays out: its .pth is not read."""
        (self.packages / "zz_dependencies.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")) + "\n")

    def says(self, code: str) -> str:
        return run([self.python, "-c", code], cwd=self.folder).strip()


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("clean") / "venv", wheel)
    environment.share_dependencies()
    return environment


@pytest.fixture(scope="module")
def clean_of_sdist(tmp_path_factory: pytest.TempPathFactory, wheel_of_sdist: Path) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("clean") / "venv", wheel_of_sdist)
    environment.share_dependencies()
    return environment


@pytest.fixture(params=["clean", "clean_of_sdist"])
def installed(request: pytest.FixtureRequest) -> Environment:
    environment = request.getfixturevalue(request.param)
    assert isinstance(environment, Environment)
    return environment


def tracked(*folders: str) -> list[str]:
    """The files of the checkout below these folders, or all of them where this is not one (an unpacked sdist)."""
    if (ROOT / ".git").exists():
        return run(["git", "ls-files", *folders], cwd=ROOT).splitlines()
    files = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix != ".pyc")
    return [str(path.relative_to(ROOT)) for path in files]


def test_the_wheel_holds_every_file_of_ours(wheel: Path) -> None:
    """Code, catalogues, the page's own files and py.typed where they lie; assets/ inside the package `assistant`."""
    expected = {f"assistant/{name}" if name.startswith("assets/") else name for name in tracked(*PACKAGES, "assets") if (ROOT / name).exists()}
    assert {"assistant/assets/models.toml", "i18n/catalog/de/time.ftl", *(f"{package}/py.typed" for package in PACKAGES)} <= expected
    assert expected - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_the_wheel_of_the_sdist_is_the_same_wheel(wheel: Path, wheel_of_sdist: Path) -> None:
    assert sorted(zipfile.ZipFile(wheel).namelist()) == sorted(zipfile.ZipFile(wheel_of_sdist).namelist())


def test_the_sdist_can_set_itself_up(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
    assert {"Makefile", "setup/install.py", "setup/python.sh", "requirements/lock.txt", "requirements/lock-all.txt", ".ci/run", "LICENSE"} <= names


def private(folder: Path) -> dict[str, str]:
    """An environment whose home, cache and records are nobody's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("AURICLE_", "PYTHON", "XDG_"))}
    places = {name: str(folder / name.lower()) for name in ("HOME", "AURICLE_CACHE", "AURICLE_DATA")}
    return kept | places | {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring", "AURICLE_WEB_PORT": "0"}


def test_it_runs_from_a_clean_environment(installed: Environment, tmp_path: Path) -> None:
    auricle = installed.folder / "bin/auricle"
    assert "doctor" in run([auricle, "--help"], cwd=tmp_path, env=private(tmp_path))
    report = json.loads(run([auricle, "doctor", "--json"], cwd=tmp_path, status=None, env=private(tmp_path)))
    checks = {check["name"]: check for check in report["checks"]}
    assert checks["packages"]["status"] == "ok"
    assert checks["assets"]["status"] == "ok"
    assert str(installed.packages / "assistant/assets") in checks["assets"]["sentence"]
    assert checks["model whisper-base"]["status"] == "fail"  # this home has no models, and says what to do
    assert "auricle models assemble" in checks["model whisper-base"]["sentence"]
    assert report["healthy"] is False


def test_its_catalogues_and_assets_are_found(installed: Environment) -> None:
    code = "from pathlib import Path; import i18n; from assistant.assets import asset; print(asset('models.toml')); print(Path(i18n.__file__).parent)"
    models, languages = (Path(line) for line in installed.says(code).splitlines())
    assert models == installed.packages / "assistant/assets/models.toml"
    assert (languages / "catalog/en").is_dir()
    assert languages.is_relative_to(installed.packages)


# the guard against other distributions


def intruder(folder: Path, package: str) -> Path:
    """A wheel of somebody else's that ships one of our package names, as python-i18n ships `i18n`."""
    files = {
        f"{package}/__init__.py": b"# somebody else's\n",
        "intruder-1.0.dist-info/METADATA": b"Metadata-Version: 2.1\nName: intruder\nVersion: 1.0\n",
        "intruder-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "intruder-1.0.dist-info/RECORD,,\n"
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    wheel = folder / "intruder-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, content in {**files, "intruder-1.0.dist-info/RECORD": record.encode()}.items():
            archive.writestr(name, content)
    return wheel


GUARD = "from assistant.packaging import clashes; print([(clash.package, clash.reason) for clash in clashes()])"


def test_an_overwritten_package_is_noticed(tmp_path: Path, wheel: Path) -> None:
    """pip says nothing when another wheel writes over our files."""
    environment = Environment(tmp_path / "venv", wheel)
    assert environment.says(GUARD) == "[]"
    environment.install(intruder(tmp_path, "i18n"))
    assert environment.says(GUARD) == "[('i18n', 'was overwritten by another distribution')]"


def test_a_package_hidden_from_an_editable_installation_is_noticed(tmp_path: Path) -> None:
    zipfile.ZipFile(intruder(tmp_path, "audio")).extractall(tmp_path)
    (clash,) = clashes([str(tmp_path), str(ROOT)])
    assert (clash.package, clash.found) == ("audio", tmp_path / "audio/__init__.py")


def test_a_missing_package_is_noticed(tmp_path: Path) -> None:
    for package in set(PACKAGES) - {"emotion"}:
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    assert [(clash.package, clash.reason) for clash in clashes([str(tmp_path)])] == [("emotion", "is missing")]


def test_nobody_has_taken_our_names_here() -> None:
    assert clashes() == ()


def test_each_package_can_be_told_apart() -> None:
    """The guard compares the first files of the packages: an empty one, or two alike, could be anybody's."""
    texts = [(ROOT / package / "__init__.py").read_bytes() for package in PACKAGES]
    assert all(text.strip() for text in texts)
    assert len(set(texts)) == len(texts)


def test_the_extras_are_those_that_were_promised() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(extras) == {
        "embedded",
        "web",
        "microphone",
        "speechbrain",
        "transformers",
        "pages",
        "postgres",
        "mcp",
        "otel",
        "argos",
        "report",
        "train",
        "dev",
    }
    with_torch = {name for name, needs in extras.items() if any(need.startswith("torch") for need in needs)}
    assert with_torch == {"speechbrain", "transformers", "argos"}
