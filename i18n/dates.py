"""Find the stretches of days that a question names, in code.

Conventions, the same in every language: weeks run from Monday; "this week" and "this month" end today; "last week" and "last month" are whole
calendar ones; "the past 7 days" end today; a night belongs to the day on which it ends, so "last night" is today; a weekday is the most recent
one before today; a month or a date without a year is the most recent one; the future gives nothing.

Kinds of the rules in assets/dates: `nothing` is recognised and left out; `beyond` names a time that no stretch of past days is (tomorrow, on
Mondays, an hour ago); `before` stands to the stretch named before it ("the week before"); `rolling` ends today; `ago` with weeks or more is that
calendar week, month or year; the others are what they are called.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

from assistant.errors import UsageError
from assistant.period import Period
from i18n.calendar import Calendar, Rule, calendar
from i18n.folding import fold
from i18n.spans import apart
from i18n.stretches import Found, preceding_period, resolve

__all__ = ["PeriodMention", "find_periods", "preceding", "reaches_beyond"]


@dataclass(frozen=True, slots=True)
class PeriodMention:
    """A stretch of days that the text names. `start` and `end` are offsets in the text; `kind` is its unit: day, night, weekday, week, month,
    year, weekend, rolling, range or since."""

    period: Period
    start: int
    end: int
    kind: str


def find_periods(text: str, language: str, today: date, reference: Period | None = None) -> tuple[PeriodMention, ...]:
    """Stretches of days in order of mention; none lies in the future, and one that reaches into it ends today.

    reference: what was spoken of before ("and the week before?"). A language without date words gives nothing but dates in digits.
    """
    folded = fold(text)
    words = calendar(language) or calendar("en")
    if words is None:
        raise UsageError("This installation lacks assets/dates/en.toml; install Auricle again.")
    found = _matches(folded.text, words, words_too=calendar(language) is not None)
    mentions: list[PeriodMention] = []
    while found:
        first = found.pop(0)
        last = mentions[-1] if mentions else _spoken_of(reference, today)
        mention = _range(folded.text, words, first, found[0], today) if found else None
        if mention:
            found.pop(0)
        else:
            mention = _mention(folded.text, words, first, last, today)
        while mention and found and (found[0].start < mention.end or _closes(folded.text, words, mention, found[0], today)):
            found.pop(0)  # "… से लेकर आज तक", "syyskuun alusta tähän päivään": since swallows its "today"
        if mention and mention.period.start <= today:
            mentions.append(replace(mention, period=Period(mention.period.start, min(mention.period.end, today))))
    mentions = _nested(folded.text, mentions)
    spans = [folded.span(mention.start, mention.end) for mention in mentions]
    return tuple(replace(mention, start=start, end=end) for mention, (start, end) in zip(mentions, spans, strict=True))


def reaches_beyond(text: str, language: str, today: date) -> bool:
    """Whether the text names a time that no stretch of past days is: to come, not in the calendar (31 November), one weekday of every week, hours.
    To answer about other days instead would be to answer another question."""
    words = calendar(language)
    found = _matches(fold(text).text, words, words_too=True) if words else []
    return words is not None and any(_beyond(match, words, today) for match in found)


def _beyond(found: Found, words: Calendar, today: date) -> bool:
    if found.rule.kind == "beyond":
        return True
    if found.rule.kind in ("nothing", "before"):
        return False
    period = _resolved(found, words, today)
    return period is None or period.start > today


def preceding(mention: PeriodMention) -> Period:
    """What a comparison means when it names only one stretch: the calendar week before a week, the month before a month, else as many days before."""
    return preceding_period(mention.period, mention.kind)


def _closes(text: str, words: Calendar, mention: PeriodMention, found: Found, today: date) -> bool:
    """Whether this is the "today" that a "since" ends with."""
    return mention.kind == "since" and not text[mention.end : found.start].strip() and _resolved(found, words, today) == Period.day(today)


def _nested(text: str, mentions: list[PeriodMention]) -> list[PeriodMention]:
    """ "Last week from Tuesday to Thursday" names one stretch: the days of that week. So does "on Tuesday to Thursday, the week before last"."""
    kept: list[PeriodMention] = []
    for mention in mentions:
        last = kept[-1] if kept else None
        gap = text[last.end : mention.start].strip(" ,،、") if last else "x"
        week, days = (last, mention) if mention.kind == "range" else (mention, last)
        if last is None or days is None or week is None or gap or week.kind != "week" or days.kind != "range" or days.period.days > 6:
            kept.append(mention)
            continue
        first = week.period.start + timedelta(days=days.period.start.weekday())
        inner = Period(first, first + timedelta(days=days.period.days - 1))
        if inner.end <= week.period.end:
            kept[-1] = PeriodMention(inner, last.start, mention.end, "range")
        else:
            kept.append(mention)
    return kept


def _spoken_of(period: Period | None, today: date) -> PeriodMention | None:
    return PeriodMention(period, 0, 0, _kind(period, today)) if period else None


def _kind(period: Period, today: date) -> str:
    """What a bare period most likely was when it was named."""
    if period.days == 1:
        return "day"
    if period.start.weekday() == 0 and (period.days == 7 or (period.days < 7 and period.end == today)):
        return "week"
    if period.start.day == 1 and (period.start.year, period.start.month) == (period.end.year, period.end.month):
        return "month"
    return "rolling"


# "5.11." and "5/11/2026" are read day first, as the languages of the project write them; "5.11" alone is a decimal.
_ISO = re.compile(r"(?<!\d)(?P<from>(?:19|20)\d\d-\d\d-\d\d)(?:/(?P<to>(?:19|20)\d\d-\d\d-\d\d))?(?!\d)")
_DIGITS = re.compile(r"(?<![\d.])(?P<d>\d{1,2})(?P<dot>[./])(?P<m>\d{1,2})(?:(?P=dot)(?P<y>(?:19|20)\d\d)|\.)(?!\d)")
_PREVIOUS = re.compile(r"(\w+)(?:\s+the)?\s*$")
_NEAR = 60  # letters before a stretch in which "since" or "from" is looked for: in a text of thousands of dates, all of it would be read for each
_WRITTEN = Rule("date", _ISO, None, None)


def _matches(text: str, words: Calendar, words_too: bool) -> list[Found]:
    """Matches that do not overlap, in order of the text; of two as long, the first rule wins."""
    every = [Found(m.start(), m.end(), _WRITTEN, m.groupdict(default="")) for pattern in (_ISO, _DIGITS) for m in pattern.finditer(text)]
    for rule in words.rules if words_too else ():
        for match in rule.pattern.finditer(text):
            if not _doubtful(match, rule, text, words):
                groups = {name: " ".join(value.split()) for name, value in match.groupdict().items() if value}
                every.append(Found(match.start(), match.end(), rule, groups))
    return apart(every)


def _doubtful(match: re.Match[str], rule: Rule, text: str, words: Calendar) -> bool:
    """ "May I…", "I march 10 kilometres": a month's name that is also an everyday word needs a preposition, a year or an ordinal beside it."""
    groups = match.groupdict()
    if groups.get("month") not in words.doubtful_months or groups.get("year") or rule.offset is not None:
        return False
    previous = _PREVIOUS.search(text, max(0, match.start("month") - _NEAR), match.start("month"))
    if previous and previous.group(1) in words.month_openers:
        return False
    if rule.kind == "named_month":
        return True
    return rule.kind in ("date", "dates") and match.start("day") > match.start("month") and groups["day"].isdigit()


