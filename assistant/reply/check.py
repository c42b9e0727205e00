"""Whether every figure in a reply equals one of its facts, read back out of the finished text in any reply language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, time, timedelta

from assistant.facts import (
    Absent,
    Assessed,
    Compared,
    Counted,
    Cycle,
    Excerpt,
    Extreme,
    Fact,
    Forecast,
    Found,
    Listed,
    Measured,
    Moment,
    Noted,
    Passage,
    Pulse,
    Reading,
    Related,
    Signal,
    Stressed,
    Trended,
    Unusable,
    Unusual,
    Used,
    Watched,
)
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.reply.bodily import ADVISED_MINUTES, LEVELS
from assistant.reply.clinical import LINES, WHOLE_CYCLES
from assistant.reply.figures import Number, Span, figures
from assistant.reply.series import ODD_DAYS
from assistant.reply.verify import Verdict
from assistant.types import Reply, Sentence
from i18n.languages import reply_language
from i18n.slots import clock_time

__all__ = ["check_reply", "check_sentence"]


def check_reply(reply: Reply, language: str) -> Verdict:
    """Every number, date, weekday and time that is shown or spoken belongs to a fact of its own sentence, and both forms say the same numbers.

    Alarms name telephone numbers, which are settings and not facts; they are left out.
    """
    return Verdict.of(reason for sentence in reply.sentences if sentence.kind != "alarm" for reason in check_sentence(sentence, language))


def check_sentence(sentence: Sentence, language: str) -> Iterator[str]:
    tongue = reply_language(language)
    facts = sentence.facts
    if sentence.kind == "question" and not facts:
        return  # reads back what the person asked for, or asks for something else
    texts = [text for fact in facts for text in _quoted(fact)]
    read = [figures(text, tongue) for text in texts]
    quoted = {number.value for one in read for number in one.numbers}
    numbers = {(number, unit) for fact in facts for number, unit in _numbers(fact)} | set(_lab_values(facts, tongue))
    days = [day for fact in facts for day in _days(fact)]
    # A night is named by the day on which it ends and by its eve.
    eves = [day - timedelta(days=1) for fact in facts if _of_nights(fact) for day in _days(fact)]
    times = [at for fact in facts for at in _times(fact)]
    whole = any(isinstance(fact, Passage | Reading | Excerpt | Found | Noted) for fact in facts)  # said word for word, and its dates with it
    for form, text in (("shown", sentence.shown), ("spoken", sentence.spoken)):
        found = figures(text, tongue)
        for number in found.numbers:
            if (number.value, number.unit) not in numbers and number.value not in quoted and not (form == "spoken" and _clock(number, times)):
                yield f"{form}: {number.value:g} {number.unit or ''} is no fact of {text!r}"
        if whole:
            continue
        said = [span for one in read for span in one.dates]
        for span in found.dates:
            if span not in said and not any(_fits(span, day) for day in (*days, *eves)):
                yield f"{form}: the date {span.day or ''}/{span.month} is no fact of {text!r}"
        for weekday in found.weekdays:
            if weekday not in {day.weekday() for day in (*days, *eves)} and not any(weekday in one.weekdays for one in read):
                yield f"{form}: a weekday is no fact of {text!r}"
        for hour, minute in found.times:
            if not any((hour, minute) == (at.hour, at.minute) for at in times) and not any((hour, minute) in one.times for one in read):
                yield f"{form}: the time {hour}:{minute:02} is no fact of {text!r}"
    if not texts and not times:
        shown, spoken = ([number.value for number in figures(text, tongue).numbers] for text in (sentence.shown, sentence.spoken))
        if sorted(shown) != sorted(spoken):
            yield f"eye and ear are told different numbers: {sentence.shown!r} and {sentence.spoken!r}"


def _quoted(fact: Fact) -> Iterable[str]:
    """Words that a sentence may hold as they stand, with what is counted in them."""
    match fact:
        case Passage() | Excerpt():
            return (*fact.sentences, fact.title, fact.source.title)
        case Reading():
            return fact.rows
        case Found():
            return (fact.title,)
        case Noted():
            return (fact.text,)
        case Listed():
            return tuple(text for line in fact.entries for text in (line.name, line.text, line.status, line.unit))
        case Assessed():
            return (*_titled(fact.measured.source.title), *_titled(fact.reference.title))
        case Measured() | Trended() | Extreme() | Counted() | Unusual():
            return _titled(fact.source.title)
        case _:
            return ()


def _titled(title: str) -> Iterable[str]:
    """A source's title, where something in it is counted."""
    return (title,) if any(c.isdigit() for c in title) else ()


