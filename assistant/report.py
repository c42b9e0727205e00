"""An answer as one JSON object, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

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
    Line,
    Listed,
    Measured,
    Moment,
    Noted,
    Passage,
    Pulse,
    Reading,
    Related,
    Signal,
    Source,
    Stressed,
    Trended,
    Unusable,
    Unusual,
    Used,
    Watched,
)
from assistant.measures import Quantity
from assistant.models.prices import Costs, Price, costs
from assistant.period import Period
from assistant.question import Answer
from assistant.types import Plan, StepResult

__all__ = ["answer_json", "citations", "fact_json", "sources_of", "spent"]


def answer_json(answer: Answer, audio: Path | None = None, prices: Mapping[str, Price] | None = None) -> dict[str, Any]:
    """Everything that the turn gave. audio: where the spoken reply was written. prices: as the settings name them; without them nothing is priced."""
    turn, reply, plan = answer.turn, answer.reply, answer.plan
    emotion = turn.emotion
    return {
        "turn_id": turn.id,
        "transcript": turn.text,
        "language": turn.language,
        "emotion": {
            "label": emotion.label,
            "status": emotion.status,
            "confidence": round(emotion.confidence, 3),
            "arousal": None if emotion.arousal is None else round(emotion.arousal, 3),
            "valence": None if emotion.valence is None else round(emotion.valence, 3),
            "source": emotion.source,
        },
        "given": {
            "images": [{"key": image.key, "name": image.name, "width": image.width, "height": image.height} for image in turn.images],
            "files": [str(path) for path in turn.files],
            "metadata": dict(turn.metadata),
            "attachments": [asdict(came) for came in turn.attachments],
        },
        "planner_text": turn.planner_text,
        "plan": _plan_json(plan) if plan else None,
        "results": [entry for result in answer.results for entry in _result_json(result)],
        "waiting": [{"key": step.key, "task": step.task, "args": dict(step.args)} for step in answer.exchange.waiting],
        "clarify": reply.shown if plan and plan.kind == "clarify" else None,
        "alarm": asdict(answer.alarm) if answer.alarm else None,
        "reply": {
            "shown": reply.shown,
            "spoken": reply.spoken,
            "language": reply.language,
            "citations": citations(reply.facts),
            "urgency": reply.urgency,
            "audio": str(audio) if audio else None,
        },
        "timings": answer.trace.timings,
        "models": answer.trace.models,
        "prompts": answer.trace.prompts,
        "usage": [asdict(call) for call in answer.trace.usage],
        "costs": _costs_json(answer, prices),
        "rounds": answer.trace.rounds,
        "notes": answer.trace.notes,
    }


def spent(answer: Answer, prices: Mapping[str, Price] | None = None) -> tuple[Costs, dict[str, Costs]]:
    """What the turn's calls of language models took and cost: in all, and by role. Without prices, no model has one."""
    calls = answer.trace.usage
    known = {call.model: Price() for call in calls} if prices is None else prices
    roles = dict.fromkeys(call.role for call in calls)
    return costs(calls, known), {role: costs((call for call in calls if call.role == role), known) for role in roles}


def _costs_json(answer: Answer, prices: Mapping[str, Price] | None) -> dict[str, Any]:
    total, roles = spent(answer, prices)
    return {**asdict(total), "roles": {role: asdict(sums) for role, sums in roles.items()}}


def _plan_json(plan: Plan) -> dict[str, Any]:
    return {
        "strategy": plan.strategy,
        "kind": plan.kind,
        "why": plan.why,
        "grounds": plan.grounds,
        "thoughts": list(plan.thoughts),
        "steps": [{"key": step.key, "task": step.task, "args": dict(step.args), "after": list(step.after)} for step in plan.steps],
        "alternatives": [{"task": other.task, "p": round(other.p, 3)} for other in plan.alternatives],
    }


def _result_json(result: StepResult) -> list[dict[str, Any]]:
    head: dict[str, Any] = {"key": result.key, "task": result.step.task, "outcome": result.outcome, "seconds": round(result.seconds, 4)}
    head |= {"attempts": result.attempts, "reused": result.reused, "trusted": result.provenance.trusted}
    if not result.facts:
        return [{**head, "value": None, "unit": None, "period": None, "source": None, "error": result.error}]
    return [{**head, **fact_json(fact)} for fact in result.facts]


