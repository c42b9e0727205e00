"""Families of tasks: a menu of dozens is planned with the prompt of one family, so that each prompt is short and its reading can be kept.

`TaskSpec.family` groups the menu. The router's readings choose; what it does not know (a plug-in without exemplars) is found by the meaning of
its description, or by its words where no embeddings are installed.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

import anyio.to_thread
import numpy as np

from assistant.errors import ModelMissing
from assistant.planning.head import Floats
from assistant.planning.reading import Embed
from assistant.planning.router import Heard, sentence_vector
from assistant.planning.steps import PICTURE
from assistant.tasks.spec import TaskSpec
from assistant.types import Alternative, Turn

__all__ = ["LARGEST", "Families", "Family", "families"]

LARGEST = 12
"""Tasks in one prompt. A menu up to this size is one family."""

_CLOSE = 0.5  # a second family with at least this share of the first one's probability is looked at too
_HEAT = 0.03  # of the softmax over cosines, which for E5 all lie between 0.8 and 0.95
_WORD = re.compile(r"\w{3,}")

Hear = Callable[[Turn, Sequence[TaskSpec]], Awaitable[Heard]]


@dataclass(frozen=True, slots=True)
class Family:
    """Tasks that share a prompt, in the order of their names."""

    name: str
    tasks: tuple[TaskSpec, ...]


def families(tasks: Sequence[TaskSpec]) -> tuple[Family, ...]:
    """The menu in prompts: one for a small menu; else one for each family, and several where a family is large ("other-1", "other-2"). Pictures
    are read whenever there are some, so reading them is no choice. The same tasks always give the same families."""
    chosen = sorted((spec for spec in tasks if spec.name != PICTURE), key=lambda spec: spec.name)
    if len(chosen) <= LARGEST:
        return (Family("all", tuple(chosen)),)
    found: list[Family] = []
    for name in sorted({spec.family for spec in chosen}):
        own = [spec for spec in chosen if spec.family == name]
        if len(own) <= LARGEST:
            found.append(Family(name, tuple(own)))
            continue
        pieces = -(-len(own) // LARGEST)
        size = -(-len(own) // pieces)
        found += [Family(f"{name}-{n // size + 1}", tuple(own[n : n + size])) for n in range(0, len(own), size)]
    return tuple(found)


class Families:
    """Chooses the families of a question, the likeliest first.

    hear: the router's readings; None goes by descriptions alone. embedding: a sentence → its unit vector.
    """

    def __init__(self, hear: Hear | None = None, embedding: Embed = sentence_vector) -> None:
        self._hear = hear
        self._embed = embedding
        self._vectors: dict[str, Floats] = {}

    async def ranked(self, turn: Turn, tasks: Sequence[TaskSpec], heard: Sequence[Alternative] = ()) -> tuple[Family, ...]:
        """The likeliest family, and the second when it is close. heard: the router's readings, where they are known already."""
        known = families(tasks)
        if len(known) == 1:
            return known
        if not heard and self._hear is not None:
            heard = (await self._hear(turn, tasks)).alternatives
        p = _mass(known, heard)
        left = max(0.0, 1.0 - sum(p.values()))  # what the router gave to no task goes to the families whose descriptions fit
        if left > 0.01:
            fits = await anyio.to_thread.run_sync(self._fits, turn.text, known)
            p = {name: share + left * fits[name] for name, share in p.items()}
        best = sorted(known, key=lambda family: (-p[family.name], family.name))[:2]
        return tuple(best) if p[best[1].name] >= _CLOSE * p[best[0].name] else (best[0],)

    async def menu(self, turn: Turn, tasks: Sequence[TaskSpec]) -> tuple[TaskSpec, ...]:
        """The tasks that a prompt about this question lists."""
        return tuple(spec for family in await self.ranked(turn, tasks) for spec in family.tasks)

    def _fits(self, text: str, known: Sequence[Family]) -> Mapping[str, float]:
        """How well the best description of each family fits, as probabilities."""
        try:
            asked = self._embed(text)
            best = [max(float(asked @ self._vector(_line(spec))) for spec in family.tasks) for family in known]
            heat = _HEAT
        except ModelMissing:
            said = set(_WORD.findall(text.casefold()))
            best = [max(float(len(said & set(_WORD.findall(_line(spec).casefold())))) for spec in family.tasks) for family in known]
            heat = 1.0
        weights = np.exp((np.array(best) - max(best)) / heat)
        return {family.name: float(weight) for family, weight in zip(known, weights / weights.sum(), strict=True)}

    def _vector(self, line: str) -> Floats:
        if line not in self._vectors:
            self._vectors[line] = self._embed(line)
        return self._vectors[line]


def _mass(known: Sequence[Family], heard: Sequence[Alternative]) -> dict[str, float]:
    p = {alternative.task: alternative.p for alternative in heard}
    return {family.name: sum(p.get(spec.name, 0.0) for spec in family.tasks) for family in known}


def _line(spec: TaskSpec) -> str:
    return f"{spec.chat_name}: {spec.description}"
