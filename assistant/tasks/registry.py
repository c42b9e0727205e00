"""The tasks that there are: every `TaskSpec` that a module of this package defines, and those of the plug-ins that the settings allow."""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.tasks.spec import TaskSpec

if TYPE_CHECKING:
    from assistant.settings import Settings

__all__ = ["builtin_tasks", "tasks_for"]

_LOG = logging.getLogger(__name__)


def builtin_tasks() -> tuple[TaskSpec, ...]:
    """By name; there is no list to edit. Importing them is cheap: what is heavy is imported when a task first runs."""
    package = __name__.rpartition(".")[0]
    found: dict[str, TaskSpec] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        for value in vars(importlib.import_module(f"{package}.{module.name}")).values():
            if isinstance(value, TaskSpec):
                found[value.name] = value
    return tuple(found[name] for name in sorted(found))


def tasks_for(settings: Settings, tell: Callable[[str], None] = _LOG.warning) -> tuple[TaskSpec, ...]:
    """The built-in tasks and those of allowed plug-ins, by name. tell: gets one sentence for each plug-in task that is left out."""
    ours = builtin_tasks()
    if not settings.plugins:
        return ours
    from assistant.plugins import load_plugins

    plugins = load_plugins(settings.plugins, {spec.name for spec in ours})
    for problem in plugins.problems:
        tell(problem)
    return tuple(sorted((*ours, *plugins.tasks), key=lambda spec: spec.name))
