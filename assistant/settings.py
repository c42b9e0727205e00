"""Settings: defaults < `auricle.toml` < `AURICLE_*` < flags. Read once, in the command line, and passed on."""

from __future__ import annotations

import difflib
import json
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, get_origin

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError, TomlConfigSettingsSource

from assistant.content import fault
from assistant.errors import UsageError
from assistant.live.configured import LiveSource, SourceName
from assistant.loopback import host_of, is_loopback
from assistant.models.endpoint import Endpoint
from assistant.models.roles import EMBEDDED, ROLES, Address, Fallback, Price, Roles, Seconds, chain
from assistant.services.configured import HostedService, McpServer, ServiceName

__all__ = ["Settings"]

SHARED_CACHE = Path("/var/cache/auricle")
# Two letters that babel names and ISO 3166 does not list: parts of countries, unions, Kosovo's own choice, and codes for tests and the unknown.
NO_COUNTRIES = frozenset({"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "XK", "ZZ"})


def _config_file() -> Path:
    return Path(os.environ.get("AURICLE_CONFIG") or "auricle.toml")


def _cache() -> Path:
    """One folder for all users of the machine where that is possible, else the user's own."""
    if os.access(SHARED_CACHE, os.W_OK) or (SHARED_CACHE / "models").is_dir():
        return SHARED_CACHE
    if sys.platform.startswith("linux") and os.access(SHARED_CACHE.parent, os.W_OK):
        return SHARED_CACHE
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "auricle"


def _data() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "auricle"


class Settings(BaseSettings):
    """Everything that can be set. `AURICLE_NAME` sets `name`; `auricle.toml` (or the file that `AURICLE_CONFIG` names) sets it too."""

    model_config = SettingsConfigDict(
        env_prefix="AURICLE_", env_nested_delimiter="__", env_ignore_empty=True, frozen=True, extra="forbid", hide_input_in_errors=True
    )

    languages: tuple[str, ...] = Field(("en", "es", "de"), description="Languages that may be heard and answered (ISO 639-1).")
    person: str = Field("demo", description="Whose data a question is about, unless --person says otherwise.")
    cache: Path = Field(default_factory=_cache, description="Where assembled models and prompt slots live; shared by all users of the machine.")
    data: Path = Field(default_factory=_data, description="Where people's encrypted records live.")
    threads: int = Field(2, ge=1, le=64, description="Threads for each model.")
    light: bool = Field(False, description="Leave the 1.1 GB language model out: the router plans alone.")
    whisper: Path | None = Field(None, description="Folder of a faster-whisper model instead of the embedded one.")
    gguf: Path | None = Field(None, description="A GGUF file instead of the embedded language model.")
    llm_base_url: Address | None = Field(
        None, description="An OpenAI-compatible endpoint instead of the embedded model. What is asked then leaves the machine."
    )
    llm_api_key: SecretStr = Field(SecretStr("none"), description="Key for that endpoint.")
    llm_model: str = Field("embedded", description="Model name at that endpoint.")
    llm_timeout: Seconds = Field(60.0, description="Seconds of waiting for one of its answers, all told.")
    llm_first: Seconds = Field(30.0, description="Seconds until the first words of a streamed answer.")
    llm_pause: Seconds = Field(15.0, description="Seconds between two pieces of a streamed answer.")
    llm_price_in: Price | None = Field(None, description="What a million tokens cost that it reads.")
    llm_price_out: Price | None = Field(None, description="What a million tokens cost that it writes.")
    llm_fallback: Fallback | None = Field(None, description='Who is asked when that endpoint fails: "embedded", or another endpoint as in roles.')
    roles: Roles = Field(
        Roles(),
        description="Endpoints of their own for planner, responder and judge, e.g. [roles.planner] with base_url, api_key, model, timeout, first, "
        "pause, price_in, price_out and fallback; AURICLE_ROLES__PLANNER__BASE_URL sets one in the environment.",
    )
    rephrase: bool = Field(False, description="Let the model rephrase English drafts; each is verified and dropped when it fails.")
    planner: Literal["auto", "router", "tree_of_thought", "react"] = Field(
        "auto", description="Who plans: the router with a second opinion on doubt (auto), the router alone, or a large model's reasoning."
    )
    reply: Literal["grounded", "llm"] = Field(
        "grounded", description="Who words the answer: the catalogues, or a large model whose every sentence is verified against the facts."
    )
    reply_prefix: str = Field(
        "", description="Said to that model before its task, e.g. how to address people; it cannot switch the verification off."
    )
    allow: tuple[str, ...] = Field((), description="Tasks that may use the network, by name. What they send then leaves the machine.")
    hosts: tuple[str, ...] = Field((), description='Hosts whose pages may be read, e.g. "www.nhs.uk" or "*.who.int".')
    plugins: tuple[str, ...] = Field((), description="Installed distributions whose tasks may be used.")
    mcp: dict[ServiceName, McpServer] = Field(
        default_factory=dict, description="MCP servers whose tools become tasks, e.g. [mcp.weather] with command or url, tools and permission."
    )
    services: dict[ServiceName, HostedService] = Field(
        default_factory=dict, description="Hosted services described by OpenAPI, e.g. [services.foods] with spec, operations, key and provider."
    )
    sources: dict[SourceName, LiveSource] = Field(
        default_factory=dict,
        description='Where `auricle data pull` may fetch records, e.g. [sources.clinic] with kind = "fhir", base_url, patient, person and token.',
    )
    mcp_token: SecretStr | None = Field(
        None, min_length=16, description="What a client must bring to `auricle mcp --port`; without it one is made up and printed."
    )
    traces: tuple[str, ...] = Field(
        (),
        description="People who consent to a trace: all that a turn of theirs did, their words included, as readable JSON Lines in the data folder.",
    )
    otel: str | None = Field(None, description="OpenTelemetry endpoint (OTLP over HTTP) for the stages' times; words and values are never sent.")
    voices: dict[str, str] = Field(default_factory=dict, description='Voice by language, e.g. {en = "joe"}.')
    country: str | None = Field(None, description="ISO 3166 country, two letters such as US, for emergency and crisis numbers.")
    now: datetime | None = Field(None, description="Pretend that it is this time (ISO 8601 with an offset); for tests and demonstrations.")
    pipe: str = Field(
        "sqlite",
        repr=False,
        description="Where results are kept between steps: sqlite (sealed, in the data folder), memory, or the postgresql:// address of a server.",
    )
    web_port: int = Field(7860, ge=0, le=65535, description="Port of the web page on loopback.")

    @field_validator("languages")
    @classmethod
    def _known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not value:
            raise ValueError("name at least one language")
        return tuple(dict.fromkeys(code.strip().lower() for code in value))

    @field_validator("country")
    @classmethod
    def _listed(cls, value: str | None) -> str | None:
        """A country that is not understood would get numbers that do not answer there, without a word."""
        if value is None:
            return None
        from babel import Locale

        code = value.strip().upper()
        if len(code) != 2 or not code.isalpha() or code in NO_COUNTRIES or code not in Locale.parse("en").territories:
            raise ValueError("write the country's two letters in ISO 3166, such as US, GB or DE")
        return code

    @field_validator("pipe")
    @classmethod
    def _somewhere(cls, value: str) -> str:
        if value not in ("memory", "sqlite") and not value.startswith(("postgresql://", "postgres://")):
            raise ValueError("name sqlite, memory or an address that begins with postgresql://")  # which may hold a password, so it is not repeated
        return value

    @field_validator("now")
    @classmethod
    def _placed(cls, value: datetime | None) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError("give the time with its offset, such as 2026-11-30T09:30+01:00")
        if value is not None and not 1900 <= value.year <= 2200:
            raise ValueError("the year is none that anybody lives in")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, _config_file())

    @classmethod
    def read(cls, **flags: Any) -> Settings:
        """Settings from every source; `flags` that are None are left out. Raises `UsageError` naming the setting that is wrong."""
        if (named := os.environ.get("AURICLE_CONFIG")) and (not Path(named).exists() or Path(named).is_dir()):
            raise UsageError(f"There is no file {named}, which AURICLE_CONFIG names; correct it or leave it out.")
        try:
            return cls(**{name: value for name, value in flags.items() if value is not None})
        except ValidationError as error:
            raise UsageError(f"A setting is wrong: {_unknown(error) or fault(error)}. Correct {_config_file()} or the AURICLE_* variable.") from error
        except SettingsError as error:
            raise UsageError(_unreadable(cls) or f"A setting cannot be read: {error}. Check the AURICLE_* variables.") from error
        except ValueError as error:  # broken TOML
            raise UsageError(f"The settings cannot be read: {error}. Check {_config_file()} and the AURICLE_* variables.") from error

    @property
    def models(self) -> Path:
        return self.cache / "models"

    @property
    def leaves(self) -> tuple[str, ...]:
        """The hosts that questions, and the results they are answered from, may go to: of every role, and of who stands in for it."""
        named = [each for role in ROLES for each in chain(self, role) if isinstance(each, Endpoint)]
        return tuple(dict.fromkeys(host_of(each.base_url) for each in named if not is_loopback(each.base_url)))

    @property
    def leaves_for(self) -> str | None:
        """Those hosts in a row; None while everything stays on this machine."""
        return ", ".join(self.leaves) or None

    @property
    def embedded(self) -> bool:
        """Whether a turn may need the embedded language model."""
        return any(EMBEDDED in chain(self, role) for role in ROLES if role == "planner" or (role == "responder" and self.rephrase))


def _unknown(error: ValidationError) -> str | None:
    """The first fault where it is a setting that does not exist, with the nearest one that does."""
    first = error.errors()[0]
    if first["type"] != "extra_forbidden" or len(first["loc"]) != 1:
        return None
    name = str(first["loc"][0])
    near = difflib.get_close_matches(name, Settings.model_fields, n=1)
    return f"there is no setting {name}" + (f" (did you mean {near[0]}?)" if near else "")


def _unreadable(settings: type[BaseSettings]) -> str | None:
    """A sentence for the first variable that should be JSON and is not. Only words of plain lists are repeated: tables may hold keys."""
    for variable, written in sorted(os.environ.items()):
        field = settings.model_fields.get(variable.lower().removeprefix("auricle_")) if variable.upper().startswith("AURICLE_") else None
        if field is None or not written or not _is_broken(written):
            continue
        if field.annotation == tuple[str, ...]:
            words = [word.strip(" '\"") for word in written.strip("[]() ").split(",")]
            return f"{variable} is a list, which is written as JSON: {variable}='{json.dumps([word for word in words if word], ensure_ascii=False)}'."
        if field.annotation == dict[str, str]:
            return f'{variable} is a table, which is written as JSON, such as {variable}=\'{{"en": "joe"}}\'.'
        if get_origin(field.annotation) is dict or field.annotation is Roles:
            return f"{variable} is a table, which is written as JSON; it is easier to write in {_config_file()}."
    return None


def _is_broken(written: str) -> bool:
    try:
        json.loads(written)
    except ValueError:
        return True
    return False
