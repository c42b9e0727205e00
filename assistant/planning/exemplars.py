"""Sentences that show the router what each class sounds like. They are data: `assets/exemplars/<class>.toml`, and what tasks bring along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from assistant.assets import asset
from assistant.content import content
from assistant.errors import UsageError
from assistant.tasks.spec import TaskSpec

__all__ = ["Exemplar", "Exemplars", "read_exemplars"]


@dataclass(frozen=True, slots=True)
class Exemplar:
    """One sentence of a class in a language."""

    label: str
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Exemplars:
    """All sentences, in a stable order.

    answers_as: what a class that only the router knows means ("unsupported" → "out_of_scope").
    kin: the class that a class counts for where it is not on the menu itself ("search" → "knowledge").
    """

    sentences: tuple[Exemplar, ...]
    answers_as: Mapping[str, str]
    kin: Mapping[str, str] = field(default_factory=dict)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(sorted({sentence.label for sentence in self.sentences}))


def read_exemplars(tasks: Sequence[TaskSpec] = (), folder: Path | None = None) -> Exemplars:
    """Exemplars of the built-in classes and of tasks that bring their own. Raises `UsageError` when a file is broken."""
    sentences: list[Exemplar] = []
    meanings: dict[str, dict[str, str]] = {"answers_as": {}, "kin": {}}
    for path in sorted((folder or asset("exemplars")).glob("*.toml")):
        with content(path) as tables:
            for name, classes in meanings.items():
                if name in tables:
                    classes[path.stem] = str(tables.pop(name))
            for language, texts in sorted(tables.items()):
                if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
                    raise ValueError(f"{language!r} must be a list of sentences")
                sentences += [Exemplar(path.stem, language, text) for text in texts]
    for spec in sorted(tasks, key=lambda spec: spec.name):
        sentences += [Exemplar(spec.name, language, text) for language, texts in sorted(spec.exemplars.items()) for text in texts]
    if len({sentence.label for sentence in sentences}) < 2:
        raise UsageError("The router needs exemplars of at least two classes in assets/exemplars; install Auricle again.")
    return Exemplars(tuple(dict.fromkeys(sentences)), **meanings)
