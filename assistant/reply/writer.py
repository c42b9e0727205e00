"""Writes one sentence twice from the same slots, for the eye and for the ear, in one language and as of one day."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from assistant.errors import TaskError
from assistant.facts import Fact
from assistant.measures import MEASURES, Measure, Quantity
from assistant.reply.periods import PeriodWords
from assistant.types import Sentence
from i18n.catalog import Catalogue
from i18n.slots import Amount, Form, Slot
from i18n.verbalize import verbalize

__all__ = ["Slots", "Writer", "capital", "change", "counted_by_nights", "known_measure", "least", "plural", "quotable", "value"]

Slots = dict[str, Slot | str | int]

_FORMS: tuple[Form, Form] = ("shown", "spoken")


class Writer:
    """Sentences of one catalogue in one language, as of `now`."""

    def __init__(self, catalogue: Catalogue, language: str, now: datetime) -> None:
        self._catalogue = catalogue
        self.language = language
        self.words = {form: PeriodWords(catalogue, language, form, now.date()) for form in _FORMS}

    def plain(self, message: str, kind: str, facts: tuple[Fact, ...] = (), **slots: Slot | str | int) -> Sentence:
        """A sentence whose slots are the same for eye and ear."""
        return self.say(kind, facts, message, lambda form: dict(slots))

    def say(self, kind: str, facts: tuple[Fact, ...], message: str, slots: Callable[[Form], Slots]) -> Sentence:
        """A sentence whose slots differ between eye and ear."""
        shown, spoken = (self._catalogue.say(self.language, message, form, **slots(form)) for form in _FORMS)
        return Sentence(shown, spoken, kind, facts)

    def quoting(self, message: str, facts: tuple[Fact, ...], text: str, kind: str = "answer", **slots: Slot | str | int) -> Sentence:
        """A sentence that quotes somebody's words: they are shown as they stand and spoken as they are read."""
        quoted = quotable(text)
        return self.say(kind, facts, message, lambda form: {**slots, "text": self.read(quoted, form)})

    def read(self, text: str, form: Form) -> str:
        """Somebody's words inside a sentence."""
        return text if form == "shown" else verbalize(text, self.language).rstrip(".")

    def figure(self, number: float) -> str:
        """A bare number for the eye."""
        return Amount(number, "").write(self.language, "shown", self.part)

    def has(self, message: str) -> bool:
        return self._catalogue.has(self.language, message)

    def part(self, message: str, form: Form, **slots: Slot | str | int) -> str:
        """Words that another message places."""
        return self._catalogue.say(self.language, message, form, **slots)

    def named(self, kind: str, measure: str, form: Form) -> str:
        """A measure as it is called, "name" ("your weight") or "data" ("weight data")."""
        return self.part(f"{kind}-{known_measure(measure).name}", form)

    def opening(self, measure: str, form: Form) -> str:
        """A measure's name as a sentence begins."""
        return capital(self.named("name", measure, form))

    def task(self, name: str, form: Form = "shown") -> str:
        """A task as people call it; a plug-in's own name where the catalogue does not know it."""
        message = f"task-{name}"
        return self.part(message, form) if self.has(message) else name.replace("_", " ")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def known_measure(name: str) -> Measure:
    """The measure of that name; raises `TaskError` for one that the catalogues have no words for."""
    measure = MEASURES.get(name)
    if measure is None:
        raise TaskError(f"There are no words for the measure {name!r}; it must be one of {', '.join(MEASURES)}.")
    return measure


def counted_by_nights(measure: str) -> bool:
    """Sleep is counted by nights, each named by the day on which it ends; naps, and all sleep of a day, by days."""
    return known_measure(measure).task == "sleep" and measure not in ("naps", "total_sleep")


def value(measure: str, quantity: Quantity) -> Amount:
    """A measure's value: floors have a word of their own, points are said out of what they can reach."""
    if quantity.unit == "points":
        return Amount(quantity.value, "points", round(known_measure(measure).high))
    return Amount(quantity.value, "floors" if measure == "floors" else quantity.unit)


def change(measure: str, quantity: Quantity) -> Amount:
    """A difference between two values: of percentages in percentage points, of times of day as a duration."""
    units = {"%": "pp", "clock": "min"}
    return Amount(quantity.value, "floors" if measure == "floors" else units.get(quantity.unit, quantity.unit))


def least(measure: str, quantity: Quantity) -> Amount:
    """The lower end of a range, whose unit the upper end says ("60 to 100 bpm"), unless it is a part of how the number is said ("6 h 11 min")."""
    return value(measure, quantity) if quantity.unit in ("min", "clock") else Amount(quantity.value, "")


def plural(amount: Amount) -> int:
    """1 for what is written in the singular ("eine Stunde" is 60 minutes, so is a time of day), else 2."""
    return 1 if amount.value == 1 or amount.unit == "clock" or (amount.unit == "min" and amount.value == 60) else 2


def quotable(row: str) -> str:
    """Somebody's words as they may be quoted: one line, without invisible characters or the marks that would close the quotation."""
    return "".join(c for c in re.sub(r"\s+", " ", row) if c.isprintable() and c not in "“”„«»").strip(" ,;")
