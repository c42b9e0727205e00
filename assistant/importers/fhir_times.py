"""Dates and times as FHIR writes them: whole, or known only to the day, the month or the year."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Any

from assistant.importers.fhir_values import Resource, record, words

__all__ = ["When", "when", "when_effective"]

_WRITTEN = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d)"
    r"(?:[T ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<part>\d+))?)?\s*(?P<zone>Z|z|[+-]\d\d:?\d\d)?)?)?)?"
)
_YEARS = range(1900, 2101)


@dataclass(frozen=True, slots=True)
class When:
    """start, end: aware, in the offset of the place; None where only days are known. day: the local day; None where not even that is known.

    written: what stands there, for dates that name no day ("2020-05").
    """

    day: date | None
    start: datetime | None
    end: datetime | None
    written: str
    last: date | None = None

    @property
    def partial(self) -> str:
        """The month or year, where no day is known."""
        return self.written if self.day is None else ""


def when(value: Any, zone: tzinfo) -> When | None:
    """Of a date, a dateTime or an instant. zone: of a time without offset. None for what is none of them, or no day of the calendar.

    "Z" says which moment it was and nothing about the place (RFC 9557, 2.2: "Z" is for an unknown local offset), so its day is told by `zone`, too;
    servers write all times so. "+00:00" is an offset.
    """
    text = words(value, 60)
    match = _WRITTEN.fullmatch(text)
    if match is None or int(match["year"]) not in _YEARS:
        return None
    year, month, day = int(match["year"]), int(match["month"] or 1), int(match["day"] or 1)
    try:
        named = date(year, month, day)
        if not match["day"]:
            return When(None, None, None, text)
        if not match["hour"]:
            return When(named, None, None, text)
        # A leap second has no place of its own in Python's time.
        second = min(int(match["second"] or 0), 59)
        clock = datetime(year, month, day, int(match["hour"]), int(match["minute"]), second, int((match["part"] or "0")[:6].ljust(6, "0")))
        moment = _placed(clock, match["zone"], zone)
    except (ValueError, OverflowError):
        return None
    return When(moment.date(), moment, moment, text, moment.date())


def when_effective(resource: Resource, zone: tzinfo) -> When | None:
    """When an observation was made. A period without its end, and one without its beginning, is a moment. None where nothing says it.

    Raises `ValueError` with the reason for a period that ends before it begins.
    """
    span = record(resource.get("effectivePeriod"))
    begin, end = when(span.get("start"), zone), when(span.get("end"), zone)
    if begin and end and begin.start and end.start:
        if end.start < begin.start:
            raise ValueError("it ends before it begins")
        return When(begin.day, begin.start, end.start, begin.written, end.day)
    if begin or end:
        return begin or end
    events = record(resource.get("effectiveTiming")).get("event")
    timed = events[0] if isinstance(events, list) and events else None
    written = (resource.get("effectiveDateTime"), resource.get("effectiveInstant"), timed)
    return next((found for value in written if (found := when(value, zone))), None)


def _placed(clock: datetime, written: str | None, zone: tzinfo) -> datetime:
    if written in (None, "Z", "z"):
        # By way of UTC, so that a time which the clock skips in spring becomes the one that it showed instead.
        moment = clock.replace(tzinfo=UTC if written else zone)
        return moment.astimezone(UTC).astimezone(zone)
    assert written is not None
    minutes = int(written[1:3]) * 60 + int(written[-2:])
    if minutes > 14 * 60:
        raise ValueError("no place on earth has this offset")
    return clock.replace(tzinfo=timezone(timedelta(minutes=-minutes if written[0] == "-" else minutes)))
