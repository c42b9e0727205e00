"""Charts: no line through missing days, zeros that can be told from them, words and a table that say the same, files that need nothing else."""

from __future__ import annotations

import stat
import sys
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import matplotlib.axes
import numpy as np
import pytest
from lxml import etree, html
from PIL import Image
from typer.testing import CliRunner

from assistant.charts.drawing import Drawn, draw
from assistant.charts.figure import figure
from assistant.charts.files import chart_file
from assistant.cli.main import app
from assistant.errors import NoData, PermissionDenied, UsageError
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.series import DayValue
from assistant.records.store import RecordStore, open_records
from assistant.settings import Settings
from assistant.summary.page import Page
from assistant.testing import NOON, FakeRecords, fake_context
from assistant.types import Person

WEEK = Period.parse("2026-11-23/2026-11-29")
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</title><script>alert(1)</script>"&amp;\x00'


def drawn(name: str, values: Mapping[int, float], **more: Any) -> Drawn:
    """The values of the week by weekday, Monday being 0."""
    days = tuple(DayValue(WEEK.start + timedelta(days=n), value, "Watch") for n, value in values.items())
    return Drawn(MEASURES[name], WEEK, days, "en", "Steps", "All of it.", "no data", **more)


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[float]]]:
    """What is put onto the axes: lines, bars and the bands of missing days."""
    seen: list[tuple[str, list[float]]] = []
    plot, bar, band = matplotlib.axes.Axes.plot, matplotlib.axes.Axes.bar, matplotlib.axes.Axes.axvspan

    def see_plot(self: Any, x: Any, y: Any, **more: Any) -> Any:
        seen.append((more.get("linestyle", "line"), [float(value) for value in y]))
        return plot(self, x, y, **more)

    def see_bar(self: Any, x: Any, height: Any, **more: Any) -> Any:
        seen.append(("bars", [float(value) for value in height]))
        return bar(self, x, height, **more)

    def see_band(self: Any, first: float, last: float, **more: Any) -> Any:
        seen.append(("missing", [first, last]))
        return band(self, first, last, **more)

    monkeypatch.setattr(matplotlib.axes.Axes, "plot", see_plot)
    monkeypatch.setattr(matplotlib.axes.Axes, "bar", see_bar)
    monkeypatch.setattr(matplotlib.axes.Axes, "axvspan", see_band)
    return seen


def test_no_line_goes_through_days_without_data(painted: list[tuple[str, list[float]]]) -> None:
    draw(drawn("weight", {0: 80, 1: 80.5, 4: 81, 6: 80}), "svg")
    assert [row for kind, row in painted if kind == "missing"] == [[1.5, 3.5], [4.5, 5.5]]
    (line,) = [row for kind, row in painted if kind == "line"]
    assert np.isnan(line).tolist() == [False, False, True, True, False, True, False]


def test_a_zero_is_a_point_and_a_missing_day_is_not(painted: list[tuple[str, list[float]]]) -> None:
    draw(drawn("floors", {0: 4, 1: 0, 3: 7}), "svg")
    (bars,) = [row for kind, row in painted if kind == "bars"]
    assert np.isnan(bars).tolist() == [False, False, True, False, True, True, True]
    assert [row for kind, row in painted if kind == "none"] == [[0.0]]  # one mark without a line, for the zero
    assert [row for kind, row in painted if kind == "missing"] == [[1.5, 2.5], [3.5, 6.5]]


def test_the_time_before_is_dashed_over_the_same_axis(painted: list[tuple[str, list[float]]]) -> None:
    before = WEEK.before()
    days = (DayValue(before.start, 60, "Watch"), DayValue(before.start + timedelta(days=2), 61, "Watch"))
    draw(drawn("resting_heart_rate", dict.fromkeys(range(7), 62.0), before=(before, days), names=("now", "then")), "svg")
    (dashed,) = [row for kind, row in painted if kind == "--"]
    assert np.isnan(dashed).tolist() == [False, True, False, True, True, True, True]


