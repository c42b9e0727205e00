"""Notices when another distribution took one of our package names.

The five packages are flat, and others publish `i18n`, `audio` or `assistant` too: installing python-i18n beside Auricle overwrites our `i18n`
in a wheel's folder and hides it beside an editable installation, silently.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import PathFinder
from pathlib import Path

__all__ = ["PACKAGES", "Clash", "clashes"]

PACKAGES = ("assistant", "audio", "emotion", "i18n", "ui")
DISTRIBUTION = "auricle"


@dataclass(frozen=True, slots=True)
class Clash:
    """A package of ours that an import would not find, or would find changed. `found`: what stands there instead, if anything."""

    package: str
    reason: str
    found: Path | None = None


def _init(package: str, path: Sequence[str]) -> Path | None:
    """Where an import of `package` would look. None too for a folder without `__init__.py`, which ours never are."""
    spec = PathFinder.find_spec(package, list(path))
    return Path(spec.origin).resolve() if spec and spec.origin and spec.has_location else None


def _recorded(path: Sequence[str]) -> dict[str, tuple[str, str]]:
    """(hash name, digest) of each top-level `__init__.py` by package, as our installation recorded them; empty for an editable one."""
    found = next(iter(importlib.metadata.distributions(name=DISTRIBUTION, path=list(path))), None)
    return {
        file.parts[0]: (file.hash.mode, file.hash.value)
        for file in (found.files if found else None) or ()
        if file.hash and len(file.parts) == 2 and file.name == "__init__.py"
    }


def clashes(path: Sequence[str] | None = None) -> tuple[Clash, ...]:
    """The packages that belong to somebody else now. `path`: where imports look, in order (default: `sys.path`).

    All five must lie in one folder, and each top-level `__init__.py` must be the one that was installed, where an installation recorded it.
    """
    path = sys.path if path is None else path
    places = {package: _init(package, path) for package in PACKAGES}
    home = places["assistant"].parents[1] if places["assistant"] else None
    recorded = _recorded(path)
    found = []
    for package, init in places.items():
        if init is None:
            found.append(Clash(package, "is missing"))
        elif init.parents[1] != home:
            found.append(Clash(package, "is hidden by another distribution's", init))
        elif package in recorded:
            mode, digest = recorded[package]
            actual = base64.urlsafe_b64encode(hashlib.new(mode, init.read_bytes()).digest()).rstrip(b"=").decode()
            if actual != digest:
                found.append(Clash(package, "was overwritten by another distribution", init))
    return tuple(found)
