"""Raw signals: the light of a pulse sensor, electrocardiograms and intervals between beats, in the tables in which devices and data sets give them.

Empatica's BVP, IBI and HR files; tables with a column of times and one of "ppg", "ecg", "pleth" or "ibi"; intervals alone, one a line.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

import numpy as np

from assistant.errors import UsageError
from assistant.importers.documents import base_name, figure
from assistant.importers.gathering import Gathering
from assistant.importers.importer import Intake, Options
from assistant.importers.parcel import Parcel
from assistant.importers.sheet import Sheet
from assistant.importers.stamps import Stamps, at_home
from assistant.importers.table import Table, opened
from assistant.importers.waveforms import Floats, Kind, keep_intervals, keep_samples, scaled
from assistant.records.recording import Recording

__all__ = ["SIGNALS", "Signals"]

_EMPATICA: Mapping[str, str] = {"bvp.csv": "ppg", "ibi.csv": "ibi", "hr.csv": "rate"}
_E4 = "Empatica E4"
_NAMES: Mapping[str, Kind] = {
    "ppg": "ppg",
    "ppg_green": "ppg",
    "bvp": "ppg",
    "pleth": "ppg",
    "ecg": "ecg",
    "ecg [uv]": "ecg",
    "ekg": "ecg",
    "ii": "ecg",
    "ibi": "ibi",
    "ibi_ms": "ibi",
    "rr_ms": "ibi",
    "rri": "ibi",
    "rr_interval": "ibi",
    "rr-interval [ms]": "ibi",
}
_TIMES = ("timestamp_ms", "timestamp", "time", "time [s]", "datetime", "phone timestamp", "t")
_RATES = ("hr", "hrm", "heart_rate", "bpm")
_MOST = 50_000_000  # samples of one file; nine days at 64 Hz
_EPOCH_SECONDS, _EPOCH_MS, _LATEST = 1e8, 1e11, 4.1e9  # a number above is a moment since 1970, in seconds or milliseconds: 1973 to 2099


class Signals:
    name = "signals"
    title = "Pulse or heart signal (PPG, ECG, IBI)"

    def recognises(self, parcel: Parcel) -> bool:
        return any(_form(parcel, name) for name in parcel.names())

    def read(self, parcel: Parcel, intake: Intake, options: Options) -> None:
        """`options.units["start"]` is when a recording began that does not say so. Raises `UsageError` when it is needed and not given."""
        gathering = Gathering(intake, parcel)
        for name in parcel.names():
            form = _form(parcel, name)
            if form == "table":
                _read_table(parcel, name, gathering, options)
            elif form == "line":
                keep_intervals(np.array(array("d", _numbers(parcel, name, gathering))), None, name, gathering, _told_start(options, name))
            elif form == "ibi":
                _read_empatica_intervals(parcel, name, gathering, options)
            elif form:
                _read_empatica(parcel, name, form, gathering, options)
            else:
                gathering.foreign(name)
        gathering.finish()


def _form(parcel: Parcel, name: str) -> str:
    """How a file holds its signal: "ppg", "ibi" or "rate" of Empatica, "table", "line"; "" for none."""
    plain = base_name(name).lower().removesuffix(".gz")
    if not plain.endswith((".csv", ".txt", ".tsv")):
        return ""
    lines = _first_lines(parcel, name)
    if not lines or not (_is_number(lines[0].partition(",")[0]) or any(word in lines[0].lower() for word in _NAMES)):
        return ""
    if plain in _EMPATICA and _is_number(lines[0].partition(",")[0]):
        return _EMPATICA[plain]
    try:
        columns = [column.lower() for column in Table(parcel, name).columns]
    except UsageError:
        return ""
    if any(column in _NAMES for column in columns) and (any(column in _TIMES for column in columns) or len(columns) == 1):
        return "table"
    values = [float(line) for line in lines if _is_number(line)]
    return "line" if len(values) == len(lines) > 4 and (_in(values, 200, 3000) or _in(values, 0.2, 3.0)) else ""


def _first_lines(parcel: Parcel, name: str) -> list[str]:
    with opened(parcel, name) as stream:
        return stream.read(2048).decode("utf-8", "replace").replace("\ufeff", "").splitlines()[:-1][:20]


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(figure(text))
    except ValueError:
        return False


def _in(values: list[float], low: float, high: float) -> bool:
    return all(low <= value <= high for value in values)


def _told_start(options: Options, name: str) -> datetime:
    told = options.units.get("start", "")
    if not told:
        raise UsageError(f"{name} does not say when it was recorded; say it like --unit start=2026-11-29T14:30.")
    try:
        return Stamps(options.zone).moment(told)
    except ValueError as error:
        raise UsageError(f"The start of a recording is a day and a time like 2026-11-29T14:30, not {told!r}.") from error


def _numbers(parcel: Parcel, name: str, gathering: Gathering) -> Iterator[float]:
    """One number a line; lines that are none are rejected. Raises `UsageError` when there are too many."""
    with opened(parcel, name) as stream:
        for count, line in enumerate(stream, 1):
            text = line.strip()
            try:
                value = figure(text.decode())
            except ValueError:
                if text:
                    gathering.reject(f"{name}:{count}", f"{text[:40].decode('utf-8', 'replace')!r} is not a number")
                continue
            if count > _MOST:
                raise UsageError(f"{name} has more than {_MOST:,} samples; split it into recordings of a day.")
            if count % 65536 == 0:
                gathering.tick()
            yield value


def _read_empatica(parcel: Parcel, name: str, form: str, gathering: Gathering, options: Options) -> None:
    """The first line is the start (seconds since 1970 UTC), the second the rate in Hz, the rest are samples."""
    values = array("d", _numbers(parcel, name, gathering))
    if len(values) < 3 or not _EPOCH_SECONDS < values[0] < _LATEST or not 0 < values[1] <= 1000:
        gathering.reject(f"{name}:1", "it does not begin with a start and a rate, as Empatica's files do")
        return
    start, rate, samples = at_home(datetime.fromtimestamp(values[0], UTC), options.zone), values[1], np.array(values[2:])
    gathering.seen(base_name(name), len(samples))
    if form == "ppg":
        gathering.intake.recording(Recording("ppg", start, rate, scaled(samples, _decimals(parcel, name)), _E4))
        return
    for index, value in enumerate(samples.tolist()):
        at = start + timedelta(seconds=index / rate)
        gathering.reading("heart_rate", _E4, at, value, where=name, line=index + 3)


def _read_empatica_intervals(parcel: Parcel, name: str, gathering: Gathering, options: Options) -> None:
    """The first line is the start, the rest are seconds since then and the interval that ended there, in seconds."""
    times, lengths = array("d"), array("d")
    start: datetime | None = None
    with opened(parcel, name) as stream:
        for count, line in enumerate(stream, 1):
            first, _, second = line.decode("utf-8", "replace").partition(",")
            try:
                if start is None:
                    start = datetime.fromtimestamp(min(float(first), _LATEST), UTC)
                elif line.strip():
                    at, length = float(first), float(second)
                    if not (0 <= at < _EPOCH_SECONDS and 0 < length < _EPOCH_SECONDS):
                        raise ValueError
                    times.append(at)
                    lengths.append(length)
            except (ValueError, OverflowError, OSError):
                gathering.reject(f"{name}:{count}", f"{line[:40].decode('utf-8', 'replace').strip()!r} is not a time and an interval")
    if start is None:
        return
    gathering.seen(base_name(name), len(times))
    keep_intervals(np.array(lengths), np.array(times), name, gathering, at_home(start, options.zone), _E4)


def _read_table(parcel: Parcel, name: str, gathering: Gathering, options: Options) -> None:
    table = Table(parcel, name)
    lower = {column.lower(): column for column in reversed(table.columns)}
    time = next((lower[each] for each in _TIMES if each in lower), "")
    device = next((lower[each] for each in _RATES if each in lower), "")
    signals = {lower[each]: kind for each, kind in _NAMES.items() if each in lower}
    sheet = Sheet(table, gathering, options, numbers=[*signals, device], dates=[], words=[time])
    times, columns = array("d"), {column: array("d") for column in signals}
    heart: dict[int, tuple[float, int]] = {}
    clock = _Clock(sheet, time, options)
    for count, row in enumerate(sheet.rows(), 1):
        at = clock.seconds(sheet.text(row, time), count)
        if at is None:
            gathering.reject(sheet.place(row), f"{time}: {sheet.text(row, time)!r} is not a time")
            continue
        if count > _MOST:
            raise UsageError(f"{name} has more than {_MOST:,} samples; split it into recordings of a day.")
        times.append(at)
        for column, values in columns.items():
            value = sheet.number(row, column)
            values.append(np.nan if value is None else value)
        if device and (rate := sheet.number(row, device)):
            heart[int(at)] = rate, row.line
    seconds = np.array(times)
    begin = clock.begin(seconds, name)
    for column, kind in signals.items():
        keep_samples(kind, seconds, np.array(columns[column]), begin, name, column, gathering)
    for at, (rate, line) in heart.items():
        gathering.reading("heart_rate", base_name(name), begin + timedelta(seconds=at - float(seconds[0])), rate, where=name, line=line)


class _Clock:
    """The times of a table in seconds: of 1970 UTC, or of a zero of its own."""

    def __init__(self, sheet: Sheet, column: str, options: Options) -> None:
        self._stamps, self._options = Stamps(options.zone, sheet.stamps.order), options
        self._in_ms = column.lower().endswith("_ms")
        self._column = column

    def seconds(self, text: str, count: int) -> float | None:
        if not self._column:
            return float(count)
        if _is_number(text):
            value = float(text)
            seconds = value / 1000 if value > _EPOCH_MS or self._in_ms else value
            return seconds if abs(seconds) < _LATEST else None
        try:
            return self._stamps.moment(text).timestamp()
        except ValueError:
            return None

    def begin(self, seconds: Floats, name: str) -> datetime:
        """The moment of the first of them."""
        if not len(seconds):
            raise UsageError(f"{name} has no samples with times.")
        first = float(seconds[0])
        if first > _EPOCH_SECONDS:
            return at_home(datetime.fromtimestamp(first, UTC), self._options.zone)
        return _told_start(self._options, name)


def _decimals(parcel: Parcel, name: str) -> int:
    return max((len(line.partition(".")[2].strip()) for line in _first_lines(parcel, name)[2:]), default=0)


SIGNALS = Signals()
