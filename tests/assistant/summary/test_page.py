"""The page for the doctor: what it says, that both files say it on one page, and that nobody's name can do anything in it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe
from lxml import html
from playwright.async_api import Page as Tab
from playwright.async_api import async_playwright

from assistant.facts import Line, Listed, Source
from assistant.period import Period
from assistant.reply.writer import Writer
from assistant.summary.asking import UNUSUAL_DAYS, another_level, asking
from assistant.summary.findings import DAYS, Summary, gather, last_days, outside
from assistant.summary.html import html_page
from assistant.summary.lines import lines, questions
from assistant.summary.page import LINES, STANDING_OUT, Page, page
from assistant.summary.pdf import pdf_page
from assistant.tasks.spec import Context
from assistant.testing import NOON, FakeRecords, fake_context
from i18n.catalog import Catalogue
from i18n.slots import Form, Slot

LANGUAGES = ("en", "es", "de")
FORMS: tuple[Form, Form] = ("shown", "spoken")
TODAY = NOON.date()
Rich = Callable[..., Context]


async def summed(context: Context) -> Summary:
    return await gather(context, last_days(TODAY))


def worded(context: Context, summary: Summary, catalogue: Catalogue | None = None) -> Page:
    return page(Writer(catalogue or Catalogue(), context.language, context.now), context.person, summary, TODAY)


async def made(context: Context) -> Page:
    return worded(context, await summed(context))


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.fixture
async def tab() -> AsyncIterator[Tab]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", chromium_sandbox=False)
        yield await browser.new_page()
        await browser.close()


async def test_figures_are_those_of_the_tasks(rich: Rich) -> None:
    summary = await summed(rich())
    assert summary.period.days == DAYS
    by_name = {finding.measure: finding for finding in summary.findings}
    assert list(by_name) == sorted(by_name, key=[line.measures[0] for line in lines().lines].index)  # in the file's order
    assert len(by_name) == lines().most
    weight = by_name["weight"]
    assert weight.average.days_with_data == 81
    assert weight.compared is not None
    assert weight.compared.before.days_with_data == 81
    assert weight.trend is not None
    assert weight.trend.direction == "rising"
    assert by_name["systolic"].assessed is not None
    assert by_name["systolic"].assessed.verdict == "above"


async def test_the_core_is_kept_and_the_rest_by_what_there_is_to_say(rich: Rich) -> None:
    summary = await summed(rich())
    core = {line.measures[0] for line in lines().lines if line.always}
    assert core <= {finding.measure for finding in summary.findings}
    weights = [finding.weight for finding in summary.by_weight()]
    assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_page_in_each_language(rich: Rich, language: str) -> None:
    shown = await made(rich(language, name="Metformin"))
    assert len(shown.heads) == 7
    assert all(len(row.cells) == 6 and all(row.cells) for row in shown.rows)
    words = " ".join((shown.title, *shown.about, *shown.out.lines, *shown.ask.lines, *shown.notes))
    assert not [odd for odd in ("  ", " ,", " .", "{", "None") if odd in words], words
    assert 1 < len(shown.out.lines) <= STANDING_OUT
    assert [len(block.lines) for block in shown.record] == [LINES + 1, LINES + 1, LINES + 1, LINES + 1]
    assert 1 < len(shown.ask.lines) <= questions().most


async def test_the_words_of_the_english_page(rich: Rich) -> None:
    shown = await made(rich(name="Metformin", entries=1))
    assert shown.title == "Health summary for a visit to the doctor"
    assert shown.about[0] == "Ana · 2 September – 30 November 2026"
    rows = {row.cells[0]: row.cells[1:] for row in shown.rows}
    figure, known, before, trend, _ = rows["Weight"]
    assert re.fullmatch(r"\d\d(\.\d)? kg", figure)
    assert known == "81 of 90"
    assert re.fullmatch(r"\d\d(\.\d)? kg \(81 of 90 days\)", before)
    assert re.fullmatch(r"rising: 0\.1\d? kg \(\+0\.\d+ to \+0\.\d+\)", trend)
    assert shown.ask.lines[0].startswith("Blood pressure, systolic: 13")
    assert sum("Blood pressure" in line for line in shown.ask.lines) == 1
    assert shown.ask.lines[-1].startswith("Which of these figures")
    assert shown.notes[0] == "This page is not a diagnosis. It shows what was recorded; a doctor can say what it means."


async def test_an_interval_never_shrinks_to_one_number(rich: Rich) -> None:
    for row in (await made(rich())).rows:
        low, high = re.findall(r"\((\S+) to (\S+)\)", row.cells[4])[0]
        assert low != high, row.cells


@pytest.mark.parametrize(("step", "direction"), [(0.035, "rising"), (-0.035, "falling")])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_clear_trend_is_never_shown_as_zero(language: str, step: float, direction: str) -> None:
    """A pulse is told in whole beats, but a change of a quarter beat a week is one, and so are both ends of its interval."""
    days = {TODAY - timedelta(days=n): round(60 - step * n + (n * 7 % 5 - 2) * 0.5, 1) for n in range(90)}
    context = fake_context(language=language, records=FakeRecords({("ana", "resting_heart_rate"): days}))
    summary = await summed(context)
    (finding,) = summary.findings
    assert finding.trend is not None
    assert finding.trend.direction == direction
    shown = worded(context, summary)
    for text in (shown.rows[0].cells[4], *(line for line in (*shown.out.lines, *shown.ask.lines) if "95" in line)):
        numbers = [float(number.replace(",", ".")) for number in re.findall(r"\d+(?:[.,]\d+)?", text.replace("95 %", "").replace("95-%", ""))]
        assert len(numbers) == 3, text
        assert all(numbers), text


async def test_an_interval_that_holds_zero_is_not_shown_beside_a_direction() -> None:
    """Whole beats that seldom change: the end of the interval is zero itself, and no decimals make it anything else."""
    days = {TODAY - timedelta(days=n): 62.0 if n < 20 else 60.0 if n > 60 else 61.0 for n in range(90)}
    context = fake_context(records=FakeRecords({("ana", "resting_heart_rate"): days}))
    summary = await summed(context)
    (finding,) = summary.findings
    assert finding.slope is not None
    changed = replace(finding, slope=replace(finding.slope, low=0.0))
    shown = worded(context, replace(summary, findings=(changed,)))
    assert re.fullmatch(r"rising: 0\.\d+ bpm", shown.rows[0].cells[4])
    assert any(re.search(r"rising by about 0\.\d+ bpm a week\.$", line) for line in shown.out.lines)


@pytest.mark.parametrize(
    ("period", "said"),
    [
        (Period(date(2016, 4, 12), date(2016, 5, 12)), "12 April 2016 – 12 May 2016"),
        (Period(date(2025, 12, 1), date(2026, 1, 31)), "1 December 2025 – 31 January 2026"),
        (Period(date(2026, 9, 2), date(2026, 11, 30)), "2 September – 30 November 2026"),
    ],
)
async def test_the_year_is_said_once(period: Period, said: str) -> None:
    context = fake_context(records=FakeRecords())
    assert worded(context, await gather(context, period)).about[0] == f"Ana · {said}"


async def test_numbers_of_the_page_are_those_of_its_facts(rich: Rich) -> None:
    context = rich(name="Metformin")
    summary = await summed(context)
    for finding, row in zip(summary.findings, worded(context, summary).rows, strict=True):
        if finding.average.quantity.unit not in ("min", "clock"):
            assert float(re.findall(r"[\d,.]+", row.cells[1])[0].replace(",", "")) == finding.average.quantity.value


async def test_nothing_recorded_is_said_and_not_made_up() -> None:
    context = fake_context(records=FakeRecords())
    shown = await made(context)
    assert shown.rows == ()
    assert shown.out.lines == ("There is no data for this period, or none that may be read.",)
    assert [block.title for block in shown.record] == ["Medicines, conditions, allergies, laboratory"]
    assert "does not mean" in shown.record[0].lines[0]
    assert "nothing is recorded" in shown.about[1]
    assert pages(pdf_page(shown)) == 1
    assert "<table" not in html_page(replace(shown, rows=())).split("</h2>")[-1]


async def test_what_may_not_be_read_is_left_out_and_named(rich: Rich) -> None:
    context = rich(denied=("body", "health_record", "glucose"))
    summary = await summed(context)
    assert "weight" not in {finding.measure for finding in summary.findings}
    assert summary.listed == ()
    assert summary.withheld == ("body", "glucose", "health_record")
    assert "your health record" in worded(context, summary).about[2]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_hostile_names_are_text(rich: Rich, tab: Tab, language: str, tmp_path: Path) -> None:
    written = html_page(await made(rich(language)))
    tree = html.document_fromstring(written)
    assert not tree.xpath("//script | //iframe | //a | //link | //font | //@onerror")
    assert all(source.startswith("data:image/svg+xml;base64,") for source in tree.xpath("//@src"))
    assert "\u202e" not in written
    assert "<script>fetch" in tree.text_content()  # it is there to be read
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("dialog", lambda dialog: pytest.fail("a name opened a dialog"))
    path = tmp_path / "report.html"
    path.write_text(written, encoding="utf-8")
    await tab.goto(path.as_uri())
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    # The policy holds even for what would get past the escaping.
    await tab.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=http://127.0.0.1:9/x.png><b onclick=x>')")
    assert await tab.evaluate("[...document.images].at(-1).naturalWidth") == 0


@pytest.mark.parametrize("language", LANGUAGES)
async def test_both_files_are_one_page_of_a4_however_much_there_is(rich: Rich, tab: Tab, language: str) -> None:
    shown = await made(rich(language))
    await tab.set_content(html_page(shown))
    printed = await tab.pdf(prefer_css_page_size=True)
    assert pages(printed) == 1
    made_pdf = pdf_page(shown)
    assert pages(made_pdf) == 1
    assert made_pdf == pdf_page(shown)  # the same figures give the same file
    assert made_pdf.count(b"/FontFile2") == 2  # both fonts are in it


async def test_the_page_can_be_used_without_seeing_it(rich: Rich, tab: Tab) -> None:
    await tab.set_content(html_page(await made(rich("de", name="Metformin"))))
    results = await Axe().run(tab)
    assert results.violations_count == 0, results.generate_report()
    assert await tab.evaluate("document.documentElement.lang") == "de"
    alternatives = await tab.evaluate("[...document.images].map(image => image.alt)")
    assert all("2. September – " in text and "Mittel" in text for text in alternatives)
    await tab.click("summary")
    assert await tab.locator("details table").count() == len(alternatives)
    assert "keine Daten" not in await tab.locator("details table").first.inner_text()


async def test_labs_outside_their_range_come_first() -> None:
    source = Source("record", "k", "Clinic")
    labs = (Line("Ferritin", value=41, low=15, high=150), Line("LDL", value=128, unit="mg/dL", high=116), Line("Sodium"))
    assert [outside(line) for line in labs] == [False, True, False]
    summary = Summary(Period.last(90, TODAY), (), (Listed("lab", labs, source),))
    context = fake_context()
    (block,) = worded(context, summary).record
    assert block.lines[0] == "LDL: 128 mg/dL, reference range up to 116 (outside its reference range)"
    assert asking(summary)[0].line == labs[1]


async def test_a_long_line_keeps_its_days_and_a_record_without_a_name_is_named_in_the_language() -> None:
    source = Source("record", "k", "health record")
    line = Line("Amoxicillin 500 mg capsule", "completed", date(2026, 9, 1), date(2026, 9, 8), "three times a day with a glass of water, " * 3)
    shown = worded(fake_context(language="de"), Summary(last_days(TODAY), (), (Listed("medication", (line,), source),)))
    assert "8. September 2026" in shown.record[1].lines[0]
    assert shown.about[1] == "Quellen: Gesundheitsakte"


async def test_medicines_that_are_over_stand_apart() -> None:
    source = Source("record", "k", "Clinic")
    taken = Line("Metformin", "active", date(2024, 3, 5))
    ended = Line("Amoxicillin", "completed", date(2026, 9, 1), date(2026, 9, 8))
    summary = Summary(last_days(TODAY), (), (Listed("medication", (taken, ended), source),))
    now, past = worded(fake_context(), summary).record
    assert (now.title, past.title) == ("Medicines", "Medicines of the past")
    assert [line.split(":")[0].split(",")[0] for line in (*now.lines, *past.lines)] == ["Metformin", "Amoxicillin"]
    assert "8 September 2026" in past.lines[0]
    assert "medication" in {one.name for one in asking(summary)}
    only = replace(summary, listed=(Listed("medication", (ended,), source),))
    assert "medication" not in {one.name for one in asking(only)}


async def test_unusual_days_are_not_another_level(rich: Rich) -> None:
    for finding in (await summed(rich())).findings:
        odd = finding.unusual
        if odd is not None and another_level(odd):
            assert len(odd.days) * 3 > odd.days_with_data
            assert all(one.finding is not finding or one.name != "unusual" for one in asking(await summed(rich())))
    assert UNUSUAL_DAYS == 3


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_message_of_the_page_can_be_said(language: str) -> None:
    """By name where a rule chooses it: each has its slots, and none is left over."""
    catalogue = Catalogue()
    names = "now why name period against day titles value range title change low high difference before line days"
    given: dict[str, Slot | str | int] = dict.fromkeys(names.split(), "x")
    choices = {"verdict": "below", "direction": "rising", "n": 2, "count": "2", "known": 1, "all": 2}
    for message in sorted(catalogue.messages(language)):
        if message.startswith(("summary-", "chart-")):
            for form in FORMS:
                text = catalogue.say(language, message, form, **given, **choices)
                assert text, message
                assert "{" not in text, message
    assert {m for m in catalogue.messages(language) if m.startswith(("summary-", "chart-"))} == {
        m for m in catalogue.messages("en") if m.startswith(("summary-", "chart-"))
    }


def test_every_line_and_question_has_its_words() -> None:
    catalogue = Catalogue()
    for language in LANGUAGES:
        for line in lines().lines:
            assert all(catalogue.has(language, f"summary-measure-{name}") for name in line.measures)
        assert all(catalogue.has(language, f"summary-ask-{question.name}") for question in questions().questions)
