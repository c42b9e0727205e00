"""The task `report`: what a page for the doctor says, as much of it as a minute of speech can hold."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.errors import PermissionDenied
from assistant.facts import Fact, Listed, Trended
from assistant.period import Period
from assistant.summary.findings import Finding, gather, last_days
from assistant.summary.lines import lines
from assistant.tasks.spec import Context, task

__all__ = ["SENTENCES", "report", "spoken"]

SENTENCES = 7
"""Sentences that a minute holds, at some twenty words each; days with data and sources come on top."""
_PRESSURE = ("systolic", "diastolic")


@task(chat_name="Summary for the doctor", permission="reads_person", seconds=30.0, family="records")
async def report(context: Context, period: Period | None = None) -> tuple[Fact, ...]:
    """A summary of the person's health data for a visit to the doctor: the most important figures, trends, and medicines.

    Without a period it is about the last 90 days. The whole page is made by `auricle data report`.
    """
    summary = await gather(context, period or last_days(context.now.date()))
    medicines = [listed for listed in summary.listed if listed.kind == "medication" and listed.entries]
    told = spoken(summary.by_weight(), medicines, lines().spoken)
    if not told and summary.withheld:
        kinds = ", ".join(kind.replace("_", " ") for kind in summary.withheld)
        raise PermissionDenied(f"Nothing is left for a summary of what you allow to be read; not allowed are: {kinds}.")
    return told


def spoken(findings: Sequence[Finding], medicines: Sequence[Listed], most: int) -> tuple[Fact, ...]:
    """The most telling facts of at most so many measures, until the minute is full. Every measure is said before any is said in more detail; a list
    of medicines is said whole or not at all. Both figures of the blood pressure are one measure and one sentence."""
    chosen = _chosen(findings, most)
    needed = sum(_sentences(listed) for listed in medicines)
    whole = needed <= SENTENCES - len(chosen)
    room = SENTENCES - len(chosen) - (needed if whole else 0)
    said: list[Fact] = []
    for group in chosen:
        own: list[Fact] = [finding.average for finding in group]
        for finding in group:
            more = _more(finding)
            if more is None or room < 1:
                continue
            place = own.index(finding.average)
            if isinstance(more, Trended):
                own.append(more)
            elif len(group) == 1:  # a comparison and a verdict say the average, too
                own[place] = more
            room -= 1
        said += own
    return (*said, *(medicines if whole else ()))


def _chosen(findings: Sequence[Finding], most: int) -> list[tuple[Finding, ...]]:
    """The measures with most to say; the two figures of the blood pressure together."""
    groups: list[tuple[Finding, ...]] = []
    for finding in findings:
        if any(finding in group for group in groups) or len(groups) == most:
            continue
        both = [other for name in _PRESSURE for other in findings if other.measure == name] if finding.measure in _PRESSURE else [finding]
        groups.append(tuple(both))
    return groups


def _more(finding: Finding) -> Fact | None:
    """What is worth a sentence beyond the average: a figure out of its range, a clear trend, else another level than before."""
    if finding.assessed is not None and finding.assessed.verdict != "within":
        return finding.assessed
    if finding.trend is not None and finding.trend.direction != "steady":
        return finding.trend
    if finding.compared is not None and finding.compared.verdict != "same":
        return finding.compared
    return None


def _sentences(listed: Listed) -> int:
    return 1 + len(listed.entries)
