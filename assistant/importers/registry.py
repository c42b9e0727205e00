"""The importers that there are, and which of them a file is for."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from assistant.errors import UsageError
from assistant.importers.importer import Importer
from assistant.importers.looks import looks
from assistant.importers.parcel import Parcel

__all__ = ["importer_named", "importers", "recognise"]


def importers() -> tuple[Importer, ...]:
    """Every instance of `Importer` that a module of this package holds, by name; there is no list to edit."""
    package = __name__.rpartition(".")[0]
    found: dict[str, Importer] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        for value in vars(importlib.import_module(f"{package}.{module.name}")).values():
            if not isinstance(value, type) and all(hasattr(value, part) for part in ("name", "title", "recognises", "read")):
                found[value.name] = cast(Importer, value)
    return tuple(found[name] for name in sorted(found))


def importer_named(name: str, among: Sequence[Importer] | None = None) -> Importer:
    """Raises `UsageError` naming those that there are."""
    known = importers() if among is None else among
    for importer in known:
        if importer.name == name:
            return importer
    raise UsageError(f"There is no importer {name!r}; there are {_listed(known)}.")


def recognise(parcel: Parcel, among: Sequence[Importer] | None = None) -> Importer:
    """The one importer for it. Raises `UsageError` when none or several know it, saying what it looks like and what is known."""
    known = importers() if among is None else among
    special = [importer for importer in known if not getattr(importer, "general", False) and importer.recognises(parcel)]
    if len(special) == 1:
        return special[0]
    if special:
        names = " or ".join(f"--as {importer.name}" for importer in special)
        raise UsageError(f"{parcel.path.name} may be of several kinds; say which with {names}.")
    for importer in known:
        if getattr(importer, "general", False) and importer.recognises(parcel):
            return importer
    what = looks(parcel)
    said = "it is empty" if what == "empty" else f"it looks like {what}"
    raise UsageError(f"{parcel.path.name} is no export that is known here: {said}; known are {_listed(known)}.")


def _listed(known: Sequence[Importer]) -> str:
    return ", ".join(f"{importer.title} (--as {importer.name})" for importer in known) or "none"
