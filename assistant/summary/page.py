"""The page for the doctor in words of one language: what HTML and PDF both show, so that they say the same.

Names of devices, medicines, laboratories and people come from others: they are cleaned to one printable line here and escaped where they are
written (`assistant.summary.html`, `assistant.summary.pdf`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from assistant.charts.drawing import Drawn
from assistant.charts.rows import Table, table, written
from assistant.facts import Assessed, Compared, Listed, Measured, Odd, Unusual
from assistant.importers.fhir_record import SOURCE
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.reply.clinical import listed as told
from assistant.reply.writer import Writer, change, least, quotable, value
from assistant.summary.asking import UNUSUAL_DAYS, Asking, another_level, asking
from assistant.summary.findings import Finding, Summary, outside, over
from assistant.types import Person
from i18n.slots import Amount, Choice, Count, Day

__all__ = ["CHART", "LINES", "LONGEST", "PART", "STANDING_OUT", "Block", "Page", "Row", "page"]

LINES = 5
"""Lines of medicines, conditions, allergies, labs that a page has room for, each."""
STANDING_OUT = 4
LONGEST = 100
"""Letters of a name from outside."""
PART = 48
"""Letters of the name, and of the words, in a line of a health record."""
CHART = (1.38, 0.36)
"""Inches of a measure's chart in its row."""
_DECIMALS = 2  # that a catalogue writes


@dataclass(frozen=True, slots=True)
class Row:
    """One measure: cells in the order of the page's heads, and its chart with the words and the table that say the same."""

    cells: tuple[str, ...]
    chart: Drawn
    table: Table


@dataclass(frozen=True, slots=True)
class Block:
    """A short list under a heading."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """heads: of the table of figures, the last is the chart's. show_table: the words that open a chart's table."""

    language: str
    title: str
    about: tuple[str, ...]
    out: Block
    figures: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    record: tuple[Block, ...]
    ask: Block
    notes: tuple[str, ...]
    show_table: str


def page(writer: Writer, person: Person, summary: Summary, today: date) -> Page:
    say = _Say(writer)
    return Page(
        writer.language,
        say("title"),
        tuple(_about(say, person, summary, today)),
        Block(say("out"), tuple(_standing_out(say, summary)) or (say("out-none" if summary.findings else "out-empty"),)),
        say("figures"),
        tuple(say(f"head-{name}") for name in ("measure", "average", "days", "before", "trend", "unusual", "course")),
        tuple(_row(say, finding) for finding in summary.findings),
        _record(say, summary),
        Block(say("ask"), tuple(_question(say, one) for one in asking(summary))),
        (say("limit"), say("method")),
        writer.part("chart-table", "shown"),
    )


class _Say:
    """Messages of the page, shown."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def __call__(self, message: str, **slots: Amount | Choice | Count | Day | str | int) -> str:
        return self.writer.part(f"summary-{message}", "shown", **slots)

    def measure(self, name: str) -> str:
        """As the page calls it; for what assets/summary does not name, as sentences do."""
        own = f"summary-measure-{name}"
        return self.writer.part(own, "shown") if self.writer.has(own) else self.writer.opening(name, "shown")

    def figure(self, measure: str, quantity: Quantity) -> str:
        return written(self.writer, value(measure, quantity))

    def change(self, finding: Finding) -> str:
        """Change a week, without its sign. Minutes stay minutes."""
        return self._change(finding, _ends(finding)[0])

    def trend(self, message: str, finding: Finding, **slots: Choice | str) -> str:
        """The change with its 95 % interval. Of a clear trend an interval that holds zero, or one number, would say the opposite and is left out."""
        size, low, high = _ends(finding)
        if finding.trend is not None and finding.trend.direction != "steady" and (low * high <= 0 or low == high):
            return self(f"{message}-alone", change=self._change(finding, size), **slots)
        return self(message, change=self._change(finding, size), low=self._signed(low), high=self._signed(high), **slots)

    def _change(self, finding: Finding, size: float) -> str:
        unit = finding.trend.change.unit if finding.trend is not None else MEASURES[finding.measure].unit
        if unit in ("min", "clock"):
            return f"{self.writer.figure(size)} min"
        return written(self.writer, change(finding.measure, Quantity(size, unit)))

    def _signed(self, number: float) -> str:
        sign = "−" if number < 0 else "+" if number > 0 else ""
        return f"{sign}{self.writer.figure(abs(number))}"

    def range(self, fact: Assessed) -> str:
        name = fact.measured.measure
        if fact.low is not None and fact.high is not None:
            low = written(self.writer, least(name, fact.low))
            return f"{low}–{self.figure(name, fact.high)}"
        return f"≥ {self.figure(name, fact.low)}" if fact.low is not None else f"≤ {self.figure(name, fact.high or fact.measured.quantity)}"


