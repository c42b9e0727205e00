"""What is said of a series of days: a figure, two stretches beside each other, a direction, a day that stands out, days that kept to a limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from assistant.facts import Absent, Assessed, Bound, Compared, Counted, Extreme, Measured, Odd, Related, Trended, Unusual
from assistant.measures import Quantity
from assistant.period import Period
from assistant.reply.writer import Slots, Writer, change, counted_by_nights, known_measure, least, plural, value
from assistant.types import Sentence
from i18n.slots import Amount, Choice, Count, Day, Form, Series

__all__ = [
    "ODD_DAYS",
    "absent",
    "assessed",
    "compared",
    "counted",
    "coverage",
    "extreme",
    "limit",
    "measured",
    "pressure",
    "related",
    "told_bound",
    "trended",
    "unusual",
]

_BOTH = 14  # days with both measures that a link needs (docs/records.md)
ODD_DAYS = 5  # days out of the usual range that are named one by one


def measured(writer: Writer, fact: Measured, again: bool) -> Sentence:
    own = f"measured-{fact.measure}"

    def slots(form: Form) -> Slots:
        return {
            "when": _when(writer, fact, form, again),
            "name": writer.named("name", fact.measure, form),
            "value": value(fact.measure, fact.quantity),
            "statistic": Choice(fact.statistic),
        }

    return writer.say("answer", (fact,), own if writer.has(own) else "measured", slots)


def pressure(writer: Writer, systolic: Measured, diastolic: Measured, again: bool) -> Sentence:
    """Both figures of the blood pressure, as people say them: "128 over 82"."""

    def slots(form: Form) -> Slots:
        both = writer.part("unit-pressure", form, top=Amount(systolic.quantity.value, ""), bottom=Amount(diastolic.quantity.value, ""))
        return {"when": _when(writer, systolic, form, again), "value": both, "statistic": Choice(systolic.statistic)}

    return writer.say("answer", (systolic, diastolic), "measured-blood_pressure", slots)


def _when(writer: Writer, fact: Measured | Trended | Extreme | Counted | Unusual, form: Form, again: bool) -> str:
    words, nights = writer.words[form], counted_by_nights(fact.measure)
    return words.again(fact.period, nights=nights) if again else words.when(fact.period, nights=nights)


def compared(writer: Writer, fact: Compared) -> Sentence:
    difference, before = change(fact.measure, fact.difference), value(fact.measure, fact.before.quantity)

    def slots(form: Form) -> Slots:
        return {
            "difference": difference,
            "before": before,
            "when": writer.words[form].than(fact.before.period, fact.now.period, nights=counted_by_nights(fact.measure)),
            "sense": Choice(_sense(fact.measure)),
            "n": plural(difference),
            "m": plural(before),
        }

    return writer.say("answer", (fact,), f"compared-{fact.verdict}", slots)


def trended(writer: Writer, fact: Trended, again: bool) -> tuple[Sentence, ...]:
    """Which way it goes, and between which bounds the change is likely to be, where they agree with the direction."""

    def slots(form: Form) -> Slots:
        return {
            "when": _when(writer, fact, form, again),
            "name": writer.named("name", fact.measure, form),
            "change": change(fact.measure, fact.change),
            "sense": Choice(_sense(fact.measure)),
        }

    first = writer.say("answer", (fact,), f"trended-{fact.direction}", slots)
    if fact.direction == "steady" or fact.low is None or fact.high is None or fact.low.value * fact.high.value <= 0:
        return (first,)
    small, large = (Quantity(size, fact.change.unit) for size in sorted((abs(fact.low.value), abs(fact.high.value))))
    if small == large:
        return (first,)
    low = change(fact.measure, small) if small.unit in ("min", "clock") else Amount(small.value, "")
    return (first, writer.plain("trended-likely", "detail", (fact,), low=low, high=change(fact.measure, large)))


def extreme(writer: Writer, fact: Extreme, again: bool) -> Sentence:
    def slots(form: Form) -> Slots:
        return {
            "when": _when(writer, fact, form, again),
            "name": writer.named("name", fact.measure, form),
            "day": writer.words[form].on(fact.day, nights=counted_by_nights(fact.measure)),
            "value": value(fact.measure, fact.quantity),
            "length": Choice({"min": "time", "clock": "clock"}.get(fact.quantity.unit, "value")),
        }

    return writer.say("answer", (fact,), f"extreme-{fact.which}", slots)


def counted(writer: Writer, fact: Counted, again: bool) -> Sentence:
    nights = counted_by_nights(fact.measure)
    whole = fact.days_with_data in (1, fact.days_met)
    how = "day" if fact.period.days == 1 else "all" if whole else "some" if fact.days_met else "none"

    def slots(form: Form) -> Slots:
        return {
            "when": _when(writer, fact, form, again),
            "name": writer.named("name", fact.measure, form),
            "limit": limit(writer, fact.measure, told_bound(fact), fact.limit, form),
            "how": Choice(how),
            "met": Count(fact.days_met, feminine=nights, alone=True),
            "known": Count(fact.days_with_data, feminine=nights),
            "unit": Choice("night" if nights else "day"),
            "sense": Choice(_sense(fact.measure)),
            "m": fact.days_met,
            "n": fact.days_with_data,
        }

    return writer.say("answer", (fact,), "counted", slots)


def told_bound(fact: Counted) -> Bound:
    """The bound that is said: of one day that did not keep to the limit, on which side it was instead."""
    return _OPPOSITE[fact.bound] if fact.days_with_data == 1 and not fact.days_met else fact.bound


_OPPOSITE: Mapping[Bound, Bound] = {"at_least": "below", "above": "at_most", "at_most": "above", "below": "at_least"}


def limit(writer: Writer, measure: str, bound: Bound, quantity: Quantity, form: Form) -> str:
    """ "at least 8,000 steps", "above 75 bpm", "23:00 or later"."""
    return writer.part("limit", form, value=value(measure, quantity), bound=Choice(bound), sense=Choice(_sense(measure)))


def unusual(writer: Writer, fact: Unusual, again: bool) -> tuple[Sentence, ...]:
    """Whether days were out of the person's own usual range, which ones, and where the range comes from; never why."""
    nights = counted_by_nights(fact.measure)

    def slots(form: Form) -> Slots:
        return {
            "when": _when(writer, fact, form, again),
            "name": writer.named("name", fact.measure, form),
            "low": least(fact.measure, fact.low),
            "high": value(fact.measure, fact.high),
            "days": Count(len(fact.days), feminine=nights),
            "unit": Choice("night" if nights else "day"),
            "sense": Choice(_sense(fact.measure)),
            "n": len(fact.days),
        }

    first = writer.say("answer", (fact,), "unusual" if fact.days else "unusual-none", slots)
    named = tuple(_odd(writer, fact, odd) for odd in fact.days[:ODD_DAYS])
    more = len(fact.days) - len(named)
    rest = (writer.plain("unusual-more", "detail", (fact,), days=Count(more, feminine=nights), unit=Choice("night" if nights else "day"), n=more),)
    cause = (writer.plain("unusual-cause", "detail", (fact,)),) if fact.days else ()
    return (first, *named, *(rest if more else ()), _baseline(writer, fact), *cause)