def _numbers(fact: Fact) -> Iterator[tuple[float, str | None]]:
    match fact:
        case Compared():
            yield from _difference(fact.difference)
            yield from _numbers(fact.now)
            yield from _numbers(fact.before)
        case Measured() | Extreme():
            yield from _amount(fact.measure, fact.quantity)
            yield from _counted(fact.period, fact.days_with_data)
        case Trended():
            for quantity in (fact.change, fact.low, fact.high):
                yield from () if quantity is None else _difference(Quantity(abs(quantity.value), quantity.unit))
            yield from _counted(fact.period, fact.days_with_data)
        case Counted():
            yield from _amount(fact.measure, fact.limit)
            yield from ((fact.days_met, "days"), (fact.days_met, None))
            yield from _counted(fact.period, fact.days_with_data)
        case Unusual():
            for quantity in (fact.low, fact.high, *(odd.quantity for odd in fact.days)):
                yield from _amount(fact.measure, quantity)
            yield from _counted(fact.period, fact.days_with_data)
            yield from ((count, unit) for count in (len(fact.days), len(fact.days) - ODD_DAYS) for unit in ("days", None))
            yield (fact.baseline.days, "days")
        case Assessed():
            yield from _numbers(fact.measured)
            for end in (fact.low, fact.high):
                yield from () if end is None else _amount(fact.measured.measure, end)
        case Related():
            yield (fact.days_with_data, "days")
            yield (fact.period.days, "days")
        case Listed():
            yield from ((len(fact.entries), None), (len(fact.entries) - LINES, None))
            for line in fact.entries:
                yield from ((round(value, 2), None) for value in (line.low, line.high) if value is not None)
        case Cycle():
            yield from ((fact.day, None), (fact.cycles, None), (WHOLE_CYCLES, None))
            yield from () if fact.usual is None else _plain(fact.usual)
        case Signal():
            minutes, seconds = divmod(round(fact.seconds), 60)
            yield from ((minutes, "min"), (seconds, "s"))
        case Pulse():
            for quantity in (fact.heart_rate, fact.rmssd, fact.sdnn, fact.kept):
                yield from () if quantity is None else _plain(quantity)
        case Unusable():
            yield (ADVISED_MINUTES, "min")
        case Stressed():
            yield from ((fact.level or 0, None), (LEVELS, None), (fact.recordings, None), (ADVISED_MINUTES, "min"))
        case Forecast():
            yield from () if fact.quantity is None else _amount(fact.target, fact.quantity)
            yield from ((count, unit) for count in (fact.labelled, fact.needed) for unit in ("days", None))
        case Watched():
            yield from _amount(fact.measure, fact.limit)
            yield (fact.days, "days")
        case Absent() | Used():
            if fact.period is not None:
                yield (fact.period.days, "days")
        case _:
            pass


def _lab_values(facts: Iterable[Fact], language: str) -> Iterator[tuple[float, str | None]]:
    """Values of a health record with their units as they are read there."""
    for line in (line for fact in facts if isinstance(fact, Listed) for line in fact.entries if line.value is not None):
        read = figures(f"2 {line.unit}", language).numbers
        yield (round(line.value or 0.0, 2), read[0].unit if read else None)


