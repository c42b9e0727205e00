"""Observations of a FHIR record: readings where there is a measure of ours, entries of the list of labs where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from assistant.importers.fhir_codes import DAILY, converted, measure_of, unit_needed
from assistant.importers.fhir_documents import Held
from assistant.importers.fhir_entries import LeftOut, named
from assistant.importers.fhir_times import When, when, when_effective
from assistant.importers.fhir_values import Concept, Quantity, Resource, concept, items, number, quantity, record, words
from assistant.measures import MEASURES
from assistant.records.sample import Clinical

__all__ = ["Daily", "Figure", "is_aside", "observed"]

_WRONG = {"entered-in-error": "it was entered in error", "cancelled": "it was cancelled"}
_ASIDES = ("survey", "social-history", "sdoh")
_DONE = frozenset({"final", "amended", "corrected", "unknown"})
_AMOUNTS = ("valueQuantity", "valueInteger", "valueDecimal")
_LONG = 400
_LONGEST = timedelta(hours=36)  # of one amount; what is longer is no amount of a day
_SLEEP = frozenset({"sleep_duration", "deep_sleep", "light_sleep", "rem_sleep"})


@dataclass(frozen=True, slots=True)
class Figure:
    """A reading. value: in the measure's unit; original, unit: as it was sent."""

    measure: str
    start: datetime
    end: datetime
    value: float
    original: float
    unit: str


@dataclass(frozen=True, slots=True)
class Daily:
    """A figure of a whole local day."""

    measure: str
    day: date
    value: float


@dataclass(frozen=True, slots=True)
class _Part:
    """An observation, or one of its components. name: as the rest of an id."""

    name: str
    resource: Resource
    code: Concept


def is_aside(resource: Resource) -> bool:
    """Whether it is an answer to a questionnaire, or says how somebody lives: of each visit there are dozens, and none is a finding.

    What is one of our measures is taken all the same, such as steps, which some file under the way of life.
    """
    category = resource.get("category")
    filed = [concept(each) for each in (category if isinstance(category, list) else [category])[:20]]
    return any(each.has(*_ASIDES) for each in filed) and not _measured(resource)


def _measured(resource: Resource) -> bool:
    try:
        return any(measure_of(part.code) for part in _parts(resource))
    except ValueError:  # it is about one of our measures, in a way that `observed` will say
        return True


def observed(held: Held, source: str, options_zone: tzinfo, units: Mapping[str, str]) -> Iterator[Figure | Daily | Clinical | LeftOut]:
    """What it says, component by component; a `LeftOut` for each that says nothing that can be taken over.

    units: a measure → the unit of its numbers that come without one.
    """
    resource = held.resource
    status = words(resource.get("status"), 40).lower()
    if status in _WRONG:
        yield LeftOut(_WRONG[status])
        return
    try:
        moment = when_effective(resource, options_zone)
    except ValueError as error:
        yield LeftOut(str(error))
        return
    timeless = "it has a time that is none" if any(name.startswith("effective") for name in resource) else "it does not say when it was measured"
    said = "" if status in _DONE else status
    for part in _parts(resource):
        try:
            measure = measure_of(part.code)
            if measure:
                yield _figure(part, measure, moment, timeless, units)
            else:
                yield _lab(held, part, moment, when(resource.get("issued"), options_zone), source, said)
        except ValueError as error:
            yield LeftOut(str(error))
        except LeftOut as left:
            yield left


def _parts(resource: Resource) -> Iterator[_Part]:
    components = items(resource.get("component"))
    code = concept(resource.get("code"))
    holds = any(name.startswith("value") for name in resource)
    # A group that only names its members (a panel) says nothing itself.
    if holds or not (components or resource.get("hasMember") or resource.get("related")):
        yield _Part("", resource, code)
    for index, component in enumerate(components[:1000]):
        own = concept(component.get("code"))
        yield _Part(own.codings[0][1] if own.codings else str(index), component, own)


