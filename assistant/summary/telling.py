"""The week in sentences: each change with its days, or that nothing changed enough."""

from __future__ import annotations

from datetime import datetime

from assistant.facts import Compared
from assistant.reply.clauses import Clauses
from assistant.summary.week import Week
from assistant.types import Sentence
from i18n.catalog import Catalogue
from i18n.slots import Count

__all__ = ["told"]


def told(week: Week, language: str, now: datetime) -> tuple[Sentence, ...]:
    """Sentences in a language that has a catalogue: what was tested, then each change with the days that it rests on."""
    catalogue = Catalogue()
    clauses = Clauses(catalogue, language, now)
    if not week.facts:
        return (clauses.plain("summary-insight-none", "answer"),)
    count = len(week.tested)
    return (
        clauses.plain("summary-insight-some", "answer", count=Count(count), n=count),
        *(sentence for fact in week.facts for sentence in _said(clauses, fact)),
    )


def _said(clauses: Clauses, fact: Compared) -> tuple[Sentence, ...]:
    return (*clauses.fact(fact), *(clauses.coverage((side,), named=True) for side in (fact.now, fact.before)))
