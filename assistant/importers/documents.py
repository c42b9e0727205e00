"""Files of JSON: small ones, many of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from assistant.errors import UsageError
from assistant.importers.gathering import Gathering
from assistant.importers.parcel import Parcel
from assistant.importers.table import opened

__all__ = ["base_name", "document", "entries", "family", "figure", "length", "number"]

_HIGHEST = 1e15  # nothing that is measured is above; it is also where whole numbers end to be exact
_LONGEST = timedelta(days=2)
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


def figure(text: str) -> float:
    """A number as machines write it. Raises `ValueError` for what only Python reads as one: "1_00", and digits of other scripts."""
    if not text.isascii() or "_" in text:
        raise ValueError(f"{text[:40]!r} is not a number")
    return float(text)


def number(entry: Mapping[str, Any], key: str) -> float:
    """A number, also one that is written as a text. Raises `ValueError` with the reason for anything else."""
    value = entry.get(key)
    if value is None:
        raise ValueError(f"it has no {key}")
    try:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError
        found = figure(value) if isinstance(value, str) else float(value)
        if not abs(found) <= _HIGHEST:
            raise ValueError
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{key} is {str(value)[:40]!r}, which is no number") from error
    return found


def length(entry: Mapping[str, Any], key: str, unit: timedelta) -> timedelta:
    """How long something lasted, of at most two days. Raises `ValueError` with the reason for anything else."""
    count = number(entry, key)
    if not 0 <= count * unit.total_seconds() <= _LONGEST.total_seconds():
        raise ValueError(f"{key} is {count:g}, which is no length of a night or a part of it")
    return count * unit
