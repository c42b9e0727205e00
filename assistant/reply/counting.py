"""Number words in running text as digits, in ten languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from num2words import num2words

from assistant.reply.wording import wording
from i18n.folding import fold

__all__ = ["as_digits"]

_CARDINALS = ("en", "es", "fr", "de", "it", "pt", "fi", "ar")  # what num2words counts in
_FINNISH_CASES = ("genitive", "partitive", "inessive", "elative", "illative", "adessive", "ablative", "allative", "essive", "translative")
_WORD = re.compile(r"[^\W\d_](?:[\u0900-\u0903\u093a-\u094f]|[^\W\d_])*")


def as_digits(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, digits) for each number word of folded text. Words that are more often something else ("one", "sei") are left to the units."""
    if language == "zh":
        yield from _chinese(text)
        return
    table = _table(language)
    words = list(_WORD.finditer(text))
    at = 0
    while at < len(words):
        if words[at][0] in ("sept", "dez") and re.search(r"\d\.? (?:de )?$", text[: words[at].start()]):
            at += 1  # short for a month
            continue
        if words[at][0] == "cent" and text[: words[at].start()].endswith("pour "):
            at += 1  # "per cent"
            continue
        one_of_two = wording(language).duals.get(words[at][0])
        if one_of_two:
            yield words[at].start(), words[at].end(), f"2 {one_of_two}"
            at += 1
            continue
        round_ = _round(text, words[at], language)
        if round_ is not None:
            yield round_
            at += 1
            continue
        value, used = _read(text, words, at, language, table)
        if used:
            written = f"{value:g}" if value % 1 else str(int(value))
            yield words[at].start(), words[at + used - 1].end(), written.replace(".", wording(language).decimal)
            at += used
        else:
            at += 1


def _round(text: str, word: re.Match[str], language: str) -> tuple[int, int, str] | None:
    """ "10 mil", "10 हज़ार": digits before a word for a thousand."""
    digits = re.search(r"(?<!\d)(?<!\d[.,])(\d{1,3}) $", text[max(0, word.start() - 6) : word.start()]) if word[0] in _thousands(language) else None
    return (word.start() - len(digits[0]), word.end(), f"{digits[1]}000") if digits else None


def _read(text: str, words: list[re.Match[str]], at: int, language: str, table: Mapping[str, float]) -> tuple[float, int]:
    """Value and number of words of the longest number that starts there."""
    thousands = _thousands(language)
    head, used = _below(text, words, at, table)
    if not used:
        compound = _compound(words[at][0], table, thousands)
        if compound is not None:
            rest, more = _below(text, words, at + 1, table) if compound % 1000 == 0 and _near(text, words, at) else (0.0, 0)
            return compound + rest, 1 + more
    gap = at + used
    if (
        gap < len(words)
        and words[gap][0] in thousands
        and (used == 0 or _near(text, words, gap - 1))
        and (used or language in ("es", "fr", "pt", "it", "ar"))
    ):
        step = gap + 1
        if step < len(words) and _near(text, words, gap) and words[step][0] in _ands(language):
            step += 1
        rest, more = _below(text, words, step, table) if step < len(words) and _near(text, words, step - 1) else (0.0, 0)
        return (head if used else 1) * 1000 + rest, (step + more - at) if more else gap + 1 - at
    return head, used


def _below(text: str, words: list[re.Match[str]], at: int, table: Mapping[str, float]) -> tuple[float, int]:
    best: tuple[float, int] = (0.0, 0)
    phrase = ""
    for used in range(1, 8):
        if at + used > len(words) or (used > 1 and not _near(text, words, at + used - 2)):
            break
        phrase = f"{phrase} {words[at + used - 1][0]}".strip()
        if phrase in table:
            best = (table[phrase], used)
    return best


def _near(text: str, words: list[re.Match[str]], at: int) -> bool:
    """Whether only a space or a hyphen stands between this word and the next."""
    return at + 1 < len(words) and text[words[at].end() : words[at + 1].start()] in (" ", "-")


def _compound(word: str, table: Mapping[str, float], thousands: frozenset[str]) -> float | None:
    """ "achttausendvierhundert", "ottomilaquattrocento", "kahdeksantuhatta", "sechseinhalb"."""
    for mark in thousands:
        head, found, rest = word.partition(mark)
        if found and head + rest:
            value = 1.0 if head in ("", "ein") else table.get(head)
            below = 0.0 if not rest else table.get(rest)
            if value is not None and below is not None:
                return value * 1000 + below
    if word.endswith("einhalb") and word.removesuffix("einhalb") in table:
        return table[word.removesuffix("einhalb")] + 0.5
    return None


@cache
def _thousands(language: str) -> frozenset[str]:
    return frozenset(wording(language).thousand)


@cache
def _ands(language: str) -> frozenset[str]:
    return frozenset(word for word in wording(language).joins if word.isalpha())