def fact_json(fact: Fact) -> dict[str, Any]:
    """A fact with `value`, `unit`, `period` and `source` first, whatever its kind, then what is its own."""
    match fact:
        case Measured():
            own: dict[str, Any] = {"measure": fact.measure, "statistic": fact.statistic, "days_with_data": fact.days_with_data}
            return _entry("measured", fact.quantity, fact.period, fact.source, own)
        case Compared():
            own = {
                "measure": fact.measure,
                "verdict": fact.verdict,
                "difference": fact.difference.value,
                "before": {"value": fact.before.quantity.value, "period": str(fact.before.period), "days_with_data": fact.before.days_with_data},
                "days_with_data": fact.now.days_with_data,
            }
            return _entry("compared", fact.now.quantity, fact.now.period, fact.now.source, own)
        case Trended():
            own = {"measure": fact.measure, "direction": fact.direction, "per": "week", "days_with_data": fact.days_with_data}
            own |= {"low": _number(fact.low), "high": _number(fact.high)}
            return _entry("trended", fact.change, fact.period, fact.source, own)
        case Extreme():
            own = {"measure": fact.measure, "which": fact.which, "day": fact.day.isoformat(), "days_with_data": fact.days_with_data}
            return _entry("extreme", fact.quantity, fact.period, fact.source, own)
        case Counted():
            own = {"measure": fact.measure, "bound": fact.bound, "days_met": fact.days_met, "days_with_data": fact.days_with_data}
            return _entry("counted", fact.limit, fact.period, fact.source, own)
        case Unusual():
            odd = [{"day": odd.day.isoformat(), "value": odd.quantity.value, "which": odd.which} for odd in fact.days]
            own = {"measure": fact.measure, "days": odd, "low": fact.low.value, "high": fact.high.value, "baseline": str(fact.baseline)}
            return {**_entry("unusual", None, fact.period, fact.source, {**own, "days_with_data": fact.days_with_data}), "unit": fact.low.unit}
        case Assessed():
            own = {"measure": fact.measured.measure, "statistic": fact.measured.statistic, "days_with_data": fact.measured.days_with_data}
            own |= {"verdict": fact.verdict}
            own |= {"low": _number(fact.low), "high": _number(fact.high), "reference": {"title": fact.reference.title, "url": fact.reference.url}}
            return _entry("assessed", fact.measured.quantity, fact.measured.period, fact.measured.source, own)
        case Related():
            own = {"measure": fact.measure, "other": fact.other, "sign": fact.sign, "strength": fact.strength, "rho": fact.rho}
            own |= {"low": fact.low, "high": fact.high, "lag": fact.lag, "days_with_data": fact.days_with_data}
            return _entry("related", None, fact.period, fact.source, own)
        case Listed():
            return _entry("listed", None, None, fact.source, {"kind": fact.kind, "entries": [_line(line) for line in fact.entries]})
        case Cycle():
            own = {"started": fact.started.isoformat(), "day": fact.day, "cycles": fact.cycles}
            return _entry("cycle", fact.usual, None, fact.source, own)
        case Signal():
            return _entry("signal", None, None, fact.source, {"kind": fact.kind, "start": fact.start.isoformat(), "seconds": fact.seconds})
        case Pulse():
            own = {"measure": "heart_rate", "start": fact.start.isoformat(), "seconds": fact.seconds}
            own |= {"rmssd": fact.rmssd.value, "sdnn": _number(fact.sdnn), "kept": fact.kept.value}
            return _entry("pulse", fact.heart_rate, None, fact.source, own)
        case Unusable():
            return _entry("unusable", None, None, fact.source, {"reason": fact.reason, "start": fact.start.isoformat() if fact.start else None})
        case Stressed():
            own = {"unknown": fact.unknown or None, "start": fact.start.isoformat(), "recordings": fact.recordings}
            return {**_entry("stressed", None, None, fact.source, own), "value": fact.level}
        case Forecast():
            own = {"measure": fact.target, "day": fact.day.isoformat(), "labelled": fact.labelled, "needed": fact.needed, "useful": fact.useful}
            return _entry("forecast", fact.quantity, None, fact.source, own)
        case Watched():
            own = {"measure": fact.measure, "bound": fact.bound, "days": fact.days, "reached": fact.reached.isoformat() if fact.reached else None}
            return _entry("watched", fact.limit, None, fact.source, own)
        case Absent():
            return _entry("absent", None, fact.period, None, {"measure": fact.measure, "known": str(fact.known) if fact.known else None})
        case Passage():
            return _entry("passage", None, None, fact.source, {"topic": fact.topic, "title": fact.title, "sentences": list(fact.sentences)})
        case Moment():
            return {**_entry("moment", None, None, fact.source, {"asked": fact.asked}), "value": fact.at.isoformat()}
        case Reading():
            return {**_entry("reading", None, None, fact.source, {"confidence": fact.confidence}), "value": list(fact.rows)}
        case Found():
            return _entry("found", None, None, fact.source, {"title": fact.title, "url": fact.source.url})
        case Excerpt():
            return _entry("excerpt", None, None, fact.source, {"title": fact.title, "language": fact.language, "sentences": list(fact.sentences)})
        case Noted():
            return {**_entry("noted", None, None, fact.source, {"at": fact.at.isoformat()}), "value": fact.text}
        case Used():
            return _entry("used", None, fact.period, fact.source, {"task": fact.task, "grounds": fact.grounds, "titles": list(fact.titles)})


def _number(quantity: Quantity | None) -> float | None:
    return quantity.value if quantity else None


def _line(line: Line) -> dict[str, Any]:
    """An entry of a health record, what it does not have left out."""
    given = {**asdict(line), "start": line.start.isoformat() if line.start else None, "end": line.end.isoformat() if line.end else None}
    return {name: value for name, value in given.items() if value not in (None, "")}


def _entry(kind: str, quantity: Quantity | None, period: Period | None, source: Source | None, own: dict[str, Any]) -> dict[str, Any]:
    return {
        "value": quantity.value if quantity else None,
        "unit": quantity.unit if quantity else None,
        "period": str(period) if period else None,
        "source": source.title if source else None,
        "fact": kind,
        **own,
    }


def sources_of(facts: tuple[Fact, ...]) -> tuple[Source, ...]:
    """Each source once, in order."""
    found: dict[Source, None] = {}
    for fact in facts:
        match fact:
            case Compared():
                found.update(dict.fromkeys((fact.now.source, fact.before.source)))
            case Assessed():
                found.update(dict.fromkeys((fact.measured.source, fact.reference)))
            case Absent():
                pass
            case _:
                found[fact.source] = None
    return tuple(found)


def citations(facts: tuple[Fact, ...]) -> list[dict[str, str | None]]:
    """Title and link of what a reply rests on, each once."""
    seen = dict.fromkeys((source.title, source.url, source.kind) for source in sources_of(facts))
    return [{"title": title, "url": url, "kind": kind} for title, url, kind in seen]
