"""Every kind of fact in every reply language, pinned in tests/i18n/golden/*.txt so that a person can read what people hear.

After a wanted change: `AURICLE_GOLDEN=write pytest tests/assistant/reply/test_golden.py`, and read the difference.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest

from assistant.facts import Excerpt, Found, Noted, Source, Used
from assistant.period import Period
from assistant.reply.check import check_reply, check_sentence
from assistant.reply.grounded import GroundedReply
from assistant.testing import NOON as NOW
from assistant.types import Alarm, Clarify, Grounds, Plan, Provenance, Reply, Sentence, Step, StepResult
from emotion.emotion import Emotion
from i18n.catalog import Catalogue
from i18n.slots import Form, Slot

GOLDEN = Path(__file__).parents[2] / "i18n" / "golden"
LANGUAGES = ("en", "es", "de")
FEELINGS = ("sad", "anxious", "angry", "pain", "tired", "happy")
ALARMS = ("chest_pain", "stroke", "breathing", "overdose", "suicide", "something_new")
RECORD_TASKS = (
    "breathing",
    "body",
    "blood_pressure",
    "glucose",
    "cycle",
    "health_record",
    "recording",
    "pulse",
    "stress",
    "forecast",
    "report",
    "insight",
    "watch",
)
NOTICES = (
    "didnt-hear",
    "foreign",
    "no-plan",
    "no-results",
    "picture-unreadable",
    "voice-basic",
    "wait",
    "failed",
    "not-a-doctor",
    "language-english",
)

# What a voice would spell letter by letter.
SYMBOLS = {"mmHg", "bpm", "lpm", "kcal", "km", "kg", "mg", "dL", "dl", "mL", "ml", "ms", "min", "h", "SDNN", "RMSSD", "BMI", "GMI"}

Write = Callable[..., Awaitable[tuple[Sentence, ...]]]


class _Recording(Catalogue):
    """Remembers which messages were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[str, set[str]] = {}

    def say(self, language: str, message: str, form: Form = "shown", **slots: Slot | str | int | float) -> str:
        self.asked.setdefault(language, set()).add(message)
        return super().say(language, message, form, **slots)


async def _everything(
    language: str, table: Callable[[str], dict], reply: Write, responder: GroundedReply, bare: GroundedReply
) -> dict[str, tuple[Sentence, ...]]:
    shapes = {name: await reply(language, *facts, responder=responder) for name, facts in table(language).items()}
    for feeling in FEELINGS:
        for source in ("voice", "voice+words"):
            emotion = Emotion(feeling, "heard", 0.9, source=source)
            shapes[f"feeling {feeling} ({source})"] = await reply(language, *table(language)["less sleep"], emotion=emotion, responder=responder)
    for kind in ("small_talk", "out_of_scope", "somebody_else", "declined"):
        shapes[kind] = await reply(language, plan=Plan("router", kind, (), ""), responder=responder)
    tasks = ("sleep", "activity", "heart_rate", *RECORD_TASKS, "knowledge", "clock", "read_picture", "search", "extract_text", "note", "explain")
    shapes |= await _orchestrated(language, reply, responder)
    for first, second in pairwise(tasks):
        plan = Plan("router", "clarify", (), "", clarify=Clarify((first, second)))
        shapes[f"clarify {first} {second}"] = await reply(language, plan=plan, responder=responder)
    shapes["clarify nothing known"] = await reply(language, plan=Plan("router", "clarify", (), "", clarify=Clarify(("x",))), responder=responder)
    shapes["clarify days"] = await reply(language, plan=Plan("router", "clarify", (), "", clarify=Clarify(("sleep",), "days")), responder=responder)
    for task in (*tasks, "a plug-in's"):
        result = StepResult("a", Step("a", task), (), Provenance(task, {}, ""), "failed", 0.0, "it broke")
        shapes[f"failed {task}"] = await reply(language, results=(result,), responder=responder)
    shapes["no results"] = await reply(language, responder=responder)
    for kind in ALARMS:
        for urgency in ("emergency", "crisis"):
            shapes[f"alarm {kind} ({urgency})"] = responder.alarm(Alarm(kind, urgency, language, "…"))
    shapes["alarm suicide, no crisis line known"] = bare.alarm(Alarm("suicide", "crisis", language, "…"))
    for key in NOTICES:
        shapes[f"notice {key}"] = (responder.notice(key, language),)
    return shapes


