"""Planner without a language model: embeddings centred per language, words from the lexicon, and a calibrated probability."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import anyio.to_thread
import numpy as np

from assistant.assets import asset
from assistant.models.embedding import embed
from assistant.planning.conversation import follow_up
from assistant.planning.decision import VAGUE, act, names, undecided
from assistant.planning.exemplars import Exemplars, read_exemplars
from assistant.planning.head import Floats
from assistant.planning.reading import Embed, Reader, key_of, train
from assistant.planning.retraction import without
from assistant.planning.several import own_clause, several
from assistant.planning.slots import Slots, slots_of
from assistant.planning.vectors import Vectors
from assistant.tasks.spec import TaskSpec
from assistant.types import Alternative, Plan, StepResult, Turn
from i18n.lexicon import lexicon

__all__ = ["Heard", "Router", "sentence_vector"]

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Heard:
    """What the router makes of a turn: readings, best first, the probability from which the first may be acted upon, and the slots.

    grounded: False when the best reading is a task that reads a measure and no word of the question names or suggests one of its measures:
    "how was last week?" may sound like sleep, but nobody said so.
    """

    alternatives: tuple[Alternative, ...]
    threshold: float
    slots: Slots
    grounded: bool = True

    @property
    def best(self) -> Alternative:
        return self.alternatives[0]

    @property
    def sure(self) -> bool:
        return self.grounded and self.best.p >= self.threshold


def sentence_vector(text: str) -> Floats:
    """The default `Embed`. Raises `ModelMissing` where the embeddings are not installed."""
    return np.asarray(embed([text])[0], dtype=np.float64)


class Router:
    """`Planner` by nearest meaning. Below its threshold it asks back rather than guess.

    cache: folder for routers trained on exemplars of other tasks than the built-in ones, and for the vectors of those; None keeps them in memory.
    """

    name = "router"

    def __init__(self, cache: Path | None = None, embedding: Embed = sentence_vector) -> None:
        self._cache = cache
        self._embed = embedding
        self._readers: dict[frozenset[object], Reader] = {}  # by the exemplars that tasks bring
        self._lock = threading.Lock()  # or two threads would train the same router

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan:
        continued = follow_up(turn, slots_of(turn), tasks, self.name)
        if continued:
            return continued
        joined = await several(turn, tasks, self.hear, self.name)
        if joined:
            return joined
        heard = await self.hear(turn, tasks)
        if not heard.sure or heard.best.task == "somebody_else":  # a story around the question may hide it
            alone = own_clause(turn, heard.slots)
            clause = await self.hear(alone, tasks) if alone else heard
            if clause.sure and "measure" in names(clause.best.task, tasks):
                heard = replace(clause, slots=heard.slots)
        if heard.sure:
            why = f"The question sounds like {heard.best.task} (probability {heard.best.p:.2f})."
            return act(heard.best.task, turn, heard.slots, tasks, self.name, why, heard.alternatives)
        return undecided(turn, heard.slots, tasks, self.name, heard.alternatives)

    async def hear(self, turn: Turn, tasks: Sequence[TaskSpec]) -> Heard:
        """Readings of a turn with their probabilities; a class whose task is not registered counts as out of scope."""
        return await anyio.to_thread.run_sync(self._hear, turn, tuple(tasks))

    def reader(self, tasks: Sequence[TaskSpec] = ()) -> Reader:
        """The router for these tasks: shipped, cached, or trained now (some seconds, once). One that knows more tasks serves a shorter menu."""
        brought = frozenset((spec.name, tuple(sorted(spec.exemplars.items()))) for spec in tasks if spec.exemplars)
        wider = min((known for known in self._readers if known >= brought), key=len, default=None)
        if wider is None:
            self._readers[wider := brought] = self._reader(read_exemplars(tasks))
        return self._readers[wider]

    def _reader(self, exemplars: Exemplars) -> Reader:
        key = key_of(exemplars)
        cached = self._cache / f"router-{key}.npz" if self._cache else None
        reader = _shipped(key) or (Reader.load(cached, key) if cached else None)
        if reader is None:
            _LOG.warning("The example questions have changed: the router learns them now, which takes some seconds, once.")
            reader = train(exemplars, self._learned(exemplars))
            if cached:
                _try(lambda: reader.save(cached))
        return reader

    def _learned(self, exemplars: Exemplars) -> Callable[[Sequence[str]], Floats]:
        """Vectors of the exemplars: those that are shipped or cached, and the rest embedded now."""
        if self._embed is not sentence_vector:  # other vectors than those that are kept
            return lambda texts: np.array([self._embed(text) for text in texts], dtype=np.float64)
        cached = self._cache / "exemplars.npz" if self._cache else None
        vectors = Vectors(embed, [*_kept(), *([cached] if cached else [])])

        def learn(texts: Sequence[str]) -> Floats:
            learned = vectors.of(texts)
            if cached:
                _try(lambda: vectors.save(cached, texts))
            return learned

        return learn

    def _hear(self, turn: Turn, tasks: tuple[TaskSpec, ...]) -> Heard:
        with self._lock:
            reader = self.reader(tasks)
        slots = slots_of(turn)
        vector = self._embed(" ".join(without(turn.text, slots.taken_back).split()) if slots.taken_back else turn.text)
        known = {"small_talk", "out_of_scope", "somebody_else", VAGUE, *(spec.name for spec in tasks)}
        total: dict[str, float] = {}
        for label, p in reader.read(vector, slots).items():
            meaning = next((name for name in (label, reader.kin.get(label)) if name in known), "out_of_scope")
            total[meaning] = total.get(meaning, 0.0) + p
        ranked = sorted(total.items(), key=lambda item: (-item[1], item[0]))
        alternatives = tuple(Alternative(label, round(p, 4)) for label, p in ranked)
        return Heard(alternatives, reader.head.threshold, slots, _grounded(ranked[0][0], slots, tasks))


def _grounded(label: str, slots: Slots, tasks: Sequence[TaskSpec]) -> bool:
    """Whether a word speaks for the task's measures, where the task has some and the language has words."""
    possible = next((spec.schema["properties"].get("measure", {}).get("enum") for spec in tasks if spec.name == label), None)
    if not possible or not lexicon(slots.language).known:
        return True
    return any(word.says in possible for word in (*slots.measures, *slots.hints))


def _shipped(key: str) -> Reader | None:
    try:
        return Reader.load(asset("router.npz"), key)
    except FileNotFoundError:
        return None


def _kept() -> list[Path]:
    try:
        return [asset("exemplars.npz")]
    except FileNotFoundError:
        return []


def _try(save: Callable[[], None]) -> None:
    """A cache that cannot be written costs the next start some seconds, no more."""
    try:
        save()
    except OSError:
        return
