"""Conditions, medications and allergies of a FHIR record, as entries of ours."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, tzinfo
from typing import Any

from assistant.importers.fhir_directory import Directory
from assistant.importers.fhir_documents import Held
from assistant.importers.fhir_times import When, when
from assistant.importers.fhir_values import Concept, Resource, concept, items, number, quantity, record, words
from assistant.records.sample import Clinical, ClinicalKind

__all__ = ["ENTRIES", "LeftOut", "entry", "named"]

ENTRIES: dict[str, ClinicalKind] = {
    "Condition": "condition",
    "MedicationStatement": "medication",
    "MedicationRequest": "medication",
    "AllergyIntolerance": "allergy",
}
_WRONG = "entered-in-error"
_DOUBTED = ("unconfirmed", "provisional", "differential")
# A prescription that was only written down, or taken back, and a medicine that was not taken, are none that the person takes.
_NEVER = {"draft": "was never prescribed", "cancelled": "was taken back", "not-taken": "was not taken"}
_LONG = 400  # letters of a dosage


class LeftOut(Exception):
    """A resource that is not taken over; the message is the reason for people."""


@dataclass(frozen=True, slots=True)
class _Dates:
    start: date | None
    end: date | None
    said: str


def entry(held: Held, directory: Directory, source: str, zone: tzinfo) -> Clinical:
    """Raises `LeftOut` with the reason for what was entered in error, ruled out, never taken, or has no name."""
    resource = held.resource
    if held.kind == "Condition":
        return _condition(held, resource, source, zone)
    if held.kind == "AllergyIntolerance":
        return _allergy(held, resource, source, zone)
    return _medication(held, resource, directory, source, zone)


def named(found: Concept) -> str:
    """Raises `LeftOut` where there is no name."""
    if not found.name:
        raise LeftOut("it has no name")
    return found.name


def _condition(held: Held, resource: Resource, source: str, zone: tzinfo) -> Clinical:
    code = concept(resource.get("code"))
    status = _state(resource)
    dates = _dates(
        resource, zone, ("onsetDateTime", "onsetPeriod", "recordedDate", "dateRecorded", "assertedDate"), ("abatementDateTime", "abatementPeriod")
    )
    severity = concept(resource.get("severity")).name
    told = words(resource.get("onsetString"))
    return Clinical("condition", held.name_in, named(code), source, code.code, status, dates.start, dates.end, _joined(severity, told, dates.said))


def _allergy(held: Held, resource: Resource, source: str, zone: tzinfo) -> Clinical:
    code = concept(resource.get("code") or resource.get("substance"))
    status = _state(resource)
    dates = _dates(resource, zone, ("onsetDateTime", "onsetPeriod", "recordedDate", "assertedDate"), ())
    signs: list[str] = []
    for reaction in items(resource.get("reaction"))[:10]:
        many = reaction.get("manifestation")
        found = [concept(record(each).get("concept") or each).name for each in (many if isinstance(many, list) else [many])[:10]]
        shown = ", ".join(dict.fromkeys(each for each in found if each)) or words(reaction.get("description"))
        severity = words(reaction.get("severity"), 20)
        signs.append(f"{shown} ({severity})" if shown and severity else shown or severity)
    return Clinical("allergy", held.name_in, named(code), source, code.code, status, dates.start, dates.end, _joined(*signs, dates.said))


def _medication(held: Held, resource: Resource, directory: Directory, source: str, zone: tzinfo) -> Clinical:
    status = words(resource.get("status"), 40).lower()
    if status == _WRONG:
        raise LeftOut("it was entered in error")
    if status in _NEVER:
        raise LeftOut(f"it {_NEVER[status]}")
    if resource.get("doNotPerform") is True or resource.get("wasNotTaken") is True or resource.get("taken") == "n":
        raise LeftOut("it says that the medicine is not to be taken, or was not")
    if words(resource.get("intent")) in ("proposal", "option"):
        raise LeftOut("it was only proposed")
    found = directory.medicine(resource)
    if not found.name:
        raise LeftOut("the medicine that it names did not come along")
    dates = _dates(resource, zone, ("effectiveDateTime", "effectivePeriod", "authoredOn", "dateAsserted", "dateWritten"), ("effectivePeriod",))
    orders = items(resource.get("dosage")) or items(resource.get("dosageInstruction"))
    texts = [_dosage(order) for order in orders[:10]]
    status = "" if status == "unknown" else status
    return Clinical("medication", held.name_in, found.name, source, found.code, status, dates.start, dates.end, _joined(*texts, dates.said))


def _state(resource: Resource) -> str:
    """Clinical status, or how sure it is where it is not. Raises `LeftOut` for what is ruled out or was a mistake."""
    sure = concept(resource.get("verificationStatus"))
    clinical = concept(resource.get("clinicalStatus")) if "clinicalStatus" in resource else concept(resource.get("status"))
    if sure.has(_WRONG) or clinical.has(_WRONG):
        raise LeftOut("it was entered in error")
    if sure.has("refuted"):
        raise LeftOut("it was ruled out")
    status = (clinical.codings[0][1] if clinical.codings else clinical.name)[:40].lower()
    if status in ("", "active") and (doubt := next((each for each in _DOUBTED if sure.has(each)), "")):
        return doubt
    return status


def _dates(resource: Resource, zone: tzinfo, starts: tuple[str, ...], ends: tuple[str, ...]) -> _Dates:
    """said: the month or year where no day is known: a first of January that nobody wrote would be an invented day."""
    start = next((found for name in starts if (found := _point(resource.get(name), "start", zone))), None)
    end = next((found for name in ends if (found := _point(resource.get(name), "end", zone))), None)
    said = " – ".join(each.partial for each in (start, end) if each is not None and each.partial)
    return _Dates(start.day if start else None, end.day if end else None, said)


def _point(value: Any, side: str, zone: tzinfo) -> When | None:
    return when(value.get(side) if isinstance(value, dict) else value, zone)


def _dosage(order: Resource) -> str:
    """The words of a dosage; where there are none, its amount and times: "500 mg, 2 × / d"."""
    if text := words(order.get("text"), _LONG) or words(order.get("patientInstruction"), _LONG):
        return text
    rate = (items(order.get("doseAndRate")) or [order])[0]
    dose = quantity(rate.get("doseQuantity")).text
    span = record(rate.get("doseRange"))
    if not dose and span:
        dose = " – ".join(part for part in (quantity(span.get("low")).text, quantity(span.get("high")).text) if part)
    timing = record(order.get("timing"))
    repeat = record(timing.get("repeat"))
    often, period, unit = number(repeat.get("frequency")), number(repeat.get("period")), words(repeat.get("periodUnit"), 10)
    each = unit if period == 1 else f"{period or 0:g} {unit}"
    times = f"{often or 1:g} × / {each}" if period and unit else concept(timing.get("code")).name
    needed = "as needed" if order.get("asNeededBoolean") is True else concept(order.get("asNeededCodeableConcept")).name
    return ", ".join(part for part in (dose, times, concept(order.get("route")).name, needed) if part)


def _joined(*texts: str) -> str:
    return words("; ".join(dict.fromkeys(text for text in texts if text)), _LONG)
