"""The page as one PDF page of A4, with reportlab: the same words as in HTML, fonts and pictures embedded, nothing fetched."""

from __future__ import annotations

import io
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from assistant.charts.drawing import draw
from assistant.errors import UsageError
from assistant.summary.page import CHART, Block, Page

__all__ = ["pdf_page"]

_FONT, _BOLD = "DejaVuSans", "DejaVuSans-Bold"
_MARGIN = 36  # points
_SHARES = (0.185, 0.115, 0.08, 0.145, 0.14, 0.135, 0.2)
"""Of the width, for each column of the figures."""


def pdf_page(page: Page) -> bytes:
    """The file. Raises `UsageError` when reportlab or matplotlib is not installed.

    What would not fit on the page is made smaller as a whole. Letters that DejaVu Sans lacks (Chinese, say, in a medicine's name) show as boxes.
    """
    if any(find_spec(name) is None for name in ("reportlab", "matplotlib")):
        raise UsageError("A PDF needs reportlab and matplotlib; install them with: pip install 'auricle[report]', or ask for an .html file.")
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Frame, KeepInFrame

    _register()
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1, lang=page.language, initialFontName=_FONT)
    canvas.setTitle(page.title)
    canvas.setAuthor("Auricle")
    width, height = A4[0] - 2 * _MARGIN, A4[1] - 2 * _MARGIN
    frame = Frame(_MARGIN, _MARGIN, width, height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    frame.addFromList([KeepInFrame(width, height, _story(page, width), mode="shrink")], canvas)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _register() -> None:
    """DejaVu Sans, which matplotlib carries, for accents and signs that PDF's own fonts lack."""
    import matplotlib
    from reportlab.lib.fonts import addMapping
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    for name in (_FONT, _BOLD):
        registerFont(TTFont(name, str(folder / f"{name}.ttf")))
    addMapping(_FONT, 0, 0, _FONT)
    addMapping(_FONT, 1, 0, _BOLD)


def _story(page: Page, width: float) -> list[Any]:
    from reportlab.lib.colors import HexColor
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Image, Paragraph, Spacer, Table, TableStyle

    ink, line = HexColor("#1a1a1a"), HexColor("#8a8a8a")
    plain = ParagraphStyle("plain", fontName=_FONT, fontSize=8, leading=10, textColor=ink)
    title = ParagraphStyle("title", plain, fontName=_BOLD, fontSize=14, leading=18)
    head = ParagraphStyle("head", plain, fontName=_BOLD, fontSize=9.5, leading=12, spaceBefore=7, spaceAfter=2)
    cell = ParagraphStyle("cell", plain, fontSize=7.2, leading=8.8)
    strong = ParagraphStyle("strong", cell, fontName=_BOLD)
    item = ParagraphStyle("item", plain, leftIndent=11, bulletIndent=1, bulletFontName=_FONT, bulletFontSize=8)
    small = ParagraphStyle("small", plain, fontSize=6.8, leading=8.4, textColor=HexColor("#3d3d3d"))

    def said(text: str, style: Any, bullet: str | None = None) -> Any:
        # A paragraph reads markup: whatever comes from outside is text and nothing else.
        return Paragraph(escape(text, quote=False), style, bulletText=bullet)

    def listed(block: Block, numbered: bool = False) -> list[Any]:
        lines = (said(text, item, f"{n}." if numbered else "•") for n, text in enumerate(block.lines, 1))
        return [said(block.title, head), *lines]

    rows = [
        [
            said(row.cells[0], strong),
            *(said(text, cell) for text in row.cells[1:]),
            Image(io.BytesIO(draw(row.chart, "png")), *(72 * x for x in CHART)),
        ]
        for row in page.rows
    ]
    columns = [share * width for share in _SHARES]
    figures = Table([[said(name, strong) for name in page.heads], *rows], colWidths=columns, repeatRows=1, hAlign="LEFT")
    around = [("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("LINEBELOW", (0, 0), (-1, -1), 0.5, line), ("LEFTPADDING", (0, 0), (-1, -1), 2)]
    tight = [("RIGHTPADDING", (0, 0), (-1, -1), 2), ("TOPPADDING", (0, 0), (-1, -1), 1.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5)]
    figures.setStyle(TableStyle([*around, *tight]))
    story = [said(page.title, title), *(said(text, plain) for text in page.about), *listed(page.out), said(page.figures, head), figures]
    story.append(Spacer(1, 4))
    blocks = [listed(block) for block in page.record]
    for pair in zip(blocks[::2], [*blocks[1::2], []], strict=False):
        beside = Table([list(pair)], colWidths=[width / 2] * 2 if pair[1] else [width, 0], hAlign="LEFT")
        flush = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0), ("TOPPADDING", (0, 0), (-1, -1), 0)]
        beside.setStyle(TableStyle([*flush, ("BOTTOMPADDING", (0, 0), (-1, -1), 0)]))
        story.append(beside)
    return [*story, *listed(page.ask, numbered=True), Spacer(1, 8), *(said(note, strong if n == 0 else small) for n, note in enumerate(page.notes))]
