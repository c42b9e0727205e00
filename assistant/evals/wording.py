"""Compare what was heard with what was said: error rates that do not count spelling as an error."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal

__all__ = ["UNSPACED", "edits", "error_rate", "units"]

UNSPACED = frozenset({"ja", "ko", "zh", "yue"})  # scored by the character: words are not, or not reliably, spaced
_WORDED = frozenset({"en", "es", "de", "fr", "it", "pt", "ru"})  # languages whose numbers num2words writes correctly
_THOUSANDS = {"en": ","}  # elsewhere the full stop or a space groups, and the comma is the decimal mark
_NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f]\d{3})*(?:[.,]\d+)?")


def units(text: str, language: str) -> tuple[str, ...]:
    """The words of a text (characters in ja, ko, zh, yue): lower case, no punctuation, numerals as words where the language is known."""
    text = unicodedata.normalize("NFKC", text).casefold()
    if language in _WORDED:
        text = _NUMBER.sub(lambda match: f" {_in_words(match.group(), language)} ", text)
    text = "".join(character for character in text if character not in "'’`´")
    kept = "".join(character if character.isalnum() or unicodedata.category(character).startswith("M") else " " for character in text)
    return tuple(kept.replace(" ", "")) if language in UNSPACED else tuple(kept.split())


def _in_words(numeral: str, language: str) -> str:
    from num2words import num2words

    group = _THOUSANDS.get(language, ".")
    decimal = "." if group == "," else ","
    digits = re.sub(rf"[{re.escape(group)}\u00a0\u202f](?=\d{{3}}(?!\d))", "", numeral).replace(decimal, ".").replace(",", ".")
    return str(num2words(Decimal(digits) if "." in digits else int(digits), lang=language)).casefold()


def edits(said: Sequence[str], heard: Sequence[str]) -> int:
    """The least number of insertions, deletions and replacements that turn one into the other (Levenshtein)."""
    row = list(range(len(heard) + 1))
    for i, wanted in enumerate(said, 1):
        corner, row[0] = row[0], i
        for j, got in enumerate(heard, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (wanted != got))
    return row[-1]


def error_rate(said: str, heard: str, language: str) -> float:
    """Word error rate, or character error rate in ja, ko, zh, yue: edits for each unit that was said. Above 1 when more was invented than said."""
    wanted = units(said, language)
    if not wanted:
        raise ValueError("an error rate needs words that were said")
    return edits(wanted, units(heard, language)) / len(wanted)
