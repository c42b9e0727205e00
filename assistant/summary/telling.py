"""The week in sentences: each change with its days, or that nothing changed enough, or why nothing could be compared."""

from __future__ import annotations

from datetime import datetime

from assistant.facts import Absent, Compared
from assistant.reply.clauses import Clauses
from assistant.summary.week import LEAST_BEFORE, LEAST_NOW, Week
from assistant.types import Sentence
from i18n.catalog import Catalogue
from i18n.slots import Choice, Count

__all__ = ["told"]


def told(week: Week, language: str, now: datetime) -> tuple[Sentence, ...]:
    """Sentences in a language that has a catalogue: what was tested, then each change with the days that it rests on."""
    catalogue = Catalogue()
    clauses = Clauses(catalogue, language, now)
    if not week.tested:
        return _untested(clauses, week)
    if not week.facts:
        return (clauses.plain("summary-insight-none", "answer"),)
    count = len(week.tested)
    return (
        clauses.plain("summary-insight-some", "answer", count=Count(count), n=count),
        *(sentence for fact in week.facts for sentence in _said(clauses, fact)),
    )


def _untested(clauses: Clauses, week: Week) -> tuple[Sentence, ...]:
    """Why nothing could be compared, and over which days there is data."""
    if week.nearest is None:
        return (clauses.plain("refused-record", "notice"),)
    known = week.known
    why = "none" if known is None or known.end < week.baseline.start else "week" if known.end < week.period.start else "few"
    first = clauses.plain("summary-insight-untested", "answer", why=Choice(why), now=Count(LEAST_NOW), before=Count(LEAST_BEFORE))
    # What is said of a measure without data ends with the days that do have some.
    return (first, *clauses.fact(Absent(week.nearest, week.period, known))[1:])


def _said(clauses: Clauses, fact: Compared) -> tuple[Sentence, ...]:
    return (*clauses.fact(fact), *(clauses.coverage((side,), named=True) for side in (fact.now, fact.before)))
