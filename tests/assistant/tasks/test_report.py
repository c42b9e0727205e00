"""The summary by voice: the most telling facts that a minute holds, both figures of the blood pressure together, and where the page is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from assistant.errors import PermissionDenied
from assistant.facts import Assessed, Compared, Fact, Listed, Measured, Trended
from assistant.period import Period
from assistant.records.consent import KINDS
from assistant.records.sample import Clinical
from assistant.reply.check import check_reply
from assistant.reply.grounded import GroundedReply
from assistant.summary.findings import DAYS
from assistant.tasks.report import SENTENCES, report
from assistant.testing import NOON, FakeRecords, fake_context
from assistant.types import Plan, Provenance, Reply, Step, StepResult, Turn
from i18n.catalog import Catalogue

TODAY = NOON.date()


def level(value: float, step: float = 0.0, days: int = 200) -> dict[date, float]:
    return {TODAY - timedelta(days=n): value + n % 3 - 1 - step * n for n in range(days)}


def records(medicines: int = 0, **values: dict[date, float]) -> FakeRecords:
    kept = [Clinical("medication", f"m{n}", f"Medicine {n}", "Clinic", status="active") for n in range(medicines)]
    return FakeRecords({("ana", name): days for name, days in values.items()}, clinical={"ana": kept})


async def told(kept: FakeRecords, **args: str) -> tuple[Fact, ...]:
    facts = await report.run(fake_context(records=kept), **report.bind(args))
    assert isinstance(facts, tuple)
    return facts


def kinds(facts: Sequence[Fact]) -> list[tuple[str, str]]:
    return [(type(fact).__name__, getattr(fact, "measure", "")) for fact in facts]


async def test_the_most_telling_comes_first() -> None:
    facts = await told(records(weight=level(80, 0.05), resting_heart_rate=level(62), sleep_duration=level(440)))
    assert kinds(facts) == [("Measured", "weight"), ("Trended", "weight"), ("Measured", "resting_heart_rate"), ("Measured", "sleep_duration")]
    first = facts[0]
    assert isinstance(first, Measured)
    assert first.period == Period.last(DAYS, TODAY)


async def test_both_figures_of_the_blood_pressure_are_said_together() -> None:
    facts = await told(records(systolic=level(138), diastolic=level(88), weight=level(80)))
    assert kinds(facts)[:2] == [("Measured", "systolic"), ("Measured", "diastolic")]


async def test_a_figure_out_of_its_range_is_said_with_the_range() -> None:
    (fact,) = await told(records(resting_heart_rate=level(110)))
    assert isinstance(fact, Assessed)
    assert fact.verdict == "above"


async def test_another_level_than_before_is_said() -> None:
    days = {day: value + (5 if day > TODAY - timedelta(days=DAYS) else 0) for day, value in level(60).items()}
    (fact,) = await told(records(hrv=days))
    assert isinstance(fact, Compared | Trended | Measured)
    assert isinstance(fact, Compared)


@pytest.mark.parametrize(("medicines", "said"), [(0, False), (2, True), (40, False)])
async def test_medicines_are_said_whole_or_not_at_all(medicines: int, said: bool) -> None:
    facts = await told(records(medicines, weight=level(80)))
    assert any(isinstance(fact, Listed) for fact in facts) == said


async def test_a_period_is_kept_to() -> None:
    (fact,) = await told(records(weight=level(80)), period="2026-11-01/2026-11-10")
    assert isinstance(fact, Measured)
    assert fact.period == Period.parse("2026-11-01/2026-11-10")


@pytest.mark.parametrize(("language", "page"), [("en", "make a page"), ("es", "hacer con esto una página"), ("de", "eine Seite zum Mitnehmen")])
async def test_it_is_said_within_a_minute_and_names_the_page(language: str, page: str) -> None:
    kept = records(2, systolic=level(138), diastolic=level(88), weight=level(80, 0.05), sleep_duration=level(440, 0.3), steps=level(8000, 20))
    facts = await told(kept)
    result = StepResult("k", Step("report-1", "report"), facts, Provenance("report", {}, ""), "done", 0.1)
    turn = Turn("t", 0, fake_context().person, "", language, NOON)
    responder = GroundedReply(Catalogue(), emergency_number="112")
    sentences = tuple([sentence async for sentence in responder.respond(turn, Plan("fake", "answer", (result.step,), ""), (result,))])
    assert sum(sentence.kind == "answer" for sentence in sentences) <= SENTENCES
    assert page in sentences[-1].shown
    assert check_reply(Reply(sentences, language), language).reasons == ()


async def test_nothing_recorded_gives_no_facts() -> None:
    assert await told(records()) == ()


async def test_where_nothing_may_be_read_that_is_said() -> None:
    """Nothing recorded is another thing, and has no facts."""
    assert await report.run(fake_context(records=FakeRecords())) == ()
    with pytest.raises(PermissionDenied, match=r"not allowed are: .*health record"):
        await report.run(fake_context(records=FakeRecords(denied=KINDS)))
