"""Which names a person's own words mean: by whole words, then by words that differ in one letter; never by guessing between two."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

__all__ = ["folded", "resembling"]

_WORD = re.compile(r"\w+")
_SPELT = 5  # letters of a word that may be misspelt: below that, one letter makes another word
_TELLING = 4  # letters of a word that means something alone
_STEM = 4  # letters that a longer word may begin with


def resembling(names: Sequence[str], about: str) -> tuple[int, ...]:
    """Places of the names that `about` means; none where it resembles no name.

    All its words must be found; where no name has them all, the longest is enough ("my cholesterol levels"). A misspelling of one letter counts only
    where nothing is spelt like that: prednisone and prednisolone, two letters apart, are never taken for each other.
    """
    wanted = _WORD.findall(folded(about))
    spelt = [_WORD.findall(folded(name)) for name in names]
    longest = max(map(len, wanted), default=0)
    telling = [word for word in wanted if len(word) == longest >= _TELLING and not word.isdigit()]
    for words in filter(None, (wanted, telling)):
        for alike in (_same, _begins, _misspelt):
            found = tuple(place for place, own in enumerate(spelt) if all(_among(word, own, alike) for word in words))
            if found:
                return found
    # Where words are not set apart by spaces, a name is one long word.
    whole = "".join(wanted)
    return tuple(place for place, own in enumerate(spelt) if whole and not whole.isascii() and whole in "".join(own))


def folded(text: str) -> str:
    """Without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _among(word: str, own: Sequence[str], alike: Callable[[str, str], bool]) -> bool:
    return any(alike(word, each) for each in own)


def _same(word: str, other: str) -> bool:
    return word == other


def _begins(word: str, other: str) -> bool:
    """ "hypertens" and "hypertension", "allergies" and "allergie"; numbers only whole"""
    short, long = sorted((word, other), key=len)
    return word == other or (len(short) >= _STEM and not word.isdigit() and long.startswith(short))


def _misspelt(word: str, other: str) -> bool:
    """One letter more, less, other, or two neighbours changed about."""
    if _begins(word, other):
        return True
    if min(len(word), len(other)) < _SPELT or any(map(str.isdigit, word + other)) or abs(len(word) - len(other)) > 1:
        return False
    start = next(place for place in range(max(len(word), len(other))) if word[place : place + 1] != other[place : place + 1])
    one, two = word[start:], other[start:]
    if len(one) == len(two):
        return one[1:] == two[1:] or (one[2:] == two[2:] and one[:2] == two[1::-1])
    return one[1:] == two if len(one) > len(two) else one == two[1:]
