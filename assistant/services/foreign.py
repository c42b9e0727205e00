"""Words of other programs, made fit to be read: bounded, without what a screen or a planner could mistake, and never an instruction."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping

from assistant.types import Json

__all__ = ["LONGEST_TEXT", "MOST_SENTENCES", "fields", "language_of", "one_line", "parsed", "quoted_sentences", "readable", "snake"]

LONGEST_TEXT = 20_000  # characters that are kept of an answer
MOST_SENTENCES = 8
LONGEST_SENTENCE = 300
_JOINERS = "\u200c\u200d"  # scripts of India and Persian are written with them
DEEPEST = 6


def one_line(text: str, most: int) -> str:
    """At most `most` characters on one line: no control, formatting or private characters."""
    # Only so much is looked at: a description of 50 MB costs nothing.
    plain = " ".join("".join(letter if letter.isprintable() or letter in _JOINERS else " " for letter in text[: 8 * most]).split())
    return plain if len(plain) <= most else f"{plain[: most - 1].rstrip()}…"


def readable(text: str) -> str:
    """A longer text with its lines, bounded."""
    cut = text[:LONGEST_TEXT]
    return "".join(letter if letter.isprintable() or letter == "\n" or letter in _JOINERS else " " for letter in cut).strip()


def quoted_sentences(text: str, language: str) -> tuple[str, ...]:
    """The first sentences of a text, for a quotation."""
    from audio.chunk import sentences

    found: list[str] = []
    for line in text.splitlines():
        for sentence in sentences(line, language):
            if sentence.strip():
                found.append(one_line(sentence, LONGEST_SENTENCE))
            if len(found) == MOST_SENTENCES:
                return tuple(found)
    return tuple(found)


def language_of(text: str, otherwise: str) -> str:
    """The language of a text; `otherwise` for what is too short to tell."""
    if sum(map(str.isalpha, text[:2000])) < 20:
        return otherwise
    from assistant.assets import asset
    from i18n.detect import LanguageDetector
    from i18n.languages import LANGUAGES

    return LanguageDetector(tuple(LANGUAGES), asset("languages.toml")).detect(text[:2000], otherwise)


def parsed(text: str | bytes) -> Json:
    """JSON as the standard has it. Raises `ValueError` for anything else: NaN, a number of a million digits, a nesting that nobody needs."""
    try:
        value: Json = json.loads(text, parse_constant=_none)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not all(math.isfinite(number) for number in _floats(value)):
        raise ValueError("it has a number that is too large")
    return value


def _none(constant: str) -> Json:
    raise ValueError(f"{constant} is no number")


def _floats(value: Json) -> Iterator[float]:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, float):
            yield item
        elif isinstance(item, list):
            waiting += item
        elif isinstance(item, Mapping):
            waiting += item.values()


def fields(value: Json) -> tuple[str, ...]:
    """The first fields of an answer as "where.it.stands: value", bounded."""
    found: list[str] = []
    for path, item in _leaves(value, (), 0):
        name = one_line(".".join(path), 80)
        said = one_line(item if isinstance(item, str) else json.dumps(item), LONGEST_SENTENCE)
        found.append(f"{name}: {said}" if name else said)
        if len(found) == MOST_SENTENCES:
            break
    return tuple(found)


def _leaves(value: Json, path: tuple[str, ...], depth: int) -> Iterator[tuple[tuple[str, ...], Json]]:
    if depth == DEEPEST or value is None or value in ({}, [], ""):
        return
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _leaves(item, (*path, name), depth + 1)
    elif isinstance(value, list):
        for number, item in enumerate(value, 1):
            yield from _leaves(item, (*path, str(number)), depth + 1)
    else:
        yield path, value


def snake(name: str) -> str:
    """A name as tasks have it: "getForecast v2" → "get_forecast_v2". Empty when nothing of it can stay."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name[:200])
    return re.sub(r"[^a-z0-9]+", "_", apart.lower()).strip("_")[:60].strip("_")
