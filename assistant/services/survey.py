"""What every MCP server and hosted service of the settings is, in a sentence each, for `auricle doctor`: who, where, what leaves, what is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import anyio

from assistant.loopback import host_of, is_loopback
from assistant.services.foreign import one_line
from assistant.services.mcp_tools import provider_of
from assistant.services.open import open_services
from assistant.tasks.spec import Provider, TaskSpec

if TYPE_CHECKING:
    from assistant.settings import Settings

__all__ = ["Surveyed", "survey"]


@dataclass(frozen=True, slots=True)
class Surveyed:
    """name: "mcp weather" or "service foods". sound: all that the settings name is there. going: what leaves the machine for it, if anything."""

    name: str
    sentence: str
    sound: bool
    going: str | None


async def survey(settings: Settings) -> tuple[Surveyed, ...]:
    """Asks every server what it offers now; no words of a person go there, and nothing is kept."""
    found: dict[str, Surveyed] = {}
    names = [*(("mcp", name) for name in settings.mcp), *(("services", name) for name in settings.services)]

    async def one(kind: str, name: str, folder: Path) -> None:
        alone: dict[str, dict[str, object]] = {"mcp": {}, "services": {}} | {kind: {name: getattr(settings, kind)[name]}}
        problems: list[str] = []
        async with open_services(settings.model_copy(update={**alone, "data": folder}), (), problems.append, fresh=True) as tasks:
            found[f"{kind}.{name}"] = _surveyed(settings, kind, name, tasks, problems)

    with TemporaryDirectory() as folder:
        async with anyio.create_task_group() as group:
            for kind, name in names:
                group.start_soon(one, kind, name, Path(folder))
    return tuple(found[f"{kind}.{name}"] for kind, name in names)


def _surveyed(settings: Settings, kind: str, name: str, tasks: tuple[TaskSpec, ...], problems: list[str]) -> Surveyed:
    what, far = _what(settings, kind, name, tasks)
    can = ", ".join(f"{spec.name} ({_may(spec, settings)})" for spec in tasks) or "none"
    parts = [f"{what}; tasks: {can}.", *problems]
    open_ones = [spec for spec in tasks if spec.provider is not None and spec.name in settings.allow]
    going = None
    if far and open_ones:
        provider = open_ones[0].provider
        assert provider is not None
        going = f"{provider.leaves} to {provider.host} ({', '.join(spec.name for spec in open_ones)})"
    return Surveyed(f"{'mcp' if kind == 'mcp' else 'service'} {name}", " ".join(parts), not problems, going)


def _what(settings: Settings, kind: str, name: str, tasks: tuple[TaskSpec, ...]) -> tuple[str, bool]:
    """Who answers, and whether that is on another machine."""
    if kind == "mcp":
        server = settings.mcp[name]
        provider = provider_of(name, server)
        if provider is None:
            return f"The program {one_line(' '.join(server.command), 80)!r}, which runs as you and does what it likes with a call's arguments", False
        place = server.url or ""
    else:
        told = settings.services[name].provider
        place = f"https://{tasks[0].provider.host}" if tasks and tasks[0].provider else settings.services[name].base_url or ""
        provider = Provider(told.name, host_of(place) or "an address that is not known", told.key_from, told.privacy, told.leaves)
    here = is_loopback(place)
    where = f"{provider.host}, on this machine" if here else provider.host
    return f"{provider.name} at {where}; gets {provider.leaves}; key: {provider.key_from}; privacy: {provider.privacy}", not here


def _may(spec: TaskSpec, settings: Settings) -> str:
    if (spec.permission == "network" or spec.provider is not None) and spec.name not in settings.allow:
        return "off until the setting allow names it"
    return {"none": "runs unasked", "network": "allowed"}.get(spec.permission, "allowed after a yes")