@pytest.mark.parametrize("name", ["steps", "sleep_duration", "bedtime", "weight", "glucose", "time_in_range", "naps"])
@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_every_kind_of_axis_can_be_drawn(name: str, language: str) -> None:
    level = (MEASURES[name].low + MEASURES[name].high) / 2
    for values in ({}, {3: level}, {n: level + n for n in range(7)}):
        one = drawn(name, values)
        svg = draw(Drawn(one.measure, one.period, one.days, language, "T", "D", "–"), "svg")
        assert svg == draw(Drawn(one.measure, one.period, one.days, language, "T", "D", "–"), "svg")  # the same figures, the same file


def test_the_picture_needs_and_names_nothing_outside() -> None:
    root = etree.fromstring(draw(drawn("steps", {0: 8000}), "svg"))
    assert root.getroottree().docinfo.doctype == ""
    assert root.find(f"{SVG}metadata") is None
    links = root.xpath("//@*[local-name()='href']")
    assert all(link.startswith("#") for link in links)
    assert not root.xpath("//*[local-name()='script' or local-name()='image' or local-name()='foreignObject']")


def test_title_and_description_are_text_whatever_they_are() -> None:
    one = drawn("steps", {0: 8000})
    root = etree.fromstring(draw(Drawn(one.measure, one.period, one.days, "en", HOSTILE, HOSTILE, HOSTILE), "svg"))
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text == '</title><script>alert(1)</script>"&amp;'
    assert root.get("role") == "img"
    assert not root.xpath("//*[local-name()='script']")


def test_a_png_is_a_picture_with_both_colours(tmp_path: Path) -> None:
    before = (WEEK.before(), tuple(DayValue(day, 60.0, "Watch") for day in WEEK.before()))
    path = tmp_path / "a.png"
    path.write_bytes(draw(drawn("resting_heart_rate", dict.fromkeys(range(7), 62.0), before=before, names=("a", "b")), "png"))
    with Image.open(path) as picture:
        colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20) or []}
    assert {(0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00)} <= colours


def test_without_matplotlib_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"install it with: pip install 'auricle\[report\]'"):
        draw(drawn("steps", {0: 8000}), "svg")


def test_without_reportlab_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    from assistant.summary.page import Block
    from assistant.summary.pdf import pdf_page

    monkeypatch.setitem(sys.modules, "reportlab", None)
    page = Page("en", "T", (), Block("", ()), "", (), (), (), Block("", ()), (), "")
    with pytest.raises(UsageError, match="or ask for an"):
        pdf_page(page)


RECORDS = FakeRecords(
    {
        ("ana", "steps"): {WEEK.start + timedelta(days=n): float(value) for n, value in enumerate((8000, 0, 9000, 7000)) if n != 2},
        ("ana", "weight"): {date(2026, 8, 1) + timedelta(days=n): 80.0 + n % 3 for n in range(100)},
    }
)


async def test_the_words_and_the_table_say_what_the_picture_shows() -> None:
    made = await figure(fake_context(records=RECORDS), "steps", WEEK)
    assert made.summary == "Last week (23–29 November) you took 5,000 steps a day on average."
    assert made.drawn.title == "Your daily step count, 23–29 November"
    assert "highest on Monday 23 November: 8,000 steps" in made.drawn.description
    assert "3 of the 7 days" in made.drawn.description
    (table,) = made.tables
    assert table.head == ("Day", "Value", "Source")
    assert [row[1] for row in table.rows] == ["8,000 steps", "0 steps", "no data", "7,000 steps", "no data", "no data", "no data"]


async def test_a_long_stretch_has_a_row_a_week() -> None:
    made = await figure(fake_context(records=RECORDS), "weight", Period.parse("2026-08-01/2026-09-30"))
    (table,) = made.tables
    assert table.head == ("Week from", "Average", "Days with data")
    assert len(table.rows) == 9
    assert table.rows[0] == ("1 August 2026", "80.9 kg", "7 of 7")
    assert table.rows[-1][2] == "5 of 5"


