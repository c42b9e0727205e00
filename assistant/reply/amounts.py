"""Whether the numbers of a reply are those of its claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.reply.claims import Claim, DateClaim, DoseClaim, NameClaim, PeriodClaim, QuantityClaim, TimeClaim
from assistant.reply.page import Page
from assistant.reply.stated import Stated, bare_units, decimals, equals, plain, stated, written_numbers
from assistant.reply.units import canonical
from assistant.reply.verify import Verdict
from assistant.reply.wording import wording

__all__ = ["check_amounts", "only_numbers", "says_amount"]


_FORMS = frozenset({"tablet", "capsule", "sachet", "patch", "injection", "puff", "drop", "spray"})
_NEAR = 30  # letters between a tablet and what it holds


def check_amounts(page: Page, claims: Sequence[Claim]) -> Iterator[str]:
    """Reasons why a number on the page is none of the claims'; what is accounted for is covered."""
    language = page.language
    allowed = tuple(_allowed(claims, language))
    numbers = stated(page)
    said = {one.unit for one in numbers} | bare_units(page)
    counted = any(unit == "times" for _, _, unit in allowed)
    for one in numbers:
        if one.unit == "times" and not counted and not page.text[one.start].isdigit():
            continue  # "once" as an adverb; how often a dose is taken was read before
        if _holds(one, numbers, claims, language) or _both(page, one, claims):
            page.cover(one.start, one.end)
            continue
        if not any(equals(one, value, digits, unit, said) for value, digits, unit in allowed):
            yield f"the number {page.quoted(one.start, one.end)!r} is no claim"
        page.cover(one.start, one.end)


def _holds(one: Stated, numbers: Sequence[Stated], claims: Sequence[Claim], language: str) -> bool:
    """Whether "one tablet" is what holds a dose that stands beside it: "one 400 mg tablet", "une gélule de 500 mg"."""
    if one.unit not in _FORMS or one.value != 1:
        return False
    doses = [claim for claim in claims if isinstance(claim, DoseClaim)]
    near = [other for other in numbers if other is not one and max(other.start - one.end, one.start - other.end) <= _NEAR]
    return any(equals(other, dose.value, decimals(dose.value), canonical(dose.unit, language), set()) for other in near for dose in doses)


def _both(page: Page, one: Stated, claims: Sequence[Claim]) -> bool:
    """Whether it is the word "two" for the two periods that are compared: "las dos medias"."""
    return (
        one.value == 2
        and one.unit is None
        and sum(isinstance(claim, PeriodClaim) for claim in claims) == 2
        and not page.quoted(one.start, one.end).isdigit()
    )


def says_amount(page: Page, claim: QuantityClaim | DoseClaim) -> bool:
    """Whether a number on the page is this claim's."""
    numbers = stated(page)
    said = {one.unit for one in numbers} | bare_units(page)
    return any(equals(one, *amount, said) for one in numbers for amount in _allowed((claim,), page.language))


def _allowed(claims: Sequence[Claim], language: str) -> Iterator[tuple[float, int, str]]:
    for claim in claims:
        if isinstance(claim, QuantityClaim | DoseClaim):
            yield claim.value, decimals(claim.value), canonical(claim.unit, language)
        elif isinstance(claim, PeriodClaim):
            days = (claim.end - claim.start).days + 1
            yield days, 0, "days"
            if days % 7 == 0:
                yield days // 7, 0, "weeks"
        elif isinstance(claim, TimeClaim) and claim.value.minute == 0:
            yield from ((hour, 0, "") for hour in {claim.value.hour, claim.value.hour % 12 or 12})  # "at four"
    lengths = [(claim.end - claim.start).days + 1 for claim in claims if isinstance(claim, PeriodClaim)]
    for unit, shortest, longest in (("days", 1, 1), ("weeks", 7, 7), ("months", 28, 31)):
        if len(lengths) > 1 and all(shortest <= length <= longest for length in lengths):
            yield len(lengths), 0, unit  # "in both of the two weeks"
    drugs = sum(isinstance(claim, NameClaim) and claim.category == "drug" for claim in claims)
    if drugs > 1:
        yield drugs, 0, ""  # "the two do not go together"


def only_numbers(reply: str, claims: Sequence[Claim], language: str) -> Verdict:
    """The naive way, as a baseline: every run of digits is one that the claims have somewhere."""
    page = Page(reply, language)
    known: set[float] = set()
    for claim in claims:
        match claim:
            case QuantityClaim():
                known.add(claim.value)
            case DoseClaim():
                known |= {claim.value, claim.times or 0}
            case DateClaim():
                known |= {claim.value.day, claim.value.month, claim.value.year}
            case PeriodClaim():
                known |= {part for day in (claim.start, claim.end) for part in (day.day, day.month, day.year)}
            case TimeClaim():
                known |= {claim.value.hour, claim.value.minute, claim.value.hour % 12}
            case _:
                pass
    values = (plain(match[0], wording(language).decimal)[0] for match in written_numbers(language).finditer(page.text))
    return Verdict.of(f"{value:g} is no claim's" for value in values if value not in known)
