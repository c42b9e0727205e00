"""Tasks out of other distributions: entry points of the group `auricle.tasks`, and of those only what the setting `plugins` names.

A plug-in runs in this process and may do what the person may do, so none is imported because it happens to be installed. One that is broken is left
out and told in a sentence; it never keeps the assistant from answering.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from assistant.tasks.spec import TaskSpec

__all__ = ["GROUP", "Plugins", "load_plugins"]

_LOG = logging.getLogger(__name__)
GROUP = "auricle.tasks"


@dataclass(frozen=True, slots=True)
class Plugins:
    """The tasks that were found, each with its distribution, and a sentence for each that was left out."""

    tasks: tuple[TaskSpec, ...] = ()
    owners: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def load_plugins(allowed: Sequence[str], taken: Collection[str]) -> Plugins:
    """Import the tasks of the distributions that are allowed. taken: names that they may not use, those of the built-in tasks."""
    tasks: dict[str, tuple[TaskSpec, str]] = {}
    problems: list[str] = []
    for name in dict.fromkeys(map(_plain, allowed)):
        entries = list(_entries(name))
        if not entries:
            problems.append(f"The plug-in {name!r} is not installed, or has no tasks (entry points of the group {GROUP}).")
        for entry in entries:
            spec, problem = _load(entry, name)
            if spec is not None and (spec.name in taken or spec.name in tasks):
                problem = f"The plug-in {name!r} has a task called {spec.name!r}, and that name is taken; it is left out."
            if problem:
                problems.append(problem)
            elif spec is not None:
                tasks[spec.name] = (spec, name)
    return Plugins(tuple(spec for spec, _ in tasks.values()), tuple(owner for _, owner in tasks.values()), tuple(problems))


def _entries(distribution: str) -> Iterator[EntryPoint]:
    """Its entry points by name, each once: a folder that is on the path twice shows them twice."""
    found = {entry.name: entry for entry in entry_points(group=GROUP) if entry.dist is not None and _plain(entry.dist.name) == distribution}
    yield from (found[name] for name in sorted(found))


def _load(entry: EntryPoint, distribution: str) -> tuple[TaskSpec | None, str]:
    """The task, or why there is none."""
    try:
        spec = entry.load()
    except (Exception, SystemExit) as error:  # it is somebody else's code: whatever it raises, the assistant goes on
        _LOG.debug("the plug-in %s failed", distribution, exc_info=error)
        return None, f"The task {entry.name!r} of the plug-in {distribution!r} cannot be loaded ({type(error).__name__}); it is left out."
    if not isinstance(spec, TaskSpec):
        return None, f"{entry.name!r} of the plug-in {distribution!r} is no task; it is left out."
    fault = _fault(spec)
    return (None, f"The task {entry.name!r} of the plug-in {distribution!r} is wrong: {fault}; it is left out.") if fault else (spec, "")


def _fault(spec: TaskSpec) -> str | None:
    """What is wrong with a specification that was not made by the decorator, or with the schemas given to it."""
    from jsonschema import Draft202012Validator, SchemaError

    if not re.fullmatch(r"[a-z][a-z0-9_]*", spec.name):
        return f"its name {spec.name!r} is not in lower case with underscores"
    if not spec.description.strip():
        return "it has no description"
    if not 0 < spec.seconds < float("inf"):
        return "its time limit is none"
    for schema in (spec.schema, *spec.outputs.values()):
        try:
            Draft202012Validator.check_schema(dict(schema))
        except SchemaError as error:
            return f"a schema of it does not hold ({error.message.rstrip('.')})"
    return None if isinstance(spec.schema.get("properties"), dict) else "its schema has no properties"


def _plain(distribution: str) -> str:
    """A distribution's name as the packaging standards compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", distribution.strip()).lower()