async def test_two_stretches_have_two_tables_and_a_verdict() -> None:
    made = await figure(fake_context(records=RECORDS), "weight", Period.parse("2026-10-01/2026-10-07"), Period.parse("2026-09-01/2026-09-07"))
    assert len(made.tables) == 2
    assert "about the same" in made.summary
    page = html.document_fromstring(chart_file(made, ".html"))
    assert [caption.text for caption in page.iter("caption")] == list(made.drawn.names) == ["1–7 October", "1–7 September"]
    assert page.xpath("//figure/img/@alt")[0].startswith("Your weight, 1–7 October, against 1–7 September.")
    assert page.xpath("//figure/figcaption")[0].text == made.summary
    assert not page.xpath("//script")


async def test_what_cannot_be_drawn_says_why() -> None:
    with pytest.raises(UsageError, match="There is no chart of 'gmi'"):
        await figure(fake_context(records=RECORDS), "gmi", WEEK)
    with pytest.raises(NoData, match="Nothing is recorded of floors"):
        await figure(fake_context(records=RECORDS), "floors", WEEK)
    with pytest.raises(PermissionDenied):
        await figure(fake_context(records=FakeRecords(denied=["activity"])), "steps", WEEK)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RecordStore:
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "test")
    monkeypatch.chdir(tmp_path)
    kept = open_records(Settings.read())
    kept.add(Person("ana", "Ana", "Europe/Berlin", NOON))
    kept.import_days("ana", {"steps": [DayValue(day, 8000.0, "Watch") for day in WEEK]})
    return kept


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["data", *arguments])


@pytest.mark.parametrize(("name", "begins"), [("a.svg", b"<?xml"), ("a.PNG", b"\x89PNG"), ("a.html", b"<!DOCTYPE html>")])
def test_the_chart_command(store: RecordStore, tmp_path: Path, name: str, begins: bytes) -> None:
    done = run("chart", "ana", "steps", str(WEEK), "--out", name)
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{name}: Last week (23–29 November) you took 8,000 steps a day on average.\n"
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_the_chart_command_knows_its_files(store: RecordStore) -> None:
    assert "is none" in str(run("chart", "ana", "steps", "--out", "a.gif").exception)
    assert "cannot be written" in str(run("chart", "ana", "steps", "--out", "no/such/folder.svg").exception)


@pytest.mark.parametrize(("name", "begins"), [("r.pdf", b"%PDF"), ("r.html", b"<!DOCTYPE html>")])
def test_the_report_command(store: RecordStore, tmp_path: Path, name: str, begins: bytes) -> None:
    done = run("report", "ana", "--period", str(WEEK), "--language", "es", "--out", name)
    assert done.exit_code == 0, done.output
    assert "not encrypted" in done.stdout
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_the_report_as_json_writes_no_file(store: RecordStore, tmp_path: Path) -> None:
    import json

    found = json.loads(run("report", "ana", "--json").stdout)
    assert found["period"] == "2026-09-02/2026-11-30"
    assert [fact["measure"] for fact in found["facts"] if fact["fact"] == "measured"] == ["steps"]
    assert not list(tmp_path.glob("report*"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--out", "r.docx"), "neither"),
        (("--language", "fr"), "no page in French"),
        (("--language", "tlh"), "not known"),
        (("--period", "yesterday"), "not a period"),
    ],
)
def test_the_report_command_says_what_is_wrong(store: RecordStore, arguments: tuple[str, ...], said: str) -> None:
    done = run("report", "ana", *arguments)
    assert isinstance(done.exception, UsageError)
    assert said in str(done.exception)


@pytest.mark.parametrize("small", [False, True])
def test_the_title_is_in_the_picture_too(monkeypatch: pytest.MonkeyPatch, small: bool) -> None:
    """Who gets the file alone must see of what it is; in a row of a table its neighbours say so."""
    from matplotlib.figure import Figure

    written: list[str] = []
    monkeypatch.setattr(Figure, "suptitle", lambda figure, text, **look: written.append(text))
    draw(Drawn(MEASURES["steps"], Period.last(30, NOON.date()), (), "en", "Your steps, 1–30 November", small=small), "png")
    assert written == ([] if small else ["Your steps, 1–30 November"])
