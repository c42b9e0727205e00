"""One fact, one sentence or a few: which message says it, and which slots it needs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import get_args

from assistant.facts import (
    Absent,
    Assessed,
    Bound,
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
from assistant.measures import MEASURES
from assistant.readback import readback
from assistant.reply import bodily, clinical, quoted, series
from assistant.reply.writer import Writer
from assistant.types import Json, Sentence
from i18n.catalog import Catalogue
from i18n.slots import Series, Slot

__all__ = ["Clauses"]


class Clauses:
    """Sentences in one language, as of `now`. Each message is written twice from the same slots: for the eye and for the ear."""

    def __init__(self, catalogue: Catalogue, language: str, now: datetime) -> None:
        self._writer = Writer(catalogue, language, now)

    def plain(self, message: str, kind: str, facts: tuple[Fact, ...] = (), **slots: Slot | str | int) -> Sentence:
        """A sentence whose slots are the same for eye and ear."""
        return self._writer.plain(message, kind, facts, **slots)

    def fact(self, fact: Fact, *, again: bool = False) -> tuple[Sentence, ...]:
        """The sentences of one fact. `again`: the sentence before was about the same period, or the same recording, which is then not named twice."""
        writer = self._writer
        match fact:
            case Measured():
                return (series.measured(writer, fact, again),)
            case Compared():
                return (series.measured(writer, fact.now, again), series.compared(writer, fact))
            case Trended():
                return series.trended(writer, fact, again)
            case Extreme():
                return (series.extreme(writer, fact, again),)
            case Counted():
                return (series.counted(writer, fact, again),)
            case Unusual():
                return series.unusual(writer, fact, again)
            case Assessed():
                return (series.measured(writer, fact.measured, again), *series.assessed(writer, fact))
            case Related():
                return series.related(writer, fact)
            case Absent():
                return series.absent(writer, fact)
            case Listed():
                return clinical.listed(writer, fact)
            case Cycle():
                return clinical.cycle(writer, fact)
            case Signal():
                return (bodily.signal(writer, fact),)
            case Pulse():
                return bodily.pulse(writer, fact, again)
            case Unusable():
                return bodily.unusable(writer, fact, again)
            case Stressed():
                return bodily.stressed(writer, fact, again)
            case Forecast():
                return bodily.forecast(writer, fact)
            case Watched():
                return (bodily.watched(writer, fact),)
            case Passage():
                return quoted.passage(writer, fact)
            case Moment():
                return (quoted.moment(writer, fact),)
            case Reading():
                return quoted.reading(writer, fact)
            case Found():
                return (writer.quoting("found", (fact,), fact.title),)
            case Excerpt():
                return quoted.excerpt(writer, fact)
            case Noted():
                return (writer.quoting("noted", (fact,), fact.text),)
            case Used():
                return (quoted.used(writer, fact),)

    def pressure(self, systolic: Measured | Assessed, diastolic: Measured | Assessed, *, again: bool = False) -> tuple[Sentence, ...]:
        """Both figures of the blood pressure over the same days in one sentence, then what each stands against."""
        top, bottom = (fact.measured if isinstance(fact, Assessed) else fact for fact in (systolic, diastolic))
        said = [series.pressure(self._writer, top, bottom, again)]
        held = [fact for fact in (systolic, diastolic) if isinstance(fact, Assessed)]
        for fact in held:
            cited = fact is held[-1] or fact.reference != held[-1].reference
            said += series.assessed(self._writer, fact, cited=cited)
        return tuple(said)

    def confirm(self, task: str, args: Mapping[str, Json]) -> Sentence:
        """Reads back what an effect would do, every argument whole, and asks for a yes."""
        if task == "watch" and (limit := _limit(args)) is not None:
            return bodily.confirm_watch(self._writer, *limit)
        text = readback(args)
        named = self._writer.task(task)
        if text is None:
            return self.plain("confirm-task", "question", task=named)
        return self._writer.quoting("confirm-note" if task == "note" else "confirm", (), text, "question", task=named)

    def refused(self, task: str, args: Mapping[str, Json]) -> Sentence | None:
        """Why an effect is not done and not asked about, where what it was given says so."""
        limit = _limit(args) if task == "watch" else None
        return bodily.refused_watch(self._writer, limit[0], *limit[2:]) if limit is not None else None

    def why(self, fact: Used) -> Sentence | None:
        """Why a task was chosen, where there is something to say."""
        message = f"used-why-{fact.grounds}"
        return self.plain(message, "detail", (fact,)) if fact.task and self._writer.has(message) else None

    def coverage(self, facts: tuple[Measured | Trended | Extreme | Counted | Unusual, ...], *, named: bool, measures: bool = False) -> Sentence:
        """How many days of a period count, said once for facts that share it. `named`: the reply is about several periods. `measures`: others of
        the same period have data from other days."""
        return series.coverage(self._writer, facts, named=named, measures=measures)

    def sources(self, titles: tuple[str, ...], facts: tuple[Fact, ...]) -> Sentence:
        return self.plain("sources", "detail", facts, titles=Series(titles))


def _limit(args: Mapping[str, Json]) -> tuple[str, Bound, float, int] | None:
    """What a watch would be set to, with what the task takes when it is not told; None when that is not all that the arguments say."""
    match {"bound": "above", "days": 1, **args}:
        case {"measure": str(measure), "bound": str(bound), "limit": int() | float() as limit, "days": int(days), **rest} if not rest:
            side: Bound | None = next((name for name in get_args(Bound) if name == bound), None)
            if measure in MEASURES and side is not None and days > 0:
                return measure, side, float(limit), days
    return None