@cache
def _table(language: str) -> Mapping[str, float]:
    """Folded number words below 1000, hyphens as spaces."""
    words = wording(language)
    table: dict[str, float] = {}
    if language in _CARDINALS:
        for value in range(1000):
            said = fold(str(num2words(value, lang=language))).text.replace("-", " ").replace(",", "")
            table[said] = value
            table[said.replace(" and ", " ")] = value
            if language == "es":
                table[re.sub(r"(cient|quinient)os\b", r"\1as", said)] = value
                table.update({re.sub(r"uno$", "un", said): value, re.sub(r"uno$", "una", re.sub(r"(cient|quinient)os\b", r"\1as", said)): value})
            if language == "pt":
                table[re.sub(r"entos\b", "entas", re.sub(r"\bdois$", "duas", re.sub(r"\bum$", "uma", said)))] = value
    if language == "fi":
        for value in range(2, 100):  # "yhdessä" is "together"
            for case in _FINNISH_CASES:
                table[fold(str(num2words(value, lang=language, case=case))).text] = value
    table.update(words.numbers)
    if words.glue:  # Arabic: "five and twenty" is one word glued to the next
        ones = {word: value for word, value in {**words.numbers, **words.articles}.items() if value < 10}
        for word, ten_value in list(words.numbers.items()):
            if ten_value in (20, 30, 40, 50, 60, 70, 80, 90):
                table.update({f"{one} {words.glue}{word}": low + ten_value for one, low in ones.items()})
        table.update(
            {f"{one} {words.glue}{ten}": table[one] + table[ten] for one in words.hundred for ten in list(table) if one in table and table[ten] < 100}
        )
        table.update({f"{words.glue}{word}": value for word, value in list(table.items())})
        table.update({f"ال{word}": value for word, value in list(table.items()) if not word.startswith((words.glue, "اثن"))})  # not Monday
    elif words.hundred:
        ones = {word: value for word, value in words.numbers.items() if 1 <= value < 100}
        for hundred in words.hundred:
            for word, count in {**ones, **words.articles}.items():
                if count < 10:
                    table[f"{word} {hundred}"] = count * 100
                    table.update({f"{word} {hundred} {low}": count * 100 + more for low, more in ones.items()})
    for article in words.articles:
        table.pop(article, None)
    return table


_SIGNS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_QUARTERS = re.compile(r"[零又]?([一三])刻(钟?)")
_NUMERAL = re.compile(r"(?<!周)(?<!星期)(?<!礼拜)(?<!第)[零〇一二两三四五六七八九十百千万]+(?:点[零〇一二三四五六七八九]+(?![分刻十]))?")
_TENS_OF_THOUSANDS = re.compile(r"(?<!\d)(?<!\d[.,])(\d{1,3})(?:\.(\d{1,3}))?万(?![千分一\d])")
_IDIOMS = re.compile(
    r"千万(?=不|别|要|注意|记)|万一|(?<!点)十分(?!钟|之)|百分(?=之)|一一|万分|千[篇克米卡瓦焦]|毫|七七八八|三三两两|一五一十|十全|万能|百科|三甲"
)
_ONE_OF = re.compile("(?:[的那这哪某同另唯进近]|再.?)$")  # "最少的一晚", "最近一次", "再记一次"
_COUNTED = re.compile(
    r" ?(?:[个分秒次步片粒颗滴喷吸包袋支毫微公克米升斤里月日号点天晚夜年岁杯层倍成半刻回遍格度%]"
    r"|周(?!围)|小时|钟头|千[克米卡]|种药|单位|国际|mg|ml|g|kg)"
)


def _chinese(text: str) -> Iterator[tuple[int, int, str]]:
    written = [(found.start(), found.end(), f"{found[1]}{(found[2] or '').ljust(4, '0')}") for found in _TENS_OF_THOUSANDS.finditer(text)]
    written += [(found.start(), found.end(), f"{15 * _SIGNS[found[1]]}分{found[2]}") for found in _QUARTERS.finditer(text)]
    for start, end, _ in written:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    yield from sorted([*written, *_signs(text)])


def _signs(text: str) -> Iterator[tuple[int, int, str]]:
    for found in _NUMERAL.finditer(text):
        start, end, written = found.start(), found.end(), found[0]
        if _IDIOMS.match(text, start):
            continue
        # A single sign is a number only before what it counts: "一样", "一起", "统一".
        if len(written) == 1 and not (_COUNTED.match(text, end) and not _article(text, start, end)):
            continue
        whole, _, rest = written.partition("点")
        digits = _value(whole)
        if digits is not None:
            yield start, end, digits + ("." + "".join(str(_SIGNS[sign]) for sign in rest) if rest else "")


def _article(text: str, start: int, end: int) -> bool:
    """ "一次" and "一天" as in "有一天", "一点", "一个": a one that is no count."""
    if text[start:end] == "一" and _ONE_OF.search(text, max(0, start - 3), start):
        return True
    return text[start:end] == "一" and bool(
        re.match(
            r"点(?!半|钟|\d|[一二三四五六七八九十])|步(?:了解|说明|确认|分析|看)|个(?!小时|半|月|钟|单位)|种|回事|层意|成不|度(?!电)", text[end:]
        )
    )


def _value(written: str) -> str | None:
    if all(sign in _SIGNS for sign in written):
        return "".join(str(_SIGNS[sign]) for sign in written)
    total = section = digit = 0
    for sign in written:
        if sign in _SIGNS:
            digit = _SIGNS[sign]
        elif sign == "万":
            total, section, digit = total + (section + digit) * 10_000, 0, 0
        else:
            section += (digit or 1) * _PLACES[sign]
            digit = 0
    return str(total + section + digit)
