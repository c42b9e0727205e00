"""A person's entries on a FHIR R4 server, which is only read (https://hl7.org/fhir/R4/search.html)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from assistant.errors import TaskError
from assistant.importers.fhir_codes import LOINC_OF
from assistant.importers.fhir_directory import ABOUT_SOMEBODY, Directory, subject
from assistant.importers.fhir_documents import Held, held_in
from assistant.importers.fhir_record import SOURCE, take
from assistant.importers.fhir_values import LOINC, items, words
from assistant.importers.importer import Intake, Options, Reject
from assistant.live.asking import Asking, NotThere
from assistant.live.configured import FhirServer
from assistant.measures import MEASURES

__all__ = ["ACCEPT", "FhirBrought", "fetch", "searches"]

ACCEPT = "application/fhir+json"
_COUNT = 200  # entries of a page, which a server may ignore
_PANELS = ("85354-9", "55284-4")  # of blood pressure, whose parts are the readings
_RECORD = "health_record"
# Where a server does not know when an entry was changed: by which of its days.
_DATES: Mapping[str, str] = MappingProxyType(
    {
        "Observation": "date",
        "Condition": "recorded-date",
        "MedicationStatement": "effective",
        "MedicationRequest": "authoredon",
        "AllergyIntolerance": "date",
    }
)


class FhirBrought:
    """What a server sent. `take` hands it over."""

    def __init__(self, source: FhirServer, held: tuple[Held, ...], rejects: tuple[Reject, ...], notes: tuple[str, ...]) -> None:
        self._source, self._held, self._rejects, self._notes = source, held, rejects, notes

    def take(self, intake: Intake, options: Options) -> None:
        own = Options(options.zone, self._source.patient, units=options.units)
        take(lambda: self._held, intake, own, f"{SOURCE} ({self._source.host})")
        for reject in self._rejects:
            intake.reject(reject)
        for note in self._notes:
            intake.note(note)


def searches(source: FhirServer, kinds: Iterable[str], since: date | None) -> tuple[tuple[str, str], ...]:
    """What is asked for these kinds of data: (type of resource, address). since: entries changed, or made, on that day or later."""
    allowed = frozenset(kinds)
    codes = [code for measure, named in LOINC_OF.items() if MEASURES[measure].task in allowed for code in named]
    codes += _PANELS if "blood_pressure" in allowed else ()
    asked: list[tuple[str, dict[str, str]]] = []
    if codes:
        asked.append(("Observation", {"code": ",".join(f"{LOINC}|{code}" for code in codes)}))
    if _RECORD in allowed:
        asked += [("Observation", {"category": "laboratory"}), ("Condition", {}), ("AllergyIntolerance", {})]
        asked += [(kind, {"_include": f"{kind}:medication"}) for kind in ("MedicationStatement", "MedicationRequest")]
    found: list[tuple[str, str]] = []
    for kind, more in asked:
        new = {} if since is None else {"_lastUpdated" if source.since_by == "updated" else _DATES[kind]: f"ge{since.isoformat()}"}
        found.append((kind, f"{source.base_url}/{kind}?{urlencode({'patient': source.patient, **more, **new, '_count': _COUNT})}"))
    return tuple(found)


async def fetch(asking: Asking, source: FhirServer, kinds: Iterable[str], since: date | None) -> FhirBrought:
    """Everything that the searches find. Raises `TaskError`, `PermissionDenied` of one sentence; what had come until then is let go."""
    patient = await asking.get(f"{source.base_url}/Patient/{source.patient}", "such patient")
    if not isinstance(patient, dict) or words(patient.get("resourceType")) != "Patient" or words(patient.get("id"), 100) != source.patient:
        raise TaskError(f"{source.host} gives something else where the patient {source.patient} should be; nothing was stored.")
    found = [Held(source.host, patient)]
    notes: list[str] = []
    asked = searches(source, kinds, since)
    missing: list[NotThere] = []
    for kind, url in asked:
        try:
            found += [held async for held in _pages(asking, source, kind, url)]
        except NotThere as error:
            missing.append(error)
            notes.append(f"{source.host} has no {kind} that could be asked for.")
    if asked and len(missing) == len(asked):
        raise missing[0]
    kept, rejects = _own(found, source)
    return FhirBrought(source, kept, rejects, tuple(dict.fromkeys(notes)))


async def _pages(asking: Asking, source: FhirServer, kind: str, url: str) -> AsyncIterator[Held]:
    seen = {url}
    for _ in range(asking.bounds.pages):
        page = await asking.get(url, f"{kind} entries")
        if not isinstance(page, dict) or words(page.get("resourceType")) != "Bundle":
            raise TaskError(f"{source.host} gives something else than the {kind} entries that it was asked for; nothing was stored.")
        for held in held_in(page, source.host):
            if held.kind != "OperationOutcome":
                yield held
        further = _next(page)
        if not further:
            return
        url = asking.further(url, further)
        if url in seen:
            raise TaskError(f"{source.host} leads from page to page in a circle; nothing was stored.")
        seen.add(url)
    raise TaskError(f"{source.host} has more than {asking.bounds.pages:,} pages of {kind} entries; ask for less with --since. Nothing was stored.")


def _next(page: Mapping[str, Any]) -> str:
    return next((str(link["url"]) for link in items(page.get("link")) if link.get("relation") == "next" and isinstance(link.get("url"), str)), "")


def _own(found: Iterable[Held], source: FhirServer) -> tuple[tuple[Held, ...], tuple[Reject, ...]]:
    """Entries of the patient that was asked for, each once; a reject for every one of somebody else, which no server should have sent."""
    directory = Directory()
    listed = list(found)
    for held in listed:
        directory.learn(held)
    own = f"Patient/{source.patient}"
    kept: dict[tuple[str, str], Held] = {}
    rejects: dict[str, Reject] = {}
    for place, held in enumerate(listed):
        whose = directory.key(subject(held.resource)) if held.kind in ABOUT_SOMEBODY else f"Patient/{held.id}" if held.kind == "Patient" else ""
        if whose and whose != own:
            rejects[held.name] = Reject(held.name, "it is about somebody else, although it was not asked for")
        else:
            kept[held.kind, held.id or str(place)] = held
    return tuple(kept.values()), tuple(rejects.values())
