"""The task `recording`: the person's last recording of a pulse in a period, found and named; its samples stay in the records."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from assistant.errors import NoData, TaskError
from assistant.facts import Signal, Source, Unusable
from assistant.period import Period
from assistant.tasks.spec import Context, Outcome, task
from assistant.types import Json, Provenance

if TYPE_CHECKING:
    from assistant.records.recording import Recording

__all__ = ["NOTHING", "found", "last", "recording"]

NOTHING = Unusable("none", None, Source("record", "recordings", ""))


@task(
    chat_name="Recording",
    permission="reads_person",
    family="signals",
    outputs={"recording": {"type": "string", "description": "data-pipe key of the recording, for pulse"}},
)
async def recording(context: Context, period: Period) -> Outcome:
    """Find the person's raw recording of their pulse or ECG in a period, so that pulse and stress can be worked out of it."""
    one = await last(context, period)
    if one is None:
        return Outcome((NOTHING,))
    named: dict[str, Json] = {
        "kind": one.kind,
        "start": one.start.isoformat(),
        "rate": one.rate,
        "seconds": round(one.seconds, 3),
        "source": one.source,
    }
    key = await context.pipe.put(
        context.person.id,
        named,
        Provenance(recording.name, {"period": str(period)}, one.source),
        description=f"{one.kind} recording of {one.seconds:.0f} s that began {one.start:%Y-%m-%d %H:%M}",
    )
    return Outcome((Signal(one.kind, one.start, round(one.seconds, 1), Source("record", key, one.source)),), {"recording": key})


async def last(context: Context, period: Period | None) -> Recording | None:
    """The person's last recording that began in the period, or of all; None where there is none."""
    those = await context.records.recordings(context.person.id, period)
    return those[-1] if those else None


async def found(context: Context, key: str) -> Recording:
    """The recording that the task left under a key. Raises `TaskError` for a key of something else, `NoData` when it has been erased since."""
    try:
        held = await context.pipe.get(context.person.id, key)
        if not isinstance(held, dict):
            raise TypeError
        kind, start, source = held["kind"], datetime.fromisoformat(str(held["start"])), held["source"]
    except (KeyError, TypeError, ValueError) as error:
        raise TaskError(f"There is no recording under the key {key!r}; find one with the task recording.") from error
    for one in await context.records.recordings(context.person.id, Period.day(start.date())):
        if (one.kind, one.start, one.source) == (kind, start, source):
            return one
    raise NoData("That recording is no longer there.")
