"""A figure as a file: a picture, or a page with the picture, its sentence and its table."""

from __future__ import annotations

from lxml.html import builder

from assistant.charts.drawing import draw
from assistant.charts.figure import Figure
from assistant.summary.html import document, picture, table_of

__all__ = ["KINDS", "chart_file"]

KINDS = (".svg", ".png", ".html")


def chart_file(figure: Figure, kind: str) -> bytes:
    """kind: one of `KINDS`. Raises `UsageError` when matplotlib is not installed."""
    drawn = figure.drawn
    if kind == ".png":
        return draw(drawn, "png")
    svg = draw(drawn, "svg")
    if kind == ".svg":
        return svg
    shown = builder.E("figure", picture(svg, f"{drawn.title}. {drawn.description}"), builder.E("figcaption", figure.summary))
    names = drawn.names if drawn.before else (drawn.title,)
    body = [builder.E("h1", drawn.title), shown, *(table_of(table, name) for table, name in zip(figure.tables, names, strict=True))]
    return document(drawn.language, drawn.title, body).encode()
