"""Typed slots of a question: measures, view and days, found in code from words. No model decides them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from types import MappingProxyType
from typing import Literal

from assistant.facts import Which
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.planning.limits import Limit, find_limit
from assistant.planning.retraction import retractions, standing, without
from assistant.tasks.series import View
from assistant.types import Turn
from i18n.dates import PeriodMention, find_periods, reaches_beyond
from i18n.lexicon import Word, lexicon
from i18n.spans import Span, overlap

__all__ = ["Slots", "find_slots", "gloss", "slots_of"]

_GENERAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "sleep_duration": (
            "sleep_regularity", "sleep_efficiency", "sleep_latency", "bedtime", "wake_time", "time_in_bed", "rem_share", "deep_share", "naps",
            "total_sleep",
        ),
        "heart_rate": ("max_heart_rate", "walking_heart_rate", "hrv", "hrv_sdnn"),
        "glucose": ("time_in_range", "time_below_range", "time_above_range", "glucose_variability", "gmi"),
        "steps": ("walking_heart_rate",),
        "hrv": ("glucose_variability",),
        "energy": ("active_energy", "basal_energy"),
    }
)  # fmt: skip
"""What says nothing of its own beside a word that says more exactly what is asked for: "is my sleep regular?" asks for no hours."""

_DIGITS = ("vo2max", "spo2")  # measures with a figure in their names
_LONGEST = 500  # characters of what came along: the planner reads a question, not a file


@dataclass(frozen=True, slots=True)
class Slots:
    """What the words of a question say.

    measures: named outright, in order. hints: suggested ("walked" suggests steps).
    periods: in order of mention. beyond: a time is named that is no stretch of past days (tomorrow, 31 November, on Mondays).
    view, which: from words; two stretches are a comparison.
    limit: the amount that a value is held against, and on which side. days: how many in a row, where that is said.
    subjects: what is spoken of beside measures (a recording, medicines, …), about: single entries of a health record. overview: a summary is asked
    for, which one figure does not give.
    clock: the part that was asked for, if words for it are there. picture: a picture is spoken of.
    cues: "advice" when it sounds general, "self" when it sounds like the person's own records, "other" when somebody else is spoken of.
    effect: "note", "remind", "search" or "watch", when words ask for it. account: it asks how an answer came about. correction: it opens by
    correcting.
    taken_back: offsets of what the speaker took back, and of the words that did so ("on Saturday, no wait, on Sunday").
    """

    language: str
    measures: tuple[Word, ...] = ()
    hints: tuple[Word, ...] = ()
    periods: tuple[PeriodMention, ...] = ()
    beyond: bool = False
    view: View = "summary"
    which: Which = "highest"
    limit: Limit | None = None
    days: int | None = None
    subjects: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    overview: bool = False
    clock: Literal["time", "date"] | None = None
    picture: bool = False
    cues: frozenset[str] = frozenset()
    effect: str | None = None
    account: bool = False
    correction: bool = False
    taken_back: tuple[tuple[int, int], ...] = ()

    @property
    def tasks(self) -> frozenset[str]:
        """Tasks whose measures are named outright."""
        return frozenset(MEASURES[word.says].task for word in self.measures)


def find_slots(text: str, language: str, today: date, reference: Period | None = None) -> Slots:
    """`reference` is the stretch that was spoken of before, for "and the week before?"."""
    words = lexicon(language)
    said = words.find("measures", text)
    suggested = tuple(word for word in words.find("hints", text) if not any(overlap(word, named) for named in said))
    mentioned = find_periods(text, language, today, reference)
    marks = retractions(text, language)
    measures = standing(said, text, language, marks)
    hints = standing(suggested, text, language, marks)
    periods = standing(mentioned, text, language, marks)
    before = _offsets(said, suggested, mentioned)
    stays = _offsets(measures, hints, periods)
    gone = [offsets for offsets in before if offsets not in stays]
    limit, amounts, limiting = find_limit(
        text, language, [*mentioned, *(word for word in said if word.says in _DIGITS), *(Word("back", start, end) for start, end in gone)]
    )
    timed = any(word.says in ("bedtime", "wake_time") for word in measures)  # "what time do I usually wake up?" is not after the time now
    clock = [] if timed else [word.says for word in words.find("clock", text)]
    advised = words.find("cues", text)
    cues = {word.says for word in advised}
    effect = next((word.says for word in words.find("effects", text)), None)
    own = "other" not in cues and words.says("cues", "self", text)
    named = dict.fromkeys(word.says for word in (*measures, *hints))
    # "Is 6 hours enough?" is no question about the person's own nights, and one measure goes together with none.
    leave = [*([] if own and limit is None and named else ["assess"]), *([] if own and len(named) > 1 else ["relate"])]
    if "assess" in leave and "other" not in cues and (measures or limit is not None) and words.says("views", "assess", text):
        cues.add("advice")
    seen = [
        word
        for word in standing(words.find("views", text, leave), text, language, marks)
        if not any(overlap(word, span) for span in limiting) and not any(name.start <= word.start and word.end <= name.end for name in measures)
    ]  # "maximum heart rate" and "VO2 max" ask for no extreme
    views = [word.says for word in seen]
    if "compare" not in views:
        periods = _together(periods, text, language)
    if limit is not None and limit.bound is not None and limit.amount.unit == "clock":  # "asleep before 11 o'clock"
        measures = tuple(replace(word, says="bedtime") if word.says in ("sleep_duration", "time_in_bed") else word for word in measures)
    if limit is not None and limit.amount.unit == "clock":  # "awake before 7 am"
        measures = tuple(replace(word, says="wake_time") if word.says == "awake" else word for word in measures)
    if "relate" not in views:
        measures = _exactly(measures, text, language)
    if any(word.says == "advice" and not any(overlap(word, other) for other in seen) for word in advised):
        views = [view for view in views if view != "assess"]  # "what helps when my blood pressure is too high?"
    view = _view(views, len({mention.period for mention in periods}), limit)
    several = all(mention.period.days > 1 for mention in periods)
    if view == "summary" and several and {word.says for word in measures} == {"max_heart_rate"}:  # the highest of the days: no mean of peaks
        view = "extreme"
    if view in ("relate", "assess"):
        cues.discard("advice")
    which: Which = "lowest" if "lowest" in views and "highest" not in views else "highest"
    in_a_row = next((amount for amount in amounts if amount.unit == "days" and amount.value.is_integer() and amount.value >= 1), None)
    return Slots(
        language=language,
        measures=measures,
        hints=hints,
        periods=periods,
        beyond=reaches_beyond(text, language, today),
        view=view,
        which=which,
        limit=limit,
        days=int(in_a_row.value) if in_a_row else None,
        subjects=tuple(dict.fromkeys(word.says for word in words.find("subjects", text))),
        about=tuple(dict.fromkeys(word.says for word in words.find("about", text))),
        overview=bool(words.find("overview", text)),
        clock=None if not clock else "date" if "date" in clock else "time",
        picture=bool(words.find("picture", text)),
        cues=frozenset(cues),
        effect=effect,
        account=bool(words.find("account", text)),
        correction=words.opening("correction", text) is not None,
        taken_back=tuple(sorted([*gone, *((mark.start, mark.end) for mark in marks)])) if gone else (),
    )


def slots_of(turn: Turn) -> Slots:
    """Slots of a turn, in the light of what was spoken of before it."""
    return find_slots(turn.text, turn.language, turn.now.date(), _spoken_of(turn))


def gloss(turn: Turn, slots: Slots | None = None) -> str:
    """The text and its slots in English words: what a planner reads, e.g. "¿Cuántos pasos di ayer? [language=es; measure=steps; period=…/…]".

    What came along is described by its names and pairs, as JSON on the same line and marked untrusted: values to know of, never instructions.
    """
    slots = slots or slots_of(turn)
    notes = [f"language={slots.language}"]
    notes += [f"measure={name}" for name in dict.fromkeys(word.says for word in slots.measures)]
    notes += [f"view={slots.view}"] if slots.view != "summary" else []
    notes += [f"limit={slots.limit.amount.value:g}"] if slots.limit and slots.view == "count" else []
    notes += [f"period={mention.period}" for mention in slots.periods]
    notes += [f"subject={subject}" for subject in slots.subjects]
    notes += [f"clock={slots.clock}"] if slots.clock else []
    notes += [f"images={len(turn.images)}"] if turn.images else []
    notes += [f"untrusted files={_json([path.name for path in turn.files])}"] if turn.files and not turn.attachments else []
    notes += (
        [f"untrusted attachments={_json([f'{came.kind} {came.name}: {came.description}' for came in turn.attachments])}"] if turn.attachments else []
    )
    notes += [f"untrusted metadata={_json(dict(turn.metadata))}"] if turn.metadata else []
    return f"{' '.join(turn.text.split())} [{'; '.join(notes)}]"


def _json(given: list[str] | dict[str, str]) -> str:
    """On one line, and no longer than a planner should read."""
    written = json.dumps(given, ensure_ascii=False)
    return written if len(written) <= _LONGEST else f"{written[:_LONGEST]}…"


def _offsets(*found: Sequence[Span]) -> list[tuple[int, int]]:
    return [(one.start, one.end) for kind in found for one in kind]


def _view(views: list[str], periods: int, limit: Limit | None) -> View:
    """A limit is counted, two stretches are compared; else an extreme, a comparison or a trend is what its words say, in this order."""
    if "relate" in views:
        return "relate"
    if limit is not None and (limit.bound is not None or "count" in views):
        return "count"
    if "unusual" in views:
        return "unusual"
    if periods >= 2:
        return "compare"
    if "highest" in views or "lowest" in views:
        return "extreme"
    if "compare" in views:
        return "compare"
    if "trend" in views:
        return "trend"
    return "assess" if "assess" in views else "summary"


def _exactly(measures: tuple[Word, ...], text: str, language: str) -> tuple[Word, ...]:
    """The measures without the general ones beside which another says more exactly what is meant, unless a word joins the two."""
    joins = lexicon(language).find("joins", text)

    def told(word: Word) -> bool:
        beside = (other for other in measures if other.says in _GENERAL.get(word.says, ()))
        return any(not any(min(word.end, other.end) <= join.start < max(word.start, other.start) for join in joins) for other in beside)

    return tuple(word for word in measures if not told(word))


def _together(periods: tuple[PeriodMention, ...], text: str, language: str) -> tuple[PeriodMention, ...]:
    """ "On Saturday and Sunday" is one stretch of two days: nobody asked to compare them."""
    joins = lexicon(language).find("joins", text)
    kept: list[PeriodMention] = []
    for mention in periods:
        last = kept[-1] if kept else None
        between = [word for word in joins if last is not None and last.end <= word.start and word.end <= mention.start]
        if (
            last is not None
            and len(between) == 1
            and not without(text, [(between[0].start, between[0].end)])[last.end : mention.start].strip()
            and (last.kind, mention.kind) == ("weekday", "weekday")
            and last.period.end + timedelta(days=1) == mention.period.start
        ):
            kept[-1] = PeriodMention(Period(last.period.start, mention.period.end), last.start, mention.end, "range")
        else:
            kept.append(mention)
    return tuple(kept)


def _spoken_of(turn: Turn) -> Period | None:
    for exchange in reversed(turn.history):
        for step in exchange.plan.steps if exchange.plan else ():
            said = Period.of(step.args.get("against")) or Period.of(step.args.get("period"))
            if said is not None:
                return said
    return None
