"""The verifier behind every reply: what the claims bear out passes, anything else does not, in ten languages."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date, time
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.assets import asset
from assistant.errors import UsageError
from assistant.evals.verifier import evaluate, read_cases
from assistant.facts import Forecast, Listed, Related, Signal, Stressed, Unusable, Watched
from assistant.reply.claimed import claims_of
from assistant.reply.claims import (
    AdviceClaim,
    CitationClaim,
    DateClaim,
    DoseClaim,
    NameClaim,
    PeriodClaim,
    QuantityClaim,
    TimeClaim,
    VerdictClaim,
    read_claims,
)
from assistant.reply.verifier import LANGUAGES, missing, verify_reply
from assistant.types import Sentence
from emotion.emotion import Emotion

CASES = Path(__file__).with_name("verifier_cases.jsonl")
# Said in the catalogue's own words only: no model is let near them.
SAID_AS_WRITTEN = (Related, Listed, Signal, Unusable, Stressed, Forecast, Watched)
WEEK = PeriodClaim(date(2026, 11, 23), date(2026, 11, 29))
Write = Callable[..., Awaitable[tuple[Sentence, ...]]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cases_written_for_development_are_judged_right(language: str) -> None:
    scored = evaluate(case for case in read_cases(CASES) if case.language == language)
    assert len(scored) > 40
    assert [one.case.id for one in scored if one.accepted is not one.case.ok] == []


@pytest.mark.parametrize("language", ["en", "es", "de"])
async def test_what_the_catalogue_says_of_facts_passes(language: str, table: Callable[[str], dict], make: SimpleNamespace, reply: Write) -> None:
    chance = random.Random(language)
    shapes = list(table(language).values()) + [(fact,) for _, fact in zip(range(150), make.random_facts(chance), strict=False)]
    seen = 0
    for facts in shapes:
        for sentence in await reply(language, *facts):
            if any(isinstance(fact, SAID_AS_WRITTEN) for fact in sentence.facts):
                continue
            for text in (sentence.shown, sentence.spoken):
                seen += 1
                assert verify_reply(text, claims_of(sentence.facts, language), language).reasons == (), text
    assert seen > 600


@pytest.mark.parametrize("language", ["en", "es", "de"])
@pytest.mark.parametrize("feeling", ["sad", "anxious", "angry", "pain", "tired", "happy"])
async def test_empathy_passes(language: str, feeling: str, make: SimpleNamespace, reply: Write) -> None:
    for source in ("voice", "voice+words"):
        for sentence in await reply(language, make.measured("steps"), emotion=Emotion(feeling, "heard", 0.9, source=source)):
            assert verify_reply(sentence.shown, claims_of(sentence.facts, language), language).reasons == ()


@pytest.mark.parametrize("language", ["en", "es", "de"])
async def test_a_figure_changed_in_what_the_catalogue_says_is_refused(language: str, table: Callable[[str], dict], reply: Write) -> None:
    tried = 0
    for name, facts in table(language).items():
        if name.startswith(("picture", "time", "date", "mixed")):
            continue
        for sentence in await reply(language, *facts):
            if any(isinstance(fact, SAID_AS_WRITTEN) for fact in sentence.facts):
                continue
            claims = claims_of(sentence.facts, language)
            for found in re.finditer(r"(?<![\d.,])\d", sentence.shown):
                wrong = f"{sentence.shown[: found.start()]}9{sentence.shown[found.start() :]}"
                tried += 1
                assert not verify_reply(wrong, claims, language).ok, wrong
    assert tried > 150


@given(value=st.integers(1, 99999), other=st.integers(1, 99999), language=st.sampled_from(LANGUAGES))
@settings(max_examples=150, deadline=None)
def test_only_the_number_of_the_claim_passes(value: int, other: int, language: str) -> None:
    steps = {
        "en": "steps",
        "es": "pasos",
        "fr": "pas",
        "de": "Schritte",
        "it": "passi",
        "pt": "passos",
        "fi": "askelta",
        "hi": "कदम",
        "zh": "步",
        "ar": "خطوة",
    }
    assert verify_reply(f"{other} {steps[language]}", (QuantityClaim(value, "steps"),), language).ok is (value == other)


@given(minutes=st.integers(61, 1400), off=st.integers(-90, 90))
@settings(max_examples=150, deadline=None)
def test_hours_and_minutes_are_the_claim_within_its_digits(minutes: int, off: int) -> None:
    said = max(0, minutes + off)
    text = f"You slept {said // 60} h {said % 60} min."
    assert verify_reply(text, (QuantityClaim(minutes, "min"),), "en").ok is (said == minutes)
    rounded = round(minutes / 60, 1)
    if rounded % 1:  # a whole number of hours has no digits to be within
        assert verify_reply(text, (QuantityClaim(rounded, "h"),), "en").ok is (abs(said - rounded * 60) <= 3 + 1e-6)


@given(day=st.dates(date(2024, 1, 1), date(2027, 12, 31)), other=st.dates(date(2024, 1, 1), date(2027, 12, 31)), language=st.sampled_from(LANGUAGES))
@settings(max_examples=150, deadline=None)
def test_only_the_date_of_the_claim_passes(day: date, other: date, language: str) -> None:
    from babel.dates import format_date

    from i18n.languages import resolve

    for width in ("long", "full"):
        text = format_date(other, width, locale=resolve(language).locale)
        assert verify_reply(text[0].upper() + text[1:], (DateClaim(day),), language).ok is (day == other)


@pytest.mark.parametrize(
    ("language", "text", "ok"),
    [
        ("en", "Last week (23–29 November) was fine.", False),
        ("en", "From 23 to 29 November.", True),
        ("en", "From 23 to 30 November.", False),
        ("en", "On Monday, 23 November.", True),
        ("en", "On Tuesday, 23 November.", False),
        ("fr", "Du 23 au 29 novembre 2026.", True),
        ("fi", "23.–29. marraskuuta.", True),
        ("hi", "२३ से २९ नवंबर।", True),
        ("zh", "十一月二十三日至二十九日。", True),
        ("ar", "من ٢٣ إلى ٢٩ نوفمبر.", True),
        ("ar", "بين 23 و28 نوفمبر.", False),
    ],
)
def test_periods(language: str, text: str, ok: bool) -> None:
    assert verify_reply(text, (WEEK,), language).ok is ok


@pytest.mark.parametrize(
    ("language", "text", "ok"),
    [
        ("en", "at 2:30 pm", True),
        ("en", "at 2:30 am", False),
        ("en", "at half past two", True),
        ("de", "um halb drei", True),
        ("de", "um 15:30 Uhr", False),
        ("es", "a las dos y media de la tarde", True),
        ("fr", "à 14 h 30", True),
        ("it", "alle 14:30", True),
        ("pt", "às 14h30", True),
        ("fi", "klo 14.30", True),
        ("hi", "दोपहर 2:30 बजे", True),
        ("zh", "下午两点半", True),
        ("ar", "الساعة 2:30 مساء", True),
        ("zh", "上午两点半", False),
    ],
)
def test_times(language: str, text: str, ok: bool) -> None:
    assert verify_reply(text[0].upper() + text[1:], (TimeClaim(time(14, 30)),), language).ok is ok


def test_a_dose_is_its_amount_how_often_and_per_what() -> None:
    claims = (DoseClaim(1, "tablet", 3, "day", {"en": "metoprolol"}),)
    assert verify_reply("Take one tablet of metoprolol every 8 hours.", claims, "en").ok
    for wrong in ("two tablets three times a day", "one tablet twice a day", "one tablet three times a week", "half a tablet three times a day"):
        assert not verify_reply(f"Take {wrong}.", claims, "en").ok, wrong
    assert not verify_reply("Take one tablet of metolazone three times a day.", claims, "en").ok


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_medicine_that_no_claim_names_is_refused(language: str) -> None:
    known = {"zh": "我不知道氨氯地平。", "hi": "मैं एम्लोडिपिन नहीं जानता।", "ar": "لا أعرف الأملوديبين.", "fi": "En tunne amlodipiinia."}
    assert not verify_reply(known.get(language, "Amlodipin, Amlodipine."), (), language).ok


def test_what_is_built_like_a_medicine_is_one() -> None:
    assert not verify_reply("Perhaps trazofloxacin helps.", (), "en").ok
    assert verify_reply("Perhaps chamomile tea helps?", (), "en").ok


@pytest.mark.parametrize(
    "said", ["This is safe.", "That is perfectly normal.", "You may take both.", "There is nothing to worry about.", "It is not dangerous."]
)
def test_a_verdict_that_no_claim_bears_out_is_refused(said: str) -> None:
    assert not verify_reply(said, (QuantityClaim(7, "h"),), "en").ok


def test_a_negation_turns_a_verdict() -> None:
    unsafe = (VerdictClaim("unsafe"),)
    assert verify_reply("They are not safe together.", unsafe, "en").ok
    assert not verify_reply("They are not dangerous together.", unsafe, "en").ok
    assert not verify_reply("Your pulse has not risen.", (VerdictClaim("rising"),), "en").ok


def test_advice_stands_word_for_word_and_nothing_weakens_it() -> None:
    advice = (AdviceClaim({"en": "Don’t stop it on your own."}),)
    assert verify_reply("Hello. Don't  stop it on your own.", advice, "en").ok
    assert not verify_reply("Hello.", advice, "en").ok
    assert not verify_reply("You don't need to listen to this: Don't stop it on your own.", advice, "en").ok


def test_a_source_must_be_cited() -> None:
    cited = (CitationClaim("Sleep well", "https://www.sleep.example/a"),)
    assert verify_reply("See “Sleep well” on sleep.example.", cited, "en").ok
    assert not verify_reply("See “Sleep well” on sheep.example.", cited, "en").ok
    assert not verify_reply("According to the Mayo Clinic, sleep helps.", cited, "en").ok


def test_the_whole_of_a_reply_must_be_recognised() -> None:
    claims = (VerdictClaim("unsafe"), NameClaim("drug", {"en": "ibuprofen"}))
    assert verify_reply("It goes swimmingly with ibuprofen.", claims, "en").ok
    assert not verify_reply("It goes swimmingly with ibuprofen.", claims, "en", whole=True).ok


@pytest.mark.parametrize("text", ["Hello!", "Would you like to know more?", "I'm sorry to hear that.", "", "…"])
def test_what_claims_nothing_passes(text: str) -> None:
    assert verify_reply(text, (), "en").ok


@given(st.text(max_size=200), st.sampled_from(LANGUAGES))
@settings(max_examples=200, deadline=None)
def test_any_text_is_judged(text: str, language: str) -> None:
    verdict = verify_reply(text, (WEEK, QuantityClaim(7, "h")), language)
    assert verdict.ok is not bool(verdict.reasons)


def test_what_a_reply_leaves_out(make: SimpleNamespace) -> None:
    fact = make.compared("sleep_duration", 372, 396, "less")
    claims = claims_of((fact,), "en")
    assert missing("You slept 6 h 12 min, 24 min less than the 6 h 36 min of the week before.", claims, "en") == ()
    assert missing("You slept 6 h 12 min.", claims, "en") == (VerdictClaim("less"), QuantityClaim(24, "min"), QuantityClaim(396, "min"))


def test_claims_are_read_from_json_and_a_wrong_one_is_named() -> None:
    assert read_claims([{"kind": "period", "start": "2026-11-23", "end": "2026-11-29"}]) == (WEEK,)
    with pytest.raises(UsageError, match=r"The facts are wrong: 0\.quantity\.value"):
        read_claims([{"kind": "quantity", "unit": "h"}])


def test_a_comparison_claims_all_that_it_has(make: SimpleNamespace) -> None:
    fact = make.compared("steps", 7201, 8412, "less")
    claims = claims_of((fact,), "en")
    assert {VerdictClaim("less"), QuantityClaim(7201, "count", "day"), QuantityClaim(8412, "count"), QuantityClaim(1211, "count")} <= set(claims)
    assert claims_of((replace(fact, verdict="more"),), "en")[0] == VerdictClaim("more")


def test_every_language_file_has_the_same_tables() -> None:
    from assistant.reply.wording import wording

    files = {path.stem for path in asset("reply", "verifier").glob("??.toml")}
    assert files == set(LANGUAGES)
    for language in LANGUAGES:
        words = wording(language)
        assert set(words.verdicts) == set(wording("en").verdicts), language
        assert not {unit for unit in wording("en").units if unit not in words.units} - {"patch", "spray", "sachet", "point", "cup"}, language
        for field in ("negations", "weakeners", "directives", "duties", "times", "rates"):
            assert getattr(words, field), (language, field)
        for way in (way for ways in words.verdicts.values() for way in ways):
            re.compile(way)


def test_the_development_cases_are_well_formed() -> None:
    lines = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    assert len({line["id"] for line in lines}) == len(lines) >= 200
    for language in LANGUAGES:
        own = [line for line in lines if line["language"] == language]
        assert {line["ok"] for line in own} == {True, False}
