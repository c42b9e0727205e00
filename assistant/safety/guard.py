"""The guard: emergencies and crises seen by rules, in the original text, before any model is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.assets import asset
from assistant.safety.rules import SEVERITY, RuleBook, rule_book
from assistant.types import Alarm

__all__ = ["LANGUAGES", "RuleGuard"]

LANGUAGES = ("en", "es", "de")
_LONGEST_EVIDENCE = 120


class RuleGuard:
    """`Guard` on rules that are data (assets/safety). Recall comes first: a missed emergency is worse than a false alarm.

    The rules of every language run on every text, those of the given language first: the language may have been heard wrongly, and people
    in distress fall back on their mother tongue. `Alarm.language` is the given language, the one to answer in.
    """

    def __init__(self, books: Iterable[RuleBook] | None = None) -> None:
        chosen = tuple(books) if books is not None else tuple(rule_book(asset("safety", f"{language}.toml")) for language in LANGUAGES)
        self._books: Sequence[RuleBook] = chosen

    def alarm(self, text: str, language: str) -> Alarm | None:
        """The gravest kind that matched (order: `rules.SEVERITY`), or None. Deterministic; linear in the length of the text."""
        found: dict[str, str] = {}
        for book in sorted(self._books, key=lambda book: book.language != language):
            for kind, evidence in _matches(book, text):
                found.setdefault(kind, evidence)
        for kind in SEVERITY:
            if kind in found:
                return Alarm(kind, "crisis" if kind == "suicide" else "emergency", language, found[kind])
        return None


def _matches(book: RuleBook, text: str) -> Iterable[tuple[str, str]]:
    for passage in book.passages(text):
        for rule in book.rules:
            for first, after in rule.phrases.finditer(passage):
                if not any(exemption.covers(passage, first, after) for exemption in rule.exemptions):
                    yield rule.kind, " ".join(passage.original(first, after).split())[:_LONGEST_EVIDENCE]
                    break
