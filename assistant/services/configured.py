"""What the settings say of MCP servers and hosted services.

[mcp.weather]
command = ["weather-server", "--metric"]
tools = ["forecast"]
permission = "network"

[services.foods]
spec = "foods.yaml"
operations = ["searchFoods"]
provider = {name = "Foods", key_from = "none needed", privacy = "https://foods.example.org/privacy", leaves = "the name of the food"}
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, field_validator, model_validator

from assistant.content import Strict
from assistant.loopback import is_loopback

__all__ = ["HostedService", "McpServer", "ProviderSettings", "ServiceName", "secured"]


_ADDRESS = re.compile(r"https?://(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:[1-9]\d{0,4})?(/[^\s?#\\]*)?(\?[^\s#\\]*)?")


def secured(url: str) -> str:
    """An address whose words nobody on the way can read: https, or http on this machine. Raises `ValueError`."""
    # Narrower than the standard, so that whoever shows its host and whoever asks it read the same.
    if not _ADDRESS.fullmatch(url):
        raise ValueError("this is no address of a server")
    if not url.startswith("https://") and not is_loopback(url):
        raise ValueError("name an address that begins with https://, or http:// on this machine")
    return url


def _link(url: str) -> str:
    if not url.startswith(("https://", "http://")) or not url.isprintable() or " " in url:
        raise ValueError("give the link of the privacy policy")
    return url


ServiceName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,29}$", description="In lower case with underscores: what its tasks begin with.")]
Secured = Annotated[str, AfterValidator(secured)]
Seconds = Annotated[float, Field(gt=0, le=300)]
Said = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]
Exemplars = dict[str, dict[str, tuple[str, ...]]]


class ProviderSettings(Strict):
    """Who answers, in the words that people are shown before they agree."""

    name: Said
    key_from: Said
    privacy: Annotated[str, AfterValidator(_link)]
    leaves: Said


class McpServer(Strict):
    """An MCP server: a program that is started, or an address that is asked.

    tools: those that may be used, by the server's own names; none by default, since each of their descriptions is read by planners.
    permission: "effect", the default, waits for the person's yes at every call: a tool can do anything, and what it says of itself proves nothing.
        "network" runs when the setting `allow` names the task; "none" runs unasked, which only a tool on this machine may.
    env: variables for the program, beside a few that every program needs. token: sent to the address as a bearer token.
    provider: who answers at the address. exemplars: questions by tool and language, for the router.
    """

    command: tuple[str, ...] = ()
    url: Secured | None = None
    tools: tuple[str, ...] = ()
    permission: Literal["none", "network", "effect"] = "effect"
    timeout: Seconds = 20.0
    env: dict[str, SecretStr] = Field(default_factory=dict)
    token: SecretStr | None = None
    provider: ProviderSettings | None = None
    exemplars: Exemplars = Field(default_factory=dict)

    @property
    def leaves_machine(self) -> bool:
        return self.url is not None and not is_loopback(self.url)

    @model_validator(mode="after")
    def _one(self) -> McpServer:
        if bool(self.command) == (self.url is not None):
            raise ValueError("name either command or url")
        if any("\0" in part or not part for part in self.command[:1]):
            raise ValueError("command names no program")
        if self.permission == "none" and self.leaves_machine:
            raise ValueError('permission = "none" is for tools on this machine; "network" or "effect" fits this address')
        if self.command and self.token is not None:
            raise ValueError("a program takes its secrets from env, not from token")
        if self.url is not None and self.env:
            raise ValueError("env is for a program, not for an address")
        return self


class HostedService(Strict):
    """A service that an OpenAPI description tells of.

    spec: the description, JSON or YAML; a path is taken from the folder one stands in. base_url: instead of the address that it names.
    operations: those that may be used, by `operationId` or as "GET /path". key: goes where the description's security scheme says.
    """

    spec: Path
    operations: tuple[str, ...]
    provider: ProviderSettings
    base_url: Secured | None = None
    key: SecretStr | None = None
    timeout: Seconds = 15.0
    exemplars: Exemplars = Field(default_factory=dict)

    @field_validator("key")
    @classmethod
    def _sendable(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not (value.get_secret_value().isascii() and value.get_secret_value().isprintable()):
            raise ValueError("this key has characters that no key has")
        return value
