"""Streams of a study's participant, from a platform that gives them as rows of JSON, page by page.

What a platform has to do (docs/records.md describes it for those who run one):

GET {base_url}/participants/{participant}/streams/{stream}?start=2026-11-01&cursor=…     with "Authorization: Bearer {token}"

    {"participant": "p07", "stream": "hr", "unit": "bpm", "device": "Wrist watch",
     "rows": [{"time": "2026-11-01T08:00:00+01:00", "end": "2026-11-01T08:01:00+01:00", "value": 61}],
     "next": "opaque words, or null"}

`start` is a day and is left out when everything is asked for; `cursor` is the `next` of the page before. "end" is for amounts (steps from … to …),
"unit" and "device" may be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode

import numpy as np

from assistant.errors import TaskError
from assistant.importers.fhir_codes import converted
from assistant.importers.fhir_times import when
from assistant.importers.fhir_values import items, number, words
from assistant.importers.importer import Intake, Options, Reject
from assistant.live.asking import Asking
from assistant.live.configured import StudyPlatform, measure_and_unit
from assistant.measures import MEASURES
from assistant.records.sample import Readings
from assistant.records.series import DayValue

__all__ = ["ACCEPT", "StudyBrought", "fetch"]

ACCEPT = "application/json"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICRO = timedelta(microseconds=1)
_CURSOR = 2_000  # letters


@dataclass(frozen=True, slots=True)
class _Page:
    stream: str
    unit: str
    device: str
    rows: tuple[Mapping[str, Any], ...]
    strange: int  # rows that are no objects


class StudyBrought:
    """What the platform sent. `take` hands it over."""

    def __init__(self, source: StudyPlatform, pages: tuple[_Page, ...]) -> None:
        self._source, self._pages = source, pages

    def take(self, intake: Intake, options: Options) -> None:
        for count, page in enumerate(self._pages):
            intake.seen(page.stream, len(page.rows) + page.strange)
            for _ in range(page.strange):
                intake.reject(Reject(page.stream, "it is no row"))
            _Stream(self._source, page, intake, options, f"{page.stream}, page {count + 1}").take()


class _Stream:
    """The rows of one page, on their way to the intake."""

    def __init__(self, source: StudyPlatform, page: _Page, intake: Intake, options: Options, place: str) -> None:
        self._page, self._intake, self._options, self._place = page, intake, options, place
        self._measure, told = measure_and_unit(source.streams[page.stream])
        self._unit = page.unit or told or options.units.get(self._measure, "")
        self._title = page.device or f"study ({source.host})"

    def take(self) -> None:
        rows: list[tuple[int, int, int, float, float, int]] = []
        days: list[DayValue] = []
        for line, row in enumerate(self._page.rows, start=1):
            try:
                found = self._read(row, line)
            except ValueError as error:
                self._intake.reject(Reject(f"{self._place}, row {line}", str(error)))
                continue
            if isinstance(found, DayValue):
                days.append(found)
            else:
                rows.append(found)
        if rows:
            start, end, offset, value, original, lines = zip(*rows, strict=True)
            times = np.array(start, np.int64), np.array(end, np.int64), np.array(offset, np.int16)
            values = np.array(value, np.float64), np.array(original, np.float64)
            unit = self._unit or MEASURES[self._measure].unit
            self._intake.readings(Readings(self._measure, self._title, unit, *times, *values), self._place, np.array(lines, np.int64))
        if days:
            self._intake.days(self._measure, days, self._place)

    def _read(self, row: Mapping[str, Any], line: int) -> tuple[int, int, int, float, float, int] | DayValue:
        """Raises `ValueError` with the reason."""
        original = number(row.get("value"))
        if original is None:
            raise ValueError("its value is no number")
        value = converted(self._measure, original, self._unit)
        if value is None:
            named = f"{self._unit!r} is no unit" if self._unit else "there is no unit"
            raise ValueError(f"{named} of {self._measure.replace('_', ' ')}")
        start, end = when(row.get("time"), self._options.zone), when(row.get("end"), self._options.zone)
        if start is None or start.day is None:
            raise ValueError("its time is none")
        if start.start is None:
            return DayValue(start.day, value, self._title)
        last = end.start if end is not None and end.start is not None and MEASURES[self._measure].additive else start.start
        offset = round((start.start.utcoffset() or timedelta()).total_seconds() / 60)
        return (start.start - _EPOCH) // _MICRO, (last - _EPOCH) // _MICRO, offset, value, original, line


async def fetch(asking: Asking, source: StudyPlatform, kinds: Iterable[str], since: date | None) -> StudyBrought:
    """Every row of the streams that are allowed. Raises `TaskError`, `PermissionDenied` of one sentence; what had come until then is let go."""
    allowed = frozenset(kinds)
    pages: list[_Page] = []
    for stream, named in source.streams.items():
        if MEASURES[measure_and_unit(named)[0]].task in allowed:
            pages += await _pages(asking, source, stream, since)
    return StudyBrought(source, tuple(pages))


async def _pages(asking: Asking, source: StudyPlatform, stream: str, since: date | None) -> list[_Page]:
    base = f"{source.base_url}/participants/{quote(source.participant, safe='')}/streams/{quote(stream, safe='')}"
    start = {} if since is None else {"start": since.isoformat()}
    cursor, seen, pages = "", set[str](), list[_Page]()
    while len(pages) < asking.bounds.pages:
        query = urlencode(start | ({"cursor": cursor} if cursor else {}))
        answer = await asking.get(f"{base}?{query}" if query else base, f"stream {stream}")
        if not isinstance(answer, dict) or not isinstance(answer.get("rows"), list):
            raise TaskError(f"{source.host} gives something else than rows of {stream}; nothing was stored.")
        if answer.get("participant") != source.participant or answer.get("stream") != stream:
            raise TaskError(f"{source.host} gives another participant or another stream than {source.participant} and {stream}; nothing was stored.")
        rows = items(answer["rows"])
        pages.append(_Page(stream, words(answer.get("unit"), 40), words(answer.get("device"), 60), tuple(rows), len(answer["rows"]) - len(rows)))
        following = answer.get("next")
        if following is None or following == "":
            return pages
        if not isinstance(following, str) or len(following) > _CURSOR or following in seen:
            raise TaskError(f"{source.host} leads from page to page in a circle; nothing was stored.")
        cursor = following
        seen.add(cursor)
    raise TaskError(f"{source.host} has more than {asking.bounds.pages:,} pages of {stream}; ask for less with --since. Nothing was stored.")
