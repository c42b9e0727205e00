"""How an answer came about, as lines that a person reads: what was done, what came of it, how long it took."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

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
from assistant.measures import Quantity
from assistant.period import Period
from assistant.question import Answer
from assistant.reply.bodily import LEVELS
from assistant.reply.writer import change, value
from assistant.types import StepResult
from i18n.catalog import Catalogue
from i18n.languages import resolve
from i18n.slots import Amount, Form

__all__ = ["Line", "trace_lines"]


class Line(TypedDict):
    """One line. `stage` names it for programs, `seconds` is None for a line that only explains the one above it."""

    stage: str
    title: str
    detail: str
    seconds: float | None


def trace_lines(answer: Answer, catalogue: Catalogue, language: str) -> list[Line]:
    """The stages that ran, in order, in `language` (one with a catalogue)."""
    timings = answer.trace.timings
    lines: list[Line] = []
    for stage in ("hear", "feel", "guard", "plan", "execute", "answer", "speak", "total"):
        if stage in timings:
            title = catalogue.say(language, f"trace-step-{stage}")
            lines.append(Line(stage=stage, title=title, detail=_detail(stage, answer, catalogue, language), seconds=timings[stage]))
        if stage == "execute":
            lines += [line for result in answer.results for line in _results(result, catalogue, language)]
    return lines


def _detail(stage: str, answer: Answer, catalogue: Catalogue, language: str) -> str:
    models = answer.trace.models
    match stage:
        case "hear":
            return f"{resolve(answer.turn.language).endonym} · {models.get('hear', '').partition(' ')[0]}"
        case "feel":
            return catalogue.say(language, f"trace-felt-{answer.turn.emotion.label or 'none'}")
        case "guard":
            if answer.alarm is None:
                return catalogue.say(language, "trace-guard-clear")
            return catalogue.say(language, "trace-guard-hit", words=f"“{answer.alarm.evidence}”")
        case "plan" if answer.plan is not None:
            tasks = ", ".join(_task(step.task, catalogue, language) for step in answer.plan.steps)
            how = catalogue.say(language, f"trace-plan-{answer.plan.kind}", strategy=answer.plan.strategy)
            return f"{tasks} · {how}" if tasks else how
        case "speak":
            return models.get("speak", "").rpartition(":")[2]  # the voice, without the engine that it runs in
    return ""


def _task(name: str, catalogue: Catalogue, language: str) -> str:
    """A task as people call it; a plug-in's own name where the catalogue does not know it."""
    return catalogue.say(language, f"task-{name}") if catalogue.has(language, f"task-{name}") else name


def _results(result: StepResult, catalogue: Catalogue, language: str) -> Iterator[Line]:
    title = _task(result.step.task, catalogue, language)
    if result.outcome != "done" or not result.facts:
        said = result.outcome if result.outcome in ("failed", "waiting") else "no_data"
        detail = catalogue.say(language, f"trace-result-{said}")
        yield Line(stage="result", title=title, detail=f"{detail} {result.error}" if result.error else detail, seconds=None)
        return
    for fact in result.facts:
        yield Line(stage="result", title=title, detail=_fact(fact, catalogue, language), seconds=None)


def _fact(fact: Fact, catalogue: Catalogue, language: str) -> str:
    def write(amount: Amount) -> str:
        def words(key: str, form: Form = "shown", **slots: str | float) -> str:
            return catalogue.say(language, key, form, **slots)

        return amount.write(language, "shown", words)

    def amount(measure: str, quantity: Quantity | None) -> str:
        return "…" if quantity is None else write(value(measure, quantity))

    def plain(quantity: Quantity) -> str:
        return write(Amount(quantity.value, quantity.unit))

    def days(count: int, period: Period) -> str:
        return catalogue.say(language, "trace-days", n=count, days=period.days)

    match fact:
        case Measured():
            return f"{amount(fact.measure, fact.quantity)} · {days(fact.days_with_data, fact.period)} · {fact.source.title}"
        case Compared():
            now, before = (amount(fact.measure, side.quantity) for side in (fact.now, fact.before))
            return f"{now} / {before} · {days(fact.now.days_with_data, fact.now.period)} · {fact.now.source.title}"
        case Trended():
            return f"{write(change(fact.measure, fact.change))} · {days(fact.days_with_data, fact.period)} · {fact.source.title}"
        case Extreme():
            return f"{amount(fact.measure, fact.quantity)} · {fact.day.isoformat()} · {fact.source.title}"
        case Counted():
            return f"{fact.days_met} / {fact.days_with_data} · {amount(fact.measure, fact.limit)} · {fact.source.title}"
        case Unusual():
            odd = ", ".join(odd.day.isoformat() for odd in fact.days) or "0"
            return f"{odd} · {amount(fact.measure, fact.low)} – {amount(fact.measure, fact.high)} · {fact.source.title}"
        case Assessed():
            figure, low, high = (amount(fact.measured.measure, one) for one in (fact.measured.quantity, fact.low, fact.high))
            return f"{figure} · {low} – {high} · {fact.reference.title}"
        case Related():
            return f"ρ {fact.rho:.2f} ({fact.low:.2f} – {fact.high:.2f}) · {days(fact.days_with_data, fact.period)} · {fact.source.title}"
        case Listed():
            return f"{', '.join(line.name for line in fact.entries) or '0'} · {fact.source.title}"
        case Cycle():
            return " · ".join([fact.started.isoformat(), *([plain(fact.usual)] if fact.usual else []), fact.source.title])
        case Signal():
            return f"{fact.start:%Y-%m-%d %H:%M} · {write(Amount(fact.seconds, 's'))} · {fact.source.title}"
        case Pulse():
            return f"{fact.start:%Y-%m-%d %H:%M} · {plain(fact.heart_rate)} · {plain(fact.rmssd)} · {plain(fact.kept)} · {fact.source.title}"
        case Stressed():
            return f"{fact.start:%Y-%m-%d %H:%M} · {fact.level or '…'} / {LEVELS} · {fact.source.title}"
        case Unusable():
            none = catalogue.say(language, "trace-result-no_data")
            return none if fact.start is None else f"{fact.start:%Y-%m-%d %H:%M} · {none} · {fact.source.title}"
        case Forecast():
            return f"{fact.day.isoformat()} · {amount(fact.target, fact.quantity)} · {fact.labelled} / {fact.needed} · {fact.source.title}"
        case Watched():
            limit = f"{amount(fact.measure, fact.limit)} × {fact.days}"
            return f"{limit} · {fact.reached.isoformat()}" if fact.reached else limit
        case Passage():
            return f"{fact.title} · {fact.source.title}"
        case Reading():
            return f"“{' / '.join(fact.rows)}”"
        case Moment() | Found() | Noted():
            return fact.source.title
        case Excerpt():
            return f"{fact.title} · {fact.source.title}"
        case Used():
            return _task(fact.task, catalogue, language) if fact.task else ""
        case Absent():
            return catalogue.say(language, "trace-result-no_data")