def _resolved(found: Found, words: Calendar, today: date) -> Period | None:
    groups = found.groups
    try:
        if groups.get("from"):
            return Period.parse(f"{groups['from']}/{groups['to'] or groups['from']}")
        if groups.get("m"):
            month = next((name for name, number in words.months.items() if number == int(groups["m"])), "")
            spoken = {"day": groups["d"], "month": month} | ({"year": groups["y"]} if groups["y"] else {})
            return resolve(Found(found.start, found.end, found.rule, spoken), words, today) if month else None
        return resolve(found, words, today)
    except (UsageError, OverflowError, ValueError):  # a day that does not exist, or before the calendar begins
        return None


_KINDS = {
    "weekday_night": "night", "weekday_in_week": "day", "night_between": "night", "named_month": "month", "date": "day", "dates": "range",
    "day_of_month": "day", "year_number": "year", "month_week": "range",
}  # fmt: skip


def _mention(text: str, words: Calendar, found: Found, last: PeriodMention | None, today: date) -> PeriodMention | None:
    """One match by itself, or against what was mentioned last."""
    rule = found.rule
    kind = _KINDS.get(rule.kind, rule.kind)
    if rule.kind == "before":
        unit = rule.unit or words.unit(found.groups.get("unit", ""))
        count = words.number(found.groups["n"]) if "n" in found.groups else None
        if last and (unit is None or count or _fits(unit, last)):
            kind = last.kind if unit is None or not count else "rolling"
            period: Period | None = preceding_period(last.period, kind, count, unit)
        else:
            kind, period = unit or "range", _resolved(found, words, today)
    else:
        period = _resolved(found, words, today)
    if period is None:
        return None
    kind = _kind(period, today) if kind == "ago" else kind
    since = _since(text, words, found) if kind != "rolling" and period.start <= today else None
    if since:
        return PeriodMention(Period(period.start, today), *since, "since")
    return PeriodMention(period, found.start, found.end, kind)


