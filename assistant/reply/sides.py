"""Which of two compared periods a verdict speaks of: "the week before you walked more" says that last week it was less."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from assistant.reply.claims import Claim, DateClaim, PeriodClaim
from assistant.reply.page import COVER, Page
from assistant.reply.wording import whole, wording

__all__ = ["turned"]

_BREAK = re.compile(r"[;!?。，；：、！？।،؛()]|[,:](?!\d)|(?<!\d)\.|\s-\s")  # "16.-22.", "7,4" and "9:15" go on
_INTRODUCES = 24  # letters besides its day that a clause such as "so on 21 November," may have


@dataclass(frozen=True, slots=True)
class _Marks:
    earlier: re.Pattern[str]
    later: re.Pattern[str]
    than: re.Pattern[str]
    behind: re.Pattern[str]
    turns: re.Pattern[str]


@cache
def _marks(language: str) -> _Marks:
    words = wording(language)
    return _Marks(*(re.compile(whole(ways, language)) for ways in (words.earlier, words.later, words.than, words.than_behind, words.turns)))


def turned(page: Page, claims: Sequence[Claim], start: int, at: int, end: int) -> bool:
    """Whether the comparison at `at`…`end` of the sentence from `start` on is said of the earlier period, seen from the later one."""
    if not wording(page.language).earlier:
        return False
    marks = _marks(page.language)
    left, right = _clause(page, marks, start, at, end)
    side = _side(page, claims, marks, left, right, at)
    if side is None and left > start and page.whole[left - 1] in ",،，、":
        before, stop = _clause(page, marks, start, left - 2, left - 1)
        if _introduces(page, before, stop):
            side = _side(page, claims, marks, before, stop, stop)
    if side is None and _against(page, claims, marks, left, right) == {"later"}:
        side = _dated(page, claims, start, at)  # "16 to 22 November, 7,450 steps, was less than last week"
    return side == "earlier"


def _clause(page: Page, marks: _Marks, start: int, at: int, end: int) -> tuple[int, int]:
    """The clause around a place; what a "but" divides is two."""
    left = start
    for pattern in (_BREAK, marks.turns):
        for found in pattern.finditer(page.text, start, max(start, at)):
            left = max(left, found.end())
    right = len(page.text)
    for pattern in (_BREAK, marks.turns):
        found_right = pattern.search(page.text, end)
        right = min(right, found_right.start()) if found_right else right
    return left, right


def _side(page: Page, claims: Sequence[Claim], marks: _Marks, left: int, right: int, at: int) -> str | None:
    """The side that a clause names; what stands behind a "than" is what it is compared with. Behind the verdict a day may be that, too."""
    said: list[tuple[int, int, str]] = []
    than = [found.end() for found in marks.than.finditer(page.whole, left, right)]
    for side, pattern in (("earlier", marks.earlier), ("later", marks.later)):
        said += [(*found.span(), side) for found in pattern.finditer(page.whole, left, right) if not _compared(found.start(), than)]
    now, before = _periods(claims)
    if now and before:
        for start, end, days in page.dated:
            if left <= start and end <= at and days and not _compared(start, than):
                said.append((start, end, "later" if any(now.start <= day <= now.end for day in days) else "earlier"))
    named = len(said)
    for found in marks.behind.finditer(page.whole, left, right):
        before_it = [one for one in said if one[1] <= found.start() <= one[1] + 40]
        said = [one for one in said if one != max(before_it, default=None)]
    if named == len(said) and any(_amount(page, end, at) for _, end, side in said if side == "earlier" and end <= at):
        return None  # "7 hours the week before": what follows may be said of the other
    sides = {side for _, _, side in said}
    return sides.pop() if len(sides) == 1 else None


def _against(page: Page, claims: Sequence[Claim], marks: _Marks, left: int, right: int) -> set[str]:
    """The sides that a clause compares with."""
    than = [found.end() for found in marks.than.finditer(page.whole, left, right)]
    sides = (("earlier", marks.earlier), ("later", marks.later))
    return {side for side, pattern in sides for found in pattern.finditer(page.whole, left, right) if _compared(found.start(), than)}


def _dated(page: Page, claims: Sequence[Claim], left: int, right: int) -> str | None:
    """The side of all the days that stand there."""
    now, before = _periods(claims)
    days = [day for start, end, own in page.dated if left <= start and end <= right for day in own]
    if not days or now is None or before is None:
        return None
    return "earlier" if all(before.start <= day <= before.end for day in days) else "later"


def _compared(place: int, than: Sequence[int]) -> bool:
    return any(end <= place for end in than)


def _introduces(page: Page, start: int, end: int) -> bool:
    """Whether a clause only says when: it has no number but its day."""
    return not _amount(page, start, end) and len(_undated(page, start, end)) <= _INTRODUCES


def _amount(page: Page, start: int, end: int) -> bool:
    """Whether something that was accounted for stands there, which is no day."""
    return COVER in _undated(page, start, end)


def _undated(page: Page, start: int, end: int) -> str:
    return "".join(letter for place, letter in enumerate(page.text[start:end], start) if not any(a <= place < b for a, b, _ in page.dated))


def _periods(claims: Sequence[Claim]) -> tuple[PeriodClaim | None, PeriodClaim | None]:
    """What is compared and with what, where they are two and the first is the later one."""
    found = [
        PeriodClaim(claim.value, claim.value) if isinstance(claim, DateClaim) else claim
        for claim in claims
        if isinstance(claim, DateClaim | PeriodClaim)
    ]
    if len(found) == 2 and found[0].start > found[1].end:
        return found[0], found[1]
    return None, None
