"""Data made short for a model, whole: figures of a series, first items of a list, first sentences of a text; what was left out is said."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import date
from statistics import fmean

from assistant.types import Json

__all__ = ["sentences", "shortened"]

_SCALAR = 300  # characters of a single word or number that is still shown: no word of a language is longer
_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？।؟])\s*|\n+")


def shortened(value: Json, view: int) -> Json:
    """A value with at most `view` items a list and sentences a text; a longer series of numbers becomes its figures."""
    if isinstance(value, str):
        return sentences(value, view)
    if isinstance(value, Mapping):
        return _pairs({str(key): item for key, item in value.items()}, view)
    if isinstance(value, list):
        return _items(value, view)
    if isinstance(value, float) and not math.isfinite(value):
        return "no number"
    return value


def sentences(text: str, view: int) -> str:
    """The first `view` whole sentences. What has no sentences in it (a key, a name) stays as it is unless it is longer than any."""
    parts = [part for part in _SENTENCE.split(text) if part.strip()]
    if len(parts) <= 1:
        return text if len(text) <= max(_SCALAR, 8 * view) else f"(a text of {len(text)} characters without an end of a sentence, left out)"
    kept: list[str] = []
    for part in parts[:view]:
        if len(part) > 4 * _SCALAR:  # a "sentence" like that is a table or a trick
            break
        kept.append(" ".join(part.split()))
    left = len(parts) - len(kept)
    return " ".join([*kept, f"… {left} more {'sentence' if left == 1 else 'sentences'}"] if left else kept)


def _pairs(value: Mapping[str, Json], view: int) -> Json:
    if len(value) > max(view, 12):
        series = _series(list(map(list, value.items()))) if all(map(_number, value.values())) else None
        if series is not None:
            return _figures(series, [{key: item} for key, item in value.items()], view)
        shown = dict(list(value.items())[:view])
        return {**{key: shortened(item, view) for key, item in shown.items()}, "left out": _more(len(value) - len(shown))}
    return {sentences(key, 1): shortened(item, view) for key, item in value.items()}


def _items(value: Sequence[Json], view: int) -> Json:
    if len(value) <= view:
        return [shortened(item, view) for item in value]
    series = _series(value)
    if series is not None:
        return _figures(series, value, view)
    return [*(shortened(item, view) for item in value[:view]), _more(len(value) - view)]


def _more(left: int) -> str:
    return f"… {left} more {'row' if left == 1 else 'rows'}"


def _figures(series: Sequence[tuple[str | None, float]], rows: Sequence[Json], view: int) -> Json:
    """What describes a series, computed from all of it; then its first rows."""
    values = [number for _, number in series]
    least, most = min(series, key=lambda point: point[1]), max(series, key=lambda point: point[1])
    described: dict[str, Json] = {
        "n": len(series),
        "min": _point(least),
        "max": _point(most),
        "mean": _rounded(fmean(values), values),
        "first": _point(series[0]),
        "last": _point(series[-1]),
    }
    shown = min(view, 5)
    if shown:
        described["head"] = [shortened(row, view) for row in rows[:shown]]
    described["left out"] = _more(len(rows) - shown)
    return described


def _point(point: tuple[str | None, float]) -> Json:
    day, value = point
    number: Json = int(value) if float(value).is_integer() and abs(value) < 1e15 else value
    return number if day is None else {"day": day, "value": number}


def _rounded(mean: float, values: Sequence[float]) -> float:
    """One digit more than the values have: a mean with seventeen digits pretends to know."""
    digits = max(len(repr(value).partition(".")[2]) if "e" not in repr(value) else 6 for value in values[:200])
    return round(mean, min(digits, 5) + 1)


def _series(rows: Sequence[Json]) -> list[tuple[str | None, float]] | None:
    """(day, value) of every row, if rows are numbers, [day, number, …] or objects with a day and one number; else None."""
    found: list[tuple[str | None, float]] = []
    for row in rows:
        if isinstance(row, int | float) and _number(row):
            found.append((None, row))
            continue
        cells: list[Json] = list(row.values()) if isinstance(row, Mapping) else row if isinstance(row, list) else []
        days = [cell for cell in cells if isinstance(cell, str) and _day(cell)]
        numbers = [cell for cell in cells if isinstance(cell, int | float) and _number(cell)]
        if len(days) != 1 or len(numbers) != 1:
            return None
        found.append((days[0], numbers[0]))
    return found or None


def _number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300 and math.isfinite(value)


def _day(text: str) -> bool:
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return len(text) <= 32
