"""What the settings say of sources that data may be fetched from.

[sources.clinic]
kind = "fhir"
base_url = "https://fhir.example.org/r4"
patient = "12345"
person = "ana"
token = "…"

[sources.sleepstudy]
kind = "study"
base_url = "https://study.example.org/api"
participant = "p07"
person = "ana"
token = "…"
streams = {hr = "heart_rate", scale = "weight kg"}
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator

from assistant.content import Strict
from assistant.loopback import host_of
from assistant.measures import MEASURES
from assistant.services.configured import Seconds, Secured, ServiceName

__all__ = ["FhirServer", "LiveSource", "SourceName", "StudyPlatform", "measure_and_unit"]

SourceName = ServiceName
Identifier = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", description="As the source names the person; never a whole address.")]
PersonName = Annotated[str, Field(min_length=1, max_length=100)]


class _Source(Strict):
    """base_url: what all its addresses begin with. person: whose records it goes into. token: sent to that very server, as a bearer token.

    timeout: seconds for one answer.
    """

    base_url: Secured
    person: PersonName
    token: SecretStr | None = None
    timeout: Seconds = 30.0

    @property
    def host(self) -> str:
        return host_of(self.base_url)

    @field_validator("base_url")
    @classmethod
    def _bare(cls, value: str) -> str:
        if "?" in value:
            raise ValueError("leave out the ? and what follows; what is asked for is added to the address")
        return value.rstrip("/")

    @field_validator("token")
    @classmethod
    def _sendable(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not (
            value.get_secret_value().isascii() and value.get_secret_value().isprintable() and " " not in value.get_secret_value()
        ):
            raise ValueError("this token has characters that no token has")
        return value


class FhirServer(_Source):
    """A FHIR R4 server, which is only read.

    patient: the person's id there, as in Patient/12345. since_by: how it is asked for what is new, by when an entry was changed ("updated", the
    better one), or by the day that it is about ("date", for servers that do not know `_lastUpdated`).
    """

    kind: Literal["fhir"]
    patient: Identifier
    since_by: Literal["updated", "date"] = "updated"


class StudyPlatform(_Source):
    """A platform of a study that gives what its participants' devices sent.

    streams: the platform's name of a stream → a measure of ours, with a unit where the platform does not say it ("weight kg").
    """

    kind: Literal["study"]
    participant: Identifier
    streams: dict[Identifier, str] = Field(min_length=1)

    @field_validator("streams")
    @classmethod
    def _measures(cls, value: dict[str, str]) -> dict[str, str]:
        for stream, named in value.items():
            if measure_and_unit(named)[0] not in MEASURES:
                raise ValueError(f"{stream} is said to be {named!r}, which is no measure")
        return value


LiveSource = Annotated[FhirServer | StudyPlatform, Field(discriminator="kind")]


def measure_and_unit(named: str) -> tuple[str, str]:
    """ "weight kg" → ("weight", "kg"); without a unit it is "" """
    measure, _, unit = named.strip().partition(" ")
    return measure, unit.strip()
