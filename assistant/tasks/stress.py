"""The task `stress`: how aroused the body was in a recording, against the person's own earlier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anyio import to_thread

from assistant.errors import TaskError, UsageError
from assistant.facts import Source, Stressed
from assistant.tasks.spec import Context, task

if TYPE_CHECKING:
    from assistant.physiology.analysis import Window
    from assistant.physiology.minutes import Minutes
    from assistant.records.recording import Recording
    from assistant.stress.estimate import Estimate

__all__ = ["stress"]

BASELINE = 30  # earlier recordings that a person's usual rests on, the last ones


@task(chat_name="Stress", permission="reads_person", family="signals", seconds=60, cost="seconds", dependencies=("pulse",))
async def stress(context: Context, pulse: str) -> tuple[Stressed, ...]:
    """Estimate how stressed the body was, in five levels against the person's own usual, from the heart-rate variability that pulse worked out.

    pulse: what the task pulse gave.
    """
    from assistant.physiology.minutes import Minutes

    await context.records.span(context.person.id, "stress_score")  # who does not allow their stress to be read wants no estimate of it either
    try:
        held = await context.pipe.get(context.person.id, pulse)
    except KeyError as missing:
        raise TaskError(f"There is no heart-rate variability under the key {pulse!r}; work it out with the task pulse.") from missing
    minutes = Minutes.read(held)
    earlier = [one for one in await context.records.recordings(context.person.id) if one.start < minutes.start][-BASELINE:]
    found = await to_thread.run_sync(_estimated, minutes, earlier)
    source = Source("record", pulse, minutes.source)
    return (Stressed(minutes.start, found.level, found.unknown, len(earlier), source),)


def _estimated(minutes: Minutes, earlier: list[Recording]) -> Estimate:
    from assistant.stress.estimate import estimate
    from assistant.stress.model import arousal

    return estimate(minutes.windows, [window for recording in earlier for window in _minutes(recording)], arousal())


def _minutes(recording: Recording) -> tuple[Window, ...]:
    """Of an earlier recording; one that nothing can be made of (too slow a rate) is no reason to fail."""
    from assistant.physiology.analysis import windows

    try:
        return windows(recording)
    except UsageError:
        return ()
