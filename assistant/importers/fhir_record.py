"""From resources to the intake: whose they are, what each one says, and an account of everything that was left."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from statistics import fmean
from urllib.parse import urlsplit

import numpy as np

from assistant.importers.fhir_directory import ABOUT_SOMEBODY, Directory, Somebody, subject
from assistant.importers.fhir_documents import Held
from assistant.importers.fhir_entries import ENTRIES, LeftOut, entry
from assistant.importers.fhir_observations import Daily, Figure, is_aside, observed
from assistant.importers.importer import Intake, Options, Reject
from assistant.measures import MEASURES
from assistant.records.sample import Clinical, Readings
from assistant.records.series import DayValue

__all__ = ["SOURCE", "Opened", "take"]

Opened = Callable[[], Iterable[Held]]

SOURCE = "health record"
_BATCH = 20_000
_ENTRIES = 1_000
_HELP = frozenset({"Patient", "Medication", "Device"})  # read for what others say of them
_SEXES = ("female", "male", "other")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICRO = timedelta(microseconds=1)


def take(opened: Opened, intake: Intake, options: Options, source: str = SOURCE, together: bool = False) -> None:
    """Hand over all resources of one person. opened: gives them anew, as they are gone through twice: references may point ahead.

    source: where bundles do not name a server. together: all patients in it are one person, as known to several hospitals.
    Raises `UsageError` when several people are in it and `options.subject` does not say which.
    """
    directory = Directory()
    for held in opened():
        directory.learn(held)
    somebody, keys = directory.chosen(options.subject, together)
    if somebody is not None and somebody.born:
        intake.about(f"born {somebody.born}" + (f", {somebody.sex}" if somebody.sex in _SEXES else ""))
    elif somebody is not None:
        intake.note(f"It names no birthday of {somebody.shown}, so make sure that it is the record of the right person.")
    record = _Record(intake, options.zone, options.units, directory, source, somebody, keys, bool(options.subject))
    for held in opened():
        record.add(held)
    record.finish()


class _Record:
    def __init__(
        self,
        intake: Intake,
        zone: tzinfo,
        units: Mapping[str, str],
        directory: Directory,
        source: str,
        somebody: Somebody | None,
        keys: frozenset[str],
        asked: bool,
    ) -> None:
        self._intake, self._zone, self._units, self._directory, self._source = intake, zone, units, directory, source
        self._somebody, self._keys, self._asked = somebody, keys, asked
        self._figures: defaultdict[tuple[str, str, str], list[tuple[int, int, int, float, float, int]]] = defaultdict(list)
        self._waiting = 0
        self._days: defaultdict[tuple[str, str], defaultdict[date, list[float]]] = defaultdict(lambda: defaultdict(list))
        self._entries: list[Clinical] = []
        self._unread: Counter[str] = Counter()
        self._others = self._asides = self._number = 0

    def add(self, held: Held) -> None:
        kind = held.kind
        self._number += 1
        self._intake.seen(kind or "no resource")
        if not kind:
            self._intake.reject(Reject(held.place, "it is no FHIR resource"))
        elif kind in ABOUT_SOMEBODY:
            try:
                self._add(held, kind)
            except RecursionError:
                self._reject(held, "it is nested too deeply")
        elif kind not in _HELP:
            self._unread[kind] += 1

    def finish(self) -> None:
        self._flush()
        self._intake.clinical(self._entries)
        for (measure, source), days in self._days.items():
            self._intake.days(measure, [DayValue(day, _of_day(measure, values), source) for day, values in sorted(days.items())], source)
        if self._others:
            said = "1 entry of other people was" if self._others == 1 else f"{self._others:,} entries of other people were"
            self._intake.note(f"{said} left out.")
        if self._asides:
            self._intake.note(f"Answers to questionnaires and notes on the way of life are no findings, and were left out: {self._asides:,}.")
        if self._unread:
            shown = ", ".join(f"{kind} ({count:,})" for kind, count in sorted(self._unread.items())[:40])
            self._intake.note(f"Of these kinds nothing is read: {shown}{', …' if len(self._unread) > 40 else ''}.")

    def _add(self, held: Held, kind: str) -> None:
        whose = subject(held.resource)
        if whose and self._directory.key(whose) not in self._keys:
            self._others += 1
            return
        if not whose and self._asked:
            self._reject(held, "it does not say whose it is")
            return
        source = self._named(held)
        if kind in ENTRIES:
            try:
                self._clinical(entry(held, self._directory, source, self._zone))
            except LeftOut as left:
                self._reject(held, str(left))
            return
        if is_aside(held.resource):
            self._asides += 1
            return
        device = self._directory.device(held.resource) or source
        for found in observed(held, source, self._zone, self._units):
            if isinstance(found, Figure):
                self._figure(device, found)
            elif isinstance(found, Daily):
                self._days[found.measure, device][found.day].append(found.value)
            elif isinstance(found, Clinical):
                self._clinical(found)
            else:
                self._reject(held, str(found))

    def _named(self, held: Held) -> str:
        """Which record it is out of: two hospitals may give the same id."""
        host = urlsplit(held.url).hostname if held.url.startswith(("http://", "https://")) else None
        return f"{SOURCE} ({host})" if host and self._source == SOURCE else self._source

    def _clinical(self, found: Clinical) -> None:
        self._entries.append(found)
        if len(self._entries) >= _ENTRIES:
            self._intake.clinical(self._entries)
            self._entries = []

    def _figure(self, source: str, figure: Figure) -> None:
        start, end = ((moment - _EPOCH) // _MICRO for moment in (figure.start, figure.end))
        offset = round((figure.start.utcoffset() or timedelta()).total_seconds() / 60)
        self._figures[figure.measure, source, figure.unit].append((start, end, offset, figure.value, figure.original, self._number))
        self._waiting += 1
        if self._waiting >= _BATCH:
            self._flush()

    def _flush(self) -> None:
        for (measure, source, unit), rows in self._figures.items():
            start, end, offset, value, original, number = zip(*rows, strict=True)
            batch = Readings(
                measure,
                source,
                unit,
                np.array(start, np.int64),
                np.array(end, np.int64),
                np.array(offset, np.int16),
                np.array(value, np.float64),
                np.array(original, np.float64),
            )
            self._intake.readings(batch, f"{source}, resource number", np.array(number, np.int64))
        self._figures.clear()
        self._waiting = 0

    def _reject(self, held: Held, reason: str) -> None:
        self._intake.reject(Reject(held.name, reason))


def _of_day(measure: str, values: list[float]) -> float:
    """Of several figures for one day: as the measure's readings make a day, and of whole amounts the largest, which is the latest account of it."""
    daily = MEASURES[measure].daily
    if daily == "mean":
        return fmean(values)
    return values[-1] if daily == "last" else max(values)
