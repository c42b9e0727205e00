"""Whether every figure in a reply equals one of its facts, read back out of the finished text in any reply language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, time, timedelta

from assistant.facts import Absent, Compared, Excerpt, Extreme, Fact, Found, Measured, Moment, Noted, Passage, Reading, Trended, Used
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.reply.figures import Number, Span, figures
from assistant.reply.verify import Verdict
from assistant.types import Reply, Sentence
from i18n.languages import reply_language

__all__ = ["check_reply", "check_sentence"]


def check_reply(reply: Reply, language: str) -> Verdict:
    """Every number, date, weekday and time that is shown or spoken belongs to a fact of its own sentence, and both forms say the same numbers.

    Alarms name telephone numbers, which are settings and not facts; they are left out.
    """
    return Verdict.of(reason for sentence in reply.sentences if sentence.kind != "alarm" for reason in check_sentence(sentence, language))


def check_sentence(sentence: Sentence, language: str) -> Iterator[str]:
    tongue = reply_language(language)
    facts = sentence.facts
    texts = [text for fact in facts for text in _quoted(fact)]
    quoted = {number.value for text in texts for number in figures(text, tongue).numbers}
    numbers = {(number, unit) for fact in facts for number, unit in _numbers(fact)}
    days = [day for fact in facts for day in _days(fact)]
    # A night is named by the day on which it ends and by its eve.
    eves = [day - timedelta(days=1) for fact in facts if _of_nights(fact) for day in _days(fact)]
    times = [fact.at.time() for fact in facts if isinstance(fact, Moment)]
    for form, text in (("shown", sentence.shown), ("spoken", sentence.spoken)):
        found = figures(text, tongue)
        for number in found.numbers:
            if (number.value, number.unit) not in numbers and number.value not in quoted and not (form == "spoken" and _clock(number, times)):
                yield f"{form}: {number.value:g} {number.unit or ''} is no fact of {text!r}"
        if texts:
            continue  # a passage is said word for word, and its dates with it
        for span in found.dates:
            if not any(_fits(span, day) for day in (*days, *eves)):
                yield f"{form}: the date {span.day or ''}/{span.month} is no fact of {text!r}"
        for weekday in found.weekdays:
            if weekday not in {day.weekday() for day in (*days, *eves)}:
                yield f"{form}: a weekday is no fact of {text!r}"
        for hour, minute in found.times:
            if not any((hour, minute) == (at.hour, at.minute) for at in times):
                yield f"{form}: the time {hour}:{minute:02} is no fact of {text!r}"
    if not texts and not times:
        shown, spoken = ([number.value for number in figures(text, tongue).numbers] for text in (sentence.shown, sentence.spoken))
        if sorted(shown) != sorted(spoken):
            yield f"eye and ear are told different numbers: {sentence.shown!r} and {sentence.spoken!r}"


def _quoted(fact: Fact) -> Iterable[str]:
    if isinstance(fact, Passage):
        return (*fact.sentences, fact.title, fact.source.title)
    if isinstance(fact, Reading):
        return fact.rows
    if isinstance(fact, Excerpt):
        return (*fact.sentences, fact.title, fact.source.title)
    if isinstance(fact, Found | Noted):
        return (fact.title if isinstance(fact, Found) else fact.text,)
    return (fact.source.title,) if isinstance(fact, Measured | Trended | Extreme) and any(c.isdigit() for c in fact.source.title) else ()


def _numbers(fact: Fact) -> Iterator[tuple[float, str | None]]:
    if isinstance(fact, Compared):
        yield from _amount(fact.difference)
        yield from _numbers(fact.now)
        yield from _numbers(fact.before)
    elif isinstance(fact, Measured | Extreme):
        yield from _amount(fact.quantity)
        yield from _counted(fact.period, fact.days_with_data)
    elif isinstance(fact, Trended):
        yield from _amount(fact.change)
        yield from _counted(fact.period, fact.days_with_data)
    elif isinstance(fact, Absent | Used) and fact.period is not None:
        yield (fact.period.days, "days")


def _amount(quantity: Quantity) -> Iterator[tuple[float, str | None]]:
    yield (round(quantity.value, 2), quantity.unit)


def _counted(period: Period, days_with_data: int) -> Iterator[tuple[float, str | None]]:
    yield from ((period.days, "days"), (days_with_data, "days"), (days_with_data, None))


def _days(fact: Fact) -> Iterator[date]:
    if isinstance(fact, Compared):
        yield from _days(fact.now)
        yield from _days(fact.before)
    elif isinstance(fact, Measured | Trended):
        yield from (fact.period.start, fact.period.end)
    elif isinstance(fact, Extreme):
        yield from (fact.day, fact.period.start, fact.period.end)
    elif isinstance(fact, Absent):
        yield from (fact.period.start, fact.period.end)
        if fact.known is not None:
            yield from (fact.known.start, fact.known.end)
    elif isinstance(fact, Moment):
        yield fact.at.date()
    elif isinstance(fact, Used) and fact.period is not None:
        yield from (fact.period.start, fact.period.end)


def _of_nights(fact: Fact) -> bool:
    return isinstance(fact, Measured | Compared | Trended | Extreme | Absent) and MEASURES[fact.measure].task == "sleep"


def _fits(span: Span, day: date) -> bool:
    return span.month == day.month and span.day in (None, day.day) and span.year in (None, day.year)


def _clock(number: Number, times: Iterable[time]) -> bool:
    return any(number.value in (at.hour, at.hour % 12 or 12, at.minute) for at in times)
