"""Draws days as a picture, as SVG or PNG, with matplotlib.

- No line is drawn through a day without data: it breaks there, and a grey band says so. A zero is a point on the axis.
- The colours are those of Okabe and Ito, which people with any colour vision can tell apart; the time before is dashed as well.
- The picture holds no address of anything outside, and is the same whenever it is drawn from the same figures.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Literal

from assistant.errors import UsageError
from assistant.measures import Measure
from assistant.period import Period
from assistant.records.series import DayValue
from i18n.languages import resolve
from i18n.slots import clock_time

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Drawn", "Kind", "draw"]

Kind = Literal["svg", "png"]

_BLUE, _ORANGE, _INK, _GREY = "#0072B2", "#D55E00", "#1a1a1a", "#d9d9d9"
_DPI = 200
_SVG = "http://www.w3.org/2000/svg"
_BARS = 45  # days up to which amounts are bars
_MARKED = 120  # days up to which each is marked by a point


@dataclass(frozen=True, slots=True)
class Drawn:
    """What to draw. before: the days that are compared with, drawn over the same axis, day by day. title, missing, names: words in `language`;
    names: of the two stretches, for the legend.

    size: inches. small: for a table's cell, without axes' words.
    """

    measure: Measure
    period: Period
    days: tuple[DayValue, ...]
    language: str
    title: str = ""
    description: str = ""
    missing: str = ""
    before: tuple[Period, tuple[DayValue, ...]] | None = None
    names: tuple[str, str] = ("", "")
    size: tuple[float, float] = (7.0, 3.2)
    small: bool = False


def draw(drawn: Drawn, kind: Kind) -> bytes:
    """The picture. Raises `UsageError` when matplotlib is not installed."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise UsageError("A chart needs matplotlib; install it with: pip install 'auricle[report]'.") from error
    names = (_line(drawn.names[0]), _line(drawn.names[1]))
    drawn = replace(drawn, title=_line(drawn.title), description=_line(drawn.description), missing=_line(drawn.missing), names=names)
    with matplotlib.rc_context({"svg.hashsalt": "auricle", "font.family": "DejaVu Sans", "font.size": 9}):
        figure = Figure(figsize=drawn.size, layout=None if drawn.small else "constrained")
        axes = figure.add_axes((0.0, 0.06, 1.0, 0.88)) if drawn.small else figure.add_subplot()
        _paint(axes, drawn)
        if drawn.title and not drawn.small:
            # parse_math: a name may hold a dollar sign.
            figure.suptitle(drawn.title, x=0.01, ha="left", fontsize=_fitting(drawn.title), color=_INK, parse_math=False)
        out = io.BytesIO()
        if kind == "png":
            figure.savefig(out, format="png", dpi=_DPI, facecolor="white", metadata={"Title": drawn.title, "Software": None})
            return out.getvalue()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _described(out.getvalue(), drawn)


def _paint(axes: Axes, drawn: Drawn) -> None:
    first = drawn.period.start
    values = {day.day: _axis(drawn.measure, day.value) for day in drawn.days}
    row = [values.get(day, math.nan) for day in drawn.period]
    if not drawn.small or len(values) * 2 > len(row):  # among few days in a small picture the points tell, and bands would hide them
        _gaps(axes, row)
    places = list(range(len(row)))
    width = 1.0 if drawn.small else 1.6
    if drawn.before is not None:
        before = {day.day: _axis(drawn.measure, day.value) for day in drawn.before[1]}
        other = [before.get(day, math.nan) for day in drawn.before[0]]
        axes.plot(range(len(other)), other, color=_ORANGE, linestyle="--", marker="s", markersize=3, linewidth=width)
    if drawn.measure.additive and len(row) <= _BARS and drawn.before is None and not drawn.small:
        axes.bar(places, row, color=_BLUE, width=0.8)
        zeros = [place for place in places if row[place] == 0]
        axes.plot(zeros, [0] * len(zeros), color=_BLUE, marker="D", markersize=5, linestyle="none", clip_on=False)
    else:
        size = (1.4 if drawn.small else 3.0) if len(row) <= _MARKED else 1.0
        axes.plot(places, row, color=_BLUE, marker="o", markersize=size, linewidth=width, clip_on=False)
    axes.set_xlim(-0.6, max(len(row), drawn.before[0].days if drawn.before else 0, 2) - 0.4)
    if drawn.measure.additive:
        axes.set_ylim(bottom=0)
    if drawn.small:
        axes.set_axis_off()
        return
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="y", color=_GREY, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(colors=_INK)
    _name_days(axes, first, len(row), drawn.language)
    _name_values(axes, drawn)
    lines = [*reversed(axes.get_lines())] if drawn.before is not None else []
    shown = [*zip(lines, drawn.names, strict=False), *([(_band(), drawn.missing)] if any(map(math.isnan, row)) else [])]
    if shown:
        handles, labels = zip(*shown, strict=True)
        axes.legend(handles, labels, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=len(labels), frameon=False, fontsize=8)


