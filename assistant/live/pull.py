"""Fetching what a person allowed from a source that the settings name: first everything is asked for, then it is stored at once or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol

import anyio

from assistant.errors import PermissionDenied, TaskError, UsageError
from assistant.importers.importer import Intake, Options
from assistant.live import fhir_server, study
from assistant.live.asking import USUAL, Asking, Bounds, Sleep
from assistant.live.configured import FhirServer, StudyPlatform, measure_and_unit
from assistant.live.consented import ConsentedIntake
from assistant.measures import MEASURES

__all__ = ["Asked", "Brought", "asked_of", "chosen", "pull", "store"]


class Brought(Protocol):
    """What a source sent; nothing of it is stored yet."""

    def take(self, intake: Intake, options: Options) -> None: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """What will be asked of whom, before it is. kinds: of data, as the person allowed them. about: the person's id at the source."""

    name: str
    host: str
    about: str
    person: str
    kinds: tuple[str, ...]
    since: date | None
    token: bool

    @property
    def sentence(self) -> str:
        listed = ", ".join(kind.replace("_", " ") for kind in self.kinds)
        new = f", what is new since {self.since}" if self.since else ""
        key = "; your token goes along" if self.token else ""
        return f"{self.name} ({self.host}) is asked about {self.about}, for the records of {self.person}: {listed}{new}{key}."


def chosen(sources: Mapping[str, FhirServer | StudyPlatform], name: str | None) -> tuple[str, ...]:
    """The sources to ask. Raises `UsageError` when there is none, or none of that name."""
    if not sources:
        raise UsageError('No source is set up; name one in the settings, such as [sources.clinic] with kind = "fhir", base_url, patient and person.')
    if name is None:
        return tuple(sources)
    if name not in sources:
        raise UsageError(f"There is no source {name!r} in the settings; there are {', '.join(sources)}.")
    return (name,)


def asked_of(name: str, source: FhirServer | StudyPlatform, live: frozenset[str], since: date | None) -> Asked:
    """live: the kinds of data that the person allowed to be fetched. Raises `PermissionDenied` when the source has none of them."""
    offered = _offered(source)
    kinds = tuple(kind for kind in offered if kind in live)
    if not kinds:
        raise PermissionDenied(
            f"Nothing is fetched from {name!r} before {source.person!r} allows it: `auricle data consent {source.person} --fetch KIND` with any of "
            f"{', '.join(offered)}."
        )
    about = f"patient {source.patient}" if isinstance(source, FhirServer) else f"participant {source.participant}"
    return Asked(name, source.host, about, source.person, kinds, since, source.token is not None)


async def pull(source: FhirServer | StudyPlatform, asked: Asked, *, bounds: Bounds = USUAL, sleep: Sleep = anyio.sleep) -> Brought:
    """Ask for it all. Raises `TaskError`, `PermissionDenied` of one sentence."""
    try:
        with anyio.fail_after(bounds.seconds):
            if isinstance(source, FhirServer):
                asking = Asking(asked.name, source, accept=fhir_server.ACCEPT, bounds=bounds, sleep=sleep)
                return await fhir_server.fetch(asking, source, asked.kinds, asked.since)
            asking = Asking(asked.name, source, accept=study.ACCEPT, bounds=bounds, sleep=sleep)
            return await study.fetch(asking, source, asked.kinds, asked.since)
    except TimeoutError as error:
        raise TaskError(
            f"{asked.name} ({asked.host}) takes longer than {bounds.seconds:g} seconds; ask for less with --since. Nothing was stored."
        ) from error


def store(brought: Brought, asked: Asked, intake: Intake, options: Options) -> None:
    """Hand over what came, as far as it was allowed."""
    gate = ConsentedIntake(intake, frozenset(asked.kinds))
    brought.take(gate, options)
    gate.finish()


def _offered(source: FhirServer | StudyPlatform) -> tuple[str, ...]:
    """Kinds of data that it may have."""
    if isinstance(source, FhirServer):
        from assistant.importers.fhir_codes import LOINC_OF

        return (*dict.fromkeys(MEASURES[measure].task for measure in LOINC_OF), "health_record")
    return tuple(dict.fromkeys(MEASURES[measure_and_unit(named)[0]].task for named in source.streams.values()))
