"""Feeling in words: lexicons of our own (assets/emotion), negation, intensity, and clinical words that only look like feelings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from assistant.assets import asset
from assistant.content import Strict, content
from emotion.emotion import Emotion, Feeling
from i18n.phrases import Passage, Phrases, passages

__all__ = ["LANGUAGES", "Lexicon", "WordAffect", "lexicon"]

LANGUAGES = ("en", "es", "de", "fr", "it")

# A feeling is named from this probability on, and only this far ahead of the next; below, the words support nothing (`unknown`).
SURE, AHEAD = 0.6, 0.1
# Where words speak for a need and for joy alike, the need is heard.
CARE: tuple[Feeling, ...] = ("pain", "sad", "anxious", "angry", "tired", "happy", "neutral")
_NEAR = 2
_BOOST, _DAMP = 1.25, 0.7
_STRONG = 0.75  # in a question about data ("how well did I sleep, I'm exhausted") only phrases this strong are about the speaker


class _PhraseEntry(Strict):
    feeling: Feeling
    weight: Annotated[float, Field(gt=0, lt=1)]
    valence: Annotated[float, Field(ge=-1, le=1)]
    any: Annotated[tuple[str, ...], Field(min_length=1)]
    negated: Feeling | None = None


class _LexiconEntry(Strict):
    language: str = Field(pattern=r"^[a-z]{2}$")
    breaks: tuple[str, ...] = ()
    lists: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    masks: tuple[str, ...] = ()
    negators: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    boosters: tuple[str, ...] = ()
    dampers: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    phrase: tuple[_PhraseEntry, ...] = Field(min_length=1)


@dataclass(frozen=True)
class _Cue:
    feeling: Feeling
    weight: float
    valence: float
    phrases: Phrases
    negated: Feeling | None


@dataclass(frozen=True)
class Lexicon:
    """The phrases of one language. `negators` stand in front of a phrase ("no estoy"), `inside` within it ("I'm *not* worried").

    Weights are our judgement of how often a phrase means the feeling, not learned from anybody's list.
    """

    language: str
    breaks: frozenset[str]
    masks: Phrases
    negators: Phrases
    inside: Phrases
    boosters: Phrases
    dampers: Phrases
    questions: Phrases
    cues: tuple[_Cue, ...]


def lexicon(path: Path) -> Lexicon:
    """Read and compile a lexicon. Raises `UsageError` that names the file."""
    with content(path) as tables:
        entry = _LexiconEntry.model_validate(tables)
        language, lists = entry.language, entry.lists
        return Lexicon(
            language,
            frozenset(entry.breaks),
            Phrases(entry.masks, lists, language),
            Phrases(entry.negators, lists, language, at_end=_NEAR),
            Phrases(entry.inside, lists, language),
            Phrases(entry.boosters, lists, language),
            Phrases(entry.dampers, lists, language),
            Phrases(entry.questions, lists, language),
            tuple(_Cue(p.feeling, p.weight, p.valence, Phrases(p.any, lists, language), p.negated) for p in entry.phrase),
        )


@dataclass(frozen=True)
class _Hit:
    feeling: Feeling
    p: float
    valence: float
    words: str


class WordAffect:
    """What the words say about the speaker's feeling. Weak, mixed or missing evidence is `Emotion.unknown`; a language without lexicon too."""

    def __init__(self, lexicons: Iterable[Lexicon] | None = None) -> None:
        chosen = lexicons if lexicons is not None else (lexicon(asset("emotion", f"{language}.toml")) for language in LANGUAGES)
        self._lexicons = {each.language: each for each in chosen}

    def read(self, text: str | None, language: str) -> Emotion:
        """Label, probabilities, valence and the words they rest on; never an arousal, which words do not carry."""
        words = self._lexicons.get(language)
        hits = [hit for passage in passages(text, language, words.breaks) for hit in _hits(words, passage)] if text and words else []
        if not hits:
            return Emotion.unknown()
        remaining: dict[Feeling, float] = {}
        for hit in hits:
            remaining[hit.feeling] = remaining.get(hit.feeling, 1.0) * (1.0 - hit.p)
        probs = {feeling: round(1.0 - left, 3) for feeling, left in remaining.items()}
        ranked = sorted(probs, key=lambda feeling: (-probs[feeling], CARE.index(feeling)))
        best = ranked[0]
        needs = [feeling for feeling in ranked if feeling not in {"happy", "neutral"} and probs[feeling] >= SURE]
        if best in {"happy", "neutral"} and needs:
            best = needs[0]
        rivals = [feeling for feeling in ranked if feeling != best and not (feeling in {"happy", "neutral"} and best in needs)]
        clear = not rivals or probs[best] - probs[rivals[0]] >= AHEAD or (probs[best] >= SURE and best in needs and rivals[0] in needs)
        valence = sum(hit.valence * hit.p for hit in hits) / sum(hit.p for hit in hits)
        heard = probs[best] >= SURE and clear
        return Emotion(
            label=best if heard else None,
            status="heard" if heard else "unknown",
            confidence=min(probs[best], 0.97),  # words are never certain
            probs={str(feeling): p for feeling, p in probs.items()},
            valence=round(valence, 3),
            source="words",
            evidence=tuple(dict.fromkeys(hit.words for hit in hits)),
        )


def _hits(words: Lexicon, passage: Passage) -> list[_Hit]:
    passage = passage.blanked(words.masks)
    asked = words.questions.search(passage.line)
    hits: list[_Hit] = []
    for cue in words.cues:
        for first, after in cue.phrases.finditer(passage):
            start, end = passage.clause_of(first, after)
            feeling: Feeling | None = cue.feeling
            weight, valence = cue.weight, cue.valence
            if words.negators.search(passage.slice(start, first)) or words.inside.search(passage.slice(first, after)):
                feeling, weight, valence = cue.negated, 0.9 * weight, -0.7 * valence
            around = passage.slice(start, end)
            if words.boosters.search(around):
                weight = min(0.95, weight * _BOOST)
            elif words.dampers.search(around):
                weight *= _DAMP
            if feeling is not None and not (asked and weight < _STRONG):
                hits.append(_Hit(feeling, weight, valence, " ".join(passage.original(first, after).split())))
    return hits
