"""What is said of a health record and of a cycle: what the record says, as it says it, and never what should be done about it."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.facts import Cycle, Line, Listed
from assistant.period import Period
from assistant.reply.writer import Slots, Writer, capital, quotable
from assistant.types import Sentence
from i18n.slots import Amount, Choice, Count, Day, Form

__all__ = ["LINES", "WHOLE_CYCLES", "cycle", "listed"]

LINES = 8  # entries that are read out; a whole history is not an answer
WHOLE_CYCLES = 2  # that a usual length needs


def listed(writer: Writer, fact: Listed) -> tuple[Sentence, ...]:
    """How many entries there are, each of them, and what the list is worth. No entry is not the same as no illness."""
    kind = Choice(fact.kind)
    if not fact.entries:
        return (writer.plain("listed-none", "answer", (fact,), list=kind),)
    count = len(fact.entries)
    number = Count(count, feminine=fact.kind == "allergy")
    heads: tuple[Sentence, ...] = (writer.plain(f"listed-{fact.named}", "answer", (fact,)),) if fact.named else ()
    if fact.named != "found":  # of what was asked for by name the number says nothing
        heads += (writer.plain("listed", "answer", (fact,), list=kind, count=number, n=count),)
    lines = tuple(_line(writer, fact, line) for line in fact.entries[:LINES])
    more = count - len(lines)
    rest = (writer.plain("listed-more", "detail", (fact,), count=Count(more), n=more),) if more else ()
    return (*heads, *lines, *rest, writer.plain("listed-limit", "notice", (fact,), list=kind))


def _line(writer: Writer, fact: Listed, line: Line) -> Sentence:
    def slots(form: Form) -> Slots:
        name = capital(writer.read(quotable(line.name), form))
        details = ", ".join(_details(writer, line, form))
        return {"name": name, "details": details, "any": Choice("yes" if details else "no")}

    return writer.say("answer", (fact,), "listed-line", slots)


def _details(writer: Writer, line: Line, form: Form) -> Iterator[str]:
    """Value, words, state and days of an entry, those that it has."""
    if line.value is not None:
        number = writer.figure(line.value)
        yield writer.read(f"{number} {quotable(line.unit)}".strip(), form)
    if line.text:
        yield writer.read(quotable(line.text), form).rstrip(".")
    if line.low is not None or line.high is not None:
        sides = "both" if line.low is not None and line.high is not None else "low" if line.low is not None else "high"
        ends = {name: Amount(end, "") for name, end in (("low", line.low or 0.0), ("high", line.high or 0.0))}
        yield writer.part("listed-range", form, sides=Choice(sides), **ends)
    status = f"status-{line.status}"
    if line.status:
        yield writer.part(status, form) if writer.has(status) else writer.read(quotable(line.status), form)
    if line.start is not None and (line.value is not None or line.end == line.start):
        yield writer.part("listed-on", form, day=Day(line.start, year=True))
    elif line.start is not None and line.end is not None:
        yield writer.part("listed-between", form, start=Day(line.start, year=True), end=Day(line.end, year=True))
    elif line.start is not None:
        yield writer.part("listed-since", form, day=Day(line.start, year=True))
    elif line.end is not None:
        yield writer.part("listed-until", form, day=Day(line.end, year=True))


def cycle(writer: Writer, fact: Cycle) -> tuple[Sentence, ...]:
    """When the last period began, which day today is, and the usual length where enough cycles are recorded."""

    def slots(form: Form) -> Slots:
        return {"day": writer.words[form].when(Period.day(fact.started), nights=False, capital=False), "number": Amount(fact.day, "")}

    first = writer.say("answer", (fact,), "cycle", slots)
    if fact.usual is None:
        return (first, writer.plain("cycle-unknown", "detail", (fact,), cycles=Count(WHOLE_CYCLES)))
    usual = Amount(fact.usual.value, fact.usual.unit)
    return (first, writer.plain("cycle-usual", "detail", (fact,), usual=usual, cycles=Count(fact.cycles), n=fact.cycles))
