"""Asking is no yes: "sure?" and its like in ten languages leave an effect undone."""

from __future__ import annotations

import pytest

from assistant.planning.consent import consent
from assistant.testing import NOON, FakePeople
from assistant.types import Exchange, Provenance, Step, StepResult, Turn

WAITING = StepResult("m", Step("memo-1", "memo", {"query": "x"}), (), Provenance("memo", {}, ""), "waiting", 0.0)
YES = {
    "en": ("sure", "okay", "that's right"),
    "es": ("seguro", "vale", "está bien"),
    "fr": ("d'accord", "c'est bon", "bien sûr"),
    "de": ("sicher", "richtig", "ja"),
    "it": ("sicuro", "va bene", "giusto"),
    "pt": ("certo", "tudo bem", "quero"),
    "fi": ("varma", "selvä", "käy"),
    "hi": ("ठीक है", "सही", "जी"),
    "zh": ("确定", "好", "行"),
    "ar": ("صحيح", "تمام", "نعم"),
}
ASKS = {"zh": "？", "ar": "؟"}


def said(text: str, language: str) -> str | None:
    turn = Turn("t", 0, FakePeople().person("ana"), text, language, NOON, history=(Exchange("note x", "Shall I?", language, None, (WAITING,)),))
    settled = consent(turn)
    return settled.kind if settled else None


@pytest.mark.parametrize("language", YES)
def test_a_question_is_no_yes(language: str) -> None:
    for word in YES[language]:
        assert said(f"{word}.", language) == "answer"
        assert said(word + ASKS.get(language, "?"), language) is None
        assert said(f"¿{word}", language) is None


@pytest.mark.parametrize("sign", ["👎", "❌", "🚫", "🛑"])
def test_a_sign_against_it_is_no_yes(sign: str) -> None:
    assert said("ok 👍", "en") == "answer"
    assert said(f"ok {sign}", "en") is None
