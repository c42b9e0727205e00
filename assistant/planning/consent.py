"""The person's yes or no to an effect that waits, read by rules from their own words: no model is asked, and no plan counts as one."""

from __future__ import annotations

import re

from assistant.types import Plan, Turn
from i18n.lexicon import lexicon

__all__ = ["consent"]

_DOUBT = re.compile("[?？؟¿👎❌🚫🙅✖⛔🛑]")  # "sure?" asks, and asking is no yes


def consent(turn: Turn) -> Plan | None:
    """The plan that a yes or no to what waits makes: exactly the steps that were read to the person, or none. None when nothing waits, or when they
    say something else, which leaves the effect undone."""
    waiting = turn.history[-1].waiting if turn.history else ()
    answer = lexicon(turn.language).whole("consent", turn.text) if waiting else None
    if answer == "yes" and not _DOUBT.search(turn.text):
        return Plan("consent", "answer", waiting, "The person said yes to what was read to them.", grounds="consented")
    if answer == "no":
        return Plan("consent", "declined", (), "The person said no, so nothing was done.", grounds="consented")
    return None
