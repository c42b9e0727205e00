"""The tasks that come with Auricle: every `TaskSpec` that a module of this package defines. There is no list to edit."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from assistant.tasks.spec import TaskSpec

__all__ = ["builtin_tasks"]


def builtin_tasks() -> tuple[TaskSpec, ...]:
    """By name. Importing them is cheap: what is heavy is imported when a task first runs."""
    package = __name__.rpartition(".")[0]
    found: dict[str, TaskSpec] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        for value in vars(importlib.import_module(f"{package}.{module.name}")).values():
            if isinstance(value, TaskSpec):
                found[value.name] = value
    return tuple(found[name] for name in sorted(found))