async def _orchestrated(language: str, reply: Write, responder: GroundedReply) -> dict[str, tuple[Sentence, ...]]:
    """Pages found and quoted, notes, explanations, effects that wait, and what was left out."""
    web = Source("web", "k", "Example Health", "https://example.org/")
    week = Period.parse("2026-11-23/2026-11-29")
    trace = Source("trace", "trace", "Auricle")
    facts = {
        "found": Found("Sleep and you", web),
        "excerpt": Excerpt("Sleep and you", language, ("Go to bed at the same time.", "Keep it dark."), web),
        "noted": Noted("my back hurts", NOW, Source("diary", "d", "Auricle")),
        "used nothing": Used("", "other", None, (), trace),
        "used": Used("clock", "other", None, (), trace),
        "used source": Used("knowledge", "other", None, ("NHS: Insomnia",), trace),
        "used days": Used("activity", "other", week, (), trace),
        **{f"used days source, {why}": Used("sleep", why, week, ("Demo watch",), trace) for why in get_args(Grounds)},
    }
    shapes = {name: await reply(language, fact, responder=responder) for name, fact in facts.items()}
    limits = {
        "watch": {"measure": "resting_heart_rate", "bound": "above", "limit": 75, "days": 3},
        "watch one day": {"measure": "sleep_duration", "bound": "below", "limit": 360, "days": 1},
        "watch a time": {"measure": "bedtime", "bound": "at_least", "limit": 30, "days": 2},
        "watch in other words": {"measure": "steps", "goal": "more"},
    }
    for name, args in limits.items():
        result = StepResult("a", Step("a", "watch", args), (), Provenance("watch", {}, ""), "waiting", 0.0)
        shapes[f"waiting {name}"] = await reply(language, results=(result,), responder=responder)
    beyond = {
        "days": {**limits["watch"], "days": 500},
        "range": {**limits["watch"], "limit": 7500},
        "time": {**limits["watch one day"], "limit": 9000},
    }
    for name, args in beyond.items():
        result = StepResult("a", Step("a", "watch", args), (), Provenance("watch", {}, ""), "failed", 0.0, "It is out of range.")
        shapes[f"refused watch, {name}"] = await reply(language, results=(result,), responder=responder)
    for task, args in (("note", {"query": "my back hurts"}), ("mail_send", {"to": "Ana", "text": "hello"}), ("lights_off", {})):
        result = StepResult("a", Step("a", task, args), (), Provenance(task, {}, ""), "waiting", 0.0)
        shapes[f"waiting {task}"] = await reply(language, results=(result,), responder=responder)
    off = StepResult("a", Step("a", "weather"), (), Provenance("weather", {}, ""), "failed", 0.0, "It is off.", refused=True)
    shapes["refused"] = await reply(language, results=(off,), responder=responder)
    denied = StepResult("a", Step("a", "stress"), (), Provenance("stress", {}, ""), "failed", 0.0, "It is denied.", refused=True)
    shapes["refused record"] = await reply(language, results=(denied,), responder=responder)
    left = Plan("router", "answer", (Step("a", "sleep"),), "", left=True)
    shapes["left out"] = await reply(language, facts["noted"], plan=left, responder=responder)
    return shapes


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_people_hear(language: str, table: Callable[[str], dict], reply: Write) -> None:
    catalogue = _Recording()
    responder = GroundedReply(catalogue, emergency_number="112", crisis_number="116 123")
    shapes = await _everything(language, table, reply, responder, GroundedReply(catalogue, emergency_number="112"))
    lines = []
    for name, sentences in shapes.items():
        lines += [f"[{name}]", " ".join(s.shown for s in sentences), " ".join(s.spoken for s in sentences), ""]
    text = "\n".join(lines)
    path = GOLDEN / f"{language}.txt"
    if os.environ.get("AURICLE_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "what people hear has changed; see the docstring"
    # The words of the web page, of charts and of the doctor's page are tested with these.
    others = ("trace-", "ui-", "summary-", "chart-")
    unused = {message for message in catalogue.messages(language) - catalogue.asked[language] if not message.startswith(others)}
    assert not unused, "messages that nothing says"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_figure_is_a_fact_and_nothing_odd_is_said(
    language: str, table: Callable[[str], dict], reply: Write, responder: GroundedReply
) -> None:
    shapes = await _everything(language, table, reply, responder, responder)
    for name, sentences in shapes.items():
        for sentence in sentences:
            if sentence.kind != "alarm":
                assert list(check_sentence(sentence, language)) == [], name
            for text in (sentence.shown, sentence.spoken):
                assert text, name
                assert text == text.strip(), name
                assert not [odd for odd in ("  ", " ,", " .", ",.", ",,", "{") if odd in text], (name, text)
                assert text[-1] in ".!?»“”", (name, text)
                assert text[0].isupper() or text[0] in "¡¿", (name, text)
            assert not set(sentence.spoken) & set("()–%/°\u00a0\u202f“„«"), (name, sentence.spoken)
            assert not SYMBOLS & set(re.findall(r"[^\W\d_]+", sentence.spoken)), (name, sentence.spoken)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_wrong_figure_is_seen(language: str, table: Callable[[str], dict], reply: Write) -> None:
    """The check of the check: in every sentence about a measurement, every figure that is changed is noticed."""
    tried = 0
    for name, facts in table(language).items():
        if name.startswith(("picture", "time", "date", "mixed")):
            continue
        for sentence in await reply(language, *facts):
            for form in ("shown", "spoken"):
                text = getattr(sentence, form)
                for at, character in enumerate(text):
                    if not character.isdigit() or text[at - 1].isdigit() or (at + 4 <= len(text) and text[at : at + 4] in ("2025", "2026")):
                        continue
                    wrong = replace(sentence, **{form: f"{text[:at]}9{text[at:]}"})
                    tried += 1
                    assert list(check_sentence(wrong, language)), (name, getattr(wrong, form))
    assert tried > 200


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_figure_of_random_facts_is_read_back(language: str, make: SimpleNamespace, reply: Write) -> None:
    chance = random.Random(language)
    for _, fact in zip(range(150), make.random_facts(chance), strict=False):
        sentences = await reply(language, fact)
        assert check_reply(Reply(sentences, language), language).reasons == ()
