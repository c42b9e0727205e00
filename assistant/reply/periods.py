"""How a reply names a stretch of days: its dates always, and "last week" or "yesterday" beside them where that is what it is."""

from __future__ import annotations

from datetime import date, timedelta

from assistant.period import Period
from i18n.catalog import Catalogue
from i18n.slots import Count, Day, Form, Slot

__all__ = ["PeriodWords"]

_DAY = timedelta(days=1)


class PeriodWords:
    """Periods in one language and form, seen from `today`. `nights`: the days are nights, each named by the day on which it ends."""

    def __init__(self, catalogue: Catalogue, language: str, form: Form, today: date) -> None:
        self._catalogue = catalogue
        self._language = language
        self._form = form
        self._today = today

    def when(self, period: Period, *, nights: bool, capital: bool = True) -> str:
        """ "Last week (23–29 November)": opens a sentence, or follows "than" with `capital=False` and no closing comma."""
        text = self._say("when", self._relation(period, nights) or self._plain(period, nights), period)
        return text[:1].upper() + text[1:] if capital else text.rstrip(",")

    def on(self, day: date, *, nights: bool) -> str:
        """ "on Thursday 12 November", "in the night from Wednesday to Thursday 12 November"."""
        return self._say("when", "night" if nights else "day", Period.day(day)).rstrip(",")

    def without_data(self, period: Period, *, nights: bool) -> str:
        """What follows "I have no sleep data": "for last week (23–29 November)"."""
        return self._say("for", self._relation(period, nights) or self._plain(period, nights), period)

    def than(self, before: Period, now: Period, *, nights: bool) -> str:
        """What follows "less than": "last week (…)" as seen from today, else "the week before (…)" as seen from `now`, else its dates."""
        relation = self._relation(before, nights)
        if relation is None and before == now.before():
            prior = ("night" if nights else "day") if now.days == 1 else "week" if now.days == 7 else "days"
            return self._say("prior", prior, before)
        if relation is None and _is_month(before) and _is_month(now) and before.end + _DAY == now.start:
            return self._say("prior", "month", before)
        return self.when(before, nights=nights, capital=False)

    def again(self, period: Period, *, nights: bool) -> str:
        """The same period in a following sentence: "That night"."""
        text = self._catalogue.say(self._language, f"again-{'period' if period.days > 1 else 'night' if nights else 'day'}", self._form)
        return text[:1].upper() + text[1:]

    def span(self, period: Period) -> str:
        """Both ends, without what the stretch is called: "1 September – 30 October"."""
        return self._range(period)

    def dated(self, day: date) -> Day:
        return Day(day, year=day.year != self._today.year)

    def day(self, day: date) -> str:
        """Weekday and date."""
        return self._catalogue.say(self._language, "day-full", self._form, weekday=Day(day, "weekday"), date=self.dated(day))

    def _relation(self, period: Period, nights: bool) -> str | None:
        today = self._today
        if period.days == 1:
            if nights:  # last night ended today; the night before it has no everyday name, so it gets its weekdays
                return "last-night" if period.start == today else None
            return {today: "today", today - _DAY: "yesterday"}.get(period.start)
        monday = today - timedelta(days=today.weekday())
        if period == Period.last(7, monday - _DAY):
            return "last-week"
        if period.start == monday and period.end in (today, monday + timedelta(days=6)):
            return "this-week"
        first = today.replace(day=1)
        if period.start == first and (period.end == today or _is_month(period)):
            return "this-month"
        if _is_month(period) and period.end == first - _DAY:
            return "last-month"
        return "last-days" if period.end in (today, today - _DAY) else None

    def _plain(self, period: Period, nights: bool) -> str:
        if period.days == 1:
            return "night" if nights else "day"
        if _is_month(period):
            return "month"
        return "range-same" if _same_month(period) else "range-wide"

    def _say(self, kind: str, name: str, period: Period) -> str:
        slots: dict[str, Slot | str | int] = {"days": Count(period.days)}
        if period.days == 1:
            day = period.start
            slots |= {"day": self.day(day), "weekday": Day(day, "weekday"), "date": self.dated(day), "eve": Day(day - _DAY, "weekday")}
            slots["range"] = self._range(Period(day - _DAY, day))
        else:
            slots |= {"range": self._range(period), "month": Day(period.start, "month", year=period.start.year != self._today.year)}
            slots |= self._ends(period)
        return self._catalogue.say(self._language, f"{kind}-{name}", self._form, **slots)

    def _range(self, period: Period) -> str:
        return self._catalogue.say(self._language, f"range-{'same' if _same_month(period) else 'wide'}", self._form, **self._ends(period))

    def _ends(self, period: Period) -> dict[str, Slot | str | int]:
        if _same_month(period):
            return {"start": Day(period.start, "number"), "end": self.dated(period.end)}
        start = Day(period.start, year=period.start.year != period.end.year or period.end.year != self._today.year)
        end = Day(period.end, year=period.start.year != period.end.year or period.end.year != self._today.year)
        return {"start": start, "end": end}


def _same_month(period: Period) -> bool:
    return (period.start.year, period.start.month) == (period.end.year, period.end.month)


def _is_month(period: Period) -> bool:
    return period.start.day == 1 and _same_month(period) and (period.end + _DAY).day == 1
