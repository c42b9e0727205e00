"""Which questions to the doctor follow from the facts of a summary. Rules choose, the catalogues word; nothing is answered here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.facts import Line, Unusual
from assistant.summary.findings import Finding, Summary, outside, over
from assistant.summary.lines import Question, Questions, When, questions

__all__ = ["UNUSUAL_DAYS", "Asking", "another_level", "asking"]

UNUSUAL_DAYS = 3
"""Unusual days that are worth a question: one or two may be a bad sensor."""
_LEVEL = 3  # when more than a third of the days are out of the usual range, it is another level, not unusual days


@dataclass(frozen=True, slots=True)
class Asking:
    """A question by the name of its message, and what it is about: a measure's finding, a lab's line, or nothing of its own."""

    name: str
    finding: Finding | None = None
    line: Line | None = None


def asking(summary: Summary, rules: Questions | None = None) -> tuple[Asking, ...]:
    """The first of the rules that apply, at most `most`; of a measure one question, of the labs one."""
    known = rules or questions()
    found: list[Asking] = []
    for rule in known.questions:
        for one in _applied(rule, summary):
            if all(_about(one) != _about(other) for other in found):
                found.append(one)
    last = [one for one in found if one.finding is None and one.line is None]
    room = max(0, known.most - len(last))
    return (*[one for one in found if one not in last][:room], *last)[: known.most]


def _about(one: Asking) -> str:
    """Both figures of the blood pressure are one thing."""
    name = one.finding.measure if one.finding else one.name
    return "systolic" if name == "diastolic" else name


def another_level(fact: Unusual) -> bool:
    """So many days are out of the usual range that the range is not usual any more."""
    return len(fact.days) * _LEVEL > fact.days_with_data


def _applied(rule: Question, summary: Summary) -> Iterator[Asking]:
    for finding in summary.findings:
        if (not rule.measures or finding.measure in rule.measures) and any(_holds(when, finding) for when in rule.when):
            yield Asking(rule.name, finding)
    for when in rule.when:
        match when:
            case "always":
                yield Asking(rule.name)
            case "medication" | "condition" if any(listed.kind == when and not all(map(over, listed.entries)) for listed in summary.listed):
                yield Asking(rule.name)
            case "lab":
                yield from (
                    Asking(rule.name, line=line) for listed in summary.listed if listed.kind == "lab" for line in listed.entries if outside(line)
                )


def _holds(when: When, finding: Finding) -> bool:
    match when:
        case "below" | "above":
            return finding.assessed is not None and finding.assessed.verdict == when
        case "rising" | "falling":
            return finding.trend is not None and finding.trend.direction == when
        case "less" | "more":
            return finding.compared is not None and finding.compared.verdict == when
        case "unusual":
            odd = finding.unusual
            return odd is not None and len(odd.days) >= UNUSUAL_DAYS and not another_level(odd)
    return False
