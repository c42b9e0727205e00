"""The task `knowledge`: a few sentences of our own words on common questions, each with the page it rests on.

A question finds its topic by meaning: it is compared with example questions of its language, as multilingual-e5 vectors from which that
language's mean is taken away (without that the vectors say more about the language than about the question). A word that belongs to a topic
adds a little. Below `THRESHOLD` nothing is said: a wrong passage is worse than none. Measured in tests/assistant/tasks/test_knowledge.py.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import anyio.to_thread
import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.errors import NoData
from assistant.facts import Fact, Passage, Source
from assistant.models.embedding import Vectors, embed
from assistant.tasks.spec import Context, task

__all__ = ["KEYWORD", "LANGUAGES", "THRESHOLD", "VECTORS", "Match", "Shelf", "Topic", "knowledge", "passage", "read_topics", "shelf"]

Embed = Callable[[Sequence[str]], Vectors]

LANGUAGES = ("en", "es", "de")
# The mean of the two nearest examples: one alone may be near by its wording.
NEAREST = 2
# Set on tests/assistant/tasks/knowledge_questions.jsonl.
KEYWORD = 0.12
THRESHOLD = 0.32
# The examples' vectors, so that the first question does not wait seconds for them. Written anew by `python -m assistant.tasks.knowledge`.
VECTORS = "examples.npz"


class Page(Strict):
    """The public page that a topic rests on."""

    title: str = Field(min_length=3)
    url: str = Field(pattern=r"^https://[a-z.]+(/[\w.-]+)*/?$")


class Text(Strict):
    """A topic in one language. A keyword that ends with an asterisk stands for every word that begins so."""

    title: str = Field(min_length=3)
    sentences: tuple[str, ...] = Field(min_length=2, max_length=4)
    keywords: tuple[str, ...] = Field(min_length=1)
    questions: tuple[str, ...] = Field(min_length=4)


class Topic(Strict):
    """One file of assets/knowledge."""

    topic: str = Field(pattern=r"^[a-z_]+$")
    checked: str = Field(min_length=3)
    source: Page
    en: Text
    es: Text
    de: Text

    def text(self, language: str) -> Text:
        return {"en": self.en, "es": self.es, "de": self.de}[language]


@dataclass(frozen=True, slots=True)
class Match:
    """A topic and how well a question fits it."""

    topic: Topic
    score: float


def read_topics(folder: Path) -> tuple[Topic, ...]:
    """Raises `UsageError` naming the file and field that is wrong."""
    topics: list[Topic] = []
    for path in sorted(folder.glob("*.toml")):
        with content(path) as tables:
            topic = Topic.model_validate(tables)
            if topic.topic != path.stem:
                raise ValueError(f"it is about {topic.topic!r}, and a file is named after its topic")
        topics.append(topic)
    return tuple(topics)


class Shelf:
    """The topics, found by meaning. Safe in several threads.

    A language's examples are embedded when the first question in it comes, unless `vectors` (a file that `save` wrote) has those very examples.
    """

    def __init__(self, topics: Sequence[Topic], embedding: Embed, vectors: Path | None = None) -> None:
        self._topics = tuple(topics)
        self._embed = embedding
        self._vectors = vectors
        self._examples: dict[str, tuple[NDArray[np.int64], Vectors, Vectors]] = {}
        self._lock = threading.Lock()

    def nearest(self, question: str, language: str) -> Match:
        """The topic that fits best, however badly. Languages without texts are compared with the English ones."""
        return self.ranked(question, language)[0]

    def ranked(self, question: str, language: str) -> tuple[Match, ...]:
        """Every topic, the one that fits best first."""
        owner, vectors, mean = self._of(_written(language))
        similarity = vectors @ _unit(self._embed([question])[0] - mean)
        scores = [float(np.sort(similarity[owner == number])[-NEAREST:].mean()) for number in range(len(self._topics))]
        if language in LANGUAGES:
            scores = [score + KEYWORD * _mentions(question, topic.text(language).keywords) for score, topic in zip(scores, self._topics, strict=True)]
        return tuple(Match(self._topics[number], scores[number]) for number in np.argsort(-np.array(scores), kind="stable"))

    def topic(self, name: str) -> Topic | None:
        return next((topic for topic in self._topics if topic.topic == name), None)

    def mean(self, language: str) -> Vectors:
        """What all sentences of a language have in common (English, where there are no texts), shape (384,): taken away, they tell topics apart."""
        return self._of(_written(language))[2]

    def _of(self, language: str) -> tuple[NDArray[np.int64], Vectors, Vectors]:
        with self._lock:
            if language not in self._examples:
                owner, lines = self._lines(language)
                raw = self._saved(language, lines)
                if raw is None:
                    raw = self._embed(lines)
                mean = raw.mean(axis=0)
                self._examples[language] = (np.array(owner), _unit(raw - mean), mean)
            return self._examples[language]

    def _lines(self, language: str) -> tuple[list[int], list[str]]:
        """Each example with the number of its topic."""
        texts = [topic.text(language) for topic in self._topics]
        rows = [(number, line) for number, text in enumerate(texts) for line in (text.title, *text.questions)]
        return [number for number, _ in rows], [line for _, line in rows]

    def _saved(self, language: str, lines: Sequence[str]) -> Vectors | None:
        """The saved vectors of exactly these lines."""
        if self._vectors is None or not self._vectors.exists():
            return None
        with np.load(self._vectors, allow_pickle=False) as saved:
            name = _name(language, lines)
            return np.asarray(saved[name], dtype=np.float32) if name in saved else None

    def save(self, path: Path) -> None:
        """Embed the examples of every language and keep them, in half precision."""
        lines = {language: self._lines(language)[1] for language in LANGUAGES}
        np.savez(path, allow_pickle=False, **{_name(language, own): self._embed(own).astype(np.float16) for language, own in lines.items()})


def _written(language: str) -> str:
    return language if language in LANGUAGES else "en"


def _name(language: str, lines: Sequence[str]) -> str:
    """Names the vectors after the very lines, so that edited examples never meet old vectors."""
    return f"{language}-{hashlib.sha256(json.dumps(list(lines)).encode()).hexdigest()[:16]}"


def _unit(vectors: Vectors) -> Vectors:
    scaled: Vectors = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return scaled


def _mentions(question: str, keywords: Sequence[str]) -> bool:
    patterns = (re.escape(keyword.removesuffix("*")) + ("" if keyword.endswith("*") else r"\b") for keyword in keywords)
    return any(re.search(rf"\b{pattern}", question.casefold()) for pattern in patterns)


@cache
def shelf() -> Shelf:
    """The built-in topics: fixed files of this installation, read once."""
    return Shelf(read_topics(asset("knowledge")), embed, asset("knowledge") / VECTORS)


@task(chat_name="Knowledge", seconds=30, family="knowledge")
async def knowledge(context: Context, query: str) -> tuple[Fact, ...]:
    """General health knowledge and everyday advice about sleep, activity, pulse, stress, drinking and back pain, with its source."""
    # A planner may hand on the question in English; the person's own words are tried as well.
    found = [
        await anyio.to_thread.run_sync(shelf().nearest, words, context.language)
        for words in dict.fromkeys((query, context.question))
        if words.strip()
    ]
    best = max(found, key=lambda match: match.score, default=None)
    if best is None or best.score < THRESHOLD:
        raise NoData("Nothing in the local knowledge answers that.")
    return (passage(best.topic, context.language),)


def passage(topic: Topic, language: str) -> Passage:
    """What a topic says in a language, in English where it has no text, with the page that it rests on."""
    written = _written(language)
    text, source = topic.text(written), topic.source
    return Passage(topic.topic, written, text.title, text.sentences, Source("knowledge", topic.topic, source.title, source.url))


if __name__ == "__main__":
    shelf().save(asset("knowledge") / VECTORS)
