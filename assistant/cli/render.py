"""An answer for the eyes of a person at a terminal."""

from __future__ import annotations

from pathlib import Path

from assistant.question import Answer
from assistant.report import citations, fact_json
from assistant.types import StepResult
from emotion.emotion import Emotion

__all__ = ["explanation", "reply_lines"]


def reply_lines(answer: Answer, written: Path | None = None) -> list[str]:
    """The reply, its sources, and where the sound went."""
    lines = [answer.reply.shown or "(nothing to say)"]
    if answer.plan is not None and not answer.reply.sentences:
        lines = [_plan_line(answer)]
    lines += [f"  — {source['title']}{' ' + source['url'] if source['url'] else ''}" for source in citations(answer.reply.facts)]
    if written is not None:
        lines.append(f"  ♪ {written}")
    return lines


def explanation(answer: Answer, written: Path | None = None) -> list[str]:
    """Each stage of the turn, a line or more each: what was heard, felt, planned, found, said, and how long it took."""
    turn = answer.turn
    heard = f" (p {turn.utterance.p:.2f}, {turn.utterance.path})" if turn.utterance else " (typed)"
    lines = [f"heard    [{turn.language}]{heard} {turn.text or '—'}", f"felt     {_feeling(turn.emotion)}"]
    lines += [f"picture  {image.name}, {image.width} × {image.height}" for image in turn.images]
    lines += [f"file     {path}" for path in turn.files]
    lines += [f"meta     {key}={value}" for key, value in turn.metadata.items()]
    if answer.alarm:
        lines.append(f"ALARM    {answer.alarm.kind} ({answer.alarm.urgency}): matched “{answer.alarm.evidence}”")
    if answer.plan:
        lines += [f"plan     {_plan_line(answer)}", f"why      [{answer.plan.strategy}] {answer.plan.why}"]
    for result in answer.results:
        lines += [f"found    {line}" for line in _result_lines(result)]
    lines += [f"reply    {answer.reply.shown}"]
    lines += [f"source   {source['title']}{' ' + source['url'] if source['url'] else ''}" for source in citations(answer.reply.facts)]
    lines.append("timing   " + ", ".join(f"{stage} {seconds:.2f} s" for stage, seconds in answer.trace.timings.items()))
    lines.append("models   " + ", ".join(f"{stage}: {name}" for stage, name in answer.trace.models.items()))
    lines += [f"note     {note}" for note in answer.trace.notes]
    if written is not None and answer.audio is not None:
        lines.append(f"spoken   {written} ({answer.audio.seconds:.1f} s)")
    return lines


def _feeling(emotion: Emotion) -> str:
    label = emotion.label or emotion.status
    arousal = "" if emotion.arousal is None else f", arousal {emotion.arousal:.2f}"
    return f"{label} (confidence {emotion.confidence:.2f}{arousal}, from {emotion.source})"


def _plan_line(answer: Answer) -> str:
    plan = answer.plan
    if plan is None or not plan.steps:
        return plan.kind if plan else "—"
    return " → ".join(f"{step.task}({', '.join(f'{name}={value}' for name, value in step.args.items())})" for step in plan.steps)


def _result_lines(result: StepResult) -> list[str]:
    if not result.facts:
        return [f"{result.step.task}: {result.error or result.outcome}"]
    shown = []
    for fact in result.facts:
        entry = fact_json(fact)
        source = entry.pop("source")
        pairs = ", ".join(f"{key} {value}" for key, value in entry.items() if value is not None)
        shown.append(f"{result.step.task}: {pairs}" + (f" — {source}" if source else ""))
    return shown
