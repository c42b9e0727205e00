"""One verifier behind every reply generator: does a free reply say only what its claims say? When in doubt: no.

What the claims account for is covered, word by word; what is left must be free of numbers, dates, names, verdicts, advice and sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.reply.amounts import check_amounts, says_amount
from assistant.reply.claims import AdviceClaim, Claim, DoseClaim, QuantityClaim, QuoteClaim, TimeClaim, VerdictClaim
from assistant.reply.clock import check_times, says_time
from assistant.reply.days import check_days
from assistant.reply.doses import check_doses
from assistant.reply.names import check_names, cover_names
from assistant.reply.page import Page, flat
from assistant.reply.polarity import check_polarity, check_undermining, cover_neutral, says_verdict
from assistant.reply.shape import check_means, check_shape, check_subject
from assistant.reply.sources import check_advice, check_sources, cover_quotes
from assistant.reply.verify import Verdict
from assistant.reply.wording import VERIFIED

__all__ = ["LANGUAGES", "missing", "verify_reply"]

LANGUAGES = VERIFIED

_LONGEST = 4000  # letters; a reply is a few sentences


def verify_reply(text: str, claims: Sequence[Claim], language: str, *, whole: bool = False) -> Verdict:
    """Whether every number, unit, date, time, name, dose, verdict, advice and source in `text` is one of the claims', and mandatory advice is there.

    language: ISO 639-1 of `text`; raises `UsageError` for one that is not known. Greetings, empathy and questions claim nothing and pass.
    whole: `text` is all that is said, not one sentence of it: then its verdict, its source and its names must be recognised, for what is said in
    words that are not known may be the contrary.
    """
    if len(text) > _LONGEST:
        return Verdict(False, ("it is too long to check",))
    return Verdict.of((*check_shape(text, language), *_reasons(Page(text, language), claims, whole)))


def _reasons(page: Page, claims: Sequence[Claim], whole: bool) -> Iterator[str]:
    cover_quotes(page, claims)
    yield from check_advice(page, claims)
    yield from check_sources(page, claims, whole)
    cover_neutral(page)
    said = cover_names(page, claims)
    yield from check_undermining(page)
    yield from check_subject(page)
    yield from check_days(page, claims)
    yield from check_doses(page, claims)
    yield from check_times(page, claims)
    yield from check_means(page, claims)
    yield from check_amounts(page, claims)
    yield from check_polarity(page, claims, whole)
    yield from check_names(page, claims, said, whole)


def missing(text: str, claims: Sequence[Claim], language: str) -> tuple[Claim, ...]:
    """The claims of weight that `text` does not say: quantities, doses, times, verdicts, advice and quotations. Days and sources may go unsaid."""
    return tuple(claim for claim in claims if not _says(text, claim, language))


def _says(text: str, claim: Claim, language: str) -> bool:
    match claim:
        case QuantityClaim(unit="days"):
            return True  # how many days a number rests on
        case QuantityClaim() | DoseClaim():
            return says_amount(Page(text, language), claim)
        case TimeClaim():
            return says_time(Page(text, language), claim)
        case VerdictClaim():
            return says_verdict(Page(text, language), claim)
        case AdviceClaim():
            return flat(claim.texts.get(language) or claim.texts.get("en", "")).rstrip(".") in flat(text)
        case QuoteClaim():
            return flat(claim.text).rstrip(".") in flat(text)
        case _:
            return True
