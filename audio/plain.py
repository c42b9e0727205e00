"""The last guard before a voice: only words reach it. Engines read markup, links and pictures aloud, or obey them as commands."""

from __future__ import annotations

import html
import re
import unicodedata

__all__ = ["plain"]

_RULES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, flags), new)
    for pattern, new, flags in (
        (r"\[\[.*?\]\]", " ", re.DOTALL),  # Piper and eSpeak take what is inside for phonemes
        (r"<!--.*?-->", " ", re.DOTALL),
        (r"</?[A-Za-z!?][^<>]*>", " ", 0),  # SSML, HTML, and the mark-up that Pico obeys
        (r"```[^\n`]*\n?", " ", 0),
        (r"!?\[([^\]\[]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:\s+\"[^\"]*\")?\)", r"\1", 0),
        (r"(?:https?://|ftp://|www\.)[^\s<>()]*[^\s<>().,;:!?'\"]", " ", re.IGNORECASE),
        (r"^\s{0,3}#{1,6}\s+", "", re.MULTILINE),
        (r"^\s{0,3}>+\s?", "", re.MULTILINE),
        (r"^\s*(?:[-*+•]\s+|[-*_]{3,}\s*$)", "", re.MULTILINE),
        (r"(?<=\w)_(?=\w)", " ", 0),
        (r"[*_`~#|\\^{}\[\]<>]+", " ", 0),
        (r"([!?])[!?]+", r"\1", 0),
        (r"(?:\.{2,}|…)(?=\s*$)", ".", re.MULTILINE),
        (r"\.{2,}|…", ", ", 0),
        (r"\(\s*\)", " ", 0),
        (r"\s+", " ", 0),
        (r"\s+([,.;:!?])", r"\1", 0),
    )
)
_KEPT_SIGNS = frozenset("°%€$£+=©®")


def plain(text: str) -> str:
    """The words of a text, without markdown, links, emoji, SSML, phoneme brackets and control characters; "" when no word is left."""
    text = html.unescape(text)
    text = "".join(_character(character) for character in text)
    for pattern, new in _RULES:
        text = pattern.sub(new, text)
    text = text.strip()
    return text if any(character.isalnum() for character in text) else ""


def _character(character: str) -> str:
    if character in "\n\t":
        return "\n" if character == "\n" else " "
    kind = unicodedata.category(character)
    if kind.startswith("Z"):
        return " "
    if character in _KEPT_SIGNS:
        return character
    if kind in {"So", "Cs", "Co", "Cn", "Me"} or unicodedata.name(character, "").startswith("EMOJI MODIFIER"):
        return " "
    if kind in {"Cc", "Cf"}:  # zero-width joiners and marks of direction; a space would split a word
        return ""
    return "" if "\ufe00" <= character <= "\ufe0f" else character  # variation selectors make a sign an emoji
