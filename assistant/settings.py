"""Settings: defaults < `auricle.toml` < `AURICLE_*` < flags. Read once, in the command line, and passed on."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from assistant.content import fault
from assistant.errors import UsageError
from assistant.loopback import is_loopback

__all__ = ["Settings"]

SHARED_CACHE = Path("/var/cache/auricle")


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

    model_config = SettingsConfigDict(env_prefix="AURICLE_", env_ignore_empty=True, frozen=True, extra="forbid")

    languages: tuple[str, ...] = Field(("en", "es", "de"), description="Languages that may be heard and answered (ISO 639-1).")
    person: str = Field("demo", description="Whose data a question is about, unless --person says otherwise.")
    cache: Path = Field(default_factory=_cache, description="Where assembled models and prompt slots live; shared by all users of the machine.")
    data: Path = Field(default_factory=_data, description="Where people's encrypted records live.")
    threads: int = Field(2, ge=1, le=64, description="Threads for each model.")
    light: bool = Field(False, description="Leave the 1.1 GB language model out: the router plans alone.")
    whisper: Path | None = Field(None, description="Folder of a faster-whisper model instead of the embedded one.")
    gguf: Path | None = Field(None, description="A GGUF file instead of the embedded language model.")
    llm_base_url: str | None = Field(
        None, description="An OpenAI-compatible endpoint instead of the embedded model. What is asked then leaves the machine."
    )
    llm_api_key: SecretStr = Field(SecretStr("none"), description="Key for that endpoint.")
    llm_model: str = Field("embedded", description="Model name at that endpoint.")
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
    traces: bool = Field(
        False, description="Keep what every turn did, the person's words included, as readable JSON Lines in the data folder: their consent."
    )
    otel: str | None = Field(None, description="OpenTelemetry endpoint (OTLP over HTTP) for the stages' times; words and values are never sent.")
    voices: dict[str, str] = Field(default_factory=dict, description='Voice by language, e.g. {en = "joe"}.')
    country: str | None = Field(None, description="ISO 3166 country, for emergency and crisis numbers.")
    now: datetime | None = Field(None, description="Pretend that it is this time (ISO 8601 with an offset); for tests and demonstrations.")
    web_port: int = Field(7860, ge=0, le=65535, description="Port of the web page on loopback.")

    @field_validator("languages")
    @classmethod
    def _known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not value:
            raise ValueError("name at least one language")
        return tuple(dict.fromkeys(code.strip().lower() for code in value))

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
            raise UsageError(f"A setting is wrong: {fault(error)}. Correct {_config_file()} or the AURICLE_* variable.") from error
        except ValueError as error:  # broken TOML, or AURICLE_VOICES that is not JSON
            raise UsageError(f"The settings cannot be read: {error}. Check {_config_file()} and the AURICLE_* variables.") from error

    @property
    def models(self) -> Path:
        return self.cache / "models"

    @property
    def leaves_for(self) -> str | None:
        """The host that questions go to; None while everything stays on this machine."""
        return urlsplit(self.llm_base_url).hostname if self.llm_base_url and not is_loopback(self.llm_base_url) else None
