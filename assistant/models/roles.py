"""Who answers for each role of a language model: what the settings say, and in which order they are asked.

[roles.planner]
base_url = "https://models.example.org/v1"
api_key = "my-key"
model = "large"
fallback = "embedded"

A role that names no `base_url` takes that of `llm_base_url` and its key, else the embedded model; "embedded" as `base_url` keeps it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, get_args

from pydantic import AfterValidator, Field, SecretStr

from assistant.content import Strict
from assistant.errors import UsageError
from assistant.models.endpoint import Endpoint

if TYPE_CHECKING:
    from assistant.settings import Settings

__all__ = [
    "EMBEDDED",
    "ROLES",
    "Address",
    "Fallback",
    "Price",
    "Role",
    "RoleSettings",
    "Roles",
    "Seconds",
    "ServiceSettings",
    "chain",
    "services",
]

Role = Literal["planner", "responder", "judge"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
EMBEDDED: Final = "embedded"


def _address(value: str) -> str:
    if value != EMBEDDED:
        try:
            Endpoint(value).check()
        except UsageError as error:
            raise ValueError("this is not a URL") from error
    return value


Address = Annotated[str, AfterValidator(_address)]
Seconds = Annotated[float, Field(gt=0, le=3600)]
Price = Annotated[float, Field(ge=0)]


class ServiceSettings(Strict):
    """An endpoint. Prices are for a million tokens, in whatever currency its owner bills."""

    base_url: Address
    api_key: SecretStr = SecretStr("none")
    model: str = "default"
    timeout: Seconds = 60.0
    first: Seconds = 30.0
    pause: Seconds = 15.0
    price_in: Price | None = None
    price_out: Price | None = None


Fallback = Literal["embedded"] | ServiceSettings


class RoleSettings(Strict):
    """What is special about one role; what it leaves out comes from the `llm_*` settings, the key and the prices only with the address."""

    base_url: Address | None = None
    api_key: SecretStr | None = None
    model: str | None = None
    timeout: Seconds | None = None
    first: Seconds | None = None
    pause: Seconds | None = None
    price_in: Price | None = None
    price_out: Price | None = None
    fallback: Fallback | None = None


class Roles(Strict):
    planner: RoleSettings = RoleSettings()
    responder: RoleSettings = RoleSettings()
    judge: RoleSettings = RoleSettings()


def services(settings: Settings, role: Role) -> tuple[tuple[ServiceSettings, Endpoint] | None, ...]:
    """Whom this role asks, the first first. None: the embedded model."""
    own: RoleSettings = getattr(settings.roles, role)
    address, prefix = (own.base_url, f"roles.{role}.") if own.base_url is not None else (settings.llm_base_url, "llm_")
    fallback = own.fallback
    after = f"roles.{role}.fallback."
    if fallback is None and own.base_url is None:
        fallback, after = settings.llm_fallback, "llm_fallback."
    if address is None or address == EMBEDDED:
        return (None,)  # it has nobody to fall back upon: what stays on the machine must not leave because of a hiccup
    inherits = own.base_url is None
    service = ServiceSettings(
        base_url=address,
        api_key=own.api_key or (settings.llm_api_key if inherits else SecretStr("none")),
        model=own.model or (settings.llm_model if inherits else "default"),
        timeout=own.timeout or settings.llm_timeout,
        first=own.first or settings.llm_first,
        pause=own.pause or settings.llm_pause,
        price_in=own.price_in if own.price_in is not None or not inherits else settings.llm_price_in,
        price_out=own.price_out if own.price_out is not None or not inherits else settings.llm_price_out,
    )
    if fallback is None:
        return ((service, _endpoint(service, prefix)),)
    if fallback == EMBEDDED or fallback.base_url == EMBEDDED:
        return (service, _endpoint(service, prefix)), None
    return (service, _endpoint(service, prefix)), (fallback, _endpoint(fallback, after))


def chain(settings: Settings, role: Role) -> tuple[Endpoint | Literal["embedded"], ...]:
    """Whom this role asks, in order. Empty where the light setting leaves nobody."""
    found = services(settings, role)
    return tuple(EMBEDDED if each is None else each[1] for each in found if each is not None or not settings.light)


def _endpoint(service: ServiceSettings, prefix: str) -> Endpoint:
    return Endpoint(
        service.base_url,
        service.model,
        service.api_key.get_secret_value(),
        service.timeout,
        retries=1,
        first=service.first,
        pause=service.pause,
        setting=prefix,
    )