def _ends(finding: Finding) -> tuple[float, float, float]:
    """Size of the change a week and the two ends of its interval, with as many decimals as tell the ends apart and, of a clear trend, keep all
    three from zero; two at most."""
    trend, slope = finding.trend, finding.slope
    assert trend is not None
    assert slope is not None
    week = [value * 7 for value in (abs(slope.slope), slope.low, slope.high)]
    clear = trend.direction != "steady"
    digits = MEASURES[finding.measure].digits
    while digits < _DECIMALS and (
        round(week[1], digits) == round(week[2], digits) or (clear and any(value and round(value, digits) == 0 for value in week))
    ):
        digits += 1
    size, low, high = (round(value, digits) + 0.0 for value in week)
    return size, low, high


def _about(say: _Say, person: Person, summary: Summary, today: date) -> Iterator[str]:
    yield say("who", name=_short(person.name), period=_span(say, summary.period, today))
    sources = tuple(say("source-record") if title == SOURCE else _short(title) for title in summary.sources)
    yield say("sources", titles=", ".join(sources)) if sources else say("sources-none")
    if summary.withheld:
        yield say("withheld", titles=", ".join(say.writer.task(kind) for kind in summary.withheld))
    yield say("made", day=Day(today, year=True))


def _span(say: _Say, period: Period, today: date) -> str:
    """Both ends, always with the year: the page is read on another day. Sentences leave out the year that it is."""
    said = say.writer.words["shown"].span(period)
    return f"{said} {today.year}" if period.start.year == period.end.year == today.year else said


def _standing_out(say: _Say, summary: Summary) -> Iterator[str]:
    """One sentence for each finding that has something to say, the most telling one first."""
    told = 0
    for finding in summary.by_weight():
        sentence = _outstanding(say, finding)
        if sentence is not None and told < STANDING_OUT:
            told += 1
            yield sentence


def _outstanding(say: _Say, finding: Finding) -> str | None:
    name, measure = say.measure(finding.measure), finding.measure
    value = say.figure(measure, finding.average.quantity)
    if finding.assessed is not None and finding.assessed.verdict != "within":
        verdict, title = Choice(finding.assessed.verdict), finding.assessed.reference.title
        return say("out-range", name=name, value=value, verdict=verdict, range=say.range(finding.assessed), title=title)
    if finding.trend is not None and finding.trend.direction != "steady":
        return say.trend("out-trend", finding, name=name, direction=Choice(finding.trend.direction))
    odd = finding.unusual
    if odd is not None and len(odd.days) >= UNUSUAL_DAYS and not another_level(odd):
        furthest = _furthest(odd)
        low, high = written(say.writer, least(measure, odd.low)), say.figure(measure, odd.high)
        when, far = Day(furthest.day), say.figure(measure, furthest.quantity)
        return say("out-unusual", name=name, low=low, high=high, count=Count(len(odd.days)), n=len(odd.days), day=when, value=far)
    against = finding.compared
    if against is not None and against.verdict != "same":
        return say(
            "out-compared",
            name=name,
            value=value,
            difference=written(say.writer, change(measure, against.difference)),
            verdict=Choice(against.verdict),
            days=Count(against.before.period.days),
            before=say.figure(measure, against.before.quantity),
        )
    return None


def _furthest(fact: Unusual) -> Odd:
    middle = (fact.low.value + fact.high.value) / 2
    return max(fact.days, key=lambda odd: abs(odd.quantity.value - middle))


