"""What is said of pages, pictures, notes, the clock and the assistant's own doings: somebody's words, with where they come from."""

from __future__ import annotations

from datetime import date

from assistant.facts import Excerpt, Moment, Passage, Reading, Used
from assistant.reply.writer import Slots, Writer, quotable
from assistant.types import Sentence
from i18n.slots import Clock, Day, Form, Series
from i18n.verbalize import verbalize

__all__ = ["excerpt", "moment", "passage", "reading", "used"]

_ROWS = 8  # rows of a picture that are read out; a whole leaflet is not an answer
_UNSURE = 0.7  # below this recognition confidence the reader is told that it may be wrong


def passage(writer: Writer, fact: Passage) -> tuple[Sentence, ...]:
    body = tuple(Sentence(sentence, verbalize(sentence, writer.language), "answer", (fact,)) for sentence in fact.sentences)
    title = fact.source.title or fact.title
    spoken = verbalize(title, writer.language)
    named = writer.say("detail", (fact,), "knowledge-source", lambda form: {"title": title if form == "shown" else spoken})
    return (*body, named)


def excerpt(writer: Writer, fact: Excerpt) -> tuple[Sentence, ...]:
    said = writer.quoting("excerpt", (fact,), " ".join(fact.sentences))
    return (said, writer.quoting("excerpt-source", (fact,), fact.source.title or fact.title, "detail"))


def moment(writer: Writer, fact: Moment) -> Sentence:
    at = fact.at.time()
    if fact.asked == "time":
        return writer.plain("moment-time", "answer", (fact,), time=Clock(at), hour=at.hour, twelve=at.hour % 12 or 12)
    day: date = fact.at.date()

    def slots(form: Form) -> Slots:
        whole = Day(day, year=True)
        full = writer.part("day-full", form, weekday=Day(day, "weekday"), date=whole)
        return {"day": full, "weekday": Day(day, "weekday"), "date": whole}

    return writer.say("answer", (fact,), "moment-date", slots)


def reading(writer: Writer, fact: Reading) -> tuple[Sentence, ...]:
    rows = [row for row in (quotable(row) for row in fact.rows) if row]
    if not rows:
        return (writer.plain("reading-none", "answer", (fact,)),)
    text = ", ".join(rows[:_ROWS])
    said = writer.say("answer", (fact,), "reading", lambda form: {"text": writer.read(text, form)})
    notes = [writer.plain("reading-more", "detail", (fact,))] if len(rows) > _ROWS else []
    if fact.confidence < _UNSURE:
        notes.append(writer.plain("reading-unsure", "detail", (fact,)))
    return (said, *notes, writer.plain("reading-limit", "notice", (fact,)))


def used(writer: Writer, fact: Used) -> Sentence:
    """Which task an earlier answer rests on, the days and the sources that it read."""
    if not fact.task:
        return writer.plain("used-nothing", "answer", (fact,))
    nights = fact.task == "sleep"

    def slots(form: Form) -> Slots:
        slots: Slots = {"task": writer.task(fact.task)}
        if fact.titles:
            slots["titles"] = Series(fact.titles)
        if fact.period is not None:
            slots["for"] = writer.words[form].without_data(fact.period, nights=nights)
        return slots

    message = "used" + ("-days" if fact.period is not None else "") + ("-source" if fact.titles else "")
    return writer.say("answer", (fact,), message, slots)
