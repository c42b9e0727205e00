"""The safety guard: what must raise an alarm, what must pass, and what must never change the verdict."""

from __future__ import annotations

import json
import time
import tomllib
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import UsageError
from assistant.protocols import Guard
from assistant.safety.guard import LANGUAGES, RuleGuard
from assistant.safety.rules import SEVERITY, lint, rule_book

HERE = Path(__file__).parent
CASES: dict[str, dict[str, list[str]]] = tomllib.loads((HERE / "cases.toml").read_text(encoding="utf-8"))
FURTHER: dict[str, dict[str, list[str]]] = tomllib.loads((HERE / "paraphrases.toml").read_text(encoding="utf-8"))
ALL = [(language, kind, text) for language, kinds in CASES.items() for kind, texts in kinds.items() for text in texts]
ALARMS = [case for case in ALL if case[1] != "none"]
BENIGN = [case for case in ALL if case[1] == "none"]
HARMLESS = {
    "en": [
        "How many steps did I take today?",
        "What is in the news?",
        "No chest pain, by the way.",
        "It was only a film.",
        "I read a study about it.",
        "Ha ha.",
    ],
    "es": ["¿Cuántos pasos di hoy?", "¿Qué dicen las noticias?", "Por cierto, no tengo dolor en el pecho.", "Era solo una película.", "Ja, ja."],
    "de": [
        "Wie viele Schritte bin ich heute gelaufen?",
        "Was gibt es in den Nachrichten?",
        "Übrigens keine Brustschmerzen.",
        "Es war nur ein Film.",
        "Ha ha.",
    ],
}


@pytest.fixture(scope="module")
def guard() -> RuleGuard:
    return RuleGuard()


def test_keeps_the_seam(guard: RuleGuard) -> None:
    seam: Guard = guard
    assert seam.alarm("How did I sleep?", "en") is None


def test_tables_are_large_enough() -> None:
    for language in LANGUAGES:
        counted = Counter(kind == "none" for lang, kind, _ in ALL if lang == language)
        assert min(counted.values()) >= 25


@pytest.mark.parametrize(("language", "kind", "text"), ALARMS)
def test_alarms(guard: RuleGuard, language: str, kind: str, text: str) -> None:
    alarm = guard.alarm(text, language)
    assert alarm is not None
    assert alarm.kind == kind
    assert alarm.urgency == ("crisis" if kind == "suicide" else "emergency")
    assert alarm.language == language
    assert alarm.evidence in text


@pytest.mark.parametrize(("language", "kind", "text"), BENIGN)
def test_look_alikes_pass(guard: RuleGuard, language: str, kind: str, text: str) -> None:
    assert guard.alarm(text, language) is None


@pytest.mark.parametrize(("language", "kind", "text"), ALARMS)
def test_language_heard_wrongly_changes_nothing(guard: RuleGuard, language: str, kind: str, text: str) -> None:
    for given_language in ("en", "es", "de", "fr"):
        alarm = guard.alarm(text, given_language)
        assert alarm is not None
        assert alarm.language == given_language


@pytest.mark.parametrize(
    ("language", "expected", "text"), [(lang, key, text) for lang, keys in FURTHER.items() for key in keys for text in keys[key]]
)
def test_further_wordings(guard: RuleGuard, language: str, expected: str, text: str) -> None:
    assert (guard.alarm(text, language) is not None) == (expected == "alarm")


