"""The task `pulse`: heart rate and its variability out of a recording, or why it gives none."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from anyio import to_thread

from assistant.facts import Fact, Pulse, Source, Unusable
from assistant.measures import MEASURES, Quantity
from assistant.period import Period
from assistant.tasks.recording import NOTHING, found, last
from assistant.tasks.spec import Context, Outcome, task
from assistant.types import Json, Provenance

if TYPE_CHECKING:
    from assistant.physiology.analysis import Analysis, Rates, Refusal
    from assistant.records.recording import Recording

__all__ = ["pulse"]


@task(
    chat_name="Pulse",
    permission="reads_person",
    family="signals",
    seconds=60,
    cost="seconds",
    outputs={"pulse": {"type": "string", "description": "data-pipe key of 32 numbers of heart-rate variability a minute, for stress"}},
)
async def pulse(context: Context, recording: str | None = None, period: Period | None = None) -> Outcome:
    """Heart rate and heart-rate variability worked out of a raw recording (PPG, ECG or beat-to-beat intervals), with a check of its quality.

    recording: what the task recording gave; without it the last recording of `period`, or of all, is taken.
    """
    one = await found(context, recording) if recording is not None else await last(context, period)
    if one is None:
        return Outcome((NOTHING,))
    result, kept = await to_thread.run_sync(_examined, one, await _rates(context, one))
    key = await context.pipe.put(
        context.person.id,
        kept,
        Provenance(pulse.name, {"recording": recording, "period": str(period) if period else None}, one.source),
        description=f"heart-rate variability of the {one.kind} recording that began {one.start:%Y-%m-%d %H:%M}, by minute",
    )
    return Outcome((_fact(one, result, Source("record", key, one.source)),), {"pulse": key})


def _examined(recording: Recording, device: Rates | None) -> tuple[Analysis | Refusal, Json]:
    from assistant.physiology.analysis import MINUTE, Refusal, analyse
    from assistant.physiology.minutes import Minutes

    result = analyse(recording, device)
    refused = result.reason if isinstance(result, Refusal) else None
    # What reads them has learnt from whole minutes.
    whole = tuple(minute for minute in result.minutes if minute.seconds == MINUTE)
    return result, Minutes(recording.start, recording.kind, recording.source, refused, whole).json()


async def _rates(context: Context, recording: Recording) -> Rates | None:
    """What the device itself said of the heart rate meanwhile; another device's word where it said nothing."""
    import numpy as np

    from assistant.physiology.analysis import Rates

    began = recording.start.timestamp()
    days = Period(recording.start.date(), (recording.start + timedelta(seconds=recording.seconds)).date())
    those = await context.records.readings(context.person.id, "heart_rate", days)
    own = [readings for readings in those if readings.source == recording.source] or list(those)
    if not own:
        return None
    # A reading over a stretch speaks for its middle.
    at = np.concatenate([(readings.start + readings.end) / 2e6 for readings in own]) - began
    return Rates(at, np.concatenate([readings.value for readings in own]))


def _fact(recording: Recording, result: Analysis | Refusal, source: Source) -> Fact:
    from assistant.physiology.analysis import Refusal
    from assistant.physiology.quality import STEADY_SHAPE

    if isinstance(result, Refusal):
        return Unusable(result.reason, recording.start, source)
    shape = result.quality.shape
    # Its heart rate could be told, but not its variability, and the fact holds both.
    if not result.steady:
        return Unusable("noisy" if shape is not None and shape < STEADY_SHAPE else "gaps", recording.start, source)
    sdnn = result.told("sdnn")
    return Pulse(
        recording.start,
        round(recording.seconds, 1),
        _quantity("heart_rate", result.features["heart_rate"]),
        _quantity("hrv", result.features["rmssd"]),
        _quantity("hrv_sdnn", sdnn) if sdnn is not None else None,
        Quantity(round(100 * result.quality.kept), "%"),
        source,
    )


def _quantity(measure: str, value: float) -> Quantity:
    return Quantity(round(value, MEASURES[measure].digits) + 0.0, MEASURES[measure].unit)
