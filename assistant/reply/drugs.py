"""Names of medicines: which words of a reply are one, whatever language writes them.

International names differ between languages by spelling and ending (ibuprofen, ibuprofeno, ibuprofène, ibuprofeeni), so they are compared by how they
sound. In Devanagari and Arabic script the consonants decide. What is in no list but is built like one ("-pril", "-沙坦") counts as one, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.reply.page import Page
from i18n.folding import plainly
from i18n.languages import LANGUAGES

__all__ = ["compounds", "drugs_on", "longer", "sound"]

_ENDINGS = frozenset(
    [
        "",
        *[
            "a",
            "e",
            "i",
            "o",
            "s",
            "n",
            "in",
            "ia",
            "en",
            "um",
            "os",
            "as",
            "es",
            "ina",
            "ine",
            "ino",
            "ista",
            "ila",
            "ile",
            "ilta",
            "isa",
            "iin",
            "ta",
            "tia",
            "an",
            "ein",
            "at",
        ],
    ]
)
_SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("ph", "f"), ("th", "t"), ("ch|qu", "k"), ("rh", "r"), ("[ao]e(?!i)", "e"), ("eu", "ev"), ("ou", "u"), ("y", "i"), ("x", "ks"),
        ("sc(?=[ei])", "s"), ("c(?=[eiy])", "s"), ("c", "k"), ("ts", "s"), ("z", "s"), ("w", "v"), ("h", ""), (r"(.)\1+", r"\1"),
    )
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_](?:[\u0900-\u0903\u093a-\u094f]|[^\W\d_])*")


class _File(Strict):
    """international: names as English writes them. stems: how names are built, on their sound. Other scripts' own names and stems.
    letters: script → sound → its letters."""

    international: tuple[str, ...]
    stems: tuple[str, ...]
    brands: tuple[str, ...]
    common: tuple[str, ...]
    zh: tuple[str, ...]
    zh_stems: tuple[str, ...]
    zh_common: tuple[str, ...]
    zh_before: tuple[str, ...]
    compounds: tuple[str, ...]
    hi: tuple[str, ...]
    ar: tuple[str, ...]
    letters: Mapping[Literal["Arab", "Deva"], Mapping[str, str]]


@cache
def _file() -> _File:
    with content(asset("reply", "verifier", "drugs.toml")) as tables:
        return _File.model_validate(plainly(tables))


def sound(word: str) -> str:
    """A folded Latin word by its sound: "amoxicilline" and "amoksisilliini" share all but the ending."""
    for pattern, heard in _SOUNDS:
        word = pattern.sub(heard, word)
    return word


def _soft(heard: str) -> str:
    """As Italian softens them: "digossina", "spironolattone"."""
    return heard.replace("ks", "s").replace("kt", "t")


def _consonants(word: str, script: str) -> str:
    """What the consonants of a word sound like, vowels and doubles dropped; sounds that a script does not tell apart are one."""
    if script in ("Arab", "Deva"):
        kept = word.translate(_letters(script))
    else:
        kept = re.sub(r"g(?=[ei])|j", "s" if script == "like Deva" else "g", sound(word)).translate(str.maketrans("pv", "bf", "aeiou"))
    return re.sub(r"[^a-z]", "", kept)


@cache
def _letters(script: str) -> Mapping[int, str]:
    return {
        ord(letter): heard for table, sounds in _file().letters.items() if table == script for heard, letters in sounds.items() for letter in letters
    }


@cache
def _known() -> frozenset[str]:
    return frozenset(
        re.sub(r"[aeio]+$", "", heard)
        for name in (*_file().international, *_file().brands)
        if " " not in name
        for heard in (sound(name), _soft(sound(name)))
    )


@cache
def _skeletons(script: str) -> frozenset[str]:
    return frozenset(kept for name in _file().international if len(kept := _consonants(name, f"like {script}")) >= 5)


@cache
def _stems() -> re.Pattern[str]:
    return re.compile(rf"\w{{2,}}(?:{'|'.join(_file().stems)})(?:[aeio]|um|i[an]|ista|i(?:l|s)[ae]|en|s)?$")


@cache
def _listed(language: str) -> re.Pattern[str]:
    """Names of a script of its own, as they stand in the list."""
    names: Mapping[str, tuple[str, ...]] = MappingProxyType({"zh": _file().zh, "hi": _file().hi, "ar": _file().ar})
    stems = [rf"[\u4e00-\u9fff]{{1,4}}(?:{'|'.join(_file().zh_stems)})"] if language == "zh" else []
    known = sorted(names.get(language, ()), key=len, reverse=True)
    return re.compile("|".join([*map(re.escape, known), *stems]) or r"(?!)")


@cache
def _before() -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(_file().zh_before)})$")


def longer(page: Page, start: int, end: int) -> bool:
    """Whether the name there is only the end of another's: Chinese 地氯雷他定 is not 氯雷他定. Elsewhere a name is a word."""
    return page.language == "zh" and bool(_before().search(page.text, max(0, start - 3), start))


def drugs_on(page: Page) -> Iterator[tuple[int, int]]:
    """Where a medicine's name stands on what is left of the page."""
    script = LANGUAGES[page.language].script
    for match in _listed(page.language).finditer(page.text):
        if not any(word in match[0] for word in _file().zh_common):
            yield match.span()
    for match in _WORD.finditer(page.text):
        if match[0].isascii() or script == "Latn":
            if _is_drug(match[0]) or (page.language in ("fi", "de") and any(_is_drug(head) for head in _heads(match[0]))):
                yield match.span()
        elif (
            script in ("Deva", "Arab")
            and len(match[0]) >= 6
            and match[0] not in _common()
            and any(form in _skeletons(script) for form in _forms(match[0], script))
        ):
            yield match.span()


@cache
def _common() -> frozenset[str]:
    return frozenset(_file().common)


@cache
def compounds() -> re.Pattern[str]:
    """What stands behind a medicine in one word."""
    return re.compile("|".join(_file().compounds))


def _heads(word: str) -> Iterator[str]:
    """What stands before "dose", "tablet" and such in one word: "ketoprofeeniannos", "Naproxendosis"."""
    return (word[: found.start()] for found in compounds().finditer(word) if found.start() >= 5)


def _is_drug(word: str) -> bool:
    if len(word) < 5 or word in _common():
        return False
    heard = sound(word)
    for end in range(len(heard), 3, -1):
        if heard[:end] in _known() and heard[end:] in _ENDINGS:
            return True
    return len(word) >= 7 and bool(_stems().fullmatch(heard))


def _forms(word: str, script: str) -> Iterator[str]:
    yield _consonants(word, script)
    if script == "Arab":
        for glued in ("وال", "بال", "لل", "ال", "و", "ب", "ل", "ف"):
            if word.startswith(glued):
                yield _consonants(word.removeprefix(glued), script)
