"""Working out days again: of the readings that changed, of nights, or of everything when the order of sources is another one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import numpy as np
from numpy.typing import NDArray

from assistant.measures import MEASURES
from assistant.period import Period
from assistant.records.blobs import Blobs
from assistant.records.daily import DERIVED, day_values
from assistant.records.days import SEPARATOR, DayBook
from assistant.records.nights import NIGHT_MEASURES, day_figures
from assistant.records.parquet import Parquet
from assistant.records.parts import EPOCH, Parts, Stretch, months_of
from assistant.records.phases import PhaseBook

__all__ = ["derive_all", "derive_days", "derive_energy", "derive_nights"]


def derive_days(parts: Parts, book: DayBook, days: NDArray[np.int64]) -> None:
    """Work out the values of local days (since 1970) from the readings. days: in order, without doubles."""
    order = book.priority.order(parts.days())
    stretches: dict[Stretch, list[NDArray[np.int64]]] = {}
    months = months_of(days)
    for month in np.unique(months).tolist():
        stretches.setdefault(parts.stretch(month), []).append(days[months == month])
    found: dict[str, dict[date, dict[str, float]]] = {name: {} for name in DERIVED[parts.measure]}
    for stretch, own in stretches.items():
        for name, values in day_values(parts.measure, parts.around(stretch), np.concatenate(own), parts.sources, order).items():
            found[name].update((date.fromordinal(EPOCH + day), sources) for day, sources in values.items())
    listed = [date.fromordinal(EPOCH + day) for day in days.tolist()]
    for name, by_day in found.items():
        if name == "max_heart_rate":  # comes of two measures: readings of the highest pulse, and those of the pulse
            kept = book.derived(name)
            by_day = {day: kept.get(day, {}) | sources for day, sources in by_day.items()}
            book.replace_derived(name, by_day, by_day)
        else:
            book.replace_derived(name, listed, by_day)


def derive_nights(phases: PhaseBook, book: DayBook, period: Period | None) -> None:
    """Work out the figures of the nights that end in a period; of all without one."""
    nights = phases.spells(book.priority, period)
    figures = day_figures(nights)
    for measure in NIGHT_MEASURES:
        values = {day: by_measure[measure] for day, by_measure in figures.items() if measure in by_measure}
        days: Iterable[date] = {*book.derived(measure), *values} if period is None else period
        book.replace_derived(measure, days, values)


def derive_energy(parts: Parts, book: DayBook) -> None:
    """What is burned in all: at rest and by moving, on days that have both. parts: readings of the whole, which say more where there are any."""
    if parts.index:
        return
    moving, resting = book.derived("active_energy"), book.derived("basal_energy")
    values: dict[date, dict[str, float]] = {}
    for day in moving.keys() & resting.keys():
        (one, burned), (two, used) = next(iter(moving[day].items())), next(iter(resting[day].items()))
        values[day] = {SEPARATOR.join(dict.fromkeys((*one.split(SEPARATOR), *two.split(SEPARATOR)))): burned + used}
    book.replace_derived("energy", {*book.derived("energy"), *values}, values)


def derive_all(blobs: Blobs, parquet: Parquet) -> None:
    """Work out every day again."""
    book = DayBook(blobs)
    for measure in MEASURES:
        parts = Parts(blobs, parquet, measure)
        if measure in DERIVED and parts.index:
            first, last = min(part.first for part in parts.index.values()), max(part.last for part in parts.index.values())
            derive_days(parts, book, np.arange(first - 1, last + 9))
    derive_energy(Parts(blobs, parquet, "energy"), book)
    derive_nights(PhaseBook(blobs), book, None)