def _plain(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


@pytest.mark.parametrize(("language", "kind", "text"), ALL)
def test_writing_does_not_change_the_verdict(guard: RuleGuard, language: str, kind: str, text: str) -> None:
    """Case, accents, apostrophes, commas, spaces, decomposed letters and invisible characters do not count."""
    expected = guard.alarm(text, language)
    for other in (
        text.upper(),
        text.lower(),
        _plain(text),
        text.replace("'", "’"),
        text.replace(" ", "   "),
        f"  {text}!!! ",
        unicodedata.normalize("NFD", text),
        text.replace("a", "a\u200b"),
    ):
        got = guard.alarm(other, language)
        assert (got and got.kind) == (expected and expected.kind), other


def test_umlauts_written_out(guard: RuleGuard) -> None:
    for text in ("Meine Mutter spricht ploetzlich ganz undeutlich", "Ich möchte nicht mehr leben", "Ich moechte nicht mehr leben"):
        assert guard.alarm(text, "de") is not None


@pytest.mark.parametrize(("language", "kind", "text"), ALARMS)
def test_a_harmless_sentence_cancels_nothing(guard: RuleGuard, language: str, kind: str, text: str) -> None:
    for harmless in HARMLESS[language]:
        for together in (f"{text}. {harmless}", f"{harmless} {text}"):
            alarm = guard.alarm(together, language)
            assert alarm is not None, together
            assert alarm.kind == kind


@pytest.mark.parametrize(("language", "kind", "text"), [case for case in ALARMS if case[1] == "suicide"])
def test_a_harmless_clause_cancels_no_crisis(guard: RuleGuard, language: str, kind: str, text: str) -> None:
    for harmless in HARMLESS[language]:
        for together in (f"{text}, {harmless}", f"{harmless.rstrip('.?!')}, {text}"):
            alarm = guard.alarm(together, language)
            assert alarm is not None, together
            assert alarm.urgency == "crisis"


@settings(max_examples=60, deadline=None)
@given(before=st.text(max_size=60), after=st.text(max_size=60))
def test_noise_around_a_crisis(guard: RuleGuard, before: str, after: str) -> None:
    alarm = guard.alarm(f"{before}\nI want to kill myself.\n{after}", "en")
    assert alarm is not None
    assert alarm.urgency == "crisis"


def test_complaints(guard: RuleGuard) -> None:
    """Red flags stop everything else; "killed" inside "skilled" does not; retraction and "asking for a friend" keep the flag."""
    for text in ("I am a skilled dancer", "You're killing me, ha ha"):
        assert guard.alarm(text, "en") is None
    for text in ("I just cut myself", "They'd be better off without me", "Asking for a friend, what is a lethal dose of paracetamol?"):
        alarm = guard.alarm(text, "en")
        assert alarm is not None
        assert alarm.kind == "suicide"
    stroke = guard.alarm("How did I sleep? Also my husband's mouth is drooping and he can't lift his arm", "en")
    assert stroke is not None
    assert stroke.kind == "stroke"


def test_the_gravest_kind_is_answered(guard: RuleGuard) -> None:
    alarm = guard.alarm("My chest hurts, I took thirty pills and I want to die", "en")
    assert alarm is not None
    assert alarm.kind == "suicide"
    assert SEVERITY[0] == "suicide"
    heart = guard.alarm("I have crushing chest pain and I can't breathe", "en")
    assert heart is not None
    assert heart.kind == "chest_pain"


def test_exemptions_are_narrow(guard: RuleGuard) -> None:
    for text in (
        "What are the signs of a stroke? My husband's face is drooping",
        "I don't know why my chest hurts so much",
        "My father had a heart attack in 1990 and now he has chest pain again",
        "I was watching a movie and then my chest started hurting",
        "No fever but my chest hurts",
    ):
        assert guard.alarm(text, "en") is not None, text


def test_long_texts_stay_linear(guard: RuleGuard) -> None:
    """100 kB of words that all occur in the rules, of one endless word, and of nothing but openings, each under a second of CPU."""
    words = sorted({word for _, _, text in ALL for word in text.split()})
    mixed = " ".join(words[(i * i + 7 * i) % len(words)] for i in range(19_000))[:100_000]
    for text in (mixed, "a" * 100_000, "i want to " * 10_000, "my chest " * 11_000, "no " * 33_000, "'" * 100_000, "." * 100_000):
        start = time.process_time()
        guard.alarm(text, "en")
        assert time.process_time() - start < 1.0, text[:40]


def test_rules_are_tidy() -> None:
    for language in LANGUAGES:
        assert lint(language=language) == ()


@pytest.mark.parametrize(
    "broken",
    [
        "language = 'en'\n",
        "language = 'en'\n[[rule]]\nkind = 'sneeze'\nwhy = 'not a kind'\nany = ['atishoo']\n",
        "language = 'en'\n[[rule]]\nkind = 'stroke'\nwhy = 'unknown list'\nany = ['{nowhere}']\n",
        "language = 'en'\n[[rule]]\nkind = 'stroke'\nwhy = 'open bracket'\nany = ['(a|b']\n",
        "language = 'en'\n[[rule]]\nkind = 'stroke'\nwhy = 'matches anything'\nany = ['[a]']\n",
        "language = 'en'\n[[rule]]\nkind = 'stroke'\nwhy = 'unknown exemption'\nany = ['droop']\nexempt = ['moon']\n",
        "not toml",
    ],
)
def test_broken_rules_are_refused_in_one_sentence(tmp_path: Path, broken: str) -> None:
    path = tmp_path / "en.toml"
    path.write_text(broken, encoding="utf-8")
    with pytest.raises(UsageError) as refused:
        rule_book(path)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


# Share of the held-out cases (written by somebody who had not seen the rules) that must be flagged, and of benign ones that may be.
FLOOR = {"en": 0.90, "es": 0.87, "de": 0.88}
CEILING = {"en": 0.08, "es": 0.07, "de": 0.09}


@pytest.mark.parametrize("language", LANGUAGES)
def test_held_out(guard: RuleGuard, language: str) -> None:
    lines = (HERE.parents[1] / "heldout" / "safety.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["language"] == language]
    assert len(cases) > 100
    flagged: Counter[bool] = Counter()
    for case in cases:
        flagged[case["kind"] != "none"] += guard.alarm(case["text"], language) is not None
    alarms = sum(case["kind"] != "none" for case in cases)
    recall, false_alarms = flagged[True] / alarms, flagged[False] / (len(cases) - alarms)
    assert recall >= FLOOR[language], f"recall {recall:.3f} of {alarms}"
    assert false_alarms <= CEILING[language], f"false alarms {false_alarms:.3f}"
