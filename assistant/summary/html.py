"""The page as one HTML file that needs nothing else: no script, no address outside, every word escaped by the tree that it is put into."""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Sequence

from lxml import html
from lxml.html import HtmlElement, builder

from assistant.charts.drawing import draw
from assistant.charts.rows import Table
from assistant.summary.page import Block, Page, Row

__all__ = ["POLICY", "STYLE", "document", "html_page", "picture", "table_of"]

_LARGEST, _SMALLEST = 9.0, 5.0  # points on paper
_SHEET = (527.0, 750.0)  # points of an A4 sheet within its margins, with some to spare
_CELL = 0.16  # of the width, for a cell of the figures

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
"""Content security policy of the file: even a name that got past the escaping could load and run nothing."""

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 10.5pt/1.35 "DejaVu Sans", "Noto Sans", system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 60rem; }
body { color: #1a1a1a; background: #fff; }
h1 { font-size: 1.45em; margin: 0 0 .2em; }
h2 { font-size: 1.05em; margin: .8em 0 .2em; border-bottom: 1px solid #767676; }
p { margin: .1em 0; }
ul, ol { margin: .1em 0; padding-left: 1.3em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: middle; padding: .2em .4em; border-bottom: 1px solid #b0b0b0; }
thead th { font-size: .85em; }
tbody th { font-weight: 600; }
img { display: block; max-width: 100%; height: auto; }
td img { width: 10.5em; height: auto; max-width: none; }
.record { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); column-gap: 1.5rem; }
.notes { margin-top: .8em; font-size: .85em; color: #3d3d3d; }
.notes p:first-child { font-weight: 600; color: #1a1a1a; }
.wide { overflow-x: auto; }
details { margin: .2em 0; }
summary { cursor: pointer; }
caption { text-align: left; font-weight: 600; padding: .6em 0 .2em; }
@page { size: A4; margin: 12mm; }
@media print {
  body { font-size: var(--print); line-height: 1.2; padding: 0; max-width: none; }
  details { display: none; }
  .record { grid-template-columns: 1fr 1fr; }
  h2, tr, li { break-inside: avoid; }
}
"""


def html_page(page: Page) -> str:
    """The whole file. Raises `UsageError` when matplotlib is not installed."""
    body = [
        _element("h1", page.title),
        *(_element("p", line) for line in page.about),
        _block(page.out),
        _element("h2", page.figures),
        _figures(page),
        *_tables(page),
        _element("div", *(_block(block) for block in page.record), **{"class": "record"}),
        _block(page.ask, "ol"),
        _element("div", *(_element("p", note) for note in page.notes), **{"class": "notes"}),
    ]
    return document(page.language, page.title, body, _print_size(page))


def _print_size(page: Page) -> float:
    """The largest letters with which all of it fits on a sheet, by an estimate that is rather too careful: a browser cannot be asked."""
    size = _LARGEST
    while size > _SMALLEST and _height(page, size) > _SHEET[1]:
        size -= 0.25
    return size


def _height(page: Page, size: float) -> float:
    """Points of all lines of the page, headings and rows of figures."""
    line, letter, width = 1.22 * size, 0.57 * size, _SHEET[0]

    def lines(texts: Iterable[str], share: float = 1.0) -> int:
        return sum(math.ceil(len(text) * letter / (share * width - 2 * size)) for text in texts)

    heading = 2.9 * size
    rows = sum(max(3.2 * size, line * max(lines([cell], _CELL) for cell in row.cells)) + 0.5 * size for row in page.rows)
    pairs = zip(page.record[::2], [*page.record[1::2], None], strict=False)
    record = sum(heading + line * max(lines(block.lines, 0.48) for block in pair if block) for pair in pairs)
    plain = lines([*page.about, *page.out.lines, *page.ask.lines, *page.notes])
    return line * (plain + 3) + 5 * heading + rows + record


def document(language: str, title: str, body: Sequence[HtmlElement], print_size: float = _LARGEST) -> str:
    """A file around a body, with the policy, the style and the language. print_size: points of its letters on paper."""
    root = builder.HTML(
        builder.HEAD(
            builder.META(charset="utf-8"),
            builder.META(**{"http-equiv": "Content-Security-Policy", "content": POLICY}),
            builder.META(name="viewport", content="width=device-width, initial-scale=1"),
            builder.META(name="referrer", content="no-referrer"),
            builder.TITLE(title),
            builder.STYLE(f":root {{ --print: {print_size:g}pt; }}{STYLE}"),
        ),
        builder.BODY(_element("main", *body)),
        lang=language,
    )
    written: str = html.tostring(root, doctype="<!DOCTYPE html>", encoding="unicode")
    return written


def table_of(table: Table, caption: str) -> HtmlElement:
    """A table with its caption and headers for those who hear it."""
    head = _element("thead", _element("tr", *(_element("th", name, scope="col") for name in table.head)))
    rows = (_element("tr", _element("th", row[0], scope="row"), *(_element("td", cell) for cell in row[1:])) for row in table.rows)
    return _element("table", _element("caption", caption), head, _element("tbody", *rows))


def picture(svg: bytes, alternative: str) -> HtmlElement:
    """As data, so that its own style and names stay inside it."""
    return _element("img", src=f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}", alt=alternative)


def _block(block: Block, kind: str = "ul") -> HtmlElement:
    return _element("section", _element("h2", block.title), _element(kind, *(_element("li", line) for line in block.lines)))


def _figures(page: Page) -> HtmlElement:
    head = _element("thead", _element("tr", *(_element("th", name, scope="col") for name in page.heads)))
    table = _element("table", head, _element("tbody", *map(_row, page.rows)))
    return _element("div", table, **{"class": "wide"})


def _row(row: Row) -> HtmlElement:
    first, *rest = row.cells
    # The cells beside it say what the picture shows, so its alternative names it and no more.
    drawn = picture(draw(row.chart, "svg"), f"{row.chart.title}: {row.chart.description}")
    return _element("tr", _element("th", first, scope="row"), *(_element("td", cell) for cell in rest), _element("td", drawn))


def _tables(page: Page) -> list[HtmlElement]:
    """What the charts show, week by week, for whoever opens it; paper has no room for it."""
    if not page.rows:
        return []
    return [_element("details", _element("summary", page.show_table), *(table_of(row.table, row.chart.title) for row in page.rows))]


def _element(name: str, *content: str | HtmlElement, **attributes: str) -> HtmlElement:
    return builder.E(name, *content, **attributes)
