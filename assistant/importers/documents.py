"""Files of JSON: small ones, many of them."""

from __future__ import annotations

import json
import re
from typing import Any

from assistant.errors import UsageError
from assistant.importers.gathering import Gathering
from assistant.importers.parcel import Parcel
from assistant.importers.table import opened

__all__ = ["base_name", "document", "entries", "family"]

_LARGEST = 256 << 20  # bytes; what programs write per day, month or year is far below


def base_name(name: str) -> str:
    """Without its folders."""
    return name.rpartition("/")[2]


def family(name: str) -> str:
    """The files of one kind under one name: "steps-2020-01-01.json" is "steps-*.json"."""
    return re.sub(r"[\d(][\d\-_()T:]*", "*", base_name(name))


def document(parcel: Parcel, name: str, gathering: Gathering) -> Any:
    """What the file says; None when it cannot be read, which is rejected. Raises `UsageError` when it is too large to be held."""
    with opened(parcel, name) as stream:
        content = stream.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise UsageError(f"{name} is larger than {_LARGEST >> 20} MB, which no such file is; take it out of the export, or split it.")
    gathering.tick()
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        gathering.reject(name, f"it is not JSON that can be read ({error})")
        return None


def entries(parcel: Parcel, name: str, gathering: Gathering) -> list[tuple[str, dict[str, Any]]]:
    """The objects of a file that is a list of them, or holds one under "data"; each with its place. What is no object is rejected."""
    found = document(parcel, name, gathering)
    if isinstance(found, dict):
        found = found.get("data", [found])
    if found is None:
        return []
    if not isinstance(found, list):
        gathering.reject(name, "it is not a list of entries")
        return []
    good: list[tuple[str, dict[str, Any]]] = []
    for index, entry in enumerate(found, 1):
        if isinstance(entry, dict):
            good.append((f"{name} entry:{index}", entry))
        else:
            gathering.reject(f"{name} entry:{index}", "it is not an entry with names and values")
    return good
