"""Text without accents and capitals, that still knows where each letter came from."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

__all__ = ["Folded", "bounded", "fold", "gap", "plainly"]

_WIDE = MappingProxyType(
    {"ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "ı": "i", "’": "'", "‘": "'", "–": "-", "—": "-", "\u00a0": " ", "\u3000": " "}
    # Arabic: forms of one letter that people (and keyboards for Persian) use for each other; tatweel only stretches.
    | {"ٱ": "ا", "ى": "ي", "ی": "ي", "ة": "ه", "ک": "ك", "ـ": ""}
    # Hindi: chandrabindu and anusvara stand for each other in print.
    | {"ँ": "ं"}
    # Traditional forms of the Chinese characters that word lists use.
    | dict(
        zip(
            "週數幾個號禮這過後兩時間們覺淺動鐘靜變淨體長達從離應該嗎麼為問錄關經點歷萬億藥醫療營養鬧記筆圖麵飲熱歲運"
            "醒減還對較趨勢總層級雙電話發現張壓測讀寫說話開無從今來誰媽爺爸兒優環",
            "周数几个号礼这过后两时间们觉浅动钟静变净体长达从离应该吗么为问录关经点历万亿药医疗营养闹记笔图面饮热岁运"
            "醒减还对较趋势总层级双电话发现张压测读写说话开无从今来谁妈爷爸儿优环",
            strict=True,
        )
    )
)
_KEPT = "\u094d"  # the virama joins consonants: no accent
_SILENT = frozenset({"Cf"})  # joiners and marks of direction


@dataclass(frozen=True, slots=True)
class Folded:
    """text: lower case, without accents. origin: for each of its characters (and one past the end) the offset in the text that it came from."""

    text: str
    origin: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where `text[start:end]` lies in the original."""
        return self.origin[start], self.origin[end]


@lru_cache(maxsize=16)  # one question is folded for every list of words that it is searched for
def fold(text: str) -> Folded:
    """Recognisers drop accents and capitals at will, so words are compared without them. Digits of every script become 0–9."""
    letters: list[str] = []
    origin: list[int] = []
    for offset, letter in enumerate(text):
        folded = _folded(letter)
        letters.append(folded)
        origin.extend([offset] * len(folded))
    return Folded("".join(letters), (*origin, len(text)))


def plainly(content: object) -> object:
    """Patterns in tables and lists, keys too, with their letters as folded text has them. ASCII stays: it may be an expression's sign."""
    match content:
        case str():
            return "".join(letter if letter.isascii() else _folded(letter) for letter in content)
        case dict():
            return {plainly(key): plainly(value) for key, value in content.items()}
        case list():
            return [plainly(value) for value in content]
    return content


def _folded(letter: str) -> str:
    if letter.isascii():
        return letter.lower()
    if "\uff01" <= letter <= "\uff5e":  # full width, as Chinese keyboards write Latin letters and digits
        return chr(ord(letter) - 0xFEE0).lower()
    digit = unicodedata.decimal(letter, None)
    if digit is not None:
        return str(digit)
    parts = unicodedata.normalize("NFD", letter.lower())
    return "".join(_WIDE.get(c, c) for c in parts if c in _KEPT or not (unicodedata.combining(c) or unicodedata.category(c) in _SILENT))


# Vowel signs and the virama continue a word, but Python counts no combining mark as \w. Chinese characters stand by themselves. One short range
# each: a set of many is slow to compile, and there are thousands.
_LETTERS = MappingProxyType({"Deva": r"[\w\u0900-\u0963]", "Hans": "[a-z0-9_]"})
# Arabic writes and, so, with, to, as, will and the article as one word with the next, and my, your, his … with the one before.
# By length, as a look-behind wants it; of more than two runs of letters a set would be slow to compile.
_GLUED_BEFORE = ("[وف]", "[بكل]", "ال|لل|[وف][بكل]", "[وف]ال|[بك]ال|[وف]لل", "[وف][بك]ال")
_GLUED_AFTER = "ي|ك|ه|ها|نا|كم|هم|ني|ا"  # the last is the accusative


def bounded(pattern: str, script: str, endings: bool = False) -> str:
    """A pattern that matches whole words only, as its script (ISO 15924) sets words apart; what Arabic glues to a word stays outside the match.

    endings: whether possessive endings may be glued on behind. "~" at an end of the pattern lets the word go on there.
    """
    letter = _LETTERS.get(script, r"\w")
    start, end = f"(?<!{letter})", f"(?!{letter})"
    if script == "Arab":
        # Words of a lexicon are looked for first without their start, which is slow to check at every letter; atomic, as one way in is enough.
        first = f"(?={pattern.strip('~')})" if endings else ""
        start = f"{first}(?>" + "|".join((start, *(f"(?<={start}(?:{glued}))" for glued in _GLUED_BEFORE))) + ")"
        end = f"(?=(?:{_GLUED_AFTER})?{end})" if endings else end
    return f"{'' if pattern.startswith('~') else start}(?:{pattern.strip('~')}){'' if pattern.endswith('~') else end}"


def gap(script: str) -> str:
    """The pattern of what stands between two words."""
    return r"\s*" if script == "Hans" else r"\s+"