def _odd(writer: Writer, fact: Unusual, odd: Odd) -> Sentence:
    def slots(form: Form) -> Slots:
        day = writer.words[form].when(Period.day(odd.day), nights=counted_by_nights(fact.measure))
        return {
            "day": day,
            "value": value(fact.measure, odd.quantity),
            "sense": Choice(_sense(fact.measure)),
            "n": plural(value(fact.measure, odd.quantity)),
        }

    return writer.say("answer", (fact,), f"unusual-{odd.which}", slots)


def _baseline(writer: Writer, fact: Unusual) -> Sentence:
    def slots(form: Form) -> Slots:
        return {"days": Count(fact.baseline.days), "range": writer.words[form].span(fact.baseline)}

    return writer.say("detail", (fact,), "unusual-baseline", slots)


def assessed(writer: Writer, fact: Assessed, *, cited: bool = True) -> tuple[Sentence, ...]:
    """How a figure stands to a published range, whose range it is, and that this is no diagnosis. The figure itself is said before.

    cited: without it the sentence before or after names the same page.
    """
    title = fact.reference.title.rstrip("?!. ")

    def slots(form: Form) -> Slots:
        return {
            "name": writer.named("name", fact.measured.measure, form),
            "range": _range(writer, fact, form),
            "verdict": Choice(fact.verdict),
            "sense": Choice(_sense(fact.measured.measure)),
        }

    said = [writer.say("answer", (fact,), "assessed", slots)]
    if cited:
        said.append(writer.say("detail", (fact,), "assessed-source", lambda form: {"title": writer.read(title, form)}))
    return (*said, writer.plain("assessed-limit", "notice", (fact,)))


