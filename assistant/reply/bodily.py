"""What is said of a recording of the pulse, of what it shows, of an estimate from it, and of a limit that a person set."""

from __future__ import annotations

from datetime import datetime

from assistant.facts import Bound, Forecast, Pulse, Signal, Stressed, Unusable, Watched
from assistant.measures import Quantity
from assistant.period import Period
from assistant.reply.series import limit
from assistant.reply.writer import Slots, Writer, known_measure, least, value
from assistant.types import Sentence
from assistant.watches.book import LONGEST
from i18n.slots import Amount, Choice, Count, Form

__all__ = ["ADVISED_MINUTES", "LEVELS", "confirm_watch", "forecast", "pulse", "refused_watch", "signal", "stressed", "unusable", "watched"]

LEVELS = 5
ADVISED_MINUTES = 2  # how long a recording should be, as the reply advises it


def signal(writer: Writer, fact: Signal) -> Sentence:
    def slots(form: Form) -> Slots:
        return {"at": _at(writer, fact.start, form), "kind": Choice(fact.kind), "length": Amount(fact.seconds, "s")}

    return writer.say("answer", (fact,), "signal", slots)


def pulse(writer: Writer, fact: Pulse, again: bool) -> tuple[Sentence, ...]:
    """Heart rate and variability, over the whole recording too where that is defined, and how much of it was clear."""

    def slots(form: Form) -> Slots:
        return {"in": _in(writer, fact.start, form, again), "rate": _plain(fact.heart_rate), "rmssd": _plain(fact.rmssd)}

    said = [writer.say("answer", (fact,), "pulse", slots)]
    if fact.sdnn is not None:
        said.append(writer.plain("pulse-sdnn", "answer", (fact,), sdnn=_plain(fact.sdnn)))
    return (*said, writer.plain("pulse-kept", "detail", (fact,), kept=_plain(fact.kept)))


def unusable(writer: Writer, fact: Unusable, again: bool) -> tuple[Sentence, ...]:
    """Why a recording gives no figure, and how to make a better one."""
    start = fact.start
    if start is None:
        return (writer.plain("unusable-none", "answer", (fact,)), _advice(writer, fact))

    def slots(form: Form) -> Slots:
        return {"in": _in(writer, start, form, again)}

    return (writer.say("answer", (fact,), f"unusable-{fact.reason}", slots), _advice(writer, fact))


def _advice(writer: Writer, fact: Unusable | Stressed) -> Sentence:
    return writer.plain("unusable-advice", "advice", (fact,), length=Amount(ADVISED_MINUTES, "min"))


def stressed(writer: Writer, fact: Stressed, again: bool) -> tuple[Sentence, ...]:
    """The level in words, and what it is worth; that it is unknown is a plain answer with its reason."""
    recordings = Count(fact.recordings, feminine=writer.language in ("es", "de"))

    def slots(form: Form) -> Slots:
        return {"in": _in(writer, fact.start, form, again), "n": fact.level or 0, "level": Amount(fact.level or 0, ""), "most": Amount(LEVELS, "")}

    if fact.level is not None:
        return (
            writer.say("answer", (fact,), "stressed", slots),
            writer.plain("stressed-estimate", "detail", (fact,), recordings=recordings, n=fact.recordings),
        )
    reason = fact.unknown or "unsure"
    if reason == "baseline":
        return (writer.plain("stressed-baseline", "answer", (fact,), recordings=recordings, n=fact.recordings),)
    why = writer.say("answer", (fact,), f"stressed-{reason}", lambda form: {"in": _in(writer, fact.start, form, again)})
    return (why, _advice(writer, fact)) if reason == "signal" else (why,)


def forecast(writer: Writer, fact: Forecast) -> tuple[Sentence, ...]:
    """The estimate with its days; or that there is not enough of the person's data, or no pattern in it."""
    given: Slots = {"labelled": Count(fact.labelled), "needed": Count(fact.needed), "n": fact.labelled}
    quantity = fact.quantity
    if quantity is None or not fact.useful:
        message = "forecast-few" if fact.labelled < fact.needed else "forecast-useless"
        if message == "forecast-few":
            given["labelled"] = Amount(fact.labelled, "")
        return (writer.say("answer", (fact,), message, lambda form: {**given, "name": writer.opening(fact.target, form)}),)

    def slots(form: Form) -> Slots:
        when = writer.words[form].when(Period.day(fact.day), nights=False)
        return {"when": when, "name": writer.named("name", fact.target, form), "value": value(fact.target, quantity)}

    return (writer.say("answer", (fact,), "forecast", slots), writer.say("detail", (fact,), "forecast-estimate", lambda form: dict(given)))


def watched(writer: Writer, fact: Watched) -> Sentence:
    """That a limit was reached, or that it is kept an eye on."""
    reached = fact.reached

    def slots(form: Form) -> Slots:
        slots = _limit(writer, fact.measure, fact.bound, fact.limit, fact.days, form)
        if reached is None:
            return slots
        return {**slots, "day": writer.words[form].on(reached, nights=False)}

    return writer.say("answer", (fact,), "watched" if reached is None else "watched-reached", slots)


def confirm_watch(writer: Writer, measure: str, bound: Bound, most: float, days: int) -> Sentence:
    """Reads a limit back before it is kept: which measure, which side, which figure, how many days."""
    quantity = Quantity(most, known_measure(measure).unit)
    return writer.say("question", (), "confirm-watch", lambda form: _limit(writer, measure, bound, quantity, days, form))


def refused_watch(writer: Writer, measure: str, most: float, days: int) -> Sentence | None:
    """Why a limit cannot be watched: too many days in a row, or a figure that the measure never reaches. None for a limit that can be."""
    known = known_measure(measure)
    if days > LONGEST:
        return writer.plain("watch-days", "question", most=Count(LONGEST))
    if known.low <= most <= known.high:
        return None
    low, high = least(measure, Quantity(known.low, known.unit)), value(measure, Quantity(known.high, known.unit))
    return writer.say("question", (), "watch-range", lambda form: {"name": writer.opening(measure, form), "low": low, "high": high})


def _limit(writer: Writer, measure: str, bound: Bound, quantity: Quantity, days: int, form: Form) -> Slots:
    return {
        "name": writer.named("name", measure, form),
        "limit": limit(writer, measure, bound, quantity, form),
        "days": Count(days),
        "n": days,
        "sense": Choice("clock" if quantity.unit == "clock" else "value"),
    }


def _in(writer: Writer, start: datetime, form: Form, again: bool) -> str:
    return writer.part("recording-again", form) if again else writer.part("recording-in", form, at=_at(writer, start, form))


def _at(writer: Writer, start: datetime, form: Form) -> str:
    """ "yesterday (Sunday 29 November) at 14:05"."""
    day = writer.words[form].when(Period.day(start.date()), nights=False, capital=False)
    return writer.part("recording-at", form, day=day, time=Amount(start.hour * 60 + start.minute, "clock"))


def _plain(quantity: Quantity) -> Amount:
    return Amount(quantity.value, quantity.unit)
