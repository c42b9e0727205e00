"""Where a language model answers, and how long it may take."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from assistant.errors import UsageError

__all__ = ["Endpoint"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible service.

    base_url: the part before `/chat/completions`, e.g. "http://127.0.0.1:8080/v1".
    timeout: seconds of waiting for one answer, all told. first: seconds until the first words of a streamed answer; pause: between two pieces of it.
    retries: repeats after a broken connection or a busy server, within those seconds.
    setting: how the settings that describe it begin, e.g. "llm_" or "roles.planner.", for the sentences that name one.
    """

    base_url: str
    model: str = "embedded"
    api_key: str = field(default="none", repr=False)
    timeout: float = 60.0
    retries: int = 0
    first: float = 30.0
    pause: float = 15.0
    setting: str = "llm_"

    @property
    def host(self) -> str:
        return urlsplit(self.base_url).netloc.rpartition("@")[2]

    @property
    def name(self) -> str:
        """As traces and prices call the model: the same name may mean another model elsewhere."""
        return f"{self.model} at {self.host}"

    def check(self) -> None:
        """Raises `UsageError` for an address or a key that cannot be one."""
        try:
            address = urlsplit(self.base_url)
            usable = address.scheme in ("http", "https") and bool(address.hostname) and address.port != 0
        except ValueError:
            usable = False
        if not usable:
            raise UsageError(f"The language model's address {self.base_url!r} is not a URL; correct the setting {self.setting}base_url.")
        if not self.api_key.isascii() or not self.api_key.isprintable():  # it goes into a header
            raise UsageError(f"The language model's key has characters that no key has; correct the setting {self.setting}api_key.")