def _range(writer: Writer, fact: Assessed, form: Form) -> str:
    measure = fact.measured.measure
    if fact.low is not None and fact.high is not None:
        return writer.part("limit-range", form, low=least(measure, fact.low), high=value(measure, fact.high), sense=Choice(_sense(measure)))
    if fact.low is not None:
        return limit(writer, measure, "at_least", fact.low, form)
    return limit(writer, measure, "at_most", fact.high or fact.measured.quantity, form)


def related(writer: Writer, fact: Related) -> tuple[Sentence, ...]:
    """Whether two measures went together; how many days it rests on, and that it is no cause."""
    nights = counted_by_nights(fact.measure)

    def slots(form: Form) -> Slots:
        return {
            "when": writer.words[form].when(fact.period, nights=nights and counted_by_nights(fact.other)),
            "name": writer.named("name", fact.measure, form),
            "other": writer.named("name", fact.other, form),
            "strength": Choice(fact.strength),
            "sense": Choice(_sense(fact.measure)),
            "sense-other": Choice(_sense(fact.other)),
            "lag": fact.lag,
        }

    first = writer.say("answer", (fact,), f"related-{fact.sign}", slots)
    message = "related-few" if fact.days_with_data < _BOTH else "related-days" if fact.sign == "none" else "related-cause"
    return (first, writer.plain(message, "detail", (fact,), days=Count(fact.days_with_data), n=fact.days_with_data))


def absent(writer: Writer, fact: Absent) -> tuple[Sentence, ...]:
    nights = counted_by_nights(fact.measure)

    def missing(form: Form) -> Slots:
        return {"data": writer.named("data", fact.measure, form), "for": writer.words[form].without_data(fact.period, nights=nights)}

    first = writer.say("answer", (fact,), "absent", missing)
    if fact.known is None:
        return (first, writer.plain("absent-ever", "detail", (fact,)))
    known: Period = fact.known
    if known.days == 1:
        return (first, writer.say("detail", (fact,), "absent-known-day", lambda form: {"for": writer.words[form].without_data(known, nights=nights)}))
    same_year = known.start.year == known.end.year
    start = Day(known.start) if same_year else Day(known.start, year=True)
    end = writer.words["shown"].dated(known.end) if same_year else Day(known.end, year=True)
    return (first, writer.plain("absent-known", "detail", (fact,), start=start, end=end))


def coverage(writer: Writer, facts: tuple[Measured | Trended | Extreme | Counted | Unusual, ...], *, named: bool, measures: bool = False) -> Sentence:
    """How many days of a period count, said once for facts that share it. `named`: the reply is about several periods. `measures`: others of the
    same period have data from other days, so these are called by name."""
    first = facts[0]
    nights = counted_by_nights(first.measure)

    def slots(form: Form) -> Slots:
        slots: Slots = {
            "known": Count(first.days_with_data, feminine=nights, alone=True),
            "all": Count(first.period.days, feminine=nights),
            "unit": Choice("night" if nights else "day"),
            "n": first.days_with_data,
        }
        if named:
            period = writer.words[form].without_data(first.period, nights=nights)
            slots["for"] = period[:1].upper() + period[1:]
        if measures:
            slots["data"] = Series(tuple(dict.fromkeys(writer.named("data", fact.measure, form) for fact in facts)))
        return slots

    return writer.say("detail", facts, f"coverage{'-measure' if measures else ''}{'-period' if named else ''}", slots)


_Sense = Literal["clock", "count", "level", "amount"]


def _sense(measure: str) -> _Sense:
    """How more of a measure is called: later, more steps, a higher level, or more time."""
    match known_measure(measure).unit:
        case "clock":
            return "clock"
        case "count":
            return "count"
        case "min" | "km" | "kcal" | "days":
            return "amount"
        case _:
            return "level"