def _since(text: str, words: Calendar, found: Found) -> tuple[int, int] | None:
    """Where "since" and its stretch lie in the text; None when no such word stands at it."""
    before = words.since.search(text, max(0, found.start - _NEAR), found.start)
    if before:
        return before.start(), found.end
    after = words.since_after.match(text, found.end) if _ends(text, found, words.leaving, otherwise=True) else None
    return (found.start, after.end()) if after else None


def _ends(text: str, found: Found, ending: re.Pattern[str] | None, *, otherwise: bool) -> bool:
    """Whether the last word that was found is in this case; `otherwise` in a language without cases."""
    return bool(ending.fullmatch(text[found.start : found.end].split()[-1])) if ending else otherwise


def _fits(unit: str, last: PeriodMention) -> bool:
    """Whether "the week before" can stand to what was mentioned last."""
    if unit in ("day", "night"):
        return last.period.days == 1
    if unit == "week" and last.kind == "rolling":
        return last.period.days == 7
    if unit == "month" and last.kind == "rolling":
        return 28 <= last.period.days <= 31
    return last.kind == unit


_SPANNING = ("day", "weekday", "weekday_in_week", "date", "named_month", "day_of_month", "year_number")


def _range(text: str, words: Calendar, first: Found, second: Found, today: date) -> PeriodMention | None:
    """ "From A to B", "between A and B", "A – B", "A-sta B-hen"; not "the difference between A and B"."""
    if (
        first.rule.kind not in _SPANNING
        or second.rule.kind not in _SPANNING
        or words.differences.search(text, max(0, first.start - 5 * _NEAR), first.start)
    ):
        return None
    opened = words.opener.search(text, max(0, first.start - _NEAR), first.start)
    inside = any(words.opener.fullmatch(" ".join(text[first.start : first.end].split()[:n]) + " ") for n in (1, 2))
    cased = _ends(text, first, words.leaving, otherwise=False) and _ends(text, second, words.arriving, otherwise=False)
    between = text[first.end : second.start]
    joined = (words.joiner if opened or inside else words.dash).fullmatch(between) or (cased and not between.strip(" ,-"))
    closer = words.closers.match(text, second.end)
    paired = closer and words.paired.fullmatch(between) and not words.differences.search(text, second.end)
    if not joined and not paired:
        return None
    end = _resolved(second, words, today)
    # The first end is the last one before the second: "from Monday to Wednesday", said on a Thursday.
    start = _resolved(first, words, today if first.rule.kind in ("day", "weekday_in_week") or end is None else end.start)
    if start is None or end is None or start.start > end.end:
        return None
    last = closer.end() if closer else second.end
    return PeriodMention(Period(start.start, end.end), opened.start() if opened else first.start, last, "range")
