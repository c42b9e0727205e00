"""Safety rules as data: their schema, their reading, and a linter for those who edit them.

A file of rules (assets/safety/LANGUAGE.toml) has named lists of phrases, masks (idioms that are blanked before anything is matched),
exemptions and rules. An exemption belongs to a rule only where the rule names it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from assistant.assets import asset
from assistant.content import Strict, content
from i18n.phrases import Passage, Phrases, passages

__all__ = ["SEVERITY", "Exemption", "Kind", "Rule", "RuleBook", "lint", "rule_book"]

Kind = Literal["suicide", "stroke", "overdose", "chest_pain", "breathing"]

# When several kinds match, the first of these is answered. A crisis comes first because its answer names the emergency number as well as
# the crisis line; then what loses most by minutes; shortness of breath last, because with chest pain it is a sign of the heart.
SEVERITY: tuple[Kind, ...] = ("suicide", "stroke", "overdose", "chest_pain", "breathing")

_NEAR = 2  # words that may stand between "no" and what it negates ("no real chest pain")
_Lines = Annotated[tuple[str, ...], Field(min_length=1)]


class _ExemptionEntry(Strict):
    before: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    clause: tuple[str, ...] = ()
    sentence: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


class _RuleEntry(Strict):
    kind: Kind
    why: str = Field(min_length=8)
    any: _Lines
    exempt: tuple[str, ...] = ()


class _Book(Strict):
    language: str = Field(pattern=r"^[a-z]{2}$")
    breaks: tuple[str, ...] = ()
    lists: dict[str, _Lines] = Field(default_factory=dict)
    masks: tuple[str, ...] = ()
    exempt: dict[str, _ExemptionEntry] = Field(default_factory=dict)
    rule: tuple[_RuleEntry, ...] = Field(min_length=1)


@dataclass(frozen=True)
class Exemption:
    """When a match is not an alarm.

    before: right in front of the match, in its clause ("no"). inside: within the words of the match ("chest does *not* hurt").
    clause: anywhere in the clause ("in 1990"). sentence: anywhere in the sentence ("what are the signs of").
    unless: in the sentence, takes the exemption away ("right now").
    """

    before: Phrases
    inside: Phrases
    clause: Phrases
    sentence: Phrases
    unless: Phrases

    def covers(self, passage: Passage, first: int, after: int) -> bool:
        if self.unless.search(passage.line):
            return False
        start, end = passage.clause_of(first, after)
        return (
            self.before.search(passage.slice(start, first))
            or self.inside.search(passage.slice(first, after))
            or self.clause.search(passage.slice(start, end))
            or self.sentence.search(passage.line)
        )


@dataclass(frozen=True)
class Rule:
    """One way in which an emergency is put into words."""

    kind: Kind
    why: str
    phrases: Phrases
    exemptions: tuple[Exemption, ...]


@dataclass(frozen=True)
class RuleBook:
    """All the rules of one language."""

    language: str
    breaks: frozenset[str]
    masks: Phrases
    rules: tuple[Rule, ...]

    def passages(self, text: str) -> tuple[Passage, ...]:
        return tuple(passage.blanked(self.masks) for passage in passages(text, self.language, self.breaks))


def rule_book(path: Path) -> RuleBook:
    """Read and compile one file of rules. Raises `UsageError` that names the file and what is wrong with it."""
    with content(path) as tables:
        return _compiled(_Book.model_validate(tables))


def _compiled(book: _Book) -> RuleBook:
    language, lists = book.language, book.lists
    exemptions = {
        name: Exemption(
            before=Phrases(entry.before, lists, language, at_end=_NEAR),
            inside=Phrases(entry.inside, lists, language),
            clause=Phrases(entry.clause, lists, language),
            sentence=Phrases(entry.sentence, lists, language),
            unless=Phrases(entry.unless, lists, language),
        )
        for name, entry in book.exempt.items()
    }
    if unknown := {name for rule in book.rule for name in rule.exempt} - exemptions.keys():
        raise ValueError(f"a rule names the exemption “{min(unknown)}”, which is missing")
    rules = tuple(Rule(r.kind, r.why, Phrases(r.any, lists, language), tuple(exemptions[name] for name in r.exempt)) for r in book.rule)
    return RuleBook(language, frozenset(book.breaks), Phrases(book.masks, lists, language), rules)


def lint(path: Path | None = None, *, language: str | None = None) -> tuple[str, ...]:
    """What a reader of the rules should know is odd: duplicates, lists that nothing uses, kinds without a rule, very short single words."""
    with content(path or asset("safety", f"{language}.toml")) as tables:
        book = _Book.model_validate(tables)
    remarks = [f"the phrase “{phrase}” is written {n} times" for phrase, n in Counter(p for rule in book.rule for p in rule.any).items() if n > 1]
    written = " ".join(
        [
            *book.masks,
            *(phrase for rule in book.rule for phrase in rule.any),
            *(phrase for lines in book.lists.values() for phrase in lines),
            *(phrase for e in book.exempt.values() for phrase in (*e.before, *e.inside, *e.clause, *e.sentence, *e.unless)),
        ]
    )
    remarks += [f"nothing uses the list “{name}”" for name in book.lists if f"{{{name}}}" not in written]
    named = {name for rule in book.rule for name in rule.exempt}
    remarks += [f"no rule uses the exemption “{name}”" for name in book.exempt if name not in named]
    remarks += [f"no rule is of kind “{kind}”" for kind in SEVERITY if kind not in {rule.kind for rule in book.rule}]
    remarks += [
        f"the phrase “{phrase}” is one short word and would match too much"
        for rule in book.rule
        for phrase in rule.any
        if phrase.strip("*").isalpha() and len(phrase.strip("*")) < 6
    ]
    # Negation must not cancel a crisis: only these may stand on a rule about suicide.
    remarks += [
        f"a rule about suicide (“{rule.why}”) may not be exempted by “{name}”"
        for rule in book.rule
        if rule.kind == "suicide"
        for name in rule.exempt
        if name not in {"media", "academic", "bereavement"}
    ]
    return tuple(remarks)
