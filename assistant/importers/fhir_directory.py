"""What other resources point at: people, medicines and devices, under every name that a reference may use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from assistant.errors import UsageError
from assistant.importers.fhir_documents import Held
from assistant.importers.fhir_values import Concept, Resource, clean, concept, items, record, reference, words

__all__ = ["ABOUT_SOMEBODY", "Directory", "Somebody", "subject"]

ABOUT_SOMEBODY = ("Observation", "Condition", "MedicationStatement", "MedicationRequest", "AllergyIntolerance")
_VERSION = re.compile(r"/_history/[^/]+$")
_TAIL = re.compile(r"(?:^|/)([A-Z][A-Za-z]+/[A-Za-z0-9\-.]{1,64})$")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_SHOWN = 8  # people in a sentence


@dataclass(frozen=True, slots=True)
class Somebody:
    """A patient. born: a whole date or "". sex: FHIR's administrative gender, or ""."""

    key: str
    name: str = ""
    born: str = ""
    sex: str = ""

    @property
    def shown(self) -> str:
        details = ", ".join(part for part in (self.name, f"born {self.born}" if self.born else "") if part)
        short = self.key.removeprefix("Patient/")
        return f"{short} ({details})" if details else short


@dataclass(slots=True)
class Directory:
    """`learn` every resource once; then references can be followed, and whoever the resources are about can be named."""

    people: dict[str, Somebody] = field(default_factory=dict)
    _medicines: dict[str, Concept] = field(default_factory=dict)
    _devices: dict[str, str] = field(default_factory=dict)
    _same: dict[str, str] = field(default_factory=dict)
    _mentioned: Counter[str] = field(default_factory=Counter)

    def learn(self, held: Held) -> None:
        kind, resource = held.kind, held.resource
        if kind in ABOUT_SOMEBODY:
            if there := subject(resource):
                self._mentioned[there] += 1
            return
        if kind not in ("Patient", "Medication", "Device"):
            return
        key = f"{kind}/{held.id}" if held.id else held.url
        if not key:
            return
        if held.url:
            self._same[held.url] = key
        if kind == "Medication":
            self._medicines[key] = concept(resource.get("code"))
        elif kind == "Device":
            self._devices[key] = _device(resource)
        else:
            born = words(resource.get("birthDate"), 10)
            known = Somebody(key, _named(resource), born if _DAY.fullmatch(born) else "", words(resource.get("gender"), 20))
            self.people[key] = known
            for each in items(resource.get("identifier")):
                if value := words(each.get("value")):
                    self._same.setdefault(f"identifier {value}", key)

    def key(self, written: str) -> str:
        """One name for all ways to refer to the same resource: "Patient/1"."""
        plain = _VERSION.sub("", written)
        if plain in self._same:
            return self._same[plain]
        # "Patient?identifier=system|4711", as transactions refer to what a server already has.
        if "?identifier=" in plain and (known := self._same.get(f"identifier {re.split(r'[|=]', plain)[-1]}")):
            return known
        tail = _TAIL.search(plain)
        return tail[1] if tail else plain

    def medicine(self, resource: Resource) -> Concept:
        """Of a statement or request: named in it, inside it, or in a resource of its own. `Concept()` where it did not come along."""
        named = concept(resource.get("medicationCodeableConcept"))
        if named.name:
            return named
        # R5 puts both forms into one element.
        pointer = resource.get("medicationReference") or record(resource.get("medication")).get("reference") or resource.get("medication")
        if isinstance(pointer, dict) and "concept" in pointer:
            return concept(pointer["concept"])
        there = reference(pointer)
        if there.startswith("#"):
            inside = next((each for each in items(resource.get("contained")) if each.get("id") == there[1:]), {})
            return concept(inside.get("code"))
        found = self._medicines.get(self.key(there), Concept())
        return found if found.name else Concept(words(record(pointer).get("display")))

    def device(self, resource: Resource) -> str:
        """What measured it, by the name that its source gives it; "" where none does."""
        pointer = record(resource.get("device"))
        if shown := words(pointer.get("display"), 60):
            return shown
        there = reference(pointer)
        if there.startswith("#"):
            return _device(next((each for each in items(resource.get("contained")) if each.get("id") == there[1:]), {}))
        return self._devices.get(self.key(there), "") if there else ""

    def chosen(self, asked: str, together: bool = False) -> tuple[Somebody | None, frozenset[str]]:
        """Whose entries to take, and the keys that mean them; None and no keys where nothing says whose any of it is.

        asked: an id or a name; "" for the only one there is. together: everybody in it is one person, by however many names and numbers.
        Raises `UsageError` when there are several, or none of that name.
        """
        keys = list(dict.fromkeys(map(self.key, self._mentioned))) or list(self.people)
        groups = [keys] if together and keys else self._grouped(keys)
        if asked:
            wanted = clean(asked).casefold()
            found = [group for group in groups if any(wanted in self._answers_to(key) for key in group)]
            if len(found) != 1:
                how = "several people" if found else "nobody"
                raise UsageError(f"{how.capitalize()} in it {'go' if found else 'goes'} by {clean(asked, 60)!r}; there are {self._listed(groups)}.")
            return self._somebody(found[0]), frozenset(found[0])
        if len(groups) > 1:
            raise UsageError(
                f"It is about {len(groups):,} people: {self._listed(groups)}. Say whose record it is with --subject and the first word of the entry."
            )
        return (self._somebody(groups[0]), frozenset(groups[0])) if groups else (None, frozenset())

    def _grouped(self, keys: Iterable[str]) -> list[list[str]]:
        """Patients that are one person: hospitals number the same person differently, who has one name and one birthday."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for key in keys:
            known = self.people.get(key)
            same = (known.name.casefold(), known.born) if known and known.name and known.born else (key,)
            groups.setdefault(same, []).append(key)
        return list(groups.values())

    def _answers_to(self, key: str) -> set[str]:
        known = self.people.get(key)
        return {each.casefold() for each in (key, key.removeprefix("Patient/"), known.name if known else "") if each}

    def _somebody(self, group: list[str]) -> Somebody:
        return next((self.people[key] for key in group if key in self.people), Somebody(group[0]))

    def _listed(self, groups: list[list[str]]) -> str:
        shown = [self._somebody(group).shown for group in groups[:_SHOWN]]
        more = len(groups) - len(shown)
        return "; ".join(shown) + (f"; and {more:,} more" if more else "")


def subject(resource: Resource) -> str:
    """Whom a resource is about, as it is written there."""
    return reference(resource.get("subject") or resource.get("patient"))


def _named(resource: Resource) -> str:
    names = items(resource.get("name"))
    best = next((each for each in names if each.get("use") == "official"), names[0] if names else {})
    if text := words(best.get("text"), 80):
        return text
    given = best.get("given")
    parts = [words(each, 40) for each in (given if isinstance(given, list) else [given])] + [words(best.get("family"), 60)]
    return " ".join(part for part in parts if part)


def _device(resource: Resource) -> str:
    names = items(resource.get("deviceName"))
    return words(names[0].get("name"), 60) if names else concept(resource.get("type")).name[:60]
