"""The model may reword English sentences about measurements; each is verified against its draft, and the draft is said when it fails."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import anyio

from assistant.assets import asset
from assistant.errors import ModelError
from assistant.protocols import Model, ResponseGenerator
from assistant.reply.verify import rephrasable, verify
from assistant.types import Alarm, Plan, Sentence, StepResult, Turn
from i18n.languages import reply_language
from i18n.verbalize import verbalize

__all__ = ["Rephraser"]

_LOG = logging.getLogger(__name__)


class Rephraser:
    """A `ResponseGenerator` around another one.

    model: asked once a sentence, with that sentence only: never with the person's own words, so nothing said to it can instruct it.
    drafts: writes the sentences; what it promises stays true of this.
    seconds: how long one sentence may wait for the model before its draft is said.
    """

    def __init__(self, drafts: ResponseGenerator, model: Model, *, seconds: float = 4.0) -> None:
        self.name = f"{drafts.name}+{model.name}"
        self._drafts = drafts
        self._model = model
        self._seconds = seconds
        self._prompt = asset("prompts", "rephrase.txt").read_text(encoding="utf-8")

    async def respond(self, turn: Turn, plan: Plan, results: Sequence[StepResult]) -> AsyncIterator[Sentence]:
        async for draft in self._drafts.respond(turn, plan, results):
            yield await self._reworded(draft) if reply_language(turn.language) == "en" else draft

    def style(self, turn: Turn) -> str:
        return self._drafts.style(turn)

    def alarm(self, alarm: Alarm) -> tuple[Sentence, ...]:
        return self._drafts.alarm(alarm)

    def notice(self, key: str, language: str) -> Sentence:
        return self._drafts.notice(key, language)

    async def _reworded(self, draft: Sentence) -> Sentence:
        if not rephrasable(draft):
            return draft
        plain, asides = _set_aside(draft.shown)
        candidate = _put_back(await self._candidate(plain), asides)
        if candidate is None or candidate == draft.shown:
            return draft
        verdict = verify(draft, candidate)
        if not verdict.ok:
            # The reasons only: what was said is the person's health data and does not belong in a log.
            _LOG.info("a rephrase was refused: %s", "; ".join(verdict.reasons))
            return draft
        return replace(draft, shown=candidate, spoken=verbalize(candidate, "en"), drafted_by="model")

    async def _candidate(self, text: str) -> str | None:
        messages = ({"role": "system", "content": self._prompt}, {"role": "user", "content": text})
        try:
            with anyio.fail_after(self._seconds):
                answer = await self._model.complete(messages, max_tokens=120)
        except (ModelError, TimeoutError):
            return None
        return answer.strip().strip('"“”').strip() or None


# "last week (23–29 November)", "yesterday (Sunday 29 November)": small models drop what stands in brackets, so they are not shown it.
_ASIDE = re.compile(r"((?:\b(?:last|this|the) )?(?:\w+ )?\w+)( \([^()]+\))")


def _set_aside(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The text without its brackets, and each bracket with the words that it follows."""
    asides = tuple((found[1], found[2]) for found in _ASIDE.finditer(text))
    return _ASIDE.sub(r"\1", text), asides


def _put_back(text: str | None, asides: tuple[tuple[str, str], ...]) -> str | None:
    """Each bracket after its words again; None when they are not there exactly once, for then nobody knows where it belongs."""
    for words, aside in asides:
        if text is None:
            return None
        places = list(re.finditer(rf"\b{re.escape(words)}\b", text, re.IGNORECASE))
        if len(places) != 1:
            return None
        text = f"{text[: places[0].end()]}{aside}{text[places[0].end() :]}"
    return text
