"""The week in sentences: each change with its days, or that nothing changed enough."""

from __future__ import annotations

from datetime import datetime

from assistant.reply.clauses import Clauses
from assistant.summary.week import Week
from i18n.catalog import Catalogue
from i18n.slots import Count

__all__ = ["told"]


def told(week: Week, language: str, now: datetime) -> tuple[str, ...]:
    """Shown sentences in a language that has a catalogue."""
    catalogue = Catalogue()
    clauses = Clauses(catalogue, language, now)
    if not week.facts:
        return (catalogue.say(language, "summary-insight-none"),)
    count = len(week.tested)
    head = clauses.plain("summary-insight-some", "answer", count=Count(count), n=count).shown
    lines = []
    for fact in week.facts:
        said = " ".join(sentence.shown for sentence in clauses.fact(fact))
        known = [catalogue.say(language, "summary-days", known=side.days_with_data, all=side.period.days) for side in (fact.now, fact.before)]
        lines.append(f"- {said} ({catalogue.say(language, 'chart-days')}: {known[0]}; {known[1]})")
    return (head, *lines)
