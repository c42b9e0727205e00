"""The files that a Garmin watch writes itself (FIT): all-day monitoring, sleep, variability, and the heart rate of activities.

Monitoring counts from local midnight on, for each kind of activity alone, and says at most the last 16 bits of most times. Of walking and running
the counter holds steps; read as the profile's "cycles" it is halved (ryanbr/noop#568), so its raw value is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, BinaryIO

from assistant.errors import UsageError
from assistant.importers.gathering import Gathering, disjoint
from assistant.importers.importer import Options
from assistant.importers.parcel import Parcel
from assistant.importers.stamps import at_home
from assistant.records.sample import Night, PhaseKind

if TYPE_CHECKING:
    from fitdecode import FitDataMessage

__all__ = ["FitFiles"]

_SOURCE = "Garmin"
_ZERO = datetime(1989, 12, 31, tzinfo=UTC)  # of the times in these files
_ON_FOOT = ("walking", "running")
_CYCLES, _DISTANCE, _ENERGY = 3, 2, 19  # numbers of fields in "monitoring"
_SLEEP: Mapping[str, PhaseKind] = {"awake": "awake", "light": "light", "deep": "deep", "rem": "rem"}
_MINUTE = timedelta(minutes=1)

# Counters: (measure, kind of activity) → moments with what was counted since midnight.
_Points = list[tuple[datetime, float]]


class FitFiles:
    """Reads the files of a parcel one after another; `finish` works out the amounts, for which all files of a day are needed."""

    def __init__(self, parcel: Parcel, gathering: Gathering, options: Options) -> None:
        self._parcel, self._gathering, self._options = parcel, gathering, options
        self._counters: defaultdict[tuple[str, str], _Points] = defaultdict(list)

    def read(self, name: str) -> None:
        """One that is damaged is rejected from there on."""
        with self._parcel.open(name) as stream:
            try:
                _File(name, self._gathering, self._options, self._counters).read(_messages(stream))
            except _DamagedError as damage:
                self._gathering.reject(name, f"the file is damaged from some point on ({damage})")
        self._gathering.tick()

    def finish(self) -> None:
        for (measure, kind), points in sorted(self._counters.items()):
            before: tuple[datetime, float] | None = None
            for moment, count in sorted(points):
                # What is counted at midnight is the sum of the day that ends.
                midnight = (moment - timedelta(microseconds=1)).replace(hour=0, minute=0, second=0, microsecond=0)
                if before is None or before[0] < midnight or count < before[1]:
                    before = max(midnight, before[0]) if before is not None and count < before[1] else midnight, 0.0
                if count > before[1]:
                    self._gathering.reading(
                        measure, _SOURCE, before[0].astimezone(moment.tzinfo), count - before[1], end=moment, where=f"FIT ({kind})"
                    )
                before = moment, count
        self._counters.clear()


class _DamagedError(Exception):
    """The bytes are no FIT from here on."""


def _messages(stream: BinaryIO) -> Iterator[FitDataMessage]:
    """Raises `_DamagedError`. Messages of unknown kinds and fields without a definition are left out by the reader."""
    import fitdecode  # its profile takes a while

    reader = iter(fitdecode.FitReader(stream, check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.IGNORE))
    while True:
        try:
            frame = next(reader)
        except StopIteration:
            return
        except UsageError:  # of the parcel
            raise
        except Exception as error:  # broken bytes end in errors of any kind there, from IndexError to TypeError
            raise _DamagedError(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__) from error
        if frame.frame_type == fitdecode.FIT_FRAME_DATA:
            yield frame


class _File:
    def __init__(self, name: str, gathering: Gathering, options: Options, counters: defaultdict[tuple[str, str], _Points]) -> None:
        self._name, self._gathering, self._options, self._counters = name, gathering, options, counters
        self._zone: timezone | None = None
        self._last = 0  # seconds since the zero of the last time that was said in full
        self._kind = "generic"
        self._levels: list[tuple[datetime, str]] = []

    def read(self, messages: Iterator[FitDataMessage]) -> None:
        readers = {
            "monitoring_info": self._info,
            "monitoring": self._monitoring,
            "monitoring_hr_data": self._resting,
            "respiration_rate": self._respiration,
            "spo2_data": self._oxygen,
            "hrv_status_summary": self._night_variability,
            "hrv_value": self._variability,
            "sleep_level": self._level,
            "record": self._record,
        }
        for message in messages:
            reader = readers.get(message.name)
            if reader is None:
                if message.name not in ("file_id", "file_creator", "device_info"):
                    self._gathering.foreign(message.name)
                continue
            self._gathering.seen(message.name)
            reader(message)
        self._keep_sleep()

    def _info(self, message: FitDataMessage) -> None:
        """It says what the watch's clock is ahead of UTC; its local time is a number that looks like a moment and is none."""
        at, local = _value(message, "timestamp"), _value(message, "local_timestamp")
        if isinstance(at, datetime):
            self._last = round((at - _ZERO).total_seconds())
            if isinstance(local, datetime) and abs(local - at) <= timedelta(hours=18):
                self._zone = timezone(timedelta(minutes=round((local - at).total_seconds() / 60)))

    def _monitoring(self, message: FitDataMessage) -> None:
        at = self._moment(message)
        if at is None:
            self._gathering.reject(self._name, "a message of monitoring has no time")
            return
        if isinstance(rate := _value(message, "heart_rate"), int | float) and rate > 0:
            self._gathering.reading("heart_rate", _SOURCE, at, float(rate), where=self._name)
        # Counters do not always repeat what was being done.
        self._kind = str(_value(message, "activity_type") or self._kind)
        on_foot = self._kind in _ON_FOOT
        for number, measure, factor in ((_CYCLES, "steps", 1.0), (_DISTANCE, "distance", 0.00001), (_ENERGY, "active_energy", 1.0)):
            raw = _raw(message, number)
            if raw is not None and (on_foot or measure == "active_energy"):
                self._counters[measure, self._kind].append((at, raw * factor))

    def _resting(self, message: FitDataMessage) -> None:
        at, rate = self._moment(message), _value(message, "current_day_resting_heart_rate") or _value(message, "resting_heart_rate")
        if at is not None and isinstance(rate, int | float):
            self._gathering.reading("resting_heart_rate", _SOURCE, at, float(rate), where=self._name)

    def _respiration(self, message: FitDataMessage) -> None:
        at, rate = self._moment(message), _value(message, "respiration_rate")
        if at is not None and isinstance(rate, int | float):
            if rate > 0:
                self._gathering.reading("respiratory_rate", _SOURCE, at, float(rate), where=self._name)
            else:
                self._gathering.foreign("respiration_rate that was not measured")

    def _oxygen(self, message: FitDataMessage) -> None:
        at, share = self._moment(message), _value(message, "reading_spo2")
        if at is not None and isinstance(share, int | float):
            self._gathering.reading("spo2", _SOURCE, at, float(share), where=self._name)

    def _night_variability(self, message: FitDataMessage) -> None:
        at, mean = self._moment(message), _value(message, "last_night_average")
        if at is not None and isinstance(mean, int | float):
            self._gathering.day("hrv", at.date(), float(mean), _SOURCE, self._name)

    def _variability(self, message: FitDataMessage) -> None:
        at, value = self._moment(message), _value(message, "value")
        if at is not None and isinstance(value, int | float):
            self._gathering.reading("hrv", _SOURCE, at, float(value), where=self._name)

    def _level(self, message: FitDataMessage) -> None:
        if (at := self._moment(message)) is not None:
            self._levels.append((at, str(_value(message, "sleep_level"))))

    def _record(self, message: FitDataMessage) -> None:
        at, rate = self._moment(message), _value(message, "heart_rate")
        if at is not None and isinstance(rate, int | float):
            self._gathering.reading("heart_rate", _SOURCE, at, float(rate), where=self._name)

    def _keep_sleep(self) -> None:
        """A level lasts until the next one; the last one as long as the shortest, which is the watch's own step."""
        levels = sorted(self._levels)
        if not levels:
            return
        ends = [at for at, _ in levels[1:]]
        steps = [end - at for (at, _), end in zip(levels, ends, strict=False) if end > at]
        ends.append(levels[-1][0] + (min(steps) if steps else _MINUTE))
        zone = levels[0][0].tzinfo
        spans = [(_SLEEP[level], at.astimezone(zone), end.astimezone(zone)) for (at, level), end in zip(levels, ends, strict=True) if level in _SLEEP]
        if spans:
            self._gathering.night(Night(_SOURCE, disjoint(spans)), self._name)
        if unmeasured := sum(level not in _SLEEP for _, level in levels):
            self._gathering.foreign("sleep_level that was not measurable", unmeasured)

    def _moment(self, message: FitDataMessage) -> datetime | None:
        at = _value(message, "timestamp")
        if isinstance(at, datetime):
            self._last = round((at - _ZERO).total_seconds())
        elif isinstance(short := _value(message, "timestamp_16"), int) and self._last:
            # The low half of the time: the next moment after the last one that ends so.
            self._last += (short - self._last) & 0xFFFF
            at = _ZERO + timedelta(seconds=self._last)
        else:
            return None
        return at.astimezone(self._zone) if self._zone else at_home(at, self._options.zone)


def _value(message: FitDataMessage, name: str) -> Any:
    return message.get_value(name, fallback=None)


def _raw(message: FitDataMessage, number: int) -> float | None:
    """What stands in the file, without the profile's scale."""
    for field in message.fields:
        if field.def_num == number and not field.is_expanded and isinstance(field.raw_value, int):
            return float(field.raw_value)
    return None
