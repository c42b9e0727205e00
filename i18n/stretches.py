"""What a matched rule means as days: the arithmetic behind `i18n.dates`, which explains the conventions."""

from __future__ import annotations

import calendar as gregorian
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from assistant.period import Period
from i18n.calendar import Calendar, Rule, Unit

__all__ = ["Found", "days_of", "month_of", "preceding_period", "resolve", "week_of"]


@dataclass(frozen=True, slots=True)
class Found:
    """A rule that matched at `start`–`end` of the folded text, with what its tables caught ("weekday": "monday")."""

    start: int
    end: int
    rule: Rule
    groups: Mapping[str, str] = field(default_factory=dict)


def resolve(found: Found, words: Calendar, today: date) -> Period | None:
    """The days that are meant on `today`; None when there are none (30 February) or the rule needs an earlier mention."""
    groups, offset = found.groups, found.rule.offset
    n = words.number(groups["n"]) if "n" in groups else 1
    unit = found.rule.unit or (words.unit(groups["unit"]) if "unit" in groups else None)
    weekday = words.weekdays.get(groups.get("weekday", ""), 0)
    month = words.months.get(groups.get("month", ""), 0)
    year = int(groups["year"]) if "year" in groups else None
    match found.rule.kind:
        case "day" | "night":
            return Period.day(today + timedelta(days=offset or 0))
        case "weekday":
            return Period.day(_latest_weekday(weekday, today) + timedelta(weeks=offset or 0))
        case "weekday_night" if offset is not None:  # of that week; it ends on the next day
            return Period.day(week_of(today, offset).start + timedelta(days=weekday + 1))
        case "weekday_night":
            return Period.day(_latest_weekday(weekday, today) + timedelta(days=1))
        case "night_between":
            return Period.day(_latest_weekday(words.weekdays[groups["weekday2"]], today + timedelta(days=1)))
        case "weekday_in_week":
            return Period.day(week_of(today, offset or 0).start + timedelta(days=weekday))
        case "week" | "month" | "year" | "weekend" as kind:
            return _unit_back(kind, offset or 0, today)
        case "rolling" if n and unit:
            return days_of(n, unit, today)
        case "ago" if n and unit:
            return _unit_back("week" if unit == "fortnight" else unit, -n * (2 if unit == "fortnight" else 1), today)
        case "named_month" | "month_week":
            named = _named_month(month, year, offset, today)
            return _week_in(named, groups["nth"], words) if "nth" in groups else named
        case "date" | "day_of_month":
            day = words.number(groups.get("digits") or groups.get("day") or groups.get("ordinal") or "")
            if offset is not None and not month:  # "the 5th of last month"
                first = month_of(today, offset).start
                return _exact(day or 0, first.month, first.year)
            return _dated(day, month or None, year, today)
        case "dates":
            end = _dated(words.number(groups["day2"]), month, year, today)
            start = _dated(words.number(groups["day"]), month, end.end.year, today) if end else None
            return Period(start.start, end.end) if start and end and start.start <= end.end else None
        case "year_number" if year:
            return Period(date(year, 1, 1), date(year, 12, 31))
        case "before" if offset is not None and unit and n and "n" in groups:  # "the preceding 7 days" when nothing was named before
            return days_of(n, unit, today)
        case "before" if offset is not None and unit:
            return _unit_back(unit, offset, today)
    return None


def preceding_period(period: Period, kind: str, count: int | None = None, unit: Unit | None = None) -> Period:
    """The stretch before one of this kind; with a count, that many units that end the day before it."""
    yesterday = period.start - timedelta(days=1)
    if count and unit:
        return days_of(count, unit, yesterday)
    if kind == "week":
        return week_of(period.start, -1)
    if kind in ("month", "year"):
        return month_of(period.start, -1) if kind == "month" else _unit_back("year", -1, period.start) or period.before()
    if kind in ("weekday", "weekend"):
        return Period(
            period.start - timedelta(weeks=1), _weekend_end(period) - timedelta(weeks=1) if kind == "weekend" else period.end - timedelta(weeks=1)
        )
    return period.before()


def _weekend_end(period: Period) -> date:
    """Its Sunday, also when the weekend is not over yet."""
    return period.start + timedelta(days=6 - period.start.weekday())


def days_of(n: int, unit: Unit, until: date) -> Period:
    """`n` days, weeks, months or years that end with `until`."""
    if unit in ("month", "year"):
        return Period(_months_back(until, n * (12 if unit == "year" else 1)) + timedelta(days=1), until)
    return Period.last(n * {"week": 7, "fortnight": 14}.get(unit, 1), until)


def week_of(day: date, offset: int = 0) -> Period:
    """Monday to Sunday of the week that holds `day`, or one that is `offset` weeks away."""
    monday = day - timedelta(days=day.weekday()) + timedelta(weeks=offset)
    return Period(monday, monday + timedelta(days=6))


def month_of(day: date, offset: int = 0) -> Period:
    first = _months_back(day.replace(day=1), -offset)
    return Period(first, first.replace(day=gregorian.monthrange(first.year, first.month)[1]))


def _months_back(day: date, n: int) -> date:
    """The same day of the month `n` months ago, or the month's last day."""
    months = day.year * 12 + day.month - 1 - n
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, gregorian.monthrange(year, month + 1)[1]))


def _unit_back(unit: str, offset: int, today: date) -> Period | None:
    match unit:
        case "day" | "night":
            return Period.day(today + timedelta(days=offset))
        case "week":
            return week_of(today, offset)
        case "month":
            return month_of(today, offset)
        case "year":
            return Period(date(today.year + offset, 1, 1), date(today.year + offset, 12, 31))
        case "weekend":  # the latest that has begun
            saturday = today - timedelta(days=(today.weekday() - 5) % 7) + timedelta(weeks=offset)
            return Period(saturday, saturday + timedelta(days=1))
    return None


def _latest_weekday(weekday: int, today: date) -> date:
    return today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)


def _named_month(month: int, year: int | None, offset: int | None, today: date) -> Period | None:
    """A month by name: of that year, of this year plus `offset`, or the latest that has begun."""
    if not month:
        return None
    if year is None:
        year = today.year + offset if offset is not None else today.year - (month > today.month)
    return month_of(date(year, month, 1))


def _week_in(month: Period | None, nth: str, words: Calendar) -> Period | None:
    """ "The first week of November": its days 1–7, and so on; the last one is the last seven days."""
    if month is None:
        return None
    n = words.number(nth)
    if n is None or n > 4:
        return Period.last(7, month.end)
    first = month.start + timedelta(weeks=n - 1)
    return Period(first, first + timedelta(days=6))


def _dated(day: int | None, month: int | None, year: int | None, today: date) -> Period | None:
    """A day of a month, without month or year the latest that is not after `today`; None for a day that does not exist."""
    if not day:
        return None
    for months in range(49):  # far enough back for a 29 February
        first = _months_back(today.replace(day=1), months)
        if (month and first.month != month) or (year and first.year != year):
            continue
        if day <= gregorian.monthrange(first.year, first.month)[1] and (year or first.replace(day=day) <= today):
            return Period.day(first.replace(day=day))
    return _exact(day, month, year)


def _exact(day: int, month: int | None, year: int | None) -> Period | None:
    try:
        return Period.day(date(year, month, day)) if month and year else None
    except ValueError:
        return None
