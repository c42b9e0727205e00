"""Make `.venv` what a lock says: `python setup/install.py demo` or `… test`.

Runs on a bare Python 3.11 or later, before anything of ours is installed, so it uses the standard library alone. Does nothing, quickly, when the
lock, pyproject.toml, the Python and the place of the checkout are those of the last time: a stamp in `.setup/` says so.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from glob import glob
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

Run = Callable[[Sequence[str]], int]
"""Runs a command and gives its exit status."""


class SetupFailed(Exception):
    """One sentence for the person at the keyboard."""


@dataclass(frozen=True)
class System:
    """A part that comes from the operating system.

    package: its name in Debian and Ubuntu; commands: any of these on PATH means that it is there; library: so does this shared object; files: so
    does any file of this pattern.
    """

    package: str
    why: str
    commands: tuple[str, ...] = ()
    library: str = ""
    files: str = ""

    def present(self) -> bool:
        if any(shutil.which(command) for command in self.commands) or (self.files and glob(self.files)):
            return True
        if not self.library:
            return False
        try:
            ctypes.CDLL(self.library)
        except OSError:
            return False
        return True


@dataclass(frozen=True)
class Target:
    """What one `make` target installs. `covers`: targets that are complete once this one is."""

    name: str
    lock: str
    system: tuple[System, ...]
    first: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()


RUN_PARTS = (
    System("espeak-ng", "voices for languages without a better one", commands=("espeak-ng",)),
    System("libgomp1", "the language model's threads", library="libgomp.so.1"),  # the xllamacpp wheel does not bring it
    System("libportaudio2", "the microphone", library="libportaudio.so.2"),
)
TEST_PARTS = (
    System("chromium", "the web page's test", commands=("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")),
    # Debian keeps the servers of several versions side by side, and none of them on PATH. The tests start one of their own.
    System("postgresql", "the data pipe's tests", commands=("initdb",), files="/usr/lib/postgresql/*/bin/initdb"),
)

TARGETS = {
    target.name: target
    for target in (
        # pip first, so that the locked one installs the rest: that of the system may be years old.
        Target("demo", "requirements/lock.txt", RUN_PARTS, first=("pip",)),
        # torch before the rest and with its dependencies: the accelerator libraries that it asks for differ by platform, so no lock names them.
        Target("test", "requirements/lock-all.txt", RUN_PARTS + TEST_PARTS, first=("pip", "torch"), covers=("demo",)),
    )
}


def say(text: str) -> None:
    print(text, flush=True)


def run(command: Sequence[str]) -> int:
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False, cwd=ROOT).returncode


def run_quietly(command: Sequence[str]) -> int:
    """As `run`, but what the command prints is shown only when it fails."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        print(done.stdout, file=sys.stderr, end="")
    return done.returncode


def missing(parts: Sequence[System]) -> list[System]:
    if not sys.platform.startswith("linux"):
        return []  # best effort elsewhere: `auricle doctor` says what falls back
    return [part for part in parts if not part.present()]


def install_packages(packages: Sequence[str], why: str, *, root: bool, apt: bool, run: Run = run_quietly) -> None:
    """Through apt-get where that is possible; otherwise raises `SetupFailed` with the one line to run."""
    line = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
    if not apt:
        raise SetupFailed(f"This machine lacks {', '.join(packages)} ({why}): install them with your system's own tool, then run make again.")
    if not root:
        raise SetupFailed(f"This machine lacks {', '.join(packages)} ({why}). Run this line, then make again:\n  sudo {line}")
    say(f"Installing {', '.join(packages)} ({why}) …")
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    run([*quiet, "update"])  # a fresh machine has no lists; an unreachable mirror shows in the next line
    if run([*quiet, "install", "-y", "--no-install-recommends", *packages]):
        raise SetupFailed(f"apt-get could not install {', '.join(packages)}; its reason is above. Mend it, or run: {line}")


def prepare_system(parts: Sequence[System], *, root: bool, apt: bool, run: Run = run_quietly) -> None:
    lacking = missing(parts)
    if lacking:
        install_packages([part.package for part in lacking], "; ".join(part.why for part in lacking), root=root, apt=apt, run=run)


