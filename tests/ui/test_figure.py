"""The chart under an answer about a series: a picture with words, and the same figures as a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe

from assistant.charts.shown import chart_of, figures
from assistant.facts import Compared, Extreme, Fact, Measured, Source, Trended
from assistant.measures import Quantity
from assistant.period import Period
from assistant.pipeline import Assistant
from assistant.question import Question
from assistant.tasks.activity import activity
from assistant.testing import FakeGuard, FakeRecords, fake_assistant
from assistant.types import Plan, Step

ASKED, DAY = "How many steps last week?", "How many steps yesterday?"
WEEK = Period.parse("2026-11-23/2026-11-29")
RECORDS = FakeRecords({("ana", "steps"): {WEEK.start + timedelta(days=n): 8000.0 + 100 * n for n in range(7) if n != 3}})


def plan(period: str) -> Plan:
    return Plan("test", "answer", (Step("s1", "activity", {"measure": "steps", "period": period}),), "it asks for steps")


def house(**parts: Any) -> Assistant:
    plans = {ASKED: plan(str(WEEK)), DAY: plan("2026-11-29/2026-11-29")}
    return fake_assistant(plans=plans, tasks=(activity,), records=RECORDS, **parts)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_chart_stands_under_the_answer_and_opens_as_a_table(serving: Any, visiting: Any, scheme: str) -> None:
    async with serving(house(), figures=figures(RECORDS)) as served, visiting(served, scheme=scheme) as seen:
        page = seen.page
        await seen.ask(ASKED)
        await seen.answered()
        image = page.locator(".turn.it figure img")
        await image.wait_for(timeout=30_000)
        assert (
            await page.evaluate("document.querySelector('figure img').decode().then(() => document.querySelector('figure img').naturalWidth)") > 300
        )
        alternative = await image.get_attribute("alt")
        assert alternative is not None
        assert alternative.startswith("Your daily step count, 23–29 November. Last week")
        assert "6 of the 7 days" in alternative

        button = page.get_by_role("button", name="Show as a table")
        assert await button.get_attribute("aria-expanded") == "false"
        assert not await page.locator("figure table").is_visible()
        await button.press("Enter")
        assert await button.get_attribute("aria-expanded") == "true"
        rows = await page.eval_on_selector_all("figure tbody tr", "rows => rows.map((row) => [...row.children].map((cell) => cell.textContent))")
        assert rows[0] == ["23 November 2026", "8,000 steps", "fake watch"]
        assert rows[3] == ["26 November 2026", "no data", ""]
        assert len(rows) == 7
        results = await Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
        assert seen.complaints == []
        assert [url for url in seen.requests if not url.startswith((served.address, served.line, "blob:", "data:"))] == []


async def test_one_day_has_no_chart(serving: Any, visiting: Any) -> None:
    async with serving(house(), figures=figures(RECORDS)) as served, visiting(served) as seen:
        await seen.ask(DAY)
        await seen.answered()
        await seen.ask(ASKED)  # its chart comes after anything that the first answer could have had
        await seen.answered(2)
        await seen.page.locator("figure").wait_for(timeout=30_000)
        assert await seen.page.locator(".turn.it").first.locator("figure").count() == 0


async def test_an_alarm_and_an_answer_without_drawing_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    alarmed = await house(guard=FakeGuard("steps")).answer(Question("ana", ASKED, speak=False))
    assert await figures(RECORDS)(alarmed) is None
    answer = await house().answer(Question("ana", ASKED, speak=False))
    assert await figures(RECORDS)(answer) is not None
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert await figures(RECORDS)(answer) is None


SOURCE = Source("record", "k", "w")
NOW = Measured("steps", "mean", Quantity(8000, "count"), WEEK, 7, SOURCE)
BEFORE = Measured("steps", "mean", Quantity(7000, "count"), WEEK.before(), 7, SOURCE)
LONG = Period(date(2024, 1, 1), date(2026, 1, 1))


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ((), None),
        ((NOW,), ("steps", WEEK, None)),
        ((Compared("steps", NOW, BEFORE, "more", Quantity(1000, "count")),), ("steps", WEEK, WEEK.before())),
        ((Extreme("steps", "highest", Quantity(9, "count"), WEEK.start, Period.day(WEEK.start), 1, SOURCE), NOW), ("steps", WEEK, None)),
        ((Trended("steps", "rising", Quantity(9, "count"), LONG, 700, SOURCE),), None),
    ],
)
def test_which_facts_have_a_chart(facts: Sequence[Fact], found: object) -> None:
    assert chart_of(facts) == found