def _figure(part: _Part, measure: str, moment: When | None, timeless: str, units: Mapping[str, str]) -> Figure | Daily:
    found = _amount(part.resource)
    if found is None or found.value is None:
        raise LeftOut(f"its value of {_plain(measure)} is no number" if _value(part.resource) else _missing(part.resource))
    if found.comparator:
        raise LeftOut(f"it says only that {_plain(measure)} is {found.text}")
    unit = found.code or units.get(measure, "")
    value = converted(measure, found.value, unit)
    if value is None and unit != found.shown and found.shown:
        value, unit = converted(measure, found.value, found.shown), found.shown
    if value is None:
        if not unit and unit_needed(measure):
            raise LeftOut(f"{_plain(measure)} has no unit; --unit {measure}={MEASURES[measure].unit} says what it is")
        raise LeftOut(f"{unit!r} is no unit of {_plain(measure)}")
    limits = MEASURES[measure]
    if not limits.low <= value <= limits.high:
        raise LeftOut(f"{_plain(measure)} of {found.text} is none of a living person")
    if moment is None:
        raise LeftOut(timeless)
    if moment.day is None:
        raise LeftOut(f"it was measured on some day of {moment.written}")
    if measure in _SLEEP:
        return Daily(measure, moment.last or moment.day, value)
    if moment.start is None or any(code in DAILY for code in part.code.loinc):
        return Daily(measure, moment.day, value)
    end = moment.end or moment.start
    if limits.additive and end - moment.start > _LONGEST:
        raise LeftOut("it is the sum of several days")
    return Figure(measure, moment.start, end if limits.additive else moment.start, value, found.value, unit or limits.unit)


def _lab(held: Held, part: _Part, moment: When | None, issued: When | None, source: str, status: str) -> Clinical:
    found = _amount(part.resource)
    text = ""
    value = found.value if found is not None and not found.comparator else None
    if value is None:
        text = found.text if found is not None and found.value is not None else _value(part.resource)
        if not text:
            raise LeftOut(_missing(part.resource))
    told = moment or issued
    low, high = _range(part.resource, found) if value is not None else (None, None)
    return Clinical(
        "lab",
        f"{held.name_in}#{part.name}" if part.name else held.name_in,
        named(part.code),
        source,
        part.code.code,
        status,
        told.day if told else None,
        None,
        words("; ".join(each for each in (text, told.partial if told else "") if each), _LONG),
        value,
        found.shown if value is not None and found is not None else "",
        low,
        high,
    )


def _amount(resource: Resource) -> Quantity | None:
    for name in _AMOUNTS:
        if name in resource:
            value = resource[name]
            return quantity(value) if isinstance(value, dict) else Quantity(number(value), "", "")
    return None


def _value(resource: Resource) -> str:
    """A value that is no amount, as text."""
    for name, value in resource.items():
        if name == "valueCodeableConcept":
            return concept(value).name
        if name == "valueRange":
            low, high = quantity(record(value).get("low")), quantity(record(value).get("high"))
            return " – ".join(each.text for each in (low, high) if each.value is not None)
        if name == "valueRatio":
            parts = [quantity(record(value).get(side)) for side in ("numerator", "denominator")]
            return " : ".join(each.text for each in parts) if all(each.value is not None for each in parts) else ""
        if name == "valueBoolean" and isinstance(value, bool):
            return "true" if value else "false"
        if name in ("valueString", "valueDateTime", "valueTime", "valueQuantity"):
            return words(value, _LONG)
    return ""


def _missing(resource: Resource) -> str:
    reason = concept(resource.get("dataAbsentReason")).name
    written = [resource.get(name) for name in _AMOUNTS]
    if any(each.get("value") is not None if isinstance(each, dict) else each is not None for each in written):
        return "its value is no number"
    if "valueSampledData" in resource or "valueAttachment" in resource:
        return "it holds a signal or a file, which is not read here"
    return f"it has no value ({reason})" if reason else "it has no value"


def _range(resource: Resource, found: Quantity | None) -> tuple[float | None, float | None]:
    """The reference range, where there is one for everybody and in the value's own unit."""
    ranges = items(resource.get("referenceRange"))
    normal = [each for each in ranges if concept(each.get("type")).has("normal")] or [each for each in ranges if "type" not in each] or ranges
    if len(normal) != 1 or found is None:
        return None, None
    ends = [quantity(normal[0].get(side)) for side in ("low", "high")]
    low, high = (end.value if end.value is not None and end.code in ("", found.code, found.shown) else None for end in ends)
    return (low, high) if low is None or high is None or low <= high else (None, None)


def _plain(measure: str) -> str:
    return measure.replace("_", " ")
