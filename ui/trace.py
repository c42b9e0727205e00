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
from assistant.period import Period
from assistant.question import Answer
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
    def amount(value: float, unit: str) -> str:
        def words(key: str, form: Form = "shown", **slots: str | float) -> str:
            return catalogue.say(language, key, form, **slots)

        return Amount(value, unit).write(language, "shown", words)

    def days(count: int, period: Period) -> str:
        return catalogue.say(language, "trace-days", n=count, days=period.days)

    match fact:
        case Measured():
            value = amount(fact.quantity.value, fact.quantity.unit)
            return f"{value} · {days(fact.days_with_data, fact.period)} · {fact.source.title}"
        case Compared():
            now, before = (amount(side.quantity.value, side.quantity.unit) for side in (fact.now, fact.before))
            return f"{now} / {before} · {days(fact.now.days_with_data, fact.now.period)} · {fact.now.source.title}"
        case Trended():
            return f"{amount(fact.change.value, fact.change.unit)} · {days(fact.days_with_data, fact.period)} · {fact.source.title}"
        case Extreme():
            return f"{amount(fact.quantity.value, fact.quantity.unit)} · {fact.day.isoformat()} · {fact.source.title}"
        case Counted():
            return f"{fact.days_met} / {fact.days_with_data} · {amount(fact.limit.value, fact.limit.unit)} · {fact.source.title}"
        case Unusual():
            odd = ", ".join(odd.day.isoformat() for odd in fact.days) or "0"
            return f"{odd} · {amount(fact.low.value, fact.low.unit)} – {amount(fact.high.value, fact.high.unit)} · {fact.source.title}"
        case Assessed():
            low, high = (amount(end.value, end.unit) if end else "…" for end in (fact.low, fact.high))
            return f"{amount(fact.measured.quantity.value, fact.measured.quantity.unit)} · {low} – {high} · {fact.reference.title}"
        case Related():
            return f"ρ {fact.rho:.2f} ({fact.low:.2f} – {fact.high:.2f}) · {days(fact.days_with_data, fact.period)} · {fact.source.title}"
        case Listed():
            return f"{', '.join(line.name for line in fact.entries) or '0'} · {fact.source.title}"
        case Cycle():
            return f"{fact.started.isoformat()} · {fact.source.title}"
        case Signal() | Pulse() | Stressed():
            return f"{fact.start:%Y-%m-%d %H:%M} · {fact.source.title}"
        case Unusable():
            return f"{fact.start:%Y-%m-%d %H:%M} · {fact.reason} · {fact.source.title}" if fact.start else fact.reason
        case Forecast():
            value = amount(fact.quantity.value, fact.quantity.unit) if fact.quantity else "–"
            return f"{fact.day.isoformat()} · {value} · {fact.labelled} / {fact.needed} · {fact.source.title}"
        case Watched():
            return f"{amount(fact.limit.value, fact.limit.unit)} × {fact.days}" + (f" · {fact.reached.isoformat()}" if fact.reached else "")
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