def _plain(quantity: Quantity) -> Iterator[tuple[float, str | None]]:
    yield (round(quantity.value, 2), quantity.unit)


def _amount(measure: str, quantity: Quantity) -> Iterator[tuple[float, str | None]]:
    """How a value may stand: with its unit; the lower end of a range, half a blood pressure and a body mass index without; points beside the most
    that they can be. A time of day is no number."""
    if quantity.unit == "clock":
        return
    yield (round(quantity.value, 2), "floors" if measure == "floors" else quantity.unit)
    if quantity.unit != "min":
        yield (round(quantity.value, 2), None)
    if quantity.unit == "points":
        yield (MEASURES[measure].high, None)


def _difference(quantity: Quantity) -> Iterator[tuple[float, str | None]]:
    for unit in {"clock": ("min",), "%": ("pp", None), "min": ("min",), "count": ("count", "floors", None)}.get(quantity.unit, (quantity.unit, None)):
        yield (round(quantity.value, 2), unit)


def _counted(period: Period, days_with_data: int) -> Iterator[tuple[float, str | None]]:
    yield from ((period.days, "days"), (days_with_data, "days"), (days_with_data, None))


def _days(fact: Fact) -> Iterator[date]:
    match fact:
        case Compared():
            yield from _days(fact.now)
            yield from _days(fact.before)
        case Assessed():
            yield from _days(fact.measured)
        case Measured() | Trended() | Counted() | Related():
            yield from (fact.period.start, fact.period.end)
        case Extreme():
            yield from (fact.day, fact.period.start, fact.period.end)
        case Unusual():
            yield from (fact.period.start, fact.period.end, fact.baseline.start, fact.baseline.end, *(odd.day for odd in fact.days))
        case Absent():
            yield from (fact.period.start, fact.period.end)
            if fact.known is not None:
                yield from (fact.known.start, fact.known.end)
        case Moment():
            yield fact.at.date()
        case Listed():
            yield from (day for line in fact.entries for day in (line.start, line.end) if day is not None)
        case Cycle():
            yield fact.started
        case Signal() | Pulse() | Stressed():
            yield fact.start.date()
        case Unusable() if fact.start is not None:
            yield fact.start.date()
        case Forecast():
            yield fact.day
        case Watched() if fact.reached is not None:
            yield fact.reached
        case Used() if fact.period is not None:
            yield from (fact.period.start, fact.period.end)
        case _:
            pass


def _times(fact: Fact) -> Iterator[time]:
    match fact:
        case Moment():
            yield fact.at.time()
        case Signal() | Pulse() | Stressed():
            yield fact.start.time()
        case Unusable() if fact.start is not None:
            yield fact.start.time()
        case Compared():
            yield from _times(fact.now)
            yield from _times(fact.before)
        case Assessed():
            yield from _times(fact.measured)
            yield from (clock_time(end.value) for end in (fact.low, fact.high) if end is not None and end.unit == "clock")
        case Measured() | Extreme() if fact.quantity.unit == "clock":
            yield clock_time(fact.quantity.value)
        case Counted() | Watched() if fact.limit.unit == "clock":
            yield clock_time(fact.limit.value)
        case Unusual() if fact.low.unit == "clock":
            yield from (clock_time(quantity.value) for quantity in (fact.low, fact.high, *(odd.quantity for odd in fact.days)))
        case _:
            pass


def _of_nights(fact: Fact) -> bool:
    match fact:
        case Measured() | Compared() | Trended() | Extreme() | Absent() | Counted() | Unusual() | Related():
            return MEASURES[fact.measure].task == "sleep"
        case Assessed():
            return MEASURES[fact.measured.measure].task == "sleep"
        case _:
            return False


def _fits(span: Span, day: date) -> bool:
    return span.month == day.month and span.day in (None, day.day) and span.year in (None, day.year)


def _clock(number: Number, times: Iterable[time]) -> bool:
    return any(number.value in (at.hour, at.hour % 12 or 12, at.minute) for at in times)