def _row(say: _Say, finding: Finding) -> Row:
    average, measure = finding.average, MEASURES[finding.measure]
    cells = (
        say.measure(measure.name),
        say("figure", value=say.figure(measure.name, average.quantity)),
        say("days", known=Count(average.days_with_data), all=Count(average.period.days)),
        _before(say, finding.compared),
        _trend(say, finding),
        _unusual(say, finding.unusual),
    )
    title = say.writer.part("chart-title", "shown", name=cells[0], period=say.writer.words["shown"].span(average.period))
    heads = [say(f"head-{name}") for name in ("average", "days", "before", "trend", "unusual")]
    description = "; ".join(f"{head}: {cell}" for head, cell in zip(heads, cells[1:], strict=True))
    chart = Drawn(
        measure,
        average.period,
        finding.days,
        say.writer.language,
        title,
        description,
        say.writer.part("chart-missing", "shown"),
        size=CHART,
        small=True,
    )
    return Row(cells, chart, table(say.writer, measure, average.period, finding.days))


def _before(say: _Say, fact: Compared | None) -> str:
    if fact is None:
        return say("unknown")
    before: Measured = fact.before
    known, every = Count(before.days_with_data), Count(before.period.days)
    return say("before", value=say.figure(fact.measure, before.quantity), known=known, all=every)


def _trend(say: _Say, finding: Finding) -> str:
    if finding.trend is None or finding.slope is None:
        return say("unknown")
    return say.trend(f"trend-{finding.trend.direction}", finding)


def _unusual(say: _Say, fact: Unusual | None) -> str:
    if fact is None:
        return say("unknown")
    if not fact.days:
        return say("unusual-none")
    if another_level(fact):
        return say("unusual-level", count=Count(len(fact.days)))
    furthest = _furthest(fact)
    return say("unusual", count=Count(len(fact.days)), value=say.figure(fact.measure, furthest.quantity), day=Day(furthest.day))


def _record(say: _Say, summary: Summary) -> tuple[Block, ...]:
    if any(listed.entries for listed in summary.listed):
        return tuple(block for listed in summary.listed for block in _blocks(say, listed))
    return (Block(say("record"), (say("record-none"),)),) if summary.listed else ()


def _blocks(say: _Say, fact: Listed) -> Iterator[Block]:
    """Medicines that are over stand apart: a list of what is taken must not hold them."""
    past = tuple(line for line in fact.entries if over(line)) if fact.kind == "medication" else ()
    yield _block(say, replace(fact, entries=tuple(line for line in fact.entries if line not in past)), say(fact.kind))
    if past:
        yield _block(say, replace(fact, entries=past), say("medication-past"))


def _block(say: _Say, fact: Listed, title: str) -> Block:
    """What the record lists, as sentences say it, the first lines of it; labs out of their range first, and marked as such."""
    if not fact.entries:
        return Block(title, (say("listed-none"),))
    entries = sorted(fact.entries, key=lambda line: not outside(line)) if fact.kind == "lab" else list(fact.entries)
    lines: list[str] = []
    for line in entries[:LINES]:
        # The sentence of a list of one: its head, then its line.
        # Names and directions are cut before, so that the days at its end are not.
        brief = replace(line, name=_short(line.name, PART), text=_short(line.text, PART))
        shown = told(say.writer, Listed(fact.kind, (brief,), fact.source))[1].shown
        text = _short(shown.rstrip("."), 2 * LONGEST)
        lines.append(say("lab-outside", line=text) if outside(line) else text)
    more = len(entries) - len(lines)
    if more:
        lines.append(say("listed-more", count=Count(more), n=more))
    return Block(title, tuple(lines))


def _question(say: _Say, one: Asking) -> str:
    if one.line is not None:
        amount = f"{say.writer.figure(one.line.value or 0)} {quotable(one.line.unit)}".strip()
        return say("ask-lab", name=_short(one.line.name), value=_short(amount))
    finding = one.finding
    if finding is None:
        return say(f"ask-{one.name}")
    name = say.measure(finding.measure)
    if one.name == "range" and finding.assessed is not None:
        return say("ask-range", name=name, value=say.figure(finding.measure, finding.average.quantity), range=say.range(finding.assessed))
    if one.name == "trend" and finding.trend is not None:
        return say("ask-trend", name=name, direction=Choice(finding.trend.direction), change=say.change(finding))
    return say("ask-unusual", name=name, count=Count(len(finding.unusual.days) if finding.unusual else 0))


def _short(text: str, most: int = LONGEST) -> str:
    clean = quotable(text)
    if len(clean) <= most:
        return clean
    cut = clean[:most]
    return f"{cut.rpartition(' ')[0] or cut} …"  # between words: half a number would be another number
