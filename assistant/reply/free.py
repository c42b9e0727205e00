"""A large model words the answer; the verifier lets each of its sentences pass or drops it, and what it left out is said in the catalogue's words.

The model gets the compiled results and the deterministic draft. It may use nothing else, and whatever it says is held against the facts of the turn
before anybody sees or hears it. Alarms, advice, questions, small talk, refusals and health knowledge are never worded by a model.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from assistant.errors import ModelError
from assistant.facts import Absent, Compared, Counted, Extreme, Measured, Moment, Trended
from assistant.prompting import Promptist, quoted, template
from assistant.protocols import Model, ResponseGenerator
from assistant.reply.claimed import claims_of
from assistant.reply.verifier import LANGUAGES, missing, verify_reply
from assistant.tasks.spec import TaskSpec
from assistant.trace import traced
from assistant.types import Alarm, Plan, Sentence, StepResult, Turn
from audio.chunk import sentences
from i18n.languages import reply_language, resolve
from i18n.verbalize import verbalize

__all__ = ["FreeReply"]

_WORDED = ("answer", "detail")
# What can be held against a fact word by word. A passage of health knowledge cannot: said in other words it may say something else. Nor is a model
# let near a published range, a link between two measures, a health record or an estimate, where a word more is a diagnosis, a cause or an advice.
_COUNTED = (Measured, Compared, Trended, Extreme, Counted, Absent, Moment)
_MOST = 8  # sentences: an answer that is heard, not read
_TOKENS = 400
_LONGEST = 4000  # letters after which a model that does not stop is stopped
_MANNERS = {
    "plain": "friendly and plain",
    "compassionate": "warm and compassionate, unhurried",
    "calm": "calm and reassuring in tone, without reassuring about health",
    "brief": "brief, the person is tired",
    "warm": "warm, sharing the joy",
}


class FreeReply:
    """`ResponseGenerator` around the grounded one.

    tasks: for how much of a result the model may see (`TaskSpec.output`). prefix: put before the instructions, e.g. "Call the person Frau Kaya."; the
    verifier stays behind it. budget: tokens of the results.
    """

    def __init__(self, drafts: ResponseGenerator, model: Model, tasks: Sequence[TaskSpec] = (), *, prefix: str = "", budget: int = 2000) -> None:
        self.name = f"llm:{model.name}"
        self._drafts = drafts
        self._model = model
        self._tasks = tuple(tasks)
        self._prefix = prefix
        self._budget = budget

    async def respond(self, turn: Turn, plan: Plan, results: Sequence[StepResult]) -> AsyncIterator[Sentence]:
        drafts = [draft async for draft in self._drafts.respond(turn, plan, results)]
        worded = [draft for draft in drafts if draft.kind in _WORDED and draft.facts and all(isinstance(fact, _COUNTED) for fact in draft.facts)]
        language = reply_language(turn.language)
        if not worded or plan.kind != "answer" or language not in LANGUAGES:
            for draft in drafts:
                yield draft
            return
        first = drafts.index(worded[0])
        for draft in drafts[:first]:
            yield draft
        facts = tuple(dict.fromkeys(fact for draft in worded for fact in draft.facts))
        claims = claims_of(facts, language)
        said: list[str] = []
        async for candidate in self._written(turn, results, worded, language):
            verdict = verify_reply(candidate, claims, language)
            if not verdict.ok:
                # The reasons only: what was said may be invented, and does not belong into a trace as if it were an answer.
                traced().notes.append(f"A sentence of the model was dropped: {'; '.join(verdict.reasons)}.")
                continue
            said.append(candidate)
            yield Sentence(candidate, verbalize(candidate, language), "answer", facts, "model")
        covered = {draft for draft in worded if _covers(" ".join(said), draft, language)}
        for draft in drafts[first:]:
            if draft not in covered:
                yield draft

    def style(self, turn: Turn) -> str:
        return self._drafts.style(turn)

    def alarm(self, alarm: Alarm) -> tuple[Sentence, ...]:
        return self._drafts.alarm(alarm)

    def notice(self, key: str, language: str) -> Sentence:
        return self._drafts.notice(key, language)

    async def _written(self, turn: Turn, results: Sequence[StepResult], worded: Sequence[Sentence], language: str) -> AsyncIterator[str]:
        """The model's sentences, each as soon as it is complete; none more when it fails, and the trace says so."""
        instructions = template("reply")
        thinker = await Promptist(self._model.count, self._budget).outcomes(results, self._tasks)
        draft = quoted(" ".join(sentence.shown for sentence in worded))
        prompt = instructions.prompt(
            {
                "role": "system",
                "content": instructions.fill(
                    prefix=self._prefix, language=resolve(language).english, sentences=str(_MOST), manner=_MANNERS[self.style(turn)]
                ),
            },
            {"role": "user", "content": f"Asked (data): {quoted(turn.text)}\nResults (data):\n{thinker}\nDraft: {draft}"},
        )
        text, given = "", 0
        try:
            async for piece in self._model.stream(prompt.messages, max_tokens=_TOKENS):
                text += piece
                complete = sentences(_settled(text), language)[:-1]
                for sentence in complete[given:_MOST]:
                    yield sentence
                given = max(given, len(complete))
                if given >= _MOST or len(text) > _LONGEST:
                    return
        except ModelError as error:
            traced().notes.append(f"The model did not finish the answer: {error}")
            return
        for sentence in sentences(text, language)[given:_MOST]:
            yield sentence


def _settled(text: str) -> str:
    """The part that the next words cannot change any more: "29." may go on with "November"."""
    end = max(text.rfind(" "), text.rfind("\n"), *(text.rfind(mark) for mark in "。！？"))
    return text[: end + 1]


def _covers(said: str, draft: Sentence, language: str) -> bool:
    """Whether everything that the draft claims was said, so that it need not be said again. Details, such as the source and how many days a figure
    rests on, are left out only when they stand there word for word."""
    if draft.kind == "detail":
        return draft.shown in said
    return bool(said) and not missing(said, claims_of(draft.facts, language), language)
