"""What every live source of the settings is, in a sentence each, for `auricle doctor`: who, where, and what goes there when."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.live.configured import FhirServer, StudyPlatform
from assistant.loopback import is_loopback
from assistant.services.survey import Surveyed

__all__ = ["surveyed"]


def surveyed(sources: Mapping[str, FhirServer | StudyPlatform]) -> tuple[Surveyed, ...]:
    """Nobody is asked anything for it."""
    return tuple(_surveyed(name, source) for name, source in sources.items())


def _surveyed(name: str, source: FhirServer | StudyPlatform) -> Surveyed:
    fhir = isinstance(source, FhirServer)
    whom = f"patient {source.patient}" if isinstance(source, FhirServer) else f"participant {source.participant}"
    here = is_loopback(source.base_url)
    where = f"{source.host}, on this machine" if here else source.host
    what = "A FHIR server" if fhir else "A study platform"
    token = "with a token" if source.token else "without a token"
    sentence = f"{what} at {where}, asked about {whom} for {source.person!r}, {token}; only by `auricle data pull`, and only for what they allowed."
    going = None if here else f"the id {whom.rpartition(' ')[2]} and which kinds of data are wanted to {source.host} (data pull {name})"
    return Surveyed(f"source {name}", sentence, True, going)
