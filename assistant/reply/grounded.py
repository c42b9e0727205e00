"""`ResponseGenerator` from facts alone: every sentence is a catalogue message whose slots are facts. No model is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence

from assistant.facts import (
    Assessed,
    Compared,
    Fact,
    Measured,
    Passage,
    Unusual,
    Used,
)
from assistant.period import Period
from assistant.reply.clauses import Clauses
from assistant.reply.manner import manner
from assistant.reply.order import Days, about_of, days_counted, in_order, paired
from assistant.reply.writer import counted_by_nights
from assistant.types import Alarm, Plan, Sentence, StepResult, Turn
from i18n.catalog import Catalogue
from i18n.languages import reply_language
from i18n.slots import Form, Phone, Series, Slot

__all__ = ["GroundedReply"]

_FORMS: tuple[Form, Form] = ("shown", "spoken")
_REFUSALS = {"out_of_scope": "out-of-scope", "somebody_else": "somebody-else", "declined": "declined"}
# What "I couldn't look up …" can name; of other tasks it says less.
_LOOKED_UP = frozenset(
    {"sleep", "activity", "heart_rate", "breathing", "body", "blood_pressure", "glucose", "cycle", "health_record", "recording", "read_picture"}
)
# What these are refused is what the person does not allow to be read; others are refused the network.
_PERSONAL = _LOOKED_UP - {"read_picture"} | {"pulse", "stress", "forecast", "report", "insight", "watch"}
_ALARMS = ("chest_pain", "stroke", "breathing", "overdose", "suicide")


class GroundedReply:
    """Writes replies from the catalogues.

    emergency_number: what the alarm says to call ("112").
    crisis_number: a crisis line, where the country has one; without it the emergency number is named.
    """

    name = "grounded"

    def __init__(self, catalogue: Catalogue, *, emergency_number: str, crisis_number: str | None = None) -> None:
        self._catalogue = catalogue
        self._emergency = emergency_number
        self._crisis = crisis_number

    def style(self, turn: Turn) -> str:
        """The manner that the feeling called for: "plain", "compassionate", "calm", "brief" or "warm"."""
        return manner(turn.emotion).style

    async def respond(self, turn: Turn, plan: Plan, results: Sequence[StepResult]) -> AsyncIterator[Sentence]:
        """Acknowledgement, answer, detail, at most one next step. A language without a catalogue is answered in English, and told so."""
        language = reply_language(turn.language)
        clauses = Clauses(self._catalogue, language, turn.now)
        if language != turn.language:
            yield self.notice("language-english", language)
        if plan.kind == "small_talk":
            yield clauses.plain("small-talk", "small_talk")
            return
        felt = manner(turn.emotion)
        if felt.acknowledgement is not None:
            yield clauses.plain(felt.acknowledgement, "acknowledgement")
        if plan.kind == "clarify":
            yield self._question(clauses, language, plan)
            return
        if plan.kind in _REFUSALS:
            yield clauses.plain(_REFUSALS[plan.kind], "notice")
        else:
            for sentence in self._answer(clauses, language, results):
                yield sentence
            if plan.left:
                yield clauses.plain("left-out", "notice")
        if felt.advice is not None:
            yield clauses.plain(felt.advice, "advice")
        elif any(isinstance(fact, Passage) for result in results for fact in result.facts):
            yield clauses.plain("advice-knowledge", "notice")

    def alarm(self, alarm: Alarm) -> tuple[Sentence, ...]:
        """What it may be, whom to call now, what to do until help comes. A crisis begins with compassion."""
        kind = alarm.kind if alarm.kind in _ALARMS else "other"
        if kind == "suicide" or (kind == "other" and alarm.urgency == "crisis"):
            return self._crisis_words(alarm.language)
        # Someone who took too much on purpose needs both: the emergency number, and not to be alone with it.
        first = (self._fixed(alarm.language, "alarm-suicide", "alarm"),) if kind == "overdose" and alarm.urgency == "crisis" else ()
        return (
            *first,
            self._fixed(alarm.language, f"alarm-{kind}", "alarm"),
            self._fixed(alarm.language, "alarm-call", "alarm", number=Phone(self._emergency)),
            self._fixed(alarm.language, f"alarm-{kind}-wait", "alarm"),
        )

    def notice(self, key: str, language: str) -> Sentence:
        """A fixed phrase of the house: "didnt-hear", "no-plan", "picture-unreadable", "voice-basic", "wait", "failed", "not-a-doctor"."""
        return self._fixed(language, f"notice-{key}", "notice")

    def _crisis_words(self, language: str) -> tuple[Sentence, ...]:
        number = Phone(self._emergency)
        if self._crisis is None:
            calls = [self._fixed(language, "alarm-crisis-only", "alarm", number=number)]
        else:
            line = self._fixed(language, "alarm-crisis-line", "alarm", crisis=Phone(self._crisis))
            calls = [line, self._fixed(language, "alarm-crisis-call", "alarm", number=number)]
        return (self._fixed(language, "alarm-suicide", "alarm"), *calls, self._fixed(language, "alarm-suicide-wait", "alarm"))

    def _fixed(self, language: str, message: str, kind: str, **slots: Slot) -> Sentence:
        shown, spoken = (self._catalogue.say(reply_language(language), message, form, **slots) for form in _FORMS)
        return Sentence(shown, spoken, kind)

    def _question(self, clauses: Clauses, language: str, plan: Plan) -> Sentence:
        if plan.clarify is not None and plan.clarify.about == "days":
            return clauses.plain("clarify-days", "question")
        tasks = [task for task in dict.fromkeys(plan.clarify.readings if plan.clarify else ()) if self._catalogue.has(language, f"task-{task}")]
        if len(tasks) < 2:
            return clauses.plain("clarify-open", "question")
        return clauses.plain("clarify", "question", readings=Series(tuple(self._catalogue.say(language, f"task-{task}") for task in tasks), "or"))

    def _answer(self, clauses: Clauses, language: str, results: Sequence[StepResult]) -> Iterable[Sentence]:
        facts = in_order(fact for result in results for fact in result.facts)
        last: object = None
        advice: dict[str, Sentence] = {}  # said once, after what it is about
        for group in paired(facts):
            about = about_of(group[0])
            again = about is not None and about == last
            match group:
                case (Measured() | Assessed() as systolic, Measured() | Assessed() as diastolic):
                    said = clauses.pressure(systolic, diastolic, again=again)
                case _:
                    said = clauses.fact(group[0], again=again)
            for sentence in said:
                if sentence.kind in ("advice", "notice"):
                    advice.setdefault(sentence.shown, sentence)
                else:
                    yield sentence
            # A comparison ends with the other period, unusual days with those before them, so the next sentence names its own again.
            last = None if isinstance(group[0], Compared | Unusual) else about
        yield from self._details(clauses, facts)
        yield from advice.values()
        if any(result.step.task == "report" and result.facts for result in results):
            yield clauses.plain("summary-page", "notice")
        used = next((fact for fact in facts if isinstance(fact, Used)), None)
        reason = clauses.why(used) if used is not None else None
        if reason is not None:
            yield reason
        for result in results:
            if result.outcome == "waiting":
                yield clauses.confirm(result.step.task, result.step.args)
            if result.refused:
                yield clauses.plain("refused-record" if result.step.task in _PERSONAL else "refused", "notice")
            elif result.outcome == "failed":
                task = f"task-{result.step.task}"
                refused = clauses.refused(result.step.task, result.step.args)
                if refused is not None:
                    yield refused
                elif result.step.task in _LOOKED_UP:
                    yield clauses.plain("failed", "notice", task=self._catalogue.say(language, task))
                else:
                    yield clauses.plain("failed-other", "notice")
        if not facts and not any(result.outcome in ("failed", "waiting") for result in results):
            yield clauses.plain("notice-no-results", "notice")

    def _details(self, clauses: Clauses, facts: Sequence[Fact]) -> Iterable[Sentence]:
        """Days without data, said once for the facts that share them; sources, where there are several."""
        measured = [part for fact in facts for part in days_counted(fact)]
        shared: dict[tuple[Period, int, bool], list[Days]] = {}
        for fact in measured:
            shared.setdefault((fact.period, fact.days_with_data, counted_by_nights(fact.measure)), []).append(fact)
        beside = Counter((period, nights) for period, _, nights in shared)
        named = len({period for period, _, _ in shared}) > 1 or (len(shared) > 1 and max(beside.values()) == 1)
        for (period, known, nights), group in shared.items():
            if known < period.days:
                yield clauses.coverage(tuple(group), named=named, measures=beside[period, nights] > 1)
        titles = tuple(dict.fromkeys(fact.source.title for fact in measured))
        if len(titles) > 1:
            yield clauses.sources(titles, tuple(measured))