def version_of(venv: Path) -> str | None:
    """The Python of a virtual environment that works and that Auricle runs on, e.g. "3.11.7"; None for any other folder."""
    probe = "import sys, pip; print('.'.join(map(str, sys.version_info[:3])))"
    try:
        done = subprocess.run([str(venv / "bin/python"), "-I", "-c", probe], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return None
    version = done.stdout.strip()
    return version if (3, 11) <= tuple(int(part) for part in version.split(".")[:2]) <= (3, 13) else None


def make_venv(venv: Path, *, root: bool, apt: bool, run: Run = run) -> str:
    """Create it unless it is there and works; gives its Python's version."""
    if version := version_of(venv):
        return version
    try:
        import ensurepip  # noqa: F401 - Debian leaves it out of python3
    except ImportError:
        package = "python{}.{}-venv".format(*sys.version_info[:2])
        install_packages([package], "virtual environments", root=root, apt=apt)
    say(f"Creating {venv.name} with Python {sys.version.split()[0]} …")
    if run([sys.executable, "-m", "venv", "--clear", str(venv)]) or not (version := version_of(venv)):
        raise SetupFailed(f"No virtual environment could be made in {venv}: see above, or name another Python with PYTHON=/path/to/python3.")
    return version


def key(target: Target, root: Path, version: str) -> str:
    """Changes whenever the installation would: another lock, pyproject.toml, Python or place, or another way of installing."""
    digest = hashlib.sha256(f"{root}\n{version}\n".encode())
    for name in (target.lock, "pyproject.toml", "setup/install.py"):
        digest.update((root / name).read_bytes())
    return digest.hexdigest()


def pinned(lock: Path, names: Sequence[str]) -> list[str]:
    """The lines of a lock that pin these distributions, e.g. ["torch==2.13.0"]."""
    lines = lock.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.split("==")[0] in names]


def install(target: Target, root: Path, venv: Path, run: Run = run) -> None:
    """Exactly the lock, then the project itself, editable."""
    lock = root / target.lock
    pip = [str(venv / "bin/python"), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--prefer-binary", "--use-pep517"]
    if not sys.stdout.isatty():
        pip += ["--quiet", "--progress-bar", "off"]
    steps = [
        *([*pip, "--constraint", str(lock), line] for line in pinned(lock, target.first)),
        [*pip, "--no-deps", "--requirement", str(lock)],
        [*pip, "--no-deps", "--no-build-isolation", "--editable", str(root)],
    ]
    say(f"Installing the packages of {target.lock} …")
    for step in steps:
        if run(step):
            raise SetupFailed(f"pip could not install {target.lock}; its reason is above. Nothing is lost: run make again to go on.")
    if wrong := disagreements(venv, lock):
        raise SetupFailed(f"{target.lock} does not fit this machine or this Python: {'; '.join(wrong)}.")


def disagreements(venv: Path, lock: Path) -> list[str]:
    """What `pip check` finds wrong with the packages of the lock; what somebody else installed beside them is theirs."""
    check = [str(venv / "bin/python"), "-m", "pip", "check", "--disable-pip-version-check"]
    said = subprocess.run(check, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout
    ours = {plain(line.split("==")[0]) for line in lock.read_text(encoding="utf-8").splitlines()} | {"auricle"}
    return [line for line in said.splitlines() if plain(line.split(" ")[0]) in ours]


def plain(name: str) -> str:
    """A distribution's name in the one spelling that all others stand for, as PyPA's name normalisation has it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def is_done(target: Target, root: Path, venv: Path, stamps: Path) -> bool:
    version = version_of(venv)
    if version is None:
        return False
    for other in TARGETS.values():
        stamp = stamps / other.name
        if (other is target or target.name in other.covers) and stamp.is_file() and stamp.read_text() == key(other, root, version):
            return True
    return False


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in TARGETS:
        print(f"usage: install.py {'|'.join(TARGETS)}", file=sys.stderr)
        return 2
    target = TARGETS[arguments[0]]
    venv, stamps = ROOT / ".venv", ROOT / ".setup"
    root, apt = os.geteuid() == 0, shutil.which("apt-get") is not None
    try:
        if os.environ.get("SYSTEM") != "skip":
            prepare_system(target.system, root=root, apt=apt)
        if is_done(target, ROOT, venv, stamps):
            return 0
        version = make_venv(venv, root=root, apt=apt)
        stamps.mkdir(exist_ok=True)
        for stamp in stamps.iterdir():  # a half-done installation must not look like the one before it
            if stamp.is_file():
                stamp.unlink()
        install(target, ROOT, venv)
        (stamps / target.name).write_text(key(target, ROOT, version))
    except SetupFailed as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped; run make again to go on.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
