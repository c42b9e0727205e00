"""How an answer came about, as lines that a person reads: what was done, what came of it, how long it took."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from assistant.facts import Absent, Compared, Excerpt, Extreme, Fact, Found, Measured, Moment, Noted, Passage, Reading, Trended, Used
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
        case _:
            raise NotImplementedError