def _fitting(title: str) -> float:
    """Points of the letters of a title: ten, and fewer for one that would not fit on the line."""
    return max(6.0, min(10.0, 830 / max(len(title), 1)))


def _gaps(axes: Axes, row: Sequence[float]) -> None:
    """A grey band over every day without data."""
    start = None
    for place, value in enumerate([*row, 0.0]):
        if math.isnan(value):
            start = place if start is None else start
        elif start is not None:
            axes.axvspan(start - 0.5, place - 0.5, color=_GREY, alpha=0.6, linewidth=0, zorder=0)
            start = None


def _band() -> Any:
    from matplotlib.patches import Patch

    return Patch(facecolor=_GREY, alpha=0.6)


def _name_days(axes: Axes, first: date, days: int, language: str) -> None:
    from babel.dates import format_skeleton

    step = max(1, math.ceil(days / 8))
    step = next((nice for nice in (1, 2, 7, 14, 28, 56, 91, 182) if nice >= step), 365)
    places = list(range(0, days, step))
    axes.set_xticks(places, [format_skeleton("dMMM", first + timedelta(days=place), locale=resolve(language).locale) for place in places])


def _name_values(axes: Axes, drawn: Drawn) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator

    low, high = axes.get_ylim()
    if drawn.measure.unit in ("min", "clock") and high - low > 100:
        step = next(minutes for minutes in (30, 60, 120, 240, 480, 10_000) if (high - low) / minutes <= 7)
        axes.yaxis.set_major_locator(MultipleLocator(step))
    else:
        axes.yaxis.set_major_locator(
            MaxNLocator(nbins=6, steps=[1, 2, 2.5, 5, 10] if drawn.measure.digits == 0 else [1, 2, 5, 10], integer=drawn.measure.digits == 0)
        )
    axes.yaxis.set_major_formatter(FuncFormatter(_written(drawn)))
    unit = {"min": "", "clock": "", "count": "", "points": "", "kg/m2": "kg/m²"}.get(drawn.measure.unit, drawn.measure.unit)
    if unit:
        axes.set_title(unit, loc="left", fontsize=9, color=_INK)


def _written(drawn: Drawn) -> Callable[[float, int], str]:
    from babel.numbers import format_decimal

    locale = resolve(drawn.language).locale

    def write(value: float, place: int) -> str:
        match drawn.measure.unit:
            case "clock":
                return f"{clock_time(value):%H:%M}"
            case "min" if abs(value) >= 60:
                hours, rest = divmod(round(value), 60)
                return f"{hours} h {rest:02}" if rest else f"{hours} h"
            case "min":
                return f"{value:g} min"
        return format_decimal(value, format="#,##0.##", locale=locale)

    return write


def _axis(measure: Measure, value: float) -> float:
    return round(value, measure.digits) + 0.0


def _line(text: str) -> str:
    """Without what neither XML nor a font has."""
    return "".join(letter for letter in text if letter.isprintable())


def _described(svg: bytes, drawn: Drawn) -> bytes:
    """With a title and a description, and without matplotlib's own: no document type and no name of a server stays in it."""
    from lxml import etree

    root = etree.fromstring(svg, etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True))
    for metadata in root.findall(f"{{{_SVG}}}metadata"):
        root.remove(metadata)
    root.set("role", "img")
    for name, text in (("desc", drawn.description), ("title", drawn.title)):
        if text:
            element = etree.Element(f"{{{_SVG}}}{name}")
            element.text = text
            root.insert(0, element)
    written: bytes = etree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written
