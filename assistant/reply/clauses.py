"""One fact, one sentence or two: which message says it, and which slots it needs."""

from __future__ import annotations

import re
from datetime import date, datetime

from assistant.errors import TaskError
from assistant.facts import Absent, Compared, Excerpt, Extreme, Fact, Found, Measured, Moment, Noted, Passage, Reading, Trended, Used
from assistant.measures import MEASURES, Measure, Quantity
from assistant.period import Period
from assistant.reply.periods import PeriodWords
from assistant.types import Sentence
from i18n.catalog import Catalogue
from i18n.slots import Amount, Choice, Clock, Count, Day, Form, Series, Slot
from i18n.verbalize import verbalize

__all__ = ["Clauses", "counted_by_nights", "known_measure"]

Slots = dict[str, Slot | str | int]

_FORMS: tuple[Form, Form] = ("shown", "spoken")
_ROWS = 8  # rows of a picture that are read out; a whole leaflet is not an answer
_UNSURE = 0.7  # below this recognition confidence the reader is told that it may be wrong


class Clauses:
    """Sentences in one language, as of `now`. Each message is written twice from the same slots: for the eye and for the ear."""

    def __init__(self, catalogue: Catalogue, language: str, now: datetime) -> None:
        self._catalogue = catalogue
        self._language = language
        self._words = {form: PeriodWords(catalogue, language, form, now.date()) for form in _FORMS}

    def plain(self, message: str, kind: str, facts: tuple[Fact, ...] = (), **slots: Slot | str | int) -> Sentence:
        """A sentence whose slots are the same for eye and ear."""
        shown, spoken = (self._catalogue.say(self._language, message, form, **slots) for form in _FORMS)
        return Sentence(shown, spoken, kind, facts)

    def fact(self, fact: Fact, *, again: bool = False) -> tuple[Sentence, ...]:
        """The sentences of one fact. `again`: the sentence before was about the same period, which is then not named a second time."""
        match fact:
            case Measured():
                return (self._measured(fact, again),)
            case Compared():
                return (self._measured(fact.now, again), self._compared(fact))
            case Trended():
                return (self._trended(fact),)
            case Extreme():
                return (self._extreme(fact),)
            case Absent():
                return self._absent(fact)
            case Passage():
                return self._passage(fact)
            case Moment():
                return (self._moment(fact),)
            case Reading():
                return self._reading(fact)
            case Found():
                return (self._quoting("found", (fact,), fact.title),)
            case Excerpt():
                return self._excerpt(fact)
            case Noted():
                return (self._quoting("noted", (fact,), fact.text),)
            case Used():
                return self._used(fact)
            case _:
                raise NotImplementedError

    def confirm(self, task: str, text: str | None) -> Sentence:
        """Reads back what an effect would do and asks for a yes. `text`: the words that it would use."""
        message = "confirm-note" if task == "note" else "confirm"
        named = self._task(task)
        if text is None:
            return self.plain("confirm-task", "question", task=named)
        return self._quoting(message, (), text, "question", task=named)

    def _quoting(self, message: str, facts: tuple[Fact, ...], text: str, kind: str = "answer", **slots: str) -> Sentence:
        """A sentence that quotes somebody's words: they are shown as they stand and spoken as they are read."""
        quoted = _quotable(text)
        return self._say(kind, facts, message, {**slots, "text": quoted}, {**slots, "text": verbalize(quoted, self._language).rstrip(".")})

    def _excerpt(self, fact: Excerpt) -> tuple[Sentence, ...]:
        said = self._quoting("excerpt", (fact,), " ".join(fact.sentences))
        return (said, self._quoting("excerpt-source", (fact,), fact.source.title or fact.title, "detail"))

    def _used(self, fact: Used) -> tuple[Sentence, ...]:
        if not fact.task:
            return (self.plain("used-nothing", "answer", (fact,)),)
        nights = fact.task == "sleep"

        def slots(form: Form) -> Slots:
            slots: Slots = {"task": self._task(fact.task)}
            if fact.titles:
                slots["titles"] = Series(fact.titles)
            if fact.period is not None:
                slots["for"] = self._words[form].without_data(fact.period, nights=nights)
            return slots

        message = "used" + ("-days" if fact.period is not None else "") + ("-source" if fact.titles else "")
        return (self._say("answer", (fact,), message, slots("shown"), slots("spoken")),)

    def why(self, fact: Used) -> Sentence | None:
        """Why a task was chosen, where there is something to say."""
        message = f"used-why-{fact.grounds}"
        return self.plain(message, "detail", (fact,)) if fact.task and self._catalogue.has(self._language, message) else None

    def _task(self, name: str) -> str:
        """A task as people call it; a plug-in's own name where the catalogue does not know it."""
        message = f"task-{name}"
        return self._catalogue.say(self._language, message) if self._catalogue.has(self._language, message) else name.replace("_", " ")

    def coverage(self, facts: tuple[Measured | Trended | Extreme, ...], *, named: bool) -> Sentence:
        """How many days of a period count, said once for facts that share it. `named`: the reply is about several periods."""
        first = facts[0]
        nights = counted_by_nights(first.measure)

        def slots(form: Form) -> Slots:
            slots: Slots = {
                "known": Count(first.days_with_data, feminine=nights),
                "all": Count(first.period.days, feminine=nights),
                "unit": Choice("night" if nights else "day"),
                "n": first.days_with_data,
            }
            if named:
                period = self._words[form].without_data(first.period, nights=nights)
                slots["for"] = period[:1].upper() + period[1:]
            return slots

        return self._say("detail", facts, "coverage-period" if named else "coverage", slots("shown"), slots("spoken"))

    def sources(self, titles: tuple[str, ...], facts: tuple[Fact, ...]) -> Sentence:
        return self.plain("sources", "detail", facts, titles=Series(titles))

    def _say(self, kind: str, facts: tuple[Fact, ...], message: str, eye: Slots, ear: Slots) -> Sentence:
        return Sentence(
            self._catalogue.say(self._language, message, "shown", **eye), self._catalogue.say(self._language, message, "spoken", **ear), kind, facts
        )

    def _measured(self, fact: Measured, again: bool) -> Sentence:
        nights = counted_by_nights(fact.measure)

        def slots(form: Form) -> Slots:
            words = self._words[form]
            when = words.again(fact.period, nights=nights) if again else words.when(fact.period, nights=nights)
            return {"when": when, "value": _amount(fact.quantity), "statistic": Choice(fact.statistic)}

        return self._say("answer", (fact,), f"measured-{fact.measure}", slots("shown"), slots("spoken"))

    def _compared(self, fact: Compared) -> Sentence:
        def slots(form: Form) -> Slots:
            return {
                "difference": _amount(fact.difference),
                "before": _amount(fact.before.quantity),
                "when": self._words[form].than(fact.before.period, fact.now.period, nights=counted_by_nights(fact.measure)),
                "sense": Choice(_sense(fact.difference)),
                "n": _plural(fact.difference),
                "m": _plural(fact.before.quantity),
            }

        return self._say("answer", (fact,), f"compared-{fact.verdict}", slots("shown"), slots("spoken"))

    def _trended(self, fact: Trended) -> Sentence:
        def slots(form: Form) -> Slots:
            when = self._words[form].when(fact.period, nights=counted_by_nights(fact.measure))
            return {"when": when, "name": self._name("name", fact.measure, form), "change": _amount(fact.change)}

        return self._say("answer", (fact,), f"trended-{fact.direction}", slots("shown"), slots("spoken"))

    def _extreme(self, fact: Extreme) -> Sentence:
        nights = counted_by_nights(fact.measure)

        def slots(form: Form) -> Slots:
            words = self._words[form]
            return {
                "when": words.when(fact.period, nights=nights),
                "name": self._name("name", fact.measure, form),
                "day": words.on(fact.day, nights=nights),
                "value": _amount(fact.quantity),
                "length": Choice("time" if fact.quantity.unit == "min" else "value"),
            }

        return self._say("answer", (fact,), f"extreme-{fact.which}", slots("shown"), slots("spoken"))

    def _absent(self, fact: Absent) -> tuple[Sentence, ...]:
        nights = counted_by_nights(fact.measure)

        def missing(form: Form) -> Slots:
            return {"data": self._name("data", fact.measure, form), "for": self._words[form].without_data(fact.period, nights=nights)}

        first = self._say("answer", (fact,), "absent", missing("shown"), missing("spoken"))
        if fact.known is None:
            return (first, self.plain("absent-ever", "detail", (fact,)))
        known: Period = fact.known
        if known.days == 1:

            def only(form: Form) -> Slots:
                return {"for": self._words[form].without_data(known, nights=nights)}

            return (first, self._say("detail", (fact,), "absent-known-day", only("shown"), only("spoken")))
        words = self._words["shown"]
        same_year = known.start.year == known.end.year
        start = Day(known.start) if same_year else Day(known.start, year=True)
        end = words.dated(known.end) if same_year else Day(known.end, year=True)
        return (first, self.plain("absent-known", "detail", (fact,), start=start, end=end))

    def _passage(self, fact: Passage) -> tuple[Sentence, ...]:
        body = tuple(Sentence(sentence, verbalize(sentence, self._language), "answer", (fact,)) for sentence in fact.sentences)
        title = fact.source.title or fact.title
        named = self._say("detail", (fact,), "knowledge-source", {"title": title}, {"title": verbalize(title, self._language)})
        return (*body, named)

    def _moment(self, fact: Moment) -> Sentence:
        at = fact.at.time()
        if fact.asked == "time":
            return self.plain("moment-time", "answer", (fact,), time=Clock(at), hour=at.hour, twelve=at.hour % 12 or 12)
        day: date = fact.at.date()

        def slots(form: Form) -> Slots:
            whole = Day(day, year=True)
            full = self._catalogue.say(self._language, "day-full", form, weekday=Day(day, "weekday"), date=whole)
            return {"day": full, "weekday": Day(day, "weekday"), "date": whole}

        return self._say("answer", (fact,), "moment-date", slots("shown"), slots("spoken"))

    def _reading(self, fact: Reading) -> tuple[Sentence, ...]:
        rows = [row for row in (_quotable(row) for row in fact.rows) if row]
        if not rows:
            return (self.plain("reading-none", "answer", (fact,)),)
        text = ", ".join(rows[:_ROWS])
        said = self._say("answer", (fact,), "reading", {"text": text}, {"text": verbalize(text, self._language).rstrip(".")})
        notes = [self.plain("reading-more", "detail", (fact,))] if len(rows) > _ROWS else []
        if fact.confidence < _UNSURE:
            notes.append(self.plain("reading-unsure", "detail", (fact,)))
        return (said, *notes, self.plain("reading-limit", "notice", (fact,)))

    def _name(self, kind: str, measure: str, form: Form) -> str:
        return self._catalogue.say(self._language, f"{kind}-{measure}", form)


def known_measure(name: str) -> Measure:
    """The measure of that name; raises `TaskError` for one that the catalogues have no words for."""
    measure = MEASURES.get(name)
    if measure is None:
        raise TaskError(f"There are no words for the measure {name!r}; it must be one of {', '.join(MEASURES)}.")
    return measure


def counted_by_nights(measure: str) -> bool:
    """Sleep is counted by nights, each named by the day on which it ends."""
    return known_measure(measure).task == "sleep"


def _amount(quantity: Quantity) -> Amount:
    return Amount(quantity.value, quantity.unit)


def _plural(quantity: Quantity) -> int:
    """1 for what is written in the singular ("eine Stunde" is 60 minutes), else 2."""
    return 1 if quantity.value == 1 or (quantity.unit == "min" and quantity.value == 60) else 2


def _sense(quantity: Quantity) -> str:
    if quantity.unit == "count":
        return "count"
    return "level" if quantity.unit in ("bpm", "ms", "kg", "mg/dL", "%") else "amount"


def _quotable(row: str) -> str:
    """A row of a picture as it may be quoted: one line, without invisible characters or the marks that would close the quotation."""
    return "".join(c for c in re.sub(r"\s+", " ", row) if c.isprintable() and c not in "“”„«»").strip(" ,;")
