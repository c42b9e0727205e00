"""What may leave the machine beside the questions to a language model, as the settings say."""

from __future__ import annotations

from assistant.loopback import host_of, is_loopback
from assistant.settings import Settings

__all__ = ["leaving"]


def leaving(settings: Settings) -> list[str]:
    """A sentence for whatever else the settings let out, with nobody asked: pages, MCP servers, hosted services and telemetry."""
    told = []
    if settings.hosts:
        told.append(f"Pages of {', '.join(settings.hosts)} may be read: each host sees the addresses that are asked for.")
    for name, server in settings.mcp.items():
        if server.url is None:
            told.append(f"The program of mcp.{name} gets the arguments of its calls and may send them on.")
        elif server.leaves_machine:
            what = server.provider.leaves if server.provider else "the arguments of a call"
            told.append(f"The MCP server {name} at {host_of(server.url)} may get {what}, where its tasks are allowed or get a yes.")
    for name, service in settings.services.items():
        if service.base_url is None or not is_loopback(service.base_url):
            where = host_of(service.base_url) if service.base_url else f"the address in {service.spec}"
            told.append(f"The service {name} at {where} may get {service.provider.leaves}, where its tasks are allowed.")
    if settings.otel is not None and not is_loopback(settings.otel):
        told.append(f"The times of each answer's stages go to {host_of(settings.otel) or settings.otel}, without words and values.")
    return told
