"""Numbers as words and back: what a voice must not read from digits, and what a check must read from words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

from num2words import num2words

__all__ = ["DECIMAL_WORD", "Gender", "decimal", "ordinal", "plain_number", "read_words", "spoken_integer", "table"]

Gender = Literal["m", "f"]

# Spanish: the catalogue writes "5,4", so the mark is "coma" (num2words says "punto").
DECIMAL_WORD: Mapping[str, str] = MappingProxyType({"en": "point", "es": "coma", "de": "Komma", "fr": "virgule", "it": "virgola"})

_THOUSAND: Mapping[str, str] = MappingProxyType({"en": "thousand", "es": "mil", "de": "tausend"})


def decimal(number: str, language: str) -> str:
    """ "5.4" (a point, no separators) as a voice says it right: "5 point 4"; figures after the mark one by one, "0 point 0 5"."""
    whole, mark, rest = number.partition(".")
    return f"{whole} {DECIMAL_WORD[language]} {' '.join(rest)}" if mark else whole


def spoken_integer(value: int, language: str, gender: Gender) -> str:
    """An integer before a noun. Voices read digits right except where the noun's gender changes the word ("1 hora" → "una hora")."""
    if language == "de" and value == 1:
        return "eine" if gender == "f" else "ein"
    if language == "es":
        ends_in_one = value % 10 == 1 and value % 100 != 11
        if ends_in_one or (gender == "f" and re.search(r"cient[oa]s|quinientos", _cardinal(value, "es"))):
            return _agree(_cardinal(value, "es"), gender)
    return str(value)


def _agree(words: str, gender: Gender) -> str:
    """Spanish number words before a noun: "veintiuno" → "veintiún" / "veintiuna", "doscientos" → "doscientas"."""
    if gender == "f":
        words = re.sub(r"(cient|quinient)os\b", r"\1as", words)
        return re.sub(r"uno\b", "una", words)
    return re.sub(r"uno\b", lambda found: "ún" if words[: found.start()].endswith("veinti") else "un", words)


def ordinal(value: int, language: str) -> str:
    """A day of the month for the ear: "23rd", "dreiundzwanzigsten" (dative, as after am, vom, zum, dem); Spanish says the cardinal."""
    if language == "en":
        return str(num2words(value, lang="en", to="ordinal_num"))
    if language == "de":
        return f"{num2words(value, lang='de', to='ordinal')}n"
    return str(value)


def _cardinal(value: int, language: str) -> str:
    return str(num2words(value, lang=language))


@cache
def table(language: str) -> Mapping[str, int]:
    """Number words from 0 to 999 in English, Spanish or German, lower case, hyphens as spaces; every form the catalogues can say.

    A bare "one", "uno", "ein" is left out: in running text it is more often an article than a figure. English "one hundred" stays.
    """
    words: dict[str, int] = {}
    for value in range(1000):
        text = _cardinal(value, language).lower().replace("-", " ").replace(",", "")
        words[text] = value
        if language == "en":
            words[text.replace(" and ", " ")] = value
        if language == "es":
            words[_agree(text, "m")] = value
            words[_agree(text, "f")] = value
    for article in ("one", "uno", "un", "una", "eins", "ein", "eine"):
        words.pop(article, None)
    return MappingProxyType(words)


def read_words(text: str, language: str) -> str:
    """`text` with number words up to 999 999 as digits; other words, and single words for one, stay as they are."""
    known = table(language)
    thousand = _THOUSAND[language]
    tokens = re.findall(r"\w+|\W+", re.sub(r"(?<=[a-zäöüß])-(?=[a-zäöüß])", " ", text))
    out: list[str] = []
    at = 0
    while at < len(tokens):
        value, length = _longest(tokens, at, language, known, thousand)
        if value is None:
            out.append(tokens[at])
            at += 1
        else:
            out.append(str(value))
            at += length
    return "".join(out)


def _longest(tokens: list[str], at: int, language: str, known: Mapping[str, int], thousand: str) -> tuple[int | None, int]:
    """Value and number of tokens of the longest number word that starts at `at`; (None, 0) when there is none."""
    if not tokens[at][0].isalpha():
        return None, 0
    if language == "de":
        return _german(tokens[at].lower(), known), 1
    head, used = _below_thousand(tokens, at, known)
    ones = tokens[at].lower() in ("one", "a")
    after = at + used if used else at
    if used or ones:
        gap = at + (used or 1)
        if gap + 1 < len(tokens) and tokens[gap] == " " and tokens[gap + 1].lower() == thousand:
            return _with_rest(tokens, gap + 2, (head if used else 1) * 1000, at, known)
    elif tokens[at].lower() == thousand and language == "es":
        return _with_rest(tokens, at + 1, 1000, at, known)
    return (head, after - at) if used else (None, 0)


def _with_rest(tokens: list[str], end: int, thousands: int, at: int, known: Mapping[str, int]) -> tuple[int, int]:
    start = end + 1
    if start + 1 < len(tokens) and tokens[start].lower() == "and":
        start += 2
    if start < len(tokens) and tokens[end].strip() in ("", ","):
        rest, used = _below_thousand(tokens, start, known)
        if used:
            return thousands + rest, start + used - at
        if tokens[start].lower() in ("one", "uno", "un", "una"):
            return thousands + 1, start + 1 - at
    return thousands, end - at


def _below_thousand(tokens: list[str], at: int, known: Mapping[str, int]) -> tuple[int, int]:
    """Longest entry of the table that starts at `at`; it spans at most "nine hundred and ninety nine" (five words)."""
    best = (0, 0)
    words = ""
    for length in range(1, 10, 2):
        if at + length > len(tokens) or (length > 1 and tokens[at + length - 2] != " "):
            break
        words = f"{words} {tokens[at + length - 1].lower()}".strip()
        if words in known:
            best = (known[words], length)
    return best


def _german(word: str, known: Mapping[str, int]) -> int | None:
    if word in known:
        return known[word]
    head, mark, rest = word.partition("tausend")
    if not mark:
        return None
    thousands = 1 if head in ("", "ein") else known.get(head)
    below = 0 if not rest else 1 if rest == "eins" else known.get(rest)
    return None if thousands is None or below is None else thousands * 1000 + below


def plain_number(written: str, language: str) -> str | None:
    """ "1,200" → "1200", "5,4" → "5.4" by the language's habit; None when it is no single number ("1.2.3")."""
    group, mark = (",", ".") if language == "en" else (".", ",")
    if re.fullmatch(r"\d+", written):
        return written
    if re.fullmatch(rf"[1-9]\d{{0,2}}(?:\{group}\d{{3}})+(?:\{mark}\d+)?", written):
        return written.replace(group, "").replace(mark, ".")
    if re.fullmatch(rf"\d+\{mark}\d+", written):
        return written.replace(mark, ".")
    # A label in another language's habit ("0.5 mg" in a German kitchen): one point that cannot group thousands is a decimal mark.
    if language != "en" and re.fullmatch(r"\d+\.\d+", written):
        return written
    return None
