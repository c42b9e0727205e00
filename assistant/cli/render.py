"""An answer for the eyes of a person at a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

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
    Stressed,
    Trended,
    Unusable,
    Unusual,
    Used,
    Watched,
)
from assistant.measures import Quantity
from assistant.models.prices import Costs, Price
from assistant.period import Period
from assistant.question import Answer
from assistant.report import citations, sources_of, spent
from assistant.types import Step, StepResult
from emotion.emotion import Emotion

__all__ = ["explanation", "reply_lines", "result_lines"]

_BOTH = 14  # days with both measures that a link needs (docs/records.md)


def reply_lines(answer: Answer, written: Path | None = None) -> list[str]:
    """The reply, its sources, and where the sound went."""
    lines = [answer.reply.shown or "(nothing to say)"]
    if answer.plan is not None and not answer.reply.sentences:
        lines = [_plan_line(answer), f"  {answer.plan.why}"]
    lines += [f"  — {source['title']}{' ' + source['url'] if source['url'] else ''}" for source in citations(answer.reply.facts)]
    if written is not None:
        lines.append(f"  ♪ {written}")
    return lines


def explanation(answer: Answer, written: Path | None = None, prices: Mapping[str, Price] | None = None) -> list[str]:
    """Each stage of the turn, a line or more each: what was heard, felt, planned, found, said, how long it took and what it cost.

    prices: as the settings name them; without them nothing is said of money.
    """
    turn = answer.turn
    heard = f" (p {turn.utterance.p:.2f}, {turn.utterance.path})" if turn.utterance else " (typed)"
    lines = [f"heard    [{turn.language}]{heard} {turn.text or '—'}", f"felt     {_feeling(turn.emotion)}"]
    lines += [f"picture  {image.name}, {image.width} × {image.height}" for image in turn.images]
    lines += [f"file     {path}" for path in turn.files]
    lines += [f"meta     {key}={value}" for key, value in turn.metadata.items()]
    lines += [f"came     {came.name}: {came.description}" for came in turn.attachments]
    if answer.alarm:
        lines.append(f"ALARM    {answer.alarm.kind} ({answer.alarm.urgency}): matched “{answer.alarm.evidence}”")
    if answer.plan:
        lines += [f"plan     {_plan_line(answer)}", f"why      [{answer.plan.strategy}] {answer.plan.why}"]
        lines += [f"rounds   {answer.trace.rounds}"] if answer.trace.rounds else []
    for result in answer.results:
        lines.append(f"step     {_ran(result)}")
        lines += [f"found    {line}" for line in result_lines(result) if result.outcome != "waiting"]
    lines += [f"waits    {_call(step)}: nothing is done until you say yes" for step in answer.exchange.waiting]
    lines += [f"reply    {answer.reply.shown}"]
    lines += [f"source   {source['title']}{' ' + source['url'] if source['url'] else ''}" for source in citations(answer.reply.facts)]
    lines.append("timing   " + ", ".join(f"{stage} {seconds:.2f} s" for stage, seconds in answer.trace.timings.items()))
    lines.append("models   " + ", ".join(f"{stage}: {name}" for stage, name in answer.trace.models.items()))
    if answer.plan:
        lines += [f"thought  {line}" for thought in answer.plan.thoughts for line in thought.splitlines() if line.strip()]
    lines += [f"prompt   {name}: {version}" for name, version in answer.trace.prompts.items()]
    lines += [
        f"model    {call.role}: {call.model}, {call.prompt_tokens} + {call.completion_tokens} tokens, {call.seconds:.2f} s"
        for call in answer.trace.usage
    ]
    lines += _costs(answer, prices)
    lines += [f"note     {note}" for note in answer.trace.notes]
    if written is not None and answer.audio is not None:
        lines.append(f"spoken   {written} ({answer.audio.seconds:.1f} s)")
    return lines


def _feeling(emotion: Emotion) -> str:
    label = emotion.label or emotion.status
    arousal = "" if emotion.arousal is None else f", arousal {emotion.arousal:.2f}"
    whence = "" if emotion.source == "none" else f", from {emotion.source}"
    return f"{label} (confidence {emotion.confidence:.2f}{arousal}{whence})"


def _plan_line(answer: Answer) -> str:
    plan = answer.plan
    if plan is None or not plan.steps:
        return plan.kind.replace("_", " ") if plan else "—"
    return " → ".join(map(_call, plan.steps))


def _call(step: Step) -> str:
    return f"{step.task}({', '.join(f'{name}={value}' for name, value in step.args.items())})"


def _ran(result: StepResult) -> str:
    """How a step went, whatever it found."""
    went = [result.outcome.replace("_", " "), f"{result.seconds:.2f} s"]
    went += [f"{result.attempts} attempts"] if result.attempts > 1 else []
    went += ["reused"] if result.reused else []
    went += [] if result.provenance.trusted else ["untrusted"]
    return f"{result.step.key}: {', '.join(went)}"


def _costs(answer: Answer, prices: Mapping[str, Price] | None) -> list[str]:
    """What the models took, by role and in all, and what was paid for it."""
    total, roles = spent(answer, prices)
    lines = [f"role     {role}: {_sums(sums)}" for role, sums in roles.items()]
    if roles and prices is not None:
        unknown = f"unknown, as no price is set for {', '.join(total.unpriced)}"
        lines.append(f"cost     {unknown if total.price is None else f'{total.price:.6f}'.rstrip('0').rstrip('.')}; {_sums(total)}")
    return lines


def _sums(sums: Costs) -> str:
    calls = "1 call" if sums.calls == 1 else f"{sums.calls} calls"
    return f"{calls}, {sums.prompt_tokens} + {sums.completion_tokens} tokens, {sums.seconds:.2f} s"


def result_lines(result: StepResult) -> list[str]:
    """The facts of a step, a line each, with their sources; why there are none, when there are none."""
    task = result.step.task
    if not result.facts:
        return [f"{task}: {result.error or result.outcome.replace('_', ' ')}"]
    shown = []
    for fact in result.facts:
        titles = ", ".join(dict.fromkeys(source.title for source in sources_of((fact,))))
        shown.append(f"{task}: {_fact(fact)}" + (f" — {titles}" if titles else ""))
    return shown


def _fact(fact: Fact) -> str:
    """A fact as it stands in the records: its measure's own name, dates as dates, nothing rephrased."""
    match fact:
        case Measured():
            return f"{fact.measure} {_amount(fact.quantity)} ({fact.statistic}), {_side(fact)}"
        case Compared():
            stands = "about the same" if fact.verdict == "same" else f"{_amount(fact.difference)} {fact.verdict}"
            now, before = (f"{_amount(side.quantity)} ({side.statistic}), {_side(side)}" for side in (fact.now, fact.before))
            return f"{fact.measure} {now}; before {before}; {stands}"
        case Trended():
            within = f" (95 % {_amount(fact.low)} to {_amount(fact.high)})" if fact.low and fact.high else ""
            return f"{fact.measure} {fact.direction}, {_amount(fact.change)} a week{within}, {_span(fact.period)}, {_days(fact.days_with_data)}"
        case Extreme():
            return f"{fact.measure} {fact.which} {_amount(fact.quantity)} on {fact.day}, {_span(fact.period)}, {_days(fact.days_with_data)}"
        case Counted():
            limit = f"{fact.bound.replace('_', ' ')} {_amount(fact.limit)}"
            return f"{fact.measure} {limit} on {fact.days_met} of {_days(fact.days_with_data)}, {_span(fact.period)}"
        case Unusual():
            odd = ", ".join(f"{odd.day} {_amount(odd.quantity)}" for odd in fact.days) or "none"
            return f"{fact.measure} outside {_amount(fact.low)} to {_amount(fact.high)} of {_span(fact.baseline)}: {odd}; {_span(fact.period)}"
        case Assessed():
            ends = " to ".join(_amount(end) if end else "…" for end in (fact.low, fact.high))
            return f"{_fact(fact.measured)}; {fact.verdict} {ends}"
        case Related():
            given = f"rho {fact.rho:.2f} (95 % {fact.low:.2f} to {fact.high:.2f}), lag {fact.lag}"
            given = f"too few days with both to tell (needs {_BOTH})" if fact.days_with_data < _BOTH else f"{fact.sign}, {fact.strength}, {given}"
            return f"{fact.measure} and {fact.other}: {given}, {_span(fact.period)}, {_days(fact.days_with_data)}"
        case Listed():
            return f"{fact.kind}: " + ("; ".join(map(_line, fact.entries)) or "the record lists none")
        case Cycle():
            usual = f"usually {_amount(fact.usual)} ({fact.cycles} cycles)" if fact.usual else "usual length unknown"
            return f"cycle since {fact.started}, day {fact.day}, {usual}"
        case Signal():
            return f"{fact.kind} of {fact.start:%Y-%m-%d %H:%M}, {fact.seconds:.0f} s"
        case Pulse():
            sdnn = f", SDNN {_amount(fact.sdnn)}" if fact.sdnn else ""
            figures = f"{_amount(fact.heart_rate)}, RMSSD {_amount(fact.rmssd)}{sdnn}, {_amount(fact.kept)} kept"
            return f"pulse of {fact.start:%Y-%m-%d %H:%M}, {fact.seconds:.0f} s: {figures}"
        case Unusable():
            return f"unusable ({fact.reason})" + (f", {fact.start:%Y-%m-%d %H:%M}" if fact.start else "")
        case Stressed():
            level = f"level {fact.level} of 5" if fact.level else f"unknown ({fact.unknown})"
            return f"stress of {fact.start:%Y-%m-%d %H:%M}: {level}, {fact.recordings} recordings"
        case Forecast():
            value = _amount(fact.quantity) if fact.quantity else "unknown"
            return f"{fact.target} on {fact.day}: {value}, {fact.labelled} labelled days (needs {fact.needed})"
        case Watched():
            limit = f"{fact.bound.replace('_', ' ')} {_amount(fact.limit)} on {fact.days} days in a row"
            return f"watches {fact.measure} {limit}" + (f", reached {fact.reached}" if fact.reached else "")
        case Absent():
            return f"{fact.measure}: nothing recorded, {_span(fact.period)}" + (f"; recorded {_span(fact.known)}" if fact.known else "")
        case Passage():
            return f"{fact.title} ({len(fact.sentences)} sentences)"
        case Moment():
            return f"{fact.asked}, {fact.at:%Y-%m-%d %H:%M}"
        case Reading():
            return f"“{' / '.join(fact.rows)}” (confidence {fact.confidence:.2f})"
        case Found():
            return f"found {fact.title}" + (f", {fact.source.url}" if fact.source.url else "")
        case Excerpt():
            return f"“{' '.join(fact.sentences)}”"
        case Noted():
            return f"written down at {fact.at:%Y-%m-%d %H:%M}: “{fact.text}”"
        case Used():
            return f"used {fact.task or 'nothing'} ({fact.grounds})" + (f", {_span(fact.period)}" if fact.period else "")


def _line(line: Line) -> str:
    """An entry of a health record, as it stands there."""
    value = "" if line.value is None else f"{line.value:g} {line.unit}".strip()
    days = " to ".join(str(day) for day in (line.start, line.end) if day)
    return ", ".join(part for part in (line.name, value, line.text, line.status, days) if part)


def _side(fact: Measured) -> str:
    return f"{_span(fact.period)}, {_days(fact.days_with_data)}"


def _span(period: Period) -> str:
    return str(period.start) if period.days == 1 else f"{period.start} to {period.end}"


def _days(count: int) -> str:
    return "1 day with data" if count == 1 else f"{count} days with data"


def _amount(quantity: Quantity) -> str:
    return f"{quantity.value:.10g}" + ("" if quantity.unit == "count" else f" {quantity.unit}")
