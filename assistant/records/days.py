"""Days of a person's measures: what sources say of whole days, what comes of readings and nights, and which of it counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date

from assistant.errors import UsageError
from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.blobs import Blobs
from assistant.records.priority import Priority
from assistant.records.series import DayValue

__all__ = ["PREFERRED", "SEPARATOR", "DayBook", "Values", "checked"]

Values = dict[date, dict[str, float]]
"""Values by day, then by source."""

PREFERRED = "preferred"
SEPARATOR = " + "
"""Between the sources of an amount to which several gave."""

_PULSE = ("heart_rate", "resting_heart_rate", "max_heart_rate")
_MOTION = tuple(name for name, measure in MEASURES.items() if measure.zero_missing and measure.unit != "kcal")


def checked(measure: str) -> str:
    """Raises `UsageError` for what is no measure."""
    if measure not in MEASURES:
        raise UsageError(f"There is no measure {measure!r}; there are {', '.join(MEASURES)}.")
    return measure


class DayBook:
    """Within a transaction. Given figures and those that come of readings are kept apart, so that each can be replaced by its like alone."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs
        self.priority = Priority(blobs.json(PREFERRED, ()))
        self._worn: dict[date, set[str]] | None = None

    def given(self, measure: str) -> Values:
        """What sources say of whole days."""
        return _unpacked(self._blobs.read(f"days/{measure}"))

    def derived(self, measure: str) -> Values:
        """What came of readings and nights."""
        return _unpacked(self._blobs.read(f"derived/{measure}"))

    def write_given(self, measure: str, values: Values) -> None:
        self._blobs.write(f"days/{measure}", _packed(values))

    def replace_derived(self, measure: str, days: Iterable[date], values: Mapping[date, Mapping[str, float]]) -> None:
        """Put what came of the readings of `days` in the place of what there was of them."""
        kept = self.derived(measure)
        before = dict(kept)
        for day in days:
            kept.pop(day, None)
            if day in values:
                kept[day] = dict(values[day])
        if kept != before:
            self._blobs.write(f"derived/{measure}", _packed(kept))

    def values(self, measure: str) -> tuple[DayValue, ...]:
        """All that is known, whether it counts or not: days that came of readings under their sources, the others as they were given."""
        given, derived = self.given(measure), self.derived(measure)
        found: list[DayValue] = []
        for day in sorted({*given, *derived}):
            sources = given.get(day, {}) | derived.get(day, {})
            found += (DayValue(day, value, source) for source, value in sorted(sources.items()))
        return tuple(found)

    def counting(self, measure: str, period: Period | None = None) -> tuple[DayValue, ...]:
        """One value per day that has data, by the rules of docs/records.md."""
        derived, given = self.derived(measure), self.given(measure)
        if not derived and not given:
            return ()
        orders = [(values, self._order(values)) for values in (derived, given) if values]
        days = sorted(day for day in {*derived, *given} if period is None or day in period)
        found: list[DayValue] = []
        for day in days:
            for values, order in orders:
                sources = values.get(day)
                source = sources and next(
                    (source for source in order if source in sources and self._told(measure, day, source, sources[source])), None
                )
                if sources and source:
                    found.append(DayValue(day, self._larger(measure, sources[source], given.get(day, {}).get(source)), source))
                    break
        return tuple(found)

    def _order(self, values: Values) -> tuple[str, ...]:
        known = Counter(source for sources in values.values() for source in sources)
        return self.priority.order(known)

    @staticmethod
    def _larger(measure: str, value: float, given: float | None) -> float:
        """Of what adds up, the source's own sum of the day where it is the larger: its readings may have gaps."""
        return max(value, given) if given is not None and MEASURES[measure].daily == "sum" else value

    def _told(self, measure: str, day: date, source: str, value: float) -> bool:
        """Not, when a zero only says that the device was not worn."""
        if value or not MEASURES[measure].zero_missing:
            return True
        if self._worn is None:
            self._worn = self._signs()
        return not self._worn.get(day, set()).isdisjoint(source.split(SEPARATOR))

    def _signs(self) -> dict[date, set[str]]:
        """The sources whose device was worn, by day: they have a pulse, or an activity above zero. Energy is no such sign, as it is computed."""
        worn: dict[date, set[str]] = {}
        for name in (*_PULSE, *_MOTION):
            for values in (self.given(name), self.derived(name)):
                for day, sources in values.items():
                    signs = (source for source, value in sources.items() if value > 0)
                    worn.setdefault(day, set()).update(part for source in signs for part in source.split(SEPARATOR))
        return worn


def _packed(values: Mapping[date, Mapping[str, float]]) -> bytes:
    return json.dumps({day.isoformat(): sources for day, sources in sorted(values.items())}, ensure_ascii=False).encode(errors="surrogatepass")


def _unpacked(content: bytes | None) -> Values:
    return {date.fromisoformat(day): sources for day, sources in json.loads(content or b"{}").items()}
